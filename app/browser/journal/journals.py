"""Whole journals, read in steps and returned as a document."""

from __future__ import annotations

import asyncio

from app.browser.storage.store import Store
from app.campaign.journal.journal import Journal, Page, reaching_back
from app.campaign.state.characters import short_names
from app.systems import games
from app.widgets.campaigns.campaigns import display_name
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import names_of_joined
from app.widgets.fight.journal.fights import fight_sums
from app.widgets.journal.chronicle import Chronicle
from app.widgets.journal.journal import lines
from app.widgets.journal.story import dice_of, players
from app.widgets.journal.summary import Telling
from app.widgets.roll.result.results import Roll

#: Entries read at once, and entries processed before the page has its turn.
READ, LOOKED_AT = 500, 40


async def chronicle_of(store: Store, journal: Journal, hidden: bool) -> Chronicle:
    """Return a campaign's chronicle; `hidden` includes the results of hidden rolls."""
    game, state = games()[journal.state.game], journal.state
    shown, telling = await whole(store, journal), Telling()
    while telling.read(journal, shown, game, LOOKED_AT):
        await asyncio.sleep(0)
    names = short_names({**names_of_joined(shown), **people(state)})
    dice: dict[str, tuple[Roll, ...]] = {}
    for index, entry in enumerate(shown.entries):
        dice[entry.id] = dice_of(entry, games(), hidden)
        if index % LOOKED_AT == 0:
            await asyncio.sleep(0)
    listed = lines(shown, game, names, telling, hidden)
    fights = fight_sums(shown, telling, game, names, players(state))
    return Chronicle(display_name(state.name), game.title, listed, telling, fights, dice)


async def whole(store: Store, journal: Journal) -> Page:
    """Return all entries of a journal."""
    shown = journal.page
    while shown.entries and shown.entries[0].n > 1:
        older = await store.older(journal, shown, READ)
        if not older.entries:
            break
        shown = reaching_back(journal, [*older.entries, *shown.entries])
    return shown
