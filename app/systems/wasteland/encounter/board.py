"""The fight of Wasteland as it is seen across the table."""

from __future__ import annotations

from collections import Counter

from app.core.flat import Badge, Board, Place, State
from app.systems.wasteland.encounter.state import (
    Combatant,
    defense_now,
    helpers_of,
    promised_by,
    readied_of,
    turns,
    untreated,
    waiting,
)
from app.systems.wasteland.order import ranked
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS
from app.systems.wasteland.tables.harm import injury_at

SIDES = {"players": "Players", "gm": "GM"}

#: Conditions with the words and the tone of their badges.
STATES = {
    "dead": ("Dead", "worst"),
    "dying": ("Dying", "worst"),
    "stable": ("Stabilised, unconscious", "bad"),
    "stunned": ("Stunned", "bad"),
    "dazed": ("Dazed", "bad"),
    "no_free_actions": ("No free actions", "bad"),
    "prone": ("Prone", "poor"),
}


def board(state: State) -> Board:
    """Whose turn it is, who comes next, and what is upon everybody."""
    next_up = [id for id in waiting(state) if id != state["current"]]
    numbers = {id: state["combatants"][id]["initiative"] for id in state["order"]}
    tied = {id for group in ranked(numbers, state["settled"]).unsettled for id in group}
    return Board(
        _heading(state),
        tuple(_place(state, id, id in tied) for id in state["order"]),
        state["current"],
        next_up[0] if state["started"] and next_up else None,
        _pools(state),
        secret=("GM AP",),
    )


def _pools(state: State) -> dict[str, int]:
    """What both sides can spend; AP beyond the group's six while there are any (W1.6)."""
    beyond = state.get("surplus_ap", 0)
    return {
        "Group AP": state["group_ap"],
        **({"Surplus AP": beyond} if beyond else {}),
        "GM AP": state["gm_ap"],
        "Scene": state["scene"],
    }


def _heading(state: State) -> str:
    if not state["started"]:
        return "Before the fight"
    return f"Round {state['round']}" if state["round"] else "Opening turn"


def _place(state: State, id: str, tied: bool) -> Place:
    whose = state["combatants"][id]
    badges = [Badge(f"Initiative {whose['initiative']}")]
    if tied:
        badges.append(Badge("Tie: the GM decides", "mixed"))
    badges += [
        Badge(f"HP {whose['hp']} of {whose['max_hp']}", "bad" if not whose["hp"] else "plain")
    ]
    badges += [Badge(*STATES[id]) for id in _upon(whose)]
    return Place(
        id,
        whose["name"],
        (*badges, *_harmed(whose), *_prepared(state, whose)),
        SIDES[whose["side"]],
        whose["hidden"],
    )


def _upon(whose: Combatant) -> list[str]:
    """The conditions that matter; of the dead only that, and that they lie there."""
    told = ("dead", "prone") if whose["dead"] else STATES
    return [id for id in told if whose[id]]


def _harmed(whose: Combatant) -> list[Badge]:
    """Injuries that count, by what they do, and damage that goes on (W7.3, W7.7)."""
    badges = []
    if untreated(whose):
        badges.append(Badge(f"Injuries {untreated(whose)}", "bad"))
    kinds = Counter(
        injury_at(injury["location"]).words
        for injury in whose["injuries"]
        if not injury["treated"] and injury["location"] != "none"
    )
    for words, count in kinds.items():
        badges.append(Badge(words if count == 1 else f"{words} ×{count}", "poor"))
    for wound in whose["persistent"]:
        badges.append(Badge(f"Persistent {wound['damage']}, {turns(wound['turns'])}", "bad"))
    return badges


def _prepared(state: State, whose: Combatant) -> list[Badge]:
    """What somebody holds ready: cover, a better Defense, an aim, an action, help."""
    badges = []
    if whose["cover_dice"]:
        badges.append(Badge(f"Cover {whose['cover_dice']} CD", "good"))
    badges.append(
        Badge(f"Defense {defense_now(whose)}", "good" if whose["defense_bonus"] else "plain")
    )
    if whose["aim_ready"]:
        badges.append(Badge("Aimed", "good"))
    for held in readied_of(whose):
        action = MAJOR_ACTIONS[held["action"]].action
        trigger = held["trigger"]
        badges.append(Badge(f"Ready: {action}" + (f", if {trigger}" if trigger else ""), "good"))
    for whom, count in Counter(promised_by(whose)).items():
        name = state["combatants"][whom]["name"]
        badges.append(Badge(f"Helps {name}" + (f" ×{count}" if count > 1 else ""), "good"))
    if helpers_of(whose):
        count = len(helpers_of(whose))
        badges.append(Badge("Helped" if count == 1 else f"Helped by {count}", "good"))
    if whose["turn_taken"]:
        badges.append(Badge("Has acted"))
    return badges
