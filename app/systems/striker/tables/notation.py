"""Tables of the notation: how to read a line, and its possible faults (S23-S31)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class NotationRow(NamedTuple):
    sign: str
    reads: str
    example: str


NOTATION = Table(
    "striker.notation",
    "The notation",
    "S23-S28",
    {"sign": "Sign", "reads": "Reads as", "example": "Example"},
    (
        NotationRow("name(duration)", "the action and its normal duration", "attack(main-action)"),
        NotationRow(
            "sub(A for S)",
            "technique A replaces skill S: M = R(A) + M(S)",
            "sub(this for Cbt-Ranged)",
        ),
        NotationRow("chk(C) = …", "a check against the challenge", "chk(C) = d20 +M(Insight)"),
        NotationRow("sv(X,C) = …", "a save with X; the sum may be left out", "sv(Insight,15)"),
        NotationRow("C", "the challenge that is given with the roll", "chk(C)"),
        NotationRow("TC", "the target challenge, a number of the target", "chk(TC)"),
        NotationRow("d20", "the die; it goes without saying", "chk(C)= +M(this)"),
        NotationRow("M(X)", "the modifier of a skill or technique", "+M(Strength)"),
        NotationRow("R(X)", "its ranks", "+R(Wpn-Pistols)"),
        NotationRow("this", "the skill or technique whose listing the line is", "+M(this)"),
        NotationRow("to hit", "a remark: the roll is an attack", "chk(C)= +M(this) to hit"),
        NotationRow("eff = …", "the effect's modifier, and dice", "eff = 1d6 +M(this)"),
    ),
)


class AdviceRow(NamedTuple):
    id: str
    found: str
    advice: str


ADVICE = Table(
    "striker.advice",
    "Advice on what is not read",
    "S30",
    {"found": "Found", "advice": "Advice"},
    (
        AdviceRow(
            "cost",
            "a comma or a number where ) should close a duration: main-action, 1fp",
            "Costs are not read: leave only the duration in the brackets.",
        ),
        AdviceRow(
            "two-part",
            "& or + behind a duration: round & day+",
            "Two-part durations are not read: give one.",
        ),
        AdviceRow(
            "duration",
            "an unknown duration that is the beginning of exactly one of the nine: main-act",
            "Did you mean {duration}?",
        ),
        AdviceRow(
            "arrow",
            "- with > right behind it, > right behind a -, or an arrow sign",
            "Arrows are not read: the parts follow one another, with at most a comma before eff.",
        ),
        AdviceRow(
            "marked",
            "* or [ behind M or R: M*[1](Psiportation)",
            "Marked modifiers are not read: write M(name).",
        ),
        AdviceRow(
            "challenge",
            "another word where a challenge is expected: SC, TC-A",
            "Only C, TC or a number is read as a challenge.",
        ),
        AdviceRow(
            "bar",
            "an upright bar: chk or sv at choice",
            "Alternatives are not read: write a line for each.",
        ),
    ),
)

#: The nine durations as an error names them.
THE_NINE = "free-action, bonus-action, re-action, main-action, round, minute, scene, hour, day"


class ErrorRow(NamedTuple):
    code: str
    template: str
    input: str
    when: str

    @property
    def message(self) -> str:
        """Return the message as the rulebook shows it."""
        return self.says(
            X="X", W="W", N="N", nine="(the nine)", kind="(skill, technique)", why="(why)"
        )

    def says(self, **words: object) -> str:
        return self.template.format(**words)


ERRORS = Table(
    "striker.errors",
    "Errors in a line",
    "S30 S31",
    {"code": "Code", "message": "Message", "when": "When"},
    (
        ErrorRow("E01", "The line is empty.", "text", "nothing but blanks"),
        ErrorRow("E02", "Unexpected character {X}.", "text", "a character of no token"),
        ErrorRow(
            "E03", "Expected {W}, found {X}.", "text", "another token than the grammar allows"
        ),
        ErrorRow(
            "E04",
            "{X} is not a duration; one of: {nine}.",
            "text",
            "an unknown word as a duration",
        ),
        ErrorRow("E05", "Expected ) here.", "text", "a closing bracket is missing"),
        ErrorRow(
            "E06",
            "Nothing to roll: the line has no chk, sv or eff.",
            "text",
            "the line ends after its action or sub",
        ),
        ErrorRow(
            "E07",
            "{X} is out of place; the order is action, sub, chk or sv, eff.",
            "text",
            "a part twice or out of order",
        ),
        ErrorRow(
            "E08",
            "The sheet has no {kind} {X}.",
            "text",
            "a name that is not on the sheet, or of the wrong kind in sub",
        ),
        ErrorRow(
            "E09",
            "Whose listing is this line? Choose a skill or technique.",
            "subject",
            "this without a subject",
        ),
        ErrorRow(
            "E10",
            "A check or save rolls one d20, first in the sum.",
            "text",
            "other dice than one leading d20 in a check or save",
        ),
        ErrorRow(
            "E11",
            "Effect dice: 1 to 20 of d4, d6, d8, d10, d12, d20.",
            "text",
            "impossible effect dice",
        ),
        ErrorRow("E12", "{X} is too large.", "text", "a number above 999"),
        ErrorRow("E13", "The line is too long.", "text", "more than 300 characters"),
        ErrorRow(
            "E14",
            "Saves cannot be cautious or reckless.",
            "stance",
            "cautious or reckless on a save line",
        ),
        ErrorRow("E15", "Which challenge?", "challenge", "C or TC without a number given"),
        ErrorRow(
            "E16",
            "You cannot take {N} here: {why}.",
            "take",
            "take on a save or effect line, without ranks or a duration, or past day",
        ),
    ),
)
