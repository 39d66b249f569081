"""The stored values of Prism's encounter: the time, and the order of turns (P46-P48).

Everything else about a combatant is on the sheet: HP, bleeding, slumps, pending rolls.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from app.core.encounters import combatants
from app.core.encounters.combatants import Combatant
from app.core.encounters.scenes import Scene, StepResult
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole, YesNo
from app.systems.prism.rules.inputs import SPEED, SV

#: The id of a combatant.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: P22: every 15 phases of IRIS, ten seconds, blood is lost.
BLEEDING_STEP = 15

INITIATIVES = OneOf(
    {"iris": "IRIS, by phases", "list": "A list, by hand"}, front=True, rules=("P46",)
)


@dataclass(frozen=True)
class Phases(combatants.Round):
    """The time of the encounter."""

    initiative: Annotated[str, INITIATIVES] = "iris"
    #: The phase of IRIS, from 0.
    phase: int = 0
    #: The phase of the next loss of blood.
    next_bleeding: int = BLEEDING_STEP
    #: The ids acting out of turn on a saved action, the latest last.
    saved: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """The values that only the encounter knows of a combatant.

    delay, db, ob, speed: where they differ from the sheet's; speed is that of the weapon in hand.
    """

    group: Annotated[str, Text(40)] = ""
    #: The phases go on for as long as the GM does not restart them (P46).
    next_phase: Annotated[int, Whole(0, 10_000_000)] = 0
    delay: Annotated[int | None, Whole(1, 100)] = None
    db: Annotated[int | None, Whole(0, 300)] = None
    ob: Annotated[int | None, Whole(*SV)] = None
    speed: Annotated[int | None, Whole(*SPEED)] = None
    running: Annotated[bool, YesNo()] = False
    melee: Annotated[bool, YesNo()] = False
    #: The duties that have fallen due.
    told: tuple[str, ...] = ()
    #: Whether next_phase was set by hand in the own turn, so that its end keeps it.
    phase_set: Annotated[bool, YesNo()] = False


Fight = Scene[Phases, Turn]
Fighter = Combatant[Turn]
Result = StepResult[Phases, Turn]


def lasted(fight: Fight) -> Fraction:
    """Return the hours since the beginning: 15 phases or a round are ten seconds (P22).

    Both count, so that changing between the two lets no time pass.
    """
    turns = Fraction(fight.now.phase, BLEEDING_STEP) + Fraction(fight.now.round - 1)
    return turns * Fraction(10, 3600)


def down(combatant: Fighter) -> bool:
    """Tell whether all HP are lost: no turn until HP is above 0 (P21)."""
    return bool(combatant.sheet["hp"] <= 0)


def ready(fight: Fight) -> list[str]:
    """Return the ids that can act, by phase and Delay in IRIS, else in the manual order (P46)."""
    able = [fighter for fighter in fight.ordered if not down(fighter)]
    if fight.now.initiative == "iris":
        # Ties: the lower Delay first, then by hand; sorting keeps that order.
        able.sort(key=lambda fighter: (fighter.turn.next_phase, delay(fighter)))
    return [fighter.id for fighter in able]


def acting(fight: Fight) -> str | None:
    """Return the id of the actor: of the latest saved action, else of the turn."""
    return fight.now.saved[-1] if fight.now.saved else fight.now.current


def delay(combatant: Fighter) -> int:
    """Return the Delay: the sheet's, unless the encounter sets another (P46)."""
    return int(combatant.sheet["delay"]) if combatant.turn.delay is None else combatant.turn.delay


def weapon_speed(combatant: Fighter) -> int:
    """Return the speed of the weapon in hand; the first on the sheet by default (P47)."""
    if combatant.turn.speed is not None:
        return combatant.turn.speed
    weapons: list[Values] = combatant.sheet["weapons"]
    return int(weapons[0]["speed"]) if weapons else 0
