"""The rating of presets by the forecast.

python -m tests.presets GAME        prints the results of each preset and each suggested group
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.encounters.presets import Preset, Presets
from app.core.games import Game
from app.forecast import batch, fight
from app.forecast.records import Fight
from app.systems import games

SEED = "presets"

#: The number of fights for a preset, and for a suggested group.
FIGHTS_OF_PRESET, FIGHTS_OF_GROUP = 40, 100

#: For the threats 1 to 4, the least share of fights that two samples do not lose, as the mean of
#: fights against two such foes and against four.
LEAST_UNBEATEN = (0.995, 0.65, 0.4, 0.15)

#: The share of fights that two samples win against a suggested group: (least, most).
BANDS = {"Easy": (0.85, 1.0), "Fair": (0.6, 0.8), "Hard": (0.35, 0.55)}


def presets_of(game: Game) -> Presets:
    """Return the presets of a game."""
    assert game.encounter is not None
    return game.encounter.presets()


def joining(preset: Preset) -> dict[str, Any]:
    """Return the inputs of `add` for a preset, without its name."""
    return {**preset.inputs, "sheet": dict(preset.sheet)}


def against(game: Game, members: Mapping[str, int]) -> Fight:
    """Return a fight of two sample characters against these presets."""
    assert game.sheet is not None
    by_id = presets_of(game).by_id
    heroes = [{"sheet": dict(sample)} for sample in game.sheet.samples[:2]]
    foes = [
        {"name": by_id[id].name, "quick": joining(by_id[id]), "count": count}
        for id, count in members.items()
    ]
    record = {
        "game": game.id,
        "sides": [
            {"name": "Players", "policy": "weakest", "spend": True, "combatants": heroes},
            {"name": "Foes", "policy": "nearest", "combatants": foes},
        ],
    }
    return fight(record)


def results(game: Game, members: Mapping[str, int], fights: int) -> tuple[float, float]:
    """Return the shares of fights that two sample characters win and lose."""
    counts = batch(against(game, members), SEED, 0, fights)
    return counts.wins.get(0, 0) / fights, counts.wins.get(1, 0) / fights


def iter_shares(
    game: Game, members: Mapping[str, int], fights: int
) -> Iterator[tuple[float, float]]:
    """Yield after each fight the least and the most share that the samples can win of them all."""
    group, wins = against(game, members), 0
    for number in range(fights):
        wins += batch(group, SEED, number, 1).wins.get(0, 0)
        yield wins / fights, (wins + fights - number - 1) / fights


def threat(unbeaten: float) -> int:
    """Return the threat of a foe, by the share of fights that two samples do not lose."""
    return 1 + sum(unbeaten < least for least in LEAST_UNBEATEN)


def main(id: str) -> None:
    """Print the rating of a game's presets and groups."""
    game = games()[id]
    for foe in presets_of(game).foes:
        two, four = (1 - results(game, {foe.id: n}, FIGHTS_OF_PRESET)[1] for n in (2, 4))
        rated = threat((two + four) / 2)
        difference = "" if rated == foe.threat else f", told {foe.threat}"
        print(
            f"{foe.id:12} two {two:4.0%} four {four:4.0%}  threat {rated}{difference}", flush=True
        )
    for group in presets_of(game).groups:
        share, _ = results(game, group.members, FIGHTS_OF_GROUP)
        low, high = BANDS[group.label]
        print(
            f"{group.label} {dict(group.members)} {share:4.0%} {low <= share <= high}", flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1])
