"""The notation: reading a line, evaluating it, rolling it (S4, S5, S19, S23-S43)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.levers import ANY, Lever
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from app.core.support.characters import with_minus
from app.systems.striker.house import AS_WRITTEN, EffectRules, RecklessStacks, UnknownSkill
from app.systems.striker.notation.dialects import REFERENCE, Dialect, read_line
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.meaning import Beside, Meaning, evaluate
from app.systems.striker.notation.naming import Subject
from app.systems.striker.notation.sheet import Known, known, numbers_by_name
from app.systems.striker.notation.spoken import points
from app.systems.striker.notation.taking import no_check, too_much
from app.systems.striker.notation.tokens import key
from app.systems.striker.notation.tree import Cost, NotationLine
from app.systems.striker.notation.writing import Line
from app.systems.striker.procedures.line_results import (
    after_line,
    area_note,
    as_chosen,
    as_upkeep,
    due_costs,
    duration_values,
    is_set,
    losses_of,
    paying,
    remarks,
    weaknesses,
    with_losses,
)
from app.systems.striker.rules.inputs import (
    LEAST_CHALLENGE,
    MOST_CHALLENGE,
    ROLL_OR_TAKE,
    Bonus,
    NumberRows,
    Rsr,
    SkillRows,
    Stance,
    Steps,
    TechniqueRows,
    WeaponDice,
    WeaponDie,
)
from app.systems.striker.rules.lines import OPEN_CHOICES, LineChoices
from app.systems.striker.rules.results import (
    SAVE_LEAVES,
    STEP_GRADES,
    Dealt,
    Judged,
    Scale,
    dealt_each,
    judged_roll,
    rsr_in_force,
    sum_of,
    with_effect,
    with_time,
)
from app.systems.striker.tables.actions import TAKE

#: Lines of the reference that roll nothing (S32-S43).
UNROLLED = (
    Grade("imposed", "A save of the target"),
    Grade("set", "A challenge for another"),
    Grade("trait", "A number of the sheet"),
    Grade("action", "An action, without a roll"),
    Grade("remark", "A remark"),
)
KINDS = (
    Grade("check", "A check"),
    Grade("save", "A save"),
    Grade("effect", "An effect, without a roll"),
    *UNROLLED,
)


@procedure(
    "striker.parse_line",
    title="Read a line",
    grades=KINDS,
    rules="S23-S26 S29-S33 S36 S38-S40 S43",
)
def parse_line(*, text: Line, dialect: Dialect = REFERENCE) -> Outcome:
    """Read a line of the notation in plain words, and in its canonical form."""
    from app.systems.striker.notation.canonical import canonical

    line = read_line(text, dialect)
    shown = canonical(line)
    values: dict[str, object] = {
        "has_roll": line.roll is not None,
        "has_effect": bool(line.effects),
        "has_sub": line.sub is not None,
        "to_hit": line.to_hit,
        **duration_values(line),
        **_challenge(line),
        "canonical": shown,
    }
    return Outcome(line.kind, values=values, notes=(shown, _words(line)))


PointsSpent = Annotated[
    int | None,
    Whole(0, 100, help="On M* or R*. Empty: as many as the line says.", rules=("S37",)),
]


@procedure(
    "striker.evaluate_line",
    title="A line for a character",
    grades=KINDS,
    rules="S25-S28 S30 S31 S35-S37 S39 S41-S43",
)
def evaluate_line(
    *,
    text: Line,
    dialect: Dialect = REFERENCE,
    subject: Subject = "",
    skills: SkillRows = (),
    techniques: TechniqueRows = (),
    numbers: NumberRows = (),
    points_spent: PointsSpent = None,
    unknown_skill: UnknownSkill = "error",
) -> Outcome:
    """Work out the modifiers of a line with these skills and techniques."""
    line = read_line(text, dialect)
    beside = Beside(numbers_by_name(numbers), points_spent, dialect)
    meaning = evaluate(line, subject, known(skills, techniques), unknown_skill, beside)
    if line.kind != "trait":
        _require_numbers(meaning)
    found = {
        "roll_modifier": meaning.roll_modifier,
        "effect_modifier": meaning.effect_modifier,
        "save_challenge": meaning.imposed,
        "value": None if meaning.missing else meaning.trait,
        "challenge": meaning.sets if line.sets else meaning.challenge,
    }
    return Outcome(
        line.kind,
        values={name: value for name, value in found.items() if value is not None},
        notes=(_words(line, subject, meaning),),
    )


Challenge = Annotated[
    int | None,
    Whole(
        LEAST_CHALLENGE,
        MOST_CHALLENGE,
        label="Challenge (C)",
        help="For a line that says C, TC or another name.",
        front=True,
        sheet="target:target_challenge",
        rules=("S2", "S25", "S39"),
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


def verdict(inputs: Values, outcome: Outcome) -> str:
    """Return the result of a line in short: `Effect 7 · save against 12 · costs 1 focus point`."""
    values = outcome.values
    parts = [
        words.format(with_minus(values[name])) for name, words in _SHORT.items() if values.get(name)
    ]
    if is_set(outcome):
        parts.append(f"Challenge {values['challenge']}")
    spent = ((pool, values.get(f"{pool}_spent")) for pool in ("hp", "ep", "fp"))
    parts += [f"costs {points(amount, pool)}" for pool, amount in spent if amount]
    only_costs = parts and not any(values.get(name) for name in _SHORT)
    if only_costs and "total" in values:
        parts.insert(0, with_minus(values["total"]))
    return " · ".join(parts)


_SHORT = {"effect": "Effect {}", "save_challenge": "save against {}", "value": "{}"}


#: Names of actions that say nothing of the roll (S4).
_PLAIN_ACTIONS = {"attack", "gen", "general", "generic"}


def line_name(inputs: Values) -> str:
    """Return the name of a line's roll: its subject, else its own action, else the tested skill."""
    subject = str(inputs.get("subject") or "").strip()
    try:
        line = read_line(str(inputs.get("text") or ""), str(inputs.get("dialect") or REFERENCE))
    except Malformed:
        return subject
    action = line.action.name if line.action else ""
    tested = line.tested.word if line.tested and not line.tested.is_this else ""
    return subject or ("" if key(action) in _PLAIN_ACTIONS else action) or tested or action


@procedure(
    "striker.line_action",
    title="Roll a line",
    grades=(*STEP_GRADES, Grade("effect", "Effect"), *UNROLLED),
    rules="S1-S43",
    spread=("effect",),
    long="text",
    tally=("roll_modifier", "effect_modifier"),
    follow_up=after_line,
    verdict=verdict,
    names=line_name,
)
def line_action(
    *,
    text: Line,
    dialect: Dialect = REFERENCE,
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
    choices: LineChoices = OPEN_CHOICES,
    house: EffectRules = AS_WRITTEN,
    reckless_stacks: RecklessStacks = "no",
    unknown_skill: UnknownSkill = "error",
) -> Rule[Outcome]:
    """Roll a line of the notation for a character."""
    line = as_chosen(read_line(text, dialect), choices)
    names = known(skills, techniques)
    numbers = numbers_by_name(choices.numbers)
    if challenge is not None and (name := line.named_challenge):
        numbers[key(name)] = challenge
    beside = Beside(numbers, choices.points_spent, dialect)
    meaning = evaluate(line, subject, names, unknown_skill, beside)
    # S30: saves and effects first, then the challenge, then the rest of E16.
    if line.kind == "save" and stance != "normal":
        raise Malformed("E14")
    if take and (why := no_check(line)):
        raise Malformed("E16", N=take, why=why)
    if line.kind != "trait" and not choices.keep_up:
        _require_numbers(meaning)
    paid = due_costs(line, choices, numbers)
    if choices.keep_up:
        line = as_upkeep(line)
        return paying(Outcome("action", values=duration_values(line)), line, paid)
    losses = losses_of(line, meaning, weapon_dice, weapon_die)
    if line.roll is None:
        if not line.losses or line.trait or line.remark:
            return (yield from _unrolled(line, meaning, paid, names))
        certain = Scale(challenge=0, rsr=0, steps="full").judge(0, face=None)
        each = yield from dealt_each(certain, losses, house)
        return (yield from _effect_alone(line, meaning, each, paid, names))
    against = meaning.challenge if meaning.challenge is not None else challenge
    if against is None:
        raise Malformed("E15", advice=_which(line))
    if take and (why := too_much(line, take, meaning.ranks or 0)):
        raise Malformed("E16", N=take, why=why)

    assert meaning.roll_modifier is not None  # the line has a roll
    added = meaning.roll_modifier + bonus
    scale = Scale(against, rsr_in_force(rsr, stance, reckless_stacks), steps)
    if take:
        # S20: no die, no RSR, whatever the stance.
        face, judged = take, replace(scale, rsr=0).judge(take + added, face=None)
    else:
        label = line.kind.capitalize()
        face, judged = yield from judged_roll(label, added, scale, choices.advantage)
    summed = sum_of(face, meaning.roll_modifier, bonus, die="taken" if take else "d20")
    by = TAKE[take].longer if take else 0
    rolled = judged.outcome(
        face, summed, roll_modifier=meaning.roll_modifier, **duration_values(line, by)
    )
    if take:
        rolled = with_time(rolled)
    if losses or line.imposed or line.effects:
        each = yield from dealt_each(judged, losses, house, face, save=line.kind == "save")
        rolled = _with_effects(rolled, judged, line, meaning, each)
        rolled = yield from _with_remarks(rolled, line, meaning, names)
    if note := area_note(line, rolled):
        rolled = replace(rolled, notes=(*rolled.notes, note))
    return paying(rolled, line, paid)


def _words(line: NotationLine, subject: str = "", meaning: Meaning | None = None) -> str:
    """Describe a line in words; most rolls do without."""
    from app.systems.striker.notation.words import words

    return words(line, subject, meaning)


def _require_numbers(meaning: Meaning) -> None:
    """Raise E17 for the first number that neither sheet nor form gives (S42)."""
    if meaning.missing:
        raise Malformed("E17", X=meaning.missing[0])


def _which(line: NotationLine) -> str:
    name = line.named_challenge
    return f"The line says {name}." if name else ""


# --- without a roll ---


def _unrolled(
    line: NotationLine, meaning: Meaning, paid: tuple[Cost, ...], names: Known
) -> Rule[Outcome]:
    """Return the outcome of a line without roll and effect (S32, S39, S41, S43)."""
    values = _certain(line, meaning)
    if meaning.trait is not None and not meaning.missing:
        values["value"] = meaning.trait
    notes = (_words(line, "", meaning),) if line.trait or line.remark else ()
    outcome = Outcome(line.kind, values=values, notes=notes)
    outcome = yield from _with_remarks(outcome, line, meaning, names)
    return paying(outcome, line, paid)


def _effect_alone(
    line: NotationLine,
    meaning: Meaning,
    each: tuple[Dealt, ...],
    paid: tuple[Cost, ...],
    names: Known,
) -> Rule[Outcome]:
    """Apply effects without a roll in full; a save that is imposed comes first (S41)."""
    assert meaning.effect_modifier is not None  # the line has a loss
    values = {
        "effect_modifier": meaning.effect_modifier,
        **each[0].values,
        **_certain(line, meaning),
    }
    outcome = Outcome(line.kind, values=values, steps=each[0].steps)
    outcome = with_losses(outcome, line, each, proposed=(False,) * len(each))
    outcome = yield from _with_remarks(outcome, line, meaning, names)
    return paying(outcome, line, paid)


def _certain(line: NotationLine, meaning: Meaning) -> dict[str, object]:
    """Return the values that no roll decides: the duration and the challenges of others."""
    values = duration_values(line)
    if meaning.sets is not None:
        values["challenge"] = meaning.sets
    if meaning.imposed is not None:
        values["save_challenge"] = meaning.imposed
    return values


# --- with a roll ---


def _with_effects(
    rolled: Outcome,
    judged: Judged,
    line: NotationLine,
    meaning: Meaning,
    each: tuple[Dealt, ...],
) -> Outcome:
    """Return a roll's outcome with each of its effects, proposed where an attack hits (S14, S42).

    Where a save is imposed they wait for it (S41).
    """
    save = line.kind == "save"
    if save and line.losses:
        rolled = replace(rolled, notes=(*rolled.notes, SAVE_LEAVES))
    waits = save or line.imposed is not None
    proposed = tuple((line.is_attack or bool(value.pool)) and not waits for value in line.losses)
    if each:
        assert meaning.effect_modifier is not None
        modifier = meaning.effect_modifier
        rolled = with_effect(rolled, judged, each[0], any(proposed), effect_modifier=modifier)
        rolled = with_losses(rolled, line, each, proposed)
    if line.imposed and rolled.success:
        values = {**rolled.values, "save_challenge": meaning.imposed}
        rolled = replace(rolled, values=values)
    return rolled


def _with_remarks(
    outcome: Outcome, line: NotationLine, meaning: Meaning, names: Known
) -> Rule[Outcome]:
    """Return the outcome with the remarks of its effects, which happen on a success (S42)."""
    found = yield from remarks(line, meaning, outcome.success is not False)
    notes = (*found.notes, *weaknesses(line, meaning, names))
    values = {**dict(found.values), **outcome.values}
    if line.imposed and found.notes:
        values["consequence"] = "; ".join(note.removesuffix(" (S42).") for note in found.notes)
    if line.imposed and outcome.success is not False:
        name = line.imposed.ref.word
        notes = (f"The target saves with {name} against {meaning.imposed} (S41).", *notes)
    return replace(outcome, values=values, notes=(*outcome.notes, *notes))


def _challenge(line: NotationLine) -> dict[str, int]:
    return {"challenge": line.challenge} if line.challenge is not None else {}
