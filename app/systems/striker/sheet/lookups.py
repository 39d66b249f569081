"""Lookups of lines on a sheet: its skills, its techniques, and their M and R (S7, S8, S27)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from app.core.errors import BadInput
from app.core.sheets import Column, Sheet
from app.systems.striker.house import unknown_skill_of
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.meaning import Meaning, Names, evaluate
from app.systems.striker.notation.sheet import UNNAMED, Known, known
from app.systems.striker.notation.tree import NotationLine, Ref
from app.systems.striker.notation.words import signed


def modifier(entry: Mapping[str, Any]) -> int:
    """Return M of a skill: base + ranks (S7)."""
    return int(entry["base"]) + int(entry["ranks"])


def skill_rows(sheet: Mapping[str, Any]) -> list[list[Any]]:
    """Return the sheet's skills for lookup: [name, M, R], without nameless entries."""
    return [
        [entry["name"], modifier(entry), entry["ranks"]]
        for entry in sheet["skills"]
        if entry["name"]
    ]


def technique_rows(sheet: Mapping[str, Any]) -> list[list[Any]]:
    """Return the sheet's techniques for lookup: [name, R, base skill], without nameless entries.

    A technique that only its line substitutes for a skill needs no base skill (S27).
    """
    return [
        [entry["name"], entry["ranks"], entry["base_skill"] or UNNAMED]
        for entry in sheet["techniques"]
        if entry["name"]
    ]


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
        return Names(None, name, names_of(sheet), unknown_skill_of(sheet)).modifier(Ref("this"))
    except BadInput:
        return None


def numbers_of(sheet: Sheet, line: str, subject: str) -> Meaning | None:
    """Return a line's numbers for this sheet (S28); None for a line with a fault."""
    try:
        return evaluate(parse(line), subject, names_of(sheet), unknown_skill_of(sheet))
    except BadInput:
        return None


def looked_up(sheet: Sheet, line: NotationLine, subject: str) -> Meaning:
    """Return a line's numbers for this sheet; BadInput names `line` or `subject` (S27, S30)."""
    try:
        return evaluate(line, subject, names_of(sheet), unknown_skill_of(sheet))
    except BadInput as fault:
        field = fault.field if fault.field == "subject" else "line"
        raise BadInput(field, fault.message) from None


# --- columns ---


def _skill_modifier(sheet: Sheet, record: Mapping[str, Any]) -> str:
    return signed(modifier(record))


def _technique_modifier(sheet: Sheet, record: Mapping[str, Any]) -> str | None:
    number = modifier_of(sheet, record["name"])
    return None if number is None else signed(number)


SKILL_COLUMNS = (Column("M", _skill_modifier, ("S7",)),)
TECHNIQUE_COLUMN = Column("M", _technique_modifier, ("S8",))


def line_columns(subject: str) -> tuple[Column, Column]:
    """Return the columns of a line's roll and effect modifiers (S28).

    subject: the field with the meaning of `this`.
    """

    def roll(sheet: Sheet, record: Mapping[str, Any]) -> str | None:
        meaning = numbers_of(sheet, record["line"], record[subject])
        return _signed(meaning.roll_modifier) if meaning else None

    def effect(sheet: Sheet, record: Mapping[str, Any]) -> str | None:
        meaning = numbers_of(sheet, record["line"], record[subject])
        return _signed(meaning.effect_modifier) if meaning else None

    return Column("Roll", roll, ("S28",)), Column("Effect", effect, ("S28",))


def _signed(number: int | None) -> str | None:
    return None if number is None else signed(number)
