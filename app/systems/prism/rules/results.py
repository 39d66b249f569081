"""Results of Prism's rolls: a row of Chart 14.1, and the states it starts and ends (P10-P17)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from app.core.play.asks import OpenPool, Rule, roll
from app.core.procedures.outcomes import Grade, Tone
from app.core.support.characters import with_minus
from app.systems.prism.house import ChartRules, PercentRules
from app.systems.prism.rules.readings import FRESH, Climb, open_ended
from app.systems.prism.tables.chart import CHART, CONSEQUENCES, ChartRow, words

_TONES: dict[str, Tone] = {
    "extraordinary-failure": "worst",
    "fumble": "worst",
    "failure": "bad",
    "percent-0": "bad",
    "percent-10": "poor",
    "percent-20": "poor",
    "percent-30": "poor",
    "percent-40": "poor",
    "unrelated-success": "poor",
    "success": "good",
    "percent-100": "good",
    "percent-110": "good",
    "percent-120": "good",
    "critical-success": "best",
    "extraordinary-success": "best",
}


def _words(grade: str) -> str:
    """Return a grade in words: `near-success` -> `Near Success`; `percent-20` -> `20%`."""
    stem, _, number = grade.rpartition("-")
    return f"{number}%" if stem == "percent" else grade.replace("-", " ").title()


def _totals(grade: str, columns: tuple[str, ...]) -> str:
    """Return the totals of a grade as Chart 14.1 writes them: `81 to 90`."""
    rows = [row for row in CHART if grade in {getattr(row, column) for column in columns}]
    low, high = rows[0].low, rows[-1].high
    if low == "and below":
        return f"{with_minus(high)} {low}"
    return (
        f"{with_minus(low)} {high}"
        if high == "and up"
        else f"{with_minus(low)} to {with_minus(high)}"
    )


def _grade(id: str, columns: tuple[str, ...]) -> Grade:
    return Grade(id, _words(id), _TONES.get(id, "mixed"), _totals(id, columns))


def _grades(*columns: str) -> tuple[Grade, ...]:
    """Return the grades of these columns of the chart, best first."""
    ids = (getattr(row, column) for row in reversed(CHART.rows) for column in columns)
    return tuple(_grade(id, columns) for id in dict.fromkeys(ids))


SM_GRADES = _grades("static")
MM_GRADES = _grades("moving")
CHART_GRADES = _grades("moving", "static")

#: P15: a full success is a total of 111 or more.
FULL_SUCCESS = ("success", "critical-success", "extraordinary-success")
#: P8, P16: the static rows that count as a failure.
FAILURES = ("failure", "fumble", "extraordinary-failure", "unrelated-success")


@dataclass(frozen=True)
class Result:
    """A total on the chart, read static or moving."""

    total: int
    row: ChartRow
    reading: str
    unrelated_percent: int = 0

    @property
    def grade(self) -> str:
        return self.row.static if self.reading == "static" else self.row.moving

    @property
    def full_success(self) -> bool:
        return self.row.static in FULL_SUCCESS

    @property
    def failed(self) -> bool:
        """Tell whether it is a failure (P8, P16); moving maneuvers use the static row (P17)."""
        return self.row.static in FAILURES

    @property
    def success(self) -> bool | None:
        """Tell whether it succeeds (P13); None for half a success or a task partly done."""
        if self.full_success:
            return True
        if self.reading == "static":
            return False if self.failed else None
        return None if self.row.percent else False

    @property
    def percent(self) -> int:
        """Return the share of the task that was accomplished (P6, P12)."""
        if self.row.static == "unrelated-success":
            return self.unrelated_percent
        return self.row.percent

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the text of the row (P14)."""
        return (words(self.grade) if self.grade in CONSEQUENCES else self._share,)

    @property
    def stateless_notes(self) -> tuple[str, ...]:
        """Return the text without slump and zone, for rolls that keep no state (P14, P17)."""
        return (CONSEQUENCES.get(self.grade, self._share),)

    @property
    def _share(self) -> str:
        return f"{_words(self.grade)} of the task is accomplished (P6)."


def _row(total: int, minus_25: str) -> ChartRow:
    """Return the row of a total; -25 is a Fumble unless the house rule says otherwise (P11)."""
    if total == CHART.rows[1].least and minus_25 == CHART.rows[0].static:
        return CHART.rows[0]
    return CHART.row_at(total)


def look_up(
    total: int, reading: str, minus_25: str = "fumble", unrelated_percent: int = 0
) -> Result:
    """Return a total read on Chart 14.1."""
    return Result(total, _row(total, minus_25), reading, unrelated_percent)


def limits(minus_25: str) -> tuple[int, int]:
    """Return the totals from which a falling and a rising chain stay in the last rows.

    One more die is at least 1.
    """
    lowest, fumble = CHART.rows[:2]
    falling = fumble.least + 1 if minus_25 == lowest.static else lowest.most + 1
    return falling, CHART.rows[-1].least - 1


def chart_pool(
    label: str, base: int, reading: str, rules: ChartRules, start: Climb = FRESH
) -> OpenPool[int]:
    """Return a dô for a total of dô + base, closed and merged by the rows within reach."""
    falling, rising = limits(rules.minus_25)
    same = partial(_reached, base, reading, rules.minus_25)
    return open_ended(label, rules.open_ended, (falling - base, rising - base), same, start)


def _reached(base: int, reading: str, minus_25: str, open_roll: int) -> Hashable:
    row = _row(base + open_roll, minus_25)
    return row.static if reading == "static" else row.moving


@dataclass(frozen=True)
class Rolled:
    """A dô with its total read on the chart."""

    open_roll: int
    result: Result

    @property
    def total(self) -> int:
        return self.result.total


def roll_on_chart(label: str, base: int, reading: str, rules: ChartRules) -> Rule[Rolled]:
    """Roll dô, add `base` (bonus and everything else, P3) and read the chart."""
    open_roll = yield from roll(chart_pool(label, base, reading, rules))
    percent = rules.unrelated_percent if isinstance(rules, PercentRules) else 0
    return Rolled(open_roll, look_up(base + open_roll, reading, rules.minus_25, percent))


# --- slump, zone and fading hopes ---

#: The modifiers of the two states for every roll of their kind (P15, P16).
STREAKS = {"none": 0, "slump": -50, "zone": 50}


def streak_after(streak: str, result: Result) -> str:
    """Return the state after a roll (P15-P17)."""
    if result.row.static == "extraordinary-failure":
        return "slump"
    if result.row.static == "extraordinary-success":
        return "zone"
    ends = {"slump": result.full_success, "zone": result.failed}
    return "none" if ends.get(streak) else streak


def streak_values(streak: str) -> dict[str, object]:
    return {"slump_after": streak == "slump", "zone_after": streak == "zone"}


#: P8: the count of failures stops here.
MOST_ATTEMPTS = 20


def failures_after(count: int, result: Result) -> int:
    """Return the count of failures after a roll: one more, 0 after a full success (P8)."""
    if result.full_success:
        return 0
    return min(count + 1, MOST_ATTEMPTS) if result.failed else count
