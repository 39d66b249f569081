"""What `update` wants done on the screen: the address, the cursor, what is to be seen or heard."""

from __future__ import annotations

import asyncio

from pyscript import window

from app.browser.platform.dom import Js, near, page_address, some, speak, tell
from app.browser.shell import focus
from app.update.commands import (
    Command,
    FocusField,
    FocusQuestion,
    FocusRecord,
    FocusStep,
    ForgetTyped,
    Go,
    Notify,
    Say,
    SayAddress,
    ShowDue,
    ShowPlace,
    ShowPlay,
    ShowTurn,
    StoreDevice,
    StoreLineup,
)
from app.update.model import Model
from app.update.roll.forms import address
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import read

#: Seconds after the last edit before the address says it, and before the slower numbers are made.
SETTLED = 0.4

#: Seconds before those of a form that was just opened: what else a start does comes first.
OPENED = 0.1


async def worth_it(desk: Desk, opened: bool) -> None:
    """Wait until slower numbers of a form are worth making; not at all where it is at fault."""
    if not desk.faults():
        await asyncio.sleep(OPENED if opened else SETTLED)


#: The forms of the tracker.
FORMS = {"all": "form", "steps": ".step-form:not(.is-main)", "time": "[data-time]"}

FOLDED = "details:not([open])"

#: Pixels of the window that bars and buttons take, above and below.
BARS = 230

_NEAREST: Js = window.JSON.parse('{"block": "nearest"}')
_START: Js = window.JSON.parse('{"block": "start"}')


def comes_before(command: Command) -> bool:
    """Is it done before the model is drawn?"""
    return isinstance(command, ForgetTyped)


def do(command: Command, model: Model) -> None:
    """Do it on a page that shows the model."""
    match command:
        case Go(hash):
            window.location.hash = hash
        case SayAddress(soon):
            _address.say(model, soon)
        case Notify(words):
            tell(words)
        case Say(words):
            speak(words)
        case ShowPlay():
            _show_play(model)
        case FocusField(name):
            _focus(f'[data-view]:not([hidden]) form[data-procedure] [name="{_safe(name)}"]')
        case FocusQuestion():
            _focus('[data-view]:not([hidden]) form[data-procedure] [data-do="roll-anyway"]')
        case FocusStep(step):
            _focus(f'form[data-step="{_safe(step)}"]:not(.is-main) :is(input, select)')
        case FocusRecord(list, place, field):
            _focus(f"#{_safe(f'{model.game}-{list}-{place}-{field}')}")
        case ShowPlace(who):
            _to_see(some(f'[data-view="{model.game}/encounter"] [data-place="{_safe(who)}"]'))
        case ShowTurn():
            _to_see(some(f'[data-view="{model.game}/encounter"] .acting header'))
        case ShowDue():
            _to_see(some(f'[data-view="{model.game}/encounter"] .due'))
        case StoreDevice(record):
            from app.browser.platform.settings import keep  # a start needs none of it

            keep(record)
        case StoreLineup(lineups):
            from app.browser.platform.settings import keep_lineups

            keep_lineups(lineups)
        case ForgetTyped(forms):
            slot = some(f'[data-view="{model.game}/encounter"] [data-slot="encounter"]')
            if slot is not None:
                focus.forget(slot, FORMS[forms])


def _safe(text: str) -> str:
    return str(window.CSS.escape(text))


def _focus(selector: str) -> None:
    """Put the cursor there, and unfold what it is in."""
    field = some(selector)
    if field is None:
        return
    folded = near(field, FOLDED)
    while folded is not None:
        folded.open = True
        folded = near(folded, FOLDED)
    field.focus()


def _to_see(element: Js | None) -> None:
    if element is not None:
        element.scrollIntoView(_NEAREST)


def _show_play(model: Model) -> None:
    """A play went on: it is to be seen."""
    path = model.over.replace(".", "/", 1) or model.address.path
    view = some(f'[data-view="{_safe(path)}"]')
    place = some('[data-slot="play"]', view) if view is not None else None
    if place is None:
        return
    # (The section around an outcome is no box of its own that could be scrolled to.)
    playing = some(".outcome, .playing", place)
    if playing is None:
        return
    # Where it is taller than the window: what it asks, before what may be answered.
    is_tall = playing.offsetHeight > window.innerHeight - BARS
    playing.scrollIntoView(_START if is_tall else _NEAREST)
    held = window.document.activeElement
    if playing.contains(held):
        _to_see(held)


class _Address:
    """The address of the page, which says what the open form says."""

    def __init__(self) -> None:
        self._saying: asyncio.TimerHandle | None = None

    def say(self, model: Model, soon: bool) -> None:
        """Say it, so that it can be bookmarked. soon: once nothing more is typed for a moment."""
        if self._saying is not None:
            self._saying.cancel()
            self._saying = None
        if soon:
            loop, stood = asyncio.get_event_loop(), str(window.location.hash)
            self._saying = loop.call_later(SETTLED, self._say_at, stood, model)
        elif model.open in model.forms:
            now, said = str(window.location.hash), address(model.form, with_roll=False)
            # Where another page is about to open, its address stays.
            if now != said and read(now).path == read(said).path:
                window.history.replaceState(window.history.state, "", said)

    def _say_at(self, stood: str, model: Model) -> None:
        """Say it, unless another address has been opened meanwhile."""
        if str(window.location.hash) == stood:
            self.say(model, soon=False)


_address = _Address()


def say_address(model: Model) -> None:
    """The address says at once what the open form says: the page may be gone in a moment."""
    _address.say(model, soon=False)


def full_link(model: Model) -> str:
    """The address of the open form with its roll for other devices; empty where there is none."""
    here = page_address()
    return here and here + address(model.form, with_roll=True)
