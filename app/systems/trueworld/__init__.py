"""TrueWorld: ability dice against difficulty dice, from d4 to d12; only players roll."""

from pathlib import Path

from app.core.games import Chapter
from app.systems.trueworld.encounter import ENCOUNTER
from app.systems.trueworld.game import TrueWorldGame
from app.systems.trueworld.procedures import actions, director, teamwork
from app.systems.trueworld.sheet.sheet import SHEET
from app.systems.trueworld.tables import ability, difficulty, effects
from app.systems.trueworld.tables.actions import STANDARD_TURN

GAME = TrueWorldGame(
    id="trueworld",
    title="TrueWorld",
    tagline="Ability dice against difficulty dice, d4 to d12; only players roll",
    source="After the Actions page of TrueWorld by Chris Beckett (CC BY 4.0)",
    folder=Path(__file__).parent,
    common=(
        "action_roll",
        "unskilled_roll",
        "quick_action",
        "teamwork",
        "assisted_action",
        "set_difficulty",
    ),
    chapters=(
        Chapter("Actions", (actions.action_roll, actions.unskilled_roll, actions.quick_action)),
        Chapter("Teamwork", (teamwork.teamwork, teamwork.assisted_action)),
        Chapter(
            "For the director",
            (director.set_difficulty, director.effect_level, director.pool_estimate),
        ),
    ),
    tables=(
        STANDARD_TURN,
        difficulty.DIFFICULTY_RATINGS,
        difficulty.POSITIONS,
        ability.ABILITY_RATINGS,
        ability.BOOST_PARTS,
        effects.EFFECT_LEVELS,
        effects.CONSEQUENCES,
        ability.DICE_POOLS,
    ),
    sheet=SHEET,
    encounter=ENCOUNTER,
    screen=(
        "trueworld.standard_turn",
        "trueworld.difficulty_ratings",
        "trueworld.positions",
        "trueworld.ability_ratings",
        "trueworld.boost_parts",
        "trueworld.effect_levels",
        "trueworld.consequences",
        "trueworld.dice_pools",
    ),
)
