"""The stored values of TrueWorld's encounter: a scene, its rounds, and the rolls under way.

Everything else about a combatant is on the sheet: stress, harm, grit, conditions, the action of the
round and the help that waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.encounters import combatants
from app.core.encounters.combatants import Combatant
from app.core.encounters.scenes import Scene, StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole
from app.core.procedures.outcomes import put
from app.core.procedures.procedure import Procedure
from app.systems.trueworld.procedures.actions import action_roll, quick_action, unskilled_roll
from app.systems.trueworld.procedures.teamwork import assisted_action, teamwork
from app.systems.trueworld.rules.inputs import (
    ABILITY_DICE,
    DIFFICULTY_DICE,
    Difficulty,
    Position,
    Purpose,
)
from app.systems.trueworld.rules.readings import sides
from app.systems.trueworld.sheet.sheet import is_taken_out

#: The id of a combatant.
Who = Annotated[str, Somebody(label="Who")]

#: The rolls that an action of a turn can be (T1.2), by id.
ACTIONS = {each.id: each for each in (action_roll, unskilled_roll, assisted_action, quick_action)}

#: Those of them that a defence can be as well (T10.6): it takes no help (T4.4), and has a level.
DEFENCES = (action_roll.id, unskilled_roll.id)

#: The procedure of offered help that is due (T4.3).
HELP = teamwork.id

#: The rating of a challenge without any other (T2.3).
EASIEST = "d4"

#: Effects of an action: it uses up its help (T4.4) and its boosts (T6.5).
USED_UP = (put("teamwork_dice", 0), put("invoked", False))

#: Effects of any other roll: it uses up its boosts. It takes no help (T4.4).
BOOSTS_USED = (put("invoked", False),)

#: Effects of a new round on every character (T1.2, T4.4).
NEW_ROUND = (put("action_available", True), put("teamwork_dice", 0))

#: Keys of due rolls to cancel: (combatant id, procedure), with the label if there are several.
MootDues = tuple[tuple[str, str] | tuple[str, str, str], ...]

#: The names of the phases of a round.
PHASES = {
    "order": "ordering",
    "action": "the action phase",
    "end": "the end of the round",
}

SIDES = {"character": "Players", "adversary": "Foes"}


@dataclass(frozen=True)
class PendingRoll:
    """A roll under way with the director's settings (T3.5)."""

    #: The label of the due roll.
    label: str = ""
    difficulty: Difficulty = EASIEST
    position: Position = "neutral"
    purpose: Purpose = "general"
    #: A plain comparison is enough (T5.1).
    quick: bool = False
    at_risk: str = ""

    @property
    def procedure(self) -> Procedure:
        """Return the usual procedure, unless the player chooses another."""
        return quick_action if self.quick else action_roll

    def inputs(self, procedure: str) -> Values:
        """Return its inputs for a roll of this procedure; none unless it is an action's."""
        known = ACTIONS[procedure].inputs if procedure in ACTIONS else {}
        names = ("difficulty", "position", "purpose")
        return {name: getattr(self, name) for name in names if name in known}


@dataclass(frozen=True)
class Round(combatants.Round):
    """A scene and its round. at_risk: of the whole scene (T3.5)."""

    scene: Annotated[str, Text(120)] = ""
    at_risk: Annotated[str, Text(1000)] = ""
    phase: Annotated[str, OneOf(PHASES)] = "order"


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """The values that only the encounter knows of a combatant."""

    side: Annotated[str, OneOf(SIDES)] = "character"
    #: Whether this round's turn is over.
    acted: bool = False
    #: An adversary's difficulty.
    difficulty: Annotated[str | None, OneOf(DIFFICULTY_DICE)] = None
    #: Levels of damage of an adversary, for the director to interpret.
    damage: int = 0
    #: The most stress, where it is less than the sheet's.
    max_stress: Annotated[int | None, Whole(2, 12)] = None
    stated_intention: str = ""
    #: The id of the helped character, empty for none.
    helping: str = ""
    #: The own action under way.
    roll: PendingRoll | None = None
    #: The defence under way.
    defence: PendingRoll | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Result = StepResult[Round, Turn]


def character(scene: Fight, id: str, field: str = "who") -> Fighter:
    """Return the character of this id; BadInput on `field`. Adversaries never roll (T10.6)."""
    fighter = scene.combatant(id, field)
    if fighter.turn.side != "character":
        raise BadInput(field, f"{fighter.name} is an adversary; only characters do that")
    return fighter


def characters(scene: Fight) -> list[Fighter]:
    """Return all characters, in the order of turns."""
    return [combatant for combatant in scene.ordered if combatant.turn.side == "character"]


def waiting(scene: Fight) -> list[Fighter]:
    """Return the combatants with a turn left in this round, in the order of turns."""
    return [
        fighter
        for fighter in scene.ordered
        if not fighter.turn.acted and not is_out_of_scene(fighter)
    ]


def is_out_of_scene(fighter: Fighter) -> bool:
    """Tell whether full stress keeps this character out of the scene (T11.2)."""
    is_character = fighter.turn.side == "character"
    return is_character and is_taken_out(fighter.sheet, most_stress(fighter))


def is_here(fighter: Fighter, field: str = "who") -> None:
    """Raise BadInput on `field` for a character taken out of the scene (T11.2)."""
    if is_out_of_scene(fighter):
        raise BadInput(field, f"{fighter.name} is taken out of the scene until stress is recovered")


def mid_round(fighter: Fighter) -> bool:
    """Tell whether the sheet is in the midst of a round: the action spent, or help waiting."""
    return bool(fighter.sheet["teamwork_dice"] or not fighter.sheet["action_available"])


def rating(fighter: Fighter) -> str:
    """Return the difficulty of an adversary, or the easiest without one (T2.3)."""
    return fighter.turn.difficulty or EASIEST


def most_stress(fighter: Fighter) -> int:
    """Return the most stress: the sheet's, unless the encounter sets less (T11.2)."""
    most = int(fighter.sheet["max_stress"])
    return most if fighter.turn.max_stress is None else min(fighter.turn.max_stress, most)


def tier_of(stress: int) -> str:
    """Return the lowest tier that can bear so much stress (T11.2)."""
    *lower, highest = map(str, ABILITY_DICE)
    return next((die for die in lower if sides(die) >= stress), highest)


def due_as(id: str, roll: PendingRoll | None) -> MootDues:
    """Return the key of a roll's due record; nothing without a roll."""
    return ((id, roll.procedure.id, roll.label),) if roll is not None else ()


def helpers(scene: Fight, id: str) -> list[str]:
    """Return the ids of those that gave up this round's action for this one's (T4.2)."""
    return [character.id for character in characters(scene) if character.turn.helping == id]


def help_due(scene: Fight, id: str) -> MootDues:
    """Return the keys of due help for this character's action (T4.1)."""
    return tuple((helper, HELP) for helper in helpers(scene, id))


def too_many_helpers(scene: Fight, id: str, most: int, helper: str = "") -> str:
    """Return why one more cannot help this character (T4.6); empty if one can.

    helper: the id of the one more, if known.
    """
    if len({*helpers(scene, id)} - {helper}) < most:
        return ""
    words = "1 helper" if most == 1 else f"{most} helpers"
    return f"{scene.combatants[id].name} already has {words}, the maximum (T4.6)"


def unhelped(scene: Fight, id: str) -> Fight:
    """Remove helpers and their dice: help belongs to the action it was for (T4.4)."""
    for helper_id in helpers(scene, id):
        scene = scene.turn(helper_id, helping="")
    return scene.apply_effect(id, put("teamwork_dice", 0))


def give_help(scene: Fight, id: str, receiver: str) -> Result:
    """Give up this round's action for help (T4.2), and with it the own roll under way."""
    turn = scene.combatants[id].turn
    moot: MootDues = ()
    if turn.roll is not None:
        moot = (*due_as(id, turn.roll), *help_due(scene, id))
        scene = unhelped(scene, id)
    after = scene.apply_effect(id, put("action_available", False))
    after = after.turn(id, helping=receiver, stated_intention="", roll=None)
    return StepResult(after, cancelled=moot)


def end_defence(scene: Fight, id: str) -> Fight:
    """End the defence under way. Ruling: it costs no action, and takes no help (T4.4)."""
    return scene.apply_effect(id, *BOOSTS_USED).turn(id, defence=None)


def spent(scene: Fight, id: str, *notes: str) -> Result:
    """Spend the action of the round (T1.2), and the help for it, given or still due (T4.4)."""
    moot = (*due_as(id, scene.combatants[id].turn.roll), *help_due(scene, id))
    after = scene.apply_effect(id, put("action_available", False), *USED_UP)
    after = after.turn(id, stated_intention="", roll=None)
    return StepResult(after, notes=notes, cancelled=moot)
