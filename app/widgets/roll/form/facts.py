"""The filled-in fields of a form as chips in a line; open decisions stay fields.

Sheet, scene, encounter and the button that opened the form fill fields in. Fields without effect
are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.participants.prefill import check_request
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import NOTHING, ListOf, OneOf, YesNo
from app.core.procedures.notations import Notation
from app.core.procedures.procedure import Procedure
from app.widgets.roll.form.forms import Form, form, request

#: Most chips in the line; further values are behind "more".
MOST = 8

#: Longer values are cut off in a chip.
LONGEST = 28


@dataclass(frozen=True)
class Chip:
    """A filled-in field: its label and value in words. edited: its field is open."""

    name: str
    label: str
    words: str
    edited: bool = False


@dataclass(frozen=True)
class Facts:
    """The layout of a form's fields."""

    chips: tuple[Chip, ...] = ()
    #: Folded into the line.
    known: frozenset[str] = frozenset()
    #: Left out.
    moot: frozenset[str] = frozenset()
    #: Filled in, but open.
    edited: frozenset[str] = frozenset()
    #: Number of fields neither in the line nor visible.
    more: int = 0


def facts(
    procedure: Procedure,
    typed: Mapping[str, str],
    *,
    defaults: Mapping[str, str],
    known: Collection[str] = (),
    edited: Collection[str] = (),
    faults: Collection[str] = (),
) -> Facts:
    """Return the layout of a form with these texts.

    known: fields that were filled in. edited: fields opened by a tap. faults: fields with a fault,
    always visible.
    """
    values = check_request(procedure, request(procedure, typed))
    drawn = form(procedure)
    behind = _behind(drawn)
    moot = frozenset(
        name
        for name, each in procedure.inputs.items()
        if name not in faults and not each.kind.matters(values)
    )
    opened = frozenset(name for name in (*edited, *faults) if name in procedure.inputs)
    folded = frozenset(
        name
        for name, each in procedure.inputs.items()
        if name in known and name not in behind and not _has_keypad(each)
    )
    chips = []
    for name in sorted(procedure.inputs, key=lambda name: name in behind):
        is_filled = name in folded or name in known or typed.get(name) != defaults.get(name)
        if name in moot or not is_filled or (name not in behind and name not in folded):
            continue
        declared = procedure.inputs[name]
        if behind and name not in opened and values.get(name) in NOTHING:
            continue  # empty values are behind "more", which a form without parts lacks
        chips.append(_chip(declared, typed.get(name, ""), values.get(name), name in opened))
    line = tuple(chips[:MOST])
    shown = {each.name for each in line} | {
        name for name in procedure.inputs if name not in behind and name not in folded
    }
    return Facts(
        line,
        folded,
        moot,
        opened,
        sum(name not in shown and name not in moot for name in procedure.inputs),
    )


def _has_keypad(declared: Input) -> bool:
    """Tell whether a field has keys of its own, which are to be in sight: the line of dice."""
    return isinstance(declared.kind, Notation) and bool(declared.kind.keys)


def _behind(drawn: Form) -> frozenset[str]:
    """Return the fields behind the headings of a form."""
    return frozenset(control.name for part in drawn.parts for control in part.controls)


def _chip(declared: Input, text: str, value: object, edited: bool) -> Chip:
    words = _words(declared, text, value)
    return Chip(
        declared.name,
        declared.label,
        words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…",
        edited,
    )


def _words(declared: Input, text: str, value: Any) -> str:
    kind = declared.kind
    if isinstance(kind, YesNo):
        return "" if value else "no"
    if isinstance(kind, OneOf) and value in kind.choices:
        return _in_lower_case(kind.choices[value])
    if isinstance(kind, ListOf) and isinstance(value, tuple) and "\n" in text:
        return str(len(value))
    if isinstance(value, tuple) and (words := kind.words(value)):
        return words
    if isinstance(value, int) and value < 0:
        return text.strip().replace("-", "\u2212", 1)
    return " ".join(text.split())


def _in_lower_case(words: str) -> str:
    """Return words in lower case, but for abbreviations such as GM."""
    each_word = words.split()
    return " ".join(
        each if len(each) > 1 and each[:2].isupper() else each.lower() for each in each_word
    )
