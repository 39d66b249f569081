"""Chems on a sheet, and their doses (W7.15)."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.procedures.inputs import Values
from app.core.sheets import Rollable
from app.systems.wasteland.tables.harm import CHEMS

#: The numbers of a dose, as `take_chem` names them.
DOES = ("heals", "treats", "clears_rads")

_KNOWN = {row.chem.lower(): row for row in CHEMS}


def dose(chem: Values) -> dict[str, int]:
    """Return the numbers of a dose: as written, else those of the table for this name."""
    numbers = {name: int(chem.get(name, 0)) for name in DOES}
    known = _KNOWN.get(str(chem["name"]).strip().lower())
    if known is None or any(numbers.values()):
        return numbers
    return {name: getattr(known, name) for name in DOES}


def with_doses(chems: Sequence[Values]) -> list[dict[str, object]]:
    """Return the chems of a sheet with the numbers of their doses."""
    return [{**chem, **dose(chem)} for chem in chems]


def doses(chems: Sequence[Values]) -> tuple[Rollable, ...]:
    """Return a roll for each chem of a sheet, to give one dose of it."""
    return tuple(
        Rollable(
            chem["name"] or "Chem",
            "wasteland.take_chem",
            {"doses": chem["quantity"], **dose(chem)},
            f"chems/{index}",
        )
        for index, chem in enumerate(chems)
    )
