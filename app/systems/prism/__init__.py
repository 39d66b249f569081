"""Prism: an open-ended percentile roll on one chart; slumps, zones, runs and plot points."""

from pathlib import Path

from app.core.games import Chapter, Game
from app.systems.prism.encounter import ENCOUNTER
from app.systems.prism.procedures import (
    actions,
    changing,
    combat,
    plot,
    potency,
    running,
    skills,
)
from app.systems.prism.sheet.sheet import SHEET
from app.systems.prism.tables import actions as action_tables
from app.systems.prism.tables import chart, modifiers
from app.systems.prism.tables import plot as plot_tables

GAME = Game(
    id="prism",
    title="Prism",
    tagline="One open-ended percentile roll, one chart; slumps, zones, plot points",
    source="After chapter fourteen, “Actions”, of the game Prism",
    folder=Path(__file__).parent,
    common=(
        "static_maneuver",
        "moving_maneuver",
        "attack",
        "perception",
        "stat_test",
        "wound_level",
    ),
    chapters=(
        Chapter(
            "Skills",
            (
                skills.static_maneuver,
                skills.moving_maneuver,
                skills.modifiers,
                skills.chart_result,
                skills.open_roll,
            ),
        ),
        Chapter(
            "Actions without a skill",
            (
                running.run,
                actions.perception,
                actions.stat_test,
                potency.potency,
                potency.break_force,
                potency.breakage,
                actions.chance,
            ),
        ),
        Chapter(
            "Combat",
            (
                combat.attack,
                combat.defensive_bonus,
                combat.wound_level,
                combat.iris_delay,
                combat.iris_next,
            ),
        ),
        Chapter(
            "Plot points",
            (
                changing.plot_change_roll,
                plot.plot_spend,
                plot.plot_cancel,
                plot.plot_buy,
            ),
        ),
    ),
    tables=(
        chart.CHART,
        modifiers.MODIFIERS,
        chart.RETRY,
        action_tables.PACES,
        action_tables.STATS,
        action_tables.MATERIALS,
        plot_tables.PLOT_USES,
    ),
    sheet=SHEET,
    encounter=ENCOUNTER,
    screen=(
        "prism.chart_14_1",
        "prism.chart_14_2",
        "prism.retry",
        "prism.pace",
        "prism.stats",
        "prism.plot_uses",
    ),
)
