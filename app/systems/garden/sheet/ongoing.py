"""Ongoing spells: each ends together with its condition and all its effects (G142).

A spell and its condition lie with their bearer. Of several of a kind the first spell belongs to
the first condition, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from app.core.procedures.inputs import Values
from app.core.sheets import Sheet

#: The condition of each spell; Invocate and Bolster add their skill or ailment.
GIVES = {
    "shield": "shielded",
    "invocate": "invocation",
    "bolster": "bolstered",
    "regenerate": "regenerating",
}

#: The bonus of Regenerate to the healing rate (G134).
FASTER = Fraction(1, 4)

Records = Sequence[Values]

#: Stand-ins for a record that is gone, and for one that never was.
GONE: Values = {"gone": True}
STAYS: Values = {}


def spells_of(records: Records, spell: str) -> list[Values]:
    """Return the ongoing spells of a kind."""
    return [record for record in records if record["name"] == spell]


def conditions_given_by(conditions: Records, spell: str) -> list[Values]:
    """Return the conditions that spells of a kind gave: `bolstered`, `bolstered-disease`."""
    name = GIVES[spell]
    return [
        condition
        for condition in conditions
        if condition["name"] == name or condition["name"].startswith(f"{name}-")
    ]


def begins(sheet: Sheet, spell: Values) -> bool:
    """Tell whether this spell begins; not if its condition came from another one (G142)."""
    kind = spell["name"]
    if kind not in GIVES:
        return True
    gave = conditions_given_by(sheet["conditions"], kind)
    return len(spells_of(sheet["ongoing_spells"], kind)) < len(gave)


def remove_ended(before: Sheet, after: Sheet) -> Sheet:
    """Remove the effects of spells that are gone, and the spells of conditions that are gone."""
    conditions, spells = list(after["conditions"]), list(after["ongoing_spells"])
    slower = 0
    for kind in GIVES:
        gave = _now(
            conditions_given_by(before["conditions"], kind), conditions_given_by(conditions, kind)
        )
        held = _now(spells_of(before["ongoing_spells"], kind), spells_of(spells, kind))
        for condition, spell in zip_longest(gave, held, fillvalue=STAYS):
            if GONE not in (condition, spell):
                continue
            conditions = [each for each in conditions if each is not condition]
            spells = [each for each in spells if each is not spell]
            slower += kind == "regenerate" and condition is not STAYS
    remaining = len(conditions) + len(spells)
    if remaining == len(after["conditions"]) + len(after["ongoing_spells"]) and not slower:
        return after
    ended = after.with_fields({"conditions": conditions, "ongoing_spells": spells})
    if not slower:
        return ended
    rate = Fraction(str(after["heal_rate"])) - slower * FASTER
    return ended.with_fields({"heal_rate": max(FASTER, rate)})


def _now(before: Records, after: Records) -> list[Values]:
    """Return the present state of each earlier record, in order; new ones are left out."""
    becomes = dict[int, Values]()
    for known in dict.fromkeys(map(_known, before)):
        alike = [index for index, each in enumerate(before) if _known(each) == known]
        now = [each for each in after if _known(each) == known]
        becomes |= zip(_surviving(before, alike, now), now, strict=False)
    return [becomes.get(index, GONE) for index in range(len(before))]


def _surviving(before: Records, alike: list[int], now: Records) -> list[int]:
    """Return the indices of records, of several alike, that are still there.

    Unchanged ones are. Of those that cannot be told apart the first are gone: their time ends
    first.
    """
    others, same = list(now), list[int]()
    for index in reversed(alike):
        if before[index] in others:
            others.remove(before[index])
            same.append(index)
    gone = [index for index in alike if index not in same][: max(0, len(alike) - len(now))]
    return [index for index in alike if index not in gone]


def _known(record: Values) -> tuple[object, ...]:
    """Return the identity of a record: all that time and damage do not change."""
    return tuple(record.get(name) for name in ("name", "unit", "psyche", "ends"))
