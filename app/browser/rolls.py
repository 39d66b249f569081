"""The rolls that are kept: a finished play is an entry of the journal, and its effects are applied.

The play that lies on the table is kept as well, with who plays which part in it: a reload in the
middle of typing dice goes on there, and a result that is still to be applied stands as it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.browser.dom import soon, tell
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.playing import Playing
from app.browser.storage.databases import StorageError
from app.campaign.answers import answers_of
from app.campaign.facts import SCENE, Applied
from app.campaign.rolls import changed_roll, remarks, rolled
from app.campaign.values import plain
from app.core.errors import BadInput
from app.core.outcomes import Effect
from app.core.play import Answer, Finished
from app.core.sheets import Rollable
from app.systems import games
from app.widgets.board import people
from app.widgets.cast import called
from app.widgets.desk import Desk, default_text
from app.widgets.forms import field_text, request
from app.widgets.kept import prices, standing
from app.widgets.results import field_labels
from app.widgets.standing import Standing


@dataclass(frozen=True)
class Kept:
    """Where a desk's finished play lies in the journal."""

    entry: str
    n: int
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class About:
    """What follows on a roll, and the desk on which that was made."""

    next: Rollable
    desk: Desk

    def holds(self, desk: Desk) -> bool:
        """Is it still that which is rolled on this desk? Its form may say something else now."""
        inputs = self.next.inputs.items()
        return all(desk.typed.get(name) == field_text(value) for name, value in inputs)


class Rolls:
    """Where the plays of the desks lie in the journal.

    cast: gives who plays which part in the open form, role -> character id.
    staged: gives all that filled the open form of a procedure: its cast, and what that is rolled
        with. stage: puts it back.
    landing: gives whom an effect lands on, and the effect said in full.
    settling: gives what was due that a roll of this procedure settles, empty if nothing was.
    """

    def __init__(self, page: Page, playing: Playing, keeping: OpenCampaign) -> None:
        self.page = page
        self.playing = playing
        self.keeping = keeping
        self.kept: dict[str, Kept] = {}
        self._about: dict[str, About] = {}
        self._turn = asyncio.Lock()
        self.cast: Callable[[], dict[str, str]] = dict
        self.staged: Callable[[str], dict[str, Any]] = lambda procedure: {}
        self.stage: Callable[[str, Mapping[str, Any]], None] = lambda procedure, staged: None
        self.landing: Callable[[Effect, Desk, Finished], tuple[str, Effect]] = (
            lambda effect, desk, play: (SCENE, effect)
        )
        self.settling: Callable[[str], str] = lambda procedure: ""
        keeping.on_left = self.forget
        keeping.on_undone = self.forget_undone
        playing.on_answer = self.answered
        playing.on_end = self.ended
        playing.on_change = self.changed
        playing.standing = self.standing
        for desk, play in playing.ended:
            self.ended(desk, play)

    async def resume(self) -> None:
        """A reload in the middle of typing dice, or with a result on the table, goes on there."""
        left = await (await self.keeping.store()).play()
        if not left or self.page.view is None or self.page.view.procedure != left["procedure"]:
            return
        desk, kept = self.page.desk, self._kept(left)
        untouched = desk.answers is None and not self.page.address.answers
        if not untouched or not self._is_said(left, finished=kept is not None):
            return
        restored = Desk(
            desk.procedure,
            left["typed"],
            answers_of(left["answers"]),
            bool(left["by_hand"]),
            frozenset(left.get("decided", ())),
        )
        try:
            ended = isinstance(restored.play(), Finished)
        except BadInput:
            return  # of another version, or of a form that is filled otherwise now
        if ended and kept is None:
            return  # undone, or of another campaign
        self.page.open.fill(left["typed"])
        self.page.desk = restored
        if kept is not None:
            self.kept[desk.procedure.id] = kept
        if left.get("hidden"):
            self.playing.hidden.add(desk.procedure.id)
        self.stage(desk.procedure.id, left)
        self.page.refresh()
        self.playing.show()

    def _kept(self, left: Mapping[str, Any]) -> Kept | None:
        """Where a finished play that was left lies in the open journal, if it holds there."""
        journal, n = self.keeping.journal, left.get("n", 0)
        entry = journal.entry(n) if journal is not None and n else None
        if journal is None or entry is None or entry.id != left.get("entry"):
            return None
        return Kept(entry.id, n, answers_of(left["answers"])) if journal.page.holds(n) else None

    def _is_said(self, left: Mapping[str, Any], finished: bool) -> bool:
        """Does the address say the form of the play that was left? A bare one says any form that
        is still being played, and of a result only that which a bare form comes to."""
        written = default_text(self.page.desk.procedure)
        said = {name: text for name, text in left["typed"].items() if text != written.get(name)}
        typed = self.page.address.typed
        return dict(typed) == said or (not typed and not finished)

    # --- keeping ---

    def answered(self, desk: Desk) -> None:
        """Keep the play in progress, so that a reload goes on with it."""
        soon(self._save_play(desk, self.staged(desk.procedure.id)))

    async def _save_play(self, desk: Desk, staged: Mapping[str, Any]) -> None:
        """Keep what lies on the table; where it is over, with its place in the journal."""
        store, procedure = await self.keeping.store(), desk.procedure.id
        left = None
        if desk.answers is not None:
            left = {
                "procedure": procedure,
                "typed": dict(desk.typed),
                "answers": plain(desk.answers),
                "by_hand": desk.by_hand,
                "decided": sorted(desk.decided),
                "hidden": procedure in self.playing.hidden,
                **staged,
            }
            if self.entry(desk):
                left |= {"entry": self.kept[procedure].entry, "n": self.kept[procedure].n}
        try:
            await store.save_play(left)
        except StorageError as fault:
            tell(str(fault))

    def ended(self, desk: Desk, play: Finished) -> None:
        """Keep it as it was rolled: a tap later somebody else may be cast, or nothing hidden."""
        who, hidden = self.cast(), desk.procedure.id in self.playing.hidden
        about = self._about.pop(desk.procedure.id, None)
        about = about if about and about.holds(desk) else None
        staged = self.staged(desk.procedure.id)
        soon(self._in_turn(self._keep(desk, play, who, hidden, about, staged)))

    async def _in_turn(self, doing: Awaitable[None]) -> None:
        """One after another: what is asked for sees what the tap before it has stored."""
        async with self._turn:
            await doing

    async def _keep(
        self,
        desk: Desk,
        play: Finished,
        who: dict[str, str],
        hidden: bool,
        about: About | None,
        staged: Mapping[str, Any],
    ) -> None:
        inputs = request(desk.procedure, desk.typed)
        due = self.settling(desk.procedure.id)
        of, cancels = self._replaces(about)
        fact = rolled(
            desk.bound(),
            play,
            inputs,
            who=who,
            hidden=hidden,
            due=due,
            of=of,
            cancels=cancels,
        )
        if self.keeping.state is not None:
            said = remarks(dict(self.keeping.state.document), fact, games())
            fact = replace(fact, note=said)
        if await self.keeping.append(fact):
            self._remember(desk)
            await self._save_play(desk, staged)

    def follow(self, next: Rollable) -> None:
        """What follows on the open roll is begun: it may take its place, or call it off."""
        if next.instead or next.cancels:
            self._about[next.procedure] = About(next, self.page.desk)

    def begin(self, procedure: str) -> None:
        """Another roll of this procedure begins, which is about nothing before it."""
        self._about.pop(procedure, None)

    def _replaces(self, about: About | None) -> tuple[str, bool]:
        """The entry whose place a roll takes, or which it cancels."""
        entry = self.entry(about.desk) if about else ""
        return entry, bool(about and entry and about.next.cancels)

    def changed(self, desk: Desk, play: Finished) -> None:
        soon(self._in_turn(self._keep_change(desk, play)))

    async def _keep_change(self, desk: Desk, play: Finished) -> None:
        """A play decided otherwise: of a kept roll a change, else (from a link) just shown."""
        kept = self.kept.get(desk.procedure.id)
        if kept is None:
            return
        inputs = request(desk.procedure, desk.typed)
        fact = changed_roll(kept.entry, desk.bound(), play, inputs)
        if await self.keeping.append(fact):
            self._remember(desk)
            await self._save_play(desk, self.staged(desk.procedure.id))

    def _remember(self, desk: Desk) -> None:
        """The desk's play lies in the journal's last entry now."""
        assert self.keeping.journal is not None
        last = self.keeping.journal.last
        self.kept[desk.procedure.id] = Kept(last.id, last.n, desk.answers or ())
        if self.page.view is not None and self.page.desk is desk:
            self.playing.show()

    def entry(self, desk: Desk) -> str:
        """The entry of this very play, if it is kept."""
        kept = self.kept.get(desk.procedure.id)
        return kept.entry if kept and kept.answers == (desk.answers or ()) else ""

    def standing(self, desk: Desk, play: Finished) -> Standing:
        """What of this play was applied, whether it counts, what is left to be taken back."""
        entry, journal = self.entry(desk), self.keeping.journal
        if not entry or journal is None:
            return Standing(entry)
        said = [self.landing(effect, desk, play)[1] for effect in play.outcome.effects]
        follows = self.playing.follows(desk, play)
        labels = field_labels(desk.procedure.game)
        return standing(journal.page, entry, said, follows, people(journal.state), labels)

    # --- undo and apply ---

    def undo(self, this_play: bool) -> None:
        """Take back the play of the card, or (in the journal) whatever came last."""
        soon(self._in_turn(self._undo(this_play)))

    async def _undo(self, this_play: bool) -> None:
        kept = self.kept.get(self.page.desk.procedure.id) if this_play else None
        await self.keeping.undo(kept.n if kept else None)

    def forget(self) -> None:
        """Another campaign is open: what lay on the desks was another one's."""
        for procedure in self.kept:
            self.page.desks[procedure] = replace(self.page.desks[procedure], answers=None)
        self.kept.clear()
        self._about.clear()
        self._show()

    def forget_undone(self) -> None:
        """A play whose entry holds no more leaves the desk; an undone effect can be applied."""
        assert self.keeping.journal is not None
        for procedure, kept in list(self.kept.items()):
            if not self.keeping.journal.page.holds(kept.n):
                del self.kept[procedure]
                desk = self.page.desks[procedure]
                if kept.answers == (desk.answers or ()):
                    self.page.desks[procedure] = replace(desk, answers=None)
        self._show()

    def _show(self) -> None:
        if self.page.view is not None:
            self.playing.show()

    def apply(self, place: int | None) -> None:
        """Apply one proposed effect of the card, or all that are left."""
        soon(self._in_turn(self._apply(place)))

    async def _apply(self, place: int | None) -> None:
        desk = self.page.desk
        entry, play = self.entry(desk), desk.play()
        if not entry or not isinstance(play, Finished):
            return
        now, lacking = self.standing(desk, play), set[str]()
        form = games()[self.page.game].sheet
        wanted = range(len(play.outcome.effects)) if place is None else (place,)
        effects = []
        for each in wanted:
            proposed = play.outcome.effects[each]
            if each in now.applied or now.falls_away(each, proposed):
                continue
            to, effect = self.landing(proposed, desk, play)
            if to == SCENE and form is not None and form.takes(effect):
                lacking.add("who rolls" if effect.who == "self" else called(effect.who).lower())
            else:
                effects.append({**plain(effect), "to": to})
        if effects and await self.keeping.append(Applied(effects, of=entry)):
            self._show()
        if lacking:
            tell(f"Nobody is chosen for {' or '.join(sorted(lacking))}: say who it is, then apply.")

    def take_back(self, place: int) -> None:
        """Take back what was applied of an outcome that counts no more; what was paid stays so."""
        soon(self._in_turn(self._take_back(place)))

    async def _take_back(self, place: int) -> None:
        desk, journal = self.page.desk, self.keeping.journal
        play, entry = desk.play(), journal.entry(place) if journal is not None else None
        if entry is None or not isinstance(entry.fact, Applied) or not isinstance(play, Finished):
            return
        paid = prices(entry.fact, self.standing(desk, play).paid)
        await self.keeping.undo(place)
        assert self.keeping.journal is not None
        if paid and not self.keeping.journal.page.holds(place):
            await self.keeping.append(Applied(paid, of=entry.fact.of))
        self._show()
