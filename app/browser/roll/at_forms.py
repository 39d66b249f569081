"""Event handlers of the open form: its fields, buttons and dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.platform.dom import data, each, enclosing, near, one, some
from app.browser.platform.elements import Element, Event
from app.browser.shell import tools
from app.browser.shell.listener import LONG_MS, Listener
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import field_text
from app.update.messages import forms, plays
from app.update.messages.tracker import NextRolled

if TYPE_CHECKING:
    from app.update.messages import Message


def _place(button: Element, name: str) -> int | None:
    text = data(button, name)
    return int(text) if text else None


def _around(button: Element, of: str) -> str:
    """Return the name of the field beside a button."""
    return str(one("input", enclosing(button, of)).name)


def _line(key: Element) -> str:
    """Return the name of the notation field that a key writes into."""
    return str(one("textarea", enclosing(key, ".control")).name)


#: The message of each button, by its `data-do`.
MESSAGES: dict[str, Callable[[Element], Message]] = {
    "roll": lambda _: plays.RollTapped(),
    "hidden": lambda _: plays.RollTapped(hidden=True),
    "again": lambda _: plays.RollTapped(),
    "next": lambda button: NextRolled(int(data(button, "follow"))),
    "uncover": lambda _: plays.ResultShown(),
    "roll-anyway": lambda _: plays.RollConfirmed(),
    "enter": lambda _: plays.DiceEntered(),
    "place": lambda die: plays.PickToggled(int(data(die, "place"))),
    "picks": lambda row: plays.PicksSet(tuple(map(int, data(row, "places").split()))),
    "face": lambda key: plays.KeyTapped(data(key, "face")),
    "back": lambda _: plays.DieTakenBack(),
    "rest": lambda _: plays.RestRolled(),
    "cancel": lambda _: plays.PlayCancelled(),
    "settle": lambda _: plays.PlaySettled(),
    "step": lambda button: forms.FieldStepped(_around(button, ".stepper"), int(data(button, "by"))),
    "sign": lambda button: forms.SignTurned(_around(button, ".stepper")),
    "add": lambda chip: forms.EntryAdded(_around(chip, ".control"), data(chip, "value")),
    "drop": lambda chip: forms.EntryDropped(_around(chip, ".control")),
    "write": lambda key: forms.NotationTapped(_line(key), data(key, "write")),
    "fact": lambda chip: forms.FactTapped(data(chip, "fact")),
    "reset": lambda _: forms.FormReset(),
    "help": lambda line: forms.HelpTaken(
        data(line, "input"), data(line, "text"), data(line, "help-place"), data(line, "action")
    ),
    "apply": lambda button: plays.EffectsApplied(_place(button, "effect")),
    "hit": lambda button: plays.EffectsApplied(to=data(button, "who")),
    "save-roll": lambda _: plays.SaveTapped(),
    "take-back": lambda button: plays.EffectsTakenBack(int(data(button, "applied"))),
    "due-roll": lambda button: forms.DueOpened(data(enclosing(button, "[data-due]"), "due")),
}


def follow_up_message(button: Element) -> forms.RollableTaken:
    """Return the message of a button that opens a form with participants."""
    target = data(button, "cast-target") if button.hasAttribute("data-cast-target") else None
    others = {
        str(name).removeprefix("data-cast-"): str(button.getAttribute(name))
        for name in button.getAttributeNames()
        if str(name).startswith("data-cast-") and name not in ("data-cast-self", "data-cast-target")
    }
    return forms.RollableTaken(
        data(button, "procedure-of"),
        data(button, "place-of"),
        _place(button, "follow"),
        data(button, "cast-self"),
        target,
        others,
    )


class AtForms(Listener):
    """Handles the events of the open form and of buttons that open one."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._pressed: tuple[Element, float] | None = None  # a pressed label, and the time

    def on_tap(self, what: str, button: Element) -> bool:
        if near(button, "[data-view]") is None:
            return False
        if what == "copy":
            tools.copy_result(self._runtime.model)
        elif what == "more":
            return tools.show_all(button)  # otherwise it toggles by itself
        elif what == "share":
            tools.give_link(self._runtime.model)
        elif what in ("picture", "picture-save"):
            tools.give_picture(self._runtime.model, as_file=what == "picture-save")
        elif what in MESSAGES:
            self._runtime.send(MESSAGES[what](button))
        else:
            return False
        return True

    def on_click(self, target: Element) -> bool:
        """Handle an answer to a decision, a die to change, or a held label."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed[0].isSameNode(near(target, "label")):
            was_held = float(window.event.timeStamp) - pressed[1] > LONG_MS
            if was_held and self.on_hold(target):
                window.event.preventDefault()
                return True
        option, die = near(target, "[data-choice]"), near(target, "[data-die]")
        if option is not None:
            self._runtime.send(plays.DecisionTaken(data(option, "choice"), data(option, "value")))
        elif die is not None:
            self._runtime.send(plays.DiePicked(int(data(die, "die"))))
        return option is not None or die is not None

    def on_input(self, field: Element) -> bool:
        if field.hasAttribute("data-die"):
            typed = plays.FacesTyped(int(data(field, "die")), str(field.value))
            self._runtime.send_instead(
                typed, lambda each: isinstance(each, plays.FacesTyped) and each.place == typed.place
            )
            return True
        return self._on_field(field)

    def on_change(self, field: Element) -> bool:
        if field.hasAttribute("data-die") or self._on_field(field):
            return True
        if field.hasAttribute("data-dice-named"):
            from app.update.messages.device import DiceNamed  # not needed by a first roll

            self._runtime.send(DiceNamed(int(data(field, "dice-named")), str(field.value)))
            return True
        if field.hasAttribute("data-role"):
            self._runtime.send(forms.PartCast(data(field, "role"), str(field.value)))
        elif field.hasAttribute("data-pick"):
            self._runtime.send(forms.PlacePicked(str(field.value)))
        else:
            return False
        return True

    def _on_field(self, field: Element) -> bool:
        """Handle a changed field of the form itself."""
        if near(field, "form[data-procedure]") is None:
            return False
        if field.name:
            self._runtime.send(forms.FieldTyped(str(field.name), field_text(field)))
        return True

    def on_submit(self, form: Element) -> bool:
        if not form.hasAttribute("data-procedure"):
            return False
        self._runtime.send(plays.RollTapped())
        return True

    def on_key(self, event: Event) -> bool:
        """Handle Backspace in an empty die and Enter in an incomplete face."""
        field = event.target
        if field.hasAttribute("data-dice-named") and event.key == "Enter":
            event.preventDefault()
            one(".is-next input", enclosing(field, ".wanted")).focus()  # which saves the name, too
            return True
        if not field.hasAttribute("data-die"):
            return False
        if event.key == "Backspace" and not field.value:
            event.preventDefault()
            self._runtime.send(plays.DieTakenBack())
        elif event.key == "Enter":
            event.preventDefault()
            self._runtime.send(plays.FaceTyped(int(data(field, "die")), str(field.value)))
        return str(event.key) != "Escape"

    def on_hold(self, target: Element) -> bool:
        """Open the rule of a held label."""
        line = near(target, "form[data-procedure] .label-line")
        chip = some("a[data-rule]", line) if line is not None else None
        if chip is None:
            return False
        self._pressed = None
        return tools.show_rule(self._runtime.model.game, data(chip, "rule"))

    def on_pointer_down(self, event: Event) -> None:
        """End the animation of fresh dice when the page is touched."""
        label = near(event.target, ".label-line > label")
        self._pressed = (label, float(event.timeStamp)) if label is not None else None
        for die in each(".is-fresh"):
            die.classList.remove("is-fresh")

    def on_focus(self, field: Element) -> None:
        if near(field, "[data-die]") is not None:
            field.select()  # typing replaces the content
