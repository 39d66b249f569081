"""Helping, and being helped (T4)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Rule, settle
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, YesNo
from app.core.procedures.levers import Lever
from app.core.procedures.outcomes import Effect, Grade, Outcome, add, put
from app.core.procedures.procedure import procedure
from app.core.sheets import Rollable
from app.systems.trueworld.house import (
    AS_WRITTEN,
    MOST_HELPERS,
    QUICK_AS_WRITTEN,
    MaxHelpers,
    QuickRules,
    QuickUnskilledDisadvantage,
    RollRules,
)
from app.systems.trueworld.procedures.actions import (
    effective_position,
    main_roll,
    quick_roll,
    quick_steps,
)
from app.systems.trueworld.rules.inputs import (
    ABILITY_DICE,
    DIFFICULTY_DICE,
    HELPERS_ACTION,
    PLAIN_AIM,
    STRUCK,
    AbilityDie,
    Aim,
    BoostDice,
    Difficulty,
    Unskilled,
)
from app.systems.trueworld.rules.readings import UNSKILLED
from app.systems.trueworld.rules.results import MAIN_GRADES, main_outcome, margin, succeeds

ActionAvailable = Annotated[
    bool,
    YesNo(
        label="The helper’s action is left",
        help="Helping costs the action of the own turn.",
        sheet="action_available",
        rules=("T4.2",),
    ),
]


def after_teamwork(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the action that the help was meant for, successful or not (T4.4, T4.5)."""
    granted = {"teamwork_dice": outcome.values["dice_granted"]}
    helped = {"self": "receiver"}
    return (
        Rollable("The action that was helped", "trueworld.action_roll", granted, roles=helped),
        Rollable("The same, unskilled", "trueworld.unskilled_roll", granted, roles=helped),
    )


@procedure(
    "trueworld.teamwork",
    title="Teamwork",
    grades=(Grade("helpful", "Helpful", "good"), Grade("not-helpful", "Not helpful", "bad")),
    rules="T4.1-T4.7 T5.2 T11.1",
    spread=("result",),
    roles=("receiver",),
    apart=("receiver",),
    follow_up=after_teamwork,
    verdict=margin,
)
def teamwork(
    ability_die: AbilityDie = "d6",
    unskilled: Unskilled = False,
    difficulty: Difficulty = "d4",
    house: QuickRules = QUICK_AS_WRITTEN,
    action_available: ActionAvailable = True,
) -> Rule[Outcome]:
    """Roll to help: a success gives the helped a die and the helper a grit point."""
    if not action_available:
        raise BadInput("action_available", "helping costs this round’s action, and it is gone")
    dice = yield from quick_roll(
        ability_die,
        unskilled,
        difficulty,
        house.quick_unskilled_disadvantage,
        house.dangerous_encounters,
        who="helper",
    )
    helpful = succeeds(dice.result, house.dangerous_encounters)
    earned = (add("teamwork_dice", 1, who="receiver"),) if helpful else ()
    return Outcome(
        "helpful" if helpful else "not-helpful",
        helpful,
        {
            "ability": dice.ability,
            "opposition": dice.opposition,
            "result": dice.result,
            "grit_earned": int(helpful),
            "dice_granted": int(helpful),
        },
        effects=(*_helper_effects("helper", helpful), *earned),
        steps=quick_steps(dice),
        rules=(
            *("T4.2", "T4.3", "T4.4" if helpful else "T4.5", "T5.2"),
            *(("T4.7", "T7.1", "T7.4") if unskilled else ()),
            *(("T8.6",) if house.dangerous_encounters else ("T8.5",)),
        ),
    )


def _helper_effects(who: str, helpful: bool) -> tuple[Effect, ...]:
    """Return the price of helping (T4.2), and the reward of success (T4.4)."""
    grit = (add("grit", 1, who=who),) if helpful else ()
    return (put("action_available", False, who=who), *grit)


HelperDice = Annotated[
    tuple[str, ...],
    ListOf(
        OneOf({**ABILITY_DICE, "unskilled": f"Unskilled ({UNSKILLED})"}),
        most=4,
        least=1,
        each="helper",
        front=True,
        help="The die of each helper, or unskilled, in the order in which they roll.",
        lever=Lever(words="One more helper: {new}", unit=HELPERS_ACTION, among=("d6",)),
        rules=("T4.1", "T4.6", "T4.7"),
    ),
]
HelperDifficulties = Annotated[
    tuple[str, ...],
    ListOf(
        OneOf(DIFFICULTY_DICE),
        most=4,
        front=True,
        help="The difficulty for each helper; left empty, all are Challenging (d4).",
        rules=("T4.3",),
    ),
]


@procedure(
    "trueworld.assisted_action",
    title="Assisted action",
    grades=MAIN_GRADES,
    rules="T4.1-T4.7 T8.1-T8.6",
    spread=("result",),
    roles=("target",),
    apart=("target", "helper1", "helper2", "helper3", "helper4"),
    part_if=STRUCK,
    verdict=margin,
)
def assisted_action(
    helper_dice: HelperDice,
    helper_difficulties: HelperDifficulties = (),
    ability_die: AbilityDie = "d6",
    unskilled: Unskilled = False,
    boost_dice: BoostDice = 0,
    aim: Aim = PLAIN_AIM,
    house: RollRules = AS_WRITTEN,
    quick_unskilled_disadvantage: QuickUnskilledDisadvantage = False,
    max_helpers: MaxHelpers = MOST_HELPERS,
) -> Rule[Outcome]:
    """Roll for each helper first, then for the action that they help."""
    if len(helper_dice) > max_helpers:
        helpers = "1 helper" if max_helpers == 1 else f"{max_helpers} helpers"
        raise BadInput("helper_dice", f"{len(helper_dice)} helpers; at most {helpers} may help")
    if helper_difficulties and len(helper_difficulties) != len(helper_dice):
        raise BadInput(
            "helper_difficulties",
            f"give one difficulty for each of {len(helper_dice)} helpers, or none at all",
        )
    helpful: list[bool] = []
    for number, helper in enumerate(helper_dice, 1):
        # Nothing but the number of successes carries over to the next roll.
        yield from settle("helper", number, sum(helpful))
        dice = yield from quick_roll(
            helper,
            helper == "unskilled",
            helper_difficulties[number - 1] if helper_difficulties else "d4",
            quick_unskilled_disadvantage,
            house.dangerous_encounters,
            who=f"helper{number}",
            label=f"Helper {number}",
        )
        helpful.append(succeeds(dice.result, house.dangerous_encounters))
    successes = sum(helpful)
    yield from settle("action", successes)
    position = effective_position(unskilled, aim.position, house)
    dice = yield from main_roll(
        UNSKILLED if unskilled else ability_die, 1 + boost_dice + successes, position, aim, house
    )
    effects = [
        _helper_effects(f"helper{number}", helped) for number, helped in enumerate(helpful, 1)
    ]
    return main_outcome(
        dice,
        aim,
        house,
        position=position,
        # T4.4: each success is a die here and a grit point for that helper.
        more={"helpers_succeeded": successes, "grit_earned": successes},
        effects=tuple(effect for by_helper in effects for effect in by_helper),
        rules=(
            *("T4.1", "T4.2", "T4.3"),
            *(("T4.4", "T6.4", "T11.1") if successes else ()),
            *(("T4.5",) if successes < len(helpful) else ()),
            *(("T4.7",) if "unskilled" in helper_dice else ()),
            *(("T7.1", "T7.2") if unskilled else ()),
        ),
    )
