"""What of a form is known already: one line of chips; what is to be decided now stays open.

Known is what sheet, scene and encounter filled in, and what the button said that opened the form.
What cannot matter, as the other fields stand, is left away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.participants.casting import taken
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import NOTHING, ListOf, OneOf, YesNo
from app.core.procedures.procedure import Procedure
from app.widgets.roll.forms import Form, form, request

#: So many chips stand in the line; what else is known is behind "more".
MOST = 8

#: Longer values are cut off in a chip.
LONGEST = 28


@dataclass(frozen=True)
class Chip:
    """A field that is filled in: its label, and its value in words. edited: its field is open."""

    name: str
    label: str
    words: str
    edited: bool = False


@dataclass(frozen=True)
class Facts:
    """How a form shows its fields.

    known: folded into the line. moot: left away. edited: known, and open all the same.
    more: so many fields are in neither the line nor sight.
    """

    chips: tuple[Chip, ...] = ()
    known: frozenset[str] = frozenset()
    moot: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
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
    """The fields of a form that says this.

    known: what was filled in. edited: what somebody tapped to change. faults: what is at fault;
    that is always to be seen.
    """
    values = taken(procedure, request(procedure, typed))
    drawn = form(procedure)
    behind = _behind(drawn)
    moot = frozenset(
        name
        for name, each in procedure.inputs.items()
        if name not in faults and not each.kind.matters(values)
    )
    opened = frozenset(name for name in (*edited, *faults) if name in procedure.inputs)
    folded = frozenset(name for name in procedure.inputs if name in known and name not in behind)
    chips = []
    for name in sorted(procedure.inputs, key=lambda name: name in behind):
        says = name in folded or name in known or typed.get(name) != defaults.get(name)
        if name in moot or not says or (name not in behind and name not in folded):
            continue
        declared = procedure.inputs[name]
        if name not in opened and values.get(name) in NOTHING:
            continue  # nothing worth saying; it is behind "more" with the others
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


def _behind(drawn: Form) -> frozenset[str]:
    """What stands behind the headings of a form."""
    return frozenset(each.name for part in drawn.parts for each in part.controls)


def _chip(declared: Input, text: str, value: Any, edited: bool) -> Chip:
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
        return kind.choices[value].lower()
    if isinstance(kind, ListOf) and isinstance(value, tuple) and "\n" in text:
        return str(len(value))
    if isinstance(value, int) and value < 0:
        return text.strip().replace("-", "\u2212", 1)
    return " ".join(text.split())
