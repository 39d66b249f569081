"""Chart 14.1, on which every roll of Prism is read, and the penalty of trying again (P8-P14)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table

#: The meaning of each result at the table (P14), except slump and zone.
CONSEQUENCES = {
    "extraordinary-failure": (
        "Miserable failure; if possible the opposite of the intention happens."
    ),
    "fumble": "Thorough failure with some negative side effect.",
    "failure": "The character does not know it, or cannot do it.",
    "partial-success": "About half of the action is done.",
    "near-success": "Most of it is done, or all of it with a side effect.",
    "unrelated-success": (
        "The intended effect fails, but something else useful happens that was not even tried."
    ),
    "success": "The maneuver works.",
    "critical-success": (
        "Dramatic success; if it cannot be better than success, it took half the expected time."
    ),
    "extraordinary-success": "As good as possible.",
}

#: The states that a row starts, in rolls that keep a state (P14, P17).
STARTS = {"extraordinary-failure": "Slump (P15).", "extraordinary-success": "In the zone (P16)."}


def words(grade: str) -> str:
    """Return the full text of a row (P14)."""
    return f"{CONSEQUENCES[grade]} {STARTS.get(grade, '')}".strip()


class ChartRow(NamedTuple):
    """A row of Chart 14.1. `least` and `most` are the totals it reaches from and to."""

    low: int | str
    high: int | str
    moving: str
    percent: int
    static: str
    words: str
    least: int
    most: int


#: Totals no roll comes near: the open ends of the chart.
LOWEST, HIGHEST = -(10**6), 10**6


def _row(least: int, most: int, moving: str, percent: int, static: str) -> ChartRow:
    low = "and below" if least == LOWEST else least
    high = "and up" if most == HIGHEST else most
    return ChartRow(low, high, moving, percent, static, words(static), least, most)


CHART = Table(
    "prism.chart_14_1",
    "Chart 14.1: Maneuvers",
    "P10-P14",
    {
        "low": "Total from",
        "high": "to",
        "moving": "Moving (MM)",
        "percent": "MM percent",
        "static": "Static (SM)",
        "words": "What it says",
    },
    (
        _row(LOWEST, -26, "extraordinary-failure",   0, "extraordinary-failure"),
        _row(-25,      5, "fumble",                  0, "fumble"),
        _row(6,       15, "percent-0",               0, "failure"),
        _row(16,      25, "percent-10",             10, "failure"),
        _row(26,      40, "percent-20",             20, "failure"),
        _row(41,      55, "percent-30",             30, "failure"),
        _row(56,      65, "percent-40",             40, "failure"),
        _row(66,      75, "percent-50",             50, "failure"),
        _row(76,      80, "percent-60",             60, "failure"),
        _row(81,      85, "percent-70",             70, "partial-success"),
        _row(86,      90, "percent-80",             80, "partial-success"),
        _row(91,     100, "percent-90",             90, "near-success"),
        _row(101,    110, "unrelated-success",       0, "unrelated-success"),
        _row(111,    130, "percent-100",           100, "success"),
        _row(131,    160, "percent-110",           110, "success"),
        _row(161,    175, "percent-120",           120, "success"),
        _row(176,    250, "critical-success",      120, "critical-success"),
        _row(251, HIGHEST, "extraordinary-success", 120, "extraordinary-success"),
    ),
)  # fmt: skip

#: P8: each failure so far at this particular attempt.
RETRY_STEP = -25


class Retry(NamedTuple):
    failures: int
    penalty: int


RETRY = Table(
    "prism.retry",
    "Trying again with fading hopes",
    "P7-P9",
    {"failures": "Failures so far", "penalty": "Penalty"},
    tuple(Retry(failures, RETRY_STEP * failures) for failures in range(5)),
)
