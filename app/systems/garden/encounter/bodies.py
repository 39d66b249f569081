"""The bodies in an encounter: injuries and clocks, for those without a sheet too (G141).

Whoever has a sheet is mirrored from it after every change; of anybody else this is all there is.
What no other entry of a combatant holds lies in `own`, as a sheet has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.flat import Badge
from app.core.outcomes import Effect
from app.core.sheets import Field, ListField, Sheet
from app.systems.garden.feeding import PHYSICAL
from app.systems.garden.injuries import full, life_state, marks, stable, upon
from app.systems.garden.sheet import SHEET
from app.systems.garden.skills import raised
from app.systems.garden.tables.movement import slowest
from app.systems.garden.wounds import wound_limit


def body_of(whose: Mapping[str, Any]) -> Sheet:
    """A combatant as a sheet has it."""
    held = {name: value for name, value in whose.items() if _is_kept(name, value)}
    own = whose.get("own", {})
    made = {**held, **own, "conditions": _records(whose, own)}
    if "dead" in whose["conditions"]:
        made["dead"] = True
    return Sheet(SHEET, made)


def _is_kept(name: str, value: Any) -> bool:
    """Is this entry of a combatant a field of the sheet as well?"""
    return isinstance(SHEET.by_id.get(name), Field | ListField) and value is not None


def _records(whose: Mapping[str, Any], own: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The conditions with what is known of their length; of the others the bare names."""
    names = [name for name in whose["conditions"] if name != "dead"]
    known = [each for each in own.get("conditions", ()) if each["name"] in names]
    bare = set(names) - {each["name"] for each in known}
    return [*known, *({"name": name, "lasts": None, "unit": "none"} for name in names
                      if name in bare)]  # fmt: skip


def landed(whose: Mapping[str, Any], effect: Effect) -> dict[str, Any] | None:
    """What an effect changes on a combatant, by the rules of the sheet; None if nothing there."""
    before = body_of(whose)
    after = before.landed(effect)
    if after is None:
        return None
    changes: dict[str, Any] = {"conditions": list(upon(after))}
    own = dict(whose.get("own", {}))
    for name, value in after.data.items():
        if name == "conditions":
            own[name] = [each for each in value if each["unit"] != "rounds"]
        elif name != "dead" and value != before.data.get(name):
            (changes if name in whose else own)[name] = value
    # G86: the penalty of wounds, illness and radiation is part of the modifier.
    modifier = whose["modifier"] + after["modifier"] - before["modifier"]
    return {**changes, "own": own, "modifier": bounded(modifier)}


def bounded(number: int) -> int:
    """As much as a test takes for a modifier."""
    return max(-20, min(20, number))


def added(whose: Mapping[str, Any], attribute: str) -> int:
    """What body and load add to a test on this attribute (G38, G86, G96)."""
    rehab = whose["rehab"] if attribute in PHYSICAL else 0
    return int(whose["modifier"] - rehab + whose["encumbrance"])


def awareness(whose: Mapping[str, Any]) -> int:
    """The level that is rolled, with what Invocate lends (G128)."""
    return raised(int(whose["awareness"]), "awareness", whose["conditions"])


def fastest(whose: Mapping[str, Any]) -> str:
    """The fastest gait of load and wounds (G31)."""
    body = body_of(whose)
    of_wounds = wound_limit(body["flesh_wounds"], body["deep_wounds"])
    return slowest(whose["gait"], of_wounds)


def opens(whose: Mapping[str, Any], activity: str) -> bool:
    """Has this body stable wounds that such an activity opens (G92)?"""
    body = body_of(whose)
    return bool(stable(body, "deep") or (activity == "heavy" and stable(body, "flesh")))


def badges(whose: Mapping[str, Any]) -> Iterator[Badge]:
    """The rows as they are marked, and what a full one means (G83-G85)."""
    body = body_of(whose)
    for row, words in (("wound", "Wounds"), ("bruise", "Bruises")):
        if marked := marks(body, row):
            tone = "bad" if full(body, row) else "poor"
            yield Badge(f"{words} {marked} of {body[f'{row}_boxes']}", tone)
    if life_state(body) == "bleeding-out":
        yield Badge("Bleeding out", "worst")
