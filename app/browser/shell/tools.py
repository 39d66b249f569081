"""Tools around the forms: rule texts, steppers, copying, the theme."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from pyscript import document, window

from app.browser.platform import dom
from app.browser.platform.dom import data, enclosing, near, notify, one, some, soon, speak
from app.browser.platform.elements import Element
from app.browser.platform.settings import NOT_SAVING
from app.browser.shell.screen import full_link
from app.browser.shell.views import put_text
from app.core.play.play import Finished
from app.core.procedures.kinds import Number, Whole
from app.core.support.typed_numbers import turn_sign
from app.update.model import Model
from app.widgets.roll.form.forms import step_text
from app.widgets.roll.result.copying import markdown
from app.widgets.roll.result.results import card

#: Shown if a link is requested and the page has no address for other devices.
NO_LINK = "This page is a file on your device, so links to it don’t work for others."


def show_rule(game: str, id: str) -> bool:
    """Show a rule in a dialog; return False if the game's rulebook lacks it."""
    book = f"{game}/rules"
    if not dom.want(book):
        soon(_rule_brought(game, id))
        return True
    rule, dialog = some(f"#rule-{window.CSS.escape(id)}"), some("[data-rule-dialog]")
    if rule is None or dialog is None:
        return False
    place = one('[data-slot="rule"]', dialog)
    dom.show(place, "")
    place.append(_by_itself(rule))
    name = some("strong, b", place)
    dialog.setAttribute("aria-label", str(name.textContent) if name is not None else f"Rule {id}")
    one("[data-rule-more]", dialog).href = f"#/{book}/{id}"
    if not dialog.open:
        dialog.showModal()
    return True


async def _rule_brought(game: str, id: str) -> None:
    if await dom.load_content(f"{game}/rules"):
        show_rule(game, id)


def _by_itself(rule: Element) -> Element:
    """Return a standalone copy of a rule, ignoring the filter of its book.

    A list item is put into its own list, a table row below the head of its table.
    """
    copy = rule.cloneNode(True)
    for part in (copy, *dom.each(".rule", copy)):
        part.hidden = False
        part.removeAttribute("id")
    holder = {"TR": "table", "LI": "ul"}.get(str(copy.tagName))
    if holder is None:
        return copy
    wrapper: Element = document.createElement(holder)
    head = some("thead", enclosing(rule, "table")) if holder == "table" else None
    if head is not None:
        wrapper.append(head.cloneNode(True))
    wrapper.append(copy)
    return wrapper


def close_rule() -> None:
    dialog = some("[data-rule-dialog]")
    if dialog is not None and dialog.open:
        dialog.close()


def close_lacks() -> None:
    """Hide the notice about missing browser features until the next start."""
    one("[data-lacks]").hidden = True


def step(button: Element) -> Element:
    """Step a number by one within its range and return its field."""
    field = one("input", enclosing(button, ".stepper"))
    low, high = Fraction(data(field, "low")), Fraction(data(field, "high"))
    kind = Number(low, high) if field.hasAttribute("data-decimals") else Whole(int(low), int(high))
    put_text(
        field, step_text(str(field.value), int(data(button, "by")), data(field, "default"), kind)
    )
    return field


def sign(button: Element) -> Element:
    """Change the sign of a number, typed or begun, and return its field."""
    field = one("input", enclosing(button, ".stepper"))
    put_text(field, turn_sign(str(field.value)))
    return field


def add(chip: Element) -> Element:
    """Append an entry to a list's field and return the field."""
    field = one("input", enclosing(chip, ".control"))
    text = str(field.value).strip().rstrip(",")
    put_text(field, f"{text}, {data(chip, 'value')}" if text else data(chip, "value"))
    return field


def drop(chip: Element) -> Element:
    """Remove the last entry of a list's field and return the field."""
    field = one("input", enclosing(chip, ".control"))
    put_text(field, ", ".join(part.strip() for part in str(field.value).split(",")[:-1]))
    return field


#: Actions of the buttons beside a field.
FIELD_TOOLS = {"step": step, "sign": sign, "add": add, "drop": drop}


def copy_result(model: Model) -> None:
    """Copy the result as Markdown."""
    desk = model.form.desk
    play = desk.play()
    if isinstance(play, Finished):
        soon(copy_text(markdown(card(desk.procedure, play), full_link(model))))


def give_link(model: Model) -> None:
    """Share a link to the same roll, or copy it."""
    if href := full_link(model):
        soon(_link_given(href, model.form.procedure.title))
    else:
        notify(NO_LINK)


async def _link_given(href: str, title: str) -> None:
    from app.browser.platform.sharing import share_link

    if not await share_link(href, title):
        await copy_text(href)


def give_picture(model: Model, as_file: bool) -> None:
    """Share the result as a picture, or save it as a file."""
    from app.browser.platform.sharing import save_picture, share_picture

    soon(save_picture(model) if as_file else share_picture(model))


async def copy_text(text: str) -> None:
    """Copy a text and confirm it, or show the text where copying is not allowed."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:  # no clipboard or no permission: show the text instead
        notify(f"Copy this: {text}")
        return
    dom.toast("Copied")
    speak("Copied")


def print_needed() -> None:
    """Print the tables that a game master needs most."""
    print_only("needed")


def print_only(what: str) -> None:
    """Print one part of the page (see static/css/print.css)."""
    dom.root.setAttribute("data-print", what)
    _hear_printed()
    window.print()


@cache
def _hear_printed() -> None:
    """Allow printing everything again after a print."""
    dom.listen(window, "afterprint", lambda _: dom.root.removeAttribute("data-print"))


def choose_theme(theme: str) -> None:
    """Set the theme: `light`, `dark`, or `auto` for the system's."""
    dom.root.setAttribute("data-theme", theme)
    try:
        window.localStorage.setItem("tableside-theme", theme)
    except Exception:
        notify(NOT_SAVING)


def show_all(summary: Element) -> bool:
    """Show all fields behind "more" when only edited ones were open."""
    more = near(summary, ".more")
    if more is None or not more.classList.contains("is-some"):
        return False
    more.classList.remove("is-some")
    return True
