"""Foes of Striker that are ready to join."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters.presets import Preset, PresetGroup, Presets
from app.systems.striker.samples import skill

MELEE, RANGED = "Cbt-Melee", "Cbt-Ranged"


def _weapon(name: str, used: str, dice: int, die: int = 6) -> dict[str, object]:
    return {"name": name, "skill": used, "dice": dice, "die": die, "note": ""}


def _sheet(
    hp: int, challenge: int, ranks: Mapping[str, int], *weapons: dict[str, object]
) -> dict[str, object]:
    """Return a sheet. challenge: the TC (S2). ranks: of the two combat skills and of traits."""
    every = {"Insight": 1, "Strength": 1, "Agility": 1, MELEE: 0, RANGED: 0, **ranks}
    return {
        "hp_max": hp,
        "fp_max": 0,
        "target_challenge": challenge,
        "skills": [
            dict(skill(name, "combat" if name in (MELEE, RANGED) else "trait", -3, rank))
            for name, rank in every.items()
        ],
        "weapons": list(weapons),
    }


FOES = (
    Preset("stowaway", "Stowaway", "scared, grabs any tool", 1,
           _sheet(6, 10, {MELEE: 1}, _weapon("wrench", MELEE, 1, 4))),
    Preset("vermin", "Hull vermin", "small, bites, comes in swarms", 1,
           _sheet(4, 11, {MELEE: 2, "Agility": 4}, _weapon("bite", MELEE, 1, 4))),
    Preset("thug", "Dock thug", "brawls, backs off when outgunned", 1,
           _sheet(8, 11, {MELEE: 3, "Strength": 3}, _weapon("club", MELEE, 1))),
    Preset("raider", "Raider", "reckless, boards and shoots", 2,
           _sheet(10, 12, {RANGED: 3, MELEE: 2}, _weapon("pistol", RANGED, 1),
                  _weapon("cutlass", MELEE, 1))),
    Preset("drone", "Security drone", "hovers, stings, hard to hit", 2,
           _sheet(6, 14, {RANGED: 3, "Agility": 5}, _weapon("stinger", RANGED, 1))),
    Preset("guard", "Station guard", "steady, vest and carbine", 2,
           _sheet(12, 13, {RANGED: 4, MELEE: 3}, _weapon("carbine", RANGED, 1, 8),
                  _weapon("baton", MELEE, 1))),
    Preset("hound", "Hunting hound", "fast, pulls its prey down", 2,
           _sheet(8, 13, {MELEE: 4, "Agility": 5}, _weapon("jaws", MELEE, 1, 8))),
    Preset("gunner", "Pirate gunner", "heavy weapon, hides behind others", 2,
           _sheet(10, 12, {RANGED: 4}, _weapon("scatter gun", RANGED, 2))),
    Preset("marine", "Marine", "trained, armoured, works in pairs", 3,
           _sheet(16, 14, {RANGED: 6, MELEE: 5}, _weapon("rifle", RANGED, 2),
                  _weapon("combat knife", MELEE, 1))),
    Preset("hunter", "Bounty hunter", "patient, never misses twice", 4,
           _sheet(16, 14, {RANGED: 8, MELEE: 4, "Insight": 5},
                  _weapon("long rifle", RANGED, 2, 8))),
    Preset("frame", "Loader frame", "huge, slow, crushes", 4,
           _sheet(28, 12, {MELEE: 6, "Strength": 8}, _weapon("claw", MELEE, 2))),
    Preset("warden", "Warden robot", "armoured, tireless, two barrels", 5,
           _sheet(30, 16, {RANGED: 8}, _weapon("twin barrels", RANGED, 2))),
)  # fmt: skip

PRESETS = Presets(
    FOES,
    (
        PresetGroup("Easy", {"raider": 3}),
        PresetGroup("Fair", {"raider": 3, "gunner": 1}),
        PresetGroup("Hard", {"raider": 6}),
    ),
)
