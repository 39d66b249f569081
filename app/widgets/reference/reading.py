"""Tables and rulebooks for reading: the forms that use a row, the contents of a book."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.widgets.roll.links import path_of


@dataclass(frozen=True)
class Fill:
    """A form that takes a row of a table: its address, its title, its input."""

    path: str
    title: str
    input: str


def fills(game: Game, table: Table[Any]) -> tuple[Fill, ...]:
    """Return the forms with an input that takes its choices from a table, each once."""
    return tuple(_fills(game, table))


def _fills(game: Game, table: Table[Any]) -> Iterator[Fill]:
    ids = {str(row[0]) for row in table}
    first = table.rows[0]._fields[0]
    words = set(re.findall(r"[a-z]+", f"{table.id} {table.title}".lower()))
    if len(ids) < 2:
        return
    for procedure in game:
        fit = [each for each in procedure.inputs.values() if _takes(each, ids, first)]
        if fit:
            # Several inputs may fit: the one most like the table's title is meant.
            best = max(fit, key=lambda each: len(words & set(each.name.split("_"))))
            yield Fill(path_of(procedure.id), procedure.title, best.name)


def _takes(declared: Input, ids: set[str], first: str) -> bool:
    kind = declared.kind
    if not isinstance(kind, OneOf) or kind.house:
        return False
    if not ids <= {str(choice) for choice in kind.choices}:
        return False
    return declared.name == first or not all(each.isdigit() for each in ids)


def form_of_table(game: Game, table: Table[Any]) -> Procedure | None:
    """Return the form that rolls on a table: it has the table's name."""
    name = table.id.partition(".")[2].removeprefix("tbl_")
    procedure = game.procedures.get(f"{game.id}.{name}")
    return procedure if procedure is not None and procedure.asks else None


#: A heading of a rulebook, and the first rule below it.
_HEADING = re.compile(r"<h([2-4])>(.*?)</h\1>|\bid=\"rule-([^\"]+)\"", re.DOTALL)


def contents(book: str) -> tuple[tuple[str, str], ...]:
    """Return the headings of a rulebook's HTML, each with the id of the first rule below it."""
    headings: list[tuple[str, str]] = []
    heading = ""
    for match in _HEADING.finditer(book):
        if match[3] is None:
            heading = " ".join(html.unescape(re.sub(r"<[^>]*>", "", match[2])).split())
        elif heading:
            headings.append((heading, match[3]))
            heading = ""
    return tuple(headings)
