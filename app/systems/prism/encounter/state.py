"""What the encounter of Prism remembers: where time stands, and who acts when (P46-P48).

All else of a combatant stands on the sheet: HP, bleeding, slumps, what is still to be rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import scenes
from app.core.encounters.scenes import Combatant, Scene
from app.core.encounters.transitions import StepResult
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole, YesNo
from app.systems.prism.inputs import SPEED, SV

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: P22: every 15 phases of IRIS, ten seconds, blood is lost.
BLEEDING_STEP = 15

INITIATIVES = OneOf(
    {"iris": "IRIS, by phases", "list": "A list, by hand"}, front=True, rules=("P46",)
)


@dataclass(frozen=True)
class Phases(scenes.Round):
    """Where time stands.

    phase: of IRIS, from 0. next_bleeding: the phase at which blood is lost next. saved: who acts
    out of turn on a saved action, the latest last.
    """

    initiative: Annotated[str, INITIATIVES] = "iris"
    phase: int = 0
    next_bleeding: int = BLEEDING_STEP
    saved: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn(scenes.Turn):
    """What only the encounter knows of a combatant.

    delay, db, ob, speed: where they are another than the sheet says; speed is that of the weapon in
    hand. told: the duties that have fallen due. phase_set: next_phase was set by hand during the
    own turn, whose end leaves it so.
    """

    group: Annotated[str, Text(40)] = ""
    next_phase: Annotated[int, Whole(0, 9999)] = 0
    delay: Annotated[int | None, Whole(1, 100)] = None
    db: Annotated[int | None, Whole(0, 300)] = None
    ob: Annotated[int | None, Whole(*SV)] = None
    speed: Annotated[int | None, Whole(*SPEED)] = None
    running: Annotated[bool, YesNo()] = False
    melee: Annotated[bool, YesNo()] = False
    told: tuple[str, ...] = ()
    phase_set: Annotated[bool, YesNo()] = False


Fight = Scene[Phases, Turn]
Fighter = Combatant[Turn]
Came = StepResult[Phases, Turn]


def lasted(now: Phases) -> Fraction:
    """Hours since the beginning: 15 phases, or a round of the list, are ten seconds (P22).

    Both count, so that changing between the two lets no time pass.
    """
    turns = Fraction(now.phase, BLEEDING_STEP) + Fraction(now.round - 1)
    return turns * Fraction(10, 3600)


def down(combatant: Fighter) -> bool:
    """P21: all HP lost: no turn until hp is above 0."""
    return bool(combatant.sheet["hp"] <= 0)


def ready(fight: Fight) -> list[str]:
    """Who can act, in the order of turns: by phase and Delay in IRIS, else by hand (P46)."""
    able = [each for each in fight.ordered if not down(each)]
    if fight.now.initiative == "iris":
        # Ties: the lower Delay first, then by hand; sorting keeps that order.
        able.sort(key=lambda each: (each.turn.next_phase, delay(each)))
    return [each.id for each in able]


def acting(fight: Fight) -> str | None:
    """Who acts just now: the latest saved action, else whose turn it is."""
    return fight.now.saved[-1] if fight.now.saved else fight.now.current


def delay(combatant: Fighter) -> int:
    """P46: that of the sheet, unless somebody says otherwise."""
    return int(combatant.sheet["delay"]) if combatant.turn.delay is None else combatant.turn.delay


def weapon_speed(combatant: Fighter) -> int:
    """P47: of the weapon in hand; until somebody says otherwise, that is the first on the sheet."""
    if combatant.turn.speed is not None:
        return combatant.turn.speed
    weapons: list[Mapping[str, Any]] = combatant.sheet["weapons"]
    return int(weapons[0]["speed"]) if weapons else 0
