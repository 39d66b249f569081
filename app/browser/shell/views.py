"""A procedure's view on the page: its form is read here, and what it shows is patched here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.browser.platform.dom import Js, data, each, one, show, some
from app.widgets.odds.odds import Row
from app.widgets.roll.facts import Facts


class View:
    """The part of the page that belongs to one procedure."""

    def __init__(self, element: Js) -> None:
        self.element = element
        self.form = one("form[data-procedure]", element)

    @property
    def procedure(self) -> str:
        return data(self.form, "procedure")

    @property
    def is_there(self) -> bool:
        """Is it in the page? What is not to be seen is put away (static/boot.js)."""
        return bool(self.form.isConnected)

    # --- the form ---

    def typed(self) -> dict[str, str]:
        """What stands in the fields, by input name."""
        return {str(field.name): field_text(field) for field in self.fields()}

    def fold(self, facts: Facts) -> None:
        """What is known goes into the line of chips, what cannot matter goes away."""
        for control in each("[data-control]", self.form):
            name = data(control, "control")
            control.classList.toggle("is-known", name in facts.known)
            control.classList.toggle("is-edited", name in facts.edited)
            control.hidden = name in facts.moot
        for part in each("[data-part]", self.form):
            part.hidden = not some("[data-control]:not([hidden])", part)
        more = some("[data-more]", self.form)
        if more is None:
            return
        one("[data-more-said]", more).textContent = f"+ {facts.more} more"
        more.toggleAttribute("data-none", not facts.more)
        inside = some(".is-edited", more) is not None
        if inside != more.classList.contains("is-some") and (inside is not bool(more.open)):
            more.classList.toggle("is-some", inside)
            more.open = inside

    def fields(self) -> list[Js]:
        return each("[name]", self.form)

    def field(self, name: str) -> Js | None:
        return next((field for field in self.fields() if field.name == name), None)

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Each message at its field; of fields that the form does not have, above the form."""
        elsewhere = []
        for place in each("[data-fault]", self.form):
            place.textContent = faults.get(data(place, "fault"), "")
        for field in self.fields():
            bad = str(field.name) in faults
            field.setAttribute("aria-invalid", "true" if bad else "false")
            part = field.closest("details") if bad else None
            if part is not None:
                part.open = True
        known = {str(field.name) for field in self.fields()}
        elsewhere = [message for name, message in faults.items() if name not in known]
        one('[data-fault="form"]', self.form).textContent = "; ".join(elsewhere)

    def show_tally(self, tally: Sequence[tuple[str, str]]) -> None:
        """What adds up from the form alone, before anything is rolled."""
        place = some("[data-tally]", self.form)
        if place is not None:
            place.textContent = " · ".join(f"{label} {value}" for label, value in tally)

    # --- the chances ---

    def show_odds(self, rows: Sequence[Row], success: str, fault: str = "") -> None:
        """Patch the rows in place: nothing moves but the numbers and the bars."""
        place = one(".odds", self.element)
        place.classList.toggle("is-stale", bool(fault))
        place.removeAttribute("aria-busy")
        one("[data-odds-fault]", place).textContent = fault
        for headline in each("[data-headline]", self.element):
            headline.hidden = not success
            one("[data-odds-success]", headline).textContent = success
        parts = each("[data-strip] g", place)
        for line, part, row in zip(each("[data-odds]", place), parts, rows, strict=True):
            if data(line, "p") != row.p:
                line.setAttribute("data-p", row.p)
                percent = one(".odds-percent", line)
                percent.textContent = row.percent
                percent.title = row.p
            line.setAttribute("data-middle", row.middle)
            bar, words = one("rect", part), one("text", part)
            bar.setAttribute("x", row.start)
            bar.setAttribute("width", row.length)
            words.setAttribute("x", row.middle)
            words.textContent = row.inside

    def show_progress(self, done: float) -> None:
        """So much of the chances is known, 0 to 1; they are not yet to be told."""
        place = one(".odds", self.element)
        place.setAttribute("aria-busy", "true")
        one("[data-odds-fault]", place).textContent = f"Working it out: {int(done * 100)} %"

    def place(self, name: str) -> Js:
        """One of the view's slots."""
        return one(f'[data-slot="{name}"]', self.element)

    def slot(self, name: str, html: str) -> Js:
        """Fill one of the view's slots; returns it."""
        place = self.place(name)
        show(place, html)
        return place


def alike(one: Sequence[object], other: Sequence[object]) -> bool:
    """Do they say the same, value by value? What is the very same need not be compared."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(old is new or old == new for old, new in pairs)


def field_text(field: Js) -> str:
    """What stands in a field, as text; a switch says true or false."""
    if field.type == "checkbox":
        return "true" if field.checked else "false"
    return str(field.value)


def put_text(field: Js, text: str) -> None:
    """Put text into a field; a list of choices that lacks it gets it as an odd last choice."""
    if field.type == "checkbox":
        field.checked = text.strip().lower() in ("true", "1", "on", "yes")
        return
    field.value = text
    if field.tagName == "SELECT" and field.value != text:
        odd = field.ownerDocument.createElement("option")
        odd.value = odd.textContent = text
        field.append(odd)
        field.value = text
