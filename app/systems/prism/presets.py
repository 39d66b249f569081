"""Foes of Prism that are ready to join."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters.presets import Preset, PresetGroup, Presets


def _sheet(
    hp: int, quickness: int, armor_type: int, weapons: Mapping[str, int], **more: object
) -> dict[str, object]:
    """Return a sheet. weapons: the OB of each, by name; they are its skills as well."""
    return {
        "hp_max": hp,
        "quickness": quickness,
        "armor_type": armor_type,
        "plot_points": 0,
        "plot_points_total": 0,
        "skills": [{"name": name, "sv": ob} for name, ob in weapons.items()],
        "weapons": [{"name": name, "ob": ob} for name, ob in weapons.items()],
        **more,
    }


FOES = (
    Preset("rat", "Giant rat", "sickly, bites, never alone", 1,
           _sheet(12, 10, 1, {"Bite": 15}, mv=60, enc_mv=60)),
    Preset("goblin", "Goblin", "small, weak, comes in numbers", 2,
           _sheet(22, 8, 5, {"Short sword": 30, "Sling": 25})),
    Preset("wild-dog", "Wild dog", "quick, bites, runs from fire", 2,
           _sheet(20, 12, 3, {"Bite": 30}, mv=80, enc_mv=80)),
    Preset("bandit", "Bandit", "a blade and a bow, wants your purse", 3,
           _sheet(35, 5, 5, {"Short sword": 45, "Short bow": 40})),
    Preset("wolf", "Wolf", "fast, hunts in a pack", 3,
           _sheet(34, 14, 3, {"Bite": 50}, mv=90, enc_mv=90), plural="Wolves"),
    Preset("guard", "Guard", "steady, chain and shield", 3,
           _sheet(45, 0, 13, {"Spear": 50, "Mace": 45}, shield_db=20)),
    Preset("skeleton", "Skeleton", "tireless, feels nothing", 3,
           _sheet(32, 3, 1, {"Rusty sword": 45})),
    Preset("orc", "Orc", "strong, brutal, heavy blade", 4,
           _sheet(50, 0, 9, {"Falchion": 60})),
    Preset("archer", "Archer", "keeps away, shoots well", 4,
           _sheet(36, 10, 5, {"Long bow": 65, "Dagger": 35})),
    Preset("boar", "Boar", "charges, hard to turn", 4,
           _sheet(55, 5, 4, {"Tusks": 55}, mv=80, enc_mv=80)),
    Preset("knight", "Fallen knight", "plate, skilled, gives no ground", 5,
           _sheet(70, 0, 19, {"Broadsword": 85, "Lance": 70}, shield_db=25)),
    Preset("wraith", "Wraith", "cold touch, hard to hit", 5,
           _sheet(60, 15, 1, {"Cold touch": 75}, item_bonus=20)),
    Preset("troll", "Troll", "huge, slow, hits very hard", 5,
           _sheet(120, -5, 11, {"Fists": 90})),
)  # fmt: skip

PRESETS = Presets(
    FOES,
    (
        PresetGroup("Easy", {"goblin": 3}),
        PresetGroup("Fair", {"goblin": 3, "bandit": 1}),
        PresetGroup("Hard", {"goblin": 3, "orc": 1}),
    ),
)
