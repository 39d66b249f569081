"""Foes of TrueWorld that are ready to join: adversaries with a difficulty."""

from __future__ import annotations

from app.core.encounters.presets import Preset, PresetGroup, Presets
from app.core.errors import capitalize


def _adversary(
    id: str, name: str, line: str, threat: int, die: str, *gear: str, plural: str = ""
) -> Preset:
    """Return an adversary with that difficulty die (T2.3), its weapons and ways as its gear."""
    sheet = {"concept": capitalize(line), "gear": [{"name": each} for each in gear]}
    return Preset(id, name, line, threat, sheet, {"difficulty": die}, plural)


FOES = (
    _adversary("thug", "Thug", "a shove and a cudgel, runs early", 1, "d4", "Cudgel"),
    _adversary("rat", "Harbour rat", "bold, bites, never alone", 1, "d4", "Teeth"),
    _adversary("cutpurse", "Cutpurse", "quick hands, a short knife", 1, "d4", "Knife"),
    _adversary("wolf", "Wolf", "patient, hunts in a pack", 2, "d6", "Fangs", plural="Wolves"),
    _adversary("bandit", "Bandit", "waits in ambush, knows the ground", 2, "d6", "Short sword",
               "Crossbow"),
    _adversary("guard", "City guard", "steady, has friends near", 2, "d6", "Halberd", "Whistle"),
    _adversary("smuggler", "Smuggler", "cornered, armed, wants out", 2, "d6", "Pistol", "Hook"),
    _adversary("duellist", "Duellist", "fast, proud, fights alone", 3, "d8", "Rapier"),
    _adversary("soldier", "Soldier", "drilled, holds the line", 3, "d8", "Rifle", "Bayonet"),
    _adversary("bear", "Bear", "strong, angry, hard to stop", 4, "d10", "Claws"),
    _adversary("assassin", "Assassin", "unseen until it is late", 4, "d10", "Poisoned blade"),
    _adversary("leviathan", "Leviathan", "rises from the deep, breaks ships", 5, "d12", "Jaws",
               "Coils"),
)  # fmt: skip

PRESETS = Presets(
    FOES,
    (
        PresetGroup("Easy", {"bandit": 3}),
        PresetGroup("Fair", {"soldier": 3}),
        PresetGroup("Hard", {"soldier": 3, "thug": 1}),
    ),
)
