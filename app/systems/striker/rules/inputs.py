"""Inputs that many procedures of Striker share, in the words of its sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from app.core.errors import BadInput, short_text
from app.core.procedures.kinds import ListOf, OneOf, Row, Text, When, Whole
from app.core.procedures.levers import ANY, Lever
from app.systems.striker.tables.actions import DURATIONS, SKILLS, TAKE

#: The length that a line may have (S23); longer ones are E13.
LONGEST = 300

Modifier = Annotated[
    int,
    Whole(
        -20,
        40,
        label="Modifier (M)",
        help="M of the skill or technique that is rolled.",
        front=True,
        rules=("S7", "S8"),
    ),
]
Bonus = Annotated[
    int,
    Whole(-20, 20, help="Situational modifier.", front=True, rules=("S1",)),
]
#: No challenge beyond these changes the step of a roll: no total comes within 10 of them (S11).
LEAST_CHALLENGE, MOST_CHALLENGE = -50, 100
Challenge = Annotated[
    int,
    Whole(
        LEAST_CHALLENGE,
        MOST_CHALLENGE,
        label="Challenge (C)",
        help="A number, the target’s TC, or another’s total.",
        front=True,
        sheet="target:target_challenge",
        rules=("S2",),
    ),
]
STANCES = {"cautious": "Cautious (RSR 0)", "normal": "Normal", "reckless": "Reckless (RSR 2)"}
Stance = Annotated[
    str,
    OneOf(
        STANCES,
        help="Declared before the roll; checks only.",
        front=True,
        lever=Lever(ANY, "{new} instead of {old}"),
        rules=("S18",),
    ),
]
Rsr = Annotated[
    int,
    Whole(
        0,
        10,
        label="Result step range (RSR)",
        help="1 unless a circumstance says otherwise.",
        part="Circumstances",
        rules=("S15", "S16"),
    ),
]
Steps = Annotated[
    str,
    OneOf(
        {
            "full": "All five steps",
            "no-partial": "No partial success",
            "simple": "Success or fail",
        },
        label="Result steps",
        part="Circumstances",
        rules=("S13", "S17"),
    ),
]
Ranks = Annotated[int, Whole(0, 20, label="Ranks (R)", front=True, rules=("S7", "S8"))]
DurationOf = Annotated[str, OneOf(DURATIONS.labels("duration"), front=True, rules=("S21",))]
TAKEN = {row.take: f"Take {row.take}" for row in TAKE}
ROLL_OR_TAKE = {0: "Roll", **TAKEN}
TakeNumber = Annotated[int, OneOf(TAKEN, front=True, rules=("S19",))]

DIE_SIZES = (4, 6, 8, 10, 12, 20)
#: The most dice of one kind that an effect has (S24).
MOST_DICE = 20
DICE = {size: f"d{size}" for size in DIE_SIZES}
EffectDice = Annotated[
    int,
    Whole(0, MOST_DICE, front=True, help="The weapon’s dice.", rules=("S9", "S14")),
]
EffectDie = Annotated[int, OneOf(DICE, front=True, only_if=(When("effect_dice"),), rules=("S9",))]
EffectModifier = Annotated[int, Whole(-60, 60, front=True, rules=("S9", "S14"))]
WeaponDice = Annotated[
    int,
    Whole(0, MOST_DICE, front=True, help="Used where the line has an effect.", rules=("S9",)),
]
WeaponDie = Annotated[int, OneOf(DICE, front=True, only_if=(When("weapon_dice"),), rules=("S9",))]


@dataclass(frozen=True)
class SheetList(ListOf):
    """A list from the sheet, checked as a list only; entries are checked after the line (S30)."""

    def check(self, name: str, value: object) -> tuple[object, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadInput(name, f"{name} is {short_text(value)}; give a list")
        return tuple(value)

    def entries(self, name: str, value: tuple[object, ...]) -> tuple[Any, ...]:
        """Return the entries, each checked by its columns."""
        return super().check(name, value)

    def parse(self, text: str) -> object:
        """Return one entry for each line, its columns separated by commas: `Insight, 2, 4`."""
        assert isinstance(self.of, Row)
        kinds = [kind for _, kind in self.of.of]
        rows = []
        for line in text.replace(";", "\n").splitlines():
            cells = [cell.strip() for cell in line.split(",")]
            if any(cells):
                known = [kind.parse(at) for kind, at in zip(kinds, cells, strict=False)]
                rows.append([*known, *cells[len(known) :]])
        return rows


#: A sheet has 200 skills at most; other programs may send more.
_MOST = 1000
NAMES = ("Insight", "Strength", "Cbt-Melee", "Cbt-Ranged")
_NAME = Text(longest=LONGEST, examples=NAMES)
_RANKS = Whole(0, 20)


TECHNIQUE_KINDS = {
    "specialiser": "Specialiser (R 0: like the skill)",
    "enabler": "Enabler (R 0: not usable)",
    "facilitator": "Facilitator (R 0: at −3)",
}
CATEGORY = OneOf(SKILLS.labels(), rules=("S10",))
KIND = OneOf(TECHNIQUE_KINDS, rules=("S8",))
SKILL_ROWS = SheetList(
    Row(
        (("name", _NAME), ("M", Whole(-20, 40)), ("R", _RANKS)),
        last=("category", CATEGORY, ""),
    ),
    most=_MOST,
    help="Each skill as name, M, R; then the category of one that the book does not name.",
    part="From the sheet",
    rules=("S7", "S10"),
)
TECHNIQUE_ROWS = SheetList(
    Row(
        (("name", _NAME), ("R", _RANKS), ("base skill", _NAME)),
        last=("kind", KIND, "specialiser"),
    ),
    most=_MOST,
    help="Each technique as name, R, base skill; then its kind, if it is no specialiser.",
    part="From the sheet",
    rules=("S8",),
)

NUMBER_ROWS = SheetList(
    Row((("name", _NAME), ("number", Whole(-9999, 9999)))),
    most=_MOST,
    label="Numbers",
    help="Each number that the line names, such as Vcl-Ship, 2.",
    part="From the sheet",
    rules=("S39", "S42"),
)

SkillRows = Annotated[tuple[Any, ...], SKILL_ROWS]
TechniqueRows = Annotated[tuple[Any, ...], TECHNIQUE_ROWS]
NumberRows = Annotated[tuple[Any, ...], NUMBER_ROWS]
ADVANTAGES = {
    "none": "One d20",
    "advantage": "Advantage: the better of two",
    "disadvantage": "Disadvantage: the worse of two",
}
Advantage = Annotated[
    str,
    OneOf(
        ADVANTAGES,
        help="One of each cancels out.",
        part="Circumstances",
        rules=("S42",),
    ),
]
