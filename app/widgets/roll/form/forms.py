"""A procedure's inputs as controls on a form, and typed texts as a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Row, Text, Whole, YesNo
from app.core.procedures.notations import Key, Notation, NotationContext
from app.core.procedures.procedure import Procedure
from app.core.support.typed_numbers import write_decimal

#: Forms with this many inputs or fewer show them all in front.
SHORT = 6


@dataclass(frozen=True)
class Control:
    """A field of a form."""

    name: str
    label: str
    help: str
    #: number, choice, yesno, text, list, rows or notation.
    widget: str
    #: Its default as the field shows it.
    text: str
    low: str = ""
    high: str = ""
    step: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    required: bool = False
    sheet: str = ""
    #: Labels of the cells of a row.
    places: tuple[str, ...] = ()
    #: The analysis of its notation, where it is known beforehand.
    writing: Any = None
    #: Whether it is a single word of the notation.
    word: bool = False
    #: Whether it may stay empty and follow from the other fields.
    open: bool = False
    #: Keys of its notation, each with whether it can begin a text.
    keys: tuple[tuple[Key, bool], ...] = ()
    #: Sample lines of its notation, with their meanings.
    samples: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Part:
    """Controls under a heading; the front part has none."""

    heading: str
    controls: tuple[Control, ...]
    id: str = ""


@dataclass(frozen=True)
class Form:
    """A procedure's form: important controls in front, the rest behind headings."""

    procedure: Procedure
    front: tuple[Control, ...]
    parts: tuple[Part, ...]

    @property
    def rolls(self) -> bool:
        """Tell whether it asks for dice or decisions at all."""
        return self.procedure.asks


def form(procedure: Procedure) -> Form:
    """Return the form of a procedure, with house rules behind the last heading."""
    inputs = list(procedure.inputs.values())
    house = [declared for declared in inputs if declared.kind.house]
    others = [declared for declared in inputs if not declared.kind.house]
    fronted = any(declared.kind.front for declared in others) and len(others) > SHORT
    behind: dict[str, list[Input]] = {}
    front: list[Input] = []
    for declared in others:
        if fronted and not declared.kind.front:
            behind.setdefault(declared.kind.part or "More", []).append(declared)
        else:
            front.append(declared)
    if house:
        behind["House rules"] = house
    parts = tuple(
        Part(heading, tuple(map(control, declared)), heading.lower().replace(" ", "-"))
        for heading, declared in behind.items()
    )
    return Form(procedure, tuple(map(control, front)), parts)


def control(declared: Input) -> Control:
    """Return the control of one input."""
    kind = declared.kind
    widget, more = _widget(kind)
    return Control(
        declared.name,
        declared.label,
        kind.help,
        widget,
        "" if declared.required else field_text(declared.default),
        rules=kind.rules,
        required=declared.required,
        sheet=kind.sheet,
        open=declared.default is None,
        **more,
    )


def _widget(kind: Kind) -> tuple[str, dict[str, Any]]:
    if isinstance(kind, Whole | Number):
        is_whole = isinstance(kind, Whole)
        ends = {"low": field_text(kind.low), "high": field_text(kind.high)}
        return "number", {**ends, "step": "1" if is_whole else "any"}
    if isinstance(kind, OneOf):
        words = tuple((str(choice), text) for choice, text in kind.choices.items())
        return "choice", {"choices": words}
    if isinstance(kind, YesNo):
        return "yesno", {}
    if isinstance(kind, ListOf) and isinstance(kind.of, Row):
        return "rows", {"places": tuple(cell for cell, _ in kind.of.of)}
    if isinstance(kind, ListOf) and kind.line:
        return "rows", {"places": kind.line}
    if isinstance(kind, ListOf) and isinstance(kind.of, Text):
        choices = tuple((each, kind.of.words(each) or each) for each in kind.of.examples)
        return "list", {"choices": choices}
    if isinstance(kind, ListOf):
        return "list", {"choices": _widget(kind.of)[1].get("choices", ())}
    if isinstance(kind, Notation):
        read = [
            (text, kind.read(text, None, NotationContext())) for text in kind.examples if kind.keys
        ]
        samples = tuple((text, parsed.words) for text, parsed in read)
        keys = tuple((key, kind.can_follow("", key.id)) for key in kind.keys)
        return "notation", {"word": kind.word, "keys": keys, "samples": samples}
    return "text", {}


#: An input's name in a message: a word, or several joined by underscores.
_NAME = re.compile(r"[a-z]+(?:_[a-z0-9]+)+|[a-z]+")


#: A minus as it is typed.
_MINUS = re.compile(r"(?<![\w'-])-(?=\d)")


def fault_words(inputs: Mapping[str, Input], fault: BadInput) -> str:
    """Return a fault as the page shows it, beginning with the field's label.

    Requests are answered with the names of inputs; the form shows labels.
    """
    words = _MINUS.sub("\u2212", _fault_words(inputs, fault))
    return words.replace(" is ''; ", " is empty; ")


def _fault_words(inputs: Mapping[str, Input], fault: BadInput) -> str:
    declared = inputs.get(fault.field)
    if declared is None:
        return _labelled(inputs, fault.message)
    match, message = re.match(rf"{re.escape(fault.field)}\b", fault.message), fault.message
    if match is None:
        return f"{declared.label}: {_labelled(inputs, message)}"
    return declared.label + _labelled(inputs, message[match.end() :])


def _labelled(inputs: Mapping[str, Input], message: str) -> str:
    """Replace the names of inputs in a message by labels."""
    return _NAME.sub(
        lambda name: inputs[name[0]].label if "_" in name[0] and name[0] in inputs else name[0],
        message,
    )


def field_text(value: object) -> str:
    """Return a value as a form field shows it; `Kind.parse` reads it back."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return write_decimal(str(Decimal(value.numerator) / Decimal(value.denominator)))
    if isinstance(value, (list, tuple)):
        rows = any(isinstance(each, (list, tuple)) for each in value)
        return ("\n" if rows else ", ").join(map(field_text, value))
    return str(value)


def value_words(kind: Kind, value: Any) -> str:
    """Return a value in words: a choice as its form names it, others as their field shows them."""
    return str(kind.choices.get(value, value)) if isinstance(kind, OneOf) else field_text(value)


def labelled_value(declared: Input, value: Any) -> str:
    """Return a value with its label: `HP 7`, `Armour Heavy`, `Prone`."""
    words = value_words(declared.kind, value)
    return declared.label if value is True else f"{declared.label} {words}"


def step_text(
    text: str, by: int, default: str, kind: Whole | Number, most: int | None = None
) -> str:
    """Step a number's text within its range; an invalid text steps from the default.

    text: as it was typed. default: the text of the default. most: where that is less than its kind
    allows.
    """
    high = kind.high if most is None else most
    readings = (kind.parse(each) for each in (text or "0", default, "0"))
    number = next(reading for reading in readings if not isinstance(reading, str))
    # Clamp before making it exact: `1e999999` would have a million digits.
    near = min(max(number, kind.low - 1), high + 1)
    return field_text(min(max(Fraction(near) + by, kind.low), high))


def input_text(procedure: Procedure, name: str, value: object) -> str:
    """Return a value as the field of an input shows it, with line breaks where it has lines."""
    declared = procedure.inputs.get(name)
    line = declared.kind.line if declared and isinstance(declared.kind, ListOf) else ()
    if not line or not isinstance(value, (list, tuple)):
        return field_text(value)
    count = len(line)
    lines = [value[start : start + count] for start in range(0, len(value), count)]
    return "\n".join(map(field_text, lines))


def request(procedure: Procedure, typed: Mapping[str, str]) -> dict[str, object]:
    """Return typed texts as the inputs of a request; empty fields are left out.

    A text that is not a number stays text: the check then names the field.
    """
    given: dict[str, object] = {}
    for name, text in typed.items():
        declared = procedure.inputs.get(name)
        if declared is None:
            given[name] = text
        elif text.strip() or (isinstance(declared.kind, Text) and not declared.required):
            given[name] = declared.kind.parse(text)
    return given
