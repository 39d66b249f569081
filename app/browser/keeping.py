"""Keeping what happens: the journal of the open game, undo, applying effects, the play in progress.

Nothing is shown as kept before the store has it. Rolls work while the store is still opening, and
where it fails: then the page says that nothing lasts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pyscript import window

from app.browser.databases import StorageError
from app.browser.dom import each, one, show, soon, tell
from app.browser.page import Page
from app.browser.playing import Playing
from app.browser.render import render
from app.browser.store import Store, open_store
from app.campaign.facts import SCENE, Applied, HouseSet
from app.campaign.journal import Journal
from app.campaign.passing import passed
from app.campaign.rolls import answers_of, changed_roll, rolled
from app.campaign.state import CampaignState
from app.campaign.telling import Fact
from app.campaign.values import exact, plain
from app.core.errors import BadInput
from app.core.games import find
from app.core.outcomes import Effect
from app.core.play import Answer, Finished
from app.systems import games
from app.widgets.board import people
from app.widgets.campaigns import called, counted, open_ids
from app.widgets.desk import Desk
from app.widgets.forms import field_text, request
from app.widgets.journal import applied_places, lines


@dataclass(frozen=True)
class Kept:
    """Where a desk's finished play lies in the journal."""

    entry: str
    n: int
    answers: tuple[Answer, ...]


class Keeping:
    """The store and the journal of the game that is open.

    on_state: called when the state of the open campaign is another one.
    cast: gives who plays which part in the open form, role -> character id.
    landing: gives whom an effect lands on, and the effect said in full.
    on_elsewhere: called when another tab changed something that is stored.
    settling: gives what was due that a roll of this procedure settles, empty if nothing was.
    """

    def __init__(self, page: Page, playing: Playing) -> None:
        self.page = page
        self.playing = playing
        self.journal: Journal | None = None
        self.kept: dict[str, Kept] = {}
        self.on_state: Callable[[], None] = lambda: None
        self.cast: Callable[[], dict[str, str]] = dict
        self.landing: Callable[[Effect, Desk, Finished], tuple[str, Effect]] = (
            lambda effect, desk, play: (SCENE, effect)
        )
        self.settling: Callable[[str], str] = lambda procedure: ""
        self.on_elsewhere: Callable[[], None] = lambda: None
        self._store: asyncio.Future[Store] = asyncio.get_event_loop().create_future()
        self._turn = asyncio.Lock()
        self._told = 0  # how often another tab said that it wrote
        playing.on_answer = self.answered
        playing.on_end = self.ended
        playing.on_change = self.changed
        playing.entry = self.entry
        playing.applied = self.applied
        page.on_house = self.house_changed
        for desk, play in playing.ended:
            self.ended(desk, play)

    async def open(self) -> None:
        """Open the store; then the journal of the open game, and the play that was left."""
        store = await open_store(games())
        store.on_gone = tell
        store.on_role = self._show_role
        store.on_change = lambda campaign: soon(self._followed(campaign))
        self._store.set_result(store)
        self._show_role(store.is_writer)
        if not store.lasts:
            tell(f"Nothing is kept in this browser: {store.why} Save what matters by copying it.")
        elif store.newer is not None:
            tell(str(store.newer))
        elif store.brought_back:
            tell("The browser had lost what was stored; it was brought back from a second copy.")
        await self.show_game()
        if store.report:
            damaged = counted(len(store.report), "damaged record was", "damaged records were")
            tell(f"{damaged} set aside; the rest is whole. Campaigns, above, offers to save them.")
        await self._resume(store)

    async def _resume(self, store: Store) -> None:
        """A reload in the middle of typing dice goes on where it was."""
        left = await store.play()
        if not left or self.page.view is None or self.page.view.procedure != left["procedure"]:
            return
        desk = self.page.desk
        untouched = desk.answers is None and not self.page.address.answers
        if not untouched or (self.page.address.typed and dict(desk.typed) != left["typed"]):
            return
        restored = Desk(
            desk.procedure, left["typed"], answers_of(left["answers"]), bool(left["by_hand"])
        )
        try:
            restored.play()
        except BadInput:
            return  # of another version, or of a form that is filled otherwise now
        self.page.open.fill(left["typed"])
        self.page.desk = restored
        self.page.refresh()
        self.playing.show()

    # --- other tabs ---

    def _show_role(self, is_writer: bool) -> None:
        """Say whether another tab does the writing; this one then follows what happens there."""
        one("[data-other-tab]").hidden = is_writer

    async def _followed(self, campaign: str) -> None:
        """Another tab changed a campaign: show where it stands now."""
        self._told += 1
        if self.journal is not None and campaign == self.journal.campaign:
            try:
                self.journal = await (await self._store).load(campaign)
            except StorageError:  # it was deleted there
                await self.reopen()
                return
            self.show()
            self.on_state()
            self._forget_undone()
        elif self.journal is not None and not self.journal.n:
            self.journal = None  # nothing had happened here: perhaps a campaign began there
            await self.show_game()
        self.on_elsewhere()

    def take_over(self) -> None:
        """From now on this tab writes and the others follow."""
        soon(self._take_over())

    async def _take_over(self) -> None:
        await (await self._store).take_over()
        if self.journal is not None and self.journal.n:  # what was missed meanwhile
            await self._followed(self.journal.campaign)

    # --- the journal of the open game ---

    async def show_game(self) -> None:
        """Show the journal of the game that is open; where none is, of the one used last."""
        if self.journal and self.page.game in ("", self.journal.state.game):
            return
        store = await self._store
        game = self.page.game or next((each.game for each in await store.campaigns()), "")
        if game:
            told = -1
            while told != self._told:  # again where another tab wrote while this one read
                told = self._told
                self.journal = await self._current(store, game)
            self._show_all()

    async def _current(self, store: Store, game: str) -> Journal:
        """This game's campaign: the one opened last, else the one used last, else a new one."""
        opened = open_ids(await store.campaigns(), store.settings.get("open")).get(game)
        return await store.load(opened) if opened else store.begin(game)

    async def reopen(self, campaign: str = "") -> None:
        """Open a campaign; without one, read anew what is to be open after whole ones changed."""
        store = await self._store
        async with self._turn:
            for procedure in self.kept:
                desk = self.page.desks[procedure]
                self.page.desks[procedure] = replace(desk, answers=None)
            self.kept.clear()
            if campaign:
                self.journal = await store.load(campaign)
                await self._remember_open(store, self.journal)
            elif self.page.game:
                self.journal = await self._current(store, self.page.game)
            else:
                lines = await store.campaigns()
                self.journal = await self._current(store, lines[0].game) if lines else None
            self._show_all()
            if self.page.view is not None:
                self.playing.show()

    async def _remember_open(self, store: Store, journal: Journal) -> None:
        """The next start opens this campaign again."""
        known = store.settings.get("open")
        chosen = {
            **(known if isinstance(known, dict) else {}),
            journal.state.game: journal.campaign,
        }
        if store.is_writer and store.newer is None and chosen != known:
            await store.set("open", chosen)

    def _show_all(self) -> None:
        self.show()
        self.fill_house()
        self.on_state()

    async def store(self) -> Store:
        """The store, once it is open."""
        return await self._store

    def show(self) -> None:
        """Show the journal's newest entries, and what can be undone."""
        journal, place = self.journal, one('[data-slot="journal"]')
        if journal is None:
            show(place, "")
            one("[data-campaign-open]").textContent = "Campaigns"
            one("[data-journal-said]").hidden = False
            for button in (*each("[data-undo-last]"), *each('[data-do="redo"]')):
                button.disabled = True
            return
        listed = lines(journal.page, games()[journal.state.game], people(journal.state))
        one("[data-campaign-open]").textContent = called(journal.state.name)
        show(place, render("journal.html", lines=listed, clock=_clock))
        for button in each("[data-undo-last]"):
            button.disabled = journal.undoable is None
        for button in each('[data-do="redo"]'):
            button.disabled = journal.redoable is None
        one("[data-journal-said]").hidden = bool(listed)

    async def _advance(self, step: Callable[[Store, Journal], Awaitable[Journal]]) -> bool:
        """One step of the journal, stored before it is shown; says so if it could not be."""
        store = await self._store
        async with self._turn:
            await self.show_game()
            if self.journal is None:
                return False
            try:
                self.journal = await step(store, self.journal)
            except (StorageError, BadInput) as fault:
                tell(str(fault) if isinstance(fault, StorageError) else fault.message)
                return False
            self.show()
            self.on_state()
            return True

    @property
    def state(self) -> CampaignState | None:
        """The state of the open campaign, None while it is being read."""
        return self.journal.state if self.journal is not None else None

    async def append(self, *facts: Fact) -> bool:
        """Store these facts, all or none; False (and said on the page) if that could not be."""
        return await self._advance(lambda store, journal: store.append(journal, *facts))

    async def step(self, step: str, inputs: Mapping[str, Any], *before: Fact) -> bool:
        """Take a step of the encounter: `begin`, `end`, `join`, or one of its transitions.

        before: what is agreed with it, kept together with it or not at all.
        """
        return await self._advance(
            lambda store, journal: store.step(journal, step, inputs, *before)
        )

    async def pass_time(self, hours: Fraction) -> bool:
        """Let hours pass, up to what needs a roll or a decision."""

        async def happen(store: Store, journal: Journal) -> Journal:
            now = dict(journal.document)
            return await store.append(journal, passed(now, hours, games(), store.stamp().id))

        return await self._advance(happen)

    # --- plays ---

    def answered(self, desk: Desk) -> None:
        """Keep the play in progress, so that a reload goes on with it."""
        soon(self._save_play(desk))

    async def _save_play(self, desk: Desk) -> None:
        store = await self._store
        left = None
        if desk.answers is not None:
            left = {
                "procedure": desk.procedure.id,
                "typed": dict(desk.typed),
                "answers": plain(desk.answers),
                "by_hand": desk.by_hand,
            }
        try:
            await store.save_play(left)
        except StorageError as fault:
            tell(str(fault))

    def ended(self, desk: Desk, play: Finished) -> None:
        soon(self._keep(desk, play))

    async def _keep(self, desk: Desk, play: Finished) -> None:
        inputs = request(desk.procedure, desk.typed)
        due = self.settling(desk.procedure.id)
        hidden = desk.procedure.id in self.playing.hidden
        fact = rolled(desk.bound(), play, inputs, who=self.cast(), hidden=hidden, due=due)
        if await self.append(fact):
            self._remember(desk)
            await self._save_play(replace(desk, answers=None))

    def changed(self, desk: Desk, play: Finished) -> None:
        soon(self._keep_change(desk, play))

    async def _keep_change(self, desk: Desk, play: Finished) -> None:
        """A play decided otherwise: of a kept roll a change, else (from a link) just shown."""
        kept = self.kept.get(desk.procedure.id)
        if kept is None:
            return
        inputs = request(desk.procedure, desk.typed)
        fact = changed_roll(kept.entry, desk.bound(), play, inputs)
        if await self.append(fact):
            self._remember(desk)

    def _remember(self, desk: Desk) -> None:
        """The desk's play lies in the journal's last entry now."""
        assert self.journal is not None
        last = self.journal.last
        self.kept[desk.procedure.id] = Kept(last.id, last.n, desk.answers or ())
        if self.page.view is not None and self.page.desk is desk:
            self.playing.show()

    def entry(self, desk: Desk) -> str:
        """The entry of this very play, if it is kept."""
        kept = self.kept.get(desk.procedure.id)
        return kept.entry if kept and kept.answers == (desk.answers or ()) else ""

    def applied(self, desk: Desk, play: Finished) -> frozenset[int]:
        """Which effects of this play have been applied."""
        entry = self.entry(desk)
        if not entry or self.journal is None:
            return frozenset()
        said = [self.landing(effect, desk, play)[1] for effect in play.outcome.effects]
        return applied_places(self.journal.page, entry, said)

    # --- undo, apply, house rules ---

    def undo(self, this_play: bool) -> None:
        """Take back the play of the card, or (in the journal) whatever came last."""
        soon(self._undo(this_play))

    async def _undo(self, this_play: bool) -> None:
        kept = self.kept.get(self.page.desk.procedure.id) if this_play else None
        place = kept.n if kept else None
        if not await self._advance(lambda store, journal: store.undo(journal, place)):
            return
        self._forget_undone()

    def _forget_undone(self) -> None:
        """A play whose entry holds no more leaves the desk; an undone effect can be applied."""
        assert self.journal is not None
        for procedure, kept in list(self.kept.items()):
            if not self.journal.page.holds(kept.n):
                del self.kept[procedure]
                desk = self.page.desks[procedure]
                if kept.answers == (desk.answers or ()):
                    self.page.desks[procedure] = replace(desk, answers=None)
        if self.page.view is not None:
            self.playing.show()

    def redo(self) -> None:
        soon(self._redo())

    async def _redo(self) -> None:
        await self._advance(lambda store, journal: store.redo(journal))

    def apply(self, place: int | None) -> None:
        """Apply one proposed effect of the card, or all that are left."""
        soon(self._apply(place))

    async def _apply(self, place: int | None) -> None:
        desk = self.page.desk
        entry, play = self.entry(desk), desk.play()
        if not entry or not isinstance(play, Finished):
            return
        done = self.applied(desk, play)
        wanted = range(len(play.outcome.effects)) if place is None else (place,)
        landing = [
            self.landing(play.outcome.effects[each], desk, play)
            for each in wanted
            if each not in done
        ]
        effects = [{**plain(effect), "to": to} for to, effect in landing]
        if effects and await self.append(Applied(effects, of=entry)) and self.page.view is not None:
            self.playing.show()

    def house_changed(self, name: str) -> None:
        """A house rule was set in a form: the campaign remembers it."""
        soon(self._set_house(name))

    async def _set_house(self, name: str) -> None:
        procedure = self.page.desk.procedure
        value = request(procedure, self.page.desk.typed).get(name)
        try:
            procedure.inputs[name].check(value)
        except BadInput:
            return  # the form says what is wrong with it
        default = procedure.inputs[name].default
        if await self.append(HouseSet({name: None if value == default else value})):
            self.fill_house()

    def fill_house(self) -> None:
        """Put the campaign's house rules into the open form, as its defaults."""
        state, view = self.state, self.page.view
        if state is None or view is None or state.game != self.page.game:
            return
        inputs = find(games(), view.procedure).inputs
        house = {name: each.default for name, each in inputs.items() if each.kind.house}
        if house:
            agreed = {name: state.house.get(name, default) for name, default in house.items()}
            self.page.house_set({name: field_text(exact(value)) for name, value in agreed.items()})


def _clock(at: str) -> str:
    """The time of day of an entry, as this device writes it; the date if it was another day."""
    when = window.Date.new(at)
    same_day = str(when.toDateString()) == str(window.Date.new().toDateString())
    short = {"hour": "2-digit", "minute": "2-digit"}
    if same_day:
        return str(when.toLocaleTimeString(None, window.Object.fromEntries(list(short.items()))))
    return str(when.toLocaleDateString())
