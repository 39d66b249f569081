"""Version 1 entries of a combatant, as sheet and turn have them now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.systems.garden.encounter.bodies import condition


def upgraded(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Convert an entry: conditions were bare names, with their known lengths apart.

    `own` held all sheet fields without an entry; rounds out of action were counted by themselves.
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
