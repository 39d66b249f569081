"""The encounter of Striker as it is seen across the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.flat import Badge, Board, Place, State
from app.systems.striker.encounter.state import NORMAL_RSR


def board(state: State) -> Board:
    """Who acts, who comes next, and what is upon everybody; whoever is away comes last."""
    order = state["order"]
    away = [id for id in state["combatants"] if id not in order]
    places = tuple(_place(id, state["combatants"][id]) for id in (*order, *away))
    pools = {"RSR": state["rsr"]} if state["rsr"] != NORMAL_RSR else {}
    return Board(f"Round {state['round']}", places, state["current"], _upcoming(state), pools)


def _upcoming(state: State) -> str | None:
    """The next in the order who has a turn: nobody at longer work that goes on until then."""
    order, current = state["order"], state["current"]
    start = order.index(current) + 1 if current in order else 0
    for step in range(len(order)):
        place = start + step
        id = order[place % len(order)]
        turn_in = state["round"] + (place >= len(order))
        until = state["combatants"][id]["busy_until"]
        if id != current and (until is None or until <= turn_in):
            return str(id)
    return None


def _place(id: str, whose: Mapping[str, Any]) -> Place:
    return Place(id, whose["name"], tuple(_badges(whose)), whose["group"], whose["hidden"])


def _badges(whose: Mapping[str, Any]) -> list[Badge]:
    down = whose["hp"] == 0
    badges = [Badge(f"HP {whose['hp']} of {whose['hp_max']}", "worst" if down else "plain")]
    badges.append(Badge(f"TC {whose['tc']}"))
    badges += [Badge(f"{slot} used", "poor") for slot in whose["slots_used"]]
    if whose["away"]:
        badges.append(Badge(f"Away: {whose['work']['label']} ({whose['work']['duration']})", "bad"))
    elif whose["work"]:
        until = f"until round {whose['busy_until']}"
        badges.append(Badge(f"Busy {until}: {whose['work']['label']}", "mixed"))
    if whose.get("warned"):
        badges.append(Badge(whose["warned"], "bad"))
    if whose.get("owes"):
        badges.append(Badge(f"To be told: {whose['owes']}", "mixed"))
    if whose["rsr"] != NORMAL_RSR:
        badges.append(Badge(f"RSR {whose['rsr']}"))
    if whose.get("stances_barred"):
        badges.append(Badge("Stances barred"))
    if whose["notes"]:
        badges.append(Badge(whose["notes"]))
    return badges
