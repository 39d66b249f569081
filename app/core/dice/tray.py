"""The tray: the procedure that rolls bare dice, the same in every game and by itself."""

from __future__ import annotations

from typing import Annotated

from app.core.asks import Rule
from app.core.kinds import Text
from app.core.notations import Beside, Notation, Understood
from app.core.outcomes import Grade, Outcome
from app.core.procedures import Procedure

#: What dice come to that are held against nothing, and what a success and a failure are called.
GRADES = (
    Grade("made", "Made it", "good"),
    Grade("rolled", "Rolled", "plain"),
    Grade("missed", "Missed", "bad"),
)


def read(text: str, cursor: int | None, beside: Beside) -> Understood:
    """What is said under the field; the language is fetched into memory with the first line."""
    from app.core.dice.writing import understood

    return understood(text, cursor)


Line = Annotated[
    str,
    Notation(
        label="Dice",
        help="Tap dice together, or write them: 4d6kh3 + 2, 2d20kl1, d100!, 8d6>=5, 2d6 vs 8.",
        longest=200,
        read=read,
        examples=("4d6kh3+2", "2d20kl1", "d100!", "8d6>=5", "3d6!", "d20+1d4", "2d6 vs 8", "4dF"),
    ),
]

Name = Annotated[
    str, Text(label="Name", help="What it is for, if it is to be found again.", longest=60)
]


def roll(*, notation: Line, name: Name = "") -> Rule[Outcome]:
    """Any dice, as the table writes them, with their exact chances."""
    from app.core.dice.grammar import parse
    from app.core.dice.rolling import rolled

    return (yield from rolled(parse(notation)))


def tray(id: str) -> Procedure:
    """The tray under this id: `dice.roll` by itself, `<game>.dice` in a game."""
    return Procedure(
        id,
        "Dice",
        roll,
        GRADES,
        (),
        spread=("total",),
        long="notation",
        named_by=("name", "notation"),
    )
