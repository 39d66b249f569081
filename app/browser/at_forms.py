"""What the document's events mean at the open form: its fields, its buttons, its dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.browser import tools
from app.browser.dom import Js, data, each, near, one
from app.browser.runtime import Runtime
from app.browser.views import field_text
from app.table.messages.forms import (
    DueOpened,
    EntryAdded,
    EntryDropped,
    FieldStepped,
    FieldTyped,
    FormReset,
    PartCast,
    PlacePicked,
    RollableTaken,
)
from app.table.messages.plays import (
    DecisionTaken,
    DiceEntered,
    DiePicked,
    DieTakenBack,
    EffectsApplied,
    EffectsTakenBack,
    FacesTyped,
    FaceTyped,
    KeyTapped,
    PlayCancelled,
    PlaySettled,
    RestRolled,
    ResultShown,
    RollTapped,
)

if TYPE_CHECKING:
    from app.table.messages import Message


def _place(button: Js, name: str) -> int | None:
    text = data(button, name)
    return int(text) if text else None


def _around(button: Js, of: str) -> str:
    """The name of the field beside a button."""
    return str(one("input", near(button, of)).name)


#: What is done with an open form, by `data-do`.
MESSAGES: dict[str, Callable[[Js], Message]] = {
    "roll": lambda _: RollTapped(),
    "hidden": lambda _: RollTapped(hidden=True),
    "uncover": lambda _: ResultShown(),
    "enter": lambda _: DiceEntered(),
    "face": lambda key: KeyTapped(data(key, "face")),
    "back": lambda _: DieTakenBack(),
    "rest": lambda _: RestRolled(),
    "cancel": lambda _: PlayCancelled(),
    "settle": lambda _: PlaySettled(),
    "step": lambda button: FieldStepped(_around(button, ".stepper"), int(data(button, "by"))),
    "add": lambda chip: EntryAdded(_around(chip, ".control"), data(chip, "value")),
    "drop": lambda chip: EntryDropped(_around(chip, ".control")),
    "reset": lambda _: FormReset(),
    "apply": lambda button: EffectsApplied(_place(button, "effect")),
    "take-back": lambda button: EffectsTakenBack(int(data(button, "applied"))),
    "due-roll": lambda button: DueOpened(data(near(button, "[data-due]"), "due")),
}


def taken(button: Js) -> Message:
    """A form is about to be opened from a button: who plays in it, what it is about."""
    target = data(button, "cast-target") if button.hasAttribute("data-cast-target") else None
    others = {
        str(name).removeprefix("data-cast-"): str(button.getAttribute(name))
        for name in button.getAttributeNames()
        if str(name).startswith("data-cast-") and name not in ("data-cast-self", "data-cast-target")
    }
    return RollableTaken(
        data(button, "procedure-of"),
        data(button, "place-of"),
        _place(button, "follow"),
        data(button, "cast-self"),
        target,
        others,
    )


def chosen(option: Js) -> Message:
    """An answer to a decision; dice that are picked are marked around it."""
    pressed = each('[data-place][aria-pressed="true"]', near(option, "[data-view]"))
    picked = tuple(int(data(die, "place")) for die in pressed)
    return DecisionTaken(data(option, "choice"), data(option, "value"), picked)


def cast(field: Js) -> Message | None:
    """A change in one of the cast's own fields; None if it is none of them."""
    if field.hasAttribute("data-role"):
        return PartCast(data(field, "role"), str(field.value))
    if field.hasAttribute("data-pick"):
        return PlacePicked(str(field.value))
    return None


def edited(runtime: Runtime, field: Js, event: str) -> bool:
    """Something was typed into a die or a field of the form; True if it was one of them."""
    if field.hasAttribute("data-die"):
        if event == "input":
            runtime.send(FacesTyped(int(data(field, "die")), str(field.value)))
        return True
    if near(field, "form[data-procedure]") is None or not runtime.model.open:
        return False
    if field.name:
        runtime.send(FieldTyped(str(field.name), field_text(field)))
    return True


def pressed(runtime: Runtime, event: Js) -> None:
    """Backspace in an empty die goes back; Enter takes a face that could still grow."""
    field = event.target
    if event.key == "Backspace" and not field.value:
        event.preventDefault()
        runtime.send(DieTakenBack())
    elif event.key == "Enter":
        event.preventDefault()
        runtime.send(FaceTyped(int(data(field, "die")), str(field.value)))


def tapped(runtime: Runtime, what: str, button: Js) -> bool:
    """A button of the open form; True if it was one."""
    if what == "place":
        tools.toggle_pick(button)
    elif what == "copy":
        tools.copy_result(runtime.model, button)
    elif what == "share":
        tools.copy_link(runtime.model, button)
    elif what in MESSAGES:
        runtime.send(MESSAGES[what](button))
    else:
        return False
    return True


def die(element: Js) -> Message:
    """A die was tapped."""
    return DiePicked(int(data(element, "die")))
