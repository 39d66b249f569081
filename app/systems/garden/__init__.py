"""Autonomous Garden: d6, keep the highest; matches, fumbles, wounds, hazards, magick."""

from pathlib import Path

from app.core.games import Chapter, Game
from app.core.procedures.inputs import Values
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.procedures import (
    actions,
    attack,
    burning,
    chases,
    falls,
    hazards,
    healing,
    magick,
    movement,
    open_wounds,
    order,
    passing,
    radiation,
    ranges,
    rolls,
    social,
    wounds,
)
from app.systems.garden.sheet.sheet import SHEET
from app.systems.garden.tables import actions as action_tables
from app.systems.garden.tables import combat as combat_tables
from app.systems.garden.tables import hazards as hazard_tables
from app.systems.garden.tables import magick as magick_tables
from app.systems.garden.tables import movement as movement_tables
from app.systems.garden.tables import radiation as radiation_tables
from app.systems.garden.tables import rolls as roll_tables
from app.systems.garden.tables import social as social_tables
from app.systems.garden.tables import wounds as wound_tables


class GardenGame(Game):
    def scene_feed(self, scene: Values, inputs: Values) -> dict[str, object]:
        """Feed the gap of a chase outside of encounters, until the runner is caught (G40)."""
        gap = scene.get("chase.gap")
        return {"gap": gap} if gap and "gap" in inputs else {}


GAME = GardenGame(
    id="garden",
    title="Autonomous Garden",
    tagline="Six-sided dice, keep the highest; matches and fumbles",
    source="After chapter four, “Action”, of the book Autonomous Garden",
    folder=Path(__file__).parent,
    common=("skill_test", "attribute_test", "opposed_test", "attack", "initiative", "apply_damage"),
    chapters=(
        Chapter(
            "Rolls",
            (
                rolls.skill_test,
                rolls.attribute_test,
                rolls.opposed_test,
                rolls.roll_pool,
                rolls.take_average,
                rolls.accumulate,
            ),
        ),
        Chapter(
            "Actions and time", (actions.action_penalty, actions.assist, actions.extended_time)
        ),
        Chapter(
            "Movement and loads",
            (
                movement.movement,
                movement.encumbrance,
                movement.swim_current,
                movement.water_action,
            ),
        ),
        Chapter(
            "Chases, falls, jumps",
            (chases.chase_round, chases.chase_obstacle, falls.fall, falls.jump),
        ),
        Chapter("Social actions", (social.persuade, social.npc_appeal)),
        Chapter(
            "Combat",
            (
                attack.attack,
                order.initiative,
                order.surprise,
                ranges.range_band,
                ranges.thrown_range,
            ),
        ),
        Chapter(
            "Damage and wounds",
            (
                wounds.apply_damage,
                wounds.wound_penalty,
                open_wounds.degeneration,
                open_wounds.stabilize,
                open_wounds.activity,
            ),
        ),
        Chapter(
            "Healing and time",
            (
                passing.pass_time,
                healing.healing_time,
                healing.dying,
                healing.resuscitate,
            ),
        ),
        Chapter(
            "Hazards",
            (
                hazards.hold_breath,
                hazards.panic,
                hazards.disease,
                hazards.common_cold,
                hazards.fever,
                burning.fire,
                burning.vehicle_fire,
                burning.electricity,
            ),
        ),
        Chapter(
            "Radiation",
            (radiation.radiation_dose, radiation.radiation_test, radiation.radiation_purge),
        ),
        Chapter("Magick", (magick.cast_spell, magick.cast_opposed)),
    ),
    sheet=SHEET,
    encounter=ENCOUNTER,
    tables=(
        roll_tables.MARGIN,
        roll_tables.TWISTS,
        roll_tables.TARGET_NUMBERS,
        action_tables.ACTION_TYPES,
        action_tables.ASSIST,
        action_tables.ACTING_FAST,
        movement_tables.GAITS,
        movement_tables.WATER,
        movement_tables.CAPACITY,
        movement_tables.OBSTACLES,
        movement_tables.FALL_SURFACES,
        movement_tables.JUMP_SURFACES,
        social_tables.SOCIAL,
        combat_tables.INTENTS,
        combat_tables.ATTACKS,
        combat_tables.DEFENSES,
        combat_tables.LOCATIONS,
        combat_tables.COMBAT_MODIFIERS,
        combat_tables.RANGES,
        wound_tables.WOUND_LEVELS,
        wound_tables.WOUND_PENALTIES,
        wound_tables.DEGENERATION,
        wound_tables.DESTABILIZE,
        wound_tables.HEALING,
        hazard_tables.COLD,
        hazard_tables.FIRE,
        hazard_tables.ELECTRICITY,
        hazard_tables.SHOCK,
        radiation_tables.RADIATION_ILLNESS,
        radiation_tables.RADIATION_IMMEDIATE,
        radiation_tables.RADIATION_SOURCES,
        radiation_tables.SHIELDING,
        magick_tables.SPELLS,
        magick_tables.INFORMATION,
    ),
    scene_values=("chase.gap",),
    screen=(
        "garden.tbl_margin",
        "garden.tbl_target_numbers",
        "garden.tbl_action_types",
        "garden.tbl_acting_fast",
        "garden.tbl_movement",
        "garden.tbl_fall_surfaces",
        "garden.tbl_attacks",
        "garden.tbl_defenses",
        "garden.tbl_locations",
        "garden.tbl_combat_modifiers",
        "garden.tbl_ranges",
        "garden.tbl_wound_levels",
        "garden.tbl_wound_penalties",
    ),
)
