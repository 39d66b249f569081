"""An action in the encounter: intention, difficulty, help, the attack of an adversary (T1-T5, T10).

What a roll itself changes (damage, harm, grit, teamwork dice) are the effects of its outcome and
not repeated here; that the action is spent is said by the encounter and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf, Somebody, Text, YesNo
from app.core.outcomes import put
from app.systems.trueworld import chances
from app.systems.trueworld.encounter.risk import AtRisk
from app.systems.trueworld.encounter.state import (
    HELP,
    Who,
    action_told,
    changed,
    character,
    characters,
    defence_told,
    defended,
    due_as,
    helpers,
    in_action,
    somebody,
    spent,
    waiting,
)
from app.systems.trueworld.house import (
    AS_WRITTEN,
    MaxHelpers,
    QuickUnskilledDisadvantage,
    RollRules,
)
from app.systems.trueworld.inputs import DIFFICULTY_DICE, Difficulty, Position
from app.systems.trueworld.procedures.actions import rolled_from

#: The rating of a challenge of which nothing else is known (T2.3).
EASIEST = "d4"

#: What a roll under way gives to the procedures that can be it.
_TOLD = {
    "trueworld.action_roll": ("difficulty", "position", "purpose"),
    "trueworld.unskilled_roll": ("difficulty", "position", "purpose"),
    "trueworld.assisted_action": ("difficulty", "position", "purpose"),
    "trueworld.quick_action": ("difficulty",),
}


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """What the director has told of the roll under way (T3.5); a defence is rolled first."""
    whose = somebody(state, who)
    if whose["side"] != "character":
        return {}
    roll = defence_told(whose) or action_told(whose)
    return {name: roll[name] for name in _TOLD.get(procedure, ())} if roll else {}


def _chances(
    roll: Mapping[str, Any], house: RollRules, quick_unskilled_disadvantage: bool = False
) -> str:
    """What the director may tell of the chances before the roll (T3.5)."""
    position = roll["position"]
    unskilled = rolled_from(True, position, house)
    if roll["quick"]:  # T5.2, T7.4
        unskilled = "disadvantage" if quick_unskilled_disadvantage else "neutral"
    return chances.told(roll["difficulty"], position, unskilled, house.dangerous_encounters)


def _has_action(state: State, who: str) -> None:
    """One action per turn and round (T1.2), and helping costs it (T4.2)."""
    acting = character(state, who)
    if not acting["action_available"]:
        raise BadInput("who", f"{acting['name']} has no action left this round")


Intention = Annotated[str, Text(300, front=True)]


@transition("intend", title="State an intention", rules="T1.1 T1.2")
def intend(state: State, who: Who, intention: Intention) -> StepResult:
    """The player says what the character is about to attempt."""
    in_action(state)
    _has_action(state, who)
    if state["current"] != who:
        raise BadInput("who", f"it is not the turn of {state['combatants'][who]['name']}")
    if not intention.strip():
        raise BadInput("intention", "say what the character attempts")
    before = state["combatants"][who]
    # What was told of another intention is due no more; a defence is none of the own action.
    return changed(
        state,
        who,
        cancelled=due_as(who, action_told(before)),
        stated_intention=intention,
        roll=None,
        defence=defence_told(before),
    )


HasRisk = Annotated[bool, YesNo(label="It may fail", front=True, rules=("T2.2",))]
SetDifficultyDifficulty = Annotated[
    str | None,
    OneOf(
        DIFFICULTY_DICE,
        front=True,
        help="Left open: that of the adversary it is aimed at, else Challenging.",
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
Target = Annotated[str, Somebody(label="At whom", help="Whom an attack damages.")]
Quick = Annotated[
    bool,
    YesNo(
        label="A quick action will do",
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
        help="Shown to the players. Left open: as it was told.",
        rules=("T3.5",),
    ),
]


@transition("set_difficulty", title="Set the difficulty", rules="T1.3 T2.1-T2.4 T3.1-T3.5 T5.1")
def set_difficulty(
    state: State,
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
) -> StepResult:
    """The director’s call on a stated intention, told to the player before the roll."""
    in_action(state)
    _has_action(state, who)
    acting = character(state, who)
    if not acting["stated_intention"]:
        raise BadInput("who", f"{acting['name']} has not stated an intention")
    aim = somebody(state, target, "target") if target else {}
    if not has_risk:
        # T2.2: no roll, but it is what the turn's action went into.
        return spent(state, who, f"{acting['name']}: it works, without a roll (T2.2).")
    before = action_told(acting)
    label = f"{acting['name']}: {acting['stated_intention']}"
    under_way = {
        "label": label,
        "difficulty": difficulty or aim.get("difficulty", EASIEST),
        # T5.2: a quick action knows no position, no boosts and no level.
        "position": "neutral" if quick else position,
        "purpose": "general" if quick else purpose,
        "quick": quick,
        "at_risk": at_risk if at_risk is not None else (before or {}).get("at_risk", ""),
    }
    procedure = "trueworld.quick_action" if quick else "trueworld.action_roll"
    due = Due(
        who,
        label,
        procedure,
        {name: under_way[name] for name in _TOLD[procedure]},
        ("T5.1", "T5.2") if quick else ("T1.3", "T8.1"),
        others={"target": target} if target else {},
    )
    notes = ["Tell the player the difficulty, the position, and what is at risk (T3.5)."]
    notes.append(_chances(under_way, house, quick_unskilled_disadvantage))
    free = [
        state["combatants"][id]["name"]
        for id in characters(state)
        if id in waiting(state) and id != who and state["combatants"][id]["action_available"]
    ]
    if free and not quick:
        notes.append(f"Help is rolled first (T4.1); still free to help: {', '.join(free)}.")
    told = changed(
        state,
        who,
        notes=tuple(notes),
        cancelled=due_as(who, before),
        roll=under_way,
        defence=defence_told(acting),
    )
    return replace(told, due=(due,))


Receiver = Annotated[str, Somebody(label="Who is helped", front=True)]


@transition("offer_help", title="Offer help", rules="T4.1-T4.7")
def offer_help(
    state: State,
    who: Who,
    receiver: Receiver,
    difficulty: Difficulty = "d4",
    max_helpers: MaxHelpers = 4,
) -> StepResult:
    """Somebody gives up this round’s action to help with the roll under way; the helper goes first.

    A die for the helped and a grit point for the helper come with the outcome of that roll.
    """
    in_action(state)
    _has_action(state, who)
    if state["combatants"][who]["acted"]:
        raise BadInput("who", f"{state['combatants'][who]['name']} had a turn this round already")
    helped = character(state, receiver, "receiver")
    if who == receiver:
        raise BadInput("receiver", "nobody helps themselves")
    roll = action_told(helped)
    if roll is None:
        # T4.4: help belongs to an action; a defence takes none.
        raise BadInput("receiver", f"{helped['name']} has no action under way")
    if roll["quick"]:
        raise BadInput("receiver", "a quick action takes no teamwork dice (T5.2)")
    # Ruling of T4.6: up to four, each with an own roll and price.
    if len(helpers(state, receiver)) >= max_helpers:
        most = "1 helper has" if max_helpers == 1 else f"{max_helpers} helpers have"
        raise BadInput(
            "receiver", f"{most} helped {helped['name']} already, and no more may (T4.6)"
        )
    helper = state["combatants"][who]
    due = Due(
        who,
        f"{helper['name']} helps {helped['name']}",
        HELP,
        {"difficulty": difficulty, "action_available": True},
        ("T4.1", "T4.3"),
        others={"receiver": receiver},
    )
    # T4.2, T4.5: the price is paid whether the help helps or not.
    price = put("action_available", False)
    paid = changed(state, who, price, action_available=False, helping=receiver)
    return replace(paid, due=(due,))


AttackTarget = Annotated[str, Somebody(label="At whom", front=True)]


@transition("attack", title="An adversary attacks", rules="T10.6")
def attack(
    state: State,
    who: Who,
    target: AttackTarget,
    position: Position = "neutral",
    at_risk: AtRisk = "",
    house: RollRules = AS_WRITTEN,
) -> StepResult:
    """An adversary attacks: it doesn’t roll, the target's player rolls to defend."""
    in_action(state)
    adversary = somebody(state, who)
    if adversary["side"] != "adversary":
        raise BadInput("who", f"{adversary['name']} is a character and rolls an own action")
    defending = character(state, target, "target")
    label = f"{defending['name']} defends against {adversary['name']}"
    roll = {
        "label": label,
        "difficulty": adversary["difficulty"],
        "position": position,
        "purpose": "defend",
        "quick": False,
        "at_risk": at_risk,
    }
    due = Due(
        target,
        label,
        "trueworld.action_roll",
        # T4.4: a defence is fed none of the help that waits for an action.
        {**{name: roll[name] for name in _TOLD["trueworld.action_roll"]}, "teamwork_dice": 0},
        ("T10.6",),
    )
    notes = (_chances(roll, house),)
    # The own action, told but not rolled yet, goes on waiting for its dice.
    struck = with_combatant(state, target, roll=action_told(defending), defence=roll)
    return StepResult(struck, due=(due,), notes=notes)


@transition("acted", title="The roll is done", rules="T1.2 T4.4 T10.4-T10.6")
def acted(state: State, who: Who) -> StepResult:
    """The roll under way was made elsewhere: a defence, else the action, which is spent then."""
    acting = character(state, who)
    if (defence := defence_told(acting)) is not None:
        return defended(state, who, cancelled=due_as(who, defence))
    if action_told(acting) is None:
        raise BadInput("who", f"{acting['name']} has no roll under way")
    return spent(state, who)
