"""Checks, saves, attacks, zero rolling (S1-S6, S11-S20)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Pool, Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.striker.house import AS_WRITTEN, EffectRules, RecklessStacks
from app.systems.striker.rules.inputs import (
    Advantage,
    Bonus,
    Challenge,
    DurationOf,
    EffectDice,
    EffectDie,
    EffectModifier,
    Modifier,
    Ranks,
    Rsr,
    Stance,
    Steps,
    TakeNumber,
)
from app.systems.striker.rules.readings import natural
from app.systems.striker.rules.results import (
    STEP_GRADES,
    Dice,
    Scale,
    dealt,
    judged_roll,
    rsr_in_force,
    sum_of,
    with_effect,
    with_time,
)
from app.systems.striker.tables.actions import TAKE, longer


def effect_of_step(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the follow-up of a check: how much of an effect its step lets through (S6, S14)."""
    if not outcome.success:
        return ()
    return (Rollable("Its effect", "striker.apply_effect", {"grade": outcome.grade}),)


@procedure(
    "striker.check",
    title="Check",
    grades=STEP_GRADES,
    rules="S1 S2 S4 S11-S13 S15-S18",
    spread=("total",),
    follow_up=effect_of_step,
)
def check(
    *,
    modifier: Modifier,
    bonus: Bonus = 0,
    challenge: Challenge,
    stance: Stance = "normal",
    rsr: Rsr = 1,
    steps: Steps = "full",
    advantage: Advantage = "none",
    reckless_stacks: RecklessStacks = "no",
) -> Rule[Outcome]:
    """Roll d20 + modifier against a challenge, as part of an action."""
    scale = Scale(challenge, rsr_in_force(rsr, stance, reckless_stacks), steps)
    face, judged = yield from judged_roll("Check", modifier + bonus, scale, advantage)
    return judged.outcome(face, sum_of(face, modifier, bonus))


@procedure(
    "striker.save",
    title="Save",
    grades=STEP_GRADES,
    rules="S1 S2 S5 S11-S13 S15-S17",
    spread=("total",),
)
def save(
    *,
    modifier: Modifier,
    bonus: Bonus = 0,
    challenge: Challenge,
    rsr: Rsr = 1,
    steps: Steps = "full",
    advantage: Advantage = "none",
) -> Rule[Outcome]:
    """Roll d20 + modifier against an imposed challenge; never cautious or reckless."""
    scale = Scale(challenge, rsr, steps)
    face, judged = yield from judged_roll("Save", modifier + bonus, scale, advantage)
    return judged.outcome(face, sum_of(face, modifier, bonus))


OpponentModifier = Annotated[
    int, Whole(-20, 40, label="Opponent’s modifier (M)", front=True, rules=("S3",))
]


@procedure(
    "striker.opposed",
    title="Opposed check",
    grades=STEP_GRADES,
    rules="S3 S11-S13 S15-S18",
    spread=("margin",),
    roles=("target",),
    apart=("target",),
    follow_up=effect_of_step,
)
def opposed(
    *,
    modifier: Modifier,
    bonus: Bonus = 0,
    opponent_modifier: OpponentModifier,
    stance: Stance = "normal",
    rsr: Rsr = 1,
    steps: Steps = "full",
    advantage: Advantage = "none",
    reckless_stacks: RecklessStacks = "no",
) -> Rule[Outcome]:
    """Roll against another’s total, which is the challenge."""
    # S3: that roll is made first, and no RSR moves it: it only makes a low or high C.
    opponent_roll = yield from roll(Pool("Opponent", 1, 20, natural(rsr=0), who="target"))
    theirs = opponent_roll + opponent_modifier
    scale = Scale(theirs, rsr_in_force(rsr, stance, reckless_stacks), steps)
    face, judged = yield from judged_roll("Check", modifier + bonus, scale, advantage)
    return judged.outcome(face, sum_of(face, modifier, bonus), opponent_roll=opponent_roll)


@procedure(
    "striker.attack",
    title="Attack",
    grades=STEP_GRADES,
    rules="S1 S2 S6 S9 S11-S18",
    spread=("effect",),
    long="effect_dice",
    apart=("target",),
    verdict=named("effect", "Effect {}"),
    verb="attacks",
)
def attack(
    *,
    modifier: Modifier,
    bonus: Bonus = 0,
    challenge: Challenge,
    stance: Stance = "normal",
    rsr: Rsr = 1,
    steps: Steps = "full",
    advantage: Advantage = "none",
    effect_dice: EffectDice = 0,
    effect_die: EffectDie = 6,
    effect_modifier: EffectModifier = 0,
    house: EffectRules = AS_WRITTEN,
    reckless_stacks: RecklessStacks = "no",
) -> Rule[Outcome]:
    """Roll a check with an effect: doubled on a critical success, halved on a partial one."""
    scale = Scale(challenge, rsr_in_force(rsr, stance, reckless_stacks), steps)
    face, judged = yield from judged_roll("Attack", modifier + bonus, scale, advantage)
    dice = (Dice("Effect", effect_dice, effect_die),)
    effect_dealt = yield from dealt(judged, dice, effect_modifier, house, roll=face)
    return with_effect(judged.outcome(face, sum_of(face, modifier, bonus)), judged, effect_dealt)


@procedure(
    "striker.take",
    title="Take 8, 10 or 20",
    grades=STEP_GRADES,
    rules="S11-S13 S19-S22",
    follow_up=effect_of_step,
)
def take(
    *,
    take: TakeNumber,
    ranks: Ranks,
    modifier: Modifier,
    bonus: Bonus = 0,
    challenge: Challenge,
    steps: Steps = "full",
    duration: DurationOf = "main-action",
) -> Outcome:
    """Spend more time instead of a roll, in a skill or technique with ranks."""
    if ranks < 1:
        raise BadInput("ranks", f"ranks is {ranks}; taking {take} needs at least 1 (S19)")
    by = TAKE[take].longer
    takes = longer(duration, by)
    if takes is None:
        raise BadInput(
            "duration", f"duration is {duration}; {by} longer would be past day, so roll (S22)"
        )
    # S20: no die, no RSR.
    judged = Scale(challenge, 0, steps).judge(take + modifier + bonus, face=None)
    taken = sum_of(take, modifier, bonus, die="taken")
    return with_time(judged.outcome(take, taken, duration_index=takes.place))
