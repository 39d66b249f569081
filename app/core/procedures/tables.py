"""Tables: data that exists once. What the rules look up is what the screen shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from app.core.errors import RuleBroken
from app.core.procedures.kinds import spelled
from app.core.procedures.procedure import rule_ids

Entry = TypeVar("Entry", bound=NamedTuple)


@dataclass(frozen=True, eq=False)
class Table(Generic[Entry]):
    """Rows of one NamedTuple class, in the order of the book.

    id: `game.tbl_name` as the rules file writes it. rules: written like `G1-G7 G12`.
    columns: field of the row -> heading, for the screen; fields left out are for the rules only.
    """

    id: str
    title: str
    rules: str
    columns: Mapping[str, str]
    rows: tuple[Entry, ...]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.rows)

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        return rule_ids(self.rules)

    @cached_property
    def _by_id(self) -> dict[Any, Entry]:
        return {row[0]: row for row in self.rows}

    def __getitem__(self, id: Any) -> Entry:
        """The row whose first field is `id`."""
        return self._by_id[id]

    def reached(self, number: Any, by: str = "least") -> Entry:
        """The last row, from low to high, whose field `by` is not above `number`."""
        found = None
        for row in self.rows:
            if getattr(row, by) <= number:
                found = row
        if found is None:
            raise RuleBroken(f"{self.id} has no row for {number}")
        return found

    def labels(self, words: str = "") -> dict[Any, str]:
        """Choices for an input: first field -> what a person reads (field `words`, or the id)."""
        return {
            row[0]: str(getattr(row, words)) if words else spelled(str(row[0])) for row in self.rows
        }

    def schema(self) -> dict[str, Any]:
        """The table as the catalogue lists it."""
        return {
            "id": self.id,
            "title": self.title,
            "columns": list(self.columns.values()),
            "rows": [[getattr(row, name) for name in self.columns] for row in self.rows],
            "rules": list(self.rule_ids),
        }
