"""The fight of Wasteland as it is remembered: rounds, two pools of AP, and everybody's turn.

All else of a combatant stands on the sheet: HP, injuries, conditions, the bonus of a Defend.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from app.core.encounters import scenes
from app.core.encounters.scenes import Combatant, Scene
from app.core.encounters.transitions import StepResult
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf, Somebody, Whole
from app.systems.wasteland.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.effects import Wound
from app.systems.wasteland.feeding import lamed
from app.systems.wasteland.tables.attacks import OBJECT
from app.systems.wasteland.turns import Footing
from app.systems.wasteland.turns import unable as why_unable

#: The id of somebody in the fight.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: Whose side somebody is on, and whose AP they spend (W1.14).
SIDES = {"players": "Players", "gm": "Foes"}

#: What whoever is dying rolls at the start of each own turn (W7.5).
DYING_TEST = "wasteland.dying_test"

#: What a round counts, as it is before anybody acts.
UNCOUNTED = {"turn_taken": False, "minor_used": 0, "major_used": 0, "movement_used": False}

#: What lasts for one turn at most.
UNTURNED: Mapping[str, Any] = {
    "no_free_actions": False,
    "attacked": False,
    "aim_ready": False,
    "dose_free": False,
}

#: What somebody holds ready, has promised or declared, and is helped with: nothing.
UNDONE: Mapping[str, Any] = {"readied": (), "assisting": (), "declared": (), "helpers": ()}


@dataclass(frozen=True)
class Intent:
    """What was said with an action: when it was declared, or when it was readied.

    whom: the target, the patient, who is helped or commanded. zone: those whom a Blast hits.
    npc_action, npc_kind, npc_target: what the commanded NPC does, what it is, and at whom.
    """

    whom: str = ""
    second_major: bool = False
    aim: bool = False
    zone: tuple[str, ...] = ()
    npc_action: str = "test"
    npc_kind: str = ""
    npc_target: str = ""


@dataclass(frozen=True)
class Readied(Intent):
    """An action that waits for its situation (W5.8); no aim lasts so long (W4.1)."""

    trigger: str = ""
    action: str = "attack"


@dataclass(frozen=True)
class Declared:
    """An action that was declared and whose dice have not fallen yet.

    commander: on whose command, and who is its first assistant (W5.3); empty on nobody's. kind:
    what the NPC is to them, which says their skill. label: of what is due by it.
    """

    procedure: str = ""
    second_major: bool = False
    aim: bool = False
    commander: str = ""
    kind: str = ""
    label: str = ""


@dataclass(frozen=True)
class Helper:
    """A die given to help that has not fallen yet: what it is rolled against, and what is worth
    two (W5.1, W1.9). who: whose it is; empty where version 1 did not tell.
    """

    who: str = ""
    target: int = 1
    crit: int = 1


@dataclass(frozen=True)
class Round(scenes.Round):
    """Where the fight stands.

    round: 0 is the opening turn. current: None between turns. settled: ids whose ties the GM has
    ordered. surplus_ap: beyond the group's six, until the turn ends (W1.6). scene: from 1.
    """

    round: int = 0
    started: bool = False
    settled: tuple[str, ...] = ()
    group_ap: Annotated[int, Whole(0, GROUP_POOL)] = 0
    surplus_ap: Annotated[int, Whole(0, 99)] = 0
    gm_ap: Annotated[int, Whole(0, 9999)] = 0
    scene: int = 1


@dataclass(frozen=True)
class Turn(scenes.Turn):
    """What only the fight knows of a combatant.

    initiative, defense (without a bonus): where they are another than the sheet says.
    ranked: the initiative by which somebody stands in the order; None before a fight is on, and
    where a fight of old did not tell.
    turn_taken to movement_used: in this round. no_free_actions to dose_free: in this turn; a dose
    may go with the First Aid just given. readied, assisting (whom, for each promise of help): until
    the next turn. declared, helpers: until the dice fall.
    """

    side: Annotated[str, OneOf(SIDES)] = "players"
    initiative: Annotated[int | None, Whole(-10, 50)] = None
    defense: Annotated[int | None, Whole(0, 6)] = None
    ranked: int | None = None
    cover_dice: Annotated[int, Whole(0, 6)] = 0
    turn_taken: bool = False
    minor_used: int = 0
    major_used: int = 0
    movement_used: bool = False
    no_free_actions: bool = False
    attacked: bool = False
    aim_ready: bool = False
    dose_free: bool = False
    readied: tuple[Readied, ...] = ()
    assisting: tuple[str, ...] = ()
    declared: tuple[Declared, ...] = ()
    helpers: tuple[Helper, ...] = ()
    persistent: tuple[Wound, ...] = ()


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Came = StepResult[Round, Turn]


def upgraded(kept: Mapping[str, Any]) -> dict[str, Any]:
    """A combatant of version 1: of old one readied action and one promise at most, and no kind.

    DR stood there only where somebody had said it.
    """
    readied, promised = kept.get("readied"), kept.get("assisting")
    resists = {"dr": kept["dr"]} if kept.get("dr") else {}
    return {
        "kind": "npc-character",
        **{name: value for name, value in kept.items() if name != "dr"},
        **resists,
        "readied": [readied] if isinstance(readied, Mapping) else readied or [],
        "assisting": [promised] if isinstance(promised, str) else promised or [],
    }


# --- everybody ---


def waiting(fight: Fight) -> list[str]:
    """List who still has a turn this round, in order; the dead and objects have none."""
    return [
        each.id
        for each in fight.ordered
        if not (each.turn.turn_taken or each.sheet["dead"] or is_object(each))
    ]


def everybody_with(fight: Fight, **changes: Any) -> Fight:
    """The fight with the same remembered of all combatants."""
    for id in fight.combatants:
        fight = fight.turn(id, **changes)
    return fight


# --- somebody ---


def initiative(fighter: Fighter) -> int:
    """W2.2: that of the sheet, unless somebody says otherwise."""
    said = fighter.turn.initiative
    return int(fighter.sheet["initiative"]) if said is None else said


def defense(fighter: Fighter) -> int:
    """W12.2: that of the sheet without a bonus, unless somebody says otherwise."""
    said = fighter.turn.defense
    return int(fighter.sheet["own_defense"]) if said is None else said


def defense_now(fighter: Fighter) -> int:
    """Defense with the bonus of a Defend (W5.4); at most the 6 that a test can face."""
    return min(6, defense(fighter) + int(fighter.sheet["defense_bonus"]))


def footing(fighter: Fighter) -> Footing:
    """How somebody stands, for what they may do (W7.3, W10)."""
    sheet = fighter.sheet
    return Footing(sheet["prone"], lamed(sheet), fighter.turn.no_free_actions)


def is_object(fighter: Fighter) -> bool:
    """Is it a thing, which is hit as a whole and has no turns (W6.13)?"""
    return bool(fighter.sheet["body_plan"] == OBJECT)


def luck_left(fighter: Fighter) -> int:
    """Luck points that somebody can spend; creatures and things have no LCK (W2.7, W9.6)."""
    sheet = fighter.sheet
    return 0 if sheet["kind"] == "creature" or is_object(fighter) else int(sheet["luck_points"])


def unable(fighter: Fighter) -> str:
    """Why somebody takes no actions; empty if they do (W7.4, W7.13)."""
    why = why_unable(fighter.sheet)
    return f"{fighter.name} {why}" if why else ""


def is_felled(fighter: Fighter) -> bool:
    """Is somebody at 0 HP of whom nobody has said yet what follows from it (W7.4)?"""
    sheet = fighter.sheet
    known = any(sheet[each] for each in ("dead", "dying", "stable"))
    return not (sheet["hp"] or known or is_object(fighter))


def turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


# --- the pools ---


def at_hand(fight: Fight, side: str) -> AtHand:
    """What a side can spend: its pool, and what it earned beyond it (W1.6, W1.14)."""
    if side == "gm":
        return AtHand("gm", fight.now.gm_ap)
    return AtHand("players", fight.now.group_ap, fight.now.surplus_ap)


def paid(fight: Fight, side: str, price: int, field: str = "action") -> Fight:
    """The fight with AP taken from a side; BadInput on `field` if they are not there."""
    there = at_hand(fight, side)
    if price > there.total:
        raise BadInput(field, f"that costs {price} AP; {there.said}")
    left = there.paid(price)
    if side == "gm":
        return fight.set(gm_ap=left.pool)
    return fight.set(group_ap=left.pool, surplus_ap=left.surplus)


def counter(fight: Fight, side: str) -> dict[str, Any]:
    """Side, pool and surplus, as inputs of a roll."""
    there = at_hand(fight, side)
    most = GROUP_POOL if there.side == "players" else 99
    return {
        "side": there.side,
        "ap_pool": min(most, there.pool),
        "surplus_ap": min(99, there.surplus),
    }
