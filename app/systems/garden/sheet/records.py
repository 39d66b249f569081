"""The lists of the sheet: weapons, skills of one's own, conditions, illnesses, tasks, spells."""

from __future__ import annotations

from app.core.procedures.kinds import Kind, Number, OneOf, Text, Whole, YesNo
from app.core.sheets import Field, ListField
from app.systems.garden.rules.inputs import MOST_SKILL
from app.systems.garden.rules.skills import ATTRIBUTES
from app.systems.garden.samples import STARTER_WEAPONS
from app.systems.garden.tables.combat import ATTACKS

#: An amount of hours, or of another unit, without a known end.
LONG_TIME = 10_000_000


def _record(id: str, kind: Kind, default: object = 0) -> Field:
    return Field(id, kind, default)


_NAME = Field("name", Text(80), "")
_STARTS = Number(-LONG_TIME, LONG_TIME, label="Starts in (h)", help="Below 0: so long ago.")

LISTS = (
    ListField(
        "weapons",
        "Weapons",
        (
            _NAME,
            _record("attack_kind", OneOf(ATTACKS.labels("words"), label="Attack"), "melee"),
            _record("dv", Number(0, 1000, label="DV", rules=("G79",)), 2),
            _record("short_range", Number(0, 10_000, "m", label="Short range", rules=("G73",))),
            _record("long", YesNo(label="Longer than an arm", rules=("G75",)), False),
            _record("burst", YesNo(label="Fires bursts", rules=("G65",)), False),
            _record(
                "damage_type",
                OneOf({"auto": "As usual", "wound": "Wounds", "bruise": "Bruises"}, label="Damage"),
                "auto",
            ),
        ),
        STARTER_WEAPONS,
    ),
    ListField(
        "own_skills",
        "Own skills",
        (
            _NAME,
            _record("level", Whole(0, MOST_SKILL)),
            _record("attribute", OneOf(*ATTRIBUTES), "logic"),
        ),
    ),
    ListField(
        "conditions",
        "Conditions",
        (
            _NAME,
            _record("lasts", Number(0, LONG_TIME), None),
            _record("unit", OneOf("rounds", "hours", "days", "scene", "none"), "none"),
        ),
    ),
    ListField(
        "penalties",
        "Other penalties",
        (
            _NAME,
            _record("value", Whole(-20, 0)),
            _record("starts_hours", _STARTS),
            _record("step_hours", Number(0, LONG_TIME, label="Shrinks by 1 every (h)")),
        ),
    ),
    ListField(
        "illnesses",
        "Illnesses",
        (
            _NAME,
            _record("starts_hours", _STARTS),
            _record("penalty", Whole(-20, 0)),
            _record("incapacitated_days", Whole(0, 10_000)),
            _record("fever_days", Whole(0, 10_000)),
            _record("days", Whole(0, 10_000, label="Days in all", help="0: until the GM ends it.")),
        ),
    ),
    ListField(
        "tasks",
        "Long tasks",
        (
            _NAME,
            _record("target_number", Whole(0, 100, rules=("G14",)), 4),
            _record("goal", Whole(1, 100), 3),
            _record("progress", Whole(-100, 200), 0),
            _record("skill", Text(40, label="Skill"), ""),
        ),
    ),
    ListField(
        "ongoing_spells",
        "Ongoing spells",
        (
            _NAME,
            _record("psyche", Whole(-5, 10, label="Caster’s Psyche")),
            _record("damage", Whole(0, 40, label="Damage taken", rules=("G131",))),
            _record("ends", Text(80), ""),
            _record("ended", YesNo(), False),
        ),
    ),
)
