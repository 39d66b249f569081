"""The scan of a form: its chances along one or two inputs.

A `Scan` is the request, as texts of fields; `axes` reads it. Each cell is one `Measure`, computed
by itself, so that it fits into idle moments. `scan_tables.py` makes the table with shaded cells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from app.core.errors import BadInput
from app.core.odds.distributions import distribution
from app.core.odds.odds import GOOD, Chances, iter_chances, iter_spread
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf, Somebody, Whole, YesNo
from app.core.procedures.labels import label_of, within
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import run_to_end
from app.core.support.typed_numbers import read_whole
from app.widgets.odds.odds import TOO_COMPLEX
from app.widgets.roll.form.forms import fault_words, request
from app.widgets.roll.result.words import number

#: Most cells of a scan.
CELLS = 500

#: Steps scanned below and above a whole number's current value.
AROUND = 5

#: Ranges wider than this are scanned in steps of this size.
WIDE, STEP = 150, 5

#: Id of success among the measures; no grade has it.
SUCCESS = "~success"

#: Prefix of a mean's id among the measures.
MEAN = "mean:"


@dataclass(frozen=True)
class Along:
    """A scanned input with the typed ends and step; without a name, no input."""

    name: str = ""
    first: str = ""
    last: str = ""
    step: str = "1"


@dataclass(frozen=True)
class Scan:
    """A request along one input, or two. show: `SUCCESS`, a grade, or a mean."""

    procedure: str
    along: Along
    across: Along = Along()
    show: str = SUCCESS


@dataclass(frozen=True)
class Axis:
    """A scanned input with its texts and their labels."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


#: A cell's value: chances, a mean, or why there is none.
Measure = Chances | Fraction | str


# --- the request ---


def scannable_inputs(procedure: Procedure) -> tuple[tuple[str, str], ...]:
    """Return the inputs that can be scanned, with labels: numbers, choices, yes or no."""
    return tuple(
        (name, declared.label)
        for name, declared in procedure.inputs.items()
        if isinstance(declared.kind, Whole | OneOf | YesNo)
        and not isinstance(declared.kind, Somebody)
    )


def measures(procedure: Procedure) -> tuple[tuple[str, str], ...]:
    """Return the measures a table can show: success, a grade, the mean of a number."""
    return (
        (SUCCESS, "Any success"),
        *((grade.id, grade.words) for grade in procedure.grades),
        *((f"{MEAN}{name}", f"Average {within(label_of(name))}") for name in procedure.spread),
    )


def _first(procedure: Procedure) -> str:
    """Return the initial measure: success where the rules have one, else a mean, or a grade."""
    if any(grade.tone in GOOD for grade in procedure.grades):
        return SUCCESS
    return f"{MEAN}{procedure.spread[0]}" if procedure.spread else procedure.grades[0].id


def initial_scan(procedure: Procedure, typed: Mapping[str, str]) -> Scan | None:
    """Return the initial scan, along the first number in front; None without an input."""
    candidates = [name for name, _ in scannable_inputs(procedure)]
    if not candidates:
        return None

    def rank(name: str) -> tuple[bool, bool, bool]:
        declared = procedure.inputs[name]
        is_number = isinstance(declared.kind, Whole)
        return not is_number, not declared.kind.front, declared.kind.house

    along = _along(procedure, typed, min(candidates, key=rank))
    return Scan(procedure.id, along, show=_first(procedure))


def _along(procedure: Procedure, typed: Mapping[str, str], name: str) -> Along:
    """Return an input with a range around its current value."""
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
        value = kind.parse(typed.get(name, ""))
        current = value if isinstance(value, int) else max(low, 0)
        low = min(max(low, current - AROUND * step), high - span)
        high = low + span
    return Along(name, str(low), str(high), str(step))


def name_axes(procedure: Procedure, scan: Scan) -> tuple[str, ...]:
    """Name the axes, `along` and `across`, with numbers below 0."""
    kinds = {
        which: procedure.inputs[along.name].kind
        for which, along in (("along", scan.along), ("across", scan.across))
        if along.name in procedure.inputs
    }
    return tuple(which for which, kind in kinds.items() if isinstance(kind, Whole) and kind.low < 0)


def edit_scan(
    procedure: Procedure, typed: Mapping[str, str], scan: Scan, field: str, text: str
) -> Scan:
    """Return the scan after an edit of one of its fields.

    field: show, or along and across with name, first, last or step: `along.first`.
    """
    if field == "show":
        return replace(scan, show=text)
    which, _, part = field.partition(".")
    axis = scan.along if which == "along" else scan.across
    after = _along(procedure, typed, text) if part == "name" else replace(axis, **{part: text})
    return replace(scan, along=after) if which == "along" else replace(scan, across=after)


def axes(procedure: Procedure, scan: Scan) -> tuple[Axis, ...]:
    """Return the axes of a scan; BadInput, in the words of the form, where it is invalid."""
    given = [each for each in (scan.along, scan.across) if each.name]
    if len(given) == 2 and given[0].name == given[1].name:
        raise BadInput("scan", f"{label(procedure, given[0].name)} is chosen twice")
    result = tuple(_axis(procedure, each) for each in given)
    cells = len([*product(*(axis.values for axis in result))])
    if cells > CELLS:
        raise BadInput("scan", f"That is {cells} cells; the limit is {CELLS}")
    return result


def _axis(procedure: Procedure, along: Along) -> Axis:
    declared = procedure.inputs[along.name]
    kind, label = declared.kind, declared.label
    if isinstance(kind, Whole):
        first, last = (_end(procedure, declared, text) for text in (along.first, along.last))
        if first > last:
            raise BadInput(
                along.name, f"{label} from {first} to {last}: put the smaller number first"
            )
        step = read_whole(along.step)
        if not isinstance(step, int) or not 1 <= step <= 1000:
            raise BadInput(along.name, f"{label}: give a step from 1 to 1000")
        numbers = range(first, last + 1, step)
        if len(numbers) > CELLS:
            raise BadInput(along.name, f"{label} has more than {CELLS} numbers")
        return Axis(along.name, label, tuple((str(each), number(each)) for each in numbers))
    if isinstance(kind, OneOf):
        choices = tuple(
            (str(each), " ".join(words.split())) for each, words in kind.choices.items()
        )
        return Axis(along.name, label, choices)
    return Axis(along.name, label, (("false", "no"), ("true", "yes")))


def _end(procedure: Procedure, declared: Input, text: str) -> int:
    try:
        return int(declared.check(declared.kind.parse(text)))
    except BadInput as fault:
        raise BadInput(fault.field, fault_words(procedure.inputs, fault)) from None


def label(procedure: Procedure, name: str) -> str:
    """Return the label of an input."""
    return procedure.inputs[name].label


# --- the measures ---


def places(axes: tuple[Axis, ...]) -> list[tuple[str, ...]]:
    """Return every cell by its texts, the last axis running fastest."""
    return [*product(*([text for text, _ in axis.values] for axis in axes))]


def here(axes: tuple[Axis, ...], texts: tuple[str, ...]) -> dict[str, str]:
    """Return the texts that a cell enters into the form."""
    return {axis.name: text for axis, text in zip(axes, texts, strict=True)}


def measure(procedure: Procedure, typed: Mapping[str, str], show: str) -> Measure:
    """Measure a form with these texts; a string says why it cannot be played."""
    return run_to_end(measuring(procedure, typed, show))


def measuring(
    procedure: Procedure, typed: Mapping[str, str], show: str
) -> Generator[float, None, Measure]:
    """Measure a form incrementally, yielding progress from 0 to 1."""
    try:
        bound = procedure.bind(request(procedure, typed))
    except BadInput as fault:
        return fault_words(procedure.inputs, fault)
    try:
        if not show.startswith(MEAN):
            return (yield from iter_chances(bound))
        name = show.removeprefix(MEAN)
        spread = distribution((yield from iter_spread(bound, name))[name])
        return spread.mean if spread.chances else f"No {within(label_of(name))}"
    except BadInput:
        return TOO_COMPLEX
