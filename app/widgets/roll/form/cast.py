"""The roles of a form as its head shows them.

`app/campaign/participants/casting.py` has their effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.campaign.participants.casting import roles
from app.core.procedures.labels import label_of
from app.core.procedures.procedure import Procedure
from app.widgets.roll.form.forms import request

#: Labels of roles that differ from their ids.
CALLED = {"self": "Who"}


@dataclass(frozen=True)
class Part:
    """A role of a procedure. words: before a name, as in `attacks`, `helper 1`."""

    role: str
    label: str
    words: str = ""


def parts(
    procedure: Procedure,
    typed: Mapping[str, str] | None = None,
    cast: Mapping[str, str] | None = None,
) -> tuple[Part, ...]:
    """Return the roles with sheets that a procedure reads or changes, `self` first.

    typed: the texts of the form; a list about combatants has as many roles as entries, and a target
    only struck by an attack has no other role. cast: the combatant of each role; numbered roles
    offer one more.
    """
    inputs = None if typed is None else request(procedure, typed)
    return tuple(part(procedure, role) for role in roles(procedure, inputs, cast))


def part(procedure: Procedure, role: str) -> Part:
    """Return a role as the head of the form shows it."""
    label = role_label(role)
    words = label if role == "self" else label.lower()
    return Part(role, label, (procedure.verb or "against") if role == "target" else words)


def role_label(role: str) -> str:
    """Return a role's label: `helper2` -> `Helper 2`."""
    return CALLED.get(role) or label_of(re.sub(r"(?<=[a-z])(?=\d+$)", " ", role))


def in_places(roles: Iterable[str]) -> tuple[str, ...]:
    """Sort roles by number: target2 before target10."""
    return tuple(sorted(roles, key=lambda role: (role.rstrip("0123456789"), len(role), role)))
