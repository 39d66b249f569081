"""Retired phrases of home, menus, start, forms, odds, results and dice stay retired.

They are looked for in templates, in scripts, and in the strings of Python that the page shows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

#: Folders of Python and templates whose strings the page shows.
SHOWN = ("app/widgets", "app/update", "app/browser", "app/systems", "app/core/dice")

#: Further templates and scripts.
MORE = ("index.html", "building/page/*.html", "building/page/*.py", "static/js/*.js")

#: Comments of templates and scripts.
COMMENTS = re.compile(r"\{#.*?#\}|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)

#: Enough of each phrase to be unmistakable.
RETIRED = (
    # home and menus
    "What does your character try",
    "type in the dice you threw",
    "Nothing to install",
    "works without a network",
    "What do they try",
    "Just dice",
    "Of no game",
    "Bare dice",
    "Everybody’s own device",
    "Campaigns, files, backups",
    "Another game, another campaign",
    "To read, and to write",
    "the fight will go",
    "would it go?",
    "will it go?",
    "played out many times before",
    "the table wants to remember",
    "several side by side",
    "the game master’s page",
    # start and trouble
    "when Python has started",
    "as soon as Python has started",
    "Python is starting",
    "Python could not start",
    "Python has not started",
    "Start Python again",
    "Python ended",
    "For whoever mends it",
    "Open again what was open",
    "A newer Tableside is ready",
    "Use it now",
    ">Understood<",
    "nothing at this address",
    "can be read all the same",
    "hoever runs the host",
    "on our side",
    "is being fetched",
    # forms
    ">as typed<",
    "As it follows",
    "<span>Keep</span>",
    "Keep it at hand",
    "take a star away",
    "Work it out",
    "stays covered",
    "data-more-said>+ ",
    "Fill in what is marked",
    "something to mend",
    "A tie may be bought",
    "Whose pool",
    "d20s bought",
    "adds or takes",
    "The encounter keeps this",
    "one after another, with commas",
    # odds
    "Exact chances",
    "What would help most",
    "die to roll again",
    "Somebody assists",
    "best for its price",
    "raises the chance of success",
    "It stands here",
    "too long to work out",
    "Working it out",
    "By how you decide",
    "as it is suggested",
    "of such rolls",
    "are the same.",
    "come to the same",
    "middle half",
    "in points of per cent",
    "Pinned as",
    "he form as it stands",
    "as the form stands",
    "Side by side",
    "pins already",
    "Mend the form",
    "Link with pins",
    "Scan…",
    '"nothing else"',
    "A tap on a cell",
    # results and secret rolls
    "took its place or called it off",
    "What changes<",
    ">falls away<",
    "Applied of what counts no more",
    ">Take back<",
    "Nobody has decided yet",
    "Nobody is chosen",
    "roll what is due by it",
    "All values",
    "Save picture",
    "a simple success (S12)",
    "successes in all",
    "effect score (",
    "rolled, and covered",
    ">Show it<",
    # typed dice and decisions
    "<label>Which ",
    "no name, or",
    ">Is it fair?<",
    "Roll the rest",
    "⌫ Back",
    "Take these",
    "Suggested dice are picked",
    "Picks that come to most",
    "As suggested",
    "best chance",
    # the dice tray
    "Tap it together",
    "Tap dice together",
    "as the table writes them",
    "if it is to be found again",
    "What can be written",
)


@cache
def shown() -> tuple[tuple[str, str], ...]:
    """Return every text that the page may show, with the file it is in."""
    return tuple(_shown())


def _shown() -> Iterator[tuple[str, str]]:
    paths = [path for folder in SHOWN for path in (ROOT / folder).rglob("*")]
    for path in sorted({*paths, *(path for glob in MORE for path in ROOT.glob(glob))}):
        name = str(path.relative_to(ROOT))
        if path.suffix in (".html", ".js"):
            yield name, COMMENTS.sub("", path.read_text("utf-8"))
        elif path.suffix == ".py":
            yield from ((name, text) for text in strings(ast.parse(path.read_text("utf-8"))))


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield the string constants of a module, without docstrings."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = set[ast.expr]()
    for node in ast.walk(tree):
        if isinstance(node, documented) and isinstance(node.body[0], ast.Expr):
            docstrings.add(node.body[0].value)
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in docstrings:
            yield node.value


@pytest.mark.parametrize("phrase", RETIRED)
def test_no_retired_phrase_is_left(phrase: str) -> None:
    assert [name for name, text in shown() if phrase in text] == []


def test_the_texts_of_the_page_are_found() -> None:
    texts = dict(shown())
    assert "Improve your odds" in texts["app/widgets/odds/helps.html"]
    assert "taking longer than usual" in texts["static/js/boot.js"]
    assert ("app/update/roll/rolls.py", "Resolve the pending rolls first.") in shown()
