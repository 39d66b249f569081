"""The result rows of a procedure with their exact chances."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.core.odds.odds import Chances
from app.core.procedures.procedure import Procedure

#: Shown where computing the odds would take too long.
TOO_COMPLEX = "Too complex to calculate."

#: Least share of the strip with room for a label.
ROOM = Fraction(9, 100)


def words_without(procedure: Procedure, faults: Iterable[str], missing: Collection[str]) -> str:
    """Return the first task in a form with faults at these fields, some of them missing."""
    if not set(faults) <= set(missing):
        return "Fix the highlighted fields first."
    if any(procedure.inputs[name].required for name in missing):
        return "Fill in the required fields (*)."
    return "Fill in the form to see the odds."


@dataclass(frozen=True)
class OddsRow:
    """A grade with its chance."""

    grade: str
    words: str
    tone: str
    note: str
    #: The chance as a fraction.
    p: str
    #: The chance in words.
    percent: str
    #: Its start on the strip of all grades, as an SVG length.
    start: str
    #: Its length on the strip, as an SVG length.
    length: str
    #: Its label on the strip, empty without room.
    inside: str

    @property
    def middle(self) -> str:
        """Return the position of a needle that points to it."""
        return _share((Fraction(self.start[:-1]) + Fraction(self.length[:-1]) / 2) / 100)


def rows(procedure: Procedure, grades: Mapping[str, Fraction] | None) -> tuple[OddsRow, ...]:
    """Return every row of the result table, best first; without chances p is empty."""
    result, start = [], Fraction(0)
    for grade in procedure.grades:
        chance = (grades or {}).get(grade.id, Fraction(0))
        has_chances = grades is not None
        result.append(
            OddsRow(
                grade.id,
                grade.words,
                grade.tone,
                grade.note,
                str(chance) if has_chances else "",
                percent(chance) if has_chances else "",
                _share(start),
                _share(chance),
                whole_percent(chance) if chance >= ROOM else "",
            )
        )
        start += chance
    return tuple(result)


def _share(part: Fraction) -> str:
    """Return a share of the strip as an SVG length: `74.25%`."""
    return f"{float(part) * 100:.2f}%"


def as_csv(shown: Sequence[OddsRow]) -> str:
    """Return every possible result, best first: its chance, and that of it or better."""
    table, so_far = [["Result", "exactly %", "this or better %", "exact"]], Fraction(0)
    for row in shown:
        chance = Fraction(row.p or 0)
        so_far += chance
        if chance:
            figures = (f"{float(part * 100):.4f}" for part in (chance, so_far))
            table.append([row.words, *figures, row.p])
    return comma_separated(table)


def comma_separated(table: Sequence[Sequence[str]]) -> str:
    """Return a table as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def better_words(chances: Sequence[tuple[str, Fraction]], result: str, tone: str) -> str:
    """Rate a roll among all possible ones, as in `Better than 62% of rolls`.

    chances: of every result, best first. tone: the result's. Empty without a roll, where it was
    certain, and for a result that is neither good nor bad: its total may be anything.
    """
    names = [name for name, _ in chances]
    is_certain = any(chance == 1 for _, chance in chances)
    if result not in names or is_certain or tone == "plain":
        return ""
    index = names.index(result)
    worse = sum((chance for _, chance in chances[index + 1 :]), Fraction(0))
    return f"Better than {whole_percent(worse)} of rolls"


def tenths(chance: Fraction) -> int:
    """Return tenths of a percent, rounded, but 0 or 1000 only if exact."""
    rounded = int(chance * 1000 + Fraction(1, 2))
    if chance and not rounded:
        return 1
    return 999 if rounded == 1000 and chance != 1 else rounded


def percent(chance: Fraction) -> str:
    """Return `12.5%`; never 0 for a possible result, never 100 for an uncertain one."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{tenths(chance) / 10:.1f}%"


def whole_percent(chance: Fraction) -> str:
    """Return `12%`; never 0 for a possible result, never 100 for an uncertain one."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    whole = int(chance * 100 + Fraction(1, 2))
    return "<1%" if not whole else ">99%" if whole == 100 else f"{whole}%"


def success_words(chances: Chances | None) -> str:
    """Return the chance of success, `74.5%`, or nothing where the rules have none."""
    if chances is None or chances.success is None:
        return ""
    return percent(chances.success)
