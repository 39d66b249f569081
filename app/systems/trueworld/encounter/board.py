"""The encounter of TrueWorld as it is seen across the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.flat import Badge, Board, Place, State
from app.systems.trueworld.encounter.state import SIDES, action_told, defence_told, waiting
from app.systems.trueworld.tables.difficulty import DIFFICULTY_RATINGS

#: How the phases of a round are called.
PHASES = {"order": "setting the order", "action": "action phase", "end": "round over"}


def board(state: State) -> Board:
    """Who acts, who comes next, and what is upon everybody."""
    next_up = [id for id in waiting(state) if id != state["current"]]
    return Board(
        f"Round {state['round']}: {PHASES[state['phase']]}",
        tuple(_place(id, state["combatants"][id]) for id in state["order"]),
        state["current"],
        next_up[0] if next_up else None,
        {"scene": state["scene"]} if state["scene"] else {},
        told=_at_risk(state),
    )


def _at_risk(whose: Mapping[str, Any]) -> tuple[str, ...]:
    """What is at risk, in a roll or in the scene (T3.5); nothing where nothing is written."""
    risk = whose.get("at_risk", "").strip()
    return (f"At risk: {risk}",) if risk else ()


def _place(id: str, whose: Mapping[str, Any]) -> Place:
    badges = _adversary(whose) if whose["side"] == "adversary" else _character(whose)
    return Place(id, whose["name"], tuple(badges), SIDES[whose["side"]], whose["hidden"])


def _adversary(whose: Mapping[str, Any]) -> list[Badge]:
    badges = [Badge(DIFFICULTY_RATINGS[whose["difficulty"]].words)]
    if whose["damage"]:
        badges.append(Badge(f"Damage {whose['damage']}", "good"))
    return badges


def _told(roll: Mapping[str, Any]) -> str:
    """What the director has told of the roll (T3.5): `Defends against Hard (d8), neutral`."""
    does = "Defends against" if roll["purpose"] == "defend" else "Rolls against"
    circumstances = "quick" if roll["quick"] else roll["position"]
    return f"{does} {DIFFICULTY_RATINGS[roll['difficulty']].words}, {circumstances}"


def _character(whose: Mapping[str, Any]) -> list[Badge]:
    left = whose["action_available"]
    badges = [Badge("Action left", "good") if left else Badge("Action spent")]
    if whose["stated_intention"]:
        badges.append(Badge(whose["stated_intention"]))
    # What is told of a roll the players see, beside what is at risk in it (T3.5).
    for roll in (action_told(whose), defence_told(whose)):
        if roll is not None:
            badges.append(Badge(_told(roll), told=True))
            badges += [Badge(risk, "poor", told=True) for risk in _at_risk(roll)]
    if whose["teamwork_dice"]:
        badges.append(Badge(f"Teamwork dice {whose['teamwork_dice']}", "good"))
    if whose["harm"]:
        badges.append(Badge(f"Harm {whose['harm']} to place", "worst"))
    full = whose["stress"] >= whose["max_stress"]
    stress = f"Stress {whose['stress']} of {whose['max_stress']}"
    badges.append(Badge(stress, "bad" if full else "plain"))
    if whose["grit"]:
        badges.append(Badge(f"Grit {whose['grit']}"))
    # A treated condition is no longer in the way (T11.3).
    untreated = [each["name"] for each in whose["conditions"] if not each["treated"]]
    return badges + [Badge(name, "poor") for name in untreated]
