"""Texts for readers speak of the game, never of the document that its rules came from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.games import Game
from app.systems import games
from tests.sources import nodes

ROOT = Path(__file__).parents[2]
EVERY = [pytest.param(game, id=game.id) for game in games().values()]

#: The document that a game's rules came from, and phrases about things outside it.
MARKS = re.compile(r"\bseeds?\b|\boutside (?:of )?(?:the|this|its) sources?\b", re.IGNORECASE)

#: The seed of random numbers, in the forecast.
RANDOM = re.compile(r"Seed \(optional\)|Same seed, same results|Seed: |Reuse seed")

#: Files of the page that hold texts of their own, and the suffixes of such files.
PAGE = ("index.html", "static", "app/widgets", "app/browser", "app/core", "app/campaign")
TEXTS = (".py", ".html", ".js", ".webmanifest")


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield a file's texts by line; of Python only the string constants, not the comments."""
    if path.suffix != ".py":
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        return
    for node in nodes(path, ast.Constant):
        if isinstance(node.value, str):
            yield node.lineno, node.value


def marked(*paths: Path) -> list[str]:
    """Return the places of such words, with their file, line and text."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {match[0]}"
        for path in paths
        for line, words in texts_of(path)
        for match in MARKS.finditer(RANDOM.sub("", words))
    ]


def files(folder: Path, *suffixes: str) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes)


@pytest.mark.parametrize("game", EVERY)
def test_no_text_of_a_game_speaks_of_where_its_rules_come_from(game: Game) -> None:
    """Rulebook, labels, helps, notes, tables, steps, samples: all texts in its folder."""
    assert marked(*files(game.folder, ".md", ".py")) == []


def test_no_text_of_the_page_does() -> None:
    paths = [ROOT / place for place in PAGE]
    texts = [file for path in paths if path.is_dir() for file in files(path, *TEXTS)]
    assert marked(*(path for path in paths if path.is_file()), *texts) == []


@pytest.mark.parametrize(
    ("words", "marks"),
    [
        ("Tier (outside the seed)", ["seed"]),
        ("the seed's row; outside the source", ["seed", "outside the source"]),
        ("What seeds say", ["seeds"]),
        ("Nobody proceeds outside the walls; source: a book", []),
    ],
)
def test_marks_are_found(words: str, marks: list[str]) -> None:
    assert MARKS.findall(words) == marks
