"""Phrases that the screens of fights, data and shared tables no longer say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

TEMPLATES = (
    ROOT / "index.html",
    *(ROOT / "building/page").glob("*.html"),
    *(ROOT / "app/widgets").rglob("*.html"),
)
SCRIPTS = tuple((ROOT / "static/js").glob("*.js"))
MODULES = tuple(
    path
    for folder in ("app/widgets", "app/update", "app/browser", "app/sync", "app/core/encounters")
    for path in (ROOT / folder).rglob("*.py")
) + tuple((ROOT / "app/systems").glob("*/encounter/*.py"))

RETIRED = {
    "fight": (
        "No encounter is on",
        "what falls due are kept here",
        "Begin an encounter",
        "End the encounter",
        "Leave it<",
        "Who joins",
        "Take out<",
        "Take somebody out",
        "Add somebody",
        "Quick entry",
        "What can be said of them",
        "A semicolon starts another kind",
        "is not known here; say",
        "begin with who joins",
        "are too many or too few",
        "Nobody’s turn",
        '"Go on"',
        "Acts now",
        "aims at",
        "Real dice",
        "Act on it",
        ">Waive<",
        "Who is here",
        "This round<",
        "The players see",
        "The pool has not the AP",
        "the pool has not the AP",
        "and no more can be done",
        "cannot move (G31)",
        "the whole round’s major actions",
        "Next is minor",
        "Declares ",
        "The event happens",
        "Declare otherwise",
        "Unaware or not",
        "Spirit or not",
        "Hide or show",
        "Step by step",
        "Tick the next action",
        "Let rounds pass",
        "A spell holds",
        "Enter the places",
        "the GM says who goes first",
        "has the turn",
        "It is not the turn of",
        "what is upon everybody",
    ),
    "time": (
        "Nothing on any sheet has a due time",
        "Let it pass",
        "is not above 0; say how much",
        "Time has stopped",
    ),
    "fight over": ("The fight is over", ">Fell<", ">Dealt<", ">Taken<"),
    "sheets": (
        "person of the game master’s",
        "Make it the game master’s",
        "The game master’s people",
        "Nobody is here yet",
        '"a sample"',
        "Worked out",
        "More to roll",
        "This character is not here",
        "or was removed",
    ),
    "notes": (
        'data-do="note-keep">Keep',
        "Leave as it was",
        "Nobody in particular",
        "Nothing is written down yet",
    ),
    "journal": (
        "What is rolled is kept here",
        "· counts no more",
        "With hidden rolls",
        "with what was rolled hidden",
        "Hidden roll",
        "(hidden)",
    ),
    "luck": (
        "Luck of the evening",
        "beside all evenings",
        "Left out: {",
        "Nothing to weigh yet",
        "Every face that fell",
        "to begin with;",
        "four times in five",
        "for cryptography",
    ),
    "forecast": (
        "Played out many times by the rules",
        "The fight that is on",
        "Another one<",
        "Play them out",
        "Whoever is opposite",
        "whoever stands opposite",
        "The luck of<",
        "The same word brings",
        "by the luck of",
        "Keep this luck",
        "are not decided by the end",
        "may be luck",
        "such fights",
        "How will it go?",
        "How would it go?",
    ),
    "campaigns": (
        ">Begin<",
        "Take it in",
        "Into the campaign",
        "Leave all as it is",
        "Everything lies on this device alone",
        "keeps itself up to date",
        "Go on with it",
        ">No longer<",
        "The browser asks anew",
        "Is it all safe?",
        "Check everything",
        "sk it to keep everything",
        "lies in this browser alone",
        "May the browser clear it away",
        "made by themselves",
        "Nothing would change",
        "Bring what is new",
        "in place of what is here",
        "This is no entry of a journal",
        "stay out of play",
        "All is well",
    ),
    "settings": (
        "As the system says",
        "as the system says",
        "A tick when dice land",
        "Screen stays on",
        "Letters work as keys",
        "Kept on this device alone",
    ),
    "search, keys": (
        "Nothing is called so",
        "Favourites and last rolls",
        "Undo what came last",
        "Keep with a star",
        'what can be rolled"',
    ),
    "link, share": (
        "does not know what the link says",
        "Whoever opens this link",
        "nobody else can open a link to it",
    ),
    "shared table": (
        "To the table",
        "The way to the table",
        "No way to the table",
        "has its own sheet in hand",
        "sit down at another table",
        "Read it with the camera",
        "They read this",
        "You read theirs",
        "Copy it<",
        "Send it …",
        "Close the invitation",
        "What the table told",
        "What players may do",
        "To be accepted",
        "ot yet at the table",
        "Confirm what players do",
        "Each of their taps",
        "one another’s numbers",
        "Hand the table to this device",
        "Drop it<",
        "Let them act again",
        "Somebody new: their name",
        "Play them<",
        "I am only watching",
        "If it is still meant",
        "The server asks who you are",
        "hoever runs it has a name",
        "nothing of yours is lost",
        "over the net",
    ),
    "storage": (
        "keeps nothing of this page",
        "lasts only until the page is closed",
        "does not keep settings",
        "has no more room",
    ),
    "install, offline": (
        "You have been here for some evenings",
        "there is no network just now",
    ),
    "players’ screen": ("Leave this screen", "Who is at the table"),
    "one word each": ("ame master’s device", "he game master"),
}


def python_texts(path: Path) -> Iterator[str]:
    """Yield the string constants of a module, except its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield node.value


@cache
def shown_texts() -> Mapping[str, str]:
    """Return everything that may be shown, without comments, by file."""
    texts = {}
    for path in TEMPLATES:
        texts[path] = re.sub(r"\{#.*?#\}", "", path.read_text("utf-8"), flags=re.DOTALL)
    for path in SCRIPTS:
        script = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        texts[path] = re.sub(r"^\s*//.*$", "", script, flags=re.MULTILINE)
    for path in MODULES:
        texts[path] = "\n".join(python_texts(path))
    return {str(path.relative_to(ROOT)): text for path, text in texts.items()}


@pytest.mark.parametrize("area", RETIRED)
def test_retired_phrases_are_gone(area: str) -> None:
    texts = shown_texts()
    assert len(texts) > 300
    found = [
        (phrase, path) for phrase in RETIRED[area] for path, text in texts.items() if phrase in text
    ]
    assert found == []


def test_an_ellipsis_follows_its_word() -> None:
    """The other screens are checked by their own list."""
    own = ("campaigns", "fight", "forecast", "luck", "notes", "settings", "sheet", "sync")
    found = [
        path
        for path, text in shown_texts().items()
        if path.startswith(tuple(f"app/widgets/{folder}/" for folder in own)) and " …" in text
    ]
    assert found == []
