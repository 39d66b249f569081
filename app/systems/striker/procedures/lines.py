"""The notation: reading a line, evaluating it, rolling it (S4, S5, S19, S23-S31)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from app.core.play.asks import Rule
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.levers import ANY, Lever
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import named, procedure
from app.systems.striker.house import AS_WRITTEN, EffectRules, RecklessStacks, UnknownSkill
from app.systems.striker.notation import tree
from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.meaning import Meaning, evaluate
from app.systems.striker.notation.naming import Subject
from app.systems.striker.notation.sheet import known
from app.systems.striker.notation.taking import no_check, too_much
from app.systems.striker.notation.words import words
from app.systems.striker.notation.writing import Line
from app.systems.striker.rules.inputs import (
    ROLL_OR_TAKE,
    Bonus,
    Rsr,
    SkillRows,
    Stance,
    Steps,
    TechniqueRows,
    WeaponDice,
    WeaponDie,
)
from app.systems.striker.rules.results import (
    SAVE_LEAVES,
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
from app.systems.striker.tables.actions import DURATIONS, TAKE

KINDS = (
    Grade("check", "A check"),
    Grade("save", "A save"),
    Grade("effect", "An effect, without a roll"),
)


@procedure("striker.parse_line", title="Read a line", grades=KINDS, rules="S23-S26 S29-S31")
def parse_line(*, text: Line) -> Outcome:
    """Read a line of the notation in plain words, and in its canonical form."""
    line = parse(text)
    shown = canonical(line)
    values: dict[str, Any] = {
        "has_roll": line.roll is not None,
        "has_effect": line.effect is not None,
        "has_sub": line.sub is not None,
        "to_hit": line.to_hit,
        **_duration(line),
        **_challenge(line),
        "canonical": shown,
    }
    return Outcome(line.kind, values=values, notes=(shown, words(line)))


@procedure(
    "striker.evaluate_line", title="A line for a character", grades=KINDS, rules="S25-S28 S30 S31"
)
def evaluate_line(
    *,
    text: Line,
    subject: Subject = "",
    skills: SkillRows = (),
    techniques: TechniqueRows = (),
    unknown_skill: UnknownSkill = "error",
) -> Outcome:
    """Work out the modifiers of a line with these skills and techniques."""
    line = parse(text)
    meaning = evaluate(line, subject, known(skills, techniques), unknown_skill)
    values: dict[str, Any] = {}
    if meaning.roll_modifier is not None:
        values["roll_modifier"] = meaning.roll_modifier
    if meaning.effect_modifier is not None:
        values["effect_modifier"] = meaning.effect_modifier
    return Outcome(
        line.kind,
        values={**values, **_challenge(line)},
        notes=(words(line, subject, meaning),),
    )


Challenge = Annotated[
    int | None,
    Whole(
        -50,
        100,
        label="Challenge (C)",
        help="For a line that says C or TC.",
        front=True,
        sheet="target:target_challenge",
        rules=("S2", "S25"),
    ),
]
#: S19: the cost of taking 8, 10 or 20; rolling takes no longer.
_LONGER = {row.take: row.longer for row in TAKE}
Take = Annotated[
    int,
    OneOf(
        ROLL_OR_TAKE,
        front=True,
        lever=Lever(
            ANY,
            "{new}",
            unit="longer duration",
            in_all=tuple(_LONGER.get(take, 0) for take in range(max(_LONGER) + 1)),
        ),
        rules=("S19", "S20"),
    ),
]


@procedure(
    "striker.line_action",
    title="Roll a line",
    grades=(*STEP_GRADES, Grade("effect", "Effect")),
    rules="S1-S31",
    spread=("effect",),
    long="text",
    tally=("roll_modifier", "effect_modifier"),
    verdict=named("effect", "Effect {}"),
)
def line_action(
    *,
    text: Line,
    subject: Subject = "",
    skills: SkillRows = (),
    techniques: TechniqueRows = (),
    challenge: Challenge = None,
    stance: Stance = "normal",
    rsr: Rsr = 1,
    steps: Steps = "full",
    bonus: Bonus = 0,
    take: Take = 0,
    weapon_dice: WeaponDice = 0,
    weapon_die: WeaponDie = 6,
    house: EffectRules = AS_WRITTEN,
    reckless_stacks: RecklessStacks = "no",
    unknown_skill: UnknownSkill = "error",
) -> Rule[Outcome]:
    """Roll a line of the notation for a character."""
    line = parse(text)
    meaning = evaluate(line, subject, known(skills, techniques), unknown_skill)
    # S30: saves and effects first, then the challenge, then the rest of E16.
    if line.kind == "save" and stance != "normal":
        raise Malformed("E14")
    if take and (why := no_check(line)):
        raise Malformed("E16", N=take, why=why)
    dice = _effect_dice(line, weapon_dice, weapon_die)
    if line.roll is None:
        return (yield from _effect_alone(meaning, dice, house))
    against = line.challenge if line.challenge is not None else challenge
    if against is None:
        raise Malformed("E15")
    if take and (why := too_much(line, take, meaning.ranks or 0)):
        raise Malformed("E16", N=take, why=why)

    assert meaning.roll_modifier is not None  # the line has a roll
    added = meaning.roll_modifier + bonus
    scale = Scale(against, rsr_in_force(rsr, stance, reckless_stacks), steps)
    if take:
        # S20: no die, no RSR, whatever the stance.
        face, judged = take, replace(scale, rsr=0).judge(take + added, face=None)
    else:
        face, judged = yield from judged_roll(line.kind.capitalize(), added, scale)
    summed = sum_of(face, meaning.roll_modifier, bonus, die="taken" if take else "d20")
    rolled = judged.outcome(
        face, summed, roll_modifier=meaning.roll_modifier, **_duration(line, take)
    )
    if take:
        rolled = with_time(rolled)
    if meaning.effect_modifier is None:
        return rolled
    effect_modifier, save = meaning.effect_modifier, line.kind == "save"
    effect_dealt = yield from dealt(judged, dice, effect_modifier, house, roll=face, save=save)
    if save:
        rolled = replace(rolled, notes=(*rolled.notes, SAVE_LEAVES))
    return with_effect(
        rolled, judged, effect_dealt, line.is_attack, effect_modifier=effect_modifier
    )


def _effect_alone(meaning: Meaning, dice: tuple[Dice, ...], house: EffectRules) -> Rule[Outcome]:
    """Apply an effect without a roll in full."""
    assert meaning.effect_modifier is not None  # a line without a roll has an effect
    certain = Scale(challenge=0, rsr=0, steps="full").judge(0, face=None)
    effect_dealt = yield from dealt(certain, dice, meaning.effect_modifier, house)
    values = {"effect_modifier": meaning.effect_modifier, **effect_dealt.values}
    return Outcome("effect", values=values, steps=effect_dealt.steps)


def _effect_dice(line: tree.NotationLine, weapon_dice: int, weapon_die: int) -> tuple[Dice, ...]:
    """Return weapon dice, then each dice term of the line in order; none without an effect."""
    if line.effect is None:
        return ()
    own = (Dice("Effect", term.count, term.sides) for term in line.effect.dice)
    return (Dice("Weapon", weapon_dice, weapon_die), *own)


def _duration(line: tree.NotationLine, take: int = 0) -> dict[str, int]:
    """Return the line's duration, if it has one; with a taken number the longer one (S19)."""
    if line.duration is None:
        return {}
    by = TAKE[take].longer if take else 0
    return {"duration_index": DURATIONS[line.duration].place + by}


def _challenge(line: tree.NotationLine) -> dict[str, int]:
    return {"challenge": line.challenge} if line.challenge is not None else {}
