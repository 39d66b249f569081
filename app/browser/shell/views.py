"""A procedure's view on the page: reading its form and patching its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.browser.platform.dom import data, each, one, show, some
from app.browser.platform.elements import Element
from app.widgets.odds.odds import OddsRow
from app.widgets.roll.form.facts import Facts


class View:
    """The part of the page that belongs to one procedure."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.form = one("form[data-procedure]", element)

    @property
    def procedure(self) -> str:
        return data(self.form, "procedure")

    @property
    def is_there(self) -> bool:
        """Whether it is in the document; hidden pages are detached (static/js/boot.js)."""
        return bool(self.form.isConnected)

    # --- the form ---

    def field_texts(self) -> dict[str, str]:
        """Return the texts of the fields, by input name."""
        return {str(field.name): field_text(field) for field in self.fields()}

    def fold(self, facts: Facts) -> None:
        """Move known inputs into the line of chips and hide irrelevant ones."""
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
        more.toggleAttribute("data-none", not facts.more)
        inside = some(".is-edited", more) is not None
        if inside != more.classList.contains("is-some") and (inside is not bool(more.open)):
            more.classList.toggle("is-some", inside)
            more.open = inside

    def fields(self) -> list[Element]:
        return each("[name]", self.form)

    def field(self, name: str) -> Element | None:
        return next((field for field in self.fields() if field.name == name), None)

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Show each fault at its field, and faults of missing fields above the form."""
        others = []
        for slot in each("[data-fault]", self.form):
            slot.textContent = faults.get(data(slot, "fault"), "")
        for field in self.fields():
            is_faulty = str(field.name) in faults
            field.setAttribute("aria-invalid", "true" if is_faulty else "false")
            section = field.closest("details") if is_faulty else None
            if section is not None:
                section.open = True
        known = {str(field.name) for field in self.fields()}
        others = [message for name, message in faults.items() if name not in known]
        one('[data-fault="form"]', self.form).textContent = "; ".join(others)

    def show_tally(self, tally: Sequence[tuple[str, str]]) -> None:
        """Show the totals that follow from the form alone, before any roll."""
        place = some("[data-tally]", self.form)
        if place is not None:
            place.textContent = " · ".join(f"{label} {value}" for label, value in tally)

    # --- odds ---

    def show_odds(self, rows: Sequence[OddsRow], success: str, fault: str = "") -> None:
        """Patch the rows of the odds in place, so that only numbers and bars move."""
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
        """Show the computed share of the odds, 0 to 1, instead of the odds."""
        place = one(".odds", self.element)
        place.setAttribute("aria-busy", "true")
        one("[data-odds-fault]", place).textContent = f"Calculating… {int(done * 100)}%"

    def place(self, name: str) -> Element:
        """Return one of the view's slots."""
        return one(f'[data-slot="{name}"]', self.element)

    def slot(self, name: str, html: str) -> Element:
        """Fill one of the view's slots and return it."""
        place = self.place(name)
        show(place, html)
        return place


def alike(one: Sequence[object], other: Sequence[object]) -> bool:
    """Tell whether two sequences are equal value by value, with a fast path for identity."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(old is new or old == new for old, new in pairs)


def field_text(field: Element) -> str:
    """Return the value of a field as text; a switch is `true` or `false`."""
    if field.type == "checkbox":
        return "true" if field.checked else "false"
    return str(field.value)


def put_text(field: Element, text: str) -> None:
    """Set the value of a field; a select that lacks it gets an extra option."""
    if field.type == "checkbox":
        field.checked = text.strip().lower() in ("true", "1", "on", "yes")
        return
    field.value = text
    if field.tagName == "SELECT" and field.value != text:
        odd = field.ownerDocument.createElement("option")
        odd.value = odd.textContent = text
        field.append(odd)
        field.value = text
