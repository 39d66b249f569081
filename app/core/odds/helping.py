"""Useful levers: the exact gain in the chance of success by each change of an input.

Of a choice, its best value and the next one. Each gain is the difference of two odds: with that
value and without it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput
from app.core.odds.odds import chances, iter_chances
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import ListOf, Number, OneOf, Whole, YesNo
from app.core.procedures.levers import NO_COST, Cost, Lever
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end


@dataclass(frozen=True)
class Improvement:
    """Another value of an input, in words, and its cost."""

    #: The input's name.
    name: str
    value: object
    words: str
    cost: Cost = NO_COST
    #: A further condition.
    if_so: str = ""
    #: The action of a fight that pays for it.
    action: str = ""
    #: The number of steps away in the order of its choices; 0 where they have none.
    far: int = 0


@dataclass(frozen=True)
class Help:
    """A step that helps."""

    step: Improvement
    #: The addition to the chance of success, above 0.
    gain: Fraction
    #: Whether no other step gains as much for its price.
    best: bool = False


def helps(bound: Bound, choices: Mapping[str, object] | None = None) -> tuple[Help, ...]:
    """Return every step that helps, the greatest gain first; none without a known success.

    choices: answers to mid-way choices by name; a choice not given takes its default.
    BadInput where the odds of the given inputs would take too long.
    """
    now = chances(bound, choices).success
    if now is None:
        return ()
    gains = ((step, gain(bound, now, step, choices)) for step in steps(bound))
    return rank_gains((step, more) for step, more in gains if more is not None)


def steps(
    bound: Bound,
    fixed: Iterable[str] = (),
    most: Mapping[str, int] | None = None,
    held: Mapping[str, int] | None = None,
) -> Iterator[Improvement]:
    """Yield the possible steps; moot and fixed inputs have none.

    most: the highest number offered, by input. held: the actor's resources by sheet field; a
    missing field sets no limit.
    """
    inputs, values, fixed = bound.procedure.inputs, bound.values, frozenset(fixed)
    spent = _spent(bound)
    for name, lever, value in _levers(bound):
        declared = inputs[name]
        if name in fixed or not declared.kind.matters(values):
            continue
        for step in _steps_of(declared, lever, value):
            beyond = isinstance(step.value, int) and step.value > (most or {}).get(name, step.value)
            remaining = (held or {}).get(lever.held, None)
            unaffordable = (
                remaining is not None and step.cost.amount + spent[lever.held] > remaining
            )
            if not beyond and not unaffordable:
                yield step


def fields_held(bound: Bound) -> frozenset[str]:
    """Return the sheet fields from which the levers are paid."""
    return frozenset(lever.held for _, lever, _ in _levers(bound) if lever.held)


def _levers(bound: Bound) -> Iterator[tuple[str, Lever, object]]:
    """Yield (input, its lever, its present value) of the inputs that can be changed."""
    for name, declared in bound.procedure.inputs.items():
        lever = declared.kind.lever
        found = lever.with_inputs(name, bound.values) if lever is not None else None
        if found is not None:
            yield name, *found


def _spent(bound: Bound) -> dict[str, int]:
    """Return the present cost of the inputs, by sheet field."""
    spent: dict[str, int] = {"": 0}
    for _, lever, value in _levers(bound):
        cost = lever.paid(value) if lever.held and value is not None else 0
        spent[lever.held] = spent.get(lever.held, 0) + cost
    return spent


def _steps_of(declared: Input, lever: Lever, value: Any) -> Iterator[Improvement]:
    """Yield the steps of one input from this value; an empty input has none."""
    kind = declared.kind
    if value is None:
        return
    if isinstance(kind, ListOf):
        # One more entry: another like the last, else the first of those to choose from.
        entry = value[-1] if value else lever.among[0]
        if len(value) < kind.most:
            words = lever.name(value, entry, True, _words_of(kind.of), declared.label)
            cost = Cost(1, lever.unit) if lever.unit else NO_COST
            yield Improvement(declared.name, (*value, entry), words, cost, lever.if_so)
        return
    for new, up, far in lever.reach(value, _values(kind, value)):
        words = lever.name(value, new, up, _words_of(kind), declared.label)
        cost = lever.cost(value, new, far)
        yield Improvement(declared.name, new, words, cost, lever.if_so, lever.action, far)


def _values(kind: object, value: Any) -> tuple[object, ...]:
    """Return the values of an input, in its order; of numbers those next to its value."""
    if isinstance(kind, YesNo):
        return (False, True)
    if isinstance(kind, OneOf):
        return tuple(kind.choices)
    if isinstance(kind, Whole | Number):
        return tuple(n for n in (value - 1, value, value + 1) if kind.low <= n <= kind.high)
    return (value,)


def _words_of(kind: object) -> Mapping[Any, str]:
    return kind.choices if isinstance(kind, OneOf) else {}


def gain(
    bound: Bound, now: Fraction, step: Improvement, choices: Mapping[str, object] | None = None
) -> Fraction | None:
    """Return a step's addition to the chance of success `now`; None if there is none.

    None also if the step is impossible or cannot be paid.
    """
    try:
        after = bound.procedure.bind({**bound.values, step.name: step.value})
    except BadInput:
        return None
    return gain_of(after, now, choices)


def gain_of(
    after: Bound, now: Fraction, choices: Mapping[str, object] | None = None
) -> Fraction | None:
    """Return the gain in the chance of success; None if there is none or it is unknown."""
    return run_to_end(gaining(after, now, choices))


def gaining(
    after: Bound, now: Fraction, choices: Mapping[str, object] | None = None
) -> Generator[float, None, Fraction | None]:
    """Like `gain_of()`, but incremental."""
    try:
        success = (yield from iter_chances(after, choices)).success
    except BadInput:
        return None
    return success - now if success is not None and success > now else None


def rank_gains(gains: Iterable[tuple[Improvement, Fraction]]) -> tuple[Help, ...]:
    """Rank gains: the greatest first, of equal ones the cheapest.

    Of two or more, the best gain for its price is marked.
    """
    by_gain = _keep_best([Help(*gain) for gain in gains])
    candidates = sorted(by_gain, key=lambda help: (-help.gain, help.step.cost.amount))
    if len(candidates) < 2:
        return tuple(candidates)
    best = max(candidates, key=_worth)
    return tuple(replace(help, best=help is best) for help in candidates)


def _keep_best(candidates: list[Help]) -> Iterator[Help]:
    """Keep the best value of each choice, the nearest of equal ones, and the next value.

    The next value may be all that can be paid.
    """
    best: dict[str, Help] = {}
    for help in candidates:
        previous = best.get(help.step.name)
        if previous is None or (help.gain, -help.step.far) > (previous.gain, -previous.step.far):
            best[help.step.name] = help
    for help in candidates:
        if help.step.far < 2 or help is best[help.step.name]:
            yield help


def _worth(help: Help) -> tuple[bool, Fraction]:
    """Rate a gain: free ones before any other, then by the gain per unit of cost."""
    amount = help.step.cost.amount
    free = not amount and not help.step.if_so
    return free, help.gain / max(1, amount)


def help_record(help: Help) -> dict[str, object]:
    """Return a helpful step as JSON data; its cost is null where it is free."""
    cost = help.step.cost
    return {
        "input": help.step.name,
        "value": help.step.value,
        "gain": str(help.gain),
        "cost": {"amount": cost.amount, "unit": cost.unit} if cost.amount else None,
        **({"if": help.step.if_so} if help.step.if_so else {}),
        **({"best": True} if help.best else {}),
    }
