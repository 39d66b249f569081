"""Commands on the screen: address, cursor, scrolling, announcements."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from pyscript import window

from app.browser.platform.dom import (
    REFUSED,
    data,
    each,
    end_toast_undo,
    hide_toast,
    near,
    notify,
    page_address,
    root,
    some,
    speak,
    toast,
)
from app.browser.platform.elements import Element, Js
from app.browser.shell import focus
from app.update import commands
from app.update.model import Model
from app.update.roll.filling import address
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import path_of, read

#: Seconds after the last edit before the address and slow numbers are updated.
SETTLED = 0.4

#: Seconds before the slow numbers of a form that was just opened.
OPENED = 0.1


async def worth_it(desk: Desk, opened: bool) -> None:
    """Wait until slow numbers of a valid form are worth computing."""
    if not desk.faults():
        await asyncio.sleep(OPENED if opened else SETTLED)


#: Selectors of the tracker's forms.
FORMS = {"all": "form", "steps": ".step-form:not(.is-main)", "time": "[data-time]"}

#: The form of a procedure on the open page.
OPEN_FORM = "[data-view]:not([hidden]) form[data-procedure]"

#: The elements of a control in a step's form that can be focused; buttons pick combatants.
FIELDS = ":is(input:not([type=hidden]), select, textarea, .picks button)"

FOLDED = "details:not([open])"

#: Pixels of the window's height taken by bars and buttons.
BARS = 230

#: Pixels left of the current place in the order of turns.
ASIDE = 12

_NEAREST: Js = window.JSON.parse('{"block": "nearest"}')
_START: Js = window.JSON.parse('{"block": "start"}')


def comes_before(command: commands.Command) -> bool:
    """Tell whether a command runs before the model is drawn."""
    return isinstance(command, commands.ForgetTyped)


def do(command: commands.Command, model: Model) -> None:
    """Run a command on a page that shows the model."""
    match command:
        case commands.Go(hash):
            window.location.hash = hash
        case commands.SayAddress(soon):
            _address.say(model, soon)
        case commands.Notify(words, lasting, refusal):
            notify(words, lasting=lasting, cause=REFUSED if refusal else "")
        case commands.Toast(words, n, campaign):
            toast(words, n, campaign)
        case commands.HideToast():
            hide_toast()
        case commands.EndToastUndo():
            end_toast_undo()
        case commands.Say(words):
            speak(words)
        case commands.ShowPlay():
            _show_play(model)
        case commands.FocusField(name):
            _focus(some(f'{OPEN_FORM} [name="{_safe(name)}"]'))
        case commands.FocusQuestion():
            _focus(some(f'{OPEN_FORM} [data-do="roll-anyway"]'))
        case commands.FocusStep(step):
            _show_step(step, model.tracker.given)
        case commands.FocusRecord(list, place, field):
            _focus(some(f"#{_safe(f'{model.game}-{list}-{place}-{field}')}"))
        case commands.ShowPlace(who):
            _to_see(_in_fight(model, f'[data-place="{_safe(who)}"]'))
        case commands.ShowTurn():
            _to_see(_in_fight(model, ".acting header"))
            order = _in_fight(model, ".order")
            if order is not None:
                _to_see(order)
                _scroll_order(some(".is-current", order))
        case commands.ShowDue():
            _to_see(_in_fight(model, ".due"))
        case commands.ShowLayers():
            from app.update.layers import layers  # with the rest of the fight

            say_layers(layers(model))
        case commands.StoreDevice(record):
            from app.browser.platform.settings import keep  # a start needs none of it

            keep(record)
        case commands.StoreLineup(lineups):
            from app.browser.platform.settings import keep_lineups

            keep_lineups(lineups)
        case commands.ForgetTyped(forms):
            slot = _in_fight(model, '[data-slot="encounter"]')
            if slot is not None:
                focus.forget(slot, FORMS[forms])


def _in_fight(model: Model, selector: str) -> Element | None:
    """Return the first match on the fight's page."""
    return some(f'[data-view="{model.game}/encounter"] {selector}')


def _safe(text: str) -> str:
    return str(window.CSS.escape(text))


def _show_step(step: str, given: Mapping[str, object]) -> None:
    """Scroll to the form of a step and focus its first field that the button has not filled.

    In the panel of a combatant that one is chosen already.
    """
    form = some(f'form[data-step="{_safe(step)}"]:not(.is-main)')
    if form is None:
        return
    controls = each("[data-control]", form)
    filled = {*given, "who"} if data(form, "step-who") else given
    controls.sort(key=lambda control: data(control, "control") in filled)
    field = next((field for control in controls for field in each(FIELDS, control)), None)
    _focus(field)
    _to_see(form)
    _to_see(field)


def _focus(field: Element | None) -> None:
    """Focus a field and open the sections around it."""
    if field is None:
        return
    folded = near(field, FOLDED)
    while folded is not None:
        folded.open = True
        folded = near(folded, FOLDED)
    field.focus()


def _to_see(element: Element | None) -> None:
    if element is not None:
        element.scrollIntoView(_NEAREST)


def _scroll_order(place: Element | None) -> None:
    """Scroll the order of turns, not the page, so that a place is first in it."""
    if place is not None:
        place.parentElement.scrollLeft = place.offsetLeft - ASIDE


def _show_play(model: Model) -> None:
    """Scroll to the current play."""
    path = path_of(model.overlay) or model.address.path
    view = some(f'[data-view="{_safe(path)}"]')
    slot = some('[data-slot="play"]', view) if view is not None else None
    if slot is None:
        return
    # The section around an outcome has no box to scroll to.
    playing = some(".outcome, .playing", slot)
    if playing is None:
        return
    # In a play taller than the window the question comes before its answers.
    is_tall = playing.offsetHeight > window.innerHeight - BARS
    playing.scrollIntoView(_START if is_tall else _NEAREST)
    _to_see(some(".choice-rows.main", slot))
    focused = window.document.activeElement
    if playing.contains(focused):
        _to_see(focused)


class _Address:
    """The page's address, which encodes the inputs of the open form."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def say(self, model: Model, soon: bool) -> None:
        """Update the address for bookmarks; `soon` waits until typing stops."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if soon:
            loop, current = asyncio.get_event_loop(), str(window.location.hash)
            self._timer = loop.call_later(SETTLED, self._say_at, current, model)
        elif model.open in model.forms:
            current_hash, target = str(window.location.hash), address(model.form, with_roll=False)
            # An address of a page that is about to open stays.
            if current_hash != target and read(current_hash).path == read(target).path:
                window.history.replaceState(window.history.state, "", target)

    def _say_at(self, expected: str, model: Model) -> None:
        """Update the address unless another one was opened meanwhile."""
        if str(window.location.hash) == expected:
            self.say(model, soon=False)


_address = _Address()


def say_address(model: Model) -> None:
    """Update the address at once, as the page may be about to close."""
    _address.say(model, soon=False)


def say_layers(names: tuple[str, ...]) -> None:
    """Name the layers over the fight for the browser's history (static/js/layers.js)."""
    root.setAttribute("data-layers", json.dumps(names))


def full_link(model: Model) -> str:
    """Return a link to the open form with its roll, or an empty text if there is none."""
    here = page_address()
    return here and here + address(model.form, with_roll=True)
