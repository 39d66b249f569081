"""The encounter of Autonomous Garden as it is seen across the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import Badge, Board, Place, State
from app.systems.garden.encounter import bodies
from app.systems.garden.encounter.state import SIDES, able, signed, undeclared, waiting
from app.systems.garden.procedures.magick import SPELL_HOLDS
from app.systems.garden.tables.combat import COMBAT_MODIFIERS, INTENTS

PHASES = {"declare": "declaring", "order": "setting the order", "action": "turns"}
WORDS = {row.situation: row.words for row in COMBAT_MODIFIERS}


def board(state: State) -> Board:
    """Who acts, who comes next, and what is upon everybody."""
    coming = waiting(state) if state["phase"] == "action" else undeclared(state)
    next_up = [id for id in coming if id != state["current"]]
    pools: dict[str, Any] = {}
    if state["light"] != "normal":
        pools["Light"] = WORDS[state["light"]]
    if state["gap"] is not None:
        pools["Gap (m)"] = state["gap"]
    for spell in state["ongoing_spells"]:
        pools[spell["name"]] = f"damage {spell['damage']} of {SPELL_HOLDS}"
    return Board(
        f"Round {state['round']}: {PHASES[state['phase']]}",
        tuple(_place(id, state["combatants"][id]) for id in state["order"]),
        state["current"],
        state["interrupted"] or (next_up[0] if next_up else None),
        pools,
    )


def _place(id: str, whose: Mapping[str, Any]) -> Place:
    return Place(id, whose["name"], tuple(_badges(whose)), SIDES[whose["side"]], whose["hidden"])


def _badges(whose: Mapping[str, Any]) -> list[Badge]:
    badges = []
    if whose["declared"]:
        badges.append(Badge(INTENTS[whose["intent"]].words))
    if whose["penalty"]:
        badges.append(Badge(f"Penalty {signed(whose['penalty'])}", "poor"))
    if whose["movement"] != "none":
        badges.append(Badge(whose["movement"].capitalize()))
    if whose["defending"]:
        badges.append(Badge("Full defence +3", "good"))
    if whose["readied"]:
        badges.append(Badge(f"Ready: {whose['readied']}", "good"))
    if whose["aim_rounds"]:
        badges.append(Badge(f"Lined up {whose['aim_rounds']}", "good"))
    if whose["cover"] != "none":
        badges.append(Badge(WORDS[whose["cover"]]))
    if whose["unaware"]:
        badges.append(Badge("Unaware", "bad"))
    if len(whose["attackers_this_round"]) > 1:
        badges.append(Badge(f"Attackers {len(whose['attackers_this_round'])}", "poor"))
    if whose["chase_bonus"]:
        badges.append(Badge(f"+{whose['chase_bonus']} m", "good"))
    if whose["crashed"] or whose["recovering_rounds"]:
        badges.append(Badge("Recovering from a crash", "bad"))
    if whose["incapacitated_rounds"]:
        rounds = whose["incapacitated_rounds"]
        words = f"Incapacitated for {rounds} round{'s' if rounds > 1 else ''}"
        badges.append(Badge(words, "worst"))
    tone = "poor" if able(whose) else "worst"
    badges += bodies.badges(whose)
    badges += [Badge(name.replace("-", " ").capitalize(), tone) for name in whose["conditions"]]
    return badges
