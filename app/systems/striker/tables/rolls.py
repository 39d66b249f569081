"""Tables of the roll: the five steps and the result step range (S11-S18)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.outcomes import Tone
from app.core.procedures.tables import Table

#: Any margin lower than the second row's is a critical fail; 300 characters of a line that takes
#: 999 again and again come nowhere near this one.
LOWEST = -1_000_000


class StepRow(NamedTuple):
    grade: str
    step: int
    margin_from: str
    margin_to: str
    least: int
    success: bool
    words: str
    tone: Tone
    meaning: str
    factor: Fraction
    effect: str


_HALF = Fraction(1, 2)

STEPS = Table(
    "striker.steps",
    "Result steps",
    "S11 S12 S14",
    {
        "step": "Step",
        "words": "Result",
        "margin_from": "Margin from",
        "margin_to": "to",
        "meaning": "Meaning",
        "effect": "Effect",
    },
    (
        StepRow(
            "critical-fail", 1, "any", "-10", LOWEST, False, "Critical fail", "worst",
            "a failure with consequences", Fraction(0), "0",
        ),
        StepRow(
            "fail", 2, "-9", "-6", -9, False, "Fail", "bad",
            "a simple failure", Fraction(0), "0",
        ),
        StepRow(
            "partial-success", 3, "-5", "-1", -5, True, "Partial success", "mixed",
            "a success, but with consequences", _HALF, "1/2",
        ),
        StepRow(
            "success", 4, "0", "9", 0, True, "Success", "good",
            "a simple success", Fraction(1), "1",
        ),
        StepRow(
            "critical-success", 5, "10", "any", 10, True, "Critical success", "best",
            "a success with a benefit for the roller or an additional consequence for the opponent",
            Fraction(2), "2",
        ),
    ),
)  # fmt: skip

#: S13: the steps that a roll may have, from worst to best.
LADDERS = {
    "full": (1, 2, 3, 4, 5),
    "no-partial": (1, 2, 4, 5),
    "simple": (2, 4),
}


class RsrRow(NamedTuple):
    rsr: int
    down: str
    up: str
    who: str


RSR = Table(
    "striker.rsr",
    "Result step range",
    "S15-S18",
    {"rsr": "RSR", "down": "One step worse", "up": "One step better", "who": "Who"},
    (
        RsrRow(0, "none", "none", "cautious"),
        RsrRow(1, "1", "20", "normal"),
        RsrRow(2, "1-2", "19-20", "reckless, or by circumstance"),
        RsrRow(3, "1-3", "18-20", "by circumstance"),
        *(RsrRow(n, f"1-{n}", f"{21 - n}-20", "by circumstance") for n in range(4, 11)),
    ),
)
