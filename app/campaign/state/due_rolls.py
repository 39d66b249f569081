"""Due rolls as they are rolled: cast, path on the sheet, and inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.campaign.participants.casting import counted_roles
from app.campaign.participants.participants import Participants
from app.campaign.state.values import exact
from app.core.encounters.rolls import DueRecord
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf


@dataclass(frozen=True)
class DueRoll:
    """A roll that settles something due. place: its path on the sheet, empty for none."""

    procedure: str
    cast: Mapping[str, str]
    place: str
    inputs: Values


def due_request(company: Participants, record: DueRecord) -> DueRoll:
    """Return how a due record is rolled; a cast of another roll is not carried over."""
    cast = {"self": "", "target": "", **dict.fromkeys(counted_roles(company.game), "")}
    cast[record.get("role", "self")] = record["who"]
    return DueRoll(
        record["procedure"],
        {**cast, **record.get("others", {})},
        _in_hand(company, record),
        {name: exact(value) for name, value in record["inputs"].items()},
    )


def _in_hand(company: Participants, record: DueRecord) -> str:
    """Return the path of the rollable on the sheet that a due roll needs, as for a weapon.

    If an input is still required, it is the first one on the sheet that fits, as a grenade for a
    zone; else it is the first one of the kind that is due (a ranged attack).
    """
    procedure = company.game.procedures[record["procedure"]]
    given = record["inputs"]
    rollables = company.picks(procedure, {"self": record["who"]})
    inputs = procedure.inputs
    if any(each.required and each.name not in given for each in inputs.values()):
        decided = {name for rollable in rollables for name in rollable.inputs.keys() & given.keys()}
        for rollable in rollables:
            own = {name: rollable.inputs.get(name, inputs[name].default) for name in decided}
            if all(given[name] == value for name, value in own.items()):
                return rollable.place
        return rollables[0].place if rollables else ""
    kinds = [name for name, declared in inputs.items() if isinstance(declared.kind, OneOf)]
    for rollable in rollables:
        common = [name for name in kinds if name in given and name in rollable.inputs]
        if common and "/" in rollable.place and all(given[n] == rollable.inputs[n] for n in common):
            return rollable.place
    return ""
