"""Spells that go on: each ends together with its condition, and all it gave with them (G142).

A spell and its condition lie on whoever bears them. Of several of a kind the first spell belongs
to the first condition, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from app.core.sheets import Sheet

#: The condition that each spell gives; Invocate and Bolster add what they were cast for.
GIVES = {
    "shield": "shielded",
    "invocate": "invocation",
    "bolster": "bolstered",
    "regenerate": "regenerating",
}

#: What a spell of Regenerate adds to the healing rate (G134).
FASTER = Fraction(1, 4)

Records = Sequence[Mapping[str, Any]]

#: What has become of a record that is gone, or of one that never was.
GONE: Mapping[str, Any] = {"gone": True}
STAYS: Mapping[str, Any] = {}


def spells_of(records: Records, spell: str) -> list[Mapping[str, Any]]:
    """The ongoing spells of a kind."""
    return [each for each in records if each["name"] == spell]


def given_by(conditions: Records, spell: str) -> list[Mapping[str, Any]]:
    """The conditions that spells of a kind gave: `bolstered`, `bolstered-disease`."""
    name = GIVES[spell]
    return [
        each for each in conditions if each["name"] == name or each["name"].startswith(f"{name}-")
    ]


def begins(sheet: Sheet, spell: Mapping[str, Any]) -> bool:
    """Does this spell begin here? Not if it gave nothing that another one had not given (G142)."""
    kind = spell["name"]
    if kind not in GIVES:
        return True
    gave = given_by(sheet["conditions"], kind)
    return len(spells_of(sheet["ongoing_spells"], kind)) < len(gave)


def ended_together(before: Sheet, after: Sheet) -> Sheet:
    """The sheet without what a spell gave that is gone, and without the spell of what is gone."""
    conditions, spells = list(after["conditions"]), list(after["ongoing_spells"])
    slower = 0
    for kind in GIVES:
        gave = _now(given_by(before["conditions"], kind), given_by(conditions, kind))
        held = _now(spells_of(before["ongoing_spells"], kind), spells_of(spells, kind))
        for condition, spell in zip_longest(gave, held, fillvalue=STAYS):
            if GONE not in (condition, spell):
                continue
            conditions = [each for each in conditions if each is not condition]
            spells = [each for each in spells if each is not spell]
            slower += kind == "regenerate" and condition is not STAYS
    left = len(conditions) + len(spells)
    if left == len(after["conditions"]) + len(after["ongoing_spells"]) and not slower:
        return after
    ended = after.with_fields({"conditions": conditions, "ongoing_spells": spells})
    if not slower:
        return ended
    rate = Fraction(str(after["heal_rate"])) - slower * FASTER
    return ended.with_fields({"heal_rate": max(FASTER, rate)})


def _now(before: Records, after: Records) -> list[Mapping[str, Any]]:
    """What has become of each of those before, in their order; what is new is left out."""
    becomes = dict[int, Mapping[str, Any]]()
    for known in dict.fromkeys(map(_known, before)):
        alike = [place for place, each in enumerate(before) if _known(each) == known]
        now = [each for each in after if _known(each) == known]
        becomes |= zip(_left(before, alike, now), now, strict=False)
    return [becomes.get(place, GONE) for place in range(len(before))]


def _left(before: Records, alike: list[int], now: Records) -> list[int]:
    """Where those lay, of several alike, that are left: who is as before is none that is gone.

    Of those that cannot be told apart the first ones are gone, as their time is over first.
    """
    others, same = list(now), list[int]()
    for place in reversed(alike):
        if before[place] in others:
            others.remove(before[place])
            same.append(place)
    gone = [place for place in alike if place not in same][: max(0, len(alike) - len(now))]
    return [place for place in alike if place not in gone]


def _known(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a record is known by: all but what time and damage change."""
    return tuple(record.get(name) for name in ("name", "unit", "psyche", "ends"))
