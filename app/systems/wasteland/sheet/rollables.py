"""Rolls that a sheet offers."""

from __future__ import annotations

from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.rules.feeding import (
    DEFEND,
    ENDURE,
    FIRST_AID,
    INSPIRE,
    skill_inputs,
    weapon_skill,
)
from app.systems.wasteland.rules.weapons import attack_inputs, damage_of
from app.systems.wasteland.sheet.chems import doses
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.character import SKILLS


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return skills, weapons, actions with a test of their own, injuries, luck."""
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
                f"injuries/{index}",
            )
            for index, injury in enumerate(sheet["injuries"])
            if injury["location"] != "none" and not injury["treated"]
        ),
        *_luck(sheet),
    )


def _luck(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return the uses of luck; a creature has no LCK (W2.7)."""
    if sheet["kind"] == "creature":
        return ()
    inputs = {"luck_points": sheet["luck_points"]}
    return (Rollable("Act sooner", "wasteland.act_faster", inputs, "luck_points"),)


def _skills(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return a test of every skill, with its usual attribute; help with learnt ones."""
    result = []
    for index, skill in enumerate(sheet["skills"]):
        name, where = skill["name"], f"skills/{index}"
        inputs = {"skill": skill["rating"], "tagged": skill["tagged"]}
        if name in SKILLS:
            inputs["attribute"] = sheet[SKILLS[name]]
        result.append(Rollable(name, "wasteland.skill_test", inputs, where))
        if skill["rating"]:
            result.append(Rollable(f"Help with {name}", "wasteland.assist", inputs, where))
    return tuple(result)


def _weapons(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return attack and damage of every weapon."""
    result = []
    for index, weapon in enumerate(sheet["weapons"]):
        name, where = weapon["name"] or "Weapon", f"weapons/{index}"
        skill = weapon_skill(sheet, weapon["weapon_class"])
        attack = {**attack_inputs(weapon), **skill}
        procedure, damage = damage_of(weapon, sheet["melee_bonus"])
        result.append(Rollable(name, "wasteland.attack", attack, where))
        result.append(Rollable(f"{name}: damage", procedure, damage, where))
    return tuple(result)


def _place_of(sheet: Sheet, skill: str) -> str:
    names = [skill["name"] for skill in sheet["skills"]]
    return f"skills/{names.index(skill)}" if skill in names else ""


def _actions(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return major actions that are tests of their own (W5), and the dying test (W7.5)."""

    def test(label: str, procedure: str, pair: tuple[str, str], **more: object) -> Rollable:
        inputs = {**skill_inputs(sheet, *pair), **more}
        return Rollable(label, f"wasteland.{procedure}", inputs, _place_of(sheet, pair[1]))

    return (
        test("Defend", "defend", DEFEND, defense=sheet["defense"]),
        test("First Aid", "first_aid", FIRST_AID),
        test("Rally", "rally", ENDURE, approach="endure"),
        test("Rally, inspiring", "rally", INSPIRE, approach="inspire"),
        *(
            Rollable(
                f"Command: {row.words.lower()}",
                "wasteland.command_npc",
                {
                    "npc_kind": row.npc,
                    **skill_inputs(sheet, row.attribute, row.skill, "commander_"),
                },
                _place_of(sheet, row.skill),
            )
            for row in COMMAND_SKILLS
        ),
        *(
            (test("Dying test", "dying_test", ENDURE, injuries=min(20, sheet["untreated"])),)
            if sheet["dying"] and not sheet["dead"]
            else ()
        ),
    )


def _initiative(sheet: Sheet) -> dict[str, object]:
    bonus = 0 if sheet["kind"] == "creature" else sheet["initiative_bonus"]
    names = ("kind", "perception", "agility", "body", "mind")
    return {**{name: sheet[name] for name in names}, "bonus": bonus}


def rating(roll: Rollable) -> str:
    """Return the target number of a test (W1.1), starred with a tag skill (W1.2); a weapon's CD."""
    inputs = roll.inputs
    if "damage_rating" in inputs:
        return f"{inputs['damage_rating'] + inputs.get('bonus_dice', 0)} CD"
    for of in ("", "commander_"):
        if f"{of}attribute" in inputs and f"{of}skill" in inputs:
            star = " \u2605" if inputs.get(f"{of}tagged") else ""
            return f"{inputs[f'{of}attribute'] + inputs[f'{of}skill']}{star}"
    return ""
