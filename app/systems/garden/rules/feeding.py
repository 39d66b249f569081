"""Inputs that the sheets of the participants feed into a test: skills, attributes, modifiers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Feed, prefilled_by
from app.core.sheets import FeedTarget, Sheet
from app.systems.garden.rules.injuries import suffers
from app.systems.garden.rules.skills import SKILLS, level
from app.systems.garden.tables.combat import ATTACKS, DEFENSES
from app.systems.garden.tables.magick import SPELLS

#: A deep wound healed unaided hampers tests on these (G96).
PHYSICAL = ("agility", "body")


def modifier(sheet: Sheet, attribute: str = "", load: bool = True) -> int:
    """Return the sheet's modifier of a test: wounds, other penalties, rehabilitation, load."""
    rehab = sheet["rehab"] if attribute in PHYSICAL else 0
    carried = sheet["encumbrance"] if load else 0
    return max(-20, int(sheet["modifier"]) - rehab + carried)


def implied_inputs(procedure: FeedTarget, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """Return the inputs that a test's signature implies: effective skills, and modifiers.

    A skill includes the level that Invocate lends (G128). The modifier goes with Agility or Body
    from the same sheet (G96); it excludes a load that is an input of its own (G35).
    """
    values: dict[str, int] = {}
    skills, modifiers = _implied(procedure)
    for name, part, field in skills:
        if part in sheets:
            values[name] = level(sheets[part], field)
    for name, part, physical, load in modifiers:
        if part in sheets:
            values[name] = modifier(sheets[part], physical, load)
    return values


@cache
def _implied(
    procedure: FeedTarget,
) -> tuple[tuple[tuple[str, str, str], ...], tuple[tuple[str, str, str, bool], ...]]:
    """Return the skill inputs and the modifier inputs of a procedure.

    Skills are (name, part, skill); modifiers are (name, part, attribute, whether the load is
    included).
    """
    sources = {name: _source(each.kind.sheet) for name, each in procedure.inputs.items()}
    skills, modifiers = [], []
    for name, (part, field) in sources.items():
        if field in SKILLS:
            skills.append((name, part, field))
        # A penalty is a number of its own (G133).
        if field == "modifier" and name.endswith("modifier"):
            physical = (each for each in PHYSICAL if (part, each) in sources.values())
            load = (part, "encumbrance") not in sources.values()
            modifiers.append((name, part, next(physical, ""), load))
    return tuple(skills), tuple(modifiers)


def _source(sheet: str) -> tuple[str, str]:
    """Return the part and the field that feed an input, as of `target:flesh`."""
    part, _, field = sheet.rpartition(":")
    return part or "self", field


# --- tests that are no action ---


def passive(attribute: str = "", ailment: str = "") -> Feed:
    """Return a feed for a test that is no action, so that a load does not hamper it (G38).

    ailment: the one that Bolster may help against (G130).
    """

    @prefilled_by("self")
    def feed(own: Sheet, inputs: Values) -> dict[str, object]:
        bolstered = {"bolstered": suffers(own, f"bolstered-{ailment}")} if ailment else {}
        return {**bolstered, "modifier": modifier(own, attribute, load=False)}

    return feed


# --- a skill with its attribute ---


def pair(sheet: Sheet, skill: str) -> dict[str, int]:
    """Return the inputs of a skill that the rules name, with its usual attribute."""
    if skill not in SKILLS:
        return {}
    return {
        "skill_level": level(sheet, skill),
        "attribute": sheet[SKILLS[skill]],
        "modifier": modifier(sheet, SKILLS[skill]),
    }


@prefilled_by("self")
def by_skill(own: Sheet, inputs: Values) -> dict[str, Any]:
    """Feed the skill that the form names."""
    return pair(own, inputs["skill"])


def attacker(sheet: Sheet, kind: str) -> dict[str, int]:
    """Return skill, attribute and modifier of an attack (G57)."""
    row = ATTACKS[kind]
    return {
        "attacker_skill": level(sheet, row.skill),
        "attacker_attribute": sheet[row.attribute],
        "attacker_modifier": modifier(sheet, row.attribute),
    }


def defender(sheet: Sheet, kind: str, cluttered: bool = False) -> dict[str, int]:
    """Look up skill, attribute and modifier of a defence (G58, G60); the unaware roll nothing.

    cluttered: the space is too narrow for a weapon longer than an arm (G75).
    """
    if kind == "unaware":
        return {"defender_modifier": max(-20, sheet["modifier"])}
    row = DEFENSES[kind]
    hampered = cluttered and kind == "block" and has_long_blades_only(sheet)
    return {
        "defender_skill": level(sheet, row.skill),
        "defender_attribute": sheet[row.attribute],
        "defender_modifier": max(-20, modifier(sheet, row.attribute) - hampered),
    }


def has_long_blades_only(sheet: Sheet) -> bool:
    """Tell whether every melee weapon of the sheet is longer than an arm (G60, G75)."""
    blades = [weapon for weapon in sheet["weapons"] if weapon["attack_kind"] == "melee"]
    return bool(blades) and all(blade["long"] for blade in blades)


def caster(sheet: Sheet, spell: str) -> dict[str, int]:
    """Return the discipline's level and the attribute of a spell (G121)."""
    row = SPELLS[spell]
    name = "psyche" if row.target is None else "attribute"
    return {"skill_level": level(sheet, row.discipline), name: sheet[row.attribute]}


@prefilled_by("self")
def by_spell(own: Sheet, inputs: Values) -> dict[str, Any]:
    """Feed skill and attribute of the spell."""
    return caster(own, inputs["spell"])
