"""Event handlers of the tracker: steps, the turn order, joining, time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.fight.overlay_view import keep_real_dice
from app.browser.fight.preset_search import first_preset, sift_presets
from app.browser.fight.step_fields import hide_moot
from app.browser.fight.typed_line import replace_word, show_line
from app.browser.platform.dom import (
    alert,
    data,
    each,
    enclosing,
    later,
    near,
    one,
    some,
)
from app.browser.platform.dragging import follow
from app.browser.platform.elements import Element, Event
from app.browser.shell import tools
from app.browser.shell.focus import give_focus
from app.browser.shell.listener import Listener
from app.browser.shell.running_app import STORAGE, Refused
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import field_text, put_text
from app.core.errors import BadInput
from app.core.procedures.inputs import Input
from app.update.messages import campaign, tracker
from app.widgets.fight.joining import nouns
from app.widgets.roll.form.forms import fault_words

if TYPE_CHECKING:
    from app.update.messages import Message


def _who(element: Element) -> str:
    return data(enclosing(element, "[data-place]"), "place")


def _due(element: Element) -> str:
    return data(enclosing(element, "[data-due]"), "due")


def _taken(button: Element) -> Message:
    who = data(button, "step-for")
    return tracker.StepTaken(data(button, "step-id"), {"who": who} if who else {})


def _opened(button: Element) -> Message:
    return tracker.StepOpened(data(button, "step-id"), data(button, "step-for"))


def _menu(button: Element) -> Message:
    again = near(button, "[data-place]") is not None
    return tracker.MenuTapped(data(button, "who"), again, data(button, "tab"))


#: Moves of the arrow keys in the turn order.
ARROWS = {"ArrowUp": -1, "ArrowLeft": -1, "ArrowDown": 1, "ArrowRight": 1}

#: The pad of a combatant's number in the order.
ORDER = "order"

#: The message of each button, by its `data-do`.
MESSAGES: dict[str, Callable[[Element], Message]] = {
    "encounter-begin": lambda _: tracker.StepTaken("begin"),
    "encounter-end": lambda _: tracker.StepTaken("end"),
    "menu": _menu,
    "tab": lambda button: tracker.TabTapped(data(button, "tab")),
    "condition": lambda button: tracker.ConditionTapped(_who(button), data(button, "condition")),
    "number": lambda button: tracker.MeterTapped(data(button, "who"), ORDER),
    "several-heal": lambda button: _several(enclosing(button, "form"), heals=True),
    "step-open": _opened,
    "step-close": lambda _: tracker.StepClosed(),
    "step-take": _taken,
    "step-all": lambda button: sent(enclosing(button, "form"), everybody=True),
    "foes": lambda _: tracker.PanelTapped("join"),
    "panel": lambda button: tracker.PanelTapped(data(button, "panel")),
    "panel-close": lambda _: tracker.PanelTapped(""),
    "meter": lambda button: tracker.MeterTapped(data(button, "who"), data(button, "meter")),
    "meter-up": lambda button: _changed(enclosing(button, "form"), down=False),
    "meter-down": lambda button: _changed(enclosing(button, "form"), down=True),
    "enter-hits": lambda button: tracker.MeterTapped(
        data(button, "who"), data(button, "meter"), True
    ),
    "turn-pass": lambda _: tracker.TurnPassed(),
    "turn-anyway": lambda _: tracker.TurnPassed(anyway=True),
    "aim": lambda button: tracker.Aimed(data(button, "target")),
    "act": lambda button: tracker.ActionTaken(
        data(button, "who"), data(button, "act"), data(button, "target")
    ),
    "real-dice": lambda button: _switched(bool(data(button, "on"))),
    "over-close": lambda _: tracker.OverClosed(),
    "reopen": lambda button: tracker.ResultReopened(data(button, "procedure"), data(button, "of")),
    "place-up": lambda button: campaign.TurnMoved(_who(button), -1),
    "place-down": lambda button: campaign.TurnMoved(_who(button), 1),
    "place-remove": lambda button: tracker.StepTaken("remove", {"who": _who(button)}),
    "place-hide": lambda button: campaign.HidingSwitched(_who(button)),
    "join": lambda button: tracker.CharactersJoined([data(button, "who")]),
    "join-all": lambda _: tracker.CharactersJoined(),
    "preset-more": lambda button: tracker.PresetStepped(data(button, "preset"), 1),
    "preset-less": lambda button: tracker.PresetStepped(data(button, "preset"), -1),
    "presets-add": lambda _: tracker.PresetsJoined(),
    "preset-group": lambda button: tracker.PresetGroupJoined(data(button, "label")),
    "preset-again": lambda _: tracker.LastGroupJoined(),
    "preset-save": lambda button: campaign.PresetSaved(data(button, "who")),
    "preset-remove": lambda button: campaign.PresetRemoved(data(button, "preset")),
    "due-done": lambda button: campaign.DueTicked(_due(button), "done"),
    "due-waive": lambda button: campaign.DueTicked(_due(button), "waived"),
    "table-tells": lambda _: campaign.TellingSwitched(),
    "table-words": lambda _: campaign.TellingSwitched("words"),
}


def _switched(on: bool) -> Message:
    """Switch between real and virtual dice and store the choice on this device."""
    keep_real_dice(on)
    return tracker.RealDiceSwitched(on)


def _changed(form: Element, down: bool | None = None) -> Message:
    """Change a meter by the number in its pad; without `down` the number's sign decides."""
    amount = one("[name=by]", form).value
    return tracker.MeterChanged(data(form, "who"), data(form, "meter"), str(amount), down)


def _several(form: Element, heals: bool = False) -> Message:
    """Damage or heal the ticked combatants."""
    ticked = tuple(str(box.value) for box in each("[name=who]:checked", form))
    return tracker.SeveralChanged(ticked, str(one("[name=by]", form).value), heals)


class AtTracker(Listener):
    """Handles the events of the views `game/encounter` and `game/table`."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "step-fill":
            _fill(button)
        elif what == "pick-person":
            _pick(button)
        elif what == "line-fix":
            self.on_input(replace_word(button))
        elif what == "foes-show":
            board = enclosing(button, "[data-tracker]")
            give_focus(one("[data-presets] :is(button, input)", board))
        elif what in MESSAGES and near(button, "[data-tracker]") is None:
            self._runtime.send(MESSAGES[what](button))  # on another page: a fault is shown above
        elif what in MESSAGES:
            form = near(button, "form")
            self._runtime.send(MESSAGES[what](button), self._fault_handler(form))
        elif what in tools.FIELD_TOOLS and near(button, "[data-tracker]"):
            tools.FIELD_TOOLS[what](button)
        else:
            return False
        return True

    def on_submit(self, form: Element) -> bool:
        refused = self._fault_handler(form)
        if form.hasAttribute("data-step"):
            self._runtime.send(sent(form), refused)
        elif form.hasAttribute("data-meter"):
            self._runtime.send(_changed(form), refused)
        elif form.hasAttribute("data-number"):
            number = str(one("[name=number]", form).value)
            self._runtime.send(tracker.OrderNumberSet(data(form, "who"), number), refused)
        elif form.hasAttribute("data-several"):
            self._runtime.send(_several(form), refused)
        elif form.hasAttribute("data-quick"):
            self._runtime.send(tracker.LineJoined(str(one("[name]", form).value)), refused)
        elif form.hasAttribute("data-presets"):
            if id := first_preset(form):
                self._runtime.send(tracker.PresetStepped(id, 1), refused)
        elif form.hasAttribute("data-time"):
            count, unit = (one(f"[name={name}]", form) for name in ("count", "unit"))
            self._runtime.send(tracker.HoursPassed(str(count.value), str(unit.value)), refused)
        else:
            return False
        return True

    def on_focus(self, field: Element) -> None:
        if near(field, "form[data-quick]") is not None:
            later(0, nouns.prepare)

    def on_input(self, field: Element) -> bool:
        """Preview the combatants of a line, or search presets, while it is typed."""
        if (presets := near(field, "form[data-presets]")) is not None:
            sift_presets(presets.parentElement)
            return True
        form = near(field, "form[data-quick]")
        if form is None:
            return False
        one('[data-fault="quick"]', form).textContent = ""
        show_line(form.parentElement, self._runtime.model)
        return True

    def on_change(self, field: Element) -> bool:
        """Set another target for the rolls of a menu, take a typed number, or hide fields."""
        if str(field.name) == "number" and (form := near(field, "form[data-number]")) is not None:
            return self.on_submit(form)
        if near(field, "form[data-step]") is not None and self._runtime.model.played:
            hide_moot(enclosing(field, "[data-tracker]"), self._runtime.model.played[0])
            return False
        if not field.hasAttribute("data-roll-target"):
            return False
        row, id = enclosing(field, "[data-place]"), str(field.value)
        for roll in each("[data-cast-target]", row):
            roll.setAttribute("data-cast-target", id)
        for select in each('form[data-step] select[name="target"]', row):
            put_text(select, id)
        self._runtime.send(tracker.Aimed(id, data(row, "place")))
        return True

    def on_key(self, event: Event) -> bool:
        """Move the focused combatant in the turn order with Alt and an arrow key, or a tab."""
        if (tab := near(event.target, "[role=tab]")) is not None and str(event.key) in ARROWS:
            tabs = list(tab.parentElement.children)
            index = next(n for n, other in enumerate(tabs) if other.isSameNode(tab))
            beside = tabs[(index + ARROWS[str(event.key)]) % len(tabs)]
            event.preventDefault()
            give_focus(beside)
            self._runtime.send(tracker.TabTapped(data(beside, "tab")), self._fault_handler(None))
            return True
        row = near(event.target, "[data-place]")
        if row is None or not event.altKey or str(event.key) not in ARROWS:
            return False
        event.preventDefault()
        by = ARROWS[str(event.key)]
        self._runtime.send(campaign.TurnMoved(data(row, "place"), by), self._fault_handler(None))
        return True

    def on_hold(self, target: Element) -> bool:
        """Open a combatant's panel by a long press on its place in the order."""
        place = near(target, ".order [data-opens]")
        if place is None:
            return False
        self._runtime.send(
            tracker.MenuTapped(data(place, "who"), again=False), self._fault_handler(None)
        )
        return True

    def on_pointer_down(self, event: Event) -> None:
        """Drag a combatant in the turn order by its grip."""

        def moved(who: str, before: str) -> None:
            self._runtime.send(campaign.TurnPlaced(who, before), self._fault_handler(None))

        follow(event, moved)

    def _fault_handler(self, form: Element | None) -> Refused:
        """Return a handler that shows a fault at its field in a form."""

        def refused(fault: BadInput) -> None:
            if fault.field == STORAGE:
                return
            inputs: Mapping[str, Input] = MappingProxyType({})
            model, step = self._runtime.model, data(form, "step") if form is not None else ""
            encounter = model.games[model.game].encounter
            if encounter is not None and step in encounter.by_id:
                inputs = encounter.by_id[step].inputs
            _fault(model.game, fault, form, inputs)

        return refused


def sent(form: Element, everybody: bool = False) -> Message:
    """Return the message of a submitted step form."""
    fields = each("[name]", form)
    typed = {str(field.name): field_text(field) for field in fields}
    defaults = {str(field.name): data(field, "default") for field in fields}
    return tracker.StepSent(data(form, "step"), typed, defaults, everybody)


def _fault(game: str, fault: BadInput, form: Element | None, inputs: Mapping[str, Input]) -> None:
    """Show a fault at its field.

    inputs: the inputs of the form, by name.
    """
    box, message = None, fault.message
    if form is not None:
        for fault_box in each("[data-fault]", form):
            fault_box.textContent = ""
        name = window.CSS.escape(fault.field)
        box = some(f'[data-fault="{name}"]', form) or some('[data-fault="form"]', form)
        field = some(f'[name="{name}"]', form)
        if field is not None:
            message = fault_words(inputs, fault)
            field.setAttribute("aria-invalid", "true")
            field.focus()
    slot = f'[data-view="{game}/encounter"] [data-slot="encounter"]'
    alert(message)
    beside = f"{slot} :is([data-tracker-fault], [data-fault=panel])"  # a panel covers the other
    for fault_box in [box] if box is not None else each(beside):
        fault_box.textContent = message
        fault_box.scrollIntoView({"block": "nearest"})


def _fill(button: Element) -> None:
    """Fill a step's form with values of the sheet."""
    form = enclosing(button, "form")
    for name, text in json.loads(data(button, "fill")).items():
        field = some(f'[name="{window.CSS.escape(name)}"]', form)
        if field is not None:
            put_text(field, text)


def _pick(button: Element) -> None:
    """Toggle a combatant in a list and number the buttons in order."""
    control = enclosing(button, ".control")
    field = one("input", control)
    chosen = [id for id in str(field.value).split(",") if id]
    id = data(button, "value")
    chosen = [one for one in chosen if one != id] if id in chosen else [*chosen, id]
    field.value = ",".join(chosen)
    for pick in each("[data-value]", control):
        index = chosen.index(data(pick, "value")) + 1 if data(pick, "value") in chosen else 0
        pick.setAttribute("aria-pressed", "true" if index else "false")
        one("b", pick).textContent = f"{index} " if index else ""
