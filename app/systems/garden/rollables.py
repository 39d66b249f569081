"""What can be rolled from where it stands on the sheet, and what sheets feed into rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.sheets import Rollable, Sheet
from app.systems.garden.injuries import full, opened, suffers
from app.systems.garden.procedures.magick import SPELL_HOLDS
from app.systems.garden.skills import ATTRIBUTES, SKILLS, level
from app.systems.garden.tables.combat import ATTACKS, DEFENSES
from app.systems.garden.tables.magick import SPELLS, Spell

#: A deep wound healed unaided hampers tests on these (G96).
PHYSICAL = ("agility", "body")

#: Tests on Body or Agility, by the modifier they take; `passive` ones are no action, so that a
#: load does not hamper them (G38).
PHYSICAL_TESTS = {
    "garden.jump",
    "garden.fall",
    "garden.swim_current",
    "garden.vehicle_fire",
}
PASSIVE_PHYSICAL_TESTS = {
    "garden.hold_breath",
    "garden.disease",
    "garden.common_cold",
    "garden.electricity",
    "garden.radiation_test",
    "garden.degeneration",
}
PASSIVE_TESTS = {*PASSIVE_PHYSICAL_TESTS, "garden.panic", "garden.pass_time"}
#: These take the load by an input of its own (G35).
LOAD_APART = {"garden.swim_current", "garden.water_action"}
#: Inputs that are the level of a skill: whose, and of which.
LEVELS = {
    "athletics": ("self", "athletics"),
    "awareness": ("self", "awareness"),
    "medicine": ("self", "medicine"),
    "pilot": ("self", "pilot"),
    "stealth": ("attacker", "stealth"),
    "runner_athletics": ("runner", "athletics"),
    "pursuer_athletics": ("pursuer", "athletics"),
}
#: Tests that Bolster may help, by the ailment that it names (G130).
AILMENTS = {
    "garden.disease": "disease",
    "garden.common_cold": "common-cold",
    "garden.radiation_test": "radiation",
}


def modifier(sheet: Sheet, attribute: str = "", load: bool = True) -> int:
    """What the sheet adds to a test: wounds, other penalties, rehabilitation, load."""
    rehab = sheet["rehab"] if attribute in PHYSICAL else 0
    carried = sheet["encumbrance"] if load else 0
    return max(-20, int(sheet["modifier"]) - rehab + carried)


def knows(sheet: Mapping[str, Any], spell: Spell) -> bool:
    """A character knows the spells of a discipline with a level of 1 or more (G121)."""
    return bool(sheet[spell.discipline] >= 1)


def known_spells(sheet: Mapping[str, Any]) -> tuple[Spell, ...]:
    return tuple(row for row in SPELLS if knows(sheet, row))


# --- what rolls from where it stands ---


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Every skill, attribute, weapon, spell, task and ongoing spell of the sheet."""
    return (
        *_skills(sheet),
        *_averages(sheet),
        *_attributes(sheet),
        *_weapons(sheet),
        *_spells(sheet),
        *_tasks(sheet),
    )


def _skills(sheet: Sheet) -> Iterator[Rollable]:
    for skill, attribute in SKILLS.items():
        yield _skill(sheet, skill.capitalize(), level(sheet, skill), attribute, skill)
    for place, own in enumerate(sheet["own_skills"]):
        yield _skill(sheet, own["name"], own["level"], own["attribute"], f"own_skills/{place}")


def _skill(sheet: Sheet, name: str, level: int, attribute: str, place: str) -> Rollable:
    return Rollable(
        f"{name} + {attribute.capitalize()}",
        "garden.skill_test",
        {"skill_level": level, "attribute": sheet[attribute]},
        place,
        feeds={"modifier": modifier(sheet, attribute)},
    )


def _averages(sheet: Sheet) -> Iterator[Rollable]:
    """What each skill that was ever learnt comes to at leisure (G13, G135)."""
    named = [(skill.capitalize(), level(sheet, skill), skill) for skill in SKILLS]
    own = [
        (each["name"], each["level"], f"own_skills/{place}")
        for place, each in enumerate(sheet["own_skills"])
    ]
    for label, learnt, place in (*named, *own):
        if learnt:
            yield Rollable(label, "garden.take_average", {"skill_level": learnt}, place)


def _attributes(sheet: Sheet) -> Iterator[Rollable]:
    for attribute in ATTRIBUTES:
        told = {"attribute": sheet[attribute]}
        feeds = {"modifier": modifier(sheet, attribute)}
        label = attribute.capitalize()
        yield Rollable(label, "garden.attribute_test", told, attribute, feeds=feeds)


def _weapons(sheet: Sheet) -> Iterator[Rollable]:
    for place, weapon in enumerate(sheet["weapons"]):
        kind = weapon["attack_kind"]
        # The modifier is fed for each kind of attack: in an encounter the scene has a say in it.
        told = {
            "attack_kind": kind,
            **_attacker(sheet, kind),
            "dv": weapon["dv"],
            "damage_type": weapon["damage_type"],
        }
        del told["attacker_modifier"]
        yield Rollable(weapon["name"], "garden.attack", told, f"weapons/{place}")
        if kind in ("ranged", "thrown") and weapon["short_range"]:
            told = {"short_range": weapon["short_range"]}
            label = f"{weapon['name']}: range"
            yield Rollable(label, "garden.range_band", told, f"weapons/{place}")


def _spells(sheet: Sheet) -> Iterator[Rollable]:
    for row in known_spells(sheet):
        # So is the modifier of a spell.
        told = {"spell": row.spell, **_caster(sheet, row)}
        del told["modifier"]
        procedure = "garden.cast_opposed" if row.target is None else "garden.cast_spell"
        yield Rollable(row.words, procedure, told, row.discipline)
    for place, spell in enumerate(sheet["ongoing_spells"]):
        told = {"spell": "dispel", **_spell_on(spell)}
        label = f"Dispel {spell['name']}"
        yield Rollable(label, "garden.cast_opposed", told, f"ongoing_spells/{place}")


def _tasks(sheet: Sheet) -> Iterator[Rollable]:
    for place, task in enumerate(sheet["tasks"]):
        told = {each: task[each] for each in ("target_number", "goal")}
        told["progress"] = max(-100, min(100, task["progress"]))
        told |= _pair(sheet, task["skill"].lower())
        feeds = {name: told.pop(name) for name in ("modifier",) if name in told}
        yield Rollable(task["name"], "garden.accumulate", told, f"tasks/{place}", feeds=feeds)


# --- what sheets feed ---


def _pair(sheet: Sheet, skill: str) -> dict[str, int]:
    """A skill that the rules name with its usual attribute, as a test takes them."""
    if skill not in SKILLS:
        return {}
    return {
        "skill_level": level(sheet, skill),
        "attribute": sheet[SKILLS[skill]],
        "modifier": modifier(sheet, SKILLS[skill]),
    }


def _attacker(sheet: Sheet, kind: str) -> dict[str, int]:
    """Skill, attribute and modifier of an attack (G57)."""
    row = ATTACKS[kind]
    return {
        "attacker_skill": level(sheet, row.skill),
        "attacker_attribute": sheet[row.attribute],
        "attacker_modifier": modifier(sheet, row.attribute),
    }


def _defender(sheet: Sheet, kind: str) -> dict[str, int]:
    """Skill, attribute and modifier of a defence (G58, G60); the unaware roll nothing."""
    if kind == "unaware":
        return {}
    row = DEFENSES[kind]
    return {
        "defender_skill": level(sheet, row.skill),
        "defender_attribute": sheet[row.attribute],
        "defender_modifier": modifier(sheet, row.attribute),
    }


def _caster(sheet: Sheet, row: Spell) -> dict[str, int]:
    told = {"skill_level": level(sheet, row.discipline), "modifier": modifier(sheet)}
    name = "psyche" if row.target is None else "attribute"
    return {**told, name: sheet[row.attribute]}


def feed(procedure: str, roles: Mapping[str, Sheet], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheets of those who are cast put into a roll, beside fields of the same name."""
    fed: dict[str, Any] = {
        name: level(roles[role], skill)
        for name, (role, skill) in LEVELS.items()
        if role in roles and name in inputs
    }
    mine, target = roles.get("self"), roles.get("target")
    if mine is not None:
        fed |= _fed_by_self(procedure, mine, inputs)
    if target is not None:
        fed |= _fed_by_target(procedure, target, inputs)
    if procedure in ("garden.chase_round", "garden.chase_obstacle"):
        for role in ("runner", "pursuer"):
            if role in roles:
                fed[f"{role}_modifier"] = modifier(roles[role], "body")
    if procedure == "garden.surprise" and "attacker" in roles:
        fed["attacker_modifier"] = modifier(roles["attacker"], "agility")
    return {name: value for name, value in fed.items() if name in inputs}


def _fed_by_target(procedure: str, sheet: Sheet, inputs: Mapping[str, Any]) -> dict[str, Any]:
    if procedure == "garden.attack":
        # G85: the row as it is before the blow. G123: Shield helps against spirits.
        rows = {"bruise_row_full": full(sheet, "bruise"), "shielded": suffers(sheet, "shielded")}
        return {**rows, **_defender(sheet, inputs.get("defense_kind", "defense"))}
    if procedure == "garden.cast_opposed":
        spells = sheet["ongoing_spells"]
        if inputs["spell"] == "dispel" and len(spells) == 1:
            return _spell_on(spells[0])
        # Resisting is no action, so that a load does not hamper it (G38).
        against = modifier(sheet, load=False)
        return {"shielded": suffers(sheet, "shielded"), "opposing_modifier": against}
    if procedure == "garden.opposed_test":
        return {"opponent_modifier": modifier(sheet)}
    return {}


def _spell_on(spell: Mapping[str, Any]) -> dict[str, Any]:
    """What opposes its dispelling: its caster, whoever bears it (G121, G131)."""
    return {
        "opposing_psyche": spell["psyche"],
        "opposing_modifier": 0,
        "shielded": False,
        "spell_damage": min(SPELL_HOLDS, spell["damage"]),
    }


def _fed_by_self(procedure: str, sheet: Sheet, inputs: Mapping[str, Any]) -> dict[str, Any]:
    if procedure in ("garden.persuade", "garden.npc_appeal"):
        return _pair(sheet, inputs["skill"])
    if procedure == "garden.attack":
        return _attacker(sheet, inputs["attack_kind"])
    if procedure in ("garden.cast_spell", "garden.cast_opposed"):
        return _caster(sheet, SPELLS[inputs["spell"]])
    if procedure == "garden.opposed_test":
        return {"actor_modifier": modifier(sheet)}
    if procedure == "garden.surprise":
        return {"target_modifier": modifier(sheet, load=False)}
    if procedure == "garden.degeneration":
        wounds = opened(sheet, inputs["wound_type"])
        told = {"modifier": modifier(sheet, "body", load=False)}
        return {**told, "open_wounds": wounds} if wounds else told
    if procedure == "garden.pass_time":
        # The clock adds the wound penalty of each moment itself (G86).
        return {"modifier": max(-20, sheet["other_penalty"] - sheet["rehab"])}
    told = {}
    if procedure == "garden.fall":
        told["bruise_row_full"] = full(sheet, "bruise")
    if procedure in AILMENTS:
        told["bolstered"] = suffers(sheet, f"bolstered-{AILMENTS[procedure]}")
    physical = procedure in PHYSICAL_TESTS | PASSIVE_PHYSICAL_TESTS
    load = procedure not in PASSIVE_TESTS | LOAD_APART
    return {**told, "modifier": modifier(sheet, "body" if physical else "", load)}


def rating(roll: Rollable) -> str:
    """Dice and attribute of a skill: `3d +2` (G6); the attribute alone where no skill is used."""
    told = roll.inputs
    if roll.procedure == "garden.take_average":
        return str(2 + told["skill_level"])
    skill = told.get("attacker_skill", told.get("skill_level"))
    attribute = told.get("attacker_attribute", told.get("psyche", told.get("attribute")))
    if attribute is None:
        return ""
    # G7: unskilled, the lower of two.
    dice = "" if skill is None else f"{skill}d " if skill else "2d low "
    return f"{dice}{attribute:+}".replace("-", "\u2212")
