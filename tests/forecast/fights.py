"""Fights of the sample characters of each game, as records for the forecast."""

from __future__ import annotations

from typing import Any

from app.systems import games

#: The quick entry of a foe, by game.
FOES: dict[str, dict[str, Any]] = {
    "garden": {"dv": 3, "melee": 1},
    "wasteland": {"hp": 8},
    "trueworld": {},
    "prism": {"hp_max": 40, "ob": 40},
    "striker": {"hp": 10, "hp_max": 10},
}


def samples(game: str, a_side: int = 2, **more: Any) -> dict[str, Any]:
    """Return a fight of the sample characters against as many quick entries."""
    form = games()[game].sheet
    assert form is not None
    people = [
        {"name": f"Hero {index}", "sheet": dict(form.samples[index % len(form.samples)])}
        for index in range(a_side)
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
