"""State of the Wasteland fight: rounds, two pools of AP, and the combatants' turns.

All else of a combatant is on the sheet: HP, injuries, conditions, the bonus of a Defend.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.encounters import combatants
from app.core.encounters.combatants import Combatant
from app.core.encounters.scenes import Scene, StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Whole
from app.systems.wasteland.rules import feeding
from app.systems.wasteland.rules.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.rules.turns import Footing
from app.systems.wasteland.rules.turns import unable as why_unable
from app.systems.wasteland.sheet.effects import Wound
from app.systems.wasteland.tables.attacks import OBJECT

#: The id of a combatant.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: The side on which a combatant fights.
SIDES = {"players": "Players", "gm": "Foes"}

#: The roll of a dying combatant at the start of each own turn (W7.5).
DYING_TEST = "wasteland.dying_test"

#: The counts of a round before any action.
UNCOUNTED = {"turn_taken": False, "minor_used": 0, "major_used": 0, "movement_used": False}

#: Values that last for one turn at most.
UNTURNED: Values = {
    "no_free_actions": False,
    "attacked": False,
    "aim_ready": False,
    "free_doses": (),
    "moved": False,
}

#: Readied, promised, declared actions and help: none.
UNDONE: Values = {"readied": (), "assisting": (), "declared": (), "helpers": ()}


@dataclass(frozen=True)
class Intent:
    """The inputs of an action when it was declared or readied."""

    #: The target, the patient, or the combatant that is helped or commanded.
    whom: str = ""
    second_major: bool = False
    aim: bool = False
    #: The targets of a Blast.
    zone: tuple[str, ...] = ()
    #: The action of the commanded NPC.
    npc_action: str = "test"
    #: The kind of the commanded NPC.
    npc_kind: str = ""
    #: The target of the commanded NPC's action.
    npc_target: str = ""


@dataclass(frozen=True)
class Readied(Intent):
    """An action that waits for its trigger (W5.8); no aim lasts so long (W4.1)."""

    trigger: str = ""
    action: str = "attack"


@dataclass(frozen=True)
class Declared:
    """A declared action with dice still to roll."""

    procedure: str = ""
    second_major: bool = False
    aim: bool = False
    #: The id of the commander and first assistant (W5.3); empty without a command.
    commander: str = ""
    #: The kind of NPC for the commander, which decides their skill.
    kind: str = ""
    #: The label of the due roll.
    label: str = ""
    #: The persistent damage that ends if the test passes, and the id of its bearer (W7.7).
    wound: Wound | None = None
    wounded: str = ""


@dataclass(frozen=True)
class Helper:
    """A helper's die that is still to roll (W5.1, W1.9)."""

    #: The id of the helper.
    who: str = ""
    #: The target number of the die.
    target: int = 1
    #: The highest face worth two.
    crit: int = 1


@dataclass(frozen=True)
class Round(combatants.Round):
    """The state of the fight."""

    #: 0 is the opening turn.
    round: int = 0
    started: bool = False
    #: Ids with ties that the GM has ordered.
    settled: tuple[str, ...] = ()
    group_ap: Annotated[int, Whole(0, GROUP_POOL)] = 0
    #: AP beyond the group's six, until the turn ends (W1.6).
    surplus_ap: Annotated[int, Whole(0, 99)] = 0
    gm_ap: Annotated[int, Whole(0, 9999)] = 0
    #: The number of the scene, from 1.
    scene: int = 1


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """The fight values of a combatant, besides those of the sheet."""

    #: Only player characters spend the AP of the players (W1.14).
    side: Annotated[str, OneOf(SIDES)] = "players"
    #: Overrides the sheet's initiative.
    initiative: Annotated[int | None, Whole(-10, 50)] = None
    #: Overrides the sheet's Defense, without a bonus.
    defense: Annotated[int | None, Whole(0, 6)] = None
    #: The initiative of the place in the order; None before a fight, and in views of others.
    ranked: int | None = None
    cover_dice: Annotated[int, Whole(0, 6)] = 0
    #: Of this round, as the next three.
    turn_taken: bool = False
    minor_used: int = 0
    major_used: int = 0
    movement_used: bool = False
    #: Of this turn, as the next three.
    no_free_actions: bool = False
    attacked: bool = False
    aim_ready: bool = False
    #: The ids of patients who may have a dose along with their First Aid, one for each (W7.16).
    free_doses: tuple[str, ...] = ()
    #: A readied movement action was done in the present turn; it may end prone (W10.7).
    moved: bool = False
    #: Until the next turn.
    readied: tuple[Readied, ...] = ()
    #: The id of the helped one for each promise, until the next turn.
    assisting: tuple[str, ...] = ()
    #: Until the dice are rolled.
    declared: tuple[Declared, ...] = ()
    #: Until the dice are rolled.
    helpers: tuple[Helper, ...] = ()
    persistent: tuple[Wound, ...] = ()


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Result = StepResult[Round, Turn]


# --- all combatants ---


def waiting(fight: Fight) -> list[str]:
    """Return the ids of combatants with a turn left this round, in order."""
    return [
        combatant.id
        for combatant in fight.ordered
        if not (combatant.turn.turn_taken or combatant.sheet["dead"] or is_object(combatant))
    ]


def everybody_with(fight: Fight, **changes: object) -> Fight:
    """Set the same values on all combatants."""
    for id in fight.combatants:
        fight = fight.turn(id, **changes)
    return fight


# --- one combatant ---


def initiative(fighter: Fighter) -> int:
    """Return the initiative of the sheet, unless another one is stated (W2.2)."""
    stated = fighter.turn.initiative
    return int(fighter.sheet["initiative"]) if stated is None else stated


def defense(fighter: Fighter) -> int:
    """Return the Defense of the sheet without a bonus, unless another one is stated (W12.2)."""
    stated = fighter.turn.defense
    return int(fighter.sheet["own_defense"]) if stated is None else stated


def defense_now(fighter: Fighter) -> int:
    """Return the present Defense, with the bonus of a Defend (W5.4)."""
    return feeding.defense_with(defense(fighter), int(fighter.sheet["defense_bonus"]))


def footing(fighter: Fighter) -> Footing:
    """Return the footing of a combatant, which limits its actions (W7.3, W10)."""
    sheet = fighter.sheet
    return Footing(sheet["prone"], feeding.is_lamed(sheet), fighter.turn.no_free_actions)


def has_moved(fight: Fight, fighter: Fighter) -> bool:
    """Tell whether a combatant did a movement action in the present turn, whosever it is (W3.6)."""
    own_turn = fight.now.current == fighter.id
    return fighter.turn.moved or (own_turn and fighter.turn.movement_used)


def is_object(fighter: Fighter) -> bool:
    """Tell whether it is an object, hit as a whole and without turns (W6.13)."""
    return bool(fighter.sheet["body_plan"] == OBJECT)


def is_player_character(fighter: Fighter) -> bool:
    """Tell whether this is a player character on the players' side, not one of the GM's."""
    return fighter.turn.side == "players" and fighter.sheet["kind"] == "pc"


def luck_left(fighter: Fighter) -> int:
    """Return the luck points to spend; creatures and objects have no LCK (W2.7, W9.6)."""
    sheet = fighter.sheet
    return 0 if sheet["kind"] == "creature" or is_object(fighter) else int(sheet["luck_points"])


def unable(fighter: Fighter) -> str:
    """Return why a combatant takes no actions; empty if it does (W7.4, W7.13)."""
    why = why_unable(fighter.sheet)
    return f"{fighter.name} {why}" if why else ""


def is_felled(fighter: Fighter) -> bool:
    """Tell whether a combatant is at 0 HP without a known result of it (W7.4)."""
    sheet = fighter.sheet
    known = any(sheet[each] for each in ("dead", "dying", "stable"))
    return not (sheet["hp"] or known or is_object(fighter))


def turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


# --- the pools ---


def pool_side(fighter: Fighter) -> str:
    """Return the pool a combatant earns into and pays from, `players` or `gm` (W1.14)."""
    return "gm" if fighter.turn.side == "gm" else feeding.pool_side(fighter.sheet)


def at_hand(fight: Fight, side: str) -> AtHand:
    """Return the AP that a side can spend: its pool and its surplus (W1.6, W1.14)."""
    if side == "gm":
        return AtHand("gm", fight.now.gm_ap)
    return AtHand("players", fight.now.group_ap, fight.now.surplus_ap)


def paid(fight: Fight, side: str, price: int, field: str = "action") -> Fight:
    """Take AP from a side; raise BadInput on `field` if it has too few."""
    there = at_hand(fight, side)
    if price > there.total:
        raise BadInput(field, f"that costs {price} AP; {there.description}")
    rest = there.paid(price)
    if side == "gm":
        return fight.set(gm_ap=rest.pool)
    return fight.set(group_ap=rest.pool, surplus_ap=rest.surplus)


def counter(fight: Fight, side: str) -> Values:
    """Return side, pool and surplus, as inputs of a roll."""
    there = at_hand(fight, side)
    most = GROUP_POOL if there.side == "players" else 99
    return {
        "side": there.side,
        "ap_pool": min(most, there.pool),
        "surplus_ap": min(99, there.surplus),
    }
