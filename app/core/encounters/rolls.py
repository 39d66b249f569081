"""Rolls of an encounter: due by its rules, and made in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome


@dataclass(frozen=True)
class Due:
    """A roll, decision or reminder that the rules demand of a combatant now."""

    #: The combatant's id.
    who: str
    label: str
    procedure: str = ""
    inputs: Values = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    #: The role of `who` in the procedure: a bleeding combatant is the `target` of the damage.
    role: str = "self"
    #: Combatants' ids of the other roles.
    others: Mapping[str, str] = field(default_factory=dict)
    #: Stops time, and stays due when the encounter is over.
    time: bool = False


#: An entry that is no longer due: (combatant id, procedure), or with the label as well.
Done = tuple[str, str] | tuple[str, str, str]


class DueRecord(TypedDict):
    """A due entry as a campaign stores it."""

    id: str
    who: str
    label: str
    procedure: str
    inputs: Values
    rules: Sequence[str]
    role: NotRequired[str]
    others: NotRequired[Mapping[str, str]]
    #: Present if it stops time.
    time: NotRequired[bool]


@dataclass(frozen=True)
class Roll:
    """A finished roll of a running encounter, with its outcome."""

    #: The combatant that it is about.
    who: str
    procedure: str
    inputs: Values
    outcome: Outcome
    #: Combatants' ids by role.
    cast: Mapping[str, str] = field(default_factory=dict)
    #: The label of the due roll that it settles; empty for a roll from a sheet or a menu.
    due: str = ""
    #: The inputs of that due roll; the player may have changed them.
    due_inputs: Values = field(default_factory=dict)
