"""What is due: how it is said, and how the form that settles it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.participants.participants import Participants
from app.campaign.state.due_rolls import rolled
from app.widgets.roll.forms import field_text


@dataclass(frozen=True)
class DueView:
    """Something that is due: for whom, what, and whether there is a form that settles it."""

    id: str
    who: str
    name: str
    label: str
    rolls: bool
    rules: tuple[str, ...]


def due_view(record: Mapping[str, Any], names: Mapping[str, str]) -> DueView:
    """Something due, with the name of whom it is about unless its label says it.

    names: of all who are known, by id.
    """
    who, label = record["who"], record["label"]
    name = names.get(who, "")
    shown = "" if name in label else name
    return DueView(
        record["id"], who, shown, label, bool(record["procedure"]), tuple(record["rules"])
    )


@dataclass(frozen=True)
class DueRoll:
    """The form of something due: who plays which part in it, what is in hand, what it says.

    place: where on the sheet the roll stands, empty if nowhere.
    """

    procedure: str
    cast: Mapping[str, str]
    place: str
    typed: Mapping[str, str]


def due_roll(company: Participants, record: Mapping[str, Any]) -> DueRoll:
    """How something due is rolled, as the form that settles it is opened."""
    roll = rolled(company, record)
    typed = {name: field_text(value) for name, value in roll.inputs.items()}
    return DueRoll(roll.procedure, roll.cast, roll.place, typed)
