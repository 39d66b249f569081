"""Due rolls: their labels and the forms that settle them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.participants.participants import Participants
from app.campaign.state import due_rolls as rolls
from app.core.encounters.rolls import DueRecord
from app.core.errors import BadInput
from app.core.odds.odds import chances
from app.core.sheets import Rollable
from app.widgets.roll.form.forms import field_text


@dataclass(frozen=True)
class DueView:
    """A due roll on screen."""

    id: str
    #: The combatant's id.
    who: str
    #: The combatant's name, empty if the label has it.
    name: str
    label: str
    #: Whether a form settles it.
    rolls: bool
    rules: tuple[str, ...]


def due_view(record: DueRecord, names: Mapping[str, str]) -> DueView:
    """Return a due roll, with its combatant's name unless the label has it.

    names: of all characters and combatants, by id.
    """
    combatant_id, label = record["who"], record["label"]
    name = names.get(combatant_id, "")
    is_named = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", label) is not None
    shown = "" if is_named else name
    return DueView(
        record["id"], combatant_id, shown, label, bool(record["procedure"]), tuple(record["rules"])
    )


@dataclass(frozen=True)
class DueRoll:
    """The form of a due roll."""

    procedure: str
    #: Who has which role, by role.
    cast: Mapping[str, str]
    #: Where on the sheet the roll stands, empty if nowhere.
    place: str
    #: The texts of its fields.
    typed: Mapping[str, str]


def due_roll(participants: Participants, record: DueRecord) -> DueRoll:
    """Return the prefilled form that settles a due roll."""
    roll = rolls.due_request(participants, record)
    typed = {name: field_text(value) for name, value in roll.inputs.items()}
    place = roll.place or _likeliest(participants, roll)
    return DueRoll(roll.procedure, roll.cast, place, typed)


def _likeliest(participants: Participants, roll: rolls.DueRoll) -> str:
    """Return the path of the rollable with the best chance, empty if the record decides more."""
    procedure, cast = participants.game.procedures[roll.procedure], roll.cast
    rollables = participants.picks(procedure, cast)
    if any(rollable.inputs.keys() & roll.inputs.keys() for rollable in rollables):
        return ""

    def success(rollable: Rollable) -> Fraction:
        filled = participants.fixed_inputs(procedure, cast, rollable.place, roll.inputs)
        try:
            return chances(procedure.bind({**filled, **roll.inputs})).success or Fraction(0)
        except BadInput:
            return Fraction(0)

    best = max(rollables, key=success, default=None)
    return best.place if best is not None and success(best) else ""
