"""Foes of Autonomous Garden that are ready to join.

Few boxes for wounds are ours: lesser foes fall sooner than characters do.
"""

from __future__ import annotations

from app.core.encounters.presets import Preset, PresetGroup, Presets
from app.systems.garden.samples import CLUB, KNIFE, PISTOL, RIFLE, weapon

TEETH = weapon("Teeth", "melee", 4)
FANGS = weapon("Fangs", "melee", 4)
TUSKS = weapon("Tusks", "melee", 4)
CLAWS = weapon("Claws", "melee", 6)
FISTS = weapon("Heavy fists", "unarmed", 4)
MACHETE = weapon("Machete", "melee", 4)
DART_GUN = weapon("Dart gun", "ranged", 4, short_range=8)
CUTTER = weapon("Cutting arm", "melee", 6, long=True)
CARBINE = weapon("Carbine", "ranged", 6, short_range=30, long=True, burst=True)


def _sheet(boxes: int, *weapons: dict[str, object], **values: int) -> dict[str, object]:
    """Return a sheet with that many boxes for wounds, and as many for bruises."""
    return {**values, "wound_boxes": boxes, "bruise_boxes": boxes, "weapons": list(weapons)}


FOES = (
    Preset(
        "scavenger",
        "Scavenger",
        "hungry, badly armed, runs when hurt",
        1,
        _sheet(2, CLUB, athletics=1, awareness=1, melee=1),
    ),
    Preset(
        "wild-dog",
        "Wild dog",
        "quick, thin, comes in packs",
        3,
        _sheet(2, TEETH, agility=1, body=-1, perception=2, athletics=2, awareness=3, defense=1,
               melee=1, run=30, sprint=60),
    ),
    Preset(
        "bandit",
        "Bandit",
        "a blade up close, a pistol from cover",
        4,
        _sheet(3, MACHETE, PISTOL, agility=1, athletics=1, awareness=1, defense=1, firearms=1,
               melee=2, stealth=1),
    ),
    Preset(
        "wolf",
        "Wolf",
        "fast, circles and bites",
        4,
        _sheet(2, FANGS, agility=2, perception=2, athletics=3, awareness=3, defense=1, melee=2,
               run=30, sprint=60),
        plural="Wolves",
    ),
    Preset(
        "guard",
        "Guard",
        "steady, armoured, calls for help",
        4,
        _sheet(4, CLUB, PISTOL, agility=1, body=1, awareness=2, defense=2, firearms=2, melee=2,
               unarmed=1, armor=1),
    ),
    Preset(
        "brawler",
        "Brawler",
        "big and slow, knocks people out",
        4,
        _sheet(3, FISTS, body=2, defense=1, unarmed=2, melee=1),
    ),
    Preset(
        "boar",
        "Boar",
        "charges, thick hide",
        4,
        _sheet(4, TUSKS, agility=1, body=2, athletics=2, awareness=2, defense=1, melee=2, run=30,
               sprint=50),
    ),
    Preset(
        "drone",
        "Survey drone",
        "hovers, shoots darts, hard to hit",
        3,
        _sheet(2, DART_GUN, agility=2, perception=1, awareness=3, defense=1, firearms=1),
    ),
    Preset(
        "poacher",
        "Poacher",
        "a good shot from far away",
        4,
        _sheet(3, RIFLE, KNIFE, agility=1, perception=1, awareness=2, defense=1, firearms=3,
               melee=1, stealth=3),
    ),
    Preset(
        "soldier",
        "Soldier",
        "trained, armoured, fires bursts",
        5,
        _sheet(5, CARBINE, KNIFE, agility=1, body=1, perception=1, athletics=2, awareness=2,
               defense=2, firearms=3, melee=2, unarmed=2, armor=2),
    ),
    Preset(
        "gardener",
        "Gardener machine",
        "tends its ground, cuts anything that moves",
        5,
        _sheet(5, CUTTER, agility=1, body=2, perception=1, awareness=2, defense=1, melee=2,
               armor=1),
    ),
    Preset(
        "bear",
        "Bear",
        "strong, angry, hard to stop",
        5,
        _sheet(6, CLAWS, agility=1, body=2, athletics=2, awareness=2, defense=1, melee=3, run=25,
               sprint=50),
    ),
)  # fmt: skip

PRESETS = Presets(
    FOES,
    (
        PresetGroup("Easy", {"scavenger": 3}),
        PresetGroup("Fair", {"bandit": 1, "guard": 1}),
        PresetGroup("Hard", {"bandit": 1, "wild-dog": 2}),
    ),
)
