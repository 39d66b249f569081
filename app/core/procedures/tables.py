"""Tables: data that exists once, looked up by the rules and shown on screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from app.core.errors import RuleBroken
from app.core.procedures.labels import label_of
from app.core.procedures.procedure import rule_ids

Entry = TypeVar("Entry", bound=NamedTuple)


@dataclass(frozen=True, eq=False)
class Table(Generic[Entry]):
    """Rows of one NamedTuple class, in the order of the book."""

    #: `game.tbl_name` as the rules file writes it.
    id: str
    title: str
    #: Written like `G1-G7 G12`.
    rules: str
    #: Field of the row -> heading on screen; fields left out are for the rules only.
    columns: Mapping[str, str]
    rows: tuple[Entry, ...]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.rows)

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        return rule_ids(self.rules)

    @cached_property
    def _by_id(self) -> dict[object, Entry]:
        return {row[0]: row for row in self.rows}

    def __getitem__(self, id: object) -> Entry:
        """Return the row of which the first field is `id`."""
        return self._by_id[id]

    def row_at(self, number: float | Fraction) -> Entry:
        """Return the last row, from low to high, of which the field `least` is at most `number`."""
        reached = None
        for row in self.rows:
            if row.least <= number:  # type: ignore[attr-defined]
                reached = row
        if reached is None:
            raise RuleBroken(f"{self.id} has no row for {number}")
        return reached

    def labels(self, words: str = "") -> dict[object, str]:
        """Return choices for an input: first field -> label (field `words`, or the id)."""
        return {
            row[0]: str(getattr(row, words)) if words else label_of(str(row[0]))
            for row in self.rows
        }

    def schema(self) -> dict[str, object]:
        """Return the table's entry in the catalogue."""
        return {
            "id": self.id,
            "title": self.title,
            "columns": list(self.columns.values()),
            "rows": [[getattr(row, name) for name in self.columns] for row in self.rows],
            "rules": list(self.rule_ids),
        }
