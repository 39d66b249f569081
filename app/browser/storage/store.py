"""The store: campaigns, journals, the play in progress and settings, kept in the browser.

    store = await open_store(games)              # IndexedDB, or memory where there is none
    store.lasts, store.report, store.newer       # does it last? what was damaged? newer data?

    journal = await store.current("garden")      # the last campaign of that game, or a fresh one
    journal = store.begin("garden", "Harvest")   # a fresh one; stored with its first entry
    journal = await store.load(id)
    lines = await store.campaigns()              # id, game, name, n, at; last used first

    journal = await store.append(journal, Rolled(...))     # stored when this returns
    journal = await store.happen(journal, makes)           # what `makes(state)` says, by then
    journal = await store.undo(journal)                    # the last one that holds
    journal = await store.undo(journal, n)                 # that one, if nothing builds on it
    journal = await store.redo(journal)
    journal = await store.step(journal, "next_turn", {})   # a step of the encounter
    journal = await store.advance(journal, makes)          # what `makes(journal)` comes to
    journal = await store.follow(journal, entries)         # what another device made
    journal = await store.adopt(journal)                   # a campaign as another device tells it

    journal.state                 # CampaignState: characters, house, scene, encounter, ...
    journal.entries, journal.last # the newest entries, oldest first
    journal.page.holds(n)         # does that entry hold, or was it undone?
    journal.undoable, journal.redoable           # places, or None
    page = await store.older(journal, page)      # the next older page: .entries, .holds(n)

    store.is_writer                              # other tabs; `Heard` is told what they do
    await store.take_over()

    await store.save_play({"procedure": ..., "inputs": ..., "answers": [...]})   # or None
    await store.play()
    store.settings                               # a plain dict, read at the start
    await store.set("theme", "dark")
    store.table(campaign)                        # the same of the table at which one is played
    await store.keep_table(campaign, record)

Files, imports, backups and room are in `app.browser.storage.transfer`; what other tabs do is in
`app.browser.storage.tabs`. Look at `store.report` again after loading: damage shows when it is
read.

`rolled(bound, play, inputs, ...)` in `app.campaign.rolls` makes the fact of a finished play;
`answers_of(fact.answers)` and `exact(fact.inputs)` bring it back for `replay`. Every write is one
transaction with strict durability and is awaited, so what returned is on the disk. What goes wrong
is a `StorageError` (`app.browser.storage.databases`) whose text is for the person, or a `BadInput`
for a fact that cannot happen; either way nothing changed. Nothing is written before it was read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from app.browser.storage.databases import (
    Database,
    Delete,
    DeleteAll,
    Memory,
    Overtaken,
    Put,
    Step,
    StorageError,
)
from app.browser.storage.journals import Journals
from app.browser.storage.sealed_rows import Heard
from app.campaign.answers import is_answer
from app.campaign.changes import LostPlace
from app.campaign.encounters import EncounterStep
from app.campaign.entries import Entry, Stamp
from app.campaign.facts import Started
from app.campaign.facts.base import Fact
from app.campaign.happening import Happening, happened
from app.campaign.journal import (
    AT_HAND,
    SNAPSHOT_EVERY,
    CannotUndo,
    Journal,
    append,
    followed,
    redo,
    undo,
)
from app.campaign.rows import (
    Row,
    entry_in,
    entry_row,
    line_of,
    opened,
    sealed,
    snapshot_row,
)
from app.campaign.state import EMPTY, CampaignState, Games
from app.campaign.values import NotPlain

#: How many snapshots a campaign keeps: the last, and some to fall back on.
SNAPSHOTS = 3


#: How long the browser may take to read what was kept before the page goes on without.
PATIENCE_S = 15.0

#: What is known of a table is a setting, called so and by its campaign's id.
_TABLE = "table "

#: What a play in progress says of itself, and what each of these is.
PLAY = {"procedure": str, "typed": dict, "answers": list, "by_hand": bool}
#: What it may say besides: who plays in it and with what, and where it lies if it is over.
PLAY_BESIDES = {
    "decided": list,
    "thrown": int,
    "hidden": bool,
    "who": dict,
    "asked": list,
    "place": str,
    "fed": dict,
    "entry": str,
    "n": int,
}


def _is_play(record: Any) -> bool:
    return (
        isinstance(record, dict)
        and all(isinstance(record.get(name), kind) for name, kind in PLAY.items())
        and all(isinstance(record[n], kind) for n, kind in PLAY_BESIDES.items() if n in record)
        and all(
            isinstance(text, str)
            for name in ("typed", "who", "fed")
            for text in record.get(name, {}).values()
        )
        and all(
            isinstance(name, str) for part in ("decided", "asked") for name in record.get(part, ())
        )
        and all(is_answer(each) for each in record["answers"])
    )


def _value(record: Any) -> Any:
    return record.get("value") if isinstance(record, dict) else None


async def open_store(games: Games, by: str = "", heard: Heard | None = None) -> Store:
    """The store on the browser's database, or on memory where the browser has none."""
    try:
        from app.browser.storage.indexed import IndexedDb
        from app.browser.storage.mirror import Mirror
        from app.browser.storage.tabs import Tabs
    except ImportError:  # no browser at all
        return await _in_memory(games, by, heard)
    gone: list[Store] = []

    def on_gone(why: str) -> None:
        for store in gone:
            store.lost(why)

    try:
        database = await IndexedDb.open(on_gone)
    except StorageError as fault:
        return await _in_memory(games, by, heard, str(fault))
    try:
        store = Store(database, games, by, heard)
        store.net = Mirror.here()
        await asyncio.wait_for(store.start(), PATIENCE_S)
        await store.bring_back()
    except (StorageError, TimeoutError) as fault:
        await database.close()
        return await _in_memory(
            games, by, heard, str(fault) or "The browser does not read its storage."
        )
    gone.append(store)
    await store.join(Tabs.open)
    return store


async def _in_memory(games: Games, by: str, heard: Heard | None, why: str = "") -> Store:
    """A store that lasts as long as the page."""
    store = Store(Memory(), games, by, heard)
    store.why = why
    await store.start()
    return store


class Store(Journals):
    """Everything that is remembered.

    why: what the browser said where it gives no storage. settings: those of this device.
    """

    def __init__(
        self, database: Database, games: Games, by: str = "", heard: Heard | None = None
    ) -> None:
        super().__init__(database, by, heard)
        self.games = games
        self.why = ""
        self.settings: dict[str, Any] = {}
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Read the format and the settings; nothing is written."""
        await super().start()
        for each in await self.database.rows("settings"):
            record = await self.sound("settings", each, lambda record: isinstance(record, dict))
            if record is not None:
                self.settings[str(each.key)] = _value(record)

    # --- campaigns ---

    def begin(self, game: str, name: str = "") -> Journal:
        """A fresh campaign; it is stored together with its first entry."""
        return Journal(self.new_id(), {**EMPTY, "game": game, "name": name})

    async def current(self, game: str) -> Journal:
        """The campaign of this game that was used last, or a fresh one."""
        for line in await self.campaigns():
            if line.game == game:
                return await self.load(line.id)
        return self.begin(game)

    async def remove(self, id: str) -> None:
        """Delete a campaign with all its entries."""
        gone: list[Step] = [
            DeleteAll("entries", id),
            DeleteAll("snapshots", id),
            Delete("campaigns", id),
        ]
        async with self._turn:
            await self.write(gone)
            self._open.pop(id, None)

    # --- what happens ---

    async def happen(
        self, journal: Journal, makes: Callable[[CampaignState], Sequence[Happening]]
    ) -> Journal:
        """The journal after what comes of the state as it is by then, stored; all of it or none.

        makes: called with the newest state, once all that was asked for before is stored. At most
            50 at once; where nothing comes of it nothing is stored.
        """

        def happen(now: Journal) -> Journal | None:
            made = makes(now.state)
            return self._after(now, made) if made else None

        return await self.advance(journal, happen)

    def _after(self, now: Journal, made: Sequence[Happening]) -> Journal:
        """The journal after these, one after another."""
        assert len(made) <= AT_HAND // 2
        return happened(now, made, self.stamp, self.games)

    async def append(self, journal: Journal, *facts: Fact) -> Journal:
        """The journal after these facts, stored; all of them or none. At most 50 at once.

        A fresh campaign is stored without any as well: then it has begun, and that is all.
        """
        return await self.advance(journal, lambda now: self._after(now, facts))

    async def step(
        self, journal: Journal, step: str, inputs: Mapping[str, Any], *before: Fact
    ) -> Journal:
        """The journal after a step of the encounter: `begin`, `end` or one of its transitions.

        before: what is agreed with it, stored together with it.
        """
        made: list[Happening] = [*before, EncounterStep(step, inputs)]
        return await self.advance(journal, lambda now: self._after(now, made))

    async def undo(
        self, journal: Journal, n: int | None = None, stamp: Stamp | None = None
    ) -> Journal:
        """The journal with its last entry that holds taken back, or that of the place n.

        stamp: of the entry that does so, where somebody else means it.
        """
        async with self._turn:
            now = await self._newest(journal)
            place = n or now.undoable
            entry = await self._entry(now, place)
            if entry is None and place and place == now.undoable:
                raise CannotUndo(f"entry {place} was damaged; what it did cannot be taken back")
            later: tuple[Entry, ...] = ()
            if place and place != now.top:
                later = (await self._page(now, place + 1, now.n, now.top)).entries
            return await self._store(now, undo(now, entry, stamp or self.stamp(), later))

    async def redo(self, journal: Journal) -> Journal:
        """The journal with the entry that was undone last holding again."""
        async with self._turn:
            now = await self._newest(journal)
            entry = await self._entry(now, now.redoable)
            return await self._store(now, redo(now, entry, self.stamp()))

    async def advance(
        self, journal: Journal, happen: Callable[[Journal], Journal | None]
    ) -> Journal:
        """The newest journal after what happens, stored; as it was where nothing does (None).

        happen: called once all that was asked for before is stored. At most 50 entries at once.
        """
        async with self._turn:
            start = begun = now = await self._newest(journal)
            if now.n == 0:
                start = Journal(now.campaign)
                fact = Started(now.state.game, now.state.name)
                begun = append(start, fact, self.stamp(), self.games)
            after = happen(begun)
            return now if after is None else await self._store(start, after)

    # --- what another device made ---

    async def follow(self, journal: Journal, entries: Sequence[Entry]) -> Journal:
        """The journal after entries that were made elsewhere, stored; those it has are left out.

        They may reach the disk a little later: whoever made them has them, and tells them again.
        LostPlace or IndexError if they do not follow on it; then nothing is stored.
        """

        def follow(now: Journal) -> Journal:
            for entry in entries:
                if entry.n == now.n + 1:
                    now = followed(now, entry)
            return now

        async with self._turn:
            now = await self._newest(journal)
            after = follow(now)
            return await self._store(now, after, strict=False) if after.n > now.n else now

    async def adopt(self, journal: Journal) -> Journal:
        """A campaign as it was told whole, in place of what was known of it."""
        steps: list[Step] = [DeleteAll(part, journal.campaign) for part in ("entries", "snapshots")]
        for each in journal.entries:
            steps.append(Put("entries", entry_row(journal.campaign, each)))
            if each.n % 100 == 0:  # a long campaign keeps no page waiting
                await asyncio.sleep(0)
        steps.append(Put("campaigns", line_of(journal).row()))
        steps.append(Put("snapshots", snapshot_row(journal)))
        async with self._turn:
            await self.write(steps)
            self._open[journal.campaign] = replace(journal, entries=journal.entries[-AT_HAND:])
            return self._open[journal.campaign]

    # --- writing ---

    async def _store(self, before: Journal, after: Journal, strict: bool = True) -> Journal:
        """Write what is new in a journal, in one transaction; a snapshot is always on the disk."""
        new = [entry for entry in after.entries if entry.n > before.n]
        steps: list[Step] = [
            Put("entries", entry_row(after.campaign, entry), new=True) for entry in new
        ]
        steps.append(Put("campaigns", line_of(after).row()))
        if after.n // SNAPSHOT_EVERY > before.n // SNAPSHOT_EVERY:
            strict = True
            steps.append(Put("snapshots", snapshot_row(after)))
            places = await self.database.places("snapshots", after.campaign)
            steps += [
                Delete("snapshots", (after.campaign, place)) for place in places[: 1 - SNAPSHOTS]
            ]
        try:
            await self.write(steps, strict)
        except Overtaken:
            self._open.pop(after.campaign, None)
            raise
        self._open[after.campaign] = after
        return after

    # --- the play in progress, settings ---

    async def save_play(self, play: Mapping[str, Any] | None, name: str = "current") -> None:
        """Keep the play in progress, or (None) forget it."""
        step = Delete("plays", name) if play is None else Put("plays", sealed(name, play))
        await self.write([step], strict=False)

    async def play(self, name: str = "current") -> dict[str, Any] | None:
        """The play that was in progress when the page was left."""
        row = await self.database.get("plays", name)
        return await self.sound("plays", row, _is_play) if row else None

    async def set(self, name: str, value: Any) -> None:
        """Remember a setting of this device."""
        await self.write([Put("settings", sealed(name, {"value": value}))])
        self.settings[name] = value

    def table(self, campaign: str) -> dict[str, Any]:
        """What this device knows of the table at which the campaign is played; empty if nothing."""
        record = self.settings.get(_TABLE + campaign)
        return record if isinstance(record, dict) else {}

    async def keep_table(self, campaign: str, record: dict[str, Any] | None) -> None:
        """Remember it, or with None nothing any more."""
        await self.set(_TABLE + campaign, record)

    # --- whole campaigns, and what other tabs do ---

    async def write_over(self, steps: list[Step]) -> None:
        """A transaction that may change whole campaigns; they are loaded anew afterwards."""
        async with self._turn:
            try:
                await self.write(steps)
            finally:
                self._open.clear()
                self._changed += 1

    def _followed(self, store: str, key: Any, text: str | None, sum: str) -> None:
        """A row that another tab wrote (or, without text, deleted)."""
        if store == "settings":
            if not key:
                self.settings.clear()
            elif text is None:
                self.settings.pop(str(key), None)
            else:
                with suppress(NotPlain):
                    self.settings[str(key)] = _value(opened(Row(str(key), text, sum)))
            self.heard.change(store)
        elif store == "entries":
            self._changed += 1
            campaign = key if isinstance(key, str) else key[0]
            if not campaign:  # everything was replaced, by other campaigns perhaps
                gone = [*self._open]
                self._open.clear()
                for id in gone:
                    self.heard.change(id)
            known = self._open.pop(campaign, None)
            if known is not None and text is not None and key == [campaign, known.n + 1]:
                with suppress(NotPlain, LostPlace, IndexError):  # else it is loaded anew
                    self._open[campaign] = followed(known, entry_in(Row(tuple(key), text, sum)))
            self.heard.change(campaign)
        elif store in ("plays", "backups"):
            self.heard.change(store)
