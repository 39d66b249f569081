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


class ReferenceRow(NamedTuple):
    written: str
    reads: str
    meaning: str


#: S32-S35, S39: durations come first; their words are those that the reader knows.
REFERENCE = Table(
    "striker.reference",
    "Durations, costs and challenges of the reference",
    "S32-S35 S39",
    {"written": "Written", "reads": "Reads as", "meaning": "Meaning"},
    (
        ReferenceRow("free-act, f-act, free", "free-action", "no time"),
        ReferenceRow("bonus-act, b-act, bonus", "bonus-action", "at most 1 second"),
        ReferenceRow("re-act, re", "re-action", "at most 2 seconds"),
        ReferenceRow("main-act, m-act, main, act", "main-action", "act: any action of the turn"),
        ReferenceRow(
            "move-act, mv-act, move",
            "move-action",
            "the move of a turn: up to your speed, may be split, beside any other action",
        ),
        ReferenceRow("rnd, rounds, round-action", "round", "6 seconds"),
        ReferenceRow("min, minutes", "minute", "10 rounds"),
        ReferenceRow("scenes", "scene", "generally 10 minutes"),
        ReferenceRow("hr, hrs, hours", "hour", "out of the fight"),
        ReferenceRow("days", "day", "out of the fight"),
        ReferenceRow("w/act", "w/act", "part of another action, no time of its own"),
        ReferenceRow("a & b", "a, then b", "begin with a, keep up with b; paid each time"),
        ReferenceRow("a+", "a or longer", "at least so long"),
        ReferenceRow("a | b", "a or b", "one of them; the first unless you choose"),
        ReferenceRow("1fp, 1ep, 1hp", "a cost", "paid when the action begins"),
        ReferenceRow("R", "ranked", "only with at least 1 rank"),
        ReferenceRow("Tech", "a condition", "any other word; shown as a remark"),
        ReferenceRow("C, TC", "the challenge", "as before"),
        ReferenceRow("SC, PC, CC, any name", "that challenge", "asked for under its name"),
        ReferenceRow("C-A, TC-A", "an area", "8; a miss is off by as many metres as it failed"),
        ReferenceRow("C,25", "25", "a fixed challenge"),
        ReferenceRow("10+rarity", "10 and rarity", "the name is asked for"),
    ),
)
#: The durations as the reference writes them, and the nine with `move-action` themselves.
DURATION_WORDS = {
    word: row.reads for row in REFERENCE.rows[:11] for word in (row.reads, *row.written.split(", "))
}


class AdviceRow(NamedTuple):
    id: str
    found: str
    advice: str


ADVICE = Table(
    "striker.advice",
    "Advice on what the core does not read",
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
            X="X",
            W="W",
            N="N",
            nine="(the nine)",
            kind="(skill, technique)",
            why="(why)",
            has="H",
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
        ErrorRow(
            "E17",
            "Which number is {X}? Add it to the numbers.",
            "numbers",
            "a number that neither the sheet nor the form has",
        ),
        ErrorRow(
            "E18",
            "The line costs {N} {X}; there is {has}.",
            "text",
            "not enough points for the cost",
        ),
        ErrorRow(
            "E19", "{X} has no ranks; the line needs 1.", "text", "R in the brackets without a rank"
        ),
        ErrorRow(
            "E20",
            "{X} is an enabler; without ranks it cannot be used.",
            "text",
            "an enabler without ranks",
        ),
        ErrorRow(
            "E21",
            "The line spends at least {N}.",
            "points_spent",
            "fewer points spent than the line says",
        ),
    ),
)
