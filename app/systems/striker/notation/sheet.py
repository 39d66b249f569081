"""The skills and techniques that the names of a line are looked up in (S7, S8, S24)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.errors import BadInput, short_text
from app.systems.striker.notation.tokens import is_name, key, plainly_dashed
from app.systems.striker.rules.inputs import NUMBER_ROWS, SKILL_ROWS, TECHNIQUE_ROWS
from app.systems.striker.tables.actions import SKILLS

#: The base skill of a technique without one: a valid name (S24) that no skill has.
UNNAMED = "base-skill"


#: The trait skills by their first three letters: `Str` is Strength (S42).
_SHORT = {name[:3].lower(): name.lower() for name in SKILLS["trait"].names.split(", ")}

#: The categories of the skills that the book names, by their keys (S10).
CATEGORIES = {
    key(name): row.category for row in SKILLS for name in row.names.partition(";")[0].split(", ")
}


def skill_key(name: str, *entries: Container[str], short: bool = True) -> str:
    """Return the key of a skill or technique, that of Strength for `Str` (S42).

    entries: the keys on the sheet, which a short name may be among. short: whether it may be short.
    """
    of = key(name)
    return of if not short or any(of in entry for entry in entries) else _SHORT.get(of, of)


@dataclass(frozen=True)
class Skill:
    name: str
    modifier: int
    ranks: int
    #: By the sheet, of a skill that the book does not name (S10); else empty.
    category: str = ""


@dataclass(frozen=True)
class Technique:
    """A technique: its own ranks, the skill it replaces, and its kind (S8)."""

    name: str
    ranks: int
    base: str
    kind: str = "specialiser"


@dataclass(frozen=True)
class Known:
    """The skills and techniques of a sheet, by the keys of their names."""

    skills: Mapping[str, Skill] = field(default_factory=dict)
    techniques: Mapping[str, Technique] = field(default_factory=dict)


def known(skills: tuple[object, ...], techniques: tuple[object, ...]) -> Known:
    """Check the lists of skills and techniques (`rules.inputs`); BadInput names the list.

    A base skill need not be on the sheet until it is used, but its name must be valid.
    """
    skill_rows = SKILL_ROWS.entries("skills", skills)
    skills_read = [Skill(_name("skills", name), *rest) for name, *rest in skill_rows]
    skills_by_name = _by_name("skills", skills_read)
    technique_rows = TECHNIQUE_ROWS.entries("techniques", techniques)
    techniques_read = [
        Technique(_name("techniques", name), r, _name("techniques", base), kind)
        for name, r, base, kind in technique_rows
    ]
    return Known(skills_by_name, _by_name("techniques", techniques_read))


def numbers_by_name(rows: tuple[object, ...]) -> dict[str, int]:
    """Check the list [name, number] and return its numbers by their keys (S42)."""
    entries = NUMBER_ROWS.entries("numbers", rows)
    return {key(name): number for name, number in entries}


def _name(field: str, name: str) -> str:
    plain = plainly_dashed(name)
    if not is_name(plain):
        raise BadInput(
            field,
            f"{field} has {short_text(name)}, which is no name: give letters, digits and single "
            "dashes, beginning with a letter, and no reserved word (S24)",
        )
    return plain


def _by_name(field: str, entries: Iterable[Any]) -> dict[str, Any]:
    entries_by_name: dict[str, object] = {}
    for entry in entries:
        if key(entry.name) in entries_by_name:
            raise BadInput(field, f"{field} has {short_text(entry.name)} twice")
        entries_by_name[key(entry.name)] = entry
    return entries_by_name
