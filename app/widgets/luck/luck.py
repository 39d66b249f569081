"""Luck of the session: how lucky some rolls were among all sessions with the same rolls.

    report = report_luck(judged, names, players)    by person and for the table, the best, the worst

Luck belongs to the actor: damage that hits you is the attacker's luck. Hidden rolls are left out,
except for the game master.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Generator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.journal.descriptions import count_of as so_many
from app.core.statistics.sessions import FEWEST, Session, iter_combine
from app.core.support.incremental import run_to_end
from app.widgets.journal.chronicle import cell, escape
from app.widgets.luck.judging import CERTAIN, UNTOLD, Judged
from app.widgets.odds.odds import whole_percent

#: Row labels of the table as a group, and of unnamed actors.
TABLE, NOBODY = "Everybody", "No character"

#: Columns of the percentile chart.
COLUMNS_DRAWN = 25


@dataclass(frozen=True)
class Column:
    """A column of rolls with similar percentiles, in SVG lengths."""

    x: str
    width: str
    y: str
    height: str


@dataclass(frozen=True)
class Luck:
    """The luck of a person or the table. best, worst: None where all rolls are equal.

    columns: a histogram from unlucky to lucky.
    """

    name: str
    evening: Session
    best: Judged | None
    worst: Judged | None
    columns: tuple[Column, ...]

    @property
    def needle(self) -> str:
        """Return the needle's position as an SVG length; `""` where rolls are too few."""
        return svg_percent(self.evening.percentile) if self.evening.is_telling else ""

    @property
    def rolls(self) -> str:
        """Return the number of rolls in words."""
        return so_many(self.evening.rolls, "roll")

    @property
    def share(self) -> str:
        """Return the percentile as `64%` or `about 64%`; `""` where rolls are too few."""
        if not self.evening.is_telling:
            return ""
        about = "" if self.evening.is_exact else "about "
        return f"{about}{whole_percent(self.evening.percentile)}"

    @property
    def missing(self) -> str:
        """Return `3 more rolls`, the number needed to judge luck."""
        return so_many(FEWEST - self.evening.rolls, "more roll")


@dataclass(frozen=True)
class Report:
    """The luck of the table first, then by person."""

    lucks: tuple[Luck, ...]
    #: Number of rolls without better or worse results.
    left_out: int = 0
    #: Number of rolls that cannot be judged.
    untold: int = 0
    #: Number of hidden rolls left out.
    hidden: int = 0

    @property
    def table(self) -> Luck | None:
        """Return the luck of the table, None without rolls."""
        return self.lucks[0] if self.lucks else None

    @property
    def people(self) -> tuple[Luck, ...]:
        """Return the luck by person."""
        return self.lucks[1:]


def iter_report(
    judged: Sequence[Judged | str], names: Mapping[str, str], players: Set[str], hidden: int
) -> Generator[None, None, Report]:
    """Report the luck of rolls, newest first, incrementally.

    names: by id. players: the ids of the players' characters, listed first. hidden: number of
    hidden rolls left out.
    """
    rolls = [roll for roll in judged if isinstance(roll, Judged)]
    by_name: dict[str, list[Judged]] = {}
    player_names: dict[str, None] = {}
    for roll in reversed(rolls):
        name = names.get(roll.who, NOBODY)
        by_name.setdefault(name, []).append(roll)
        if roll.who in players:
            player_names[name] = None
    others = sorted(name for name in by_name if name not in player_names and name != NOBODY)
    last = [NOBODY] if NOBODY in by_name else []
    lucks = []
    for name in ("", *sorted(player_names), *others, *last):
        luck = yield from _luck(name or TABLE, by_name[name] if name else rolls)
        lucks += [luck] if luck is not None else []
    left_out, untold = judged.count(CERTAIN), judged.count(UNTOLD)
    return Report(tuple(lucks) if rolls else (), left_out, untold, hidden)


def report_luck(
    judged: Sequence[Judged | str], names: Mapping[str, str], players: Set[str], hidden: int = 0
) -> Report:
    """Report the luck of rolls at once."""
    return run_to_end(iter_report(judged, names, players, hidden))


def _luck(name: str, rolls: Sequence[Judged]) -> Generator[None, None, Luck | None]:
    evening = yield from iter_combine([roll.lot for roll in rolls])
    if evening is None:
        return None
    best = max(rolls, key=lambda each: each.lot.place)
    worst = min(rolls, key=lambda each: each.lot.place)
    differ = best.lot.place != worst.lot.place
    return Luck(name, evening, best if differ else None, worst if differ else None, _columns(rolls))


def _columns(rolls: Sequence[Judged]) -> tuple[Column, ...]:
    counts = Counter(int(roll.lot.place * COLUMNS_DRAWN) for roll in rolls)
    tallest, width = max(counts.values()), Fraction(1, COLUMNS_DRAWN)
    return tuple(
        Column(
            svg_percent((index + Fraction(1, 10)) * width),
            svg_percent(width * Fraction(4, 5)),
            svg_percent(1 - Fraction(count, tallest)),
            svg_percent(Fraction(count, tallest)),
        )
        for index, count in sorted(counts.items())
    )


def svg_percent(share: Fraction) -> str:
    """Return a share as an SVG length."""
    return f"{float(share) * 100:.2f}%"


def describe(report: Report) -> str:
    """Summarize the report for a screen reader."""
    table = report.table
    if table is None:
        return "No rolls yet."
    if not table.share:
        return f"{table.rolls}: too few rolls."
    return f"{table.rolls}: luckier than {table.share} of evenings."


# --- export ---

#: Headings of the table's columns.
COLUMNS = ("Who", "Rolls", "Average rank", "Luckier than", "Best roll", "Worst roll")


def rows(report: Report) -> list[tuple[str, ...]]:
    """Return the report as a table, without its head."""
    return [
        (
            each.name,
            str(each.evening.rolls),
            str(round(each.evening.mean * 100)),
            each.share or "too few rolls",
            _peak(each.best),
            _peak(each.worst),
        )
        for each in report.lucks
    ]


def _peak(roll: Judged | None) -> str:
    return f"{roll.words}: {roll.title}, {roll.rank}" if roll is not None else ""


def as_markdown(report: Report, title: str) -> str:
    """Return the report as a Markdown table."""
    head = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}\n"
    body = "".join(f"| {' | '.join(map(escape, row))} |\n" for row in rows(report))
    return f"**{escape(title)}**\n\n{head}{body}"


def as_csv(report: Report) -> str:
    """Return the report as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    table.writerows([cell(each) for each in row] for row in rows(report))
    return out.getvalue()
