"""Who plays which part in a form, as its head says it; what follows from that is
`app/campaign/participants/casting.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.campaign.participants.casting import roles
from app.core.procedures.kinds import spelled
from app.core.procedures.procedure import Procedure
from app.widgets.roll.forms import request

#: What the parts are called on screen, where their id is not the word.
CALLED = {"self": "Who"}


@dataclass(frozen=True)
class Part:
    """A role of a procedure, as it is cast. words: before a name, as in `attacks`, `helper 1`."""

    role: str
    label: str
    words: str = ""


def parts(
    procedure: Procedure,
    typed: Mapping[str, str] | None = None,
    cast: Mapping[str, str] | None = None,
) -> tuple[Part, ...]:
    """The roles whose sheets a procedure reads or changes; `self` always comes first.

    typed: what the form says; of those whom a list is about, only so many play as it has entries,
    and who is only struck by an attack plays no part in anything else.
    cast: who plays which part; of those who are counted, one more may be named.
    """
    said = None if typed is None else request(procedure, typed)
    return tuple(part(procedure, role) for role in roles(procedure, said, cast))


def part(procedure: Procedure, role: str) -> Part:
    """A role as the head of the form says it."""
    label = called(role)
    words = label if role == "self" else label.lower()
    return Part(role, label, (procedure.verb or "against") if role == "target" else words)


def called(role: str) -> str:
    """A part in words: `helper2` -> `Helper 2`."""
    return CALLED.get(role) or spelled(re.sub(r"(?<=[a-z])(?=\d+$)", " ", role))


def in_places(roles: Iterable[str]) -> tuple[str, ...]:
    """Parts in the order of their numbers: target2 before target10."""
    return tuple(sorted(roles, key=lambda role: (role.rstrip("0123456789"), len(role), role)))
