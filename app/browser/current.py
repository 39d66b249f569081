"""Which campaign of a game is open: the one that was chosen, else the one that was used last."""

from __future__ import annotations

from app.browser.storage.store import Store
from app.campaign.journal import Journal
from app.systems import games
from app.widgets.campaigns import open_ids


async def current(store: Store, game: str) -> Journal | None:
    """The campaign of a game; without one, of the game that was played last. None: of none yet."""
    if not game:
        played = (each.game for each in await store.campaigns())
        game = next((each for each in played if each in games()), "")
        if not game:
            return None
    opened = open_ids(await store.campaigns(), store.settings.get("open")).get(game)
    return await store.load(opened) if opened else store.begin(game)


async def remember(store: Store, journal: Journal) -> None:
    """The next start opens this campaign again."""
    known = store.settings.get("open")
    chosen = {
        **(known if isinstance(known, dict) else {}),
        journal.state.game: journal.campaign,
    }
    if store.is_writer and store.newer is None and chosen != known:
        await store.set("open", chosen)
