"""Scopes of the statistics pages: luck and dice fairness."""

from __future__ import annotations

#: Scopes of luck.
LUCK = {"evening": "Tonight", "campaign": "This campaign", "game": "All campaigns"}

#: Scopes of dice fairness.
DICE = {"all": "All campaigns", "campaign": "This campaign"}

#: Scopes by page, below a game's address.
PLACES = {"luck": LUCK, "fair": DICE}
