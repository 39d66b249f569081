"""The scan of a form: its chances along one input, or along two as a table with shaded cells.

A `Scan` is what is asked for, as texts in fields; `axes` reads it; `table` is what is seen of it,
with whatever was counted by then. What is counted is one `Measure` a cell, each by itself, so that
it can be done in idle moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from app.core.distributions import distribution
from app.core.errors import BadInput
from app.core.inputs import Input
from app.core.kinds import OneOf, Somebody, Whole, YesNo, spelled, within
from app.core.odds import GOOD, Chances, chances, spread
from app.core.procedures import Procedure
from app.core.scans import as_markdown
from app.widgets.favourites import input_words
from app.widgets.forms import fault_words, request
from app.widgets.odds import comma_separated, percent
from app.widgets.results import number

#: A scan of more cells than this is too much to read.
CELLS = 500

#: A whole number is scanned from so many steps below to so many above where it stands.
AROUND = 5

#: Its steps are wider, where it can take more numbers than this.
WIDE, STEP = 150, 5

#: Shades of a cell, from none.
SHADES = 10

#: What is shown of all that succeeds; no grade has such a name.
SUCCESS = "~success"

#: How the name of a mean among what can be shown begins.
MEAN = "mean:"

#: What stands in a cell that was not counted yet, and in one that cannot be.
WAITS, NONE = "…", "–"


@dataclass(frozen=True)
class Along:
    """An input that is scanned, its ends and step as they are typed; without a name, none is."""

    name: str = ""
    first: str = ""
    last: str = ""
    step: str = "1"


@dataclass(frozen=True)
class Scan:
    """What is asked for: along one input, or two. show: `SUCCESS`, a grade, or a mean."""

    procedure: str
    along: Along
    across: Along = Along()
    show: str = SUCCESS


@dataclass(frozen=True)
class Axis:
    """A scanned input with each text that it takes, and what that is called."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


#: What a cell comes to: chances of everything, a mean, or why it has none.
Measure = Chances | Fraction | str


# --- what is asked for ---


def offered(procedure: Procedure) -> tuple[tuple[str, str], ...]:
    """The inputs that can be scanned, with their labels: numbers, choices, yes or no."""
    return tuple(
        (name, declared.label)
        for name, declared in procedure.inputs.items()
        if isinstance(declared.kind, Whole | OneOf | YesNo)
        and not isinstance(declared.kind, Somebody)
    )


def measures(procedure: Procedure) -> tuple[tuple[str, str], ...]:
    """What a table can show: success, a grade, the mean of a number."""
    return (
        (SUCCESS, "any success"),
        *((grade.id, grade.words) for grade in procedure.grades),
        *((f"{MEAN}{name}", f"mean {within(spelled(name))}") for name in procedure.spread),
    )


def _first(procedure: Procedure) -> str:
    """What is shown to begin with: success where the rules know one, else a mean, or a grade."""
    if any(grade.tone in GOOD for grade in procedure.grades):
        return SUCCESS
    return f"{MEAN}{procedure.spread[0]}" if procedure.spread else procedure.grades[0].id


def begun(procedure: Procedure, typed: Mapping[str, str]) -> Scan | None:
    """A scan to begin with: along the first number in front of the form; None without an input."""
    can = [name for name, _ in offered(procedure)]
    if not can:
        return None

    def rank(name: str) -> tuple[bool, bool, bool]:
        declared = procedure.inputs[name]
        is_number = isinstance(declared.kind, Whole)
        return not is_number, not declared.kind.front, declared.kind.house

    along = _along(procedure, typed, min(can, key=rank))
    return Scan(procedure.id, along, show=_first(procedure))


def _along(procedure: Procedure, typed: Mapping[str, str], name: str) -> Along:
    """An input around what stands in its field."""
    declared = procedure.inputs.get(name)
    if declared is None:
        return Along()
    kind = declared.kind
    if not isinstance(kind, Whole):
        return Along(name)
    low, high = kind.low, kind.high
    step = STEP if high - low > WIDE else 1
    span = 2 * AROUND * step
    if high - low > span:
        told = kind.written(typed.get(name, ""))
        stands = told if isinstance(told, int) else max(low, 0)
        low = min(max(low, stands - AROUND * step), high - span)
        high = low + span
    return Along(name, str(low), str(high), str(step))


def asked_otherwise(
    procedure: Procedure, typed: Mapping[str, str], scan: Scan, field: str, text: str
) -> Scan:
    """The scan after a field of it says something else.

    field: show, or along and across with name, first, last or step: `along.first`.
    """
    if field == "show":
        return replace(scan, show=text)
    which, _, part = field.partition(".")
    axis = scan.along if which == "along" else scan.across
    after = _along(procedure, typed, text) if part == "name" else replace(axis, **{part: text})
    return replace(scan, along=after) if which == "along" else replace(scan, across=after)


def axes(procedure: Procedure, scan: Scan) -> tuple[Axis, ...]:
    """What the scan goes along; BadInput, in the words of the form, where it cannot."""
    named = [each for each in (scan.along, scan.across) if each.name]
    if len(named) == 2 and named[0].name == named[1].name:
        raise BadInput("scan", f"{_label(procedure, named[0].name)} is chosen twice")
    found = tuple(_axis(procedure, each) for each in named)
    cells = len([*product(*(axis.values for axis in found))])
    if cells > CELLS:
        raise BadInput("scan", f"That would be {cells} cells; at most {CELLS} can be read")
    return found


def _axis(procedure: Procedure, along: Along) -> Axis:
    declared = procedure.inputs[along.name]
    kind, label = declared.kind, declared.label
    if isinstance(kind, Whole):
        first, last = (_end(procedure, declared, text) for text in (along.first, along.last))
        if first > last:
            raise BadInput(along.name, f"{label} goes from {first} to {last}: the smaller first")
        step = int(along.step) if along.step.strip().isdecimal() else 0
        if not 1 <= step <= 1000:
            raise BadInput(along.name, f"{label}: give a step from 1 to 1000")
        numbers = range(first, last + 1, step)
        if len(numbers) > CELLS:
            raise BadInput(along.name, f"{label} takes more than {CELLS} numbers")
        return Axis(along.name, label, tuple((str(each), number(each)) for each in numbers))
    if isinstance(kind, OneOf):
        told = tuple((str(each), " ".join(words.split())) for each, words in kind.choices.items())
        return Axis(along.name, label, told)
    return Axis(along.name, label, (("false", "no"), ("true", "yes")))


def _end(procedure: Procedure, declared: Input, text: str) -> int:
    try:
        return int(declared.check(declared.kind.written(text)))
    except BadInput as fault:
        raise BadInput(fault.field, fault_words(procedure.inputs, fault)) from None


def _label(procedure: Procedure, name: str) -> str:
    return procedure.inputs[name].label


# --- what is counted ---


def places(found: tuple[Axis, ...]) -> list[tuple[str, ...]]:
    """Every cell by its texts, the last axis running fastest."""
    return [*product(*([text for text, _ in axis.values] for axis in found))]


def here(found: tuple[Axis, ...], place: tuple[str, ...]) -> dict[str, str]:
    """What a cell types into the form."""
    return {axis.name: text for axis, text in zip(found, place, strict=True)}


def measured(procedure: Procedure, typed: Mapping[str, str], show: str) -> Measure:
    """What a form with this in its fields comes to; in words why it cannot be played."""
    try:
        bound = procedure.bind(request(procedure, typed))
        if not show.startswith(MEAN):
            return chances(bound)
        name = show.removeprefix(MEAN)
        told = distribution(spread(bound, name)[name])
        return told.mean if told.chances else f"No {within(spelled(name))}"
    except BadInput as fault:
        return fault_words(procedure.inputs, fault)


# --- what is seen ---


@dataclass(frozen=True)
class Seen:
    """A cell as it is seen. figure: its number for a spreadsheet. shade: from 0 to `SHADES`.

    label: where it stands and what it says, in one sentence. now: does the form stand so?
    """

    words: str
    figure: str
    shade: int
    label: str
    now: bool


@dataclass(frozen=True)
class Line:
    """A row of the table, with the place of each of its cells."""

    words: str
    cells: tuple[tuple[Seen, tuple[str, ...]], ...]


@dataclass(frozen=True)
class ScanTable:
    """The table of a scan. corner: what its rows and columns are; title: all of it in words."""

    title: str
    corner: str
    head: tuple[str, ...]
    lines: tuple[Line, ...]
    counted: int
    all: int

    def rows(self, figures: bool) -> list[list[str]]:
        """Its head and its rows as texts. figures: bare numbers, for a spreadsheet."""
        body = [
            [line.words, *((each.figure if figures else each.words) for each, _ in line.cells)]
            for line in self.lines
        ]
        return [[self.corner, *self.head], *body]

    @property
    def csv(self) -> str:
        return comma_separated(self.rows(figures=True))

    @property
    def markdown(self) -> str:
        safe = [[each.replace("|", "\\|") for each in row] for row in self.rows(figures=False)]
        return f"**{self.title}**\n\n{as_markdown(safe)}"


def table(
    procedure: Procedure,
    typed: Mapping[str, str],
    scan: Scan,
    found: tuple[Axis, ...],
    counted: Mapping[tuple[str, ...], Measure],
) -> ScanTable:
    """The scan as a table, as far as it is counted.

    Along one input each row is one of its values, and its columns are all that can come of it;
    along two there is a column for each value of the second.
    """
    shown = dict(measures(procedure))
    all = places(found)
    lows, highs = _ends(counted.values())
    if len(found) == 1:
        kept = _columns(procedure, scan, counted)
        cells = [(place, show) for place in all for show in kept]
        head, corner = tuple(shown[show] for show in kept), found[0].label
    else:
        kept = [scan.show if scan.show in shown else next(iter(shown))]
        cells = [(place, kept[0]) for place in all]
        head = tuple(words for _, words in found[1].values)
        corner = f"{found[0].label} \\ {found[1].label}"
    width = len(head)
    called = [dict(axis.values) for axis in found]

    def cell(place: tuple[str, ...], show: str) -> tuple[Seen, tuple[str, ...]]:
        where = ", ".join(
            f"{axis.label} {words[text]}"
            for axis, words, text in zip(found, called, place, strict=True)
        )
        now = all_same(procedure, typed, here(found, place))
        told = counted.get(place)
        return _seen(told, show, shown[show], where, (lows, highs), now), place

    made = [cell(*each) for each in cells]
    lines = tuple(
        Line(words, tuple(made[at * width : (at + 1) * width]))
        for at, (_, words) in enumerate(found[0].values)
    )
    title = f"{procedure.title}: {_title(procedure, typed, shown, kept, found)}"
    return ScanTable(title, corner, head, lines, len(counted), len(all))


def _columns(
    procedure: Procedure, scan: Scan, counted: Mapping[tuple[str, ...], Measure]
) -> list[str]:
    """What a table of one input shows: success and every grade that comes up, or the mean."""
    if scan.show.startswith(MEAN):
        return [scan.show]
    told = [each for each in counted.values() if isinstance(each, Chances)]
    up = {grade for each in told for grade in each.grades}
    first = [SUCCESS] if any(each.success is not None for each in told) or not told else []
    return first + [grade.id for grade in procedure.grades if grade.id in up or not told]


def _ends(counted: object) -> tuple[Fraction, Fraction]:
    """The smallest and the largest of the means."""
    means = [each for each in counted if isinstance(each, Fraction)]  # type: ignore[attr-defined]
    return (min(means), max(means)) if means else (Fraction(0), Fraction(0))


def _seen(
    told: Measure | None,
    show: str,
    words: str,
    where: str,
    ends: tuple[Fraction, Fraction],
    now: bool,
) -> Seen:
    if told is None:
        return Seen(WAITS, "", 0, f"{where}: not counted yet", now)
    if isinstance(told, str):
        return Seen(NONE, "", 0, f"{where}: {told}", now)
    if isinstance(told, Fraction):
        low, high = ends
        part = (told - low) / (high - low) if high > low else Fraction(0)
        said = number(told)
        return Seen(said, f"{float(told):.4g}", _shade(part), f"{where}: {words} {said}", now)
    chance = told.success if show == SUCCESS else told.grades.get(show, Fraction(0))
    if chance is None:
        return Seen(NONE, "", 0, f"{where}: the rules know no success", now)
    said = percent(chance)
    figure = f"{float(chance * 100):.2f}"
    return Seen(said, figure, _shade(chance), f"{where}: {words} {said}", now)


def _shade(part: Fraction) -> int:
    return round(part * SHADES)


def all_same(procedure: Procedure, typed: Mapping[str, str], told: Mapping[str, str]) -> bool:
    """Does the form say this in each of these fields?"""
    kinds = {name: procedure.inputs[name].kind for name in told}
    return all(
        kind.written(typed.get(name, "")) == kind.written(told[name])
        for name, kind in kinds.items()
    )


def _title(
    procedure: Procedure,
    typed: Mapping[str, str],
    shown: Mapping[str, str],
    kept: list[str],
    found: tuple[Axis, ...],
) -> str:
    """`success by skill level and target number; Attribute 2`."""
    what = shown[kept[0]] if len(found) == 2 or len(kept) == 1 else "chances"
    what = "success" if what == shown[SUCCESS] else what
    by = " and ".join(within(axis.label) for axis in found)
    scanned = {axis.name for axis in found}
    others = [
        input_words(procedure, name, text)
        for name, text in typed.items()
        if name not in scanned and _says(procedure.inputs[name], text)
    ]
    rest = f"; {', '.join(others)}" if others else ""
    return f"{what} by {by}{rest}"


def _says(declared: Input, text: str) -> bool:
    """Is it worth saying what stands there?"""
    if not text.strip():
        return False
    return bool(declared.required) or declared.kind.written(text) != declared.default
