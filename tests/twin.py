"""The brute-force twin: odds by trying every face of every die, without any shortcut."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import chain, combinations
from typing import Any, TypeVar

from app.core.play.asks import AnyChoose, OneOf, Places
from app.core.play.play import Answer, Asking, Chosen, Thrown, by_chance, replay
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound

Result = TypeVar("Result", bound=Hashable)


class TooManyError(Exception):
    """Raised for more branches than the twin may walk."""


def brute(
    bound: Bound,
    choices: Mapping[str, Any] | None = None,
    limit: int = 20_000,
    begun: tuple[Answer, ...] = (),
) -> dict[str, Fraction]:
    """Return the chance of each grade by trying all faces.

    Raise TooManyError if that takes more than `limit` plays. `begun` holds the answers already
    given.
    """
    every = outcomes(bound, choices or {}, limit, begun)
    return summed((chance, outcome.grade) for chance, outcome in every)


def summed(chances: Iterable[tuple[Fraction, Result]]) -> dict[Result, Fraction]:
    """Add up the chances of each result.

    Equal chances are counted first, because adding thousands of fractions is slow.
    """
    counts = Counter((each, chance.denominator) for chance, each in chances)
    found: dict[Result, Fraction] = {}
    for (each, so_many), count in counts.items():
        found[each] = found.get(each, Fraction(0)) + Fraction(count, so_many)
    return found


def outcomes(
    bound: Bound, choices: Mapping[str, Any], limit: int, begun: tuple[Answer, ...] = ()
) -> list[tuple[Fraction, Outcome]]:
    """Return every outcome of the play with its chance, which is one in an integer."""
    if not begun and _is_beyond(limit, bound, choices):
        raise TooManyError
    finished: list[tuple[Fraction, Outcome]] = []
    chances: dict[int, Fraction] = {}
    waiting: list[tuple[int, tuple[Answer, ...]]] = [(1, begun)]
    walked = 0
    while waiting:
        so_many, answers = waiting.pop()
        walked += 1
        # Waiting branches count, too, so an endless chain is given up after a few dice.
        if walked + len(waiting) > limit:
            raise TooManyError
        step = replay(bound, answers)
        if not isinstance(step, Asking):
            if so_many not in chances:
                chances[so_many] = Fraction(1, so_many)
            finished.append((chances[so_many], step.outcome))
        elif step.choice is not None:
            decided = choices.get(step.choice.name, step.choice.default)
            waiting.append((so_many, (*answers, Chosen(step.choice.name, decided))))
        else:
            assert step.wanted is not None
            sides = step.wanted.sides
            waiting += [(so_many * sides, (*answers, face)) for face in range(1, sides + 1)]
    return finished


def _is_beyond(most: int, bound: Bound, choices: Mapping[str, Any]) -> bool:
    """Estimate whether there are more branches than that.

    On average, the chance of a random play is one over their number. So a few plays suffice to give
    up most cases that would otherwise take thousands.
    """
    plays, ways = 10, 0
    for seed in range(plays):
        log = by_chance(bound, random.Random(seed), choices).log
        ways += math.prod(each.sides ** len(each.faces) for each in log if isinstance(each, Thrown))
        if ways > plays * most:
            return True
    return False


# --- decisions by a policy ---

#: Chances of (grade, success), and the mean price.
Worth = tuple[dict[tuple[str, bool | None], Fraction], Fraction]


def by_policy(
    bound: Bound, policy: str, limit: int = 20_000, begun: tuple[Answer, ...] = ()
) -> Worth:
    """Return the odds and mean price of a policy; raise TooManyError beyond `limit` plays."""
    left = [limit]
    if not begun and _is_beyond(limit, bound, {}):
        raise TooManyError

    def worth(answers: tuple[Answer, ...]) -> Worth:
        """Return the value of a play with these answers."""
        left[0] -= 1
        if left[0] < 0:
            raise TooManyError
        step = replay(bound, answers)
        if not isinstance(step, Asking):
            return {(step.outcome.grade, step.outcome.success): Fraction(1)}, Fraction(0)
        if step.choice is not None:
            ways = [_paid(ask := step.choice, each, worth((*answers, Chosen(ask.name, each))))
                    for each in _answers_by(policy, step.choice)]  # fmt: skip
            return max(ways, key=lambda each: _rank(bound, policy, each))
        assert step.wanted is not None
        sides = step.wanted.sides
        return _mean([worth((*answers, face)) for face in range(1, sides + 1)])

    return worth(begun)


def _answers_by(policy: str, ask: AnyChoose) -> list[Any]:
    """Return the answers that a policy considers."""
    if ask.who != "self":
        return [ask.default]
    if policy == "never":
        return [ask.declined]
    if policy == "always":
        return [ask.accepted]
    options = ask.options
    if isinstance(options, OneOf):
        return [ask.default, *options.words]
    if not isinstance(options, Places):
        return [ask.default, True, False]
    places, most = range(1, options.count + 1), min(options.at_most, options.count)
    return [ask.default, *chain.from_iterable(combinations(places, n) for n in range(most + 1))]


def _paid(ask: AnyChoose, answer: Any, after: Worth) -> Worth:
    """Add the price of an answer."""
    return after[0], after[1] + (ask.costs(answer) if ask.who == "self" else 0)


def _rank(bound: Bound, policy: str, worth: Worth) -> tuple[Fraction, ...]:
    """Return a key that sorts answers as the policy does."""
    found, price = worth
    success = sum((p for (_, succeeds), p in found.items() if succeeds), Fraction(0))
    if policy == "cheapest":
        return success, -price
    grades = [grade.id for grade in bound.procedure.grades]
    return success, *(
        sum((p for (g, _), p in found.items() if g == id), Fraction(0)) for id in grades
    )


def _mean(each: list[Worth]) -> Worth:
    """Return the mean of equally likely branches."""
    found: dict[tuple[str, bool | None], Fraction] = {}
    for chances, _ in each:
        for key, chance in chances.items():
            found[key] = found.get(key, Fraction(0)) + chance / len(each)
    return found, sum((price for _, price in each), Fraction(0)) / len(each)
