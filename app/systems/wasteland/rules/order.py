"""The order of turns: highest initiative first, ties as the GM settles them (W2.2, W2.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Id = TypeVar("Id", int, str)


@dataclass(frozen=True)
class Order(Generic[Id]):
    """A round's order; groups of equal initiative, and those the GM has not settled."""

    ids: tuple[Id, ...]
    tied: tuple[tuple[Id, ...], ...]
    unsettled: tuple[tuple[Id, ...], ...]


def rank_combatants(initiatives: Mapping[Id, int], tie_order: Sequence[Id] = ()) -> Order[Id]:
    """Rank all combatants by initiatives, given in the order of entry.

    Within a tie those named in tie_order come first, in its order, then the others as entered. A
    tie is settled only if all its members are named; other names have no effect.
    """
    named = {id: index for index, id in enumerate(tie_order)}
    entered = {id: index for index, id in enumerate(initiatives)}

    def rank(id: Id) -> tuple[int, int, int]:
        return -initiatives[id], named.get(id, len(named)), entered[id]

    ids = tuple(sorted(initiatives, key=rank))
    groups: dict[int, list[Id]] = {}
    for id in ids:
        groups.setdefault(initiatives[id], []).append(id)
    tied = tuple(tuple(group) for group in groups.values() if len(group) > 1)
    unsettled = tuple(group for group in tied if any(id not in named for id in group))
    return Order(ids, tied, unsettled)
