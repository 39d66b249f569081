"""The scan of a form: its chances along one input, or along two as a table with shaded cells.

A `Scan` is what is asked for, as texts in fields; `axes` reads it. What is counted is one `Measure`
a cell, each by itself, so that it can be done in idle moments. What is seen of it is a table
(`scan_tables.py`).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from app.core.errors import BadInput
from app.core.odds.distributions import distribution
from app.core.odds.odds import GOOD, Chances, chances_in_slices, spread_in_slices
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf, Somebody, Whole, YesNo, spelled, within
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import run_to_end
from app.core.support.typed_numbers import read_whole
from app.widgets.roll.forms import fault_words, request
from app.widgets.roll.results import number

#: A scan of more cells than this is too much to read.
CELLS = 500

#: A whole number is scanned from so many steps below to so many above where it stands.
AROUND = 5

#: Its steps are wider, where it can take more numbers than this.
WIDE, STEP = 150, 5

#: What is shown of all that succeeds; no grade has such a name.
SUCCESS = "~success"

#: How the name of a mean among what can be shown begins.
MEAN = "mean:"


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


def signed(procedure: Procedure, scan: Scan) -> tuple[str, ...]:
    """Name the axes, `along` and `across`, whose numbers may lie below 0."""
    kinds = {
        which: procedure.inputs[along.name].kind
        for which, along in (("along", scan.along), ("across", scan.across))
        if along.name in procedure.inputs
    }
    return tuple(which for which, kind in kinds.items() if isinstance(kind, Whole) and kind.low < 0)


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
        raise BadInput("scan", f"{label(procedure, named[0].name)} is chosen twice")
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
        step = read_whole(along.step)
        if not isinstance(step, int) or not 1 <= step <= 1000:
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


def label(procedure: Procedure, name: str) -> str:
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
    return run_to_end(measuring(procedure, typed, show))


def measuring(
    procedure: Procedure, typed: Mapping[str, str], show: str
) -> Generator[float, None, Measure]:
    """The same with a breath now and then."""
    try:
        bound = procedure.bind(request(procedure, typed))
        if not show.startswith(MEAN):
            return (yield from chances_in_slices(bound))
        name = show.removeprefix(MEAN)
        told = distribution((yield from spread_in_slices(bound, name))[name])
        return told.mean if told.chances else f"No {within(spelled(name))}"
    except BadInput as fault:
        return fault_words(procedure.inputs, fault)
