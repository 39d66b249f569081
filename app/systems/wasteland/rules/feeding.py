"""Inputs of a roll from the participants' sheets: pairs, weapons, resistance, zones."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Feed, prefilled_by
from app.core.sheets import Sheet
from app.systems.wasteland.rules.zones import MOST, ROWS, known_blast_inputs
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.attacks import OBJECT, WEAPON_CLASSES, locations
from app.systems.wasteland.tables.harm import injury_at

#: Attribute and skill of the actions that have their own test.
DEFEND = ("agility", "Athletics")
FIRST_AID = ("intelligence", "Medicine")
ENDURE = ("endurance", "Survival")
INSPIRE = ("charisma", "Speech")

# --- attribute and skill ---


def skill_of(sheet: Sheet, name: str) -> Values:
    """Return a skill by its name; one the sheet does not list is rated 0."""
    for skill in sheet["skills"]:
        if skill["name"].lower() == name.lower():
            return skill  # type: ignore[no-any-return]
    return {"name": name, "rating": 0, "tagged": False}


def skill_inputs(sheet: Sheet, attribute: str, skill: str, prefix: str = "") -> dict[str, object]:
    """Return a pair of attribute and skill as inputs of a test."""
    record = skill_of(sheet, skill)
    return {
        f"{prefix}attribute": sheet[attribute],
        f"{prefix}skill": record["rating"],
        f"{prefix}tagged": record["tagged"],
    }


def weapon_skill(sheet: Sheet, weapon_class: str) -> dict[str, object]:
    """Return attribute and skill of an attack with a weapon of this class (W6.3-W6.6)."""
    kind = WEAPON_CLASSES[weapon_class]
    return skill_inputs(sheet, kind.attribute, kind.skill)


#: Without a list of weapons a combatant strikes with bare hands (W6.6).
UNARMED = "unarmed"


def bare_hands(sheet: Sheet) -> dict[str, object]:
    """Return the inputs of an attack without a weapon."""
    return {"weapon_class": UNARMED, "target_range": "reach", **weapon_skill(sheet, UNARMED)}


#: The difficulty that each untreated head injury adds to a test that needs sight (W7.3).
BLINDED = 2
#: As far as a modifier of a test goes (W1.13).
MOST_MODIFIER = 5


@prefilled_by("self")
def by_sight(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed a test that needs sight, as an attack does (W6.1): harder with a head injury (W7.3)."""
    harder = BLINDED * count_injuries(own, "head-injury")
    return {"difficulty_modifier": min(MOST_MODIFIER, harder)} if harder else {}


def by_pair(attribute: str, skill: str) -> Feed:
    """Return a feed for a test that is always made with this pair."""

    @prefilled_by("self")
    def feed(own: Sheet, inputs: Values) -> dict[str, object]:
        return skill_inputs(own, attribute, skill)

    return feed


@prefilled_by("self")
def by_weapon(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the pair of the weapon's class; a weapon without a range strikes in reach."""
    chosen = inputs.get("weapon_class")
    if not chosen:
        return {}
    # W6.1, W6.3, W6.6
    within = {} if WEAPON_CLASSES[chosen].counts_range else {"target_range": "reach"}
    return {**weapon_skill(own, chosen), **within}


def defense_with(own: int, bonus: int) -> int:
    """Return Defense with the bonus of a Defend (W5.4); at most the 6 that a test can face."""
    return min(6, own + bonus)


def pool_side(sheet: Sheet) -> str:
    """Return the pool of a sheet without a command, `players` or `gm` (W1.14)."""
    return "players" if sheet["kind"] == "pc" else "gm"


def commander(sheets: Mapping[str, Sheet], inputs: Values) -> dict[str, object]:
    """Feed the commander as the first assistant of a commanded NPC, and their pool (W5.3, W1.14).

    The skill depends on the kind of NPC.
    """
    for row in COMMAND_SKILLS:
        sheet = sheets.get(f"{row.npc}_commander")
        if sheet is not None:
            skill = skill_of(sheet, row.skill)
            crit = max(1, skill["rating"]) if skill["tagged"] else 1  # W1.2
            target = sheet[row.attribute] + skill["rating"]
            first = {"assist_targets": [target], "assist_crits": [crit]}
            return {**first, "side": pool_side(sheet)}
    return {}


# --- bodies ---


def bonus_dice(sheet: Sheet, weapon_class: str) -> int:
    """Return the dice that strength adds to the damage of a weapon of this class (W12.4)."""
    kind = WEAPON_CLASSES[weapon_class]
    return 0 if kind.is_gun or kind.is_thrown else int(sheet["melee_bonus"])


def injured_parts(sheet: Sheet, group: str) -> list[str]:
    """Return the location of each untreated injury of a group (W7.3)."""
    return [
        injury["location"]
        for injury in sheet["injuries"]
        if not injury["treated"]
        and injury["location"] != "none"
        and injury_at(injury["location"]).group == group
    ]


def count_injuries(sheet: Sheet, group: str) -> int:
    """Count the untreated injuries of a group (W7.3)."""
    return len(injured_parts(sheet, group))


def is_lamed(sheet: Sheet) -> bool:
    """Tell whether a leg injury is still untreated (W7.3)."""
    return count_injuries(sheet, "leg-injury") > 0


def resistance(sheet: Sheet, location: str, damage_type: str) -> int:
    """Return the DR at a location against a damage type (W6.9)."""
    for row in sheet["dr"]:
        if row["location"] == location:
            return int(row[damage_type])
    return 0


def resistances(target: Sheet, damage_type: str) -> tuple[int, ...]:
    """Return the DR against a damage type for each hit location row; an object has one for all."""
    parts = locations(target["body_plan"]) or (OBJECT,) * ROWS
    return tuple(resistance(target, part, damage_type) for part in parts)


def whole_body(target: Sheet) -> int:
    """Return the whole body's DR against radiation: the lowest of all locations (W7.6)."""
    return min(resistances(target, "radiation"))


def in_the_zone(sheets: Mapping[str, Sheet], inputs: Values) -> dict[str, object]:
    """Feed a blast with the sheets of the targets in its zone, by their numbers (W7.14)."""
    damage_type = inputs.get("damage_type", "physical")
    places = {number: f"target{number}" for number in range(1, MOST + 1)}
    known = {
        number: _struck(sheets[role], damage_type)
        for number, role in places.items()
        if role in sheets
    }
    return known_blast_inputs(known, inputs)


def _struck(target: Sheet, damage_type: str) -> dict[str, object]:
    """Return the values of a target in the zone: body, DR, HP, injuries, being prone."""
    whole_dr = whole_body(target)
    radiates = damage_type == "radiation"
    return {
        "target_bodies": target["body_plan"],
        # W7.6: a blast of radiation meets the whole body, wherever it strikes.
        "target_dr": (whole_dr,) * ROWS if radiates else resistances(target, damage_type),
        "target_radiation_dr": whole_dr,
        "target_max_hp": max(1, target["max_hp"]),
        "target_hp": target["hp"],
        "target_injuries": min(20, target["untreated"]),
        "prone": target["prone"],
    }
