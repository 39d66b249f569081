"""What the document's events mean: each is told to the parts of the page until one takes it.

What an element does is said by its `data-do`, `data-choice`, `data-die` or `data-rule`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from pyscript import window

from app.browser import dom, form_view, later, tools
from app.browser.at_forms import AtForms, taken
from app.browser.counters_view import CountersView
from app.browser.dom import Js, data, near
from app.browser.form_view import FormView
from app.browser.listener import Listener
from app.browser.redrawing import keeping_focus
from app.browser.render import warm
from app.browser.runtime import Runtime
from app.browser.screen import say_address
from app.core.slowly import finished
from app.table.messages.forms import RouteOpened
from app.table.messages.plays import Redone, RollTapped, Undone
from app.table.messages.tracker import RolledOver
from app.widgets.links import read

#: What somebody does, of all that is heard.
DONE = ("click", "input", "change", "keydown", "submit", "drop")


class Events:
    """Everything that the page listens to. A roll is possible before anything is stored."""

    def __init__(self) -> None:
        self.runtime = runtime = Runtime()
        self._listeners: list[Listener] = [AtForms(runtime)]
        runtime.show(FormView(runtime))
        dom.listen(window, "pagehide", lambda _: say_address(runtime.model))
        dom.listen(window.document, "visibilitychange", lambda _: self._set_aside())
        self._preparing = self._prepare()
        #: What is done anywhere.
        self._anywhere: dict[str, Callable[[Js], None]] = {
            "theme": lambda button: tools.choose_theme(data(button, "value")),
            "lacks-read": lambda _: tools.close_lacks(),
            "print-needed": lambda _: tools.print_needed(),
            "undo": lambda button: runtime.send(Undone(near(button, "[data-result]") is not None)),
            "redo": lambda _: runtime.send(Redone()),
            "try": self.tried,
        }

    async def keep(self) -> None:
        """Open the store. Its code is fetched into memory only now: a roll needs none of it."""
        from app.browser.slices import Slices

        slices, runtime = Slices(lambda: True), self.runtime
        await slices.through(self._preparing)
        from app.browser.at_campaigns import AtCampaigns
        from app.browser.campaigns_view import CampaignsView, ReminderView
        from app.browser.manners import Manners
        from app.browser.opening import open_for
        from app.browser.share_view import ArrivalView

        await slices.breathe()
        await open_for(runtime)
        campaigns, manners = AtCampaigns(runtime), Manners(runtime)
        self._listeners += [campaigns, manners]
        runtime.show(CampaignsView(), ArrivalView(), ReminderView(), manners)
        campaigns.routed()
        self._each(lambda each: each.opened())
        warm()

    def _prepare(self) -> Generator[None, None, None]:
        """All the other parts, a few at a time: the page has its turn in between. Whoever does
        something before all are there waits for the rest of them (see `heard`)."""
        from app.browser.at_sheets import AtSheets
        from app.browser.at_tracker import AtTracker
        from app.browser.board_view import BoardView
        from app.browser.chances_view import ChancesView

        yield
        from app.browser.characters_view import CharactersView
        from app.browser.charts_view import ChartsView
        from app.browser.forecast_view import ForecastView
        from app.browser.helps_view import HelpsView

        yield
        from app.browser.home_view import HomeView
        from app.browser.journal_list import JournalList
        from app.browser.notation_field import NotationField
        from app.browser.notes_view import NotesView

        yield
        from app.browser.options_view import OptionsView
        from app.browser.over_view import OverView
        from app.browser.past_view import PastView
        from app.browser.pins_view import PinsView

        yield
        from app.browser.players_view import PlayersView
        from app.browser.policies_view import PoliciesView
        from app.browser.quick_view import QuickView
        from app.browser.scan_view import ScanView

        yield
        from app.browser.search_view import SearchView
        from app.browser.spread_view import SpreadView
        from app.browser.together_view import TogetherView

        yield
        runtime = self.runtime
        sheets = AtSheets(runtime)
        notation, counters = NotationField(runtime, sheets.beside), CountersView(runtime)
        notes, journal = NotesView(runtime), JournalList(runtime)
        search, quick, over = SearchView(runtime), QuickView(runtime), OverView(runtime)
        pins, scan = PinsView(runtime), ScanView(runtime)
        past, forecast = PastView(runtime), ForecastView(runtime)
        together = TogetherView(runtime)
        self._listeners += [notation, counters, journal, notes, sheets, AtTracker(runtime), over]
        self._listeners += [search, quick, ChartsView(runtime), forecast, pins, scan, past]
        self._listeners += [together]
        yield
        runtime.show(notation, counters, BoardView(), over, ChancesView(runtime))
        yield
        runtime.show(HelpsView(runtime), CharactersView(runtime), notes, journal, search, quick)
        yield
        runtime.show(HomeView(), PlayersView(), SpreadView(runtime), forecast, pins, scan, past)
        forecast.routed()
        runtime.show(OptionsView(runtime), PoliciesView(runtime), together)

    def heard(self, event: Js) -> None:
        """An event of the document; what somebody does is told to all parts there will be, once
        their code has come: until then there are forms alone."""
        if str(event.type) in DONE and later.here:
            finished(self._preparing)
        heard: dict[str, Callable[[Js], None]] = {
            "click": self._clicked,
            "input": self._written,
            "change": self._changed,
            "keydown": self._pressed,
            "submit": self._submitted,
            "mousedown": self._held,
            "contextmenu": self._held_long,
            "pointerdown": lambda event: self._each(lambda each: each.gripped(event)),
            "dragover": lambda event: self._each(lambda each: each.dragged(event)),
            "drop": lambda event: self._each(lambda each: each.dragged(event)),
            "focusin": lambda event: self._each(lambda each: each.entered(event.target)),
            "focusout": lambda event: self._each(lambda each: each.left(event.target)),
            "selectionchange": lambda _: self._each(lambda each: each.moved()),
            "tableside:route": lambda _: self.routed(),
        }
        heard[str(event.type)](event)

    def _each(self, tell: Callable[[Listener], None]) -> None:
        for each in self._listeners:
            tell(each)

    def routed(self) -> None:
        """Another address was opened."""
        tools.close_rule()
        hash, model = str(window.location.hash), self.runtime.model
        path = read(hash).path
        touched = path.replace("/", ".", 1) in model.forms
        self.runtime.send(RouteOpened(hash, {} if touched else form_view.standing(path)))
        self._each(lambda each: each.routed())

    def roll_early(self, procedure: str) -> None:
        """A Roll that was tapped before Python ran is rolled now, if its form is still open."""
        if self.runtime.model.open == procedure:
            form_view.pending_done(self.runtime.model.address.path)
            self.runtime.send(RollTapped())

    def tried(self, link: Js) -> None:
        """A form for a sample character was asked for; the link itself opens it."""
        from app.campaign.entries import new_id
        from app.table.messages.trying import SampleTried

        id = new_id(int(window.Date.now()), self.runtime.dice.getrandbits(80))
        sample, place = int(data(link, "sample")), data(link, "place")
        self.runtime.send(SampleTried(data(link, "try"), sample, place, id))

    def _set_aside(self) -> None:
        self._each(lambda each: each.set_aside())

    # --- taps ---

    def _clicked(self, event: Js) -> None:
        target = event.target
        chip, doer = near(target, "a[data-rule]"), near(target, "[data-do]")
        if near(target, "[aria-disabled=true]") is not None:
            event.preventDefault()
            return
        rollable = near(target, "[data-procedure-of]")
        if rollable is not None and near(rollable, "[data-over]") is not None:
            if data(rollable, "do") != "due-roll":
                event.preventDefault()  # it opens over the fight, and not on a page of its own
                said = read(str(rollable.getAttribute("href"))).typed
                self.runtime.send(RolledOver(taken(rollable), said))
        elif rollable is not None and data(rollable, "do") != "due-roll":
            self.runtime.send(taken(rollable))
        if chip is not None:
            plain = not (event.ctrlKey or event.metaKey or event.shiftKey)
            game = read(str(window.location.hash)).path.partition("/")[0]
            if plain and tools.show_rule(game, data(chip, "rule")):
                event.preventDefault()
        elif not any(each.clicked(target) for each in self._listeners) and doer is not None:
            self._tapped(data(doer, "do"), doer, event)

    def _tapped(self, what: str, doer: Js, event: Js) -> None:
        if what in self._anywhere:
            with keeping_focus():
                self._anywhere[what](doer)
        elif any(each.tapped(what, doer) for each in reversed(self._listeners)):
            event.preventDefault()  # a button of a form would submit it

    def _held(self, event: Js) -> None:
        """An offer that is tapped leaves the cursor in its field."""
        if near(event.target, "[data-offer]") is not None:
            event.preventDefault()

    def _held_long(self, event: Js) -> None:
        if any(each.held(event.target) for each in self._listeners):
            event.preventDefault()

    # --- fields ---

    def _written(self, event: Js) -> None:
        for each in self._listeners:
            each.written(event.target)  # a line of notation is the form's as well

    def _changed(self, event: Js) -> None:
        any(each.chosen(event.target) for each in self._listeners)

    def _submitted(self, event: Js) -> None:
        if any(each.submitted(event.target) for each in self._listeners):
            event.preventDefault()

    def _pressed(self, event: Js) -> None:
        if getattr(event.target, "hasAttribute", None):
            any(each.pressed(event) for each in self._listeners)
