"""What is open: which form, the desk at work on it, and the chances beside it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from pyscript import window

from app.browser.dom import Js, near, some, soon
from app.browser.render import render
from app.browser.views import View
from app.core.errors import BadInput
from app.core.games import find
from app.core.odds import spread
from app.core.play import Finished
from app.systems import games
from app.widgets import odds
from app.widgets.desk import Desk, default_text
from app.widgets.links import Address, known_and_not, link, read, unknown_words

#: Where it is said that a link brought what the form does not know; no input has such a name.
OF_LINK = "~link"

#: Seconds after the last edit before the address says it, and before the slower numbers are made.
SETTLED = 0.4


class Page:
    """The open form and the desks of all forms that were touched.

    on_play: called when the play of the open form is another one; it shows it.
    on_house: called with a house rule's name when its field was changed.
    on_left: called with a desk whose dice had fallen by chance, when its play gives way.
    on_change: called when something was typed into the form; it may fill further fields.
    on_form: called when the open form says something else now, whoever filled it.
    """

    def __init__(self) -> None:
        self.dice = random.SystemRandom()
        self.desks: dict[str, Desk] = {}
        self.view: View | None = None
        self.address = Address("")
        self.on_play: Callable[[], None] = lambda: None
        self.on_left: Callable[[Desk], None] = lambda desk: None
        self.on_house: Callable[[str], None] = lambda name: None
        self.on_change: Callable[[], None] = lambda: None
        self.on_form: Callable[[], None] = lambda: None
        self._saying: asyncio.TimerHandle | None = None
        self._anew: set[str] = set()
        self._unknown: dict[str, str] = {}

    @property
    def game(self) -> str:
        """The game that is open, empty on the other pages."""
        first = self.address.path.partition("/")[0]
        return first if first in games() else ""

    @property
    def open(self) -> View:
        """The open form's view; to be asked for only where there is one."""
        assert self.view is not None
        return self.view

    @property
    def desk(self) -> Desk:
        return self.desks[self.open.procedure]

    @desk.setter
    def desk(self, desk: Desk) -> None:
        before = self.desks.get(desk.procedure.id)
        self.desks[desk.procedure.id] = desk
        if before is not None and not desk.goes_on(before):
            self.on_left(before)

    # --- where we are ---

    def routed(self) -> None:
        """Open the form that the address names, filled as the address says."""
        address = self.address = read(str(window.location.hash))
        self._unknown = {}
        element = some(f'[data-view="{window.CSS.escape(address.path)}"] form[data-procedure]')
        if element is None:
            self.view = None
            return
        view = self.view = View(near(element, "[data-view]"))
        says_more = address.typed or address.answers is not None
        if says_more or view.procedure in self._anew or view.procedure not in self.desks:
            self._opened(view, address)
        self.refresh()
        self.on_play()

    def _opened(self, view: View, address: Address) -> None:
        """The desk of a form as its address fills it; without a word, as the form stands."""
        procedure = find(games(), view.procedure)
        known, self._unknown = known_and_not(address.typed, procedure.inputs)
        if address.typed or view.procedure in self._anew:
            self._anew.discard(view.procedure)
            view.fill(known)
        if address.typed:
            # What the link says counts, even where the form cannot show it: it is reported there.
            desk = Desk(procedure, {**view.defaults(), **known})
        else:
            desk = Desk(procedure, view.typed())
        if address.answers is not None:
            desk = replace(desk, answers=address.answers, by_hand=True)
        self.desk = desk

    def begin_anew(self, procedure: str) -> None:
        """Another roll of this procedure: what was typed for the last one is of no use to it."""
        self._anew.add(procedure)

    # --- the form and its chances ---

    def refresh(self) -> None:
        """Show the faults, and the chances of what is typed."""
        view, desk = self.open, self.desk
        self.on_form()
        faults = desk.faults()
        # What is not filled in yet is no mistake until somebody rolls.
        missing = desk.missing()
        self.show_faults({name: said for name, said in faults.items() if name not in missing})
        view.say_parts()
        unknown = odds.rows(desk.procedure, None)
        view.show_tally(() if faults else desk.tally())
        if faults:
            waits = set(faults) <= set(missing)
            todo = "Fill in what is marked *." if waits else "The form has something to mend first."
            view.show_odds(unknown, "", todo)
            return
        try:
            found = desk.chances()
        except BadInput as fault:
            view.show_odds(unknown, "", fault.message)
            return
        view.show_odds(odds.rows(desk.procedure, found.grades), odds.success_words(found))
        if desk.procedure.spread:
            soon(self._show_spread(view, desk))

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Each fault at its field; above the form also what its link brought in vain, until the
        form is edited."""
        unknown = unknown_words(self._unknown)
        self.open.show_faults({**faults, OF_LINK: unknown} if unknown else faults)

    async def _show_spread(self, view: View, desk: Desk) -> None:
        """The distributions worth showing, once nothing more is typed for a moment."""
        await asyncio.sleep(SETTLED)
        now = self.desks.get(view.procedure)
        if now is None or now.typed != desk.typed:  # a play that began meanwhile changes nothing
            return
        try:
            found = spread(desk.bound(), *desk.procedure.spread)
        except BadInput:
            found = {}
        drawn = ((name.replace("_", " "), odds.bars(each)) for name, each in found.items())
        spreads = [(name.capitalize(), bars) for name, bars in drawn if bars]
        view.slot("spread", render("spread.html", spreads=spreads))

    def changed(self, field: Js = None) -> None:
        """The form says something else now; a play of the old form ends."""
        before = self.desk
        self._unknown = {}
        self.follow_form()
        self.on_change()
        desk = self.desk
        if desk is before:
            return
        declared = desk.procedure.inputs.get(str(field.name)) if field is not None else None
        if declared is not None and declared.kind.house:
            self.on_house(declared.name)
        if self._saying is not None:
            self._saying.cancel()
        self._saying = asyncio.get_event_loop().call_later(SETTLED, self.say_address)

    def follow_form(self) -> None:
        """The desk takes what stands in the form; a play of the old form ends."""
        before = self.desk
        self.desk = desk = before.with_typed(self.open.typed())
        if desk is not before:
            self.refresh()
            if before.answers is not None:
                self.on_play()

    def renew(self) -> None:
        """A finished play makes room, and so does one whose dice have fallen by chance: the form
        takes what has changed on the sheets since.
        """
        try:
            over = self.desk.standing > 0 or isinstance(self.desk.play(), Finished)
        except BadInput:
            over = True  # a link's roll that does not fit its form
        if over:
            self.desk = replace(self.desk, answers=None)
            self.on_change()

    def reset(self) -> None:
        """Everything back to its default and to what the sheets say; the play ends."""
        self._unknown = {}
        self.open.fill({})
        self.desk = Desk(self.desk.procedure, self.open.typed())
        self.on_change()
        self.refresh()
        self.on_play()
        self.say_address()

    def house_set(self, house: dict[str, str]) -> None:
        """The campaign's house rules as the open form's defaults; what was edited there stays."""
        if self.open.set_defaults(house) and self.desk.answers is None:
            self.follow_form()

    def say_address(self) -> None:
        """Make the address say what the form says, so that it can be bookmarked."""
        if self.view is None:
            return
        now, said = str(window.location.hash), self.link()
        # Where another page is about to open, its address stays.
        if now != said and read(now).path == read(said).path:
            window.history.replaceState(None, "", said)

    def link(self, with_roll: bool = False) -> str:
        """The address of the open form as filled in, with its roll if wanted."""
        # House rules of this campaign are said as well: elsewhere others may hold.
        written = default_text(self.desk.procedure)
        typed = {name: text for name, text in self.desk.typed.items() if text != written.get(name)}
        path = self.open.procedure.replace(".", "/")
        return link(path, typed, self.desk.answers if with_roll else None)

    def full_link(self) -> str:
        """The same with its roll, as it is given to somebody else."""
        return str(window.location.href).partition("#")[0] + self.link(with_roll=True)
