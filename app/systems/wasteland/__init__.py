"""Wasteland: 2d20 for skill and luck, combat dice for harm, Action Points for all."""

from pathlib import Path

from app.systems.wasteland.encounter import ENCOUNTER
from app.systems.wasteland.game import WastelandGame
from app.systems.wasteland.procedures import CHAPTERS
from app.systems.wasteland.rules.pools import COUNTERS
from app.systems.wasteland.sheet.sheet import SHEET
from app.systems.wasteland.tables import actions as action_tables
from app.systems.wasteland.tables import attacks as attack_tables
from app.systems.wasteland.tables import character as character_tables
from app.systems.wasteland.tables import harm as harm_tables
from app.systems.wasteland.tables import rolls as roll_tables

GAME = WastelandGame(
    id="wasteland",
    title="Wasteland 2d20",
    tagline="2d20 under attribute + skill; Action Points, combat dice, hit locations",
    source="Unofficial table aid for the 2d20 post-nuclear rules",
    folder=Path(__file__).parent,
    common=("skill_test", "attack", "damage", "initiative", "first_aid", "spend_ap"),
    chapters=CHAPTERS,
    tables=(
        roll_tables.DIFFICULTIES,
        roll_tables.COMPLICATION_RANGES,
        roll_tables.COMBAT_DIE,
        attack_tables.RANGE_BANDS,
        action_tables.MINOR_ACTIONS,
        action_tables.MAJOR_ACTIONS,
        attack_tables.WEAPON_CLASSES,
        attack_tables.RANGE_DIFFICULTY,
        attack_tables.HIT_LOCATION,
        harm_tables.INJURIES,
        harm_tables.DAMAGE_EFFECTS,
        harm_tables.WEAPON_QUALITIES,
        harm_tables.CHEMS,
        action_tables.SEQUENCE,
        action_tables.PRONE,
        roll_tables.AP_SPENDS,
        roll_tables.BONUS_D20_COST,
        roll_tables.LUCK_SPENDS,
        character_tables.MELEE_BONUS,
        action_tables.COMMAND_SKILLS,
    ),
    sheet=SHEET,
    encounter=ENCOUNTER,
    counters=COUNTERS,
    screen=(
        "wasteland.difficulties",
        "wasteland.complication_ranges",
        "wasteland.combat_die",
        "wasteland.range_bands",
        "wasteland.minor_actions",
        "wasteland.major_actions",
        "wasteland.range_difficulty",
        "wasteland.hit_location",
        "wasteland.injuries",
        "wasteland.damage_effects",
        "wasteland.ap_spends",
        "wasteland.bonus_d20_cost",
        "wasteland.luck_spends",
    ),
)
