"""The tree of a procedure: a branch for every answer, solved from the leaves up.

Exact fractions. A generator cannot be copied, so each branch is replayed from the start with the
replies so far. The cost is kept small: readings merge equal states before a branch begins;
`merge_key` merges values with equal grades; `settle(state)` lets equal states share one
computation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod
from typing import Any

from app.core.errors import BadInput
from app.core.play.asks import (
    AnyChoose,
    Asked,
    Choose,
    Foresee,
    OpenPool,
    Pool,
    Rule,
    Settle,
    Throw,
)
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end, scale_progress

#: The most runs of a procedure for one odds question.
RUNS = 6_000

#: The most pairs of values for joining pools.
PAIRS = 1_000_000

#: The depth of forks down to which odds are incremental; deeper branches are hardly ever long.
SLICED_DEEP = 40

Odds = dict[Hashable, Fraction]

#: Begins a run, from the first ask of a procedure or from a state settled in it.
Start = Callable[[], Rule[Outcome]]


@dataclass(frozen=True)
class Prefix:
    """The replies so far, from which the odds go on."""

    #: The replies that the procedure got so far.
    replies: tuple[object, ...] = ()
    #: The throw of which some dice have fallen, None if there is none.
    throw: Throw | None = None
    #: The faces of its pools, the last of them perhaps incomplete.
    fallen: tuple[tuple[int, ...], ...] = ()


#: The start of a play.
NOTHING = Prefix()


@dataclass(frozen=True)
class Fork:
    """A point where a run may go on by several replies, with their chances."""

    #: Settled states that depend on nothing else.
    settled: list[Hashable]
    ways: Iterable[tuple[tuple[object, ...], Fraction]]
    #: The start of the run.
    start: Start | None
    #: The state settled at its start.
    begun: Hashable


def _after(
    replies: tuple[object, ...], following: Iterable[tuple[object, Fraction]]
) -> Iterator[tuple[tuple[object, ...], Fraction]]:
    """Append each possible reply to the replies so far, with its chance."""
    return (((*replies, reply), chance) for reply, chance in following)


class Tree:
    """The branches of one procedure, solved from the leaves up."""

    def __init__(
        self,
        bound: Bound,
        choices: Mapping[str, object],
        result_of: Callable[[Outcome], Hashable],
        names: tuple[str, ...],
        grades_only: bool,
    ) -> None:
        bound.procedure.check_choices(choices)
        self._bound = bound
        self._result_of = result_of
        self._asked = Asked(choices, names)
        self._grades_only = grades_only
        # The order of dice matters only if a choice names them by position.
        self._in_places = any(isinstance(choice, (list, tuple)) for choice in choices.values())
        self._settled: dict[Hashable, Odds] = {}
        self._runs = 0

    def solve(self, after: Prefix = NOTHING) -> Odds:
        """Return the possible results with their chances. after: the play so far."""
        self._runs = 0
        try:
            if after.throw is None:
                return self._from(after.replies)
            falls = self._throws(after.throw, after.fallen)
            return self._branch(Fork([], _after(after.replies, falls), None, None))
        except RecursionError:
            raise self._too_long() from None

    def iter_solve(self, after: Prefix = NOTHING) -> Generator[float, None, Odds]:
        """Like `solve()`, but yields after each run and each die of a reading.

        Yields the share that is known, 0 to 1; with a throw in progress, computes all at once.
        """
        if after.throw is not None:
            return self.solve(after)
        self._runs = 0
        try:
            return (yield from self._iter_from(after.replies, None, None, SLICED_DEEP))
        except RecursionError:
            raise self._too_long() from None

    def _too_long(self) -> BadInput:
        field = self._bound.procedure.long or "odds"
        return BadInput(field, "exact odds would take too long with these inputs; roll instead")

    def _from(
        self, replies: tuple[object, ...], start: Start | None = None, begun: Hashable = None
    ) -> Odds:
        """Return the results after these replies.

        start: the start of the run (default: the procedure); begun: the state settled there.
        """
        step = run_to_end(self._run(replies, start, begun))
        if not isinstance(step, Fork):
            return step
        return self._settle(step.settled, self._branch(step))

    def _iter_from(
        self, replies: tuple[object, ...], start: Start | None, begun: Hashable, deep: int
    ) -> Generator[float, None, Odds]:
        """Like `_from()`, but incremental, except below a depth of forks."""
        if not deep:
            return self._from(replies, start, begun)
        step = yield from self._run(replies, start, begun)
        yield 0.0
        if not isinstance(step, Fork):
            return step
        results: Odds = {}
        known = 0.0
        for replies, chance in step.ways:
            share = float(chance)
            branch = self._iter_from(replies, step.start, step.begun, deep - 1)
            following = yield from scale_progress(branch, known, share)
            known += share
            for value, likely in following.items():
                results[value] = results.get(value, Fraction(0)) + chance * likely
        return self._settle(step.settled, results)

    def _run(
        self, replies: tuple[object, ...], start: Start | None, begun: Hashable
    ) -> Generator[float, None, Odds | Fork]:
        """Run once, to a result or to a fork, with a checkpoint after each die of a reading."""
        self._runs += 1
        if self._runs > RUNS:
            raise self._too_long()
        running = start() if start else self._bound.start()
        settled: list[Hashable] = []
        given = iter(replies)
        reply: object = None
        pending = len(replies)
        while True:
            try:
                ask = running.send(reply)
            except StopIteration as end:
                return self._settle(settled, {self._result_of(end.value): Fraction(1)})
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
                        return Fork(settled, [((), Fraction(1))], self._onward(ask.onward), state)
                continue
            if pending:
                reply = next(given)
                pending -= 1
                continue
            if isinstance(ask, Choose):
                chosen = self._evaluate(ask, replies, start, begun)
                if chosen is not None:
                    running.close()
                    return self._settle(settled, chosen)
                # It has one answer: the same run goes on with it.
                reply = ask.options.check(ask.name, self._asked.choices.get(ask.name, ask.default))
                replies = (*replies, reply)
                continue
            if isinstance(ask, Foresee):
                follows = self._foreseen(ask)
            else:
                yield from self._iter_folds(ask)
                follows = self._throws(ask)
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
            return Fork(settled, _after(replies, chain((first, second), ways)), start, begun)

    def _evaluate(
        self, ask: AnyChoose, replies: tuple[object, ...], start: Start | None, begun: Hashable
    ) -> Odds | None:
        """Return the results of a decision by a policy; None if it has one answer."""
        return None

    def _onward(self, onward: Callable[[], Rule[Outcome]]) -> Start:
        """Return the start of a run from a settled state."""
        return lambda: self._bound.end(onward())

    def _iter_folds(self, ask: Throw) -> Generator[float, None, None]:
        """Fold the readings of a throw, a die at a time, into their cache."""
        for pool in ask.pools:
            if isinstance(pool, Pool) and not self._in_places:
                for _ in pool.reading.folding(pool.count, pool.sides):
                    yield 0.0

    def _settle(self, states: list[Hashable], after: Odds) -> Odds:
        """Store the results that follow these states."""
        for state in states:
            self._settled[state] = after
        return after

    def _branch(self, fork: Fork) -> Odds:
        """Combine the results of all ways of a fork."""
        results: Odds = {}
        for replies, chance in fork.ways:
            for value, likely in self._from(replies, fork.start, fork.begun).items():
                results[value] = results.get(value, Fraction(0)) + chance * likely
        return results

    def _foreseen(self, ask: Foresee) -> Iterable[tuple[object, Fraction]] | None:
        """Return the results that the procedure itself foresees, with chances; None if unknown."""
        ways = ask.ways(self._asked)
        if ways is None:
            return None
        total = sum(ways.values())
        distinct = self._distinct(ways, ask.merge_key)
        return ((value, Fraction(count, total)) for value, count in distinct)

    def _throws(
        self, ask: Throw, fallen: tuple[tuple[int, ...], ...] = ()
    ) -> Iterator[tuple[tuple[object, ...], Fraction]]:
        """Yield every result of these pools together, with its chance.

        fallen: faces that have fallen already, of the first pools.
        """
        lying = (*fallen, *[()] * (len(ask.pools) - len(fallen)))
        pools = [self._pool(pool, faces) for pool, faces in zip(ask.pools, lying, strict=True)]
        total = prod(pool_ways for _, pool_ways in pools)
        together: Iterable[tuple[tuple[object, ...], int]] = (
            (tuple(value for value, _ in combination), prod(ways for _, ways in combination))
            for combination in product(*(values for values, _ in pools))
        )
        if ask.joined is not None:
            joined = self._join([values for values, _ in pools], ask.joined)
            together = (((value,), ways) for value, ways in joined.items())
        if ask.merge_key is not None and self._grades_only:
            merge_key = ask.merge_key
            together = _merged(together, lambda values: merge_key(*values))
        for values, ways in together:
            yield values, Fraction(ways, total)

    def _join(
        self, pools: list[list[tuple[object, int]]], joined: Callable[[Any, Any], Hashable]
    ) -> dict[object, int]:
        """Join the values of all pools, with their ways."""
        results, *others = (dict(pool) for pool in pools)
        pairs = 0
        for pool in others:
            pairs += len(results) * len(pool)
            if pairs > PAIRS:
                raise self._too_long()
            after: dict[object, int] = {}
            for before, ways in results.items():
                for value, its_ways in pool.items():
                    both = joined(before, value)
                    after[both] = after.get(both, 0) + ways * its_ways
            results = after
        return results

    def _pool(
        self, pool: Pool[object] | OpenPool[object], fallen: tuple[int, ...]
    ) -> tuple[list[tuple[object, int]], int]:
        """Return the values of a pool with their ways, and the sum of the ways."""
        ways: Mapping[object, int]
        if isinstance(pool, OpenPool):
            chances = pool.chain.chances(pool.sides, fallen)
            total = lcm(*(chance.denominator for chance in chances.values()))
            ways = {value: int(chance * total) for value, chance in chances.items()}
        else:
            remaining = pool.count - len(fallen)
            total = pool.sides**remaining
            reading = pool.reading
            count = reading.ways_in_places if self._in_places else reading.ways
            ways = count(remaining, pool.sides, fallen)
        return self._distinct(ways, pool.merge_key), total

    def _distinct(
        self, ways: Mapping[object, int], merge_key: Callable[[Any], Hashable] | None
    ) -> list[tuple[object, int]]:
        """Merge the values that need no telling apart."""
        if merge_key is None or not self._grades_only:
            return list(ways.items())
        return _merged(ways.items(), merge_key)


def _merged(
    values: Iterable[tuple[object, int]], merge_key: Callable[[Any], Hashable]
) -> list[tuple[Any, int]]:
    """Merge values with an equal key, adding their ways."""
    merged: dict[Hashable, tuple[Any, int]] = {}
    for value, ways in values:
        key = merge_key(value)
        first, so_far = merged.get(key, (value, 0))
        merged[key] = first, so_far + ways
    return list(merged.values())
