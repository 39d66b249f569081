"""The character sheet of Wasteland: fields, lists, derived numbers, tracks (W12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, Text, Whole, YesNo
from app.core.procedures.outcomes import Effect, put
from app.core.sheets import (
    Derived,
    FeedTarget,
    Field,
    ListField,
    Sheet,
    SheetForm,
    Timer,
    Track,
)
from app.systems.wasteland.procedures.character import (
    carry_weight_of,
    defense_of,
    initiative_of,
    max_hp_of,
    melee_bonus_of,
)
from app.systems.wasteland.rules import feeding, turns
from app.systems.wasteland.rules.weapons import EFFECT_HINT, EFFECT_PATTERN
from app.systems.wasteland.samples import SAMPLES
from app.systems.wasteland.sheet import effects, rollables, saying
from app.systems.wasteland.sheet.chems import with_doses
from app.systems.wasteland.tables.attacks import (
    ALL_LOCATIONS,
    BODY_PLANS,
    OBJECT,
    WEAPON_CLASSES,
    WEAPON_RANGES,
    locations,
)
from app.systems.wasteland.tables.character import SKILLS, SPECIAL

DAMAGE_TYPES = ("physical", "energy", "radiation", "poison")
CONDITIONS = ("prone", "dying", "stable", "stunned", "dazed", "dead")
KINDS = {"pc": "Player character", "npc-character": "Character NPC", "creature": "Creature"}

WHO = "Character"
ATTRIBUTES = "S.P.E.C.I.A.L."
HEALTH = "Health"
STATES = "Conditions"


def _whole_hp(sheet: Sheet) -> int:
    """Return maximum HP before radiation (W12.1)."""
    return max_hp_of(sheet["endurance"], sheet["luck"], sheet["level"])


def _max_hp(sheet: Sheet) -> int:
    """Return the maximum HP (W12.1), less the loss by radiation (W7.6)."""
    full_hp = sheet["whole_hp"] if "whole_hp" in sheet.form.by_id else _whole_hp(sheet)
    return max(0, int(full_hp) - int(sheet["rad_loss"]))


def _initiative(sheet: Sheet) -> int:
    if sheet["kind"] == "creature":
        return int(sheet["body"] + sheet["mind"])  # W2.7
    return initiative_of(sheet["perception"], sheet["agility"], sheet["initiative_bonus"])


def _untreated(sheet: Sheet) -> int:
    return sum(not injury["treated"] for injury in sheet["injuries"])


def _creature(sheet: Sheet) -> bool:
    """Tell whether it is a creature, with Body and Mind instead of S.P.E.C.I.A.L. (W2.7)."""
    return bool(sheet["kind"] == "creature")


def _special(id: str, short: str) -> Field:
    kind = Whole(1, 12, label=f"{id.capitalize()} ({short})")
    return Field(id, kind, 5, ATTRIBUTES, lambda sheet: not _creature(sheet))


FIELDS = (
    Field("name", Text(80, label="Name"), "", WHO),
    Field("kind", OneOf(KINDS, rules=("W2.6", "W2.7", "W2.8")), "pc", WHO),
    Field(
        "body_plan",
        OneOf(
            BODY_PLANS, label="Body", help="Which hit location table is theirs.", rules=("W6.13",)
        ),
        "person",
        WHO,
    ),
    Field("level", Whole(1, 50), 1, WHO),
    *(_special(id, short) for id, short in SPECIAL.items()),
    Field("body", Whole(1, 12, label="Body (creatures)"), 5, ATTRIBUTES, _creature),
    Field("mind", Whole(1, 12, label="Mind (creatures)"), 5, ATTRIBUTES, _creature),
    Field("hp", Whole(0, 200, label="Health points"), lambda sheet: sheet["max_hp"], HEALTH),
    Field(
        "rad_loss",
        Whole(0, 200, label="Maximum HP lost to radiation", rules=("W7.6",)),
        0,
        HEALTH,
    ),
    Field(
        "luck_points",
        Whole(0, 12, rules=("W9.6", "W12.6", "W1.10")),
        lambda sheet: sheet["luck"],
        HEALTH,
    ),
    Field("initiative_bonus", Whole(-10, 20, rules=("W2.6", "W2.8")), 0, WHO),
    Field(
        "defense_bonus",
        Whole(0, 6, label="Defense bonus now (Defend)", rules=("W5.4",)),
        0,
        HEALTH,
    ),
    *(Field(id, YesNo(), False, STATES) for id in CONDITIONS),
)

#: The numbers of a dose of a chem, as `take_chem` takes them (W7.15).
DOSE = (
    Field("heals", Whole(0, 20, label="Heals (HP a dose)", rules=("W7.15", "W7.16")), 0),
    Field("treats", Whole(0, 3, label="Treats (injuries a dose)", rules=("W7.15",)), 0),
    Field("clears_rads", Whole(0, 20, label="Clears rads (a dose)", rules=("W7.15",)), 0),
)

LISTS = (
    ListField(
        "skills",
        "Skills",
        (
            Field("name", Text(40), ""),
            Field("rating", Whole(0, 6, rules=("W1.1",)), 0),
            Field("tagged", YesNo(label="Tag", rules=("W1.2",)), False),
        ),
        default=tuple({"name": name, "rating": 0, "tagged": False} for name in SKILLS),
        say=saying.skill,
    ),
    ListField(
        "dr",
        "Damage Resistance",
        (
            Field("location", OneOf(*ALL_LOCATIONS, OBJECT), "torso"),
            *(Field(id, Whole(0, 30, rules=("W6.9",)), 0) for id in DAMAGE_TYPES),
        ),
        default=tuple(
            {"location": part, **dict.fromkeys(DAMAGE_TYPES, 0)} for part in locations("person")
        ),
        say=saying.resistance,
    ),
    ListField(
        "injuries",
        "Injuries",
        (
            Field("location", OneOf({"none": "No one place"}, *ALL_LOCATIONS), "none"),
            Field("treated", YesNo(rules=("W5.5", "W7.3")), False),
        ),
        say=saying.injury,
    ),
    ListField(
        "weapons",
        "Weapons",
        (
            Field("name", Text(60), ""),
            Field("weapon_class", OneOf(WEAPON_CLASSES.labels("words")), "small-guns"),
            Field("damage_rating", Whole(0, 30, label="Damage rating (CD)"), 0),
            Field("damage_type", OneOf(*DAMAGE_TYPES), "physical"),
            Field("fire_rate", Whole(0, 10), 0),
            Field("weapon_range", OneOf(WEAPON_RANGES, label="Ideal range"), "close"),
            Field(
                "effects",
                ListOf(
                    Text(20, pattern=EFFECT_PATTERN, correction=EFFECT_HINT),
                    8,
                    label="Damage effects",
                ),
                (),
            ),
            Field("qualities", ListOf(Text(30), 12, rules=("W7.8",)), ()),
            Field("shots", Whole(0, 9999, label="Shots, or how many"), 0),
        ),
        say=saying.weapon,
    ),
    *(
        ListField(
            id,
            id.capitalize(),
            (
                Field("name", Text(60), ""),
                Field("quantity", Whole(0, 9999), 1),
                *(DOSE if id == "chems" else ()),
                Field("note", Text(400), ""),
                *(
                    (Field("free_dice", Whole(0, 3, label="Free d20s", rules=("W1.3",)), 0),)
                    if id == "perks"
                    else ()
                ),
            ),
            say=saying.chem if id == "chems" else None,
        )
        for id in ("gear", "chems", "perks")
    ),
)

DERIVED = (
    Derived("max_hp", "Maximum HP", _max_hp, ("W12.1", "W7.6"), HEALTH),
    Derived(
        "defense",
        "Defense",
        lambda sheet: feeding.defense_with(defense_of(sheet["agility"]), sheet["defense_bonus"]),
        ("W12.2", "W5.4"),
        HEALTH,
    ),
    Derived(
        "own_defense",
        "Defense without a bonus",
        lambda sheet: defense_of(sheet["agility"]),
        ("W12.2",),
        HEALTH,
    ),
    Derived("initiative", "Initiative", _initiative, ("W12.3", "W2.6", "W2.7"), WHO),
    Derived(
        "melee_bonus",
        "Melee damage bonus (CD)",
        lambda sheet: melee_bonus_of(sheet["strength"]),
        ("W12.4",),
        WHO,
    ),
    Derived(
        "carry_weight",
        "Carry weight (pounds)",
        lambda sheet: carry_weight_of(sheet["strength"]),
        ("W12.5",),
        WHO,
    ),
    Derived("untreated", "Untreated injuries", _untreated, ("W5.5", "W7.5"), HEALTH),
)


TRACKS = (
    Track("hp", "HP", lambda sheet: int(sheet["max_hp"]), "count", ("W6.8", "W7.4")),
    Track(
        "luck_points", "Luck points", lambda sheet: int(sheet["luck"]), "boxes", ("W9.6", "W1.10")
    ),
    Track(
        "untreated",
        "Injuries",
        lambda sheet: 20,
        "count",
        ("W7.3", "W7.5"),
        bounded=False,
        full="bad",
    ),
)


class WastelandSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    derived = DERIVED
    tracks = TRACKS
    samples = SAMPLES
    making = (WHO, ATTRIBUTES, "skills")
    passing_state = ("hp", "rad_loss", "defense_bonus", "injuries", *CONDITIONS)
    rolls = staticmethod(rollables.rolls)
    rating = staticmethod(rollables.rating)
    apply_effect = staticmethod(effects.apply_effect)
    aim = staticmethod(effects.aim)
    complete_effect = staticmethod(effects.complete_effect)

    def is_moot(self, due: Values, sheets: Mapping[str, Sheet]) -> bool:
        own = sheets.get("self")
        return own is not None and turns.is_moot(due["procedure"], own)

    def unable(self, sheet: Sheet, procedure: str) -> str:
        return turns.unable(sheet) if procedure in turns.DEEDS else ""

    def timers(self, sheet: Sheet) -> tuple[Timer, ...]:
        """Return the test of a dying character at the start of each own turn (W7.5)."""
        if not sheet["dying"] or sheet["dead"]:
            return ()
        inputs = {
            **feeding.skill_inputs(sheet, *feeding.ENDURE),
            "injuries": min(20, sheet["untreated"]),
        }
        return (Timer("Dying", None, "wasteland.dying_test", inputs, ("W7.5",)),)

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, Any]:
        """Feed the side that pays and earns (W1.14), and the dice of strength (W12.4).

        Where no maximum HP is left, 1: forms take no less (W7.6).
        """
        values: dict[str, object] = {}
        target = sheets.get("target")
        if target is not None and "max_hp" in procedure.inputs and target["max_hp"] < 1:
            values["max_hp"] = 1
        own = sheets.get("self")
        if own is not None and "side" in procedure.inputs:
            values["side"] = feeding.pool_side(own)
        if own is not None and "bonus_dice" in procedure.inputs and inputs.get("weapon_class"):
            values["bonus_dice"] = feeding.bonus_dice(own, inputs["weapon_class"])
        return {**values, **super().feed(procedure, sheets, inputs)}

    def count(self, sheet: Sheet, meter: str, by: int) -> Effect:
        """Set HP entered by hand, so that they wake no stabilised character (W7.13)."""
        if meter == "hp" and sheet["stable"]:
            return put("hp", sheet["hp"] + by)
        return super().count(sheet, meter, by)

    def within(self, sheet: Sheet) -> dict[str, object]:
        """Limit HP to their maximum (W7.6), luck points to LCK (W9.6); complete chems (W7.15)."""
        ends = {"hp": sheet["max_hp"], "luck_points": sheet["luck"]}
        changes: dict[str, object] = {id: end for id, end in ends.items() if sheet[id] > end}
        if (chems := with_doses(sheet["chems"])) != list(sheet["chems"]):
            changes["chems"] = chems
        return changes


class OwnSheet(WastelandSheet):
    """The sheet of a combatant without a character: it states its maximum HP itself.

    The attributes of such combatants are seldom known.
    """

    fields = (
        *FIELDS,
        Field("whole_hp", Whole(0, 400, label="Maximum HP before radiation"), _whole_hp, HEALTH),
    )


SHEET = WastelandSheet()
OWN_SHEET = OwnSheet()
