"""The page's help and its About, from docs/guide.md, CHANGELOG.md and THIRD-PARTY-NOTICES.md.

Each heading of the second level is a topic with an address: `## First roll` becomes
`<section class="rule topic" id="help-first-roll">`, which `#/help/first-roll` opens. Pictures are
left out: they would triple the bytes of the topics, and the page itself is at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from building.page.rulebook import MARKDOWN, blocks, scrollable
from building.paths import ROOT

GUIDE = ROOT / "docs" / "guide.md"
CHANGELOG = ROOT / "CHANGELOG.md"
NOTICES = ROOT / "THIRD-PARTY-NOTICES.md"

#: A paragraph that is a picture.
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n", re.MULTILINE)
#: A heading of a group of changes.
_GROUP = re.compile(r"^(#{3,4}) (.+)$", re.MULTILINE)
#: A link to another document of the project, which the page does not have.
_ELSEWHERE = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")


@dataclass(frozen=True)
class Topic:
    """A heading with the text below it. slug: `first-roll`. html: without the heading."""

    slug: str
    title: str
    html: Markup


def slug(title: str) -> str:
    """Return the address of a heading: `First roll` -> `first-roll`."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


def sections(path: Path, level: int = 2) -> Iterator[tuple[str, str]]:
    """Yield title and Markdown of each heading of a level; text before the first is left out."""
    parts = re.split(rf"^{'#' * level} (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return zip(parts[1::2], parts[2::2], strict=True)


def help_context() -> dict[str, object]:
    """Return the variables of Help and About in index.html."""
    version, changed = changes()
    return {"topics": topics(), "version": version, "changes": changed, "notices": notices()}


def topics() -> list[Topic]:
    """Return the topics of the guide, in its order."""
    return [
        Topic(slug(title), title, _html(_PICTURE.sub("", text))) for title, text in sections(GUIDE)
    ]


def changes() -> tuple[str, list[Topic]]:
    """Return the newest release of the changelog that has a text, and its groups of changes.

    A group is titled by its headings: `Fixed: Fights` for the fourth level within the third.
    """
    version, text = next((title, text) for title, text in sections(CHANGELOG) if text.strip())
    groups, kind = [], ""
    parts = _GROUP.split(text)
    for level, title, changed in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        kind = title if level == "###" else kind
        if changed.strip():
            words = title if title == kind else f"{kind}: {title}"
            groups.append(Topic(slug(words), words, _html(changed)))
    return re.sub(r"[\[\]]", "", version), groups


def notices() -> Markup:
    """Return games and packages with their licences."""
    _, _, text = NOTICES.read_text(encoding="utf-8").partition("\n")
    return _html(text)


def _html(text: str) -> Markup:
    parts = (
        scrollable(MARKDOWN.renderer.render(block, MARKDOWN.options, {}), block)
        for block in blocks(MARKDOWN.parse(_ELSEWHERE.sub(r"\1", text)))
    )
    return Markup("".join(parts))
