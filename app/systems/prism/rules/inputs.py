"""Inputs that many procedures of Prism share: conditions, trying again, slump and zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.levers import DOWN, Lever
from app.systems.prism.house import ManaColumn
from app.systems.prism.tables.chart import RETRY_STEP
from app.systems.prism.tables.modifiers import (
    COLUMNS,
    FOURTH,
    HP_BANDS,
    MODIFIERS,
    WHOLE,
    conditions,
)

SV = (-200, 400)

#: The speed of a weapon in phases of IRIS (P47), with the GM's hurry or delay.
SPEED = (-50, 50)

Bonus = Annotated[
    int, Whole(*SV, front=True, label="SV", help="The skill value.", rules=("P1", "P3"))
]
Reading = Annotated[
    str,
    OneOf(
        {"static": "Static (SM)", "moving": "Moving (MM)"},
        front=True,
        help="Static: it works or not. Moving: in percent.",
        rules=("P2", "P39"),
    ),
]
Column = Annotated[
    str, OneOf(COLUMNS, front=True, help="Which column of Chart 14.2 applies.", rules=("P18",))
]
Other = Annotated[
    int, Whole(-300, 300, front=True, label="Other", help="Situational modifier.", rules=("P19",))
]
TotalPenalty = Annotated[
    int,
    Whole(
        -200,
        0,
        label="Total Penalty",
        help="What armour and load cost, as on the sheet.",
        sheet="total_penalty",
        part="Gear and ground",
        rules=("P20",),
    ),
]
Streak = Annotated[
    str,
    OneOf(
        {"none": "Neither", "slump": "In a slump (−50)", "zone": "In the zone (+50)"},
        label="Slump or zone",
        help="At this and similar actions.",
        part="Trying again",
        rules=("P15", "P16", "P17"),
    ),
]
PlotPoints = Annotated[
    int,
    Whole(
        0, 50, front=True, label="Plot points available", sheet="plot_points", rules=("P56", "P68")
    ),
]

_WOUNDS, _DISTRACTIONS, _GEAR = "Wounds", "Distractions", "Gear and ground"
_BANDS = {band: MODIFIERS[band].condition for band in HP_BANDS}


@dataclass(frozen=True)
class Conditions(Group):
    """The modifiers of Chart 14.2 for a roll (P18, P19); the defaults add nothing."""

    difficulty: Annotated[
        str, OneOf(conditions("General difficulty"), front=True, rules=("P18", "P19"))
    ] = "medium"
    wounds: Annotated[
        str,
        OneOf(
            {"none": "Lost less than 25% of HP", **_BANDS},
            label="Hit points",
            part=_WOUNDS,
            rules=("P21",),
        ),
    ] = "none"
    stunned: Annotated[bool, YesNo(sheet="stunned", part=_WOUNDS, rules=("P18",))] = False
    bleeding: Annotated[
        int,
        Whole(
            0,
            20,
            label="Bleeding",
            help="Hits lost per round.",
            sheet="bleeding",
            part=_WOUNDS,
            rules=("P22",),
        ),
    ] = 0
    melee: Annotated[
        bool,
        YesNo(
            label="Near or in melee",
            part=_DISTRACTIONS,
            lever=Lever(DOWN, back="Away from the melee", unit="action"),
            rules=("P18",),
        ),
    ] = False
    noise: Annotated[bool, YesNo(label="Loud noise", part=_DISTRACTIONS, rules=("P18",))] = False
    running: Annotated[
        bool,
        YesNo(
            label="Character running",
            part=_DISTRACTIONS,
            lever=Lever(DOWN, back="Stand still"),
            rules=("P18",),
        ),
    ] = False
    total_penalty: TotalPenalty = 0
    item_quality: Annotated[
        str,
        OneOf(
            conditions("Item quality", also_by={"none": "No item"}),
            part=_GEAR,
            lever=Lever(words="A better item: {new}", if_so="if there is one"),
            rules=("P19",),
        ),
    ] = "none"
    terrain: Annotated[
        str,
        OneOf(
            conditions("Terrain", also_by={"none": "Does not matter"}), part=_GEAR, rules=("P19",)
        ),
    ] = "none"
    mana: Annotated[
        str,
        OneOf(
            conditions("Mana level", also_by={"normal": "Normal"}),
            label="Mana level",
            part=_GEAR,
            rules=("P23",),
        ),
    ] = "normal"
    other: Other = 0
    mana_column: ManaColumn = "perception"

    def added(self, column: str) -> dict[str, int]:
        """Return the modifier of each condition in a column of Chart 14.2, by the input's name."""
        return {
            "difficulty": self._of(self.difficulty, column),
            "wounds": self._of(self.wounds, column),
            "stunned": self._of("stunned", column) * self.stunned,
            "bleeding": self._of("bleeding", column) * self.bleeding,  # P22: for each hit
            "melee": self._of("melee", column) * self.melee,
            "noise": self._of("noise", column) * self.noise,
            "running": self._of("running", column) * self.running,
            "encumbrance": self._of("encumbrance", column),
            "item_quality": self._of(self.item_quality, column),
            "terrain": self._of(self.terrain, column),
            "mana": self._mana(column),
            "other": self.other,
        }

    def parts(self, column: str) -> tuple[tuple[int, str], ...]:
        """Return the modifiers as parts of a sum, in words."""
        labels = {
            "encumbrance": "Total Penalty",
            "difficulty": _label(self.difficulty),
            "wounds": _label(self.wounds),
            "item_quality": f"{self.item_quality} item",
            "terrain": f"{self.terrain} terrain",
            "mana": f"{_label(self.mana)} mana",
        }
        return tuple(
            (amount, labels.get(name) or _label(name))
            for name, amount in self.added(column).items()
        )

    def _of(self, id: str, column: str) -> int:
        """Return a cell of the chart; conditions that the chart does not list add nothing (P19)."""
        if id in ("none", "normal"):
            return 0
        cell = getattr(MODIFIERS[id], column)
        if cell == WHOLE:
            return self.total_penalty
        if cell == FOURTH:
            # P20: the fraction is dropped; the Total Penalty is never above 0.
            return -(-self.total_penalty // 4)
        assert isinstance(cell, int)
        return cell

    def _mana(self, column: str) -> int:
        # P23: printed under Perception; the house rule swaps the column for Magic.
        if self.mana_column == "magic":
            column = {"magic": "perception", "perception": "magic"}.get(column, column)
        return self._of(self.mana, column)


_WORDS = MODIFIERS.labels("condition")


def _label(id: str) -> str:
    """Return a condition in the words of the chart."""
    return _WORDS.get(id, id).lower()


@dataclass(frozen=True)
class Retry(Group):
    """The inputs of trying again (P7-P9)."""

    failed_attempts: Annotated[
        int,
        Whole(
            0,
            20,
            label="Failed attempts",
            help="Failures so far at this particular attempt.",
            part="Trying again",
            rules=("P8",),
        ),
    ] = 0
    retry: Annotated[
        str,
        OneOf(
            {"declining": "−25 for each failure", "free": "No penalty"},
            label="Trying again",
            part="Trying again",
            rules=("P7", "P8"),
        ),
    ] = "declining"
    fresh_start: Annotated[
        bool,
        YesNo(
            help="New information or training since the last try, and the GM agrees.",
            part="Trying again",
            lever=Lever(words="With new information or training", if_so="if the GM agrees"),
            rules=("P9",),
        ),
    ] = False

    @property
    def count(self) -> int:
        """Return the failures that count in this roll."""
        if self.retry == "free" or self.fresh_start:
            return 0
        return self.failed_attempts

    @property
    def penalty(self) -> int:
        return RETRY_STEP * self.count


ALONE = Retry()
NOTHING_SPECIAL = Conditions()
