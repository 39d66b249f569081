"""A line of dice, thrown: pool by pool, and what explodes or does not stand is thrown after it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import comb
from typing import Any

from app.core.dice import ways
from app.core.dice.saying import written
from app.core.dice.tree import Dice, Line, Number, Sum, dice_in, folded
from app.core.play.asks import Asked, Pool, Rule, foresee, throw
from app.core.play.readings import Reading
from app.core.procedures.outcomes import Outcome, Step

#: Faces that lie together are told apart in so many ways at the most.
HANDS = 1_500

#: What stands on the faces of a Fate die.
FATE = ("\u2212", "0", "+")

#: What is set below a die, by its mark.
WORDS = (("good", "counts"), ("exploded", "explodes"), ("struck", "set aside"))
AGAIN = (*WORDS[:2], ("struck", "again"))


@dataclass(frozen=True)
class Die:
    """Where one die stands: what it came to so far, how often it exploded, whether it stands.

    again: its last throw does not count. falls: it is to be thrown.
    """

    value: int = 0
    bursts: int = 0
    again: bool = False
    falls: bool = True

    def after(self, dice: Dice, face: int) -> Die:
        """The die after one more throw."""
        if dice.again(face) and not (dice.reroll and dice.reroll.once and self.again):
            return replace(self, again=True)
        value = self.value + dice.worth(face)
        most = dice.explode.most if dice.explode is not None else 0
        if dice.bursts(face) and self.bursts < most:
            return Die(value, self.bursts + 1)
        return Die(value, self.bursts, falls=False)


#: The dice of a pool.
Hand = tuple[Die, ...]


def rolled(line: Line) -> Rule[Outcome]:
    """Throw a line and judge it; what is rolled several times is added up."""
    pools = line.dice * line.repeats
    hands: list[Hand] = [(Die(),) * dice.count for dice in pools]
    ours = len(tuple(dice_in(line.left)))
    for place, dice in enumerate(pools):
        theirs = place % len(line.dice) >= ours
        wave = 0
        while any(die.falls for die in hands[place]):
            known = yield from foresee(partial(_comes_to, line, hands), partial(_judged, line))
            if known is not None:
                return _outcome(line, *known)
            hands[place] = yield from _thrown(dice, hands[place], wave, theirs)
            wave += 1
    values = [_finished(dice, hand) for dice, hand in zip(pools, hands, strict=True)]
    each = [_sides(line, values[at : at + len(line.dice)]) for at in _first_pools(line)]
    if line.repeats == 1:
        return _outcome(line, *each[0], values=values)
    results = [line.result(*sides) for sides in each]
    return _outcome(line, sum(results), None, results=results)


def _first_pools(line: Line) -> range:
    """The place of the first pool of each roll among all pools."""
    return range(0, len(line.dice) * line.repeats, len(line.dice))


def _judged(line: Line, seen: tuple[int, int | None]) -> Hashable:
    return line.made(*seen) if line.repeats == 1 else None


def _sides(line: Line, values: list[int]) -> tuple[int, int | None]:
    """What both sides come to."""
    rest = iter(values)

    def next_pool(dice: Dice) -> int:
        return next(rest)

    left = folded(line.left, next_pool)
    return left, None if line.right is None else folded(line.right, next_pool)


def _comes_to(line: Line, hands: list[Hand], asked: Asked) -> Mapping[Any, int] | None:
    """The ways of all that is still to fall; None where they are found die by die."""
    if all(die == Die() for hand in hands for die in hand):
        if line.repeats == 1:
            return ways.of_line(line)
        return {(total, None): its for total, its in ways.of_total(line).items()}
    pools: list[ways.Ways] = []
    for dice, hand in zip(line.dice * line.repeats, hands, strict=True):
        falling = [die for die in hand if die.falls]
        if len(set(falling)) > 1 and dice.kept < dice.count:
            return None
        untouched = falling == [Die()] * dice.count
        pools.append(ways.of_node(dice) if untouched else _of_hand(dice, hand, falling))
    if line.repeats == 1:
        return ways.of_line(line, pools)
    found: ways.Ways = {0: 1}
    for at in _first_pools(line):
        found = ways.added(found, ways.of_roll(line, pools[at : at + len(line.dice)]))
    return {(total, None): its for total, its in found.items()}


def _of_hand(dice: Dice, hand: Hand, falling: list[Die]) -> ways.Ways:
    """The ways of a pool of which some dice lie."""
    lying = [die.value for die in hand if not die.falls]
    if dice.kept < dice.count:
        one = _of_die(dice, falling[0]) if falling else {lying[0]: 1}
        last = dice.count - dice.drop_lowest
        return ways.kept(one, len(falling), dice.drop_highest, last, lying)
    found = {sum(lying): 1}
    for die in falling:
        found = ways.added(found, _of_die(dice, die))
    return found


def _of_die(dice: Dice, die: Die) -> ways.Ways:
    left = ways.of_one(dice, die.bursts, die.again)
    return {die.value + value: its for value, its in left.items()}


def _finished(dice: Dice, hand: Hand) -> int:
    """What a pool came to."""
    values = sorted((die.value for die in hand), reverse=True)
    return sum(values[dice.drop_highest : dice.count - dice.drop_lowest])


# --- one throw of a pool ---


def _thrown(dice: Dice, hand: Hand, wave: int, theirs: bool) -> Rule[Hand]:
    """All dice that are to fall, at once; dice that stand differently are told apart."""
    falling = list(dict.fromkeys(die for die in hand if die.falls))
    counts = [sum(die == each for die in hand) for each in falling]
    places = [[n for n, die in enumerate(hand) if die == each] for each in falling]
    label = dice.label or written(replace(dice, label=""))
    pools = [
        Pool(
            f"{label}, thrown again" if wave else label,
            count,
            dice.sides,
            _faces(dice, die, count),
            art=FATE if dice.fate else (),
            theirs=theirs,
            called="dF" if dice.fate else "",
        )
        for die, count in zip(falling, counts, strict=True)
    ]
    seen = yield from throw(*pools)
    after = list(hand)
    for die, where, faces in zip(falling, places, seen, strict=True):
        for place, face in zip(where, faces, strict=True):
            after[place] = die.after(dice, face)
    return tuple(after)


@dataclass(frozen=True)
class _Faces(Reading[tuple[int, ...]]):
    """All the faces of a throw; refused for odds where there are too many hands to tell apart."""

    def ways(
        self, count: int, sides: int, fallen: tuple[int, ...] = ()
    ) -> dict[tuple[int, ...], int]:
        if comb(count + sides - 1, count) > HANDS:
            raise ways.too_long()
        return super().ways(count, sides, fallen)


def _faces(dice: Dice, die: Die, count: int) -> Reading[tuple[int, ...]]:
    def step(state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, face)))

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        if dice.simple and dice.kept < dice.count:
            return _kept_marks(dice, faces)
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


def _kept_marks(dice: Dice, faces: tuple[int, ...]) -> tuple[str, ...]:
    """Which dice of a pool are kept, which set aside: of equal ones the first is kept."""
    order = sorted(range(len(faces)), key=lambda place: -dice.worth(faces[place]))
    keeps = set(order[dice.drop_highest : dice.count - dice.drop_lowest])
    return tuple("kept" if place in keeps else "struck" for place in range(len(faces)))


# --- what it came to ---


def _outcome(
    line: Line,
    left: int,
    right: int | None,
    values: list[int] | None = None,
    results: list[int] | None = None,
) -> Outcome:
    if line.repeats > 1:
        return Outcome("rolled", None, {"total": left}, steps=_rolls(results or ()))
    made = line.made(left, right)
    grade = "rolled" if made is None else "made" if made else "missed"
    against = {} if right is None else {"against": right, "margin": left - right}
    steps = _steps(line, values, left, right) if values is not None else ()
    return Outcome(grade, made, {"total": left, **against}, steps=steps)


def _rolls(results: Sequence[int]) -> tuple[Step, ...]:
    """Add up several rolls, each in a step of its own."""
    if not results:
        return ()
    parts = (
        Step("+" if number else "", result, f"roll {number + 1}")
        for number, result in enumerate(results)
    )
    return (*parts, Step("=", sum(results), "total"))


def verdict(line: Line, outcome: Outcome) -> str:
    """Say what each of several rolls came to, or how many succeeded; empty for one roll."""
    if line.repeats == 1:
        return ""
    if line.right is not None:
        return f"{outcome.values['total']} of {line.repeats}"
    each = (str(step.value) for step in outcome.steps if step.op != "=")
    return ", ".join(each).replace("-", "\u2212")


def _steps(line: Line, values: list[int], left: int, right: int | None) -> tuple[Step, ...]:
    """The sum term by term, as it is written."""
    found: list[Step] = []
    rest = iter(values)
    left_side = line.left
    bare = isinstance(left_side, Sum) and not left_side.label
    terms = left_side.terms if isinstance(left_side, Sum) and bare else (("+", left_side),)
    for sign, term in terms:
        value = folded(term, lambda dice: next(rest))
        label = "" if isinstance(term, Number) and not term.label else term.label or written(term)
        found.append(Step("+" if found else "", -value if sign == "-" else value, label))
    if len(found) > 1:
        found.append(Step("=", left, "total"))
    if right is not None:
        found.append(Step("against", right, "" if isinstance(line.right, Number) else "theirs"))
    return tuple(found) if len(found) > 1 else ()
