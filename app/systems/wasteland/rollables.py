"""What rolls from where it stands on a sheet, and what the sheets feed to a roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.chems import doses
from app.systems.wasteland.procedures import POOLED
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.attacks import OBJECT, WEAPON_CLASSES, locations
from app.systems.wasteland.tables.character import SKILLS
from app.systems.wasteland.tables.harm import injury_at
from app.systems.wasteland.weapons import attack_inputs, damage_of
from app.systems.wasteland.zones import MOST, ROWS, told_of

#: Attribute and skill of the actions that have their own test.
DEFEND = ("agility", "Athletics")
FIRST_AID = ("intelligence", "Medicine")
ENDURE = ("endurance", "Survival")
INSPIRE = ("charisma", "Speech")

#: Tests that an NPC makes on command, with the commander as the first assistant (W5.3).
ON_COMMAND = frozenset(f"wasteland.{name}" for name in ("attack", "defend", "first_aid", "rally"))


def skill_of(sheet: Sheet, name: str) -> Mapping[str, Any]:
    """A skill by its name; one the sheet does not list is rated 0."""
    for skill in sheet["skills"]:
        if skill["name"].lower() == name.lower():
            return skill  # type: ignore[no-any-return]
    return {"name": name, "rating": 0, "tagged": False}


def skilled(sheet: Sheet, attribute: str, skill: str, prefix: str = "") -> dict[str, Any]:
    """A pair of attribute and skill as inputs of a test."""
    found = skill_of(sheet, skill)
    return {
        f"{prefix}attribute": sheet[attribute],
        f"{prefix}skill": found["rating"],
        f"{prefix}tagged": found["tagged"],
    }


def weapon_skill(sheet: Sheet, weapon_class: str) -> dict[str, Any]:
    """Attribute and skill of an attack with a weapon of this class (W6.3-W6.6)."""
    kind = WEAPON_CLASSES[weapon_class]
    return skilled(sheet, kind.attribute, kind.skill)


def resistance(sheet: Sheet, location: str, damage_type: str) -> int:
    """DR at a location against a damage type (W6.9)."""
    for row in sheet["dr"]:
        if row["location"] == location:
            return int(row[damage_type])
    return 0


def injured(sheet: Sheet, group: str) -> int:
    """How many untreated injuries of a group there are (W7.3); each counts on its own."""
    return sum(
        not injury["treated"]
        and injury["location"] != "none"
        and injury_at(injury["location"]).group == group
        for injury in sheet["injuries"]
    )


def lamed(sheet: Sheet) -> bool:
    """Is a leg injury still untreated (W7.3)?"""
    return injured(sheet, "leg-injury") > 0


# --- what rolls from where it stands ---


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Skills, weapons, actions with a test of their own, injuries, luck."""
    return (
        *_skills(sheet),
        *_weapons(sheet),
        *_actions(sheet),
        *doses(sheet["chems"]),
        Rollable("Initiative", "wasteland.initiative", _initiative(sheet), "initiative"),
        *(
            Rollable(
                "What the injury does",
                "wasteland.injury",
                {"location": injury["location"]},
                f"injuries/{place}",
            )
            for place, injury in enumerate(sheet["injuries"])
            if injury["location"] != "none" and not injury["treated"]
        ),
        Rollable(
            "Act sooner",
            "wasteland.act_faster",
            {"luck_points": sheet["luck_points"]},
            "luck_points",
        ),
    )


def _skills(sheet: Sheet) -> tuple[Rollable, ...]:
    """A test of every skill, with its usual attribute; help with those one has learnt."""
    made = []
    for place, skill in enumerate(sheet["skills"]):
        name, where = skill["name"], f"skills/{place}"
        inputs = {"skill": skill["rating"], "tagged": skill["tagged"]}
        if name in SKILLS:
            inputs["attribute"] = sheet[SKILLS[name]]
        made.append(Rollable(name, "wasteland.skill_test", inputs, where))
        if skill["rating"]:
            made.append(Rollable(f"Help with {name}", "wasteland.assist", inputs, where))
    return tuple(made)


def _weapons(sheet: Sheet) -> tuple[Rollable, ...]:
    """Attack and damage of every weapon."""
    made = []
    for place, weapon in enumerate(sheet["weapons"]):
        name, where = weapon["name"] or "Weapon", f"weapons/{place}"
        skill = weapon_skill(sheet, weapon["weapon_class"])
        attack = {**attack_inputs(weapon), **skill}
        procedure, damage = damage_of(weapon, sheet["melee_bonus"])
        made.append(Rollable(name, "wasteland.attack", attack, where))
        made.append(Rollable(f"{name}: damage", procedure, damage, where))
    return tuple(made)


def _place_of(sheet: Sheet, skill: str) -> str:
    names = [each["name"] for each in sheet["skills"]]
    return f"skills/{names.index(skill)}" if skill in names else ""


def _actions(sheet: Sheet) -> tuple[Rollable, ...]:
    """Major actions that are tests of their own (W5), and the dying test (W7.5)."""

    def made(label: str, procedure: str, pair: tuple[str, str], **more: Any) -> Rollable:
        inputs = {**skilled(sheet, *pair), **more}
        return Rollable(label, f"wasteland.{procedure}", inputs, _place_of(sheet, pair[1]))

    return (
        made("Defend", "defend", DEFEND, defense=min(6, sheet["defense"])),
        made("First Aid", "first_aid", FIRST_AID),
        made("Rally", "rally", ENDURE, approach="endure"),
        made("Rally, inspiring", "rally", INSPIRE, approach="inspire"),
        *(
            Rollable(
                f"Command: {row.words.lower()}",
                "wasteland.command_npc",
                {"npc_kind": row.npc, **skilled(sheet, row.attribute, row.skill, "commander_")},
                _place_of(sheet, row.skill),
            )
            for row in COMMAND_SKILLS
        ),
        *(
            (made("Dying test", "dying_test", ENDURE, injuries=min(20, sheet["untreated"])),)
            if sheet["dying"] and not sheet["dead"]
            else ()
        ),
    )


def _initiative(sheet: Sheet) -> dict[str, Any]:
    bonus = 0 if sheet["kind"] == "creature" else sheet["initiative_bonus"]
    names = ("kind", "perception", "agility", "body", "mind")
    return {**{name: sheet[name] for name in names}, "bonus": bonus}


# --- what the sheets feed to a roll ---


def feed(procedure: str, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs that hang on other inputs, or on more than one field of a sheet."""
    fed: dict[str, Any] = {}
    own, target = sheets.get("self"), sheets.get("target")
    if own is not None:
        fed |= _own(procedure, own, inputs)
    if target is not None:
        fed |= _met(procedure, target, inputs)
    if procedure == "wasteland.blast":
        fed |= told_of(_in_the_zone(sheets, inputs.get("damage_type", "physical")), inputs)
    if procedure == "wasteland.first_aid" and "patient" in sheets and own is not None:
        fed["on_self"] = sheets["patient"] == own
    if procedure in ON_COMMAND:
        fed |= _commander(sheets)
    return fed


def _commander(sheets: Mapping[str, Sheet]) -> dict[str, Any]:
    """Who commands an NPC's own roll is its first assistant, by what the NPC is (W5.3)."""
    for row in COMMAND_SKILLS:
        commander = sheets.get(f"{row.npc}_commander")
        if commander is not None:
            skill = skill_of(commander, row.skill)
            crit = max(1, skill["rating"]) if skill["tagged"] else 1  # W1.2
            target = commander[row.attribute] + skill["rating"]
            return {"assist_targets": [target], "assist_crits": [crit]}
    return {}


def _own(procedure: str, own: Sheet, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet of whoever rolls tells."""
    fed: dict[str, Any] = {}
    if procedure in POOLED:
        fed["side"] = "players" if own["kind"] == "pc" else "gm"  # W1.14
    match procedure.partition(".")[2]:
        case "attack" if inputs.get("weapon_class"):
            fed |= weapon_skill(own, inputs["weapon_class"])
        case "damage" | "blast" if inputs.get("weapon_class"):
            kind = WEAPON_CLASSES[inputs["weapon_class"]]
            melee = not kind.is_gun and not kind.is_thrown
            fed["bonus_dice"] = own["melee_bonus"] if melee else 0
        case "defend":
            fed |= skilled(own, *DEFEND)
        case "first_aid":
            fed |= skilled(own, *FIRST_AID)
        case "dying_test":
            fed |= skilled(own, *ENDURE)
        case "rally" if inputs.get("approach") != "other":
            fed |= skilled(own, *(INSPIRE if inputs.get("approach") == "inspire" else ENDURE))
        case "command_npc" if inputs.get("npc_kind"):
            row = COMMAND_SKILLS[inputs["npc_kind"]]
            fed |= skilled(own, row.attribute, row.skill, "commander_")
        case "action_budget":
            fed |= {
                "leg_injury": lamed(own),
                "no_free_actions": own["stunned"] or own["dazed"],
            }
        case "initiative":
            fed |= _initiative(own)
    return fed


def _met(procedure: str, target: Sheet, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet of whoever is hit tells: DR where and against what it counts."""
    if procedure == "wasteland.damage":
        location = inputs.get("location", "torso")
        return {
            "dr": resistance(target, location, inputs.get("damage_type", "physical")),
            "radiation_dr": resistance(target, location, "radiation"),
        }
    if procedure == "wasteland.spread_hit":
        return {
            "body_plan": target["body_plan"],
            "dr_list": list(resistances(target, inputs.get("damage_type", "physical"))),
        }
    return {}


def _in_the_zone(sheets: Mapping[str, Sheet], damage_type: str) -> dict[int, dict[str, Any]]:
    """What the sheets of those in the zone of a blast tell, by their places (W7.14)."""
    places = {place: f"target{place}" for place in range(1, MOST + 1)}
    return {
        place: _struck(sheets[role], damage_type)
        for place, role in places.items()
        if role in sheets
    }


def _struck(target: Sheet, damage_type: str) -> dict[str, Any]:
    """What counts of somebody in the zone: body, DR, HP, injuries, being prone."""
    return {
        "target_bodies": target["body_plan"],
        "target_dr": resistances(target, damage_type),
        # Ruling: the same at every location; the torso's, where a sheet tells them apart.
        "target_radiation_dr": resistance(target, TORSO, "radiation"),
        "target_max_hp": max(1, target["max_hp"]),
        "target_hp": target["hp"],
        "target_injuries": min(20, target["untreated"]),
        "prone": target["prone"],
    }


#: Where most of a body is.
TORSO = "torso"


def resistances(target: Sheet, damage_type: str) -> tuple[int, ...]:
    """DR against a damage type by the rows of the hit location table; an object's own for all."""
    parts = locations(target["body_plan"]) or (OBJECT,) * ROWS
    return tuple(resistance(target, part, damage_type) for part in parts)


def rating(roll: Rollable) -> str:
    """The target number of a test (W1.1), starred with a tag skill (W1.2); a weapon's CD."""
    told = roll.inputs
    if "damage_rating" in told:
        return f"{told['damage_rating'] + told.get('bonus_dice', 0)} CD"
    for of in ("", "commander_"):
        if f"{of}attribute" in told and f"{of}skill" in told:
            star = " \u2605" if told.get(f"{of}tagged") else ""
            return f"{told[f'{of}attribute'] + told[f'{of}skill']}{star}"
    return ""
