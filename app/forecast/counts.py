"""Results of many fights as counts, which can be added up in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.errors import BadInput

#: The frequency of each number.
Often = Mapping[int, int]


@dataclass(frozen=True)
class Played:
    """The end of one fight."""

    #: The index of a side; -1: all are out; None: undecided.
    winner: int | None
    rounds: int
    #: The remaining health of every combatant, by id.
    left: Mapping[str, int]
    #: The ids of those that are out.
    defeated: frozenset[str]
    #: The points spent, by side and name.
    spent: Mapping[tuple[int, str], int]


@dataclass(frozen=True)
class Counts:
    """The results of a number of fights."""

    #: The number of fights played.
    fights: int = 0
    #: Wins by side.
    wins: Often = field(default_factory=dict)
    #: Fights with all sides out.
    draws: int = 0
    #: The frequency of each number of rounds.
    rounds: Often = field(default_factory=dict)
    #: How often a combatant was out at the end, by id.
    defeats: Mapping[str, int] = field(default_factory=dict)
    #: The frequency of each remaining health, by id.
    left: Mapping[str, Often] = field(default_factory=dict)
    #: The frequency of each number of points spent, by `side/name`.
    spent: Mapping[str, Often] = field(default_factory=dict)

    @property
    def undecided(self) -> int:
        """Return the number of fights without a winner after the last round."""
        return self.fights - self.draws - sum(self.wins.values())

    def as_record(self) -> dict[str, object]:
        """Return the counts as JSON."""
        return {
            "fights": self.fights,
            "wins": _pairs(self.wins),
            "draws": self.draws,
            "rounds": _pairs(self.rounds),
            "fell": dict(sorted(self.defeats.items())),
            "left": {id: _pairs(frequency) for id, frequency in sorted(self.left.items())},
            "spent": {name: _pairs(frequency) for name, frequency in sorted(self.spent.items())},
        }

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> Counts:
        """Return the counts that a record describes; BadInput if it is malformed."""
        try:
            return Counts(
                int(record["fights"]),
                _often(record["wins"]),
                int(record["draws"]),
                _often(record["rounds"]),
                {str(id): int(n) for id, n in record["fell"].items()},
                {str(id): _often(pairs) for id, pairs in record["left"].items()},
                {str(name): _often(pairs) for name, pairs in record["spent"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadInput("counts", "these are no counts of a forecast") from None


def of(fights: list[Played]) -> Counts:
    """Return the counts of these fights."""
    health_left: dict[str, Counter[int]] = {}
    spent: dict[str, Counter[int]] = {}
    defeats: Counter[str] = Counter()
    for result in fights:
        defeats.update(result.defeated)
        for id, number in result.left.items():
            health_left.setdefault(id, Counter())[number] += 1
        for (side, name), number in result.spent.items():
            spent.setdefault(f"{side}/{name}", Counter())[number] += 1
    winners = Counter(result.winner for result in fights)
    return Counts(
        len(fights),
        {side: n for side, n in winners.items() if side is not None and side >= 0},
        winners[-1],
        Counter(result.rounds for result in fights),
        defeats,
        health_left,
        spent,
    )


def merge(one: Counts, other: Counts) -> Counts:
    """Return the sum of two counts."""
    return Counts(
        one.fights + other.fights,
        _sum(one.wins, other.wins),
        one.draws + other.draws,
        _sum(one.rounds, other.rounds),
        dict(Counter(one.defeats) + Counter(other.defeats)),
        _sums(one.left, other.left),
        _sums(one.spent, other.spent),
    )


def _sum(one: Often, other: Often) -> Often:
    return {number: one.get(number, 0) + other.get(number, 0) for number in {**one, **other}}


def _sums(one: Mapping[str, Often], other: Mapping[str, Often]) -> dict[str, Often]:
    return {name: _sum(one.get(name, {}), other.get(name, {})) for name in {**one, **other}}


def _pairs(often: Often) -> list[list[int]]:
    return [[number, often[number]] for number in sorted(often)]


def _often(pairs: Iterable[Sequence[int]]) -> Often:
    return {int(number): int(count) for number, count in pairs}
