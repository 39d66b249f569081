"""What the encounter of Striker remembers: slots, longer work, circumstances (S12-S22).

All else of a combatant stands on the sheet: hit points, TC, skills.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import scenes
from app.core.encounters.scenes import Combatant, Scene
from app.core.encounters.transitions import Due, StepResult
from app.core.procedures.kinds import Somebody, Text, Whole

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: An RSR without a circumstance (S15).
NORMAL_RSR = 1

#: S16: by circumstance.
RSR = Whole(0, 10, label="RSR", front=True, help="1 switches it off.")


@dataclass(frozen=True)
class Consequence:
    """A consequence or benefit, in the table's words (S12, S14). who: an id."""

    round: int = 1
    who: str = ""
    text: str = ""


@dataclass(frozen=True)
class Round(scenes.Round):
    """What is remembered of nobody in particular.

    rsr: by circumstance, for everybody. log: the latest consequences, the last of them last.
    """

    rsr: Annotated[int, RSR] = NORMAL_RSR
    log: tuple[Consequence, ...] = ()


@dataclass(frozen=True)
class Work:
    """Work longer than a turn. inputs: of its roll; target: an id, empty for nobody."""

    label: str = ""
    duration: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    target: str = ""


@dataclass(frozen=True)
class Turn(scenes.Turn):
    """What only the encounter knows of a combatant.

    slots_used: durations used since the last own turn began: main-, bonus- and re-action once each.
    busy_until: the round in whose own turn longer work is done; None if free. work: None if free.
    away: out of the encounter for an hour or a day: not in the order, but for whoever still has the
    turn.
    rsr: by circumstance, for this one. stances_barred: no stance in the roll that is due.
    owes: what the steps of rolls ask the table for, oldest first, until it is told.
    asked: the labels of what fell due by the step `result`, oldest first, until it is told.
    warned: what was rolled since the last own turn began although it was not free; or None.
    """

    group: Annotated[str, Text(40)] = ""
    notes: Annotated[str, Text(400)] = ""
    slots_used: tuple[str, ...] = ()
    busy_until: int | None = None
    work: Work | None = None
    away: bool = False
    rsr: Annotated[int, RSR] = NORMAL_RSR
    stances_barred: bool = False
    owes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    warned: str | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Came = StepResult[Round, Turn]


def of_today(kept: Any) -> Any:
    """What was kept of a turn: of what steps ask for once one text at most, or None."""
    if not isinstance(kept, Mapping) or not isinstance(kept.get("owes"), str | None):
        return kept
    return {**kept, "owes": [kept["owes"]] if kept.get("owes") else []}


def lasted(now: Round) -> Fraction:
    """Hours since round 1 began: a round is 6 seconds."""
    return Fraction(now.round - 1) * Fraction(6, 3600)


def challenge(fighter: Fighter) -> int:
    """The TC (S2)."""
    return int(fighter.sheet["target_challenge"])


def rsr_of(fight: Fight, who: str) -> int:
    """The RSR by circumstance (S16): of what is set here and on everybody the larger counts."""
    # Ruling: 1 is no circumstance, so a circumstance that sets 0 counts where nothing else is set.
    either = (fight.now.rsr, fight.combatant(who).turn.rsr)
    return max((rsr for rsr in either if rsr != NORMAL_RSR), default=NORMAL_RSR)


def work_done(fight: Fight, fighter: Fighter, work: Work) -> Due:
    """The longer work of somebody is over: its result is applied now."""
    label = f"{fighter.name} is done with {work.label}: apply the result"
    return roll_due(fight, fighter.id, label, work.inputs, work.target, ("S21",))


def roll_due(
    fight: Fight,
    who: str,
    label: str,
    inputs: Mapping[str, Any],
    target: str,
    rules: tuple[str, ...],
) -> Due:
    """The roll of a line; without one there is only the reminder.

    What may change until it is rolled, the target's TC (S2) and the RSR by circumstance (S16), is
    read then. A target that has left is no target any more.
    """
    if "text" not in inputs:
        return Due(who, label, rules=rules)
    others = {"target": target} if target in fight.combatants else {}
    return Due(who, label, "striker.line_action", inputs, rules, others=others)
