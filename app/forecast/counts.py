"""What came of many fights, as counts: they are added up, whoever played them, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.errors import BadInput

#: How often each number came.
Often = Mapping[int, int]


@dataclass(frozen=True)
class Played:
    """One fight as it ended. winner: a side's place, -1: all are out, None: not decided.

    left: what everybody who fought has left, by id; fell: the ids of those who are out. spent: what
    it cost, by side and name.
    """

    winner: int | None
    rounds: int
    left: Mapping[str, int]
    fell: frozenset[str]
    spent: Mapping[tuple[int, str], int]


@dataclass(frozen=True)
class Counts:
    """fights: so many were played; wins: by side; draws: nobody was left; the rest are undecided.

    rounds: how often a fight took so many. fell: how often, by id. left: how often somebody had so
    much left. spent: how often a side spent so much of a name, by `side/name`.
    """

    fights: int = 0
    wins: Often = field(default_factory=dict)
    draws: int = 0
    rounds: Often = field(default_factory=dict)
    fell: Mapping[str, int] = field(default_factory=dict)
    left: Mapping[str, Often] = field(default_factory=dict)
    spent: Mapping[str, Often] = field(default_factory=dict)

    @property
    def undecided(self) -> int:
        """Fights that nobody had won after the last round."""
        return self.fights - self.draws - sum(self.wins.values())

    def as_record(self) -> dict[str, Any]:
        """The counts as JSON."""
        return {
            "fights": self.fights,
            "wins": _pairs(self.wins),
            "draws": self.draws,
            "rounds": _pairs(self.rounds),
            "fell": dict(sorted(self.fell.items())),
            "left": {id: _pairs(each) for id, each in sorted(self.left.items())},
            "spent": {name: _pairs(each) for name, each in sorted(self.spent.items())},
        }

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> Counts:
        """The counts that a record tells; BadInput if it is none."""
        try:
            return Counts(
                int(record["fights"]),
                _often(record["wins"]),
                int(record["draws"]),
                _often(record["rounds"]),
                {str(id): int(n) for id, n in record["fell"].items()},
                {str(id): _often(each) for id, each in record["left"].items()},
                {str(name): _often(each) for name, each in record["spent"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadInput("counts", "these are no counts of a forecast") from None


def of(fights: list[Played]) -> Counts:
    """The counts of these fights."""
    left: dict[str, Counter[int]] = {}
    spent: dict[str, Counter[int]] = {}
    fell: Counter[str] = Counter()
    for each in fights:
        fell.update(each.fell)
        for id, number in each.left.items():
            left.setdefault(id, Counter())[number] += 1
        for (side, name), number in each.spent.items():
            spent.setdefault(f"{side}/{name}", Counter())[number] += 1
    winners = Counter(each.winner for each in fights)
    return Counts(
        len(fights),
        {side: n for side, n in winners.items() if side is not None and side >= 0},
        winners[-1],
        Counter(each.rounds for each in fights),
        fell,
        left,
        spent,
    )


def merged(one: Counts, other: Counts) -> Counts:
    """The counts of both."""
    return Counts(
        one.fights + other.fights,
        _sum(one.wins, other.wins),
        one.draws + other.draws,
        _sum(one.rounds, other.rounds),
        dict(Counter(one.fell) + Counter(other.fell)),
        _sums(one.left, other.left),
        _sums(one.spent, other.spent),
    )


def _sum(one: Often, other: Often) -> Often:
    return {number: one.get(number, 0) + other.get(number, 0) for number in {**one, **other}}


def _sums(one: Mapping[str, Often], other: Mapping[str, Often]) -> dict[str, Often]:
    return {name: _sum(one.get(name, {}), other.get(name, {})) for name in {**one, **other}}


def _pairs(often: Often) -> list[list[int]]:
    return [[number, often[number]] for number in sorted(often)]


def _often(pairs: Any) -> Often:
    return {int(number): int(count) for number, count in pairs}
