"""Actions and time: how long, how many at once, with how much help (G11, G19-G30, G61, G62)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, ListOf, Number, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.garden.house import MinorActionsCount
from app.systems.garden.rules.inputs import MOST_SKILL, Movement
from app.systems.garden.tables.actions import ACTING_FAST, ASSIST
from app.systems.garden.tables.movement import GAITS

#: Hours of work in one unit: a day is 8 hours (G22), a turn is 6 seconds.
WORK_HOURS = {
    "turns": Fraction(6, 3600),
    "minutes": Fraction(1, 60),
    "hours": Fraction(1),
    "days": Fraction(8),
}
#: The effect of a Time advantage or complication on an extended action (G11).
TWIST = {"none": Fraction(1), "advantage": Fraction(3, 4), "complication": Fraction(5, 4)}


BaseTime = Annotated[Exact, Number(Fraction(1, 100), 10_000)]
Unit = Annotated[str, OneOf(*WORK_HOURS, rules=("G22",))]
Speed = Annotated[str, OneOf(ACTING_FAST.labels("time"), label="Time needed", rules=("G26",))]
Twist = Annotated[
    str,
    OneOf(
        {"none": "None", "advantage": "Advantage: −25%", "complication": "Complication: +25%"},
        label="Time advantage or complication",
        rules=("G11",),
    ),
]


def offer_test(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the test that the modifier is for, of an action or a long task (G14, G22, G23, G26)."""
    modifier = {"modifier": outcome.values["modifier"]}
    return (
        Rollable("The test", "garden.skill_test", modifier, adds=("modifier",)),
        Rollable("A step of a long task", "garden.accumulate", modifier, adds=("modifier",)),
    )


@procedure(
    "garden.extended_time",
    title="Extended action",
    grades=(Grade("normal", "In its usual time"), Grade("fast", "Fast", "mixed")),
    rules="G11 G22 G26",
    follow_up=offer_test,
)
def extended_time(
    base_time: BaseTime = 1,
    unit: Unit = "minutes",
    speed: Speed = "normal",
    twist: Twist = "none",
) -> Outcome:
    """Work out the duration and penalty of an extended action."""
    fast = ACTING_FAST[speed]
    time = base_time * fast.share * TWIST[twist]
    return Outcome(
        "normal" if speed == "normal" else "fast",
        values={
            "modifier": fast.modifier,
            "time": time,
            "work_hours": time * WORK_HOURS[unit],
        },
        steps=(
            SumStep("", base_time, unit),
            SumStep("×", fast.share, "acting fast"),
            SumStep("×", TWIST[twist], "twist"),
            SumStep("=", time, unit),
        ),
    )


MajorActions = Annotated[int, Whole(0, 10, front=True, rules=("G19", "G21"))]
MinorActions = Annotated[
    int, Whole(0, 10, front=True, help="Walking and defending not counted.", rules=("G20",))
]
FullDefense = Annotated[bool, YesNo(label="Full defence", front=True, rules=("G61",))]


@procedure(
    "garden.action_penalty",
    title="Declared round",
    grades=(Grade("unpenalized", "No penalty", "good"), Grade("penalized", "Penalty", "poor")),
    rules="G19 G20 G27-G30 G61 G62",
    verdict=named("penalty"),
)
def action_penalty(
    major_actions: MajorActions = 1,
    minor_actions: MinorActions = 0,
    movement: Movement = "none",
    full_defense: FullDefense = False,
    minor_actions_count: MinorActionsCount = False,
) -> Outcome:
    """Work out the penalties and bonuses of a declared round."""
    # G27: sprinting or full defence fills the round.
    if major_actions and (movement == "sprint" or full_defense):
        filled = "full defence" if full_defense else "sprinting"
        raise BadInput("major_actions", f"{filled} fills the round; give 0 major actions")
    if full_defense and movement != "none":
        raise BadInput("movement", "full defence fills the round; give no movement")
    gait = GAITS[movement]
    minor = minor_actions if minor_actions_count else 0
    actions = major_actions + gait.actions + minor
    penalty = min(0, 1 - actions)
    return Outcome(
        "penalized" if penalty else "unpenalized",
        values={
            "actions": actions,
            "penalty": penalty,
            # G27: the movement share is ignored for melee and unarmed attacks.
            "melee_penalty": min(0, 1 - major_actions - minor),
            "defense_bonus": gait.bonus + 3 * full_defense,
            "athletics_bonus": gait.bonus,
        },
        steps=adding(
            (major_actions, "major actions"),
            (gait.actions, "movement"),
            (minor, "minor actions"),
            result=(actions, "actions"),
        ),
    )


HelperRanks = Annotated[
    tuple[int, ...],
    ListOf(Whole(0, MOST_SKILL), 64, label="Helpers’ skill levels", rules=("G23",)),
]
Coordinated = Annotated[bool, YesNo(label="They can communicate and work together", rules=("G23",))]


@procedure(
    "garden.assist",
    title="Assist",
    grades=(Grade("assisted", "Assisted", "good"), Grade("alone", "Alone")),
    rules="G23",
    follow_up=offer_test,
    verdict=named("modifier", "+{}"),
)
def assist(
    helper_ranks: HelperRanks = (),
    coordinated: Coordinated = True,
) -> Outcome:
    """Work out the bonus from helpers."""
    helpers = sum(rank >= 1 for rank in helper_ranks) if coordinated else 0
    # G23: the acting character counts too.
    group_size = 1 + helpers
    return Outcome(
        "assisted" if helpers else "alone",
        values={
            "helpers": helpers,
            "group_size": group_size,
            "modifier": ASSIST.row_at(group_size).modifier,
        },
    )
