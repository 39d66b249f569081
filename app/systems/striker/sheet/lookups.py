"""Lookups of lines on a sheet: its skills, its techniques, and their M and R (S7, S8, S27)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.sheets import Column, Sheet
from app.systems.striker.house import unknown_skill_of
from app.systems.striker.notation.dialects import read_line
from app.systems.striker.notation.meaning import Beside, Meaning, Names, evaluate
from app.systems.striker.notation.sheet import CATEGORIES, UNNAMED, Known, known, skill_key
from app.systems.striker.notation.spoken import with_sign
from app.systems.striker.notation.tokens import key
from app.systems.striker.notation.tree import POOLS, NotationLine, Ref


def modifier(entry: Values) -> int:
    """Return M of a skill: base + ranks (S7)."""
    return int(entry["base"]) + int(entry["ranks"])


def skill_rows(sheet: Values) -> list[list[Any]]:
    """Return the sheet's skills for lookup: [name, M, R], without nameless entries.

    A skill that the book does not name has its category as well (S10).
    """
    return [
        [entry["name"], modifier(entry), entry["ranks"], *_own_category(entry)]
        for entry in sheet["skills"]
        if entry["name"]
    ]


def _own_category(entry: Values) -> tuple[str, ...]:
    return () if key(entry["name"]) in CATEGORIES else (entry["category"],)


def technique_rows(sheet: Values) -> list[list[object]]:
    """Return the sheet's techniques for lookup: [name, R, base skill], without nameless entries.

    A technique that only its line substitutes for a skill needs no base skill (S27).
    """
    return [
        [entry["name"], entry["ranks"], entry["base_skill"] or UNNAMED, *_kind(entry)]
        for entry in sheet["techniques"]
        if entry["name"]
    ]


def _kind(entry: Values) -> tuple[str, ...]:
    """Return the kind of a technique that is no specialiser (S8)."""
    kind = entry.get("kind", "specialiser")
    return () if kind == "specialiser" else (kind,)


# A sheet is a value, and everything on it looks names up: they are read off once.
@lru_cache(maxsize=8)
def names_of(sheet: Sheet) -> Known:
    """Return the skills and techniques of a sheet for lines; BadInput if a name occurs twice."""
    return known(tuple(skill_rows(sheet)), tuple(technique_rows(sheet)))


def modifier_of(sheet: Sheet, name: str) -> int | None:
    """Return M of the skill or technique of that name (S8, S27); None if the sheet lacks it."""
    if not name:
        return None
    try:
        names = Names(None, name, names_of(sheet), unknown_skill_of(sheet), Beside())
        return names.modifier(Ref("this"))
    except BadInput:
        return None


def numbers_of(sheet: Sheet, line: str, subject: str) -> Meaning | None:
    """Return a line's numbers for this sheet (S28); None for a line with a fault."""
    try:
        return _evaluated(sheet, read_line(line), subject)
    except BadInput:
        return None


def _evaluated(
    sheet: Sheet, line: NotationLine, subject: str, points: int | None = None
) -> Meaning:
    beside = Beside(numbers_on(sheet), points)
    return evaluate(line, subject, names_of(sheet), unknown_skill_of(sheet), beside)


def look_up(
    sheet: Sheet, line: NotationLine, subject: str, points_spent: int | None = None
) -> Meaning:
    """Return a line's numbers for this sheet (S27, S37).

    BadInput names `line`, `subject` or `points_spent` (S30).
    """
    try:
        return _evaluated(sheet, line, subject, points_spent)
    except BadInput as fault:
        field = fault.field if fault.field in ("subject", "points_spent") else "line"
        raise BadInput(field, fault.message) from None


# --- numbers and traits (S42, S43) ---

#: The numbers that a line may name, with their fields.
NUMBERS = {"Size": "size", "HX": "hx", "EX": "ex", "FX": "fx"}
_FACTORS = ("hx", "ex", "fx")


def number_rows(sheet: Sheet) -> list[list[Any]]:
    """Return the sheet's numbers for lookup: [name, number], those of its traits last."""
    own = {name: sheet[field] for name, field in NUMBERS.items()}
    # A trait of a pool is the most of it; a cost is paid from the points there are (S34).
    pools = {pool: sheet[pool] for pool in POOLS}
    traits = {name: number for name, number in traits_of(sheet).items() if key(name) not in POOLS}
    return [[name, number] for name, number in {**own, **pools, **traits}.items()]


def numbers_on(sheet: Sheet) -> dict[str, int]:
    """Return the sheet's numbers by their keys."""
    return {key(name): number for name, number in number_rows(sheet)}


def numbers_for_traits(sheet: Sheet) -> dict[str, int]:
    """Return the numbers that a trait line may use, by their keys."""
    return _given(numbers_on(sheet))


def traits_of(sheet: Sheet) -> dict[str, int]:
    """Return the numbers that the trait lines give, by name, in their order (S43).

    A line sees the numbers of those above it; one that cannot be computed gives none.
    """
    traits: dict[str, int] = {}
    numbers = _given({key(name): sheet[field] for name, field in NUMBERS.items()})
    for entry in sheet["traits"]:
        number = trait_value(sheet, entry, numbers)
        if number is not None:
            name, value = number
            traits[name] = numbers[key(name)] = value
    return traits


def _given(numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers without HX, EX and FX of 0, which are not given (S43)."""
    return {name: number for name, number in numbers.items() if number or name not in _FACTORS}


def trait_value(sheet: Sheet, entry: Values, numbers: Mapping[str, int]) -> tuple[str, int] | None:
    """Return name and number of a trait line; None for a remark, or where something is unknown."""
    # A cached lookup would hide from the sheet that the number depends on these.
    rows = skill_rows(sheet), technique_rows(sheet)
    try:
        line = read_line(entry["line"])
        if line.trait is None:
            return None
        sheet_names = known(*map(tuple, rows))
        beside = Beside(numbers)
        meaning = evaluate(line, entry["subject"], sheet_names, unknown_skill_of(sheet), beside)
    except BadInput:
        return None
    whole = meaning.trait is not None and not meaning.missing
    return (line.trait.name, meaning.trait or 0) if whole else None


def maximum(sheet: Sheet, pool: str, otherwise: int, most: int) -> int:
    """Return the most points of a pool: by a trait line, else HX•(1 + M(Health)), EX, FX.

    otherwise: for a sheet without either. most: of the field.
    """
    traits = {key(name): number for name, number in traits_of(sheet).items()}
    for name in (f"{pool},max", pool):
        if name in traits:
            return min(max(traits[name], POOL_LEAST[pool]), most)
    factor, skill = {"hp": ("hx", "Health"), "ep": ("ex", "Energy"), "fp": ("fx", "Focus")}[pool]
    m = _skill_on(sheet, skill)
    if not sheet[factor] or m is None:
        return otherwise
    return min(max(int(sheet[factor]) * (1 + m), POOL_LEAST[pool]), most)


POOL_LEAST = {"hp": 1, "ep": 0, "fp": 0}


def target_challenge(sheet: Sheet) -> int:
    """Return the TC: by a trait line, else 10 + Size + M(Agility) where HX is known, else 12."""
    traits = {key(name): number for name, number in traits_of(sheet).items()}
    agility = _skill_on(sheet, "Agility")
    if "tc" in traits:
        number = traits["tc"]
    elif sheet["hx"] and agility is not None:
        number = 10 + sheet["size"] + agility
    else:
        number = 12
    return min(max(number, 0), 40)


def _skill_on(sheet: Sheet, name: str) -> int | None:
    rows = (row[1] for row in skill_rows(sheet) if key(row[0]) == key(name))
    return next(rows, None)


def advantage_on(sheet: Sheet, sort: str, name: str) -> str:
    """Return the advantage of the sheet's lines on a roll; one of each cancels out (S42).

    sort: `sv` or `chk`. name: the skill or technique that is rolled.
    """
    found = set()
    own = {key(row[0]) for row in (*skill_rows(sheet), *technique_rows(sheet))}
    for entry in sheet["traits"]:
        match = _ADVANTAGE.fullmatch(entry["line"].strip())
        if match and match["sort"].lower() == sort:
            of = match["of"]
            if not of or skill_key(of, own) == skill_key(name, own):
                found.add("advantage" if match["which"].lower() == "adv" else "disadvantage")
    return found.pop() if len(found) == 1 else "none"


_ADVANTAGE = re.compile(
    r"(?P<which>d?adv)\s*\(\s*(?P<sort>sv|chk)\s*(?:,\s*(?P<of>[^(),]+?)\s*)?\)", re.IGNORECASE
)


# --- columns ---


def _trait_number(sheet: Sheet, record: Values) -> int | None:
    found = trait_value(sheet, record, numbers_for_traits(sheet))
    return None if found is None else found[1]


TRAIT_COLUMN = Column("Value", _trait_number, ("S43",))


def _skill_modifier(sheet: Sheet, record: Values) -> str:
    return with_sign(modifier(record))


def _technique_modifier(sheet: Sheet, record: Values) -> str | None:
    number = modifier_of(sheet, record["name"])
    return None if number is None else with_sign(number)


SKILL_COLUMNS = (Column("M", _skill_modifier, ("S7",)),)
TECHNIQUE_COLUMN = Column("M", _technique_modifier, ("S8",))


def line_columns(subject: str) -> tuple[Column, Column]:
    """Return the columns of a line's roll and effect modifiers (S28).

    subject: the field with the meaning of `this`.
    """

    def roll(sheet: Sheet, record: Values) -> str | None:
        meaning = numbers_of(sheet, record["line"], record[subject])
        return _signed(meaning.roll_modifier) if meaning else None

    def effect(sheet: Sheet, record: Values) -> str | None:
        meaning = numbers_of(sheet, record["line"], record[subject])
        return _signed(meaning.effect_modifier) if meaning else None

    return Column("Roll", roll, ("S28",)), Column("Effect", effect, ("S28",))


def _signed(number: int | None) -> str | None:
    return None if number is None else with_sign(number)
