"""A game's rules one by one: the id, what it is called, what it says, as plain text.

`**G12 Succeed at a cost.** …` is called so; a rule that stands in a row of a table is called what
the row says, below the words of the table's head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from app.core.games import RULE, Game
from app.core.kinds import spelled

#: A rule's own name, in bold behind its id.
_NAMED = re.compile(r"\*\*[A-Z]\d+(?:\.\d+)?\s+([^*]+?)\.?\s*\*\*")

#: Marks of Markdown that a reader does not see.
_MARKS = re.compile(r"\*\*|`|^\s*[-#>]+\s*", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One rule. title: empty where it has no name of its own. text: what it says, without marks."""

    id: str
    title: str
    text: str


@cache
def rules(game: Game) -> tuple[Rule, ...]:
    """The rules of a game, in the order of its rulebook."""
    return tuple(_rules(game.rulebook))


def titles(game: Game) -> dict[str, str]:
    """Id -> `G12 Succeed at a cost`, or the bare id."""
    return {each.id: f"{each.id} {each.title}".strip() for each in rules(game)}


def _rules(book: str) -> Iterator[Rule]:
    seen: set[str] = set()
    begins = []
    for found in RULE.finditer(book):
        if found[1] not in seen:
            begins.append(found)
            seen.add(found[1])
    for place, found in enumerate(begins):
        line = book[book.rfind("\n", 0, found.start()) + 1 : _end(book, found.start())]
        if line.lstrip().startswith("|"):
            yield Rule(found[1], _row_name(line), _plain(line.replace("|", " ")))
            continue
        until = begins[place + 1].start() if place + 1 < len(begins) else len(book)
        heading = book.find("\n#", found.start(), until)
        text = book[found.start() : heading if heading >= 0 else until]
        named = _NAMED.match(text)
        yield Rule(found[1], " ".join(named[1].split()).rstrip(":") if named else "", _plain(text))


def _end(book: str, start: int) -> int:
    end = book.find("\n", start)
    return len(book) if end < 0 else end


def _row_name(line: str) -> str:
    """What a row is called: the cell behind its id if that is a name, else the first one."""
    cells = [_plain(each) for each in line.strip().strip("|").split("|")]
    place = next(n for n, each in enumerate(cells) if RULE.match(f"**{each} "))
    behind = cells[place + 1] if place + 1 < len(cells) else ""
    return behind if behind[:1].isupper() else spelled(cells[0] if place else behind)


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split())
