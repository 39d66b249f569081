"""Chems as a sheet writes them: what a dose does (W7.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.sheets import Rollable
from app.systems.wasteland.tables.harm import CHEMS

#: What a dose does, in the words of `take_chem`.
DOES = ("heals", "treats", "clears_rads")

_KNOWN = {row.chem.lower(): row for row in CHEMS}


def dose(chem: Mapping[str, Any]) -> dict[str, int]:
    """What a dose does: as it is written, else as the table has it for a chem of this name."""
    told = {name: int(chem.get(name, 0)) for name in DOES}
    known = _KNOWN.get(str(chem["name"]).strip().lower())
    if known is None or any(told.values()):
        return told
    return {name: getattr(known, name) for name in DOES}


def with_doses(chems: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The chems of a sheet; names of the table bring their numbers along."""
    return [{**chem, **dose(chem)} for chem in chems]


def doses(chems: Sequence[Mapping[str, Any]]) -> tuple[Rollable, ...]:
    """Each chem of a sheet, to give one dose of it."""
    return tuple(
        Rollable(
            chem["name"] or "Chem",
            "wasteland.take_chem",
            {"doses": chem["quantity"], **dose(chem)},
            f"chems/{place}",
        )
        for place, chem in enumerate(chems)
    )
