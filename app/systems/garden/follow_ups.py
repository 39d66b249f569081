"""What an outcome of Autonomous Garden offers to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.outcomes import Outcome
from app.core.sheets import Rollable


def after_range(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """In range: the shot from just this band (G72)."""
    if outcome.grade == "out-of-range":
        return ()
    told = {"attack_kind": "ranged", "range_band": outcome.grade}
    return (Rollable("Shoot", "garden.attack", told),)


def after_dose(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The daily test at the new total (G114)."""
    if outcome.grade != "test-due":
        return ()
    told = {"decigrays": outcome.values["decigrays"]}
    return (Rollable("Radiation test", "garden.radiation_test", told),)


def after_cold(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The fever week of a life-threatening flu (G106)."""
    if outcome.grade != "life-threatening":
        return ()
    return (Rollable("Fever week", "garden.fever", {"days": 7}),)


def after_full_row(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """What it means for a life when a row is full (G84)."""
    bleeding = outcome.grade == "bleeding-out" or outcome.values.get("bleeding_out")
    return (Rollable("Ten minutes", "garden.dying", {}),) if bleeding else ()


def after_dying(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """Whoever lies in a coma may come to (G137)."""
    if outcome.grade != "comatose":
        return ()
    return (Rollable("Resuscitate", "garden.resuscitate", {}, roles={"patient": "self"}),)


FOLLOW_UPS = {
    "garden.range_band": after_range,
    "garden.radiation_dose": after_dose,
    "garden.common_cold": after_cold,
    "garden.apply_damage": after_full_row,
    "garden.dying": after_dying,
    "garden.pass_time": after_full_row,
}
