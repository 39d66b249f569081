"""Striker: one d20, five result steps, and a notation for every roll."""

from pathlib import Path

from app.core.games import Chapter, Game
from app.systems.striker.encounter import ENCOUNTER
from app.systems.striker.procedures import imposed, lines, reckoning, rolls
from app.systems.striker.sheet.sheet import SHEET
from app.systems.striker.tables import actions as action_tables
from app.systems.striker.tables import notation as notation_tables
from app.systems.striker.tables import rolls as roll_tables

GAME = Game(
    id="striker",
    title="Striker",
    tagline="One d20, five result steps, and a notation for every roll",
    trial={"challenge": 12},
    source="After the page “Action Rolling” of the Striker SRD",
    folder=Path(__file__).parent,
    common=("check", "attack", "save", "opposed", "line_action", "apply_effect"),
    chapters=(
        Chapter(
            "Rolls",
            (rolls.check, rolls.attack, rolls.save, rolls.opposed, rolls.take),
        ),
        Chapter(
            "The notation",
            (lines.line_action, imposed.imposed_save, lines.evaluate_line, lines.parse_line),
        ),
        Chapter(
            "Steps, effects and modifiers",
            (
                reckoning.result_step,
                reckoning.apply_effect,
                reckoning.shift_duration,
                reckoning.skill_modifier,
                reckoning.technique_modifier,
                imposed.rest,
            ),
        ),
    ),
    tables=(
        roll_tables.STEPS,
        roll_tables.RSR,
        action_tables.DURATIONS,
        action_tables.TAKE,
        notation_tables.NOTATION,
        notation_tables.REFERENCE,
        notation_tables.ERRORS,
        notation_tables.ADVICE,
        action_tables.SKILLS,
    ),
    sheet=SHEET,
    encounter=ENCOUNTER,
    screen=(
        "striker.steps",
        "striker.rsr",
        "striker.durations",
        "striker.zero_rolling",
        "striker.notation",
        "striker.reference",
        "striker.skills",
    ),
)
