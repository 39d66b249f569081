"""Rolls that the sheet offers."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.procedures.inputs import Values
from app.core.sheets import Rollable, Sheet
from app.core.support.characters import with_minus
from app.systems.garden.procedures.magick import spell_on
from app.systems.garden.rules.feeding import attacker, caster, modifier, pair
from app.systems.garden.rules.skills import ATTRIBUTES, SKILLS, level
from app.systems.garden.tables.magick import SPELLS, Spell


def knows(sheet: Values, spell: Spell) -> bool:
    """Tell whether a character knows a spell: its discipline has a level of 1 or more (G121)."""
    return bool(sheet[spell.discipline] >= 1)


def known_spells(sheet: Values) -> tuple[Spell, ...]:
    return tuple(row for row in SPELLS if knows(sheet, row))


# --- rolls by their place on the sheet ---


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return every skill, attribute, weapon, spell, task and ongoing spell of the sheet."""
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
    for index, own in enumerate(sheet["own_skills"]):
        yield _skill(sheet, own["name"], own["level"], own["attribute"], f"own_skills/{index}")


def _skill(sheet: Sheet, name: str, level: int, attribute: str, place: str) -> Rollable:
    return Rollable(
        f"{name} + {attribute.capitalize()}",
        "garden.skill_test",
        {"skill_level": level, "attribute": sheet[attribute]},
        place,
        feeds={"modifier": modifier(sheet, attribute)},
    )


def _averages(sheet: Sheet) -> Iterator[Rollable]:
    """Yield the average of each learnt skill (G13, G135)."""
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
        inputs = {"attribute": sheet[attribute]}
        feeds = {"modifier": modifier(sheet, attribute)}
        label = attribute.capitalize()
        yield Rollable(label, "garden.attribute_test", inputs, attribute, feeds=feeds)


def _weapons(sheet: Sheet) -> Iterator[Rollable]:
    for index, weapon in enumerate(sheet["weapons"]):
        kind = weapon["attack_kind"]
        # The modifier is fed for each kind of attack: in an encounter the scene has a say in it.
        inputs = {
            "attack_kind": kind,
            **attacker(sheet, kind),
            "dv": weapon["dv"],
            "damage_type": weapon["damage_type"],
        }
        del inputs["attacker_modifier"]
        yield Rollable(weapon["name"], "garden.attack", inputs, f"weapons/{index}")
        if kind in ("ranged", "thrown") and weapon["short_range"]:
            inputs = {"short_range": weapon["short_range"]}
            label = f"{weapon['name']}: range"
            yield Rollable(label, "garden.range_band", inputs, f"weapons/{index}")


def _spells(sheet: Sheet) -> Iterator[Rollable]:
    for row in known_spells(sheet):
        # So is the modifier of a spell.
        inputs = {"spell": row.spell, **caster(sheet, row.spell)}
        procedure = "garden.cast_opposed" if row.target is None else "garden.cast_spell"
        yield Rollable(row.words, procedure, inputs, f"{row.discipline}/{row.spell}")
    for index, spell in enumerate(sheet["ongoing_spells"]):
        inputs = {"spell": "dispel", **spell_on(spell, sheet)}
        label = f"Dispel {spell['name']}"
        yield Rollable(label, "garden.cast_opposed", inputs, f"ongoing_spells/{index}")


def _tasks(sheet: Sheet) -> Iterator[Rollable]:
    for index, task in enumerate(sheet["tasks"]):
        inputs = {each: task[each] for each in ("target_number", "goal")}
        inputs["progress"] = max(-100, min(100, task["progress"]))
        inputs |= pair(sheet, task["skill"].lower())
        feeds = {name: inputs.pop(name) for name in ("modifier",) if name in inputs}
        yield Rollable(task["name"], "garden.accumulate", inputs, f"tasks/{index}", feeds=feeds)


def rating(roll: Rollable) -> str:
    """Return dice and attribute of a skill: `3d +2` (G6); the attribute alone without a skill."""
    inputs = roll.inputs
    skill = inputs.get("attacker_skill", inputs.get("skill_level"))
    attribute = inputs.get("attacker_attribute", inputs.get("psyche", inputs.get("attribute")))
    if attribute is None:
        return "" if skill is None else str(2 + skill)  # G13: a skill by itself is its average
    # G7: unskilled, the lower of two.
    dice = "" if skill is None else f"{skill}d " if skill else "2d low "
    return with_minus(f"{dice}{attribute:+}")
