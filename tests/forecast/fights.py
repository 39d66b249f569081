"""Fights of the samples of each game, as the forecast reads them."""

from __future__ import annotations

from typing import Any

from app.systems import games

#: What is said of a foe in a hurry, by game.
FOES: dict[str, dict[str, Any]] = {
    "garden": {"dv": 3, "melee": 1},
    "wasteland": {"hp": 8},
    "trueworld": {},
    "prism": {"hp_max": 40, "ob": 40},
    "striker": {"hp": 10, "hp_max": 10},
}


def samples(game: str, a_side: int = 2, **more: Any) -> dict[str, Any]:
    """The sample characters against as many quick entries."""
    form = games()[game].sheet
    assert form is not None
    people = [
        {"name": f"Hero {place}", "sheet": dict(form.samples[place % len(form.samples)])}
        for place in range(a_side)
    ]
    foes = {"name": "Foe", "quick": FOES[game], "count": a_side}
    return {
        "game": game,
        "sides": [
            {"name": "Heroes", "policy": "nearest", "combatants": people},
            {"name": "Foes", "policy": "weakest", "combatants": [foes]},
        ],
        **more,
    }
