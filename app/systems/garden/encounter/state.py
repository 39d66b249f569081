"""What the encounter of Autonomous Garden remembers: where the round stands, and who has done what.

All else of a combatant stands on the sheet: injuries, conditions, load, how fast they move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import scenes
from app.core.encounters.scenes import Combatant, Scene
from app.core.encounters.transitions import StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import Exact, Number, OneOf, Somebody, Whole, YesNo
from app.systems.garden import helpless
from app.systems.garden.inputs import Movement
from app.systems.garden.tables.combat import INTENTS, situations
from app.systems.garden.tables.movement import GAITS

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody()]

SIDES = {"character": "Players", "npc": "Foes"}

#: The phases of a round (G53), as they are called.
PHASES = {
    "declare": "the declaring of intents",
    "order": "the contest for the order",
    "action": "the turns",
}

#: What the next action or test may count as (G20, G139, G140).
TICKS = {
    "": "As usual",
    "minor": "Minor: free, without the penalty",
    "major": "Major",
    "saving": "Saving themselves, in spite of panic",
}


# --- what is remembered ---


@dataclass(frozen=True)
class Pair:
    """A runner and a pursuer in a chase, by id (G138).

    metres: the gap between them, None before the chase begins. came: what a roll made of it, until
    that is applied. runner_bonus, pursuer_bonus: metres won at the obstacle of this round.
    leapt, rolled: has this pair taken its obstacle, its round?
    """

    runner: str = ""
    pursuer: str = ""
    metres: float | None = None
    came: float | None = None
    runner_bonus: int = 0
    pursuer_bonus: int = 0
    leapt: bool = False
    rolled: bool = False


@dataclass(frozen=True)
class Leap:
    """What a runner rolled at the obstacle: it holds against all pursuers."""

    result: int = 0
    fumbled: bool = False


@dataclass(frozen=True)
class Treatment:
    """A treatment in rounds. patient: an id. rounds: still to come (G136)."""

    patient: str = ""
    wound_type: str = "flesh"
    rounds: int = 0


@dataclass(frozen=True)
class Nerve:
    """A step that waits for a Psyche test, with its inputs (see `panic`)."""

    step: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Declaration(Group):
    """What somebody names at the start of a round (G53, G62); as inputs of a step, and as kept."""

    intent: Annotated[str, OneOf(INTENTS.labels("words"), front=True, rules=("G53",))] = "close"
    major_actions: Annotated[int, Whole(0, 10, front=True, rules=("G19",))] = 1
    minor_actions: Annotated[int, Whole(0, 10, rules=("G20",))] = 0
    movement: Movement = "none"
    full_defense: Annotated[bool, YesNo(label="Full defence", front=True, rules=("G61",))] = False


#: One action, close at hand.
AS_USUAL = Declaration()


@dataclass(frozen=True)
class Round(scenes.Round):
    """A scene and its rounds.

    interrupted: whose turn a readied action broke into. tried: NPC and skill, and who asked, where
    that is known.
    ongoing_spells: those that nobody bears, records as on the sheet. scene_clock: in minutes.
    one_gap: metres, of an encounter of an earlier version, which kept one gap for all.
    """

    phase: Annotated[str, OneOf(PHASES)] = "declare"
    interrupted: str | None = None
    light: Annotated[str, OneOf(situations("light", "normal", "Normal"))] = "normal"
    gaps: tuple[Pair, ...] = ()
    one_gap: float | None = None
    tried: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    ongoing_spells: tuple[Mapping[str, Any], ...] = ()
    scene_clock: float = 0


@dataclass(frozen=True)
class OfRound:
    """What a round begins with, for everybody, and what happens to it in the round.

    place: in the order; as long as that is rolled for, in the list of those who roll.
    began, acted: their turn has begun, is over. crashed: loses this round.
    attackers_this_round: ids, as they came.
    together: the modifier with which those of a place began their turns (G54).
    counts_as, begun, undeclared: see `costs`. nerve: what waits for it, see `panic`.
    ran, leapt: what a runner rolled in a chase; ran in metres, without a bonus.
    guarded: full defence was still on when they declared.
    """

    declared: bool = False
    intent: Annotated[str, OneOf({"": "None yet"}, INTENTS.labels("words"))] = ""
    place: int = 0
    declared_major: int = 0
    used_major: int = 0
    movement: Movement = "none"
    full_defense: bool = False
    penalty: int = 0
    melee_penalty: int = 0
    began: bool = False
    acted: bool = False
    fought: bool = False
    stirred: bool = False
    crashed: bool = False
    attackers_this_round: tuple[str, ...] = ()
    together: int | None = None
    counts_as: Annotated[str, OneOf(TICKS)] = ""
    begun: int = 0
    undeclared: int = 0
    nerve: Nerve | None = None
    ran: float | None = None
    leapt: Leap | None = None
    guarded: bool = False


#: The same by name.
NEW_ROUND: Mapping[str, Any] = {each.name: each.default for each in fields(OfRound)}


@dataclass(frozen=True)
class Turn(OfRound, scenes.Turn):
    """What only the encounter knows of a combatant, beside what is of this round.

    dv: of the weapon in hand. modifier, encumbrance, gait: where they are others than the sheet
    says. defending: full defence, until the next turn. readied: the event waited for.
    before: what they declared last. since: the scene’s clock when they joined.
    recovering_rounds: lost to a crash. spared: this round is none of those out of action (G107).
    """

    side: Annotated[str, OneOf(SIDES)] = "character"
    unaware: bool = False
    spirit: bool = False
    cover: Annotated[str, OneOf(situations("cover", "none", "None"))] = "none"
    dv: Annotated[Exact | None, Number(0, 1000)] = None
    modifier: Annotated[int | None, Whole(-20, 20)] = None
    encumbrance: Annotated[int | None, Whole(-60, 0)] = None
    gait: Annotated[str | None, OneOf(GAITS.labels("words"))] = None
    defending: bool = False
    readied: str | None = None
    aim_rounds: int = 0
    before: Declaration | None = None
    since: float = 0
    recovering_rounds: Annotated[int, Whole(0, 1000)] = 0
    spared: bool = False
    treating: Treatment | None = None


Fight = Scene[Round, Turn]
Fighter = Combatant[Turn]
Came = StepResult[Round, Turn]


# --- who can do what ---


def down(fighter: Fighter) -> bool:
    """Can they do nothing at all, and notice nothing?"""
    return helpless.is_down(fighter.sheet)


def rounds_out(fighter: Fighter) -> int:
    """Rounds that somebody is still out of action (G107)."""
    return helpless.rounds_out(fighter.sheet)


def awake(fighter: Fighter) -> bool:
    """Could they have a turn, if they noticed anything and stood on their feet (G105, G107)?"""
    return not helpless.is_helpless(fighter.sheet)


def able(fighter: Fighter) -> bool:
    """Can they have a turn? Not unaware, not helpless, not recovering from a crash (G44)."""
    return not (fighter.turn.unaware or fighter.turn.crashed) and awake(fighter)


def takes_turn(fighter: Fighter) -> bool:
    """Can they act in a turn that is theirs? Whoever fell to somebody of the same place still does
    (G54).
    """
    return able(fighter) or fighter.turn.together is not None


def waiting(fight: Fight) -> list[str]:
    """Who still has a turn this round, in the order of turns."""
    return [
        each.id
        for each in fight.ordered
        if each.turn.declared and not each.turn.acted and takes_turn(each)
    ]


def undeclared(fight: Fight) -> list[str]:
    """Who has still to declare; whoever treats somebody goes on with that (G136)."""
    return [
        each.id
        for each in fight.ordered
        if able(each) and not each.turn.declared and not each.turn.treating
    ]


def in_turn(fight: Fight) -> Fighter:
    """Whose turn it is; BadInput on `phase` if it is nobody's."""
    id = fight.now.current
    if id is None:
        raise BadInput("phase", "it is nobody’s turn; declare intents and set the order first")
    return fight.combatants[id]


def acting(fight: Fight) -> Fighter:
    """Who acts in their turn; BadInput on `phase` if nobody can (G53, G107)."""
    fighter = in_turn(fight)
    if not takes_turn(fighter):
        raise BadInput("phase", f"{fighter.name} cannot act any more; end the turn")
    return fighter


def nobody_has_declared(fight: Fight) -> bool:
    return not any(each.turn.declared for each in fight.combatants.values())


def lasted(now: Round) -> Fraction:
    """Hours of the scene so far (G53)."""
    return Fraction(str(now.scene_clock)) / 60


def signed(number: int) -> str:
    """A penalty as it is printed: `−2`."""
    return str(number).replace("-", "−")
