"""The character sheet of TrueWorld: skills as dice, boosts, health, and the round's action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, Text, Whole, YesNo
from app.core.procedures.outcomes import Effect
from app.core.sheets import (
    Derived,
    FeedTarget,
    Field,
    ListField,
    Meter,
    Rollable,
    Sheet,
    SheetForm,
    Switch,
    Track,
)
from app.systems.trueworld.house import TAKEN_OUT
from app.systems.trueworld.rules.inputs import ABILITY_DICE
from app.systems.trueworld.rules.readings import sides
from app.systems.trueworld.samples import TAMSIN, YSOLDE
from app.systems.trueworld.tables.ability import ABILITY_RATINGS, BOOST_PARTS


def _name(label: str = "Name") -> Field:
    return Field("name", Text(60, label=label), "")


def _dice(*dice: str) -> OneOf:
    return OneOf({die: ABILITY_DICE[die] for die in dice}, rules=("T6.6",))


#: Rolls of a character's own accord, or to defend.
DEEDS = (
    "trueworld.action_roll",
    "trueworld.unskilled_roll",
    "trueworld.assisted_action",
    "trueworld.quick_action",
    "trueworld.teamwork",
)

#: The input that counts boosts (T6.5); a quick action has none (T5.2).
BOOSTS = "boost_dice"

#: The default benefit of a boost (T6.7).
GIVES = {
    "narrative": "breaks a normal limit",
    "odds": "one more ability die",
    "effect": "one level more on a success",
}


def boost_words(boost: Values) -> str:
    """Describe a boost with its constraint (T6.5): `Kit: one more ability die, if at hand`."""
    gives = _within(boost["benefit"]) or GIVES[boost["benefit_kind"]]
    constraint = _within(boost["constraint"])
    if constraint:
        constraint = f", {'if' if boost['constraint_kind'] == 'condition' else 'for'} {constraint}"
    return f"{boost['name'] or 'A boost'}: {gives}{constraint}"


def _within(sentence: str) -> str:
    """Return a sentence for use within another one."""
    bare = sentence.strip().rstrip(".")
    return bare if bare[1:2].isupper() else bare[:1].lower() + bare[1:]


#: The dice that are usual for a skill set, and for a specialization (T6.6).
SET_DICE = tuple(row.die for row in ABILITY_RATINGS if row.usual == "skill set")
SPECIAL_DICE = tuple(row.die for row in ABILITY_RATINGS if row.usual == "specialization")

FIELDS = (
    Field("name", Text(80), "", "Character"),
    Field("concept", Text(120), "", "Character"),
    Field("backstory", Text(4000), "", "Character"),
    Field(
        "tier",
        OneOf(
            ABILITY_DICE,
            help="Its sides are the most stress; half of them for an NPC.",
            rules=("T11.2",),
        ),
        "d6",
        "Character",
    ),
    Field("grit", Whole(0, 99, label="Grit points", rules=("T11.1",)), 0, "Health"),
    Field("stress", Whole(0, 12, rules=("T11.2",)), 0, "Health"),
    Field(
        "harm",
        Whole(
            0,
            99,
            label="Harm levels to place as stress or a condition",
            rules=("T10.6", "T11.2"),
        ),
        0,
        "Health",
    ),
    Field(
        "action_available",
        YesNo(label="Action left this round", rules=("T1.2", "T4.2")),
        True,
        "This round",
    ),
    Field("teamwork_dice", Whole(0, 4, label="Teamwork dice waiting"), 0, "This round"),
)

LISTS = (
    ListField(
        "skill_sets",
        "Skill sets",
        (
            _name(),
            Field("die", _dice(*SET_DICE), "d4"),
            Field(
                "signature_skills",
                ListOf(Text(60), most=5, help="A finished skill set has three to five names."),
                (),
            ),
        ),
    ),
    ListField(
        "specializations",
        "Specializations",
        (
            _name(),
            Field("skill_set", Text(60, help="The skill set it belongs to."), ""),
            Field("die", _dice(*SPECIAL_DICE), "d8"),
        ),
    ),
    ListField(
        "boosts",
        "Boosts",
        (
            _name(),
            Field(
                "element",
                OneOf(*(row.element for row in BOOST_PARTS), rules=("T6.7",)),
                "background",
            ),
            Field("constraint_kind", OneOf("condition", "cost", label="Constraint"), "condition"),
            Field("constraint", Text(200, label="What must hold, or what it costs"), ""),
            Field(
                "benefit_kind",
                OneOf(
                    {
                        "narrative": "Narrative",
                        "odds": "Odds: one more ability die",
                        "effect": "Effect: one level more on a success",
                    },
                    label="Benefit",
                    rules=("T6.7", "T6.8"),
                ),
                "narrative",
            ),
            Field("benefit", Text(200, label="What it gives"), ""),
            Field(
                "used",
                YesNo(label="Invoke", help="Ticked, it counts for the roll.", rules=("T6.5",)),
                False,
            ),
        ),
        switch=Switch("used", counted=BOOSTS),
        say=boost_words,
    ),
    ListField(
        "gear",
        "Gear",
        (
            _name(),
            Field("note", Text(200), ""),
            Field("boost", Text(60, label="Boost it carries"), ""),
        ),
    ),
    ListField(
        "conditions",
        "Conditions",
        (
            _name("Condition"),
            Field("note", Text(200), ""),
            Field("treated", YesNo(rules=("T11.3",)), False),
        ),
    ),
)


def max_stress(sheet: Sheet) -> int:
    """Return the sides of the tier die, half of them for a non-player character (T11.2)."""
    return sides(sheet["tier"]) // 2 if sheet.npc else sides(sheet["tier"])


def is_taken_out(sheet: Sheet, most: int | None = None) -> bool:
    """Tell whether full stress keeps a character out of the scene (T11.2).

    most: the most stress, where it is less than the sheet's.
    """
    full = sheet["stress"] >= (max_stress(sheet) if most is None else most)
    return bool(full and sheet.house.get("at_full_stress", TAKEN_OUT) == TAKEN_OUT)


def _ratings(sheet: Sheet) -> str:
    """Return all dice on the sheet in one line: `Courier d6 Proficient, Sailor d4 Novice`."""
    skilled = [*sheet["skill_sets"], *sheet["specializations"]]
    return ", ".join(
        f"{skill['name']} {skill['die']} {ABILITY_RATINGS[skill['die']].rating}"
        for skill in skilled
    )


def treat_condition(conditions: Sequence[Values], name: str) -> list[dict[str, object]]:
    """Return the conditions with the first untreated one of that name treated (T11.3)."""
    alike = [index for index, condition in enumerate(conditions) if condition["name"] == name]
    first = [index for index in alike if not conditions[index]["treated"]][:1]
    return [
        {**condition, "treated": condition["treated"] or index in first}
        for index, condition in enumerate(conditions)
    ]


class TrueWorldSheet(SheetForm):
    fields = FIELDS
    lists = LISTS
    derived = (
        Derived("max_stress", "Most stress", max_stress, ("T11.2",), "Health"),
        Derived("ratings", "Ratings", _ratings, ("T6.6",), "Skills"),
    )
    tracks = (
        Track("stress", "Stress", max_stress, "boxes", ("T11.2", "T11.3"), full="bad"),
        Track("grit", "Grit points", lambda sheet: 99, "count", ("T11.1",), bounded=False),
    )
    samples = (YSOLDE, TAMSIN)
    skills = ("skill_sets", "specializations")
    making = ("Character", "skill_sets", "specializations")
    passing_state = ("stress", "harm", "conditions", "action_available", "teamwork_dice")

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """Return the rolls of each skill set and specialization, and that of the unskilled."""
        rollables: list[Rollable] = []
        for list_id in ("skill_sets", "specializations"):
            for index, skill in enumerate(sheet[list_id]):
                chosen = {"ability_die": skill["die"]}
                place = f"{list_id}/{index}"
                name = skill["name"] or "Nameless"
                rollables += [
                    Rollable(name, "trueworld.action_roll", chosen, place),
                    Rollable(f"{name}, quick", "trueworld.quick_action", chosen, place),
                    Rollable(f"{name}, to help", "trueworld.teamwork", chosen, place),
                ]
        return (*rollables, Rollable("Unskilled", "trueworld.unskilled_roll", {}))

    def rating(self, roll: Rollable) -> str:
        """Return the die of the skill."""
        return str(roll.inputs.get("ability_die", ""))

    def meters(self, sheet: Sheet) -> tuple[Meter, ...]:
        """Return the meters, with harm still to be placed after stress (T10.6)."""
        stress, *others = super().meters(sheet)
        return (stress, Meter("harm", "Harm to place", sheet["harm"], None, "bad"), *others)

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, object]:
        """Return the boosts that are ticked on the roller's sheet (T6.5, T6.7).

        Help that waits is for an action: a defence gets none (T4.4).
        """
        beside = super().feed(procedure, sheets, inputs)
        if BOOSTS not in procedure.inputs or "self" not in sheets:
            return beside
        invoked = [boost["benefit_kind"] for boost in sheets["self"]["boosts"] if boost["used"]]
        unhelped = {"teamwork_dice": 0} if inputs.get("purpose") == "defend" else {}
        ticked = {
            BOOSTS: min(4, invoked.count("odds")),
            "effect_boost": min(2, invoked.count("effect")),
            **unhelped,
        }
        return {**{name: ticked[name] for name in ticked if name in procedure.inputs}, **beside}

    def unable(self, sheet: Sheet, procedure: str) -> str:
        """Keep a character at full stress from acting, helping and defending (T11.2)."""
        out = procedure in DEEDS and is_taken_out(sheet)
        return "is taken out of the scene until stress is recovered (T11.2)" if out else ""

    def is_moot(self, due: Values, sheets: Mapping[str, Sheet]) -> bool:
        """Drop harm that is gone, and the rolls of a character taken out (T11.2)."""
        own = sheets.get("self")
        if own is None:
            return False
        if due["procedure"]:
            return due["procedure"] in DEEDS and is_taken_out(own)
        return "T11.2" in due["rules"] and not own["harm"]

    def apply_effect(self, sheet: Sheet, effect: Effect) -> Sheet | None:
        """Apply an effect to the field of its name.

        `treated` names a condition of the list that is treated, of several alike the first;
        `invoked` unticks the boosts, which are invoked for one roll (T6.5).
        """
        if effect.field == "invoked":
            boosts = [{**boost, "used": False} for boost in sheet["boosts"]]
            return sheet.with_fields({"boosts": boosts})
        if effect.field == "treated":
            return sheet.with_fields(
                {"conditions": treat_condition(sheet["conditions"], effect.value)}
            )
        return super().apply_effect(sheet, effect)

    def complete_effect(self, effect: Effect, values: Values) -> Effect:
        """Resolve the helper as the roller of a single helper's roll (T4.3)."""
        return replace(effect, who="self") if effect.who == "helper" else effect

    def within(self, sheet: Sheet) -> Values:
        """Limit stress to its maximum, whether it or the tier was changed (T11.2)."""
        return {"stress": max_stress(sheet)} if sheet["stress"] > max_stress(sheet) else {}


SHEET = TrueWorldSheet()
