"""What helps: how much each lever changes the chance of success, exactly; of a choice its best
value, and the next one.

Each gain is the difference of two odds questions, the one with that value and the one without.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput
from app.core.odds.odds import chances, chances_in_slices
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import ListOf, Number, OneOf, Whole, YesNo
from app.core.procedures.levers import NO_COST, Cost, Lever
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end


@dataclass(frozen=True)
class Step:
    """Another value of an input, in words, and what that costs.

    name: of the input. if_so: what must be so besides. action: of a fight, that pays for it. far:
    so many steps away in the order of its choices; 0 where they have none.
    """

    name: str
    value: Any
    words: str
    cost: Cost = NO_COST
    if_so: str = ""
    action: str = ""
    far: int = 0


@dataclass(frozen=True)
class Help:
    """A step that helps. gain: so much is added to the chance of success, above 0.

    best: nothing else gains as much for its price.
    """

    step: Step
    gain: Fraction
    best: bool = False


def helps(bound: Bound, choices: Mapping[str, Any] | None = None) -> tuple[Help, ...]:
    """Every step that helps, the greatest gain first; none where no success is known.

    choices: answers to mid-way choices by name; a choice not given takes its default.
    BadInput where the odds of what is given would take too long.
    """
    now = chances(bound, choices).success
    if now is None:
        return ()
    found = ((each, gain(bound, now, each, choices)) for each in steps(bound))
    return ranked((step, more) for step, more in found if more is not None)


def steps(
    bound: Bound,
    fixed: Iterable[str] = (),
    most: Mapping[str, int] | None = None,
    held: Mapping[str, int] | None = None,
) -> Iterator[Step]:
    """The steps that can be taken from here: moot inputs have none, nor those that are fixed.

    most: the highest number that is offered, by input. held: what the sheet of who acts has to
    spend, by its field; a field that is not there sets no limit.
    """
    inputs, values, fixed = bound.procedure.inputs, bound.values, frozenset(fixed)
    spent = _spent(inputs, values)
    for name, declared in inputs.items():
        lever = declared.kind.lever
        if lever is None or name in fixed or not declared.kind.matters(values):
            continue
        for step in _of(declared, lever, values[name]):
            beyond = isinstance(step.value, int) and step.value > (most or {}).get(name, step.value)
            left = (held or {}).get(lever.held, None)
            dear = left is not None and step.cost.amount + spent[lever.held] > left
            if not beyond and not dear:
                yield step


def _spent(inputs: Mapping[str, Input], values: Mapping[str, Any]) -> dict[str, int]:
    """What the inputs as they stand take of each field of the sheet."""
    spent: dict[str, int] = {"": 0}
    for name, declared in inputs.items():
        lever = declared.kind.lever
        if lever is not None:
            taken = lever.paid(values[name]) if lever.held and values[name] is not None else 0
            spent[lever.held] = spent.get(lever.held, 0) + taken
    return spent


def _of(declared: Input, lever: Lever, value: Any) -> Iterator[Step]:
    """Yield the steps of one input from this value; what is left unsaid has none."""
    kind = declared.kind
    if value is None:
        return
    if isinstance(kind, ListOf):
        # One more entry: another like the last, else the first of those to choose from.
        entry = value[-1] if value else lever.among[0]
        if len(value) < kind.most:
            words = lever.name(value, entry, True, _said(kind.of), declared.label)
            cost = Cost(1, lever.unit) if lever.unit else NO_COST
            yield Step(declared.name, (*value, entry), words, cost, lever.if_so)
        return
    for new, up, far in lever.reach(value, _values(kind, value)):
        words = lever.name(value, new, up, _said(kind), declared.label)
        cost = lever.cost(value, new, far)
        yield Step(declared.name, new, words, cost, lever.if_so, lever.action, far)


def _values(kind: Any, value: Any) -> tuple[Any, ...]:
    """What an input may hold, in its order; of numbers those next to its value."""
    if isinstance(kind, YesNo):
        return (False, True)
    if isinstance(kind, OneOf):
        return tuple(kind.choices)
    if isinstance(kind, Whole | Number):
        return tuple(n for n in (value - 1, value, value + 1) if kind.low <= n <= kind.high)
    return (value,)


def _said(kind: Any) -> Mapping[Any, str]:
    return kind.choices if isinstance(kind, OneOf) else {}


def gain(
    bound: Bound, now: Fraction, step: Step, choices: Mapping[str, Any] | None = None
) -> Fraction | None:
    """What a step adds to the chance of success, which is `now`; None if it does not help, cannot
    be so, or cannot be paid."""
    try:
        after = bound.procedure.bind({**bound.values, step.name: step.value})
    except BadInput:
        return None
    return gained(after, now, choices)


def gained(
    after: Bound, now: Fraction, choices: Mapping[str, Any] | None = None
) -> Fraction | None:
    """How much likelier success is so than `now`; None if it is not, or nobody can count it."""
    return run_to_end(gaining(after, now, choices))


def gaining(
    after: Bound, now: Fraction, choices: Mapping[str, Any] | None = None
) -> Generator[float, None, Fraction | None]:
    """The same with a breath now and then."""
    try:
        success = (yield from chances_in_slices(after, choices)).success
    except BadInput:
        return None
    return success - now if success is not None and success > now else None


def ranked(found: Iterable[tuple[Step, Fraction]]) -> tuple[Help, ...]:
    """Rank what helps: the greatest gain first, of equal ones the cheapest; of two or more the best
    gain for its price is marked."""
    by_gain = _keep_best([Help(*each) for each in found])
    made = sorted(by_gain, key=lambda each: (-each.gain, each.step.cost.amount))
    if len(made) < 2:
        return tuple(made)
    best = max(made, key=_worth)
    return tuple(replace(each, best=each is best) for each in made)


def _keep_best(found: list[Help]) -> Iterator[Help]:
    """Keep of each choice its best value, the nearest of equal ones, and the next one.

    The next one may be all that can be paid.
    """
    best: dict[str, Help] = {}
    for each in found:
        known = best.get(each.step.name)
        if known is None or (each.gain, -each.step.far) > (known.gain, -known.step.far):
            best[each.step.name] = each
    for each in found:
        if each.step.far < 2 or each is best[each.step.name]:
            yield each


def _worth(help: Help) -> tuple[bool, Fraction]:
    """What a gain is worth: one that costs nothing before any that does, then by what one costs."""
    amount = help.step.cost.amount
    free = not amount and not help.step.if_so
    return free, help.gain / max(1, amount)


def help_record(help: Help) -> dict[str, Any]:
    """A step that helps as it is answered; its cost is null where it costs nothing."""
    cost = help.step.cost
    return {
        "input": help.step.name,
        "value": help.step.value,
        "gain": str(help.gain),
        "cost": {"amount": cost.amount, "unit": cost.unit} if cost.amount else None,
        **({"if": help.step.if_so} if help.step.if_so else {}),
        **({"best": True} if help.best else {}),
    }
