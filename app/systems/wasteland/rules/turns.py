"""Limits of a turn: price and number of actions, movement while prone or lamed (W3, W10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.procedures.inputs import Values
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, MINOR_ACTIONS
from app.systems.wasteland.tables.rolls import spend_price

STAND_UP = "stand-up"

#: Reasons to take no actions, by the field of the sheet (W7.4, W7.13).
UNABLE = {
    "dead": "is dead",
    "dying": "is dying: no actions",
    "stable": "is stabilised, but still unconscious: no actions",
}

#: Rolls that are an action, or belong to one.
DEEDS = (
    "wasteland.skill_test",
    "wasteland.attack",
    "wasteland.defend",
    "wasteland.rally",
    "wasteland.assist",
    "wasteland.first_aid",
    "wasteland.take_chem",
    "wasteland.command_npc",
)


#: Rolls for the dying alone (W7.5).
OF_THE_DYING = ("wasteland.dying_test",)


def is_moot(procedure: str, sheet: Values) -> bool:
    """Tell whether a roll that is due has lost its reason: the patient is saved, or dead."""
    return procedure in OF_THE_DYING and bool(sheet["dead"] or not sheet["dying"])


def unable(sheet: Values) -> str:
    """Return the reason to take no actions, as a clause; empty without one."""
    return next((words for field, words in UNABLE.items() if sheet[field]), "")


MINOR_PRICE = spend_price("additional-minor", 1)
MAJOR_PRICE = spend_price("additional-major", 1)

#: Actions of which one may be taken in a turn, all together (W3.6).
MOVEMENT = frozenset(
    [row.id for row in MINOR_ACTIONS if row.movement]
    + [row.id for row in MAJOR_ACTIONS if row.movement]
)


@dataclass(frozen=True)
class Footing:
    """The footing of a combatant: prone, lamed, without free actions (W7.3, W10)."""

    prone: bool = False
    leg_injury: bool = False
    no_free_actions: bool = False

    @property
    def crawls(self) -> bool:
        return self.prone or self.leg_injury

    @property
    def free(self) -> int:
        """Return the free actions of each kind (W3.1); none for the stunned and dazed."""
        return 0 if self.no_free_actions else 1

    @property
    def most(self) -> int:
        """Return the most actions of each kind (W3.5). Ruling: without free ones, one of each."""
        return 1 if self.no_free_actions else 2


def slot_of(action: str, footing: Footing, stand_up_is_major: bool) -> str:
    """Return `minor` or `major` for an action (W4, W5)."""
    if action == STAND_UP:
        # W4.5, W7.3: with a leg injury standing up takes the major slot, as every Move does.
        return "major" if stand_up_is_major or footing.leg_injury else "minor"
    return "minor" if any(row.id == action for row in MINOR_ACTIONS) else "major"


def price(minor: int, major: int, footing: Footing) -> int:
    """Return the AP for so many actions of each kind (W3.2, W3.3)."""
    extra_minor = max(0, minor - footing.free)
    extra_major = max(0, major - footing.free)
    return extra_minor * MINOR_PRICE + extra_major * MAJOR_PRICE


def is_second_major(major: int, footing: Footing) -> bool:
    """Tell whether the last of so many major actions was bought, at difficulty +1 (W3.3)."""
    return major > footing.free


def out_of_place(
    minor: Sequence[str], major: Sequence[str], footing: Footing, stand_up_is_major: bool
) -> tuple[str, ...]:
    """Return note ids of actions that cannot be taken so, in any number (W4.5, W7.3, W10)."""
    every = (*minor, *major)
    wrong_slot = minor if slot_of(STAND_UP, footing, stand_up_is_major) == "major" else major
    faults = {
        "move-is-major": "move" in minor and footing.crawls,
        "no-sprint": "sprint" in every and footing.crawls,
        "no-need-to-crawl": "crawl" in every and not footing.crawls,
        "not-prone": STAND_UP in every and not footing.prone,
        "stand-up-slot": STAND_UP in wrong_slot,
    }
    return tuple(id for id, broken in faults.items() if broken)


def too_much(
    minor: int, major: int, movement: int, price: int, at_hand: int, footing: Footing
) -> tuple[str, ...]:
    """Return note ids of the limits that so many actions break (W3.5, W3.6)."""
    faults = {
        "too-many-minor": minor > footing.most,
        "too-many-major": major > footing.most,
        "too-much-movement": movement > 1,
        "not-enough-ap": price > at_hand,
    }
    return tuple(id for id, broken in faults.items() if broken)
