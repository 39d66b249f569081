"""Tables of the chapter on rolls (G10-G16)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.outcomes import Tone
from app.core.procedures.tables import Table


class MarginRow(NamedTuple):
    grade: str
    mos: str
    least: int
    words: str
    tone: Tone


#: Any margin lower than the last row's has that row's grade.
LOWEST = -1000

MARGIN = Table(
    "garden.tbl_margin",
    "Margin of Success",
    "G10",
    {"mos": "MoS", "grade": "Grade", "words": "Result"},
    (
        MarginRow("yes-advantage",    "3 or more",       3, "Yes, and an advantage", "best"),
        MarginRow("yes",              "2",               2, "Yes", "good"),
        MarginRow("yes-complication", "1",               1, "Yes, but a complication", "good"),
        MarginRow("maybe-cost",       "0",               0, "Maybe, but at a cost", "mixed"),
        MarginRow("no-advantage",     "\u22121",        -1, "No, but an advantage", "poor"),
        MarginRow("no",               "\u22122",        -2, "No", "bad"),
        MarginRow("no-complication",  "\u22123 or less", LOWEST, "No, and a complication", "worst"),
    ),
)  # fmt: skip


class Twist(NamedTuple):
    pick: str
    advantage: str
    complication: str


TWISTS = Table(
    "garden.tbl_twists",
    "Advantages and complications",
    "G11",
    {"pick": "Pick", "advantage": "As an advantage", "complication": "As a complication"},
    (
        Twist("Detail", "more particulars", "fewer particulars"),
        Twist("Situational", "a new circumstance that helps", "a new circumstance that hinders"),
        Twist("Time", "an extended action takes 25% less time", "it takes 25% more time"),
    ),
)


class TargetNumber(NamedTuple):
    grade: str
    tn: str
    least: int
    words: str


TARGET_NUMBERS = Table(
    "garden.tbl_target_numbers",
    "Target numbers",
    "G16",
    {"tn": "TN", "words": "Word"},
    (
        TargetNumber("effortless",          "1",   1, "Effortless"),
        TargetNumber("very-easy",           "2",   2, "Very easy"),
        TargetNumber("easy",                "3",   3, "Easy"),
        TargetNumber("moderate",            "4",   4, "Moderate"),
        TargetNumber("challenging",         "5",   5, "Challenging"),
        TargetNumber("difficult",           "6",   6, "Difficult"),
        TargetNumber("very-difficult",      "7",   7, "Very difficult"),
        TargetNumber("extremely-difficult", "9",   9, "Extremely difficult"),
        TargetNumber("near-impossible",     "11", 11, "Near impossible"),
        TargetNumber("divine",              "14+", 14, "Pray for divine intervention"),
    ),
)  # fmt: skip
