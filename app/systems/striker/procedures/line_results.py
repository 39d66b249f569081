"""Results of a line of the reference: costs, effects, remarks, next rolls (S32-S43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.core.errors import BadInput, capitalize
from app.core.play.asks import Rule, throw_sum
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, Outcome, add
from app.core.sheets import Rollable
from app.core.support.characters import with_minus
from app.systems.striker.notation.dialects import REFERENCE, read_line
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.meaning import Meaning, costs
from app.systems.striker.notation.sheet import Known, skill_key
from app.systems.striker.notation.spoken import points, speak_remarks, with_sign
from app.systems.striker.notation.tree import (
    Against,
    Check,
    Cost,
    NotationLine,
    Save,
    Time,
    Value,
)
from app.systems.striker.rules.inputs import LEAST_CHALLENGE, MOST_CHALLENGE
from app.systems.striker.rules.lines import LineChoices
from app.systems.striker.rules.readings import effect_pool
from app.systems.striker.rules.results import Dealt, Dice, Loss
from app.systems.striker.tables.actions import DURATIONS

IMPOSED_SAVE = "striker.imposed_save"


def as_chosen(line: NotationLine, choices: LineChoices) -> NotationLine:
    """Return the line with its choices made: check or save, one duration of several (S33, S38)."""
    roll, action = line.roll, line.action
    if isinstance(roll, Check) and roll.either and choices.roll_as == "save":
        line = replace(line, roll=Save(None, roll.challenge, roll.terms))
    if action is None:
        return line
    chosen = choices.slot
    if chosen is not None and action.choices and chosen not in action.choices:
        raise BadInput("slot", f"slot is {chosen}; the line says {line.duration}")
    if chosen in action.choices and chosen is not None:
        line = replace(line, action=replace(action, times=(Time(chosen),), joint=""))
    return line


def as_upkeep(line: NotationLine) -> NotationLine:
    """Return the line as it is kept up: the second duration, and no roll (S33)."""
    action = line.action
    if action is None or action.upkeep is None:
        raise BadInput("keep_up", "keep_up is true; the line has no second duration (a & b)")
    return NotationLine(replace(action, times=(action.upkeep,), joint=""))


def due_costs(
    line: NotationLine, choices: LineChoices, numbers: Mapping[str, int]
) -> tuple[Cost, ...]:
    """Return the costs due now; E18 if the sheet has too little (S34)."""
    if choices.paid:
        return ()
    every = costs(line, choices.points_spent)
    for cost in every:
        has = numbers.get(cost.pool)
        if has is not None and has < cost.amount:
            raise Malformed("E18", cost.at, N=cost.amount, X=cost.pool, has=has)
    return every


def duration_values(line: NotationLine, by: int = 0) -> dict[str, object]:
    """Return the line's duration, if it has one; `by` rows longer with a taken number (S19)."""
    if line.duration is None:
        return {}
    if line.duration in DURATIONS.labels():
        return {"duration_index": DURATIONS[line.duration].place + by}
    return {"duration": line.duration}  # S32: no row of the table


def paying(outcome: Outcome, line: NotationLine, paid: tuple[Cost, ...]) -> Outcome:
    """Add the costs of the action and its conditions to an outcome (S34, S35)."""
    if not paid and not (line.action and line.action.conditions):
        return outcome
    spent = {f"{cost.pool}_spent": cost.amount for cost in paid}
    down = tuple(add(cost.pool, -cost.amount) for cost in paid)
    notes = [f"Costs {points(cost.amount, cost.pool)} (S34)." for cost in paid]
    conditions = line.action.conditions if line.action else ()
    notes += [f"Condition: {word} (S35)." for word in conditions]
    return replace(
        outcome,
        values={**outcome.values, **spent},
        effects=(*down, *outcome.effects),
        notes=(*outcome.notes, *notes),
    )


# --- effects ---


def losses_of(
    line: NotationLine, meaning: Meaning, weapon_dice: int, weapon_die: int
) -> tuple[Loss, ...]:
    """Return the possible losses of the target, one of them with the weapon's dice (S9, S42)."""
    numbers = dict(zip(map(id, line.values), meaning.values, strict=True))
    losses = []
    for place, value in enumerate(line.losses):
        own = tuple(Dice("Effect", term.count, term.sides) for term in value.dice)
        weapon = (Dice("Weapon", weapon_dice, weapon_die),) if place == line.armed else ()
        label = ", ".join(value.tags) if len(line.losses) > 1 else ""
        loss = Loss((*weapon, *own), numbers.get(id(value), 0), value.pool or "hp", label)
        losses.append(loss)
    return tuple(losses)


@dataclass(frozen=True)
class Remarks:
    """The remarks of the effects with their numbers, and values of their own by name."""

    notes: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()


def remarks(line: NotationLine, meaning: Meaning, happens: bool) -> Rule[Remarks]:
    """Roll the dice of values that no one loses, such as metres; return all remarks (S42).

    happens: whether the roll succeeded; else nothing of it is rolled or said.
    """
    if not happens:
        return Remarks()
    numbers = dict(zip(map(id, line.values), meaning.values, strict=True))
    losses = [id(value) for value in line.losses]
    named: dict[str, int] = {}
    for value in line.values:
        if id(value) in losses:
            continue
        rolled = yield from throw_sum(
            *(effect_pool(_label(value), term.count, term.sides) for term in value.dice)
        )
        numbers[id(value)] += rolled
        name = _name(value)
        if name:
            named.setdefault(name, numbers[id(value)])

    def number(value: Value) -> str:
        found = numbers[id(value)]
        return with_sign(found) if value.plus else with_minus(found)

    texts = (speak_remarks(effect, number) for effect in line.effects)
    notes = tuple(f"{capitalize(words)} (S42)." for words in texts if words)
    return Remarks(notes, tuple(named.items()))


def _label(value: Value) -> str:
    return value.tags[0] if value.tags else "Effect"


#: Names of remarks in the values of an outcome, by their tags.
_NAMES = {"pen": "penetration", "q": "quality"}


def _name(value: Value) -> str:
    first = value.sorts[0] if value.sorts else ""
    plain = first.replace(" ", "_").replace("-", "_")
    if "min" in value.sorts[1:]:
        return f"least_{plain}"
    return _NAMES.get(first, plain) if plain.replace("_", "").isalnum() else ""


def with_losses(
    outcome: Outcome, line: NotationLine, losses: tuple[Dealt, ...], proposed: tuple[bool, ...]
) -> Outcome:
    """Return the outcome with each of its effects, and the kinds of damage (S42).

    proposed: whether each of the losses is proposed for the target.
    """
    values: dict[str, object] = {}
    effects: tuple[Effect, ...] = ()
    steps = outcome.steps
    notes = []
    each = zip(line.losses, losses, proposed, strict=True)
    for number, (value, loss, is_proposed) in enumerate(each, 1):
        more = f"_{number}" if number > 1 else ""
        if number > 1:
            values |= {f"effect{more}_full": loss.full, f"effect{more}": loss.effect}
            steps = (*steps, *loss.steps)
        if is_proposed:
            effects = (*effects, *loss.on_target)
        if value.pool:
            values[f"pool{more}"] = value.pool
        if value.damage_kind:
            values[f"damage{more}"] = value.damage_kind
        penetrates = _penetration(line, value)
        if penetrates is not None:
            values[f"penetration{more}"] = penetrates
        # S40: nothing follows a failed save.
        happens = line.imposed is None or outcome.success is not False
        if value.pool and loss.effect and happens:
            kind = f", {value.damage_kind}" if value.damage_kind else ""
            deep = "" if penetrates is None else f", penetration {penetrates}"
            when = "Loses at most" if line.kind == "save" else "Loses"
            if line.imposed:
                when = "Where the save fails: loses"
            notes.append(f"{when} {points(loss.effect, value.pool)}{kind}{deep} (S42).")
    return replace(
        outcome,
        values={**outcome.values, **values},
        effects=effects,
        steps=steps,
        notes=(*outcome.notes, *notes),
    )


def _penetration(line: NotationLine, loss: Value) -> int | None:
    """Return the penetration that stands behind a loss, before the next one."""
    for effect in line.effects:
        behind = False
        for value in effect.values:
            if value is loss:
                behind = True
            elif behind and any(value is other for other in line.losses):
                break
            elif behind and value.sorts[:1] == ("pen",) and not value.dice:
                (amount,) = value.terms[:1]
                return getattr(amount, "number", None)
    return None


def weaknesses(line: NotationLine, meaning: Meaning, names: Known) -> Iterator[str]:
    """Yield a word of warning where Strength is less than the least that a weapon takes (S42)."""
    skill = names.skills.get("strength")
    for value, least in zip(line.values, meaning.values, strict=True):
        of_strength = value.sorts[1:] == ("min",) and skill_key(value.sorts[0]) == "strength"
        if of_strength and skill is not None and skill.modifier < least:
            shown, needed = with_sign(skill.modifier), with_sign(least)
            yield f"Strength {shown} is less than {needed}, the least (S42)."


# --- what follows ---


def area_note(line: NotationLine, outcome: Outcome) -> str:
    """Return by how many metres a missed area check is off; empty for any other (S41)."""
    challenge = line.roll.challenge if line.roll else None
    if not isinstance(challenge, Against) or not challenge.is_area or outcome.success:
        return ""
    metres = -int(outcome.values["margin"])
    return f"Off by {metres} metre{'' if metres == 1 else 's'} (S41)." if metres > 0 else ""


def is_set(outcome: Outcome) -> bool:
    """Tell whether a line's challenge is for another's check, and not of its own roll (S39)."""
    return "challenge" in outcome.values and "roll" not in outcome.values


def after_line(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the check that the line sets, and the save it imposes on each target (S39, S41)."""
    set_check: tuple[Rollable, ...] = ()
    if is_set(outcome):
        challenge = _rollable(outcome.values["challenge"])
        given = {"imposed_skill": "Insight", "challenge": challenge, "as_check": True}
        set_check = (Rollable("The other’s Insight check", IMPOSED_SAVE, given),)
    return (*set_check, *_imposed_saves(inputs, outcome))


def imposed_skill(inputs: Values, line: NotationLine) -> str:
    """Return the skill of the save that a line imposes (S41)."""
    assert line.imposed is not None
    return str(inputs.get("subject", "") if line.imposed.ref.is_this else line.imposed.ref.word)


def count_saves(inputs: Values, line: NotationLine) -> int:
    """Return how many targets a line makes save: in an area each (S41)."""
    return int(inputs.get("targets", 1)) if _is_area(line) else 1


def _imposed_saves(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the save of the target, in an area followed by those of the others (S41)."""
    values = outcome.values
    challenge = values.get("save_challenge")
    if challenge is None or outcome.success is False:
        return ()
    line = read_line(inputs["text"], inputs.get("dialect", REFERENCE))
    name = imposed_skill(inputs, line)
    losses = [
        [value.pool or "hp", values["effect" if not place else f"effect_{place + 1}"]]
        for place, value in enumerate(line.losses)
    ]
    given = {
        "imposed_skill": name,
        "challenge": _rollable(challenge),
        "losses": [loss for loss in losses if loss[1]],
        "consequence": values.get("consequence", ""),
    }
    given = {key: value for key, value in given.items() if value not in ("", [])}
    count = count_saves(inputs, line)
    chain: tuple[Rollable, ...] = ()
    for number in range(count, 0, -1):
        label = f"Save with {name}" if count == 1 else f"Save with {name}: {number} of {count}"
        roles = {"target": ""} if number > 1 else {}
        chain = (Rollable(label, IMPOSED_SAVE, given, roles=roles, rest=chain),)
    return chain


def _rollable(challenge: int) -> int:
    """Return the nearest challenge that the roll may have; its step is the same (S11)."""
    return min(max(challenge, LEAST_CHALLENGE), MOST_CHALLENGE)


def _is_area(line: NotationLine) -> bool:
    challenge = line.roll.challenge if line.roll else None
    return isinstance(challenge, Against) and challenge.is_area
