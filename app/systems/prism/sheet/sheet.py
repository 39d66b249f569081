"""The character sheet of Prism: stats, body, skills, and current states."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Text, Whole, YesNo
from app.core.sheets import (
    Derived,
    FeedTarget,
    Field,
    ListField,
    Sheet,
    SheetForm,
    Track,
)
from app.systems.prism.procedures.combat import db_of, delay_of, lost_percent, wound_band
from app.systems.prism.procedures.running import DUTIES
from app.systems.prism.rules.inputs import SPEED, SV
from app.systems.prism.samples import BRANNOCH, YSOLDE
from app.systems.prism.sheet import bleeding, effects, rollables
from app.systems.prism.sheet.effects import THIS
from app.systems.prism.tables.actions import STATS


def _stat(id: str, label: str) -> Field:
    return Field(
        id,
        Whole(-50, 50, label=label, help="Normally −25 to 25, 0 is average.", rules=("P42",)),
        0,
        "Stats",
    )


def _as(stat: str) -> Callable[[Values], object]:
    """Return a default that follows a stat until it is edited."""
    return lambda sheet: sheet[stat]


def _resistance(id: str, label: str, stat: str) -> Field:
    return Field(id, Whole(-200, 200, label=label, rules=("P38",)), _as(stat), "Resistances")


def _number(
    id: str,
    low: int,
    high: int,
    default: object,
    label: str,
    section: str,
    *rules: str,
    help: str = "",
) -> Field:
    return Field(id, Whole(low, high, label=label, help=help, rules=rules), default, section)


FIELDS = (
    Field("name", Text(80), "", "Character"),
    *(_stat(row.id, row.stat) for row in STATS),
    _number("hp_max", 1, 1000, 30, "HP maximum", "Body", "P21"),
    _number("hp", -1000, 1000, _as("hp_max"), "HP", "Body", "P21", help="At most the maximum."),
    Field("stunned", YesNo(label="Stunned", rules=("P18",)), False, "Body"),
    _number("bleeding", 0, 20, 0, "Bleeding", "Body", "P22", help="Hits lost per round."),
    _number("mv", 0, 200, 50, "MV", "Body", "P24", help="At a walk, unburdened."),
    _number("enc_mv", 0, 200, 50, "Encumbered MV", "Body", "P24", "P27"),
    _number("total_penalty", -200, 0, 0, "Total Penalty", "Body", "P20", "P26"),
    _number("lift_capacity", 0, 20000, 150, "LC (pounds)", "Body", "P50"),
    _number("armor_type", 1, 20, 1, "AT", "Defence", "P43", help="For the attack tables."),
    _number("adrenal_defense", *SV, 0, "SV Adrenal Defense", "Defence", "P45"),
    _number("item_bonus", 0, 200, 0, "DB from items", "Defence", "P45"),
    _number("shield_db", 0, 200, 0, "Shield DB", "Defence", "P44", "P45"),
    _resistance("resist_poison", "Resist poison", "endurance"),
    _resistance("resist_disease", "Resist disease", "endurance"),
    _resistance("resist_magic", "Resist magic and psionics", "resistance"),
    _number("plot_points", 0, 50, 1, "Plot points available", "The player", "P55", "P56", "P68"),
    _number("plot_points_total", 0, 50, 1, "Plot points total", "The player", "P68", "P69"),
    _number("development_points", 0, 1000, 0, "Development points", "The player", "P69"),
    _number("saved_actions", 0, 20, 0, "Saved actions", "The player", "P48", "P63"),
)

STATES = {"slump": "Slump (−50)", "zone": "Zone (+50)"}

_STAT_WORDS = {"": "None", **STATS.labels("stat")}

LISTS = (
    ListField(
        "skills",
        "Skills",
        (
            Field("name", Text(80), ""),
            Field("sv", Whole(*SV, label="SV", rules=("P1",)), 0),
            Field("stat", OneOf(_STAT_WORDS), ""),
            Field("detect", YesNo(label="Detect skill", rules=("P32",)), False),
            Field("running", YesNo(label="Running", rules=("P26",)), False),
        ),
    ),
    ListField(
        "weapons",
        "Weapons",
        (
            Field("name", Text(80), ""),
            Field("ob", Whole(*SV, label="OB", rules=("P43",)), 0),
            Field("fumble_max", Whole(0, 10, label="Fumble up to", rules=("P44",)), 2),
            Field("speed", Whole(*SPEED, label="Speed (IRIS)", rules=("P47",)), 0),
        ),
    ),
    ListField(
        "streaks",
        "Slumps and zones",
        (
            Field("covers", Text(80, label="At what kind of action", rules=("P17",)), ""),
            Field(
                "state",
                OneOf(STATES, rules=("P15", "P16")),
                "slump",
            ),
        ),
        say=lambda entry: f"{STATES[entry['state']]}: {entry['covers'] or THIS}",
    ),
    ListField(
        "attempts",
        "Failed attempts",
        (
            Field("what", Text(80, label="What is being tried", rules=("P8",)), ""),
            Field("failures", Whole(0, 20, label="Failures so far", rules=("P8", "P9")), 1),
        ),
        say=lambda entry: f"{entry['what'] or 'Something'}: failed {entry['failures']}×",
    ),
    ListField(
        "pending",
        "Still to be rolled",
        (Field("duty", OneOf(DUTIES, rules=("P29",)), "fall-crush"),),
        say=lambda entry: DUTIES[entry["duty"]],
    ),
    ListField("weaknesses", "Weaknesses", (Field("name", Text(80), ""),)),
)


def _db(sheet: Sheet) -> int:
    return db_of(
        sheet["quickness"], sheet["adrenal_defense"], sheet["item_bonus"], sheet["total_penalty"]
    )


def _delay(sheet: Sheet) -> int:
    return delay_of(sheet["quickness"])


def _wound_level(sheet: Sheet) -> str:
    return wound_band(lost_percent(sheet["hp_max"], sheet["hp"]))


#: The bands of lost HP in words (P21).
LOST = {
    "none": "Less than 25%",
    "lost-25-50": "25–50%",
    "lost-51-75": "51–75%",
    "lost-76-99": "76–99%",
    "down": "All: down",
}


class PrismSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    derived = (
        Derived("db", "DB", _db, ("P45",), "Defence"),
        Derived("delay", "Delay (IRIS)", _delay, ("P46",), "Defence"),
        Derived("wound_level", "HP lost", _wound_level, ("P21",), "Body", LOST),
    )
    tracks = (
        Track("hp", "HP", lambda sheet: int(sheet["hp_max"]), "count", ("P21",)),
        Track(
            "plot_points",
            "Plot points",
            lambda sheet: int(sheet["plot_points_total"]),
            "boxes",
            ("P56", "P68"),
        ),
        Track("bleeding", "Bleeding", lambda sheet: 20, rules=("P22",), bounded=False, full="bad"),
    )
    samples = (BRANNOCH, YSOLDE)
    making = ("Character", "Stats", "Body", "skills", "weapons")
    passing_state = ("hp", "stunned", "bleeding", "saved_actions", "streaks", "attempts", "pending")
    rolls = staticmethod(rollables.rolls)
    rating = staticmethod(rollables.rating)
    elapse = staticmethod(bleeding.lost_by_the_clock)
    clocked = staticmethod(bleeding.downed_by_the_clock)
    apply_effect = staticmethod(effects.apply_effect)
    complete_effect = staticmethod(effects.complete_effect)
    aim = staticmethod(effects.aim)

    def unable(self, sheet: Sheet, procedure: str) -> str:
        """Keep a downed character from maneuvers (P21)."""
        is_down = sheet["wound_level"] == "down" and procedure in rollables.DEEDS
        return "is down and makes no maneuvers (P21)" if is_down else ""

    def is_moot(self, due: Values, sheets: Mapping[str, Sheet]) -> bool:
        """Tell whether the news of a downed character is moot, as HP are above 0 again (P21)."""
        own = sheets.get("self")
        return due["label"].endswith(bleeding.DOWN) and own is not None and own["hp"] > 0

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, object]:
        """Return the prefilled inputs, with the band of lost HP where it counts (P21)."""
        hurt = "self" in sheets and "wounds" in procedure.inputs
        prefilled = (
            {"wounds": rollables.nearest_band(sheets["self"]["wound_level"])} if hurt else {}
        )
        return {**prefilled, **super().feed(procedure, sheets, inputs)}

    def within(self, sheet: Sheet) -> Values:
        """Limit HP to the maximum, whichever of the two was changed."""
        return {"hp": sheet["hp_max"]} if sheet["hp"] > sheet["hp_max"] else {}


SHEET = PrismSheet()
