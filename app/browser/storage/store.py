"""The store of campaigns, journals, the play in progress and settings in the browser.

    store = await open_store(games)              # IndexedDB, or memory where there is none
    store.lasts, store.report, store.newer       # persistent? damaged rows? newer data?

    journal = await store.current("garden")      # the last campaign of that game, or a fresh one
    journal = store.begin("garden", "Harvest")   # a fresh one; stored with its first entry
    journal = await store.load(id)
    lines = await store.campaigns()              # id, game, name, n, at; last used first

    journal = await store.append(journal, Rolled(...))     # stored when this returns
    journal = await store.happen(journal, makes)           # the actions of `makes(state)`
    journal = await store.undo(journal)                    # the last undoable entry
    journal = await store.undo(journal, n)                 # that entry, if nothing builds on it
    journal = await store.redo(journal)
    journal = await store.step(journal, "next_turn", {})   # a step of the encounter
    journal = await store.advance(journal, makes)          # the journal of `makes(journal)`
    journal = await store.follow(journal, entries)         # entries of another device
    journal = await store.adopt(journal)                   # a whole campaign of another device

    journal.state                 # CampaignState: characters, house, scene, encounter, ...
    journal.entries, journal.last # the newest entries, oldest first
    journal.page.holds(n)         # is it in force, or was it undone?
    journal.undoable, journal.redoable           # indexes, or None
    page = await store.older(journal, page)      # the next older page: .entries, .holds(n)

    store.is_writer                              # other tabs; `Heard` gets their changes
    await store.take_over()

    await store.save_play({"procedure": ..., "typed": ..., "answers": [...], ...})   # or None
    await store.play()
    store.settings                               # a plain dict, read at the start
    await store.set("auto-save", True)
    store.table(campaign)                        # this device's record of a shared table
    await store.keep_table(campaign, record)

Files, imports, backups and room are in `app.browser.storage.transfer`; the coordination of tabs is
in `app.browser.storage.tabs`. Check `store.report` again after loading: damage is found on reading.

`record_roll(bound, play, inputs, ...)` in `app.campaign.journal.rolls` makes the fact of a finished
play; `answers_of(fact.answers)` and `exact(fact.inputs)` restore it for `replay`. Every write is
one awaited transaction with strict durability: after its return the data are on the disk. A failure
raises `StorageError` (`app.browser.storage.databases`), with a text for the user, or `BadInput` for
an impossible fact; nothing has changed then. Nothing is written before it was read.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from app.browser.storage.checksummed_rows import Heard
from app.browser.storage.databases import (
    Database,
    Delete,
    Memory,
    NewerData,
    Put,
    StorageError,
)
from app.browser.storage.plays import is_play
from app.browser.storage.reopening import Reopening
from app.browser.storage.writing import WrittenJournals
from app.campaign.files.rows import StoredRow, verify_checksum, with_checksum
from app.campaign.state.state import Games
from app.campaign.state.values import NotPlain
from app.core.support.untrusted_json import JsonRecord

#: Seconds that reading the settings may take before the page goes on without storage.
PATIENCE_S = 15.0

#: The key of the play in progress.
_PLAY = "current"

#: The prefix of the setting for a shared table, before its campaign's id.
_TABLE = "table "


def _value(record: object) -> object:
    return record.get("value") if isinstance(record, dict) else None


async def open_store(games: Games, heard: Heard | None = None) -> Store:
    """Open the store on the browser's database, or in memory if there is none."""
    try:
        from app.browser.storage.backup_copy import Mirror
        from app.browser.storage.indexed import IndexedDb
        from app.browser.storage.tabs import Tabs
    except ImportError:  # no browser at all
        return await _in_memory(games, heard)
    opened: list[Store] = []

    def on_gone(why: str) -> None:
        for store in opened:
            store.reopen(why)

    async def again(database: Database, why: str) -> NewerData | None:
        return await opened[0].go_on(database, why) if opened else None

    try:
        found = await IndexedDb.open(on_gone)
    except StorageError as fault:
        return await _in_memory(games, heard, str(fault))
    database = Reopening(found, lambda: IndexedDb.open(on_gone), again)
    try:
        store = Store(database, games, heard)
        store.net = Mirror.here()
        await asyncio.wait_for(store.start(), PATIENCE_S)
        await store.bring_back()
    except (StorageError, TimeoutError) as fault:
        await database.close()
        why = str(fault) or "The browser can’t read its storage."
        return await _in_memory(games, heard, why)
    opened.append(store)
    await store.join(Tabs.open)
    return store


async def _in_memory(games: Games, heard: Heard | None, why: str = "") -> Store:
    """Return a store that lasts as long as the page."""
    store = Store(Memory(), games, heard)
    store.why = why
    await store.start()
    return store


class Store(WrittenJournals):
    """All stored data.

    why: the browser's reason for giving no storage. settings: those of this device.
    """

    def __init__(self, database: Database, games: Games, heard: Heard | None = None) -> None:
        super().__init__(database, games, heard)
        self.why = ""
        self.settings: dict[str, object] = {}

    async def start(self) -> None:
        """Read the format and the settings without writing."""
        await super().start()
        for row in await self.database.rows("settings"):
            record = await self.sound("settings", row, lambda record: isinstance(record, dict))
            if record is not None:
                self.settings[str(row.key)] = _value(record)

    # --- the play in progress, settings ---

    async def save_play(self, play: JsonRecord | None) -> None:
        """Store the play in progress, or delete it if `play` is None."""
        step = Delete("plays", _PLAY) if play is None else Put("plays", with_checksum(_PLAY, play))
        await self.write([step], strict=False)

    async def play(self) -> dict[str, object] | None:
        """Return the stored play in progress, if any."""
        row = await self.database.get("plays", _PLAY)
        return await self.sound("plays", row, is_play) if row else None

    async def set(self, name: str, value: object) -> None:
        """Store a setting of this device."""
        await self.write([Put("settings", with_checksum(name, {"value": value}))])
        self.settings[name] = value

    def table(self, campaign: str) -> dict[str, object]:
        """Return this device's record of a campaign's shared table; empty if there is none."""
        record = self.settings.get(_TABLE + campaign)
        return record if isinstance(record, dict) else {}

    async def keep_table(self, campaign: str, record: dict[str, Any] | None) -> None:
        """Store the record of a campaign's shared table; None clears it."""
        await self.set(_TABLE + campaign, record)

    async def go_on(self, database: Database, why: str) -> NewerData | None:
        self.why = why
        return await super().go_on(database, why)

    def in_memory(self) -> list[Put]:
        settings = self.settings.items()
        known = [Put("settings", with_checksum(name, {"value": value})) for name, value in settings]
        return [*super().in_memory(), *known]

    # --- other tabs ---

    def _on_row(self, store: str, key: object, text: str | None, sum: str) -> None:
        super()._on_row(store, key, text, sum)
        if store == "settings":
            if not key:
                self.settings.clear()
            elif text is None:
                self.settings.pop(str(key), None)
            else:
                with suppress(NotPlain):
                    self.settings[str(key)] = _value(
                        verify_checksum(StoredRow(str(key), text, sum))
                    )
        if store in ("settings", "plays", "backups"):
            self.heard.change(store)
