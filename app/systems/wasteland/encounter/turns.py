"""Turns and rounds: the opening turn, beginning and ending, acting sooner, scenes (W2, W8, W9)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Text, Whole
from app.core.outcomes import Effect, add, put
from app.systems.wasteland.encounter.landing import land
from app.systems.wasteland.encounter.state import (
    UNCOUNTED,
    UNTURNED,
    Who,
    everybody_with,
    injured,
    somebody,
    turns,
    unable,
    untreated,
    waiting,
)
from app.systems.wasteland.hits import Body, Hit
from app.systems.wasteland.house import SceneApLoss
from app.systems.wasteland.inputs import GROUP_POOL
from app.systems.wasteland.landing import say
from app.systems.wasteland.order import ranked


@transition("start", title="Start the fight", rules="W2.1 W2.2 W8.1 W8.2")
def start(
    state: State,
    initiator: Annotated[
        str,
        Text(
            64,
            front=True,
            label="Who started it",
            help="Takes the opening turn; left out, round 1 begins at once.",
            rules=("W2.1",),
        ),
    ] = "",
) -> Turned:
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
        return Turned({**begun, "round": 1}, notes=notes)
    somebody(state, initiator, "initiator")
    opening = begins({**begun, "round": 0}, initiator)
    return Turned(opening.state, opening.due, opening.effects, (*notes, *opening.notes))


def on(state: State) -> None:
    """BadInput if no fight is on."""
    if not state["started"]:
        raise BadInput("who", "no fight is on; start it first")


@transition("begin_turn", title="Begin the next turn", rules="W2.3 W8.3 W5.4 W5.8 W7.5")
def begin_turn(state: State) -> Turned:
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


def begins(state: State, who: str) -> Turned:
    """Somebody's turn begins: what lasted until now ends, and what is due is due (W7.3-W7.5)."""
    whose = somebody(state, who)
    name = whose["name"]
    bound = whose["stunned"] or whose["dazed"]
    notes = []
    if whose["readied"]:
        notes.append(f"{name}’s readied action is lost: the situation did not come up (W5.8).")
    if whose["assisting"]:
        notes.append(f"{name}’s help was not used and ends (W5.1).")
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
        state,
        who,
        **{**UNTURNED, "no_free_actions": bound},
        defense_bonus=0,
        readied=None,
        assisting=None,
        stunned=False,
        dazed=False,
    )
    ended: dict[str, Any] = {"defense_bonus": 0, "stunned": False, "dazed": False}
    effects = tuple((who, put(id, value)) for id, value in ended.items() if whose[id] != value)
    return Turned({**after, "current": who}, due, effects, tuple(notes))


@transition("end_turn", title="End the turn", rules="W2.5 W7.3 W7.7 W8.4 W4.1")
def end_turn(state: State) -> Turned:
    """Bleeding and persistent damage, then it is nobody's turn; after the last the round ends."""
    on(state)
    who = state["current"]
    if who is None:
        raise BadInput("who", "it is nobody’s turn")
    whose = somebody(state, who)
    due = _bleeding(state, who)
    after, effects, notes = _persistent(state, who)
    if whose["aim_ready"]:
        notes = (*notes, f"{whose['name']}’s aim was not used and is lost (W4.1).")
    after = with_combatant(after, who, **UNTURNED, turn_taken=True)
    after = everybody_with(after, helpers=[])  # W5.1: the next test is over with the turn
    return Turned(rounded({**after, "current": None}), due, effects, notes)


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


@transition("act_faster", title="Act sooner for a luck point", rules="W9.1-W9.5")
def act_faster(
    state: State,
    who: Who,
    luck_points: Annotated[
        int, Whole(0, 12, sheet="luck_points", help="Those left.", rules=("W9.6",))
    ] = 1,
) -> Turned:
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
    return Turned(
        begun.state, begun.due, ((who, add("luck_points", -1)), *begun.effects), begun.notes
    )


@transition("start_session", title="Start of the session", rules="W1.6")
def start_session(
    state: State,
    players: Annotated[int, Whole(0, 20, front=True, label="Players", rules=("W1.6",))],
) -> Turned:
    """The GM's pool starts with one AP for each player."""
    return Turned({**state, "gm_ap": players})


@transition("set_pools", title="Set the pools", rules="W1.6 W1.14")
def set_pools(
    state: State,
    group_ap: Annotated[int | None, Whole(0, GROUP_POOL, front=True, label="Group AP")] = None,
    gm_ap: Annotated[int | None, Whole(0, 9999, front=True, label="GM AP")] = None,
) -> Turned:
    """The pools, corrected by hand."""
    return Turned(
        {
            **state,
            "group_ap": state["group_ap"] if group_ap is None else group_ap,
            "gm_ap": state["gm_ap"] if gm_ap is None else gm_ap,
        }
    )


@transition("end_scene", title="End of the scene", rules="W1.6")
def end_scene(state: State, scene_ap_loss: SceneApLoss = 1) -> Turned:
    """The fight is over, the group's pool shrinks; injuries stay."""
    gone: dict[str, Any] = {"stunned": False, "dazed": False, "defense_bonus": 0}
    effects = tuple(
        (id, put(field, value))
        for id, whose in state["combatants"].items()
        for field, value in gone.items()
        if whose[field] != value
    )
    after = everybody_with(state, **gone, **UNCOUNTED, **UNTURNED, readied=None, assisting=None)
    lost = min(scene_ap_loss, state["group_ap"])
    return Turned(
        {
            **after,
            "started": False,
            "round": 0,
            "current": None,
            "scene": state["scene"] + 1,
            "group_ap": state["group_ap"] - lost,
        },
        effects=effects,
        notes=(f"The group’s pool loses {lost} AP (W1.6).",) if lost else (),
    )
