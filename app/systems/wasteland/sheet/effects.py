"""Effects of Wasteland on a sheet: injuries by location, radiation, shots of one weapon.

An effect of the rules (`injuries: +1`, `dr: -1`, `shots: -1`) does not say where.
`complete_effect` adds the location, the damage type and persistent damage of the roll; `aim` adds
the weapon or the chem that was used. `apply_effect` takes effects with and without them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, append
from app.core.sheets import ListField, Sheet, apply_plain_effect
from app.systems.wasteland.tables.attacks import ALL_LOCATIONS, OBJECT

#: Fields of the encounter, or without meaning apart from a place.
ELSEWHERE = frozenset({"group_ap", "surplus_ap", "gm_ap", "cover_dice", "shots", "doses", "dr"})

#: The notation of persistent damage: `persistent/3/2/left-arm/energy/hp` changes HP by a hit
#: that does 3 damage again in each of 2 more turns (W7.7).
PERSISTENT = "persistent"


@dataclass(frozen=True)
class Wound:
    """Persistent damage at the end of some more turns (W7.7)."""

    damage: int = 1
    #: Turns still to come.
    turns: int = 1
    location: str = "torso"
    damage_type: str = "physical"
    #: The difficulty of the test that ends it.
    difficulty: int = 1
    #: It was suffered in the present turn, so the next is the first to count.
    waits: bool = False


def complete_effect(effect: Effect, values: Values) -> Effect:
    """Return the effect with location, damage type and persistence of its hit."""
    values = _of_one(effect.who, values)
    located = _located(effect, values)
    goes_on = values.get("persistent_rounds") and values["damage"]
    if not goes_on or effect.field != _suffered(values):
        return located
    wound = (values[name] for name in ("damage", "persistent_rounds", "location", "damage_type"))
    return replace(located, field="/".join([PERSISTENT, *map(str, wound), located.field]))


#: The targets of a blast: `target1`, `target2` and on (W7.14).
IN_THE_ZONE = re.compile(r"target(\d+)")


def _of_one(who: str, values: Values) -> Values:
    """Return the values of a blast for the one target of this effect."""
    one = IN_THE_ZONE.fullmatch(who)
    if one is None or "locations" not in values:
        return values
    index = int(one[1]) - 1
    hp = values["target_hp"]
    return {
        **values,
        "location": values["locations"][index],
        "damage": values["damages"][index],
        # Without an input no target is at 0 HP.
        "hp": hp[index] if hp else None,
    }


def _suffered(values: Values) -> str:
    """Return the field that damage surely changes: at 0 HP it is one more injury (W7.4)."""
    if values["damage_type"] == "radiation":
        return "max_hp"
    return "injuries" if values["hp"] == 0 else "hp"


def wounding(effect: Effect) -> tuple[Effect, Wound | None]:
    """Split an effect into its plain form and the persistent damage it carries."""
    first, *rest = effect.field.split("/")
    if first != PERSISTENT:
        return effect, None
    damage, turns, location, damage_type, field = rest
    wound = wound_of(int(damage), int(turns), location, damage_type)
    return replace(effect, field=field), wound


def wound_of(damage: int, turns: int, location: str, damage_type: str) -> Wound:
    """Build persistent damage; the difficulty of its ending test is its number of turns (W7.7)."""
    return Wound(damage, turns, location, damage_type, difficulty=turns)


def _located(effect: Effect, values: Values) -> Effect:
    """Return the effect with the location, and the damage type, of its hit."""
    location = values.get("location")
    if effect.field == "injuries" and effect.op == "add" and effect.value > 0:
        if location in ALL_LOCATIONS:
            several = {"count": int(effect.value)} if effect.value > 1 else {}
            return append("injuries", {"name": location, **several}, effect.who)
    elif effect.field == "dr" and (location in ALL_LOCATIONS or location == OBJECT):
        return replace(effect, field=f"dr/{location}/{values.get('damage_type', 'physical')}")
    return effect


def aim(sheet: Sheet, effect: Effect, place: str) -> Effect:
    """Direct shots to the weapon used, and doses to the chem given (W6.10, W7.15)."""
    if effect.field == "shots" and place.startswith("weapons/"):
        return replace(effect, field=f"{place}/shots")
    if effect.field == "doses" and place.startswith("chems/"):
        return replace(effect, field=f"{place}/quantity")
    return effect


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Return the sheet after an effect; None where it belongs to the encounter."""
    effect, _ = wounding(effect)
    if effect.field in ELSEWHERE:
        return None
    list_id, _, path = effect.field.partition("/")
    if path:
        return _in_list(sheet, list_id, path, effect)
    match effect.field:
        case "injuries":
            return sheet.with_fields({"injuries": injuries_after(sheet["injuries"], effect)})
        case "max_hp":
            return _radiated(sheet, int(-effect.value))
        case "hp":
            return _healed_or_hurt(sheet, effect)
        case "luck_points" if effect.op == "add":
            points = min(max(0, sheet["luck_points"] + int(effect.value)), sheet["luck"])
            return sheet.with_fields({"luck_points": points})
        case "dying" if effect.value is True:
            # W7.13: damage back to 0 HP ends being stabilised.
            return sheet.with_fields({"dying": True, "stable": False})
    return apply_plain_effect(sheet, effect)


#: More injuries than a sheet holds; it refuses them.
TOO_MANY = 201


def injuries_after(injuries: list[Values], effect: Effect) -> list[dict[str, object]]:
    """Return the injuries after an effect; one without a location only counts (W7.5)."""
    records = [dict(injury) for injury in injuries]
    if effect.op == "set":
        return [dict(injury) for injury in effect.value]
    if effect.op == "append":
        # A record of the sheet says `location`.
        location = effect.value.get("name") or effect.value.get("location", "none")
        count = effect.value.get("count", 1)
        more = range(min(int(count), TOO_MANY))
        return records + [{"location": location, "treated": False} for _ in more]
    for _ in range(min(int(effect.value), TOO_MANY)):
        records.append({"location": "none", "treated": False})
    for _ in range(min(-int(effect.value), len(records))):
        # The oldest is treated, unless another is picked by hand.
        oldest = next((injury for injury in records if not injury["treated"]), None)
        if oldest is not None:
            oldest["treated"] = True
    return records


def _radiated(sheet: Sheet, lost: int) -> Sheet:
    """Take maximum HP by radiation; HP follow only where they now exceed it (W7.6)."""
    # W7.6: never more than there is; a form says 1 when no maximum is left.
    rad_loss = min(max(0, sheet["rad_loss"] + min(lost, sheet["max_hp"])), 200)
    after = sheet.with_fields({"rad_loss": rad_loss})
    if after["hp"] > after["max_hp"]:
        after = after.with_fields({"hp": after["max_hp"]})
    return after


def _healed_or_hurt(sheet: Sheet, effect: Effect) -> Sheet:
    """Change HP, between 0 and the maximum."""
    hp = effect.value if effect.op == "set" else sheet["hp"] + effect.value
    changes: dict[str, Any] = {"hp": min(max(0, int(hp)), sheet["max_hp"])}
    if sheet["stable"] and wakes(effect, sheet["hp"], changes["hp"]):
        changes["stable"] = False
    return sheet.with_fields(changes)


def wakes(effect: Effect, before: int, after: int) -> bool:
    """Tell whether this heal wakes a stabilised character (W7.13).

    Neither the 1 HP of being stabilised does, nor a number corrected by hand.
    """
    return effect.op == "add" and after > before > 0


def _in_list(sheet: Sheet, list_id: str, path: str, effect: Effect) -> Sheet | None:
    """Apply an effect to one entry of a list: `weapons/0/shots`, `dr/torso/physical`.

    Return None where the sheet has no such list; raise BadInput for an entry that is no number.
    """
    if not isinstance(sheet.form.by_id.get(list_id), ListField):
        return None
    if effect.op == "append" or not isinstance(effect.value, (int, float, Fraction)):
        raise BadInput(effect.field, f"{effect.field} changes by a number only")
    which, _, name = path.partition("/")
    entries = [dict(entry) for entry in sheet[list_id]]
    for index, entry in enumerate(entries):
        if which in (str(index), entry.get("location")):
            if not isinstance(entry.get(name), int):
                raise BadInput(effect.field, f"{list_id} {index + 1} has no number {name!r}")
            changed = effect.value if effect.op == "set" else entry[name] + int(effect.value)
            entry[name] = max(0, changed)
            return sheet.with_fields({list_id: entries})
    return sheet
