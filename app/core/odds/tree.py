"""The tree of a procedure: a branch for every answer, solved from the leaves up. Exact fractions.

A generator cannot be copied, so each branch is replayed from the start with what the readings saw
so far. What keeps that small: readings merge equal states before a branch begins; `merge_key`
merges values that no grade tells apart; `settle(state)` lets equal states share one computation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod
from typing import Any

from app.core.errors import BadInput
from app.core.play.asks import Asked, Choose, Foresee, OpenPool, Pool, Rule, Settle, Throw
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end, scale_progress

#: How many runs of a procedure an odds question may take before it is refused.
RUNS = 6_000

#: How many pairs of values the joining of pools may take.
PAIRS = 1_000_000

#: How many forks deep the odds are worked out in slices; what comes later is hardly ever long.
SLICED_DEEP = 40

Odds = dict[Hashable, Fraction]

#: Begins a run, from the first ask of a procedure or from a state settled in it.
Start = Callable[[], Rule[Outcome]]


@dataclass(frozen=True)
class Prefix:
    """Where a play stands, as the odds go on from there.

    replies: what the procedure was told so far. throw, fallen: the throw whose dice are falling and
    the faces of its pools, the last of them perhaps not all; None where no die lies alone.
    """

    replies: tuple[Any, ...] = ()
    throw: Throw | None = None
    fallen: tuple[tuple[int, ...], ...] = ()


#: Before anything has fallen.
NOTHING = Prefix()


@dataclass(frozen=True)
class Fork:
    """Where a run may go on in several ways: by these replies, with these chances.

    settled: the states that nothing but them matters from. start, begun: as of the run.
    """

    settled: list[Hashable]
    ways: Iterable[tuple[tuple[Any, ...], Fraction]]
    start: Start | None
    begun: Hashable


def _after(
    replies: tuple[Any, ...], seen: Iterable[tuple[Any, Fraction]]
) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    """The replies so far and what is seen then, with its chance."""
    return (((*replies, each), chance) for each, chance in seen)


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

    def solve(self, after: Prefix = NOTHING) -> Odds:
        """What may come, with its chance. after: what has fallen and was decided already."""
        self._runs = 0
        try:
            if after.throw is None:
                return self._from(after.replies)
            falls = self._throws(after.throw, after.fallen)
            return self._branch(Fork([], _after(after.replies, falls), None, None))
        except RecursionError:
            raise self._too_long() from None

    def in_slices(self, after: Prefix = NOTHING) -> Generator[float, None, Odds]:
        """The same with a breath after each run and each die of a reading; where dice lie alone,
        all at once.

        Yields how much of it is known, 0 to 1.
        """
        if after.throw is not None:
            return self.solve(after)
        self._runs = 0
        try:
            return (yield from self._slowly(after.replies, None, None, SLICED_DEEP))
        except RecursionError:
            raise self._too_long() from None

    def _too_long(self) -> BadInput:
        field = self._bound.procedure.long or "odds"
        return BadInput(field, "exact odds would take too long with these inputs; roll instead")

    def _from(
        self, replies: tuple[Any, ...], start: Start | None = None, begun: Hashable = None
    ) -> Odds:
        """What follows after these replies.

        start: where the run begins (left out, the procedure); begun: the state settled there.
        """
        come = run_to_end(self._run(replies, start, begun))
        if not isinstance(come, Fork):
            return come
        return self._settle(come.settled, self._branch(come))

    def _slowly(
        self, replies: tuple[Any, ...], start: Start | None, begun: Hashable, deep: int
    ) -> Generator[float, None, Odds]:
        """The same in slices, but for what is deeper than so many forks."""
        if not deep:
            return self._from(replies, start, begun)
        come = yield from self._run(replies, start, begun)
        yield 0.0
        if not isinstance(come, Fork):
            return come
        found: Odds = {}
        known = 0.0
        for replies, chance in come.ways:
            share = float(chance)
            onward = self._slowly(replies, come.start, come.begun, deep - 1)
            then = yield from scale_progress(onward, known, share)
            known += share
            for value, follows in then.items():
                found[value] = found.get(value, Fraction(0)) + chance * follows
        return self._settle(come.settled, found)

    def _run(
        self, replies: tuple[Any, ...], start: Start | None, begun: Hashable
    ) -> Generator[float, None, Odds | Fork]:
        """One run: what it ends in, or where it forks. A breath after each die of a reading."""
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
                        return Fork(settled, [((), Fraction(1))], self._onward(ask.onward), state)
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
            if isinstance(ask, Foresee):
                follows = self._foreseen(ask)
            else:
                yield from self._folded(ask)
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

    def _weigh(
        self, ask: Choose, replies: tuple[Any, ...], start: Start | None, begun: Hashable
    ) -> Odds | None:
        """What follows on a decision that is taken by what follows (see `policies`); None where
        its answer is known."""
        return None

    def _onward(self, onward: Callable[[], Rule[Outcome]]) -> Start:
        """What follows from a settled state, begun there."""
        return lambda: self._bound.ended(onward())

    def _folded(self, ask: Throw) -> Generator[float, None, None]:
        """The readings of a throw, a die at a time; what comes of it is remembered by them."""
        for pool in ask.pools:
            if isinstance(pool, Pool) and not self._in_places:
                for _ in pool.reading.folding(pool.count, pool.sides):
                    yield 0.0

    def _settle(self, states: list[Hashable], after: Odds) -> Odds:
        """Remember what follows from these states."""
        for state in states:
            self._settled[state] = after
        return after

    def _branch(self, fork: Fork) -> Odds:
        """What all its ways come to."""
        found: Odds = {}
        for replies, chance in fork.ways:
            for value, then in self._from(replies, fork.start, fork.begun).items():
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
