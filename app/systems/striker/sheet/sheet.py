"""The character sheet of Striker: skills, techniques with their lines, weapons (S7-S10, S25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Text, Whole
from app.core.procedures.notations import Notation
from app.core.sheets import FeedTarget, Field, ListField, Rollable, Sheet, SheetForm, Track
from app.core.support.characters import with_minus
from app.systems.striker.notation.dialects import REFERENCE, read_line
from app.systems.striker.notation.naming import reader_of as name_reader_of
from app.systems.striker.notation.tokens import NAME_PATTERN, key
from app.systems.striker.notation.tree import Against, Check, NotationLine, Save
from app.systems.striker.notation.writing import reader_of
from app.systems.striker.rules.inputs import DICE, KIND, LONGEST, MOST_DICE
from app.systems.striker.samples import DARA, GENERIC, KEL, skill
from app.systems.striker.sheet.lookups import (
    SKILL_COLUMNS,
    TECHNIQUE_COLUMN,
    TRAIT_COLUMN,
    advantage_on,
    line_columns,
    maximum,
    modifier,
    modifier_of,
    names_of,
    number_rows,
    numbers_for_traits,
    numbers_on,
    skill_rows,
    target_challenge,
    technique_rows,
)
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
    """Return the input of a name on the sheet, with its names offered."""
    return Notation(
        _NAME.longest,
        _NAME.pattern,
        _NAME.correction,
        label=label,
        read=name_reader_of(names_of, kinds, must),
        word=True,
        rules=_NAME.rules,
    )


def _factor(label: str, help: str) -> Whole:
    return Whole(0, 50, label=label, help=help, rules=("S43",))


HP_MAX = Whole(1, 200, label="Most hit points", help="Default: HX • (1 + M of Health).")
FP_MAX = Whole(0, 50, label="Most focus points", help="Default: FX • (1 + M of Focus).")
EP_MAX = Whole(0, 50, label="Most energy points", help="Default: EX • (1 + M of Energy).")

FIELDS = (
    Field("name", Text(80), "", "Character"),
    Field("sophont", Text(80, help="The character’s people.", rules=("S7",)), "", "Character"),
    Field("hp_max", HP_MAX, lambda sheet: maximum(sheet, "hp", 12, HP_MAX.high), "Health"),
    Field("hp", Whole(0, 200, label="Hit points"), lambda sheet: sheet["hp_max"], "Health"),
    Field("fp_max", FP_MAX, lambda sheet: maximum(sheet, "fp", 3, FP_MAX.high), "Health"),
    Field("fp", Whole(0, 50, label="Focus points"), lambda sheet: sheet["fp_max"], "Health"),
    Field("target_challenge", Whole(0, 40, label="TC", rules=("S2",)), target_challenge, "Health"),
    Field("ep_max", EP_MAX, lambda sheet: maximum(sheet, "ep", 3, EP_MAX.high), "Health"),
    Field("ep", Whole(0, 50, label="Energy points"), lambda sheet: sheet["ep_max"], "Health"),
    Field("size", Whole(-10, 20, help="0 for a person.", rules=("S43",)), 0, "Health"),
    Field("hx", _factor("HX", "Most hit points: HX • (1 + M of Health)."), 0, "Health"),
    Field("ex", _factor("EX", "Most energy points: EX • (1 + M of Energy)."), 0, "Health"),
    Field("fx", _factor("FX", "Most focus points: FX • (1 + M of Focus)."), 0, "Health"),
)


def _technique(record: Values) -> str:
    """Describe a technique in one line; its kind only if it is not the usual one (S8)."""
    ranks, skill, kind = record["ranks"], record["base_skill"], record.get("kind", "specialiser")
    parts = (
        record["name"] or "(nameless)",
        f"ranks (R) {ranks}" if ranks else "",
        f"base skill {skill}" if skill else "",
        "" if kind == "specialiser" else str(kind),
    )
    return " · ".join(filter(None, parts))


def _weapon(record: Values) -> str:
    """Describe a weapon in one line; one without dice leaves them to its line (S9)."""
    dice = f"{record['dice']}d{record['die']}" if record["dice"] else ""
    parts = (record["name"] or "(nameless)", record["skill"], dice, record["note"])
    return " · ".join(filter(None, parts))


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
        derived=SKILL_COLUMNS,
        name_key=key,
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
                    read=reader_of(names_of, numbers_on, "name"),
                    rules=("S23", "S25"),
                ),
                "",
            ),
            Field("kind", KIND, "specialiser"),
        ),
        derived=(TECHNIQUE_COLUMN, *line_columns("name")),
        say=_technique,
        name_key=key,
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
        say=_weapon,
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
                    read=reader_of(names_of, numbers_on, "subject"),
                    rules=("S23", "S25"),
                ),
                "",
            ),
            Field("subject", _named("this means", must=False), ""),
        ),
        derived=line_columns("subject"),
        default=GENERIC,
    ),
    ListField(
        "traits",
        "Traits",
        (
            Field(
                "line",
                Notation(
                    LONGEST,
                    help="TC = 10 + Size + M(Agility), Vcl-Ship = 2, or adv(sv,Health).",
                    read=reader_of(names_of, numbers_for_traits, "subject"),
                    rules=("S42", "S43"),
                ),
                "",
            ),
            Field("subject", _named("this means", must=False), ""),
        ),
        derived=(TRAIT_COLUMN,),
    ),
)


# --- rolls from the sheet ---


def _of_skills(sheet: Sheet) -> Iterator[Rollable]:
    for index, entry in enumerate(sheet["skills"]):
        if not entry["name"]:
            continue
        place, name, m = f"skills/{index}", entry["name"], modifier(entry)
        yield Rollable(name, "striker.check", _modified(sheet, "chk", name, m), place)
        yield Rollable(f"{name}, save", "striker.save", _modified(sheet, "sv", name, m), place)
        # S19: only with ranks.
        if entry["ranks"]:
            taken = {"take": 10, "ranks": entry["ranks"], "modifier": m}
            yield Rollable(f"{name}, take 10", "striker.take", taken, place)


def _of_techniques(sheet: Sheet) -> Iterator[Rollable]:
    for index, entry in enumerate(sheet["techniques"]):
        place, m = f"techniques/{index}", modifier_of(sheet, entry["name"])
        if entry["line"]:
            chosen = {"text": entry["line"], "subject": entry["name"]}
            yield Rollable(entry["name"], "striker.line_action", chosen, place)
        elif m is not None:
            chosen = _modified(sheet, "chk", entry["name"], m)
            yield Rollable(entry["name"], "striker.check", chosen, place)


def _of_weapons(sheet: Sheet) -> Iterator[Rollable]:
    lines = {key(entry["name"]): entry["line"] for entry in sheet["techniques"]}
    for index, entry in enumerate(sheet["weapons"]):
        place, label = f"weapons/{index}", entry["name"] or "Weapon"
        used = key(entry["skill"])
        m = modifier_of(sheet, entry["skill"])
        # S9: the technique's line has the modifier, the weapon the dice.
        if used and lines.get(used):
            chosen = {
                "text": lines[used],
                "subject": entry["skill"],
                "weapon_dice": entry["dice"],
                "weapon_die": entry["die"],
            }
            yield Rollable(label, "striker.line_action", chosen, place)
        elif m is not None:
            dice = {"effect_dice": entry["dice"], "effect_die": entry["die"]}
            chosen = {**_modified(sheet, "chk", entry["skill"], m), **dice}
            yield Rollable(label, "striker.attack", chosen, place)


def _of_actions(sheet: Sheet) -> Iterator[Rollable]:
    for index, entry in enumerate(sheet["actions"]):
        if entry["line"]:
            chosen = {"text": entry["line"], "subject": entry["subject"]}
            label = entry["label"] or entry["line"]
            yield Rollable(label, "striker.line_action", chosen, f"actions/{index}")


def _weapon_dice(sheet: Sheet, subject: str) -> dict[str, object]:
    """Return the dice of the first weapon that is used with this skill or technique."""
    for weapon in sheet["weapons"]:
        if subject and key(weapon["skill"]) == subject:
            return {"weapon_dice": weapon["dice"], "weapon_die": weapon["die"]}
    return {}


def _advantage(sheet: Sheet, inputs: Values) -> dict[str, object]:
    """Return the advantage of the sheet's own lines on this roll, if it has one (S42)."""
    line = _line_of(inputs)
    if line is None or line.roll is None:
        return {}
    ref = line.tested
    name = str(inputs.get("subject") or "") if ref and ref.is_this else ref.word if ref else ""
    either = isinstance(line.roll, Check) and line.roll.either
    as_save = either and inputs.get("roll_as") == "save"
    return _advantaged(sheet, "sv" if as_save or isinstance(line.roll, Save) else "chk", name)


def _modified(sheet: Sheet, sort: str, name: str, m: int) -> dict[str, object]:
    """Return M and the advantage of a roll with this skill or technique (S7, S8, S42)."""
    return {"modifier": m, **_advantaged(sheet, sort, name)}


def _advantaged(sheet: Sheet, sort: str, name: str) -> dict[str, object]:
    found = advantage_on(sheet, sort, name)
    return {} if found == "none" else {"advantage": found}


def _imposed(sheet: Sheet, inputs: Values) -> dict[str, object]:
    """Return M and the advantage of the target in an imposed roll (S41)."""
    skill = str(inputs.get("imposed_skill") or "")
    m = modifier_of(sheet, skill)
    sort = "chk" if inputs.get("as_check") else "sv"
    return {**_advantaged(sheet, sort, skill), **({} if m is None else {"modifier": m})}


def _resting(sheet: Sheet) -> dict[str, object]:
    """Return M of the skills that a rest asks for (S43)."""
    found = {skill: modifier_of(sheet, skill) for skill in ("Health", "Energy", "Focus")}
    return {skill.lower(): m for skill, m in found.items() if m is not None}


def _is_of_target(inputs: Values) -> bool:
    """Tell whether the challenge of a line is the target's, and no other that is named (S39)."""
    line = _line_of(inputs)
    challenge = line.roll.challenge if line is not None and line.roll else None
    return not isinstance(challenge, Against) or challenge.name.upper() == "TC"


def _line_of(inputs: Values) -> NotationLine | None:
    try:
        return read_line(str(inputs.get("text") or ""), str(inputs.get("dialect", REFERENCE)))
    except BadInput:
        return None


class StrikerSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    tracks = (
        Track("hp", "Hit points", lambda sheet: int(sheet["hp_max"]), rules=("S14",)),
        Track("fp", "Focus points", lambda sheet: int(sheet["fp_max"])),
        Track("ep", "Energy points", lambda sheet: int(sheet["ep_max"])),
    )
    samples = (DARA, KEL)
    skills = ("skills", "techniques")
    making = ("Character", "Health", "skills", "weapons")
    passing_state = ("hp", "fp", "ep")

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """Return every technique, weapon and action line, then every skill, each with its path."""
        return (
            *_of_techniques(sheet),
            *_of_weapons(sheet),
            *_of_actions(sheet),
            *_of_skills(sheet),
        )

    def rating(self, roll: Rollable) -> str:
        """Return M, if that alone is added to the d20."""
        m = roll.inputs.get("modifier")
        return "" if m is None else with_minus(f"{m:+}")

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, Any]:
        """Return skills and techniques for a line's lookups (S27), and its weapon's dice (S9)."""
        prefilled: dict[str, object] = {}
        own = sheets.get("self")
        if own is not None and "skills" in procedure.inputs:
            prefilled = {"skills": skill_rows(own), "techniques": technique_rows(own)}
        if own is not None and "numbers" in procedure.inputs:
            prefilled["numbers"] = number_rows(own)
        if own is not None and "text" in procedure.inputs and "advantage" in procedure.inputs:
            prefilled |= _advantage(own, inputs)
        target = sheets.get("target")
        if target is not None and "imposed_skill" in procedure.inputs:
            prefilled |= _imposed(target, inputs)
        if own is not None and "hx" in procedure.inputs:
            prefilled |= _resting(own)
        if "challenge" in procedure.inputs and not _is_of_target(inputs):
            prefilled["challenge"] = None
        if own is not None and "weapon_dice" in procedure.inputs:
            prefilled |= _weapon_dice(own, key(inputs.get("subject") or ""))
        return {**prefilled, **super().feed(procedure, sheets, inputs)}

    def within(self, sheet: Sheet) -> Values:
        """Limit hit points and focus points to their maximum, whichever of the two is changed."""
        pools = ("hp", "fp", "ep")
        return {id: sheet[f"{id}_max"] for id in pools if sheet[id] > sheet[f"{id}_max"]}


SHEET = StrikerSheet()
