"""Records and values of a sheet in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.procedures.kinds import OneOf
from app.core.procedures.notations import Notation
from app.core.sheets import Field, ListField
from app.widgets.dice.notation import Writing
from app.widgets.roll.form.forms import Control, field_text
from app.widgets.roll.result.results import number

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
        counted = tuple(each for each in others if each.widget in ("number", "yesno"))
        return (counted or tuple(each for each in others if each.widget == "choice"))[:BESIDE]


def record_words(declared: ListField, record: Mapping[str, Any]) -> str:
    """Describe a record in one line: its first field, then values that are not empty."""
    if declared.say is not None:
        return declared.say(record)
    first, *others = declared.of
    words = str(record.get(first.id, "")) or "(nameless)"
    values = [
        f"{_uncapitalized(each.label)} {_value_words(record.get(each.id, each.default))}"
        for each in others
        if record.get(each.id) not in (None, "", 0, False, [], ())
        and (not isinstance(each.kind, Notation) or each.kind.word)
    ]
    return f"{words} · {', '.join(values)}" if values else words


def _uncapitalized(label: str) -> str:
    """Return a label for use within a sentence: `Ranks (R)` -> `ranks (R)`; `TC` stays."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes"
    return number(value) if isinstance(value, (int, float, Fraction)) else field_text(value)


def field_words(value: Any, declared: Field | None = None) -> str:
    """Format a field's value."""
    if declared is not None and isinstance(declared.kind, OneOf):
        return declared.kind.choices.get(value, str(value))
    return _value_words(value)
