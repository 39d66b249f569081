"""State of the Autonomous Garden encounter: the round, and the turns of its combatants.

All else of a combatant is on the sheet: injuries, conditions, load, speeds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Annotated

from app.core.encounters import combatants
from app.core.encounters.combatants import Combatant
from app.core.encounters.scenes import Scene, StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Group, Values
from app.core.procedures.kinds import Exact, Number, OneOf, Somebody, Whole, YesNo
from app.systems.garden.rules.inputs import Movement
from app.systems.garden.sheet import helpless
from app.systems.garden.tables.combat import INTENTS, situations
from app.systems.garden.tables.movement import GAITS

#: The id of a combatant.
Who = Annotated[str, Somebody()]

SIDES = {"character": "Players", "npc": "Foes"}

#: The intents (G53), as buttons and badges call them.
INTENT_WORDS = {"close": "melee", "ranged": "ranged", "move": "move"}

#: The phases of a round (G53), as they are called.
PHASES = {
    "declare": "declarations",
    "order": "the roll for order",
    "action": "turns",
}

#: The costs that the next action or test may have (G20, G139, G140).
TICKS = {
    "": "As usual",
    "minor": "Minor: free, without the penalty",
    "major": "Major",
    "saving": "Saving themselves, despite panic",
}


# --- state ---


@dataclass(frozen=True)
class Pair:
    """A runner and a pursuer in a chase, by id (G138)."""

    runner: str = ""
    pursuer: str = ""
    #: The gap between them; None before the chase begins.
    metres: float | None = None
    #: The rolled gap, until it is applied.
    came: float | None = None
    #: Metres won at the obstacle of this round.
    runner_bonus: int = 0
    #: Metres won at the obstacle of this round.
    pursuer_bonus: int = 0
    #: This pair has taken its obstacle.
    leapt: bool = False
    #: This pair has run its round.
    rolled: bool = False


@dataclass(frozen=True)
class Leap:
    """A runner's roll at the obstacle; it counts against all pursuers."""

    result: int = 0
    fumbled: bool = False


@dataclass(frozen=True)
class Treatment:
    """A treatment in rounds (G136)."""

    #: The id of the patient.
    patient: str = ""
    wound_type: str = "flesh"
    #: Rounds still to come.
    rounds: int = 0


@dataclass(frozen=True)
class Nerve:
    """A step that waits for a Psyche test, with its inputs (see `panic`)."""

    step: str = ""
    inputs: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Declaration(Group):
    """A declaration for a round (G53, G62), as inputs of a step and as stored."""

    intent: Annotated[str, OneOf(INTENTS.labels("words"), front=True, rules=("G53",))] = "close"
    major_actions: Annotated[int, Whole(0, 10, front=True, rules=("G19",))] = 1
    minor_actions: Annotated[int, Whole(0, 10, rules=("G20",))] = 0
    movement: Movement = "none"
    full_defense: Annotated[bool, YesNo(label="Full defence", front=True, rules=("G61",))] = False


#: One action, close at hand.
AS_USUAL = Declaration()


@dataclass(frozen=True)
class Round(combatants.Round):
    """A scene and its rounds."""

    phase: Annotated[str, OneOf(PHASES)] = "declare"
    #: The id of the combatant with a turn interrupted by a readied action.
    interrupted: str | None = None
    light: Annotated[str, OneOf(situations("light", "normal", "Normal"))] = "normal"
    gaps: tuple[Pair, ...] = ()
    #: NPC and skill, and the speaker if known.
    tried: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    #: Spells without a bearer, as records of the sheet.
    ongoing_spells: tuple[Values, ...] = ()
    #: Minutes of the scene so far.
    scene_clock: float = 0


@dataclass(frozen=True)
class OfRound:
    """The part of a turn that restarts with each round."""

    declared: bool = False
    intent: Annotated[str, OneOf({"": "None yet"}, INTENTS.labels("words"))] = ""
    #: The place in the order; during a contest, the index in the list of contestants.
    place: int = 0
    declared_major: int = 0
    used_major: int = 0
    movement: Movement = "none"
    full_defense: bool = False
    penalty: int = 0
    melee_penalty: int = 0
    #: The turn has begun.
    began: bool = False
    #: The turn is over.
    acted: bool = False
    fought: bool = False
    stirred: bool = False
    #: This round is lost to a crash.
    crashed: bool = False
    #: Ids in the order of their attacks.
    attackers_this_round: tuple[str, ...] = ()
    #: The modifier with which those of a place began their turns (G54).
    together: int | None = None
    #: See `costs`, as for `begun` and `undeclared`.
    counts_as: Annotated[str, OneOf(TICKS)] = ""
    begun: int = 0
    undeclared: int = 0
    #: The step that waits for a panic test, see `panic`.
    nerve: Nerve | None = None
    #: A panic test was made in this round.
    tested: bool = False
    #: Metres a runner rolled in a chase, without a bonus.
    ran: float | None = None
    #: A runner's roll at an obstacle.
    leapt: Leap | None = None
    #: Full defence was still on at the declaration.
    guarded: bool = False


#: The fields of `OfRound` and their defaults.
NEW_ROUND: Values = {field.name: field.default for field in fields(OfRound)}


@dataclass(frozen=True)
class Turn(OfRound, combatants.Turn):
    """The encounter values of a combatant, besides those of the sheet and of the round."""

    side: Annotated[str, OneOf(SIDES)] = "character"
    unaware: bool = False
    spirit: bool = False
    cover: Annotated[str, OneOf(situations("cover", "none", "None"))] = "none"
    #: The DV of the weapon in hand.
    dv: Annotated[Exact | None, Number(0, 1000)] = None
    #: Overrides the sheet's modifier.
    modifier: Annotated[int | None, Whole(-20, 20)] = None
    #: Overrides the sheet's encumbrance.
    encumbrance: Annotated[int | None, Whole(-60, 0)] = None
    #: Overrides the sheet's fastest gait.
    gait: Annotated[str | None, OneOf(GAITS.labels("words"))] = None
    #: Full defence, until the next turn.
    defending: bool = False
    #: The event that a held action waits for.
    readied: str | None = None
    aim_rounds: int = 0
    #: The last declaration.
    before: Declaration | None = None
    #: The scene's clock up to which time has passed over the combatant's injuries.
    since: float = 0
    #: Rounds lost to a crash.
    recovering_rounds: Annotated[int, Whole(0, 1000)] = 0
    #: This round is none of those out of action (G107).
    spared: bool = False
    treating: Treatment | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Result = StepResult[Round, Turn]

# --- abilities ---


def down(fighter: Fighter) -> bool:
    """Tell whether a combatant can neither do nor notice anything."""
    return helpless.is_down(fighter.sheet)


def rounds_out(fighter: Fighter) -> int:
    """Return the rounds that a combatant is still out of action (G107)."""
    return helpless.rounds_out(fighter.sheet)


def awake(fighter: Fighter) -> bool:
    """Tell whether a combatant, if aware and upright, could have a turn (G105, G107)."""
    return not helpless.is_helpless(fighter.sheet)


def able(fighter: Fighter) -> bool:
    """Tell whether a combatant can have a turn: not unaware, helpless or crashed (G44)."""
    return not (fighter.turn.unaware or fighter.turn.crashed) and awake(fighter)


def takes_turn(fighter: Fighter) -> bool:
    """Tell whether a combatant can act in its turn, even felled by one of its place (G54)."""
    return able(fighter) or fighter.turn.together is not None


def waiting(fight: Fight) -> list[str]:
    """Return the ids of combatants with a turn left this round, in order."""
    return [
        combatant.id
        for combatant in fight.ordered
        if combatant.turn.declared and not combatant.turn.acted and takes_turn(combatant)
    ]


def undeclared_combatants(fight: Fight) -> list[str]:
    """Return the ids of combatants still to declare; a treatment simply goes on (G136)."""
    return [
        combatant.id
        for combatant in fight.ordered
        if able(combatant) and not combatant.turn.declared and not combatant.turn.treating
    ]


def in_turn(fight: Fight) -> Fighter:
    """Return the combatant in turn; raise BadInput on `phase` if there is none."""
    id = fight.now.current
    if id is None:
        raise BadInput("phase", "no current turn; declare and set the order first")
    return fight.combatants[id]


def acting(fight: Fight) -> Fighter:
    """Return the combatant that acts; raise BadInput on `phase` if it cannot (G53, G107)."""
    fighter = in_turn(fight)
    if not takes_turn(fighter):
        raise BadInput("phase", "can’t act; end the turn")
    return fighter


def nobody_has_declared(fight: Fight) -> bool:
    return not any(combatant.turn.declared for combatant in fight.combatants.values())


def lasted(fight: Fight) -> Fraction:
    """Return the hours of the scene so far (G53)."""
    return Fraction(str(fight.now.scene_clock)) / 60


def unpassed(fight: Fight, fighter: Fighter) -> Fraction:
    """Return the minutes of the scene still to pass over a combatant's injuries (G90)."""
    return Fraction(str(fight.now.scene_clock)) - Fraction(str(fighter.turn.since))
