"""A rulebook's rules one by one, as its HTML tells them: the id, what it is called, what it says.

The page holds the rulebooks (building/rulebook.py) and no second copy of them. `G12 Succeed at a
cost. …` is called so; a rule that stands in a row of a table is called what the row says.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.procedures.kinds import spelled

#: How a rule begins: what holds it, and its id.
_BEGINS = re.compile(r'<(section|li|tr)\b[^>]*\bid="rule-([^"]+)"[^>]*>')

#: A rule's own name, in bold behind its id.
_NAMED = re.compile(r"<strong>[A-Z]\d+(?:\.\d+)?\s+(.+?)[.:]?\s*</strong>", re.DOTALL)

_CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Rule:
    """One rule. title: empty where it has no name of its own. text: what it says, without marks."""

    id: str
    title: str
    text: str


def rules(book: str) -> Iterator[Rule]:
    """The rules of a rulebook's HTML, in its order."""
    begins = list(_BEGINS.finditer(book))
    for place, found in enumerate(begins):
        until = begins[place + 1].start() if place + 1 < len(begins) else len(book)
        kind, id = found[1], found[2]
        end = book.find(f"</{kind}>", found.end(), until)
        said = book[found.end() : end if end >= 0 else until]
        if kind == "tr":
            cells = [_plain(each) for each in _CELL.findall(said)]
            yield Rule(id, _row_name(cells, id), " ".join(cells))
        else:
            named = _NAMED.search(said[:400])
            yield Rule(id, _plain(named[1]) if named else "", _plain(said))


def _row_name(cells: list[str], id: str) -> str:
    """What a row is called: the cell behind its id if that is a name, else the first one."""
    place = next((n for n, each in enumerate(cells) if each == id), 0)
    behind = cells[place + 1] if place + 1 < len(cells) else ""
    return behind if behind[:1].isupper() or not place else spelled(cells[0])


def _plain(markup: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", markup)).split())
