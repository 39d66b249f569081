"""A game's rulebook as HTML: every rule can be reached by its id.

`**G12 Succeed at a cost.** …` becomes a `<section class="rule" id="rule-G12">` that holds the
paragraph and what follows it up to the next rule; a rule inside a list or a table gives its id to
that item or row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from app.core.games import RULE, Game

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")

#: A rule id at the very beginning of a text.
_BEGINS = re.compile(rf"\s*{RULE.pattern}")
#: A rule id cited inside a text: not part of a longer word.
_CITED = re.compile(r"(?<![\w.])([A-Z]\d{1,3}(?:\.\d{1,2})?)(?![\w.]*\d)(?!\w)")


def rulebooks(games: Iterable[Game]) -> dict[str, Markup]:
    """Game id -> its rulebook as HTML."""
    return {
        game.id: Markup(rulebook(game.rulebook, game.id, _titles(game), labels(game)))
        for game in games
    }


def labels(game: Game) -> dict[str, str]:
    """What an input, or one of its choices, is called where a reader meets it, by its inner id."""
    found: dict[str, str] = {}
    steps = game.encounter.transitions if game.encounter else ()
    for declaring in (*game, *steps):
        for name, each in declaring.inputs.items():
            found.setdefault(name, each.label.lower() if each.label[1:2].islower() else each.label)
            for choice, words in getattr(each.kind, "choices", {}).items():
                if "-" in str(choice):
                    found.setdefault(str(choice), words[:1].lower() + words[1:])
    return found


def _titles(game: Game) -> dict[str, tuple[str, str]]:
    """Id of a table or a form -> its title and where it is: readers know nothing else of it."""
    forms = {each.id: (each.title, f"#/{each.id.replace('.', '/')}") for each in game}
    tables = {each.id: (each.title, f"#/{game.id}/tables") for each in game.tables}
    return tables | forms


def rulebook(
    text: str,
    game: str,
    titles: Mapping[str, tuple[str, str]] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """A rulebook's Markdown as HTML with rules as sections and cited ids as links.

    titles: of what is named by an inner id, its title and its address. labels: of what else has an
    inner id, what it is called; without them ids stay as they are.
    """
    tokens = _MARKDOWN.parse(text)
    known = set(RULE.findall(text))
    made: list[str] = []
    inside = False
    seen: set[str] = set()
    for block in _blocks(tokens):
        first = block[0]
        if first.type == "heading_open":
            if inside:
                made.append("</section>")
                inside = False
            _demote(block)
        elif first.type == "paragraph_open":
            found = _BEGINS.match(block[1].content)
            if found and found[1] not in seen:
                if inside:
                    made.append("</section>")
                seen.add(found[1])
                made.append(f'<section class="rule" id="rule-{found[1]}">')
                inside = True
        _name_parts(block, seen)
        html = _MARKDOWN.renderer.render(block, _MARKDOWN.options, {})
        html = _titled(html, titles or {})
        html = _spoken(html, labels) if labels is not None else html
        made.append(_scrolling(_linked(html, known, game), block))
    if inside:
        made.append("</section>")
    return "".join(made)


def _blocks(tokens: list[Token]) -> Iterable[list[Token]]:
    """The top-level blocks: a heading, a paragraph, a whole list, a whole table."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if depth == 0:
            yield block
            block = []


def _demote(block: list[Token]) -> None:
    """Headings go one level down: the view has the first."""
    for token in block:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"


def _name_parts(block: list[Token], seen: set[str]) -> None:
    """List items and table rows that begin with a rule (or hold one in bold) carry its id."""
    opener: Token | None = None
    for token in block:
        if token.type in ("list_item_open", "tr_open"):
            opener = token
        elif token.type == "inline" and opener is not None:
            # A row may hold its id in any cell; an item begins with it.
            search = RULE.search if opener.type == "tr_open" else _BEGINS.match
            found = search(token.content)
            if found and found[1] not in seen:
                seen.add(found[1])
                opener.attrSet("id", f"rule-{found[1]}")
                opener.attrSet("class", "rule")
                opener = None


def _scrolling(html: str, block: list[Token]) -> str:
    """What may be wider than the window scrolls by itself, also for those who have no mouse."""
    if block[0].type == "table_open":
        headings = re.findall(r"<th\b[^>]*>(.*?)</th>", html, re.DOTALL)
        name = ", ".join(re.sub(r"<[^>]*>", "", each) for each in headings)
        return (
            f'<div class="table-scroll" tabindex="0" role="group" aria-label="{name}">{html}</div>'
        )
    return html.replace("<pre>", '<pre tabindex="0">')


def _titled(html: str, titles: Mapping[str, tuple[str, str]]) -> str:
    """Tables and forms by their titles, as links, where the text has their ids."""

    def link(found: re.Match[str]) -> str:
        if found[1] not in titles:
            return found[0]
        title, href = titles[found[1]]
        return f'<a href="{escape(href)}">{escape(title)}</a>'

    return re.sub(r"<code>([a-z_.0-9]+)</code>", link, html)


#: An inner id: several words joined by underscores.
_ID = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
#: A minus, or the dash of a range, as it is typed.
_MINUS = re.compile(r"(?<![\w\u2212\u2013.-])-(?=\d)")
_RANGE = re.compile(r"(?<=\d)-(?=\d)")


def _spoken(html: str, labels: Mapping[str, str]) -> str:
    """Inner ids as words, and numbers below zero with a true minus; notation stays as it is."""
    parts = re.split(r"(<[^>]*>)", html)
    code = False
    for place, part in enumerate(parts):
        if part.startswith("<"):
            code = part.startswith("<code") or (code and part != "</code>")
            continue
        if code and (part in labels or re.fullmatch(r"-\d+", part)):
            parts[place] = str(escape(labels.get(part, part.replace("-", "\u2212"))))
            continue
        spoken = _ID.sub(lambda id: str(escape(labels.get(id[0], id[0].replace("_", " ")))), part)
        parts[place] = spoken if code else _RANGE.sub("\u2013", _MINUS.sub("\u2212", spoken))
    return "".join(parts)


def _linked(html: str, known: set[str], game: str) -> str:
    """Rule ids in running text become links to their rules; tags and code stay as they are."""

    def link(found: re.Match[str]) -> str:
        id = found[1]
        if id not in known or id in begun:
            begun.discard(id)
            return found[0]
        return f'<a href="#/{game}/rules/{id}" data-rule="{id}">{id}</a>'

    # Where a rule begins, its id is no link to itself.
    begun = set(re.findall(rf"<strong>{_CITED.pattern}", html))
    parts = re.split(r"(<[^>]*>)", html)
    inside = ""  # code stays as it is, and a link cannot hold another
    for place, part in enumerate(parts):
        if part.startswith(("<code", "<a ")):
            inside = part
        elif part in ("</code>", "</a>"):
            inside = ""
        elif not part.startswith("<") and not inside:
            parts[place] = _CITED.sub(link, part)
    return "".join(parts)
