"""The encounter of Autonomous Garden as it is seen across the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.flat import Badge, Board, Place, State
from app.systems.garden.encounter import bodies
from app.systems.garden.encounter.costs import TICKS
from app.systems.garden.encounter.spells import held_words
from app.systems.garden.encounter.state import (
    SIDES,
    able,
    gaps_of,
    of,
    signed,
    undeclared,
    waiting,
)
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
    pools |= _gaps(state) | held_words(state)
    return Board(
        f"Round {state['round']}: {PHASES[state['phase']]}",
        tuple(_place(id, state["combatants"][id], _bonus(state, id)) for id in state["order"]),
        state["current"],
        state["interrupted"] or (next_up[0] if next_up else None),
        pools,
    )


def _gaps(state: State) -> dict[str, Any]:
    """The gap of each pair of a chase (G138)."""
    pairs = [each for each in gaps_of(state) if each["metres"] is not None]
    if len(pairs) == 1:
        return {"Gap (m)": pairs[0]["metres"]}
    called = {id: whose["name"] for id, whose in state["combatants"].items()}
    names = [(called.get(each["pursuer"], ""), called.get(each["runner"], "")) for each in pairs]
    return {
        f"Gap of {pursuer} to {runner} (m)": each["metres"]
        for (pursuer, runner), each in zip(names, pairs, strict=True)
    }


def _bonus(state: State, id: str) -> int:
    """Metres won at an obstacle of this round, the most of any pair (G42)."""
    won = [
        each[f"{role}_bonus"]
        for each in gaps_of(state)
        for role in ("runner", "pursuer")
        if each[role] == id
    ]
    return max(won, default=0)


def _place(id: str, whose: Mapping[str, Any], bonus: int) -> Place:
    badges = tuple(_badges(whose, bonus))
    return Place(id, whose["name"], badges, SIDES[whose["side"]], whose["hidden"])


def _badges(whose: Mapping[str, Any], bonus: int) -> list[Badge]:
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
    if bonus:
        badges.append(Badge(f"+{bonus} m", "good"))
    if treating := of(whose, "treating"):
        badges.append(Badge(f"Treating, {treating['rounds']} rounds left"))
    if tick := of(whose, "counts_as"):
        badges.append(Badge(f"Next: {TICKS[tick].partition(':')[0].partition(',')[0].lower()}"))
    if undeclared := of(whose, "undeclared"):
        badges.append(Badge(f"Not declared: {undeclared}", "poor"))
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
