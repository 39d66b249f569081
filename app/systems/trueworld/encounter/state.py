"""What the encounter of TrueWorld remembers: a scene, its rounds, and the rolls under way.

All else of a combatant stands on the sheet: stress, harm, grit, conditions, the action of the
round and the help that waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from app.core.encounters import scenes
from app.core.encounters.scenes import Combatant, Scene
from app.core.encounters.transitions import StepResult
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole
from app.core.procedures.outcomes import put
from app.core.procedures.procedure import Procedure
from app.systems.trueworld.inputs import (
    ABILITY_DICE,
    DIFFICULTY_DICE,
    Difficulty,
    Position,
    Purpose,
)
from app.systems.trueworld.procedures.actions import action_roll, quick_action, unskilled_roll
from app.systems.trueworld.procedures.teamwork import assisted_action, teamwork
from app.systems.trueworld.readings import sides
from app.systems.trueworld.sheet import is_taken_out

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody(label="Who")]

#: The rolls that an action of a turn can be (T1.2), by id.
ACTIONS = {each.id: each for each in (action_roll, unskilled_roll, assisted_action, quick_action)}

#: Those of them that a defence can be as well (T10.6): it takes no help (T4.4), and has a level.
DEFENCES = (action_roll.id, unskilled_roll.id)

#: How the help that was offered is due (T4.3).
HELP = teamwork.id

#: The rating of a challenge of which nothing else is known (T2.3).
EASIEST = "d4"

#: What an action leaves nothing of: the help that went into it (T4.4) and its boosts (T6.5).
USED_UP = (put("teamwork_dice", 0), put("invoked", False))

#: What any other roll leaves nothing of: its boosts. It takes no help (T4.4).
BOOSTS_USED = (put("invoked", False),)

#: What a round begins with, for everybody (T1.2, T4.4).
NEW_ROUND = (put("action_available", True), put("teamwork_dice", 0))

#: What is due no more: (combatant id, procedure), with the label where several are of one.
Moot = tuple[tuple[str, str] | tuple[str, str, str], ...]

#: How the phases of a round are called.
PHASES = {
    "order": "the setting of the order",
    "action": "the action phase",
    "end": "the end of the round",
}

SIDES = {"character": "Players", "adversary": "Foes"}


@dataclass(frozen=True)
class Told:
    """A roll under way, as the director has told it (T3.5).

    label: what is due; it once was not kept. quick: a plain comparison will do (T5.1).
    """

    label: str = ""
    difficulty: Difficulty = EASIEST
    position: Position = "neutral"
    purpose: Purpose = "general"
    quick: bool = False
    at_risk: str = ""

    @property
    def procedure(self) -> Procedure:
        """How it is rolled, unless the player knows better."""
        return quick_action if self.quick else action_roll

    def is_due(self, label: str) -> bool:
        """Is it what is due under this label? One that was kept without a label is any."""
        return self.label in ("", label)

    def inputs(self, procedure: str) -> dict[str, Any]:
        """What it gives to a roll of this procedure; nothing to one that is no action's."""
        known = ACTIONS[procedure].inputs if procedure in ACTIONS else {}
        names = ("difficulty", "position", "purpose")
        return {name: getattr(self, name) for name in names if name in known}


@dataclass(frozen=True)
class Round(scenes.Round):
    """A scene and its round. at_risk: of the whole scene (T3.5)."""

    scene: Annotated[str, Text(120)] = ""
    at_risk: Annotated[str, Text(1000)] = ""
    phase: Annotated[str, OneOf(PHASES)] = "order"


@dataclass(frozen=True)
class Turn(scenes.Turn):
    """What only the encounter knows of a combatant.

    acted: this round's turn is over.
    difficulty, damage: of an adversary; damage is levels taken, and the director's to read.
    max_stress: where it is less than the sheet says.
    helping: whose action the own one of this round went into, empty for nobody's.
    roll, defence: of the own action and of the defence under way.
    """

    side: Annotated[str, OneOf(SIDES)] = "character"
    acted: bool = False
    difficulty: Annotated[str | None, OneOf(DIFFICULTY_DICE)] = None
    damage: int = 0
    max_stress: Annotated[int | None, Whole(2, 12)] = None
    stated_intention: str = ""
    helping: str = ""
    roll: Told | None = None
    defence: Told | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Came = StepResult[Round, Turn]


def character(scene: Fight, id: str, field: str = "who") -> Fighter:
    """The character of this id; BadInput on `field`. Adversaries never roll (T10.6)."""
    found = scene.combatant(id, field)
    if found.turn.side != "character":
        raise BadInput(field, f"{found.name} is an adversary; only characters do that")
    return found


def characters(scene: Fight) -> list[Fighter]:
    """All characters, in the order of turns."""
    return [each for each in scene.ordered if each.turn.side == "character"]


def waiting(scene: Fight) -> list[Fighter]:
    """Who still has a turn this round, in the order of turns."""
    return [each for each in scene.ordered if not each.turn.acted and not taken_out(each)]


def taken_out(fighter: Fighter) -> bool:
    """Tell whether full stress keeps this character out of the scene (T11.2)."""
    is_character = fighter.turn.side == "character"
    return is_character and is_taken_out(fighter.sheet, most_stress(fighter))


def is_here(fighter: Fighter, field: str = "who") -> None:
    """Raise BadInput on `field` for a character who is taken out of the scene (T11.2)."""
    if taken_out(fighter):
        raise BadInput(field, f"{fighter.name} is taken out of the scene until stress is recovered")


def mid_round(fighter: Fighter) -> bool:
    """Does the sheet stand as in the midst of a round: the action spent, or help waiting?"""
    return bool(fighter.sheet["teamwork_dice"] or not fighter.sheet["action_available"])


def rating(fighter: Fighter) -> str:
    """The difficulty of an adversary; of a character nobody has said one (T2.3)."""
    return fighter.turn.difficulty or EASIEST


def most_stress(fighter: Fighter) -> int:
    """That of the sheet, unless somebody has said less (T11.2)."""
    most = int(fighter.sheet["max_stress"])
    return most if fighter.turn.max_stress is None else min(fighter.turn.max_stress, most)


def tier_of(stress: int) -> str:
    """The lowest tier of those who can bear so much (T11.2)."""
    *lower, highest = map(str, ABILITY_DICE)
    return next((die for die in lower if sides(die) >= stress), highest)


def due_as(id: str, roll: Told | None) -> Moot:
    """What a roll under way is due as; nothing without one."""
    if roll is None:
        return ()
    procedure = roll.procedure.id
    return ((id, procedure, roll.label),) if roll.label else ((id, procedure),)


def helpers(scene: Fight, id: str) -> list[str]:
    """Who gave up the action of this round for this one's (T4.2), whether it helped or not."""
    return [each.id for each in characters(scene) if each.turn.helping == id]


def help_due(scene: Fight, id: str) -> Moot:
    """Help for this one's action, as it is due until that is rolled (T4.1)."""
    return tuple((each, HELP) for each in helpers(scene, id))


def defended(scene: Fight, id: str) -> Fight:
    """The defence under way is over. Ruling: it costs no action, and takes no help (T4.4)."""
    return scene.apply_effect(id, *BOOSTS_USED).turn(id, defence=None)


def spent(scene: Fight, id: str, *notes: str) -> Came:
    """The action of the round is gone (T1.2), and the help for it, given or still due (T4.4)."""
    moot = (*due_as(id, scene.combatants[id].turn.roll), *help_due(scene, id))
    after = scene.apply_effect(id, put("action_available", False), *USED_UP)
    after = after.turn(id, stated_intention="", roll=None)
    return StepResult(after, notes=notes, cancelled=moot)


def upgraded(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What version 1 kept of somebody: no tier, and once a defence where the action's roll is."""
    made = dict(kept)
    if isinstance(most := made.get("max_stress"), int):
        made["tier"] = tier_of(most)
    roll = made.get("roll")
    if isinstance(roll, Mapping) and roll.get("purpose") == "defend":
        made |= {"roll": None, "defence": made.get("defence") or roll}
    return made
