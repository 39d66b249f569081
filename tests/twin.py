"""The brute-force twin: odds by trying every face of every die, with no cleverness at all."""

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

Seen = TypeVar("Seen", bound=Hashable)


class TooManyError(Exception):
    """More branches than the twin is willing to walk."""


def brute(
    bound: Bound,
    choices: Mapping[str, Any] | None = None,
    limit: int = 20_000,
    begun: tuple[Answer, ...] = (),
) -> dict[str, Fraction]:
    """The chance of each grade, face by face; TooManyError if it takes more than `limit` plays.

    begun: the answers that were given already.
    """
    every = outcomes(bound, choices or {}, limit, begun)
    return summed((chance, outcome.grade) for chance, outcome in every)


def summed(seen: Iterable[tuple[Fraction, Seen]]) -> dict[Seen, Fraction]:
    """The chance of each that is seen. Every way is one in so many: those are counted, for to add
    up thousands of fractions takes its time."""
    counts = Counter((each, chance.denominator) for chance, each in seen)
    found: dict[Seen, Fraction] = {}
    for (each, so_many), count in counts.items():
        found[each] = found.get(each, Fraction(0)) + Fraction(count, so_many)
    return found


def outcomes(
    bound: Bound, choices: Mapping[str, Any], limit: int, begun: tuple[Answer, ...] = ()
) -> list[tuple[Fraction, Outcome]]:
    """Every way the play can go, with its chance: one in so many."""
    if not begun and _is_beyond(limit, bound, choices):
        raise TooManyError
    ended: list[tuple[Fraction, Outcome]] = []
    chances: dict[int, Fraction] = {}
    waiting: list[tuple[int, tuple[Answer, ...]]] = [(1, begun)]
    walked = 0
    while waiting:
        so_many, answers = waiting.pop()
        walked += 1
        # What waits must be walked as well: an endless chain is given up after a few dice.
        if walked + len(waiting) > limit:
            raise TooManyError
        came = replay(bound, answers)
        if not isinstance(came, Asking):
            if so_many not in chances:
                chances[so_many] = Fraction(1, so_many)
            ended.append((chances[so_many], came.outcome))
        elif came.choice is not None:
            decided = choices.get(came.choice.name, came.choice.default)
            waiting.append((so_many, (*answers, Chosen(came.choice.name, decided))))
        else:
            assert came.wanted is not None
            sides = came.wanted.sides
            waiting += [(so_many * sides, (*answers, face)) for face in range(1, sides + 1)]
    return ended


def _is_beyond(most: int, bound: Bound, choices: Mapping[str, Any]) -> bool:
    """Are there more ways than that, roughly? A random play's chance is one over their number, in
    mean. So most of what would be given up after thousands of plays is given up after a few.
    """
    plays, ways = 10, 0
    for seed in range(plays):
        log = by_chance(bound, random.Random(seed), choices).log
        ways += math.prod(each.sides ** len(each.faces) for each in log if isinstance(each, Thrown))
        if ways > plays * most:
            return True
    return False


# --- decisions taken by a policy ---

#: Chances of (grade, success), and the mean price.
Worth = tuple[dict[tuple[str, bool | None], Fraction], Fraction]


def by_policy(
    bound: Bound, policy: str, limit: int = 20_000, begun: tuple[Answer, ...] = ()
) -> Worth:
    """What a policy comes to, face by face and answer by answer; TooManyError beyond `limit`."""
    left = [limit]
    if not begun and _is_beyond(limit, bound, {}):
        raise TooManyError

    def worth(answers: tuple[Answer, ...]) -> Worth:
        left[0] -= 1
        if left[0] < 0:
            raise TooManyError
        came = replay(bound, answers)
        if not isinstance(came, Asking):
            return {(came.outcome.grade, came.outcome.success): Fraction(1)}, Fraction(0)
        if came.choice is not None:
            ways = [_paid(ask := came.choice, each, worth((*answers, Chosen(ask.name, each))))
                    for each in _answers_by(policy, came.choice)]  # fmt: skip
            return max(ways, key=lambda each: _rank(bound, policy, each))
        assert came.wanted is not None
        sides = came.wanted.sides
        return _mean([worth((*answers, face)) for face in range(1, sides + 1)])

    return worth(begun)


def _answers_by(policy: str, ask: AnyChoose) -> list[Any]:
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
    return after[0], after[1] + (ask.costs(answer) if ask.who == "self" else 0)


def _rank(bound: Bound, policy: str, worth: Worth) -> tuple[Fraction, ...]:
    found, price = worth
    success = sum((p for (_, succeeds), p in found.items() if succeeds), Fraction(0))
    if policy == "cheapest":
        return success, -price
    grades = [each.id for each in bound.procedure.grades]
    return success, *(
        sum((p for (g, _), p in found.items() if g == id), Fraction(0)) for id in grades
    )


def _mean(each: list[Worth]) -> Worth:
    found: dict[tuple[str, bool | None], Fraction] = {}
    for chances, _ in each:
        for key, chance in chances.items():
            found[key] = found.get(key, Fraction(0)) + chance / len(each)
    return found, sum((price for _, price in each), Fraction(0)) / len(each)
