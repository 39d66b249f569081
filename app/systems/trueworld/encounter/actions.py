"""Actions in the encounter: intention, difficulty, help, an adversary's attack (T1-T5, T10).

Changes by a roll itself (damage, harm, grit, teamwork dice) are the effects of its outcome and are
not repeated here; only the encounter records that the action is spent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Text, YesNo
from app.systems.trueworld.encounter.risk import AtRisk
from app.systems.trueworld.encounter.state import (
    ACTIONS,
    DEFENCES,
    EASIEST,
    HELP,
    Fight,
    Fighter,
    PendingRoll,
    Result,
    Turn,
    Who,
    character,
    characters,
    due_as,
    end_defence,
    give_help,
    help_due,
    helpers,
    is_here,
    is_out_of_scene,
    rating,
    spent,
    too_many_helpers,
    unhelped,
)
from app.systems.trueworld.house import (
    AS_WRITTEN,
    MOST_HELPERS,
    MaxHelpers,
    QuickUnskilledDisadvantage,
    RollRules,
)
from app.systems.trueworld.procedures.actions import effective_position
from app.systems.trueworld.rules import chances
from app.systems.trueworld.rules.inputs import DIFFICULTY_DICE, Difficulty, Position


def prefill_actor(scene: Fight, who: str, procedure: str) -> Values:
    """Return the director's settings for the roll under way (T3.5); none help after their turn."""
    turn = scene.combatant(who).turn
    if procedure == HELP and turn.acted:
        # T4.2: help costs the action of the own turn, which is over.
        return {"action_available": False}
    settings = _roll_under_way(turn, procedure)
    return settings.inputs(procedure) if settings is not None else {}


def _roll_under_way(turn: Turn, procedure: str) -> PendingRoll | None:
    """Return the roll under way that this one is: the defence first, where it can be one."""
    defends = procedure in DEFENCES and turn.defence is not None
    return turn.defence if defends else turn.roll


def prefill_target(scene: Fight, cast: Mapping[str, str], procedure: str) -> Values:
    """Return the difficulty of the targeted adversary if the director has set none (T2.1)."""
    who, aim = cast.get("self", ""), scene.combatants.get(cast.get("target", ""))
    if procedure not in ACTIONS or aim is None or aim.turn.side != "adversary":
        return {}
    if who in scene.combatants and _roll_under_way(scene.combatants[who].turn, procedure):
        return {}
    return {"difficulty": rating(aim)} if "difficulty" in ACTIONS[procedure].inputs else {}


def _chances(
    roll: PendingRoll, house: RollRules, quick_unskilled_disadvantage: bool = False
) -> str:
    """Return the chances that the director may tell before the roll (T3.5)."""
    unskilled = effective_position(True, roll.position, house)
    if roll.quick:  # T5.2, T7.4
        unskilled = "disadvantage" if quick_unskilled_disadvantage else "neutral"
    return chances.describe(roll.difficulty, roll.position, unskilled, house.dangerous_encounters)


def _with_action(scene: Fight, who: str) -> Fighter:
    """Return a character with an action left: one a round (T1.2), which helping costs (T4.2)."""
    acting = character(scene, who)
    is_here(acting)
    if not acting.sheet["action_available"]:
        raise BadInput("who", f"{acting.name} has no action left this round")
    return acting


Intention = Annotated[str, Text(300, front=True)]


@transition("intend", title="State intention", rules="T1.1 T1.2", during="action")
def intend(scene: Fight, who: Who, intention: Intention) -> Result:
    """State the action that the character is about to attempt."""
    acting = _with_action(scene, who)
    if scene.now.current != who:
        raise BadInput("who", f"not {acting.name}’s turn")
    if not intention.strip():
        raise BadInput("intention", "say what the character attempts")
    # The due roll of another intention is cancelled; a defence is no part of the own action.
    moot = due_as(who, acting.turn.roll)
    if acting.turn.stated_intention not in ("", intention):
        moot += help_due(scene, who)
        scene = unhelped(scene, who)
    return StepResult(scene.turn(who, stated_intention=intention, roll=None), cancelled=moot)


HasRisk = Annotated[bool, YesNo(label="It may fail", front=True, rules=("T2.2",))]
SetDifficultyDifficulty = Annotated[
    str | None,
    OneOf(
        DIFFICULTY_DICE,
        front=True,
        help="Default: the target adversary’s, else Challenging.",
        rules=("T2.1", "T2.3"),
    ),
]
Purpose = Annotated[
    str,
    OneOf(
        {"general": "Anything else", "attack": "Attack: the level is damage"},
        help="A defence is rolled when an adversary attacks.",
        rules=("T10.6",),
    ),
]
Target = Annotated[str, Somebody(label="Target", help="Whom an attack damages.")]
Quick = Annotated[
    bool,
    YesNo(
        label="Quick action",
        help="A plain comparison: no position, no boosts, no help, no level.",
        rules=("T5.1", "T5.2"),
    ),
]
SetDifficultyAtRisk = Annotated[
    str | None,
    Text(
        300,
        label="At risk",
        front=True,
        help="Players see it. Default: unchanged.",
        rules=("T3.5",),
    ),
]


@transition(
    "set_difficulty",
    title="Set difficulty",
    rules="T1.3 T2.1-T2.4 T3.1-T3.5 T5.1",
    during="action",
    gm_only=True,
)
def set_difficulty(
    scene: Fight,
    who: Who,
    has_risk: HasRisk = True,
    difficulty: SetDifficultyDifficulty = None,
    position: Position = "neutral",
    purpose: Purpose = "general",
    target: Target = "",
    quick: Quick = False,
    at_risk: SetDifficultyAtRisk = None,
    house: RollRules = AS_WRITTEN,
    quick_unskilled_disadvantage: QuickUnskilledDisadvantage = False,
) -> Result:
    """Answer a stated intention with the difficulty of its roll, told to the player before it."""
    acting = _with_action(scene, who)
    if not acting.turn.stated_intention:
        raise BadInput("who", f"{acting.name} has not stated an intention")
    aim = scene.combatant(target, "target") if target else None
    if not has_risk:
        # T2.2: no roll, but it costs the turn's action.
        return spent(scene, who, f"{acting.name}: it works, without a roll (T2.2).")
    before = acting.turn.roll
    if at_risk is None:
        at_risk = before.at_risk if before is not None else ""
    roll = PendingRoll(
        label=f"{acting.name}: {acting.turn.stated_intention}",
        difficulty=difficulty or (rating(aim) if aim is not None else EASIEST),
        # T5.2: a quick action has no position, no boosts and no level.
        position="neutral" if quick else position,
        purpose="general" if quick else purpose,
        quick=quick,
        at_risk=at_risk,
    )
    due = Due(
        who,
        roll.label,
        roll.procedure.id,
        roll.inputs(roll.procedure.id),
        ("T5.1", "T5.2") if quick else ("T1.3", "T8.1"),
        others={"target": target} if target else {},
    )
    announced = "the difficulty" if quick else "the difficulty, the position,"  # T5.2
    notes = [f"Tell the player {announced} and what is at risk (T3.5)."]
    notes.append(_chances(roll, house, quick_unskilled_disadvantage))
    cancelled = due_as(who, before)
    if quick and helpers(scene, who):
        cancelled += help_due(scene, who)
        notes.append("A quick action takes no help (T5.2); its price is paid all the same (T4.5).")
    free = [helper.name for helper in _free_to_help(scene) if helper.id != who]
    if free and not quick:
        notes.append(f"Roll help first (T4.1). Free to help: {', '.join(free)}.")
    return StepResult(scene.turn(who, roll=roll), (due,), tuple(notes), cancelled)


def _free_to_help(scene: Fight) -> list[Fighter]:
    """Return the characters with an action for help: that of a turn still to come (T4.2)."""
    present = (fighter for fighter in characters(scene) if not is_out_of_scene(fighter))
    to_come = [fighter for fighter in present if not fighter.turn.acted]
    return [fighter for fighter in to_come if fighter.sheet["action_available"]]


Receiver = Annotated[str, Somebody(label="Helped", front=True)]


@transition("offer_help", title="Offer help", rules="T4.1-T4.7", during="action")
def offer_help(
    scene: Fight,
    who: Who,
    receiver: Receiver,
    difficulty: Difficulty = "d4",
    max_helpers: MaxHelpers = MOST_HELPERS,
) -> Result:
    """Give up this round’s action to help with the roll under way; the helper rolls first.

    A die for the helped and a grit point for the helper come with the outcome of that roll.
    """
    helper = _with_action(scene, who)
    if helper.turn.acted:
        raise BadInput("who", f"{helper.name} already had a turn this round")
    helped = character(scene, receiver, "receiver")
    if who == receiver:
        raise BadInput("receiver", "nobody helps themselves")
    roll = helped.turn.roll
    if roll is None:
        # T4.4: help belongs to an action; a defence takes none.
        raise BadInput("receiver", f"{helped.name} has no pending action")
    if roll.quick:
        raise BadInput("receiver", "a quick action takes no teamwork dice (T5.2)")
    # Ruling of T4.6: up to four, each with an own roll and price.
    if fault := too_many_helpers(scene, receiver, max_helpers):
        raise BadInput("receiver", fault)
    due = Due(
        who,
        f"{helper.name} helps {helped.name}",
        HELP,
        {"difficulty": difficulty, "action_available": True},
        ("T4.1", "T4.3"),
        others={"receiver": receiver},
    )
    # T4.2, T4.5: the price is paid whether the help helps or not.
    paid = give_help(scene, who, receiver)
    return paid.and_then(StepResult(paid.scene, due=(due,)))


AttackTarget = Annotated[str, Somebody(label="Target", front=True)]


@transition("attack", title="Adversary attack", rules="T10.6", during="action", gm_only=True)
def attack(
    scene: Fight,
    who: Who,
    target: AttackTarget,
    position: Position = "neutral",
    at_risk: AtRisk = "",
    house: RollRules = AS_WRITTEN,
) -> Result:
    """Attack with an adversary: it doesn’t roll, the target’s player rolls to defend."""
    adversary = scene.combatant(who)
    if adversary.turn.side != "adversary":
        raise BadInput("who", f"{adversary.name} is a character; roll their action instead")
    defending = character(scene, target, "target")
    is_here(defending, "target")
    defence = PendingRoll(
        label=f"{defending.name} defends against {adversary.name}",
        difficulty=rating(adversary),
        position=position,
        purpose="defend",
        at_risk=at_risk,
    )
    due = Due(
        target,
        defence.label,
        defence.procedure.id,
        # T4.4: a defence gets none of the help that waits for an action.
        {**defence.inputs(defence.procedure.id), "teamwork_dice": 0},
        ("T10.6",),
    )
    # The own action stays due.
    return StepResult(scene.turn(target, defence=defence), (due,), (_chances(defence, house),))


@transition("acted", title="Roll done", rules="T1.2 T4.4 T10.4-T10.6")
def acted(scene: Fight, who: Who) -> Result:
    """Close a roll that was made elsewhere: a defence, else the action, which is spent then."""
    acting = character(scene, who)
    if acting.turn.defence is not None:
        return StepResult(end_defence(scene, who), cancelled=due_as(who, acting.turn.defence))
    if acting.turn.roll is None:
        raise BadInput("who", f"{acting.name} has no pending roll")
    return spent(scene, who)
