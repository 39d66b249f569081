"""The entries that version 1 kept of a combatant, as the sheet and the turn have them today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.systems.garden.encounter.bodies import condition


def upgraded(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Conditions lay there as bare names, with what was known of their length apart.

    `own` held whatever of a sheet had no entry; rounds out of action were counted by themselves.
    """
    own = flat.get("own", {})
    return {
        **flat,
        **own,
        "conditions": list(_conditions(flat, own.get("conditions", ()))),
        "dead": "dead" in flat.get("conditions", ()),
    }


def _conditions(flat: Mapping[str, Any], known: Any) -> Iterator[Mapping[str, Any]]:
    names = [each for each in flat.get("conditions", ()) if each != "dead"]
    yield from (each for each in known if each["name"] in names)
    for name in names:
        if name not in [each["name"] for each in known]:
            yield condition(name)
    if rounds := flat.get("incapacitated_rounds", 0):
        yield {"name": "incapacitated", "lasts": rounds, "unit": "rounds"}
