"""The context of a shared table on this page: games, allowed intents, the players' screen."""

from __future__ import annotations

from typing import get_args

from app import VERSION
from app.browser.platform import dom
from app.campaign.journal.journal import Journal
from app.sync.host import Context
from app.sync.mutations import Intents, by_word
from app.systems import games
from app.update import open_campaign
from app.update.messages.campaign import CampaignMessage
from app.widgets.fight.screen import screen


def make_context() -> Context:
    """Return the context of a host, or of a guest that applies its intents in advance."""
    kinds = by_word(get_args(CampaignMessage))
    return Context(games(), Intents(kinds, open_campaign.facts), _build(), _screen)


def _build() -> str:
    """Return the page's version and content, which differ between builds of one version."""
    content = dom.one("meta[name=tableside-content]").getAttribute("content")
    return f"{VERSION} ({content})"


def _screen(journal: Journal) -> dict[str, object] | None:
    state = journal.state
    if state.game not in games():
        return None
    return screen.encode(screen.show(games(), state, journal.page))
