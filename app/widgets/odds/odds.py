"""The result rows of a procedure with their exact chances."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.core.odds.odds import Chances
from app.core.procedures.procedure import Procedure

#: A part of the strip with less room than this has nothing written in it.
ROOM = Fraction(9, 100)


@dataclass(frozen=True)
class Row:
    """A grade with its chance: p as a fraction, percent as words.

    start, length: where it lies on the strip of all grades, as an SVG writes it. inside: what is
    written there, empty where there is no room for it.
    """

    grade: str
    words: str
    tone: str
    note: str
    p: str
    percent: str
    start: str
    length: str
    inside: str

    @property
    def middle(self) -> str:
        """Where the needle stands that points to it."""
        return _share((Fraction(self.start[:-1]) + Fraction(self.length[:-1]) / 2) / 100)


def rows(procedure: Procedure, grades: Mapping[str, Fraction] | None) -> tuple[Row, ...]:
    """Every row of the result table, best first; without chances p is empty."""
    made, start = [], Fraction(0)
    for grade in procedure.grades:
        chance = (grades or {}).get(grade.id, Fraction(0))
        known = grades is not None
        made.append(
            Row(
                grade.id,
                grade.words,
                grade.tone,
                grade.note,
                str(chance) if known else "",
                percent(chance) if known else "",
                _share(start),
                _share(chance),
                f"{round(chance * 100)}%" if chance >= ROOM else "",
            )
        )
        start += chance
    return tuple(made)


def _share(part: Fraction) -> str:
    """A part of the strip, as an SVG writes it: `74.25%`."""
    return f"{float(part) * 100:.2f}%"


def as_csv(shown: Sequence[Row]) -> str:
    """Every result that can come up, best first: its chance, and that of it or a better one."""
    table, so_far = [["Result", "exactly %", "this or better %", "exact"]], Fraction(0)
    for row in shown:
        chance = Fraction(row.p or 0)
        so_far += chance
        if chance:
            each = (f"{float(part * 100):.4f}" for part in (chance, so_far))
            table.append([row.words, *each, row.p])
    return comma_separated(table)


def comma_separated(table: Sequence[Sequence[str]]) -> str:
    """A table as a spreadsheet reads it (CSV)."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(table)
    return written.getvalue()


def better_words(chances: Sequence[tuple[str, Fraction]], fell: str) -> str:
    """How good what fell is among all that might have: `Better than 62.5% of such rolls.`

    chances: of every result, best first. Empty where nothing fell, or nothing else could have.
    """
    names = [name for name, _ in chances]
    if fell not in names or any(chance == 1 for _, chance in chances):
        return ""
    place = names.index(fell)
    worse = sum((chance for _, chance in chances[place + 1 :]), Fraction(0))
    return f"Better than {percent(worse)} of such rolls; {percent(chances[place][1])} are the same."


def tenths(chance: Fraction) -> int:
    """Tenths of a percent, rounded, but never 0 or 1000 unless it is so exactly."""
    rounded = int(chance * 1000 + Fraction(1, 2))
    if chance and not rounded:
        return 1
    return 999 if rounded == 1000 and chance != 1 else rounded


def percent(chance: Fraction) -> str:
    """`12.5%`; what is possible is never shown as 0, what may fail never as 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{tenths(chance) / 10:.1f}%"


def success_words(chances: Chances | None) -> str:
    """`74.5%`, or nothing where the rules know no success."""
    if chances is None or chances.success is None:
        return ""
    return percent(chances.success)
