"""What can be looked back on: of which rolls the luck is told, of which dice the faces."""

from __future__ import annotations

#: Of which rolls the luck can be told.
LUCK = {"evening": "This evening", "campaign": "The campaign", "game": "All campaigns"}

#: Of which rolls the faces can be counted.
DICE = {"all": "Everything on this device", "campaign": "This campaign"}

#: Where it is told, below the address of a game.
PLACES = {"luck": LUCK, "fair": DICE}
