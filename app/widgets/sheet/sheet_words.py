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
from app.widgets.roll.forms import Control, field_text
from app.widgets.roll.results import number

#: So many fields stand beside the name of a record while it is written.
BESIDE = 2


@dataclass(frozen=True)
class RowView:
    """One record of a list: a control for each of its fields.

    columns: what follows from it, as label, value and rules. lines: its texts in the game's own
    notation, as they are understood. switched: is it on, where it is switched during play?
    """

    place: int
    controls: tuple[Control, ...]
    words: str
    columns: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    lines: tuple[Writing, ...] = ()
    switched: bool = False

    @property
    def name(self) -> str:
        """What its first field says."""
        first = self.controls[0]
        return dict(first.choices).get(first.text, first.text) or "(nameless)"

    @property
    def beside(self) -> tuple[Control, ...]:
        """What stands beside its name while it is written: what is counted or ticked, else what is
        chosen."""
        others = self.controls[1:]
        counted = tuple(each for each in others if each.widget in ("number", "yesno"))
        return (counted or tuple(each for each in others if each.widget == "choice"))[:BESIDE]


def record_words(declared: ListField, record: Mapping[str, Any]) -> str:
    """A record in one line: its first field, then what differs from nothing."""
    if declared.say is not None:
        return declared.say(record)
    first, *others = declared.of
    words = str(record.get(first.id, "")) or "(nameless)"
    said = [
        f"{_uncapitalized(each.label)} {_value_words(record.get(each.id, each.default))}"
        for each in others
        if record.get(each.id) not in (None, "", 0, False, [], ())
        and (not isinstance(each.kind, Notation) or each.kind.word)
    ]
    return f"{words} · {', '.join(said)}" if said else words


def _uncapitalized(label: str) -> str:
    """A label within a sentence: `Ranks (R)` -> `ranks (R)`; `TC` stays."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes"
    return number(value) if isinstance(value, (int, float, Fraction)) else field_text(value)


def field_words(value: Any, declared: Field | None = None) -> str:
    """What a field says, for the eye."""
    if declared is not None and isinstance(declared.kind, OneOf):
        return declared.kind.choices.get(value, str(value))
    return _value_words(value)
