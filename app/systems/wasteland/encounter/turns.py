"""Turns and rounds: the opening turn, beginning and ending, acting sooner (W2, W8, W9)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import Somebody, Whole
from app.core.outcomes import Effect, add, put
from app.systems.wasteland.encounter.landing import land
from app.systems.wasteland.encounter.state import (
    UNCOUNTED,
    UNTURNED,
    Who,
    everybody_with,
    injured,
    promised_by,
    readied_of,
    somebody,
    turns,
    unable,
    untreated,
    waiting,
)
from app.systems.wasteland.hits import Body, Hit
from app.systems.wasteland.landing import say
from app.systems.wasteland.order import ranked

Initiator = Annotated[
    str,
    Somebody(
        front=True,
        label="Who started it",
        help="Takes the opening turn; left out, round 1 begins at once.",
        rules=("W2.1",),
    ),
]


@transition("start", title="Start the fight", rules="W2.1 W2.2 W8.1 W8.2")
def start(
    state: State,
    initiator: Initiator = "",
) -> StepResult:
    """Everybody is ranked; who started the fight takes a turn before round 1."""
    if state["started"]:
        raise BadInput("initiator", "the fight is on already")
    if not state["order"]:
        raise BadInput("initiator", "nobody is here yet; add everybody first")
    initiatives = {id: state["combatants"][id]["initiative"] for id in state["order"]}
    settled = [id for id in state["order"] if id in state["settled"]]
    order = ranked(initiatives, settled)
    begun = {
        **everybody_with(state, **UNCOUNTED, **UNTURNED),
        "started": True,
        "order": list(order.ids),
    }
    notes = tuple(
        f"A tie at initiative {initiatives[group[0]]}: the GM says who goes first (W2.4)."
        for group in order.unsettled
    )
    if not initiator:
        return StepResult({**begun, "round": 1}, notes=notes)
    somebody(state, initiator, "initiator")
    opening = begins({**begun, "round": 0}, initiator)
    return StepResult(opening.state, opening.due, opening.effects, (*notes, *opening.notes))


def on(state: State) -> None:
    """BadInput if no fight is on."""
    if not state["started"]:
        raise BadInput("who", "no fight is on; start it first")


@transition("begin_turn", title="Begin the next turn", rules="W2.3 W8.3 W5.4 W5.8 W7.5")
def begin_turn(state: State) -> StepResult:
    """The first in order who has not had a turn this round."""
    on(state)
    if state["current"] is not None:
        name = state["combatants"][state["current"]]["name"]
        raise BadInput("who", f"it is still {name}’s turn; end it first")
    # W2.5: who was still to come may have died or given up the turn since the last one ended.
    state = rounded(state)
    next_up = waiting(state)
    if not next_up:
        raise BadInput("who", "nobody can take a turn")
    return begins(state, next_up[0])


def lapsed(state: State, who: str) -> StepResult:
    """What ends when somebody's turn starts: a Defend, what lay ready, help not used (W5)."""
    whose = somebody(state, who)
    name = whose["name"]
    notes = []
    held = readied_of(whose)
    if held:
        lost = "actions are" if len(held) > 1 else "action is"
        notes.append(f"{name}’s readied {lost} lost: the situation did not come up (W5.8).")
    if promised_by(whose):
        notes.append(f"{name}’s help was not used and ends (W5.1).")
    after = with_combatant(state, who, defense_bonus=0, readied=[], assisting=[])
    effects = ((who, put("defense_bonus", 0)),) if whose["defense_bonus"] else ()
    return StepResult(after, effects=effects, notes=tuple(notes))


def begins(state: State, who: str) -> StepResult:
    """Somebody's turn begins: what lasted until now ends, and what is due is due (W7.3-W7.5)."""
    whose = somebody(state, who)
    name = whose["name"]
    bound = whose["stunned"] or whose["dazed"]
    before = lapsed(state, who)
    notes = []
    if bound:
        notes.append(f"{name} has no free actions this turn; AP can buy one of each (W7.3, W7.7).")
    if injured(whose, "head-injury"):
        notes.append(f"{name}’s head injury: difficulty +2 on tests that need sight (W7.3).")
    if unable(whose):
        notes.append(f"{unable(whose)}.")
    due: tuple[Due, ...] = ()
    if whose["dying"] and not whose["dead"]:
        due = (Due(who, "Dying test", "wasteland.dying_test", rules=("W7.5",)),)
    after = with_combatant(
        before.state, who, **{**UNTURNED, "no_free_actions": bound}, stunned=False, dazed=False
    )
    cleared = tuple((who, put(id, False)) for id in ("stunned", "dazed") if whose[id])
    return StepResult(
        {**after, "current": who}, due, before.effects + cleared, before.notes + tuple(notes)
    )


@transition("end_turn", title="End the turn", rules="W2.5 W7.3 W7.7 W8.4 W4.1 W1.6")
def end_turn(state: State) -> StepResult:
    """Bleeding and persistent damage, then it is nobody's turn; after the last the round ends."""
    on(state)
    who = state["current"]
    if who is None:
        raise BadInput("who", "it is nobody’s turn")
    whose = somebody(state, who)
    over = finished(state, who)
    notes = list(over.notes)
    if whose["aim_ready"]:
        notes.append(f"{whose['name']}’s aim was not used and is lost (W4.1).")
    if lost := state.get("surplus_ap", 0):
        notes.append(f"Lost with the turn: {lost} AP beyond the pool’s six (W1.6).")
    return StepResult(rounded(nobodys(over.state)), over.due, over.effects, tuple(notes))


def nobodys(state: State) -> State:
    """The state when the turn that was on is over: AP beyond the pool's six go with it (W1.6)."""
    return {**state, "current": None, "surplus_ap": 0}


def finished(state: State, who: str) -> StepResult:
    """What falls at the end of somebody's turn, which they have had (W7.3, W7.7)."""
    due = _bleeding(state, who)
    after, effects, notes = _persistent(state, who)
    return StepResult(with_combatant(after, who, **UNTURNED, turn_taken=True), due, effects, notes)


def _bleeding(state: State, who: str) -> tuple[Due, ...]:
    """A torso injury bleeds: 2 CD, no DR, for each that is untreated (W7.3)."""
    whose = somebody(state, who)
    if whose["dead"]:
        return ()
    dice = {
        "weapon_class": "unarmed",  # no weapon: any without shots
        "damage_rating": 2,
        "bonus_dice": 0,
        "location": "torso",
        "dr": 0,
        "cover_dice": 0,  # cover stops hits (W7.9), and this is none
        "side": whose["side"],
        "ap_pool": 0,
        "surplus_ap": 0,
    }
    wound = Due(who, "Bleeding", "wasteland.damage", dice, ("W7.3",), role="target")
    return (wound,) * injured(whose, "torso-injury")


def _persistent(
    state: State, who: str
) -> tuple[State, tuple[tuple[str, Effect], ...], tuple[str, ...]]:
    """Persistent damage again: already reduced, at the same location, no new dice (W7.7)."""
    if somebody(state, who)["dead"]:
        return state, (), ()
    effects: list[tuple[str, Effect]] = []
    notes = []
    left = []
    for wound in somebody(state, who)["persistent"]:
        if wound.get("waits"):  # suffered in this very turn: it is the next that counts
            left.append({**wound, "waits": False})
            continue
        whose = somebody(state, who)
        body = Body(wound["location"], whose["hp"], whose["max_hp"], untreated(whose))
        hit = Hit(body, wound["damage"], wound["damage_type"])
        for effect in hit.effects:
            told = say(effect, {"location": wound["location"]})
            state = land(state, who, told) or state
            effects.append((who, told))
        more = wound["turns"] - 1
        felled = " and goes down" if hit.defeated else ""
        rest = f"; {turns(more)} more" if more else ""
        notes.append(
            f"{whose['name']} suffers {wound['damage']} persistent damage{felled}{rest} (W7.7)."
        )
        if more:
            left.append({**wound, "turns": more})
    return with_combatant(state, who, persistent=left), tuple(effects), tuple(notes)


def rounded(state: State) -> State:
    """The state between turns: after the opening turn round 1 starts, after the last the next."""
    if state["round"] == 0 or not waiting(state):
        # W2.1: the opening turn is no part of round 1. W3.5: actions are counted by the round.
        return {**everybody_with(state, **UNCOUNTED), "round": state["round"] + 1}
    return state


LuckPoints = Annotated[int, Whole(0, 12, sheet="luck_points", help="Those left.", rules=("W9.6",))]


@transition("act_faster", title="Act sooner for a luck point", rules="W9.1-W9.5")
def act_faster(
    state: State,
    who: Who,
    luck_points: LuckPoints = 1,
) -> StepResult:
    """Between turns somebody takes this round's turn before their place comes."""
    on(state)
    whose = somebody(state, who)
    if state["current"] is not None:
        raise BadInput("who", "somebody’s turn is on; luck may not cut into it (W9.2)")
    if luck_points < 1:
        raise BadInput("luck_points", "no luck point is left (W9.1)")
    in_turn = waiting(state)
    if who not in in_turn:
        raise BadInput("who", f"{whose['name']} has had this round’s turn (W9.3)")
    if in_turn[0] == who:
        raise BadInput("who", f"{whose['name']} is next anyway: begin the turn (W9.2)")
    begun = begins(state, who)
    return StepResult(
        begun.state, begun.due, ((who, add("luck_points", -1)), *begun.effects), begun.notes
    )
