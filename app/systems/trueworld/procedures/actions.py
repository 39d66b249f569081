"""The main roll, skilled or not, and the quick action (T5-T8)."""

from __future__ import annotations

from app.core.play.asks import Rule, throw
from app.core.procedures.outcomes import Grade, Outcome, SumStep, put
from app.core.procedures.procedure import procedure
from app.systems.trueworld.house import AS_WRITTEN, QUICK_AS_WRITTEN, QuickRules, RollRules
from app.systems.trueworld.rules.inputs import (
    PLAIN_AIM,
    STRUCK,
    AbilityDie,
    Aim,
    BoostDice,
    Difficulty,
    TeamworkDice,
    Unskilled,
)
from app.systems.trueworld.rules.readings import UNSKILLED, ability_pool, difficulty_pool
from app.systems.trueworld.rules.results import (
    MAIN_GRADES,
    Dice,
    main_outcome,
    margin,
    read,
    succeeds,
)


def effective_position(unskilled: bool, position: str, house: RollRules) -> str:
    """Return the position that counts: the unskilled are always at a disadvantage (T7.2)."""
    if not unskilled:
        return position
    # T7.4: the director's position can't change that, unless the house rule lets it.
    if position == "advantage" and house.unskilled_advantage_cancels:
        return "neutral"
    return "disadvantage"


def main_roll(die: str, count: int, position: str, aim: Aim, house: RollRules) -> Rule[Dice]:
    """Throw ability dice against difficulty dice, all at once (T8.1)."""
    against = difficulty_pool(aim.difficulty, position)
    ability, opposition = yield from throw(
        ability_pool(die, count),
        against,
        merge_key=lambda ability, opposition: (
            read(ability - opposition, aim.effect_boost, house).grade
        ),
    )
    return Dice(ability, opposition, count, against.count)


@procedure(
    "trueworld.action_roll",
    title="Action roll",
    grades=MAIN_GRADES,
    rules="T1.1-T1.3 T2.1-T2.4 T3.1-T3.5 T6.1-T6.8 T8.1-T8.6 T10.1-T10.6",
    roles=("target",),
    apart=("target",),
    part_if=STRUCK,
    spread=("result",),
    verdict=margin,
)
def action_roll(
    ability_die: AbilityDie = "d6",
    unskilled: Unskilled = False,
    boost_dice: BoostDice = 0,
    teamwork_dice: TeamworkDice = 0,
    aim: Aim = PLAIN_AIM,
    house: RollRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Roll ability dice against difficulty dice; the difference is outcome and effect."""
    die = UNSKILLED if unskilled else ability_die
    position = effective_position(unskilled, aim.position, house)
    dice = yield from main_roll(die, 1 + boost_dice + teamwork_dice, position, aim, house)
    return main_outcome(
        dice,
        aim,
        house,
        position=position,
        # The help is used up (T4.4).
        effects=(put("teamwork_dice", 0),) if teamwork_dice else (),
        rules=(*_pooled(boost_dice, teamwork_dice), *(("T7.1", "T7.2") if unskilled else ())),
    )


@procedure(
    "trueworld.unskilled_roll",
    title="Unskilled roll",
    grades=MAIN_GRADES,
    rules="T7.1-T7.5",
    roles=("target",),
    apart=("target",),
    part_if=STRUCK,
    spread=("result",),
    verdict=margin,
)
def unskilled_roll(
    boost_dice: BoostDice = 0,
    teamwork_dice: TeamworkDice = 0,
    aim: Aim = PLAIN_AIM,
    house: RollRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Act without a fitting skill: roll d4s, at a disadvantage."""
    position = effective_position(True, aim.position, house)
    dice = yield from main_roll(UNSKILLED, 1 + boost_dice + teamwork_dice, position, aim, house)
    added = ("T7.3",) if boost_dice or teamwork_dice else ()
    return main_outcome(
        dice,
        aim,
        house,
        position=position,
        effects=(put("teamwork_dice", 0),) if teamwork_dice else (),
        rules=("T7.1", "T7.2", "T7.4", *added, *_pooled(boost_dice, teamwork_dice)),
    )


def _pooled(boost_dice: int, teamwork_dice: int) -> tuple[str, ...]:
    """Return the rules of the further ability dice."""
    helped = ("T4.4",) if teamwork_dice else ()
    return (*helped, "T6.3", "T6.4") if boost_dice or teamwork_dice else ("T6.2",)


def quick_roll(
    die: str,
    unskilled: bool,
    difficulty: str,
    disadvantaged: bool,
    dangerous: bool,
    who: str = "self",
    label: str = "",
) -> Rule[Dice]:
    """Throw one ability die against one difficulty die and nothing else (T5.2).

    disadvantaged: the house rule that lets the unskilled roll two difficulty dice (T7.4).
    label: the roller's, where several roll.
    """
    position = "disadvantage" if unskilled and disadvantaged else "neutral"
    against = difficulty_pool(difficulty, position, f"{label} against".strip().capitalize(), who)
    ability, opposition = yield from throw(
        ability_pool(UNSKILLED if unskilled else die, 1, label or "Ability", who),
        against,
        merge_key=lambda ability, opposition: succeeds(ability - opposition, dangerous),
    )
    return Dice(ability, opposition, 1, against.count)


def quick_steps(dice: Dice) -> tuple[SumStep, ...]:
    """Return the steps from the two dice to the result."""
    return dice.steps("neutral" if dice.difficulty_dice == 1 else "disadvantage")


@procedure(
    "trueworld.quick_action",
    title="Quick action",
    grades=(Grade("success", "Success", "good"), Grade("failure", "Failure", "bad")),
    rules="T5.1-T5.3 T7.4 T8.6",
    spread=("result",),
    verdict=margin,
)
def quick_action(
    ability_die: AbilityDie = "d6",
    unskilled: Unskilled = False,
    difficulty: Difficulty = "d4",
    house: QuickRules = QUICK_AS_WRITTEN,
) -> Rule[Outcome]:
    """Roll one ability die against one difficulty die: success or failure, no level."""
    dice = yield from quick_roll(
        ability_die,
        unskilled,
        difficulty,
        house.quick_unskilled_disadvantage,
        house.dangerous_encounters,
    )
    success = succeeds(dice.result, house.dangerous_encounters)
    return Outcome(
        "success" if success else "failure",
        success,
        {"ability": dice.ability, "opposition": dice.opposition, "result": dice.result},
        steps=quick_steps(dice),
        rules=(
            *("T5.2", "T5.3"),
            *(("T7.1", "T7.4") if unskilled else ()),
            *(("T8.6",) if house.dangerous_encounters else ("T8.5",)),
        ),
    )
