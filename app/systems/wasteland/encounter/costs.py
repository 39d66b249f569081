"""Costs of an action, by its step, from a menu or from a sheet (W3)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.errors import BadInput
from app.systems.wasteland.encounter.state import (
    Fight,
    Fighter,
    at_hand,
    footing,
    paid,
    pool_side,
)
from app.systems.wasteland.rules.turns import (
    MOVEMENT,
    is_second_major,
    out_of_place,
    price,
    slot_of,
    too_much,
)
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, MINOR_ACTIONS

#: The message of each fault of a turn, by its note id in the action budget.
WORDS = {
    "too-many-minor": "minor actions used",
    "too-many-major": "major actions used",
    "too-much-movement": "movement used",
    "not-enough-ap": "not enough AP",
    "move-is-major": "prone or leg injury: crawl instead (W10.1)",
    "no-sprint": "no Sprint: prone or leg injury",
    "no-need-to-crawl": "no need to crawl: use Move (W4.4)",
    "not-prone": "not prone",
    "stand-up-slot": "Stand up is the other kind of action here (W4.5)",
}

#: How the actions of a turn are called.
ACTIONS = {**MINOR_ACTIONS.labels("action"), **MAJOR_ACTIONS.labels("action")}

FIRST_AID = "wasteland.first_aid"
TAKE_CHEM = "wasteland.take_chem"

#: The action that a roll of this procedure is. A plain test may be any, or none: it is the action
#: of that name only where it was declared (W5.10).
ACTION_OF = {
    TAKE_CHEM: "take-chem",
    **{row.procedure: row.id for row in MAJOR_ACTIONS if row.procedure and row.id != "test"},
}


@dataclass(frozen=True)
class Count:
    """The numbers of actions in a round with one more among them, and its cost."""

    minor: int
    major: int
    moved: int
    cost: int
    second_major: bool


def count_action(fighter: Fighter, action: str, stand_up_is_major: bool = False) -> Count:
    """Count a combatant's actions of this round with this one (W3.2, W3.3)."""
    stance, so_far = footing(fighter), fighter.turn
    slot = slot_of(action, stance, stand_up_is_major)
    minor = so_far.minor_used + (slot == "minor")
    major = so_far.major_used + (slot == "major")
    return Count(
        minor,
        major,
        so_far.movement_used + (action in MOVEMENT),
        price(minor, major, stance) - price(so_far.minor_used, so_far.major_used, stance),
        slot == "major" and is_second_major(major, stance),
    )


def take_action(
    fight: Fight, who: str, action: str, stand_up_is_major: bool = False
) -> tuple[Fight, Count]:
    """Count and pay an action; raise BadInput on `action` if it cannot be taken."""
    fighter = fight.combatant(who)
    side, stance = pool_side(fighter), footing(fighter)
    count = count_action(fighter, action, stand_up_is_major)
    is_minor = count.minor > fighter.turn.minor_used
    as_minor, as_major = ((action,), ()) if is_minor else ((), (action,))
    there = at_hand(fight, side).total
    faults = (
        *too_much(count.minor, count.major, count.moved, count.cost, there, stance),
        *out_of_place(as_minor, as_major, stance, stand_up_is_major),
    )
    if faults:
        raise BadInput("action", WORDS[faults[0]])
    after = paid(fight, side, count.cost).turn(
        who,
        minor_used=count.minor,
        major_used=count.major,
        movement_used=bool(count.moved),
    )
    return after, count


def allow_dose(fight: Fight, who: str, patient: str) -> Fight:
    """Allow a dose along with First Aid for this patient, without a Take Chem (W7.16)."""
    return fight.turn(who, free_doses=(*fight.combatant(who).turn.free_doses, patient))
