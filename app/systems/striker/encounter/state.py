"""The stored values of Striker's encounter: slots, longer work, circumstances (S12-S22).

Everything else about a combatant is on the sheet: hit points, TC, skills.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from app.core.encounters import combatants
from app.core.encounters.combatants import Combatant
from app.core.encounters.rolls import Due
from app.core.encounters.roster import foes_first
from app.core.encounters.scenes import Scene, StepResult
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Somebody, Text, Whole

#: The id of a combatant.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: An RSR without a circumstance (S15).
NORMAL_RSR = 1

#: S16: by circumstance.
RSR = Whole(0, 10, label="RSR", front=True, help="1 turns it off.")


@dataclass(frozen=True)
class Consequence:
    """A consequence or benefit, in the table's words (S12, S14)."""

    round: int = 1
    who: str = ""
    text: str = ""


@dataclass(frozen=True)
class Round(combatants.Round):
    """The values of the encounter as a whole.

    rsr: by circumstance, for all. log: the latest consequences, the last of them last.
    """

    rsr: Annotated[int, RSR] = NORMAL_RSR
    log: tuple[Consequence, ...] = ()


@dataclass(frozen=True)
class Work:
    """Work longer than a turn. inputs: of its roll; target: an id, empty for none."""

    label: str = ""
    duration: str = ""
    inputs: Values = field(default_factory=dict)
    target: str = ""


@dataclass(frozen=True)
class Sustained:
    """An action that is kept up (S33). inputs: of its line's roll."""

    label: str = ""
    duration: str = ""
    inputs: Values = field(default_factory=dict)
    #: Saves that it imposed and that may still end it: 0 once one has failed (S41).
    saves: int = 0


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """The values that only the encounter knows of a combatant."""

    group: Annotated[str, Text(40)] = ""
    notes: Annotated[str, Text(400)] = ""
    #: Durations used since the last own turn: main-, bonus- and re-action once each.
    slots_used: tuple[str, ...] = ()
    #: The round of the own turn in which longer work is done; None if free.
    busy_until: int | None = None
    #: None if free.
    work: Work | None = None
    #: Whether it is out of the order for an hour or a day (from the end of its turn).
    away: bool = False
    #: By circumstance, for this combatant.
    rsr: Annotated[int, RSR] = NORMAL_RSR
    #: Whether the due roll has no stance.
    stances_barred: bool = False
    #: Requests by the steps of rolls, oldest first, until they are answered.
    owes: tuple[str, ...] = ()
    #: Labels of requests by the step `result`, oldest first, until they are answered.
    asked: tuple[str, ...] = ()
    #: Actions that were begun and are kept up, each time for their second duration (S33).
    sustained: tuple[Sustained, ...] = ()
    #: The warning about a roll in this round that had no free slot; or None.
    warned: str | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Result = StepResult[Round, Turn]


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """Return the targets, the other side first: another group, or else characters and others."""
    return foes_first(fight, who, down=lambda each: not each.sheet["hp"])


def side(fighter: Fighter) -> str:
    """Return the group of a combatant; without one, characters are apart from others."""
    return fighter.turn.group.strip().casefold() or ("others" if fighter.own else "characters")


def lasted(fight: Fight) -> Fraction:
    """Return the hours since round 1 began: a round is 6 seconds."""
    return Fraction(fight.now.round - 1) * Fraction(6, 3600)


def challenge(fighter: Fighter) -> int:
    """Return the TC (S2)."""
    return int(fighter.sheet["target_challenge"])


def rsr_of(fight: Fight, who: str) -> int:
    """Return the RSR by circumstance (S16): the larger of the combatant's and the scene's."""
    # Ruling: 1 is no circumstance, so a circumstance that sets 0 counts where nothing else is set.
    either = (fight.now.rsr, fight.combatant(who).turn.rsr)
    return max((rsr for rsr in either if rsr != NORMAL_RSR), default=NORMAL_RSR)


def work_done(fight: Fight, fighter: Fighter, work: Work) -> Due:
    """Return the due roll of finished longer work: its result is applied now."""
    label = f"{fighter.name} is done with {work.label}: apply the result"
    return roll_due(fight, fighter.id, label, work.inputs, work.target, ("S21",))


def roll_due(
    fight: Fight,
    who: str,
    label: str,
    inputs: Values,
    target: str,
    rules: tuple[str, ...],
) -> Due:
    """Return the due roll of a line; without a line only the reminder.

    The target's TC (S2) and the RSR by circumstance (S16) may change until the roll, so they are
    read then. A target that has left is dropped.
    """
    if "text" not in inputs:
        return Due(who, label, rules=rules)
    others = {"target": target} if target in fight.combatants else {}
    return Due(who, label, "striker.line_action", inputs, rules, others=others)
