"""Tables of the action: durations, taking 8, 10 or 20, skills (S10, S19-S22)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class Duration(NamedTuple):
    duration: str
    place: int
    meaning: str


DURATIONS = Table(
    "striker.durations",
    "Durations",
    "S21 S22",
    {"place": "Index", "duration": "Duration", "meaning": "Meaning"},
    (
        Duration("free-action", 0, "no time, or easily done besides something else, like talking"),
        Duration("bonus-action", 1, "something very practised, at most 1 second"),
        Duration("re-action", 2, "second nature, at most 2 seconds"),
        Duration("main-action", 3, "a brief moment, at most 3 seconds"),
        Duration("round", 4, "6 seconds; begun in one turn, finished in the next"),
        Duration("minute", 5, "a procedure such as searching or performing"),
        Duration("scene", 6, "generally 10 minutes"),
        Duration("hour", 7, "some repairs or changes to equipment"),
        Duration("day", 8, "striking (star travel) is counted in days"),
    ),
)


def longer(duration: str, by: int) -> Duration | None:
    """Return the duration so many rows longer (or shorter); None off the table (S22)."""
    if duration not in DURATIONS.labels():
        return None  # S32: a move-action is no row
    index = DURATIONS[duration].place + by
    return DURATIONS.rows[index] if 0 <= index < len(DURATIONS.rows) else None


class TakeRow(NamedTuple):
    take: int
    longer: int
    on_main_action: str


TAKE = Table(
    "striker.zero_rolling",
    "Zero rolling",
    "S19",
    {"take": "Take", "longer": "Durations longer", "on_main_action": "On a main-action"},
    (
        TakeRow(8, 1, "round"),
        TakeRow(10, 2, "minute"),
        TakeRow(20, 3, "scene"),
    ),
)


class SkillRow(NamedTuple):
    category: str
    names: str


#: S10: the known part of the SRD; the category of single names is a ruling.
SKILLS = Table(
    "striker.skills",
    "Skills met in the SRD (not complete; some of the sorting is ours)",
    "S10",
    {"category": "Category", "names": "Names"},
    (
        SkillRow("qualifier", ""),
        SkillRow("trait", "Agility, Energy, Focus, Health, Insight, Perception, Strength"),
        SkillRow("knowledge", "Investigate"),
        SkillRow("social", "Deceive"),
        SkillRow(
            "combat",
            "Cbt-Melee, Cbt-Ranged, Cbt-Tactical; techniques Wpn-Pistols, Wpn-Blades-Short",
        ),
        SkillRow(
            "engineering",
            "Cybernetics, Genetics, Machinery, Materials, Medicine, Munitions, Neuronetics, "
            "Robotics",
        ),
        SkillRow("psionic", "Psiportation, Psikinesis; techniques Skr-Slip-Stream, Remote-Seeing"),
    ),
)
