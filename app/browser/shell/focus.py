"""What a person has in hand while the page is drawn anew: the texts in its fields, and the focus.

The focus is never lost. What had it is found again by its key, its id or what it does and to whom;
what is gone for good has a successor, as near to it as there is one (`Held`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyscript import window

from app.browser.platform.dom import Js, data, each, near, one, some
from app.browser.shell.views import field_text, put_text

#: What stands within an element with one of these belongs to whom or what it names.
OWNERS = (
    *("data-key", "data-place", "data-list", "data-record", "data-due", "data-character"),
    *("data-campaign", "data-backup", "data-note", "data-track", "data-purse", "data-entry"),
    *("data-side", "data-fighter"),
)

#: What tells buttons and fields apart that belong to the same.
MARKS = (
    *("data-do", "name", "href", "data-by", "data-box", "data-value", "data-choice", "data-who"),
    *("data-die", "data-step-id", "data-effect", "data-record", "data-mode", "data-role"),
    *("data-procedure-of", "data-place-of", "type"),
)

#: The mark of a field into which a text was put back.
PUT_BACK = "data-put-back"

#: Where the focus is looked for again, innermost first.
AROUND = "[data-slot], dialog, [data-view], aside, main, body"

HEADINGS = "h1, h2, h3, h4"
FOCUSABLE = f"a[href], button, input:not([type=hidden]), select, textarea, summary, {HEADINGS}"

_NEAREST: Js = window.JSON.parse('{"block": "nearest"}')
_STILL: Js = window.JSON.parse('{"preventScroll": true}')


def typed(slot: Js) -> dict[str, str]:
    """What was typed into fields with an id, by that id."""
    return {
        str(field.id): field_text(field)
        for field in each("input[id], select[id], textarea[id]", slot)
        if field_text(field) != data(field, "default") and not field.hasAttribute("data-forget")
    }


def forget(slot: Js, within: str = "form") -> None:
    """What stands in these forms now is used up: the next drawing begins with its own."""
    for form in each(within, slot):
        for field in each("[name]", form):
            field.setAttribute("data-forget", "")


def fold_in(form: Js) -> None:
    """What stands in this form is used up, and what it was folded out of is not unfolded again."""
    forget(form.parentElement)
    folded = near(form, "details[data-key]")
    if folded is not None:
        folded.setAttribute("data-forget", "")


def restore(slot: Js, stood: Mapping[str, str]) -> None:
    """Put what was typed back into the new drawing.

    It is marked that no hand typed it there: no browser tells of a change when that is left.
    """
    for field in each("input[id], select[id], textarea[id]", slot):
        if str(field.id) in stood:
            put_text(field, stood[str(field.id)])
            field.setAttribute(PUT_BACK, "")


def is_to_be_told(field: Js) -> bool:
    """Was this put back into a field that is left now, and does it say other than what is kept?"""
    return bool(field.hasAttribute(PUT_BACK)) and field_text(field) != data(field, "default")


def unfolded(slot: Js) -> list[str]:
    """The keys of what is folded out."""
    parts = each("details[data-key][open]:not([data-forget])", slot)
    return [data(part, "key") for part in parts]


def unfold(slot: Js, keys: list[str]) -> None:
    """Fold these out in the new drawing."""
    for part in each("details[data-key]", slot):
        if data(part, "key") in keys:
            part.open = True


# --- the focus ---


class Held:
    """What has the focus now: whatever is drawn from here on, something has it afterwards."""

    def __init__(self) -> None:
        self._element = _focused()
        #: As it stands now: what is taken off the page has nothing around it.
        self._around: list[Js] = []
        place = near(self._element, AROUND) if self._element is not None else None
        while place is not None:
            self._around.append(place)
            outer = _parent(place)
            place = near(outer, AROUND) if outer is not None else None

    def has_gone_on(self) -> bool:
        """Has another one the focus by now?"""
        now = _focused()
        return now is not None and (self._element is None or not now.isSameNode(self._element))

    def is_off(self) -> bool:
        """Has nothing the focus any more? This is told without laying out the page."""
        return bool(self._around) and _focused() is None

    def keep(self) -> None:
        """If what had it cannot have it any more, its successor has it. This lays out the page."""
        if self._around and not self.has_gone_on() and not _stays(self._element):
            give_focus(_successor(self._element, self._around))


@contextmanager
def keeping_focus() -> Iterator[None]:
    """Whatever is drawn meanwhile: if something had the focus, something has it afterwards."""
    held = Held()
    yield
    held.keep()


def give_focus(element: Js) -> None:
    """It has the focus, and is to be seen; a heading takes it as well."""
    if element.tabIndex < 0 and not element.hasAttribute("tabindex"):
        element.tabIndex = -1
    element.focus(_STILL)
    element.scrollIntoView(_NEAREST)


def _focused() -> Js | None:
    """What has the focus; the body has it where nothing has."""
    now = window.document.activeElement
    return None if now is None or now.tagName == "BODY" else now


def _stays(held: Js) -> bool:
    """Is it on the page still, and can it have the focus?"""
    return bool(held.isConnected) and _takes(held)


def _takes(element: Js) -> bool:
    """Can it take the focus?"""
    return bool(element.checkVisibility()) and not element.matches(":disabled")


def _successor(gone: Js, around: list[Js]) -> Js:
    """What has the focus after it: the same drawn anew, else what is nearest to it."""
    slot = around[0]
    scope = _scope(gone, slot)
    found = _again(gone, slot, scope) if scope is not None else None
    if found is not None:
        _put_cursor(gone, found)
        return found
    if scope is not None and not scope.isSameNode(slot):
        near_by = _first("[data-focus-next]", scope) or _first(FOCUSABLE, scope)
        if near_by is not None:
            return near_by
    for place in around:
        found = _first("[data-focus-next]", place) or _heading(gone, place)
        if found is not None:
            return found
    return one("main")


def _again(gone: Js, slot: Js, scope: Js) -> Js | None:
    """The same drawn anew; where it is gone, what it names itself, or one that does the same."""
    if key := data(gone, "key"):
        found = _first(_is("data-key", key), slot)
        if found is not None:
            return found
    if gone.id:
        found = _first(f"#{window.CSS.escape(gone.id)}", slot)
        if found is not None:
            return found
    marks = "".join(_is(mark, str(gone.getAttribute(mark))) for mark in _marks(gone))
    if marks:
        found = _first(f"{gone.tagName}{marks}", scope)
        if found is not None:
            return found
    then = data(near(gone, "[data-then]"), "then") if near(gone, "[data-then]") else ""
    if then:
        found = _first(_is("data-key", then), slot) or _first(_is("data-do", then), scope)
        if found is not None:
            return found
    do = data(gone, "do")
    return _first(_is("data-do", do), scope) if do else None


def _marks(element: Js) -> list[str]:
    return [mark for mark in MARKS if element.hasAttribute(mark)]


def _scope(gone: Js, slot: Js) -> Js:
    """Whoever it belonged to, drawn anew; where they are gone, whoever stood beside them."""
    owners: list[tuple[str, Js]] = []
    at = _parent(gone)
    while at is not None and not at.isSameNode(slot):
        if name := next((each for each in OWNERS if at.getAttribute(each)), ""):
            owners.insert(0, (name, at))
        at = _parent(at)
    scope = slot
    for name, owner in owners:
        found = next(
            (
                found
                for beside in _beside(owner, name)
                if (found := some(_is(name, str(beside.getAttribute(name))), scope)) is not None
            ),
            None,
        )
        if found is None:
            break
        scope = found
    return scope


def _beside(owner: Js, name: str) -> list[Js]:
    """An owner, those after it, then those before it, the nearest first."""
    parent = _parent(owner)
    if parent is None:
        return [owner]
    all = [child for child in parent.children if child.hasAttribute(name)]
    place = next(n for n, child in enumerate(all) if child.isSameNode(owner))
    return [*all[place:], *reversed(all[:place])]


def _parent(element: Js) -> Js | None:
    return near(element.parentElement, "*")


def _heading(gone: Js, place: Js) -> Js | None:
    """The heading of the part in which it stood, else the first there is."""
    part = near(gone, "section, fieldset, form")
    old = some(HEADINGS, part) if part is not None else None
    if old is not None:
        same = (new for new in each(HEADINGS, place) if new.textContent == old.textContent)
        found = next((new for new in same if _takes(new)), None)
        if found is not None:
            return found
    return _first(HEADINGS, place)


def _first(selector: str, within: Js) -> Js | None:
    """The first that fits and can take the focus, the element itself included."""
    if within.matches(selector) and _takes(within):
        return within
    return next((found for found in each(selector, within) if _takes(found)), None)


def _is(name: str, value: str) -> str:
    return f'[{name}="{window.CSS.escape(value)}"]'


def _put_cursor(gone: Js, field: Js) -> None:
    """A text that is drawn anew has its cursor where it was."""
    start, end = getattr(gone, "selectionStart", None), getattr(gone, "selectionEnd", None)
    if isinstance(start, int) and field.tagName == gone.tagName:
        field.setSelectionRange(start, end)
