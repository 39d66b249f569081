"""The tray: the procedure that rolls bare dice, the same in every game and by itself."""

from __future__ import annotations

from typing import Annotated

from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Text
from app.core.procedures.notations import Key, Notation, NotationContext, Understood
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import Procedure

#: The dice of the keypad.
DICE = (4, 6, 8, 10, 12, 20, 100)

#: The grades: a success, dice without a comparison, and a failure.
GRADES = (
    Grade("made", "Made it", "good"),
    Grade("rolled", "Rolled", "plain"),
    Grade("missed", "Missed", "bad"),
)


def read(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Describe the line under the field; the language is imported with the first line."""
    from app.core.dice.writing import understood

    return understood(text, cursor)


#: An example of each notation.
EXAMPLES = (
    "d20 + 1d4",
    "4d6kh3 + 2",
    "2d20kl1",
    "2d6 vs 8",
    "2d6 vs 2d6",
    "8d6>=5",
    "8d6>=5 vs 3",
    "d20+5 >= 15",
    "d100<=45",
    "d20 adv",
    "6#4d6kh3",
    "d66",
    "3d6!",
    "d100!",
    "d6!x1",
    "2d6r1",
    "2d6ro<=2",
    "d20min10",
    "4dF",
    "8d6 / 2 [fire] + d4 * 2",
)


def tap_key(text: str, key: str) -> str:
    """Return the line after a tap on a key."""
    from app.core.dice.writing import tap_key

    return tap_key(text, key)


def can_follow(text: str, key: str) -> bool:
    """Tell whether a tap on this key changes the line."""
    from app.core.dice.writing import can_follow

    return can_follow(text, key)


#: The keypad: the dice, and the changes to them.
KEYS = (
    *(Key(f"d{sides}", f"d{sides}", f"Add a d{sides}", sides) for sides in DICE),
    Key("+", "+", "Plus"),
    Key("-", "\u2212", "Minus"),
    Key("kh", "keep highest", "Keep the highest of the last dice; tap again for more or fewer"),
    Key("kl", "keep lowest", "Keep the lowest of the last dice"),
    Key("!", "explode", "Roll the highest face of the last dice again and add it"),
    Key(">=", "\u2265", "At least: compare one die, or count several"),
    Key("vs", "vs", "Success if the total is at least a number"),
    *(Key(str(digit), str(digit), str(digit)) for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)),
    Key("back", "\u232b", "Delete the last part"),
)


Line = Annotated[
    str,
    Notation(
        label="Dice",
        help="Tap dice or type a formula: 4d6kh3+2, 2d20kl1, d100!, 8d6>=5, 3d6!, 2d6 vs 8.",
        longest=200,
        read=read,
        keys=KEYS,
        tapped=tap_key,
        can_follow=can_follow,
        examples=EXAMPLES,
    ),
]

Name = Annotated[str, Text(label="Name (optional)", longest=60)]


def roll(*, notation: Line, name: Name = "") -> Rule[Outcome]:
    """Roll any dice formula."""
    from app.core.dice.grammar import parse
    from app.core.dice.rolling import throw_line

    return (yield from throw_line(parse(notation)))


def verdict(inputs: Values, outcome: Outcome) -> str:
    """Return the results of several rolls; empty where the total is enough."""
    from app.core.dice import rolling
    from app.core.dice.grammar import parse

    return rolling.verdict(parse(inputs["notation"]), outcome)


def tray(id: str) -> Procedure:
    """Return the tray under this id: `dice.roll` by itself, `<game>.dice` in a game."""
    return Procedure(
        roll,
        id,
        title="Dice",
        grades=GRADES,
        rules="",
        spread=("total",),
        long="notation",
        verdict=verdict,
        named_by=("name", "notation"),
    )
