"""Retired phrases stay off the page and the command line.

The tests search templates, scripts, and the strings of Python that these show.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from app.systems import games
from tests.sources import nodes

ROOT = Path(__file__).parent.parent

#: Folders of Python and templates whose strings the page shows.
SHOWN = (
    "app/widgets", "app/update", "app/browser", "app/sync", "app/systems", "app/core/dice",
    "app/core/encounters",
)  # fmt: skip

#: Further templates and scripts.
MORE = (
    "index.html", "building/page/*.html", "building/page/*.py", "static/js/*.js", "app/*.py",
    "app/commands/*.py",
)  # fmt: skip

#: Comments of templates and scripts.
COMMENTS = re.compile(r"\{#.*?#\}|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)

#: An unmistakable part of each phrase, by area of the page.
RETIRED = {
    "home and menus": (
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
    ),
    "start and trouble": (
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
    ),
    "forms": (
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
    ),
    "odds": (
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
    ),
    "results and secret rolls": (
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
    ),
    "typed dice and decisions": (
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
    ),
    "the dice tray": (
        "Tap it together",
        "Tap dice together",
        "as the table writes them",
        "if it is to be found again",
        "What can be written",
    ),
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
    "fight over": (
        "The fight is over",
        ">Fell<",
        ">Dealt<",
        ">Taken<",
    ),
    "sheets": (
        "person of the game master’s",
        "Make it the game master’s",
        "The game master’s people",
        "Nobody is here yet",
        '"a sample"',
        ">Worked out<",
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
        "QR code of the invitation",
        "Incomplete invitation",
        "enter the invitation",
        "your invitations",
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
    "players’ screen": (
        "Leave this screen",
        "Who is at the table",
    ),
    "one word each": (
        "ame master’s device",
        "he game master",
    ),
}

#: Rooms of templates in which an ellipsis follows its word without a space.
TIGHT = ("campaigns", "fight", "forecast", "luck", "notes", "settings", "sheet", "sync")


@cache
def shown() -> tuple[tuple[str, str], ...]:
    """Return every text that the page may show, with the file it is in."""
    return tuple(_shown())


def _shown() -> Iterator[tuple[str, str]]:
    """Yield every text that the page may show, with its file."""
    paths = [path for folder in SHOWN for path in (ROOT / folder).rglob("*")]
    for path in sorted({*paths, *(path for glob in MORE for path in ROOT.glob(glob))}):
        name = str(path.relative_to(ROOT))
        if path.suffix in (".html", ".js"):
            yield name, COMMENTS.sub("", path.read_text("utf-8"))
        elif path.suffix == ".py":
            yield from ((name, text) for text in strings(path))


DOCUMENTED: tuple[type[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef], ...] = (
    ast.Module,
    ast.ClassDef,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
)


def strings(path: Path) -> Iterator[str]:
    """Yield the string constants of a module, without docstrings."""
    docstrings = set[ast.expr]()
    for node in nodes(path, *DOCUMENTED):
        if isinstance(node.body[0], ast.Expr):
            docstrings.add(node.body[0].value)
    for constant in nodes(path, ast.Constant):
        if constant not in docstrings and isinstance(constant.value, str):
            yield constant.value


@pytest.mark.parametrize("area", RETIRED)
def test_no_retired_phrase_is_left(area: str) -> None:
    assert [
        (phrase, name) for phrase in RETIRED[area] for name, text in shown() if phrase in text
    ] == []


def test_an_ellipsis_follows_its_word() -> None:
    rooms = tuple(f"app/widgets/{room}/" for room in TIGHT)
    assert [name for name, text in shown() if name.startswith(rooms) and " …" in text] == []


def test_an_apostrophe_of_a_step_is_a_true_one() -> None:
    assert [
        step.id
        for game in games().values()
        if game.encounter
        for step in game.encounter.transitions
        if "'" in (step.function.__doc__ or "").partition("\n")[0]
    ] == []


def test_the_texts_of_the_page_are_found() -> None:
    texts = dict(shown())
    assert "Improve your odds" in texts["app/widgets/odds/helps.html"]
    assert "taking longer than usual" in texts["static/js/boot.js"]
    assert ("app/update/roll/rolls.py", "Resolve the pending rolls first.") in shown()
