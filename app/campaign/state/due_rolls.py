"""What is due, as it is rolled: who plays which part in it, what is in hand, what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.participants.casting import counted
from app.campaign.participants.participants import Participants
from app.campaign.state.values import exact
from app.core.procedures.kinds import OneOf


@dataclass(frozen=True)
class DueRoll:
    """A roll that settles something due. place: where on the sheet it stands, empty if nowhere."""

    procedure: str
    cast: Mapping[str, str]
    place: str
    inputs: Mapping[str, Any]


def rolled(company: Participants, record: Mapping[str, Any]) -> DueRoll:
    """How something due is rolled. Whoever played a part in another roll plays none in this one."""
    cast = {"self": "", "target": "", **dict.fromkeys(counted(company.game), "")}
    cast[record.get("role", "self")] = record["who"]
    return DueRoll(
        record["procedure"],
        {**cast, **record.get("others", {})},
        _in_hand(company, record),
        {name: exact(value) for name, value in record["inputs"].items()},
    )


def _in_hand(company: Participants, record: Mapping[str, Any]) -> str:
    """What must still be said stands on the sheet, as a weapon does: the first is in hand.

    Where nothing must be said, it is the first thing of the kind that is due (a ranged attack).
    """
    procedure = company.game.procedures[record["procedure"]]
    given = record["inputs"]
    found = company.picks(procedure, {"self": record["who"]})
    if any(each.required and each.name not in given for each in procedure.inputs.values()):
        return found[0].place if found else ""
    kinds = [name for name, each in procedure.inputs.items() if isinstance(each.kind, OneOf)]
    for each in found:
        said = [name for name in kinds if name in given and name in each.inputs]
        if said and "/" in each.place and all(given[n] == each.inputs[n] for n in said):
            return each.place
    return ""
