"""The bodies in an encounter: injuries by the rules of the rows, for those without a sheet too.

Whoever has a sheet is mirrored from it after every change; of anybody else this is all there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.encounters import Badge
from app.core.outcomes import Effect
from app.core.sheets import Sheet
from app.systems.garden.injuries import full, life_state, marks, row_penalty, stable
from app.systems.garden.rollables import PHYSICAL
from app.systems.garden.sheet import SHEET
from app.systems.garden.tables.movement import slowest
from app.systems.garden.wounds import wound_limit

#: What the rows of an injured body are made of, on the sheet and here.
ROWS = ("injuries", "wound_boxes", "bruise_boxes", "bleeding_stopped")

#: What an injury changes.
FIELDS = (
    "flesh_wounds",
    "deep_wounds",
    "flesh_bruises",
    "deep_bruises",
    "bruise_row",
    "stable_flesh_wounds",
    "stable_deep_wounds",
    "injuries",
)


def body_of(whose: Mapping[str, Any]) -> Sheet:
    """A combatant's rows and conditions as a sheet has them."""
    conditions = [{"name": name} for name in whose["conditions"] if name != "dead"]
    rows = {name: whose[name] for name in ROWS}
    return SHEET.filled({**rows, "conditions": conditions, "dead": "dead" in whose["conditions"]})


def injured(whose: Mapping[str, Any], effect: Effect) -> dict[str, Any] | None:
    """What an injury, or its treatment, changes (G83-G85, G91, G92); None if it is neither."""
    if effect.field not in FIELDS:
        return None
    before = body_of(whose)
    after = before.landed(effect)
    if after is None:
        return None
    names = [each["name"] for each in after["conditions"]]
    # G86: the wound penalty is part of the modifier.
    modifier = whose["modifier"] + row_penalty(after) - row_penalty(before)
    return {
        **{name: after[name] for name in ROWS},
        "conditions": [*names, "dead"] if after["dead"] else names,
        "modifier": bounded(modifier),
    }


def bounded(number: int) -> int:
    """As much as a test takes for a modifier."""
    return max(-20, min(20, number))


def added(whose: Mapping[str, Any], attribute: str) -> int:
    """What body and load add to a test on this attribute (G38, G86, G96)."""
    rehab = whose["rehab"] if attribute in PHYSICAL else 0
    return int(whose["modifier"] - rehab + whose["encumbrance"])


def fastest(whose: Mapping[str, Any]) -> str:
    """The fastest gait of load and wounds (G31)."""
    body = body_of(whose)
    of_wounds = wound_limit(body["flesh_wounds"], body["deep_wounds"])
    return slowest(whose["gait"], of_wounds)


def may_open(whose: Mapping[str, Any]) -> bool:
    """Has this body stable wounds, which heavy activity opens (G92)?"""
    body = body_of(whose)
    return bool(stable(body, "flesh") + stable(body, "deep"))


def badges(whose: Mapping[str, Any]) -> Iterator[Badge]:
    """The rows as they are marked, and what a full one means (G83-G85)."""
    body = body_of(whose)
    for row, words in (("wound", "Wounds"), ("bruise", "Bruises")):
        if marked := marks(body, row):
            tone = "bad" if full(body, row) else "poor"
            yield Badge(f"{words} {marked} of {body[f'{row}_boxes']}", tone)
    if life_state(body) == "bleeding-out":
        yield Badge("Bleeding out", "worst")
