"""A game's rulebook as HTML, with every rule addressable by its id.

`**G12 Succeed at a cost.** …` becomes a `<section class="rule" id="rule-G12">` that holds the
paragraph and the blocks up to the next rule; a rule inside a list or a table gives its id to that
item or row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from app.core.games import RULE, Game

#: The reader of all texts of the project on the page.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")

#: A rule id at the very beginning of a text.
_BEGINS = re.compile(rf"\s*{RULE.pattern}")
#: A rule id cited inside a text: not part of a longer word.
_CITED = re.compile(r"(?<![\w.])([A-Z]\d{1,3}(?:\.\d{1,2})?)(?![\w.]*\d)(?!\w)")


def rulebooks(games: Iterable[Game]) -> dict[str, Markup]:
    """Return the rulebooks as HTML, by game id."""
    return {
        game.id: Markup(rulebook(game.rulebook, game.id, _titles(game), labels(game)))
        for game in games
    }


def labels(game: Game) -> dict[str, str]:
    """Return readable names of inputs and their choices, by inner id."""
    names: dict[str, str] = {}
    steps = game.encounter.transitions if game.encounter else ()
    for source in (*game, *steps):
        for name, declared in source.inputs.items():
            names.setdefault(
                name, declared.label.lower() if declared.label[1:2].islower() else declared.label
            )
            for choice, words in getattr(declared.kind, "choices", {}).items():
                if "-" in str(choice):
                    names.setdefault(str(choice), words[:1].lower() + words[1:])
    return names


def _titles(game: Game) -> dict[str, tuple[str, str]]:
    """Return title and address of tables and forms, by id."""
    forms = {entry.id: (entry.title, f"#/{entry.id.replace('.', '/')}") for entry in game}
    tables = {entry.id: (entry.title, f"#/{game.id}/tables") for entry in game.tables}
    return tables | forms


def rulebook(
    text: str,
    game: str,
    titles: Mapping[str, tuple[str, str]] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Convert a rulebook to HTML with rules as sections and cited ids as links.

    titles: title and address by inner id. labels: names of other inner ids; without them ids stay
    as they are.
    """
    tokens = MARKDOWN.parse(text)
    known = set(RULE.findall(text))
    parts: list[str] = []
    inside = False
    named: set[str] = set()
    for block in blocks(tokens):
        first = block[0]
        if first.type == "heading_open":
            if inside:
                parts.append("</section>")
                inside = False
            _demote(block)
        elif first.type == "paragraph_open":
            match = _BEGINS.match(block[1].content)
            if match and match[1] not in named:
                if inside:
                    parts.append("</section>")
                named.add(match[1])
                parts.append(f'<section class="rule" id="rule-{match[1]}">')
                inside = True
        _name_parts(block, named)
        html = MARKDOWN.renderer.render(block, MARKDOWN.options, {})
        html = _with_titles(html, titles or {})
        html = _with_words(html, labels) if labels is not None else html
        parts.append(scrollable(_with_links(html, known, game), block))
    if inside:
        parts.append("</section>")
    return "".join(parts)


def blocks(tokens: list[Token]) -> Iterable[list[Token]]:
    """Yield the top-level blocks: a heading, a paragraph, a whole list, a whole table."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if depth == 0:
            yield block
            block = []


def _demote(block: list[Token]) -> None:
    """Move headings one level down: the view has the first level."""
    for token in block:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"


def _name_parts(block: list[Token], named: set[str]) -> None:
    """Give list items and table rows the id of the rule that they begin with (or hold in bold)."""
    opener: Token | None = None
    for token in block:
        if token.type in ("list_item_open", "tr_open"):
            opener = token
        elif token.type == "inline" and opener is not None:
            # A row may hold its id in any cell; an item begins with it.
            search = RULE.search if opener.type == "tr_open" else _BEGINS.match
            match = search(token.content)
            if match and match[1] not in named:
                named.add(match[1])
                opener.attrSet("id", f"rule-{match[1]}")
                opener.attrSet("class", "rule")
                opener = None


def scrollable(html: str, block: list[Token]) -> str:
    """Make wide blocks scroll by themselves, also by keyboard."""
    if block[0].type == "table_open":
        headings = re.findall(r"<th\b[^>]*>(.*?)</th>", html, re.DOTALL)
        name = ", ".join(re.sub(r"<[^>]*>", "", heading) for heading in headings)
        return (
            f'<div class="table-scroll" tabindex="0" role="group" aria-label="{name}">{html}</div>'
        )
    return html.replace("<pre>", '<pre tabindex="0">')


def _with_titles(html: str, titles: Mapping[str, tuple[str, str]]) -> str:
    """Replace ids of tables and forms by their titles, as links."""

    def link(match: re.Match[str]) -> str:
        if match[1] not in titles:
            return match[0]
        title, href = titles[match[1]]
        return f'<a href="{escape(href)}">{escape(title)}</a>'

    return re.sub(r"<code>([a-z_.0-9]+)</code>", link, html)


#: An inner id: several words joined by underscores.
_ID = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
#: A minus, or the dash of a range, as it is typed.
_MINUS = re.compile(r"(?<![\w\u2212\u2013.-])-(?=\d)")
_RANGE = re.compile(r"(?<=\d)-(?=\d)")


def _with_words(html: str, labels: Mapping[str, str]) -> str:
    """Replace inner ids by words, and hyphens by true minus signs and dashes; code stays."""
    parts = re.split(r"(<[^>]*>)", html)
    code = False
    for index, part in enumerate(parts):
        if part.startswith("<"):
            code = part.startswith("<code") or (code and part != "</code>")
            continue
        if code and (part in labels or re.fullmatch(r"-\d+", part)):
            parts[index] = str(escape(labels.get(part, part.replace("-", "\u2212"))))
            continue
        worded = _ID.sub(lambda id: str(escape(labels.get(id[0], id[0].replace("_", " ")))), part)
        parts[index] = worded if code else _RANGE.sub("\u2013", _MINUS.sub("\u2212", worded))
    return "".join(parts)


def _with_links(html: str, known: set[str], game: str) -> str:
    """Link rule ids in running text to their rules; tags and code stay as they are."""

    def link(match: re.Match[str]) -> str:
        id = match[1]
        if id not in known or id in own:
            own.discard(id)
            return match[0]
        return f'<a href="#/{game}/rules/{id}" data-rule="{id}">{id}</a>'

    # A rule's own id at its beginning is not a link.
    own = set(re.findall(rf"<strong>{_CITED.pattern}", html))
    parts = re.split(r"(<[^>]*>)", html)
    inside = ""  # code stays as it is, and a link cannot hold another
    for index, part in enumerate(parts):
        if part.startswith(("<code", "<a ")):
            inside = part
        elif part in ("</code>", "</a>"):
            inside = ""
        elif not part.startswith("<") and not inside:
            parts[index] = _CITED.sub(link, part)
    return "".join(parts)
