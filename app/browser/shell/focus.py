"""Focus and typed text of a page that is redrawn.

The focus is never lost: the element is found again by its key, its id or its action and owner; a
removed element has the nearest successor (`Held`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyscript import window

from app.browser.platform.dom import data, each, near, one, some
from app.browser.platform.elements import Element, Js
from app.browser.shell.views import field_text, put_text

#: Attributes that name the owner of the elements inside.
OWNERS = (
    *("data-key", "data-place", "data-list", "data-record", "data-due", "data-character"),
    *("data-campaign", "data-backup", "data-note", "data-track", "data-purse", "data-entry"),
    *("data-side", "data-fighter"),
)

#: Attributes that distinguish buttons and fields of one owner.
MARKS = (
    *("data-do", "name", "href", "data-by", "data-box", "data-value", "data-choice", "data-who"),
    *("data-die", "data-step-id", "data-effect", "data-record", "data-mode", "data-role"),
    *("data-procedure-of", "data-place-of", "type"),
)

#: Marks a field whose text was restored.
PUT_BACK = "data-put-back"

#: Containers in which the focus is looked for, innermost first.
AROUND = "[data-slot], dialog, [data-view], aside, main, body"

HEADINGS = "h1, h2, h3, h4"
FOCUSABLE = f"a[href], button, input:not([type=hidden]), select, textarea, summary, {HEADINGS}"

_NEAREST: Js = window.JSON.parse('{"block": "nearest"}')
_STILL: Js = window.JSON.parse('{"preventScroll": true}')


def read_edited(slot: Element) -> dict[str, str]:
    """Return the edited texts of fields with an id, by id."""
    return {
        str(field.id): field_text(field)
        for field in each("input[id], select[id], textarea[id]", slot)
        if field_text(field) != data(field, "default") and not field.hasAttribute("data-forget")
    }


def forget(slot: Element, within: str = "form") -> None:
    """Discard the texts of these forms at the next drawing."""
    for form in each(within, slot):
        for field in each("[name]", form):
            field.setAttribute("data-forget", "")


def fold_in(form: Element) -> None:
    """Discard the texts of a form and keep the section around it folded."""
    forget(form.parentElement)
    folded = near(form, "details[data-key]")
    if folded is not None:
        folded.setAttribute("data-forget", "")


def restore(slot: Element, texts: Mapping[str, str]) -> None:
    """Put edited texts into the new drawing.

    Restored fields are marked, as browsers send no change event for them.
    """
    for field in each("input[id], select[id], textarea[id]", slot):
        if str(field.id) in texts:
            put_text(field, texts[str(field.id)])
            field.setAttribute(PUT_BACK, "")


def is_unsaved(field: Element) -> bool:
    """Tell whether a field that loses focus holds a restored, unsaved text."""
    return bool(field.hasAttribute(PUT_BACK)) and field_text(field) != data(field, "default")


def open_sections(slot: Element) -> list[str]:
    """Return the keys of the open sections."""
    parts = each("details[data-key][open]:not([data-forget])", slot)
    return [data(part, "key") for part in parts]


def unfold(slot: Element, keys: list[str]) -> None:
    """Open these sections in the new drawing."""
    for part in each("details[data-key]", slot):
        if data(part, "key") in keys:
            part.open = True


# --- the focus ---


class Held:
    """The focused element before a drawing, for restoring the focus after it."""

    def __init__(self) -> None:
        self._element = _focused()
        self._is_in_sight = self._element is not None and _is_in_sight(self._element)
        #: Read now, as a removed element has no ancestors.
        self._around: list[Element] = []
        place = near(self._element, AROUND) if self._element is not None else None
        while place is not None:
            self._around.append(place)
            outer = _parent(place)
            place = near(outer, AROUND) if outer is not None else None

    def has_moved(self) -> bool:
        """Tell whether another element has the focus now."""
        now = _focused()
        return now is not None and (self._element is None or not now.isSameNode(self._element))

    def is_lost(self) -> bool:
        """Tell whether the focus is lost, without laying out the page."""
        return bool(self._around) and _focused() is None

    def keep(self) -> None:
        """Focus the successor of an element that lost the focus; lays out the page.

        A page that was scrolled away from the element stays where it is.
        """
        if self._element is None or not self._around:
            return
        if not self.has_moved() and not _stays(self._element):
            give_focus(_successor(self._element, self._around), self._is_in_sight)


@contextmanager
def keeping_focus() -> Iterator[None]:
    """Restore the focus after drawing inside the block."""
    held = Held()
    yield
    held.keep()


def give_focus(element: Element, scrolls: bool = True) -> None:
    """Focus an element or heading and, if `scrolls`, scroll it into view."""
    if element.tabIndex < 0 and not element.hasAttribute("tabindex"):
        element.tabIndex = -1
    element.focus(_STILL)
    if scrolls:
        element.scrollIntoView(_NEAREST)


def _focused() -> Element | None:
    """Return the focused element, or None where the body has the focus."""
    element = window.document.activeElement
    return None if element is None or element.tagName == "BODY" else element


def _is_in_sight(element: Element) -> bool:
    """Tell whether a part of an element is in the window's height."""
    box = element.getBoundingClientRect()
    return bool(box.top + box.height > 0 and box.top < window.innerHeight)


def _stays(held: Element) -> bool:
    """Tell whether an element is still on the page and focusable."""
    return bool(held.isConnected) and _takes(held)


def _takes(element: Element) -> bool:
    """Tell whether an element is focusable."""
    return bool(element.checkVisibility()) and not element.matches(":disabled")


def _successor(gone: Element, around: list[Element]) -> Element:
    """Return the redrawn element or the nearest focusable one."""
    slot = around[0]
    scope = _scope(gone, slot)
    match = _again(gone, slot, scope) if scope is not None else None
    if match is not None:
        _put_cursor(gone, match)
        return match
    if scope is not None and not scope.isSameNode(slot):
        near_by = _first("[data-focus-next]", scope) or _first(FOCUSABLE, scope)
        if near_by is not None:
            return near_by
    for container in around:
        match = _first("[data-focus-next]", container) or _heading(gone, container)
        if match is not None:
            return match
    return one("main")


def _again(gone: Element, slot: Element, scope: Element) -> Element | None:
    """Return the redrawn element, the one that it names, or one with the same action."""
    if key := data(gone, "key"):
        match = _first(_is("data-key", key), slot)
        if match is not None:
            return match
    if gone.id:
        match = _first(f"#{window.CSS.escape(gone.id)}", slot)
        if match is not None:
            return match
    marks = "".join(_is(mark, str(gone.getAttribute(mark))) for mark in _marks(gone))
    if marks:
        match = _first(f"{gone.tagName}{marks}", scope)
        if match is not None:
            return match
    sender = near(gone, "[data-then]")
    successor = data(sender, "then") if sender is not None else ""
    if successor:
        match = _first(_is("data-key", successor), slot) or _first(_is("data-do", successor), scope)
        if match is not None:
            return match
    do = data(gone, "do")
    return _first(_is("data-do", do), scope) if do else None


def _marks(element: Element) -> list[str]:
    return [mark for mark in MARKS if element.hasAttribute(mark)]


def _scope(gone: Element, slot: Element) -> Element:
    """Return the redrawn owner of an element, or the nearest sibling of a removed owner."""
    owners: list[tuple[str, Element]] = []
    ancestor = _parent(gone)
    while ancestor is not None and not ancestor.isSameNode(slot):
        if name := next((mark for mark in OWNERS if ancestor.getAttribute(mark)), ""):
            owners.insert(0, (name, ancestor))
        ancestor = _parent(ancestor)
    scope = slot
    for name, owner in owners:
        match = next(
            (
                match
                for beside in _beside(owner, name)
                if (match := some(_is(name, str(beside.getAttribute(name))), scope)) is not None
            ),
            None,
        )
        if match is None:
            break
        scope = match
    return scope


def _beside(owner: Element, name: str) -> list[Element]:
    """Return an owner, its next siblings, then its previous ones, nearest first."""
    parent = _parent(owner)
    if parent is None:
        return [owner]
    all = [child for child in parent.children if child.hasAttribute(name)]
    index = next(n for n, child in enumerate(all) if child.isSameNode(owner))
    return [*all[index:], *reversed(all[:index])]


def _parent(element: Element) -> Element | None:
    return near(element.parentElement, "*")


def _heading(gone: Element, place: Element) -> Element | None:
    """Return the heading of the element's section, or the first heading."""
    part = near(gone, "section, fieldset, form")
    old = some(HEADINGS, part) if part is not None else None
    if old is not None:
        same = (new for new in each(HEADINGS, place) if new.textContent == old.textContent)
        match = next((new for new in same if _takes(new)), None)
        if match is not None:
            return match
    return _first(HEADINGS, place)


def _first(selector: str, within: Element) -> Element | None:
    """Return the first focusable match, including the element itself."""
    if within.matches(selector) and _takes(within):
        return within
    return next((element for element in each(selector, within) if _takes(element)), None)


def _is(name: str, value: str) -> str:
    return f'[{name}="{window.CSS.escape(value)}"]'


def _put_cursor(gone: Element, field: Element) -> None:
    """Restore the cursor position in a redrawn text field, or that all of it is selected."""
    start, end = getattr(gone, "selectionStart", None), getattr(gone, "selectionEnd", None)
    if not isinstance(start, int) or field.tagName != gone.tagName:
        return
    if (start, end) == (0, len(gone.value)):
        field.select()  # its value may be longer by now, and typing replaces it
    else:
        field.setSelectionRange(start, end)
