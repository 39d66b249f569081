"""The character sheet of Striker: skills, techniques with their lines, weapons (S7-S10, S25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.procedures.kinds import OneOf, Text, Whole
from app.core.procedures.notations import Notation
from app.core.procedures.procedure import Procedure
from app.core.sheets import Field, ListField, Rollable, Sheet, SheetForm, Track
from app.systems.striker.inputs import DICE, LONGEST, MOST_DICE
from app.systems.striker.lookups import (
    SKILL_COLUMNS,
    TECHNIQUE_COLUMN,
    line_columns,
    modifier,
    modifier_of,
    names_of,
    skill_rows,
    technique_rows,
)
from app.systems.striker.notation.naming import reader_of as name_reader_of
from app.systems.striker.notation.tokens import NAME_PATTERN, key
from app.systems.striker.notation.writing import reader_of
from app.systems.striker.samples import DARA, GENERIC, KEL, skill
from app.systems.striker.tables.actions import SKILLS

# S10, S24: any name that a line can hold; a new entry has none yet.
_NAME = Text(
    60,
    f"(?:{NAME_PATTERN})?",
    "letters, digits and single dashes, beginning with a letter, and no reserved word",
    label="Name",
    rules=("S10", "S24"),
)
_RANKS = Whole(0, 20, label="Ranks (R)", rules=("S7", "S8"))


def _named(label: str, kinds: str = "skill or technique", must: bool = True) -> Notation:
    """The name of something that stands on the sheet; what is there is offered."""
    return Notation(
        _NAME.longest,
        _NAME.pattern,
        _NAME.said,
        label=label,
        read=name_reader_of(names_of, kinds, must),
        word=True,
        rules=_NAME.rules,
    )


FIELDS = (
    Field("name", Text(80), "", "Character"),
    Field("sophont", Text(80, help="The character’s people.", rules=("S7",)), "", "Character"),
    Field("hp_max", Whole(1, 200, label="Most hit points"), 12, "Health"),
    Field("hp", Whole(0, 200, label="Hit points"), lambda sheet: sheet["hp_max"], "Health"),
    Field("fp_max", Whole(0, 50, label="Most focus points"), 3, "Health"),
    Field("fp", Whole(0, 50, label="Focus points"), lambda sheet: sheet["fp_max"], "Health"),
    Field("target_challenge", Whole(0, 40, label="TC", rules=("S2",)), 12, "Health"),
)

LISTS = (
    ListField(
        "skills",
        "Skills",
        (
            Field("name", _NAME, ""),
            Field("category", OneOf(SKILLS.labels(), rules=("S10",)), "trait"),
            Field("base", Whole(-20, 20, help="−3 and what the sophont adds."), -3),
            Field("ranks", _RANKS, 0),
        ),
        "Skills",
        derived=SKILL_COLUMNS,
        default=(
            skill("Insight", "trait", -3, 0),
            skill("Strength", "trait", -3, 0),
            skill("Cbt-Melee", "combat", -3, 0),
            skill("Cbt-Ranged", "combat", -3, 0),
        ),
    ),
    ListField(
        "techniques",
        "Techniques",
        (
            Field("name", _NAME, ""),
            Field("ranks", _RANKS, 0),
            Field("base_skill", _named("Base skill", "skill"), ""),
            Field(
                "line",
                Notation(
                    LONGEST,
                    help="How it is rolled; this is the technique.",
                    read=reader_of(names_of, "name"),
                    rules=("S23", "S25"),
                ),
                "",
            ),
        ),
        "Skills",
        derived=(TECHNIQUE_COLUMN, *line_columns("name")),
    ),
    ListField(
        "weapons",
        "Weapons",
        (
            Field("name", Text(60), ""),
            Field("skill", _named("Skill or technique"), ""),
            Field("dice", Whole(0, MOST_DICE), 1),
            Field("die", OneOf(DICE), 6),
            Field("note", Text(200), ""),
        ),
        "Actions",
    ),
    ListField(
        "actions",
        "Actions",
        (
            Field("label", Text(60), ""),
            Field(
                "line",
                Notation(
                    LONGEST,
                    read=reader_of(names_of, "subject"),
                    rules=("S23", "S25"),
                ),
                "",
            ),
            Field("subject", _named("this means", must=False), ""),
        ),
        "Actions",
        derived=line_columns("subject"),
        default=GENERIC,
    ),
)


# --- what rolls from the sheet ---


def _of_skills(sheet: Sheet) -> Iterator[Rollable]:
    for index, each in enumerate(sheet["skills"]):
        if not each["name"]:
            continue
        place, chosen = f"skills/{index}", {"modifier": modifier(each)}
        yield Rollable(each["name"], "striker.check", chosen, place)
        yield Rollable(f"{each['name']}, save", "striker.save", chosen, place)
        # S19: only with ranks.
        if each["ranks"]:
            taken = {"take": 10, "ranks": each["ranks"], **chosen}
            yield Rollable(f"{each['name']}, take 10", "striker.take", taken, place)


def _of_techniques(sheet: Sheet) -> Iterator[Rollable]:
    for index, each in enumerate(sheet["techniques"]):
        place, m = f"techniques/{index}", modifier_of(sheet, each["name"])
        if each["line"]:
            chosen = {"text": each["line"], "subject": each["name"]}
            yield Rollable(each["name"], "striker.line_action", chosen, place)
        elif m is not None:
            yield Rollable(each["name"], "striker.check", {"modifier": m}, place)


def _of_weapons(sheet: Sheet) -> Iterator[Rollable]:
    lines = {key(each["name"]): each["line"] for each in sheet["techniques"]}
    for index, each in enumerate(sheet["weapons"]):
        place, label = f"weapons/{index}", each["name"] or "Weapon"
        used = key(each["skill"])
        m = modifier_of(sheet, each["skill"])
        # S9: the technique's line says what is added, the weapon brings the dice.
        if used and lines.get(used):
            chosen = {
                "text": lines[used],
                "subject": each["skill"],
                "weapon_dice": each["dice"],
                "weapon_die": each["die"],
            }
            yield Rollable(label, "striker.line_action", chosen, place)
        elif m is not None:
            dice = {"effect_dice": each["dice"], "effect_die": each["die"]}
            yield Rollable(label, "striker.attack", {"modifier": m, **dice}, place)


def _of_actions(sheet: Sheet) -> Iterator[Rollable]:
    for index, each in enumerate(sheet["actions"]):
        if each["line"]:
            chosen = {"text": each["line"], "subject": each["subject"]}
            label = each["label"] or each["line"]
            yield Rollable(label, "striker.line_action", chosen, f"actions/{index}")


def _weapon_dice(sheet: Sheet, subject: str) -> dict[str, Any]:
    """The dice of the first weapon that is used with this skill or technique."""
    for each in sheet["weapons"]:
        if subject and key(each["skill"]) == subject:
            return {"weapon_dice": each["dice"], "weapon_die": each["die"]}
    return {}


class StrikerSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    tracks = (
        Track("hp", "Hit points", lambda sheet: int(sheet["hp_max"]), rules=("S14",)),
        Track("fp", "Focus points", lambda sheet: int(sheet["fp_max"])),
    )
    samples = (DARA, KEL)
    skills = ("skills", "techniques")
    making = ("Character", "Health", "skills", "weapons")

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """Every technique, weapon and action line, then every skill, each from where it stands."""
        return (
            *_of_techniques(sheet),
            *_of_weapons(sheet),
            *_of_actions(sheet),
            *_of_skills(sheet),
        )

    def rating(self, roll: Rollable) -> str:
        """M, where that alone is added to the d20."""
        m = roll.inputs.get("modifier")
        return "" if m is None else f"{m:+}".replace("-", "\u2212")

    def feed(
        self, procedure: Procedure, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The sheet's skills and techniques, where a line looks up names (S27); the dice of the
        weapon that goes with its subject (S9)."""
        fed: dict[str, Any] = {}
        own = sheets.get("self")
        if own is not None and "skills" in procedure.inputs:
            fed = {"skills": skill_rows(own), "techniques": technique_rows(own)}
        if own is not None and "weapon_dice" in procedure.inputs:
            fed |= _weapon_dice(own, key(inputs.get("subject") or ""))
        return {**fed, **super().feed(procedure, sheets, inputs)}

    def within(self, sheet: Sheet) -> Mapping[str, Any]:
        """Hit points and focus points never pass their most, whichever of the two is changed."""
        return {id: sheet[f"{id}_max"] for id in ("hp", "fp") if sheet[id] > sheet[f"{id}_max"]}


SHEET = StrikerSheet()
