"""Records and values of a sheet in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf
from app.core.procedures.labels import within
from app.core.procedures.notations import Notation
from app.core.sheets import Field, ListField
from app.widgets.dice.notation import Writing
from app.widgets.roll.form.forms import Control, field_text
from app.widgets.roll.result.words import number

#: Most fields beside a record's name while it is edited.
BESIDE = 2


@dataclass(frozen=True)
class RowView:
    """A record of a list, with a control for each field."""

    place: int
    controls: tuple[Control, ...]
    words: str
    #: Derived values: (label, value, rules).
    columns: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    #: Its notation texts, analysed.
    lines: tuple[Writing, ...] = ()
    #: Whether it is on, if it is toggled during play.
    switched: bool = False

    @property
    def name(self) -> str:
        """Return the value of its first field."""
        first = self.controls[0]
        return dict(first.choices).get(first.text, first.text) or "(nameless)"

    @property
    def beside(self) -> tuple[Control, ...]:
        """Return the controls beside its name while edited: numbers and switches, else choices."""
        others = self.controls[1:]
        counted = tuple(other for other in others if other.widget in ("number", "yesno"))
        return (counted or tuple(other for other in others if other.widget == "choice"))[:BESIDE]


def record_words(declared: ListField, record: Values) -> str:
    """Describe a record in one line: its first field, then values that are not empty."""
    if declared.say is not None:
        return declared.say(record)
    first, *others = declared.of
    values = (
        _labelled(other, record.get(other.id, other.default))
        for other in others
        if not _is_unsaid(other, record.get(other.id))
    )
    return " · ".join([str(record.get(first.id, "")) or "(nameless)", *values])


def _is_unsaid(declared: Field, value: object) -> bool:
    """Tell whether a record's line leaves a value out: an empty one, a choice of the usual."""
    kind = declared.kind
    is_usual = isinstance(kind, OneOf) and value in ("auto", "none")
    is_text = isinstance(kind, Notation) and not kind.word
    return is_usual or is_text or value in (None, "", 0, False, [], ())


def _labelled(declared: Field, value: object) -> str:
    """Return a value with its label; a choice and a switch need only one of them."""
    if isinstance(declared.kind, OneOf):
        return field_words(value, declared)
    label = within(declared.label)
    return label if value is True else f"{label} {_value_words(value)}"


def _value_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    return number(value) if isinstance(value, (int, float, Fraction)) else field_text(value)


def field_words(value: Any, declared: Field | None = None) -> str:
    """Format a field's value."""
    if declared is not None and isinstance(declared.kind, OneOf):
        return declared.kind.choices.get(value, str(value))
    return (declared.kind.words(value) if declared is not None else "") or _value_words(value)
