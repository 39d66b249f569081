"""Throwing a line of dice: pool by pool, with explosions and rerolls after each throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import comb
from typing import Any

from app.core.dice import ways
from app.core.dice.saying import to_notation
from app.core.dice.tree import Dice, DiceLine, Number, Sum, dice_in, fold
from app.core.play.asks import Asked, Pool, Rule, foresee, throw
from app.core.play.readings import Reading
from app.core.procedures.outcomes import Outcome, SumStep
from app.core.support.characters import with_minus

#: The most distinguishable results of one throw.
HANDS = 1_500

#: The faces of a Fate die.
FATE = ("\u2212", "0", "+")

#: The captions below a die, by its mark.
WORDS = (("good", "counts"), ("exploded", "explodes"), ("struck", "set aside"))
AGAIN = (*WORDS[:2], ("struck", "again"))


@dataclass(frozen=True)
class Die:
    """The state of one die: its value so far, its explosions, whether it stands.

    again: its last throw does not count. falls: it is to be thrown.
    """

    value: int = 0
    bursts: int = 0
    again: bool = False
    falls: bool = True

    def after(self, dice: Dice, face: int) -> Die:
        """Return the die after one more throw."""
        if dice.again(face) and not (dice.reroll and dice.reroll.once and self.again):
            return replace(self, again=True)
        value = self.value + dice.worth(face)
        most = dice.explode.most if dice.explode is not None else 0
        if dice.bursts(face) and self.bursts < most:
            return Die(value, self.bursts + 1)
        return Die(value, self.bursts, falls=False)


#: The dice of a pool.
Hand = tuple[Die, ...]


def throw_line(line: DiceLine) -> Rule[Outcome]:
    """Throw a line and judge it; several rolls are added up."""
    pools = line.dice * line.repeats
    hands: list[Hand] = [(Die(),) * dice.count for dice in pools]
    ours = len(tuple(dice_in(line.left)))
    for index, dice in enumerate(pools):
        theirs = index % len(line.dice) >= ours
        wave = 0
        while any(die.falls for die in hands[index]):
            outcome = yield from foresee(partial(_comes_to, line, hands), partial(_judged, line))
            if outcome is not None:
                return _outcome(line, *outcome)
            hands[index] = yield from _thrown(dice, hands[index], wave, theirs)
            wave += 1
    pool_values = [_finished(dice, hand) for dice, hand in zip(pools, hands, strict=True)]
    results = [
        _sides(line, pool_values[first : first + len(line.dice)]) for first in _first_pools(line)
    ]
    if line.repeats == 1:
        return _outcome(line, *results[0], values=pool_values)
    totals = [line.result(*sides) for sides in results]
    return _outcome(line, sum(totals), None, results=totals)


def _first_pools(line: DiceLine) -> range:
    """Return the indexes of the first pool of each roll among all pools."""
    return range(0, len(line.dice) * line.repeats, len(line.dice))


def _judged(line: DiceLine, sides: tuple[int, int | None]) -> Hashable:
    return line.is_success(*sides) if line.repeats == 1 else None


def _sides(line: DiceLine, values: list[int]) -> tuple[int, int | None]:
    """Return the values of both sides."""
    rest = iter(values)

    def next_pool(dice: Dice) -> int:
        return next(rest)

    left = fold(line.left, next_pool)
    return left, None if line.right is None else fold(line.right, next_pool)


def _comes_to(line: DiceLine, hands: list[Hand], asked: Asked) -> Mapping[Any, int] | None:
    """Return the ways to the results of the remaining dice; None to go die by die."""
    if all(die == Die() for hand in hands for die in hand):
        if line.repeats == 1:
            return ways.of_line(line)
        return {(total, None): count for total, count in ways.of_total(line).items()}
    pools: list[ways.Ways] = []
    for dice, hand in zip(line.dice * line.repeats, hands, strict=True):
        falling = [die for die in hand if die.falls]
        if len(set(falling)) > 1 and dice.keep_count < dice.count:
            return None
        untouched = falling == [Die()] * dice.count
        pools.append(ways.of_node(dice) if untouched else _of_hand(dice, hand, falling))
    if line.repeats == 1:
        return ways.of_line(line, pools)
    sums: ways.Ways = {0: 1}
    for first in _first_pools(line):
        sums = ways.add(sums, ways.of_roll(line, pools[first : first + len(line.dice)]))
    return {(total, None): count for total, count in sums.items()}


def _of_hand(dice: Dice, hand: Hand, falling: list[Die]) -> ways.Ways:
    """Return the ways of a pool of which some dice have fallen."""
    lying = [die.value for die in hand if not die.falls]
    if dice.keep_count < dice.count:
        one = _of_die(dice, falling[0]) if falling else {lying[0]: 1}
        last = dice.count - dice.drop_lowest
        return ways.of_slice(one, len(falling), dice.drop_highest, last, lying)
    sums = {sum(lying): 1}
    for die in falling:
        sums = ways.add(sums, _of_die(dice, die))
    return sums


def _of_die(dice: Dice, die: Die) -> ways.Ways:
    remaining = ways.of_one(dice, die.bursts, die.again)
    return {die.value + value: count for value, count in remaining.items()}


def _finished(dice: Dice, hand: Hand) -> int:
    """Return the value of a finished pool."""
    values = sorted((die.value for die in hand), reverse=True)
    return sum(values[dice.drop_highest : dice.count - dice.drop_lowest])


# --- one throw of a pool ---


def _thrown(dice: Dice, hand: Hand, wave: int, theirs: bool) -> Rule[Hand]:
    """Throw all falling dice of a pool at once; dice in different states are kept apart."""
    falling = list(dict.fromkeys(die for die in hand if die.falls))
    counts = [sum(die == state for die in hand) for state in falling]
    indexes = [[n for n, die in enumerate(hand) if die == state] for state in falling]
    label = dice.label or to_notation(replace(dice, label=""))
    pools = [
        Pool(
            f"{label}, thrown again" if wave else label,
            count,
            dice.sides,
            _faces(dice, die),
            art=FATE if dice.fate else (),
            theirs=theirs,
            called="dF" if dice.fate else "",
        )
        for die, count in zip(falling, counts, strict=True)
    ]
    faces_by_state = yield from throw(*pools)
    after = list(hand)
    for die, positions, faces in zip(falling, indexes, faces_by_state, strict=True):
        for position, face in zip(positions, faces, strict=True):
            after[position] = die.after(dice, face)
    return tuple(after)


@dataclass(frozen=True)
class _Faces(Reading[tuple[int, ...]]):
    """All the faces of a throw; refused for odds where there are too many results."""

    def ways(
        self, count: int, sides: int, fallen: tuple[int, ...] = ()
    ) -> dict[tuple[int, ...], int]:
        if comb(count + sides - 1, count) > HANDS:
            raise ways.too_long()
        return super().ways(count, sides, fallen)


def _faces(dice: Dice, die: Die) -> Reading[tuple[int, ...]]:
    def step(state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, face)))

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        if dice.simple and dice.keep_count < dice.count:
            return _keep_marks(dice, faces)
        return tuple(_mark(dice, die, face) for face in faces)

    words = WORDS if dice.reroll is None else AGAIN
    return _Faces("faces", (), step, tuple, mark=mark, see=tuple, words=words)


def _mark(dice: Dice, die: Die, face: int) -> str:
    after = die.after(dice, face)
    if after.again:
        return "struck"
    if after.falls:
        return "exploded"
    return "good" if dice.counts is not None and dice.worth(face) else "plain"


def _keep_marks(dice: Dice, faces: tuple[int, ...]) -> tuple[str, ...]:
    """Mark the kept dice of a pool and the others; of equal ones the first is kept."""
    worths = [dice.worth(face) for face in faces]
    ordered = sorted(worths, reverse=True)
    left = Counter(ordered[dice.drop_highest : dice.count - dice.drop_lowest])
    marks = []
    for worth in worths:
        marks.append("kept" if left[worth] else "struck")
        left[worth] -= left[worth] > 0
    return tuple(marks)


# --- outcome ---


def _outcome(
    line: DiceLine,
    left: int,
    right: int | None,
    values: list[int] | None = None,
    results: list[int] | None = None,
) -> Outcome:
    if line.repeats > 1:
        return Outcome("rolled", None, {"total": left}, steps=_rolls(results or ()))
    made = line.is_success(left, right)
    grade = "rolled" if made is None else "made" if made else "missed"
    against = {} if right is None else {"against": right, "margin": left - right}
    steps = _steps(line, values, left, right) if values is not None else ()
    return Outcome(grade, made, {"total": left, **against}, steps=steps)


def _rolls(results: Sequence[int]) -> tuple[SumStep, ...]:
    """Add up several rolls, each in a step of its own."""
    if not results:
        return ()
    parts = (
        SumStep("+" if number else "", result, f"roll {number + 1}")
        for number, result in enumerate(results)
    )
    return (*parts, SumStep("=", sum(results), "total"))


def verdict(line: DiceLine, outcome: Outcome) -> str:
    """Return the results of several rolls, or the count of successes; empty for one roll."""
    if line.repeats == 1:
        return ""
    if line.right is not None:
        return f"{outcome.values['total']} of {line.repeats}"
    values = (str(step.value) for step in outcome.steps if step.op != "=")
    return with_minus(", ".join(values))


def _steps(line: DiceLine, values: list[int], left: int, right: int | None) -> tuple[SumStep, ...]:
    """Return the sum term by term, as it is written."""
    steps: list[SumStep] = []
    rest = iter(values)
    left_side = line.left
    bare = isinstance(left_side, Sum) and not left_side.label
    terms = left_side.terms if isinstance(left_side, Sum) and bare else (("+", left_side),)
    for sign, term in terms:
        value = fold(term, lambda dice: next(rest))
        label = (
            "" if isinstance(term, Number) and not term.label else term.label or to_notation(term)
        )
        steps.append(SumStep("+" if steps else "", -value if sign == "-" else value, label))
    if len(steps) > 1:
        steps.append(SumStep("=", left, "total"))
    if right is not None:
        steps.append(SumStep("against", right, "" if isinstance(line.right, Number) else "theirs"))
    return tuple(steps) if len(steps) > 1 else ()
