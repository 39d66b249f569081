"""What rolls from where it stands on a sheet."""

from __future__ import annotations

from typing import Any

from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.chems import doses
from app.systems.wasteland.feeding import DEFEND, ENDURE, FIRST_AID, INSPIRE, skilled, weapon_skill
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.character import SKILLS
from app.systems.wasteland.weapons import attack_inputs, damage_of


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
        *_luck(sheet),
    )


def _luck(sheet: Sheet) -> tuple[Rollable, ...]:
    """List what luck buys; a creature has no LCK (W2.7)."""
    if sheet["kind"] == "creature":
        return ()
    left = {"luck_points": sheet["luck_points"]}
    return (Rollable("Act sooner", "wasteland.act_faster", left, "luck_points"),)


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


def rating(roll: Rollable) -> str:
    """The target number of a test (W1.1), starred with a tag skill (W1.2); a weapon's CD."""
    inputs = roll.inputs
    if "damage_rating" in inputs:
        return f"{inputs['damage_rating'] + inputs.get('bonus_dice', 0)} CD"
    for of in ("", "commander_"):
        if f"{of}attribute" in inputs and f"{of}skill" in inputs:
            star = " \u2605" if inputs.get(f"{of}tagged") else ""
            return f"{inputs[f'{of}attribute'] + inputs[f'{of}skill']}{star}"
    return ""
