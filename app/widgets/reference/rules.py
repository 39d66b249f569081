"""The rules of a rulebook's HTML one by one, and the topics of the help: id, title, text.

The page holds the rulebooks (building/page/rulebook.py) and no second copy of them. The title of
`G12 Succeed at a cost. …` is `Succeed at a cost`; a rule in a row of a table is titled by the row.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.procedures.labels import label_of

#: The start of a rule: its element and its id.
_BEGINS = re.compile(r'<(section|li|tr)\b[^>]*\bid="rule-([^"]+)"[^>]*>')

#: A rule's title, in bold behind its id.
_NAMED = re.compile(r"<strong>[A-Z]\d+(?:\.\d+)?\s+(.+?)[.:]?\s*</strong>", re.DOTALL)

_CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Rule:
    """A rule. title: empty where it has none. text: without markup."""

    id: str
    title: str
    text: str


def rules(book: str) -> Iterator[Rule]:
    """Yield the rules of a rulebook's HTML, in its order."""
    begins = list(_BEGINS.finditer(book))
    for index, match in enumerate(begins):
        limit = begins[index + 1].start() if index + 1 < len(begins) else len(book)
        kind, id = match[1], match[2]
        end = book.find(f"</{kind}>", match.end(), limit)
        body = book[match.end() : end if end >= 0 else limit]
        if kind == "tr":
            cells = [_plain(each) for each in _CELL.findall(body)]
            yield Rule(id, _row_name(cells, id), " ".join(cells))
        else:
            title = _NAMED.search(body[:400])
            yield Rule(id, _plain(title[1]) if title else "", _plain(body))


#: A topic of the help: its id, title and text.
_TOPIC = re.compile(
    r'<section class="rule topic" id="help-([^"]+)"><h2[^>]*>(.*?)</h2>(.*?)</section>', re.DOTALL
)


def topics(text: str) -> Iterator[Rule]:
    """Yield the topics of the help's HTML, in its order."""
    for id, title, body in _TOPIC.findall(text):
        yield Rule(id, _plain(title), _plain(body))


def _row_name(cells: list[str], id: str) -> str:
    """Return a row's title: the cell behind its id if that is a name, else the first one."""
    index = next((n for n, each in enumerate(cells) if each == id), 0)
    next_cell = cells[index + 1] if index + 1 < len(cells) else ""
    return next_cell if next_cell[:1].isupper() or not index else label_of(cells[0])


def _plain(markup: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", markup)).split())
