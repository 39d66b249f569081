"""The character sheet of Autonomous Garden: fields, derived values, tracks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, Number, Text, Whole, YesNo
from app.core.sheets import Derived, FeedTarget, Field, Sheet, SheetForm, Track
from app.systems.garden.procedures.movement import load_limit
from app.systems.garden.rules import feeding
from app.systems.garden.rules.codes import InjuryCode
from app.systems.garden.rules.injuries import (
    condition_names,
    count,
    life_state,
    marks,
    row_penalty,
    stable,
)
from app.systems.garden.rules.inputs import MOST_DECIGRAYS, MOST_SKILL
from app.systems.garden.rules.skills import ATTRIBUTES, SKILLS
from app.systems.garden.rules.wounds import MOST_BOXES, wound_limit
from app.systems.garden.samples import ILYA, ROWAN
from app.systems.garden.sheet import effects, helpless, moot, rollables, timing
from app.systems.garden.sheet.records import LISTS, LONG_TIME
from app.systems.garden.tables.movement import slowest

# --- derived values ---


def gait_of_load(sheet: Values) -> str:
    """Return the fastest gait with the load; none above the capacity (G39)."""
    load = Fraction(str(sheet["handy_kg"])) + 2 * Fraction(str(sheet["awkward_kg"]))
    limit = load_limit(load, Fraction(str(sheet["deadlift"])))
    return "none" if limit == "overloaded" else limit


def gait_of_wounds(sheet: Values) -> str:
    return wound_limit(count(sheet, "flesh-wound"), count(sheet, "deep-wound"))


def gait(sheet: Values) -> str:
    """Return the fastest gait overall: the lower of load and wounds (G31)."""
    return slowest(gait_of_load(sheet), gait_of_wounds(sheet))


def encumbrance(sheet: Values) -> int:
    """Return the action penalty of things to balance (G38)."""
    return int(-(sheet["balance_items"] + 2 * sheet["balance_items_two_handed"]))


def other_penalty(sheet: Values) -> int:
    """Return the present penalty of illness and radiation."""
    records = [*sheet["penalties"], *sheet["illnesses"]]
    return sum(timing.present_penalty(record) for record in records)


def spells_known(sheet: Values) -> str:
    return ", ".join(row.words for row in rollables.known_spells(sheet))


# --- defaults that depend on Body until they are edited (ours) ---


def _by_body(rule: Callable[[int], int]) -> Callable[[Values], int]:
    return lambda sheet: rule(sheet["body"])


def _capacity(body: int) -> int:
    return max(1, 100 + 25 * body)


def _boxes(body: int) -> int:
    return max(3, 5 + body)


def _flesh_times(times: int) -> Callable[[Values], object]:
    # Above a flesh level of 1000 ÷ times there is nothing higher to write down.
    return lambda sheet: min(1000, sheet["flesh"] * times)


def _number(id: str, label: str, low: Any, high: int, default: object, section: str, *rules: str,
            help: str = "") -> Field:  # fmt: skip
    kind = Number(low, high, label=label, help=help, rules=rules)
    return Field(id, kind, default, section)


def _whole(
    id: str, label: str, low: int, high: int, default: object, section: str, *rules: str
) -> Field:
    return Field(id, Whole(low, high, label=label, rules=rules), default, section)


FIELDS = (
    Field("name", Text(80), "", "Character"),
    Field("concept", Text(120), "", "Character"),
    *(_whole(each, "", -5, 10, 0, "Attributes", "G6", "G8") for each in ATTRIBUTES),
    *(_whole(each, "", 0, MOST_SKILL, 0, "Skills", "G6", "G7") for each in SKILLS),
    _number("walk", "Walk (m per round)", 0, 1000, 10, "Movement and load", "G27"),
    _number("run", "Run (m per round)", 0, 1000, 20, "Movement and load", "G27"),
    _number("sprint", "Sprint (m per round)", 0, 1000, 40, "Movement and load", "G27"),
    _number("swim_rate", "Swimming movement (m per round)", 0, 1000, 0, "Movement and load", "G32",
            help="0 if there is none."),
    _number("deadlift", "Capacity (kg)", 1, 1000, _by_body(_capacity), "Movement and load", "G36",
            help="100 + 25 × Body, a placeholder of ours."),
    _number("handy_kg", "Handy load (kg)", 0, 2000, 0, "Movement and load", "G39"),
    _number("awkward_kg", "Awkward load (kg)", 0, 2000, 0, "Movement and load", "G37"),
    _whole("balance_items", "Things to balance", 0, 10, 0, "Movement and load", "G38"),
    _whole("balance_items_two_handed", "Two-handed things to balance", 0, 10, 0,
           "Movement and load", "G38"),
    _number("flesh", "Flesh level", Fraction(1, 2), 1000, _by_body(lambda body: max(1, 5 + body)),
            "Wounds", "G80"),
    _number("deep", "Deep level", Fraction(1, 2), 1000, _flesh_times(2), "Wounds", "G80"),
    _number("critical", "Critical level", Fraction(1, 2), 1000, _flesh_times(4), "Wounds", "G80"),
    _number("armor", "Armour", 0, 1000, 0, "Wounds", "G80"),
    _whole("wound_boxes", "Boxes for wounds", 1, MOST_BOXES, _by_body(_boxes), "Wounds", "G83"),
    _whole("bruise_boxes", "Boxes for bruises", 1, MOST_BOXES, _by_body(_boxes), "Wounds", "G83"),
    Field(
        "injuries",
        ListOf(
            InjuryCode(),
            80,
            help="Such as flesh-wound/open, deep-wound/aided@24, flesh-bruise=3.",
            rules=("G83", "G94"),
        ),
        (),
        "Wounds",
    ),
    _whole("rehab", "Deep wounds healed without rehabilitation", 0, 20, 0, "Wounds", "G96"),
    _number("heal_rate", "Healing rate", Fraction(1, 4), 10, 1, "Wounds", "G134"),
    Field("dead", YesNo(rules=("G81",)), False, "Wounds"),
    _number("flesh_clock", "Hours since the last flesh test", 0, 24, 0, "Time", "G90"),
    _number("deep_clock", "Hours since the last deep test", 0, 1, 0, "Time", "G90"),
    _number("recovery_hours", "Hours left of the week of recovery", 0, 168, 0, "Time", "G93"),
    _number("clock", "Clock (hours)", 0, LONG_TIME, 0, "Time", "G90"),
    _number("bleeding_minutes", "Minutes since the wound row was full", 0, LONG_TIME, 0, "Time",
            "G84"),
    Field("bleeding_stopped", YesNo(help="A full row of wounds that somebody has stabilised.",
                                    rules=("G84",)), False, "Time"),
    _number("coma_hours", "Hours in coma", 0, LONG_TIME, 0, "Time", "G97"),
    Field("life_support", YesNo(help="Hospital care for the comatose.", rules=("G97",)), False,
          "Time"),
    _whole("fever_rolled", "Days of the fever week rolled", 0, 7, 0, "Time", "G106"),
    _number("decigrays", "Radiation (decigrays)", 0, MOST_DECIGRAYS, 0, "Radiation", "G113"),
    _number("highest_decigrays", "Highest radiation ever", 0, MOST_DECIGRAYS,
            lambda sheet: sheet["decigrays"], "Radiation", "G120"),
    Field("radiation_risen", YesNo(label="A radiation test is due", rules=("G114",)), False,
          "Radiation"),
    _number("test_wait", "Hours until another radiation test may come", 0, 24, 0, "Radiation",
            "G114"),
    _number("purge_clock", "Hours towards the next purging", 0, LONG_TIME, 0, "Radiation", "G120"),
)  # fmt: skip

#: Injuries, illnesses, spells, and the clocks that run for them.
PASSING_STATE = (
    *(field.id for field in FIELDS if field.section in ("Time", "Radiation")),
    *("injuries", "rehab", "dead", "conditions", "penalties", "illnesses", "tasks"),
    "ongoing_spells",
)

DERIVED = (
    Derived("life", "Life", life_state, ("G84", "G97")),
    Derived("suffers", "Suffers", condition_names, ("G82", "G111", "G123")),
    Derived("wound_marks", "Wounds marked", lambda s: marks(s, "wound"), ("G83",)),
    Derived("bruise_marks", "Bruises marked", lambda s: marks(s, "bruise"), ("G83",)),
    Derived("flesh_wounds", "Flesh wounds", lambda s: count(s, "flesh-wound"), ("G83",)),
    Derived("deep_wounds", "Deep wounds", lambda s: count(s, "deep-wound"), ("G83",)),
    Derived("flesh_bruises", "Flesh bruises", lambda s: count(s, "flesh-bruise"), ("G83",)),
    Derived("deep_bruises", "Deep bruises", lambda s: count(s, "deep-bruise"), ("G83",)),
    Derived("stable_flesh", "Stable flesh wounds", lambda s: stable(s, "flesh"), ("G91",)),
    Derived("stable_deep", "Stable deep wounds", lambda s: stable(s, "deep"), ("G91",)),
    Derived("wound_penalty", "Wound penalty", row_penalty, ("G86", "G87")),
    Derived("other_penalty", "Other penalties", other_penalty, ("G104", "G115")),
    Derived("encumbrance", "Encumbrance", encumbrance, ("G38",)),
    Derived(
        "modifier", "Modifier to every test", lambda s: s["wound_penalty"] + s["other_penalty"],
        ("G86",),
    ),
    Derived("load_limit", "Gait with this load", gait_of_load, ("G39",)),
    Derived("wound_limit", "Gait with these wounds", gait_of_wounds, ("G88",)),
    Derived("gait", "Fastest gait", gait, ("G31",)),
    Derived("spells", "Spells", spells_known, ("G121",)),
)  # fmt: skip


def _most(id: str) -> Callable[[Sheet], int]:
    return lambda sheet: int(sheet[id])


TRACKS = (
    Track("wound_marks", "Wounds", _most("wound_boxes"), "boxes", ("G83", "G84"), full="bad"),
    Track("bruise_marks", "Bruises", _most("bruise_boxes"), "boxes", ("G83", "G85"), full="bad"),
)


class GardenSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    derived = DERIVED
    tracks = TRACKS
    samples = (ROWAN, ILYA)
    skills = ("Skills", "own_skills")
    making = ("Character", "Attributes", "Skills")
    passing_state = PASSING_STATE
    clock = "clock"
    passing = "garden.pass_time"
    meanwhile = ("heal_rate",)  # G134: Regenerate may end with these hours
    rolls = staticmethod(rollables.rolls)
    rating = staticmethod(rollables.rating)
    is_moot = staticmethod(moot.is_moot)
    timers = staticmethod(timing.timers)
    apply_effect = staticmethod(effects.apply_effect)
    complete_effect = staticmethod(effects.complete_effect)
    enter = staticmethod(effects.enter)
    aim = staticmethod(effects.aim)
    apply_consequences = staticmethod(effects.apply_consequences)

    def unable(self, sheet: Sheet, procedure: str) -> str:
        return helpless.words(sheet) if procedure in helpless.DEEDS else ""

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, object]:
        """Return the inputs that the signature implies, overridden by the procedure's own feeds."""
        values = {
            **feeding.implied_inputs(procedure, sheets),
            **super().feed(procedure, sheets, inputs),
        }
        return {name: value for name, value in values.items() if name in inputs}


SHEET = GardenSheet()
