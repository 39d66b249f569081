"""Odds: a procedure answered with every possibility, weighted. Exact fractions that sum to 1.

A generator cannot be copied, so each branch is replayed from the start with what the readings saw
so far. What keeps that small: readings merge equal states before a branch begins; `same` merges
values that no grade tells apart; `settle(state)` lets equal states share one computation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod
from typing import Any

from app.core.asks import Asked, Choose, Foresee, OpenPool, Pool, Rule, Settle, Throw
from app.core.errors import BadInput
from app.core.outcomes import Outcome, reported
from app.core.procedures import Bound

#: How many runs of a procedure an odds question may take before it is refused.
RUNS = 6_000

#: How many pairs of values the joining of pools may take.
PAIRS = 1_000_000

Odds = dict[Hashable, Fraction]

#: Begins a run, from the first ask of a procedure or from a state settled in it.
Start = Callable[[], Rule[Outcome]]


#: The tones of grades that are a success.
GOOD = ("best", "good")


@dataclass(frozen=True)
class Chances:
    """Exact chances: of each grade that can come up, in the order of the result table, and of
    success; success is None where the rules never say whether it is one, or know of none.
    """

    grades: dict[str, Fraction]
    success: Fraction | None


def odds(bound: Bound, choices: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """The exact chance of each grade that can come up, in the order of the result table.

    choices: answers to mid-way choices by name; a choice not given takes its default.
    BadInput names the procedure's `long` input where the question would take too long.
    """
    return chances(bound, choices).grades


def chances(bound: Bound, choices: Mapping[str, Any] | None = None) -> Chances:
    """The same, together with the chance of success."""

    return chances_of(bound, grade_tree(bound, choices or {}).solve())


def grade_tree(bound: Bound, choices: Mapping[str, Any]) -> Tree:
    """The branches of a procedure, as far as grade and success tell them apart."""

    def seen(outcome: Outcome) -> Hashable:
        return outcome.grade, outcome.success

    return Tree(bound, choices, seen, ("grade", "success"), grades_only=True)


def chances_of(bound: Bound, joint: Odds) -> Chances:
    """What a `grade_tree` was solved to, grade by grade."""
    found = {grade.id: Fraction(0) for grade in bound.procedure.grades}
    success: Fraction | None = None
    for each, chance in joint.items():
        assert isinstance(each, tuple)
        grade, succeeded = each
        found[grade] += chance
        if succeeded is not None:
            success = (success or Fraction(0)) + (chance if succeeded else 0)
    if not success and not any(each.tone in GOOD for each in bound.procedure.grades):
        success = None  # it can fail (a fumble), and has no success to tell of
    return Chances({grade: chance for grade, chance in found.items() if chance}, success)


def spread(bound: Bound, *names: str, choices: Mapping[str, Any] | None = None) -> dict[str, Odds]:
    """The exact distribution of named values, each by itself; None where a value is absent.

    `grade` and `success` are names as well. Numbers as they are reported.
    """

    def seen(outcome: Outcome) -> Hashable:
        return tuple(_named(outcome, name) for name in names)

    joint = Tree(bound, choices or {}, seen, names, grades_only=False).solve()
    each: dict[str, Odds] = {name: {} for name in names}
    for values, chance in joint.items():
        assert isinstance(values, tuple)
        for name, value in zip(names, values, strict=True):
            each[name][value] = each[name].get(value, Fraction(0)) + chance
    return each


def _named(outcome: Outcome, name: str) -> Hashable:
    if name == "grade":
        return outcome.grade
    if name == "success":
        return outcome.success
    value = reported(outcome.values.get(name))
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Midway:
    """Where a play stands, as the odds go on from there.

    replies: what the procedure was told so far. throw, fallen: the throw whose dice are falling and
    the faces of its pools, the last of them perhaps not all; None where no die lies alone.
    """

    replies: tuple[Any, ...] = ()
    throw: Throw | None = None
    fallen: tuple[tuple[int, ...], ...] = ()


#: Before anything has fallen.
NOTHING = Midway()


class Tree:
    """The branches of one procedure, solved from the leaves up."""

    def __init__(
        self,
        bound: Bound,
        choices: Mapping[str, Any],
        seen: Callable[[Outcome], Hashable],
        names: tuple[str, ...],
        grades_only: bool,
    ) -> None:
        bound.procedure.knows_choices(choices)
        self._bound = bound
        self._seen = seen
        self._asked = Asked(choices, names)
        self._grades_only = grades_only
        # Dice named by their places keep their places; otherwise their order never matters.
        self._in_places = any(isinstance(each, (list, tuple)) for each in choices.values())
        self._settled: dict[Hashable, Odds] = {}
        self._runs = 0

    def solve(self, after: Midway = NOTHING) -> Odds:
        """What may come, with its chance. after: what has fallen and was decided already."""
        self._runs = 0
        try:
            if after.throw is None:
                return self._from(after.replies)
            falls = self._throws(after.throw, after.fallen)
            return self._branch(falls, after.replies, None, None)
        except RecursionError:
            raise self._too_long() from None

    def in_slices(self) -> Generator[None, None, Odds]:
        """The same from the beginning, a branch of the first throw at a time."""
        self._runs = 0
        running, found = self._bound.start(), dict[Hashable, Fraction]()
        ask = next(running, None)
        while isinstance(ask, Settle):
            ask = next(running, None)
        running.close()
        if not isinstance(ask, Throw):
            return self.solve()
        try:
            for seen in self._throws(ask):
                for value, chance in self._branch((seen,), (), None, None).items():
                    found[value] = found.get(value, Fraction(0)) + chance
                yield
        except RecursionError:
            raise self._too_long() from None
        return found

    def _too_long(self) -> BadInput:
        field = self._bound.procedure.long or "odds"
        return BadInput(field, "exact odds would take too long with these inputs; roll instead")

    def _from(
        self, replies: tuple[Any, ...], start: Start | None = None, begun: Hashable = None
    ) -> Odds:
        """What follows after these replies.

        start: where the run begins (left out, the procedure); begun: the state settled there.
        """
        self._runs += 1
        if self._runs > RUNS:
            raise self._too_long()
        running = start() if start else self._bound.start()
        settled: list[Hashable] = []
        given = iter(replies)
        reply: Any = None
        pending = len(replies)
        while True:
            try:
                ask = running.send(reply)
            except StopIteration as end:
                return self._settle(settled, {self._seen(end.value): Fraction(1)})
            if isinstance(ask, Settle):
                reply = None
                if pending == 0:
                    state = ask.known_by(self._asked.values)
                    if state in self._settled:
                        running.close()
                        return self._settled[state]
                    settled.append(state)
                    if ask.onward is not None and state != begun:
                        running.close()
                        return self._settle(settled, self._onward(ask.onward, state))
                continue
            if pending:
                reply = next(given)
                pending -= 1
                continue
            if isinstance(ask, Choose):
                taken = self._weigh(ask, replies, start, begun)
                if taken is not None:
                    running.close()
                    return self._settle(settled, taken)
                # It has one answer: the same run goes on with it.
                reply = ask.options.check(ask.name, self._asked.choices.get(ask.name, ask.default))
                replies = (*replies, reply)
                continue
            follows = self._foreseen(ask) if isinstance(ask, Foresee) else self._throws(ask)
            if follows is None:
                reply = None
                replies = (*replies, reply)
                continue
            ways = iter(follows)
            first, second = next(ways), next(ways, None)
            if second is None:
                # Only one thing can be seen: the same run goes on with it as well.
                reply = first[0]
                replies = (*replies, reply)
                continue
            running.close()
            branches = chain((first, second), ways)
            return self._settle(settled, self._branch(branches, replies, start, begun))

    def _weigh(
        self, ask: Choose, replies: tuple[Any, ...], start: Start | None, begun: Hashable
    ) -> Odds | None:
        """What follows on a decision that is taken by what follows (see `policies`); None where
        its answer is known."""
        return None

    def _onward(self, onward: Callable[[], Rule[Outcome]], state: Hashable) -> Odds:
        """What follows from a settled state, begun there."""
        return self._from((), lambda: self._bound.ended(onward()), state)

    def _settle(self, states: list[Hashable], after: Odds) -> Odds:
        """Remember what follows from these states."""
        for state in states:
            self._settled[state] = after
        return after

    def _branch(
        self,
        follows: Iterable[tuple[Any, Fraction]],
        replies: tuple[Any, ...],
        start: Start | None,
        begun: Hashable,
    ) -> Odds:
        found: Odds = {}
        for seen, chance in follows:
            for value, then in self._from((*replies, seen), start, begun).items():
                found[value] = found.get(value, Fraction(0)) + chance * then
        return found

    def _foreseen(self, ask: Foresee) -> Iterable[tuple[Any, Fraction]] | None:
        """What the procedure knows to follow, with its chance; None if it does not."""
        ways = ask.ways(self._asked)
        if ways is None:
            return None
        whole = sum(ways.values())
        seen = self._told_apart(ways, ask.merge_key)
        return ((value, Fraction(each, whole)) for value, each in seen)

    def _throws(
        self, ask: Throw, fallen: tuple[tuple[int, ...], ...] = ()
    ) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
        """Everything that may be seen in these pools together, with its chance.

        fallen: the faces that lie there already, of the first pools.
        """
        lying = (*fallen, *[()] * (len(ask.pools) - len(fallen)))
        pools = [self._pool(pool, faces) for pool, faces in zip(ask.pools, lying, strict=True)]
        whole = prod(of for _, of in pools)
        together: Iterable[tuple[tuple[Any, ...], int]] = (
            (tuple(value for value, _ in each), prod(ways for _, ways in each))
            for each in product(*(seen for seen, _ in pools))
        )
        if ask.joined is not None:
            joined = self._joined([seen for seen, _ in pools], ask.joined)
            together = (((value,), ways) for value, ways in joined.items())
        if ask.merge_key is not None and self._grades_only:
            merge_key = ask.merge_key
            together = _merged(together, lambda seen: merge_key(*seen))
        for seen, ways in together:
            yield seen, Fraction(ways, whole)

    def _joined(
        self, pools: list[list[tuple[Any, int]]], joined: Callable[[Any, Any], Hashable]
    ) -> dict[Any, int]:
        """Each thing that the pools come to together, with its ways."""
        found, *others = (dict(pool) for pool in pools)
        pairs = 0
        for pool in others:
            pairs += len(found) * len(pool)
            if pairs > PAIRS:
                raise self._too_long()
            after: dict[Any, int] = {}
            for before, ways in found.items():
                for value, more in pool.items():
                    both = joined(before, value)
                    after[both] = after.get(both, 0) + ways * more
            found = after
        return found

    def _pool(
        self, pool: Pool[Any] | OpenPool[Any], fallen: tuple[int, ...]
    ) -> tuple[list[tuple[Any, int]], int]:
        """Everything that may be seen in a pool, each in so many ways, out of so many."""
        ways: Mapping[Any, int]
        if isinstance(pool, OpenPool):
            chances = pool.chain.chances(pool.sides, fallen)
            whole = lcm(*(chance.denominator for chance in chances.values()))
            ways = {value: int(chance * whole) for value, chance in chances.items()}
        else:
            left = pool.count - len(fallen)
            whole = pool.sides**left
            reading = pool.reading
            count = reading.ways_in_places if self._in_places else reading.ways
            ways = count(left, pool.sides, fallen)
        return self._told_apart(ways, pool.merge_key), whole

    def _told_apart(
        self, ways: Mapping[Any, int], merge_key: Callable[[Any], Hashable] | None
    ) -> list[tuple[Any, int]]:
        """What must be told apart of all that may be seen, each in so many ways."""
        if merge_key is None or not self._grades_only:
            return list(ways.items())
        return _merged(ways.items(), merge_key)


def _merged(
    seen: Iterable[tuple[Any, int]], merge_key: Callable[[Any], Hashable]
) -> list[tuple[Any, int]]:
    """One of all that merge, with the ways of all of them."""
    merged: dict[Hashable, tuple[Any, int]] = {}
    for value, ways in seen:
        alike = merge_key(value)
        first, so_far = merged.get(alike, (value, 0))
        merged[alike] = first, so_far + ways
    return list(merged.values())
