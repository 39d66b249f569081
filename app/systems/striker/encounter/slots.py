"""What an action takes of somebody's time: its slot, or longer work (S19, S21, S22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import BadInput
from app.core.flat import State, StepResult, with_combatant
from app.systems.striker.encounter.state import somebody
from app.systems.striker.encounter.turns import leave

#: Used once between two own turns; free-actions any number of times.
SLOTS = ("bonus-action", "re-action", "main-action")
#: What ticks no slot, and is open to whoever is busy: free-actions, and lines that say no
#: duration, such as a save, which is imposed and no action (S5).
TIMELESS = (None, "free-action")
#: Longer work: the rounds until it is done (a round is 6 seconds).
ROUNDS = {"round": 1, "minute": 10, "scene": 100}


def hindrance(whose: Mapping[str, Any], lasts: str | None) -> BadInput | None:
    """Why somebody cannot act for so long now; None if nothing hinders."""
    if whose["work"] and lasts not in TIMELESS:
        return BadInput("who", f"{whose['name']} is busy with {whose['work']['label']}; stop first")
    if lasts in whose["slots_used"]:
        return BadInput("duration", f"{whose['name']} has used the {lasts} of this round")
    return None


def is_short(lasts: str | None) -> bool:
    """Is it done within the turn, so that its roll falls at once?"""
    return lasts in TIMELESS or lasts in SLOTS


def ticked(state: State, who: str, lasts: str | None) -> State:
    """The state with the slot of a short action used."""
    if lasts not in SLOTS:
        return state
    return with_combatant(state, who, slots_used=[*somebody(state, who)["slots_used"], lasts])


def begun(state: State, who: str, work: Mapping[str, Any]) -> StepResult:
    """Longer work begins; with an hour or a day of it somebody is out of the encounter."""
    name, label, lasts = somebody(state, who)["name"], work["label"], work["duration"]
    if lasts in ROUNDS:
        until = state["round"] + (_to_own_turn(state, who) if lasts == "round" else ROUNDS[lasts])
        busy = with_combatant(state, who, work=work, busy_until=until)
        return StepResult(busy, notes=(f"{name} is busy with {label} until round {until}.",))
    left = leave(with_combatant(state, who, work=work, away=True), who)
    note = f"{name} is away with {label} for {_article(lasts)}."
    return StepResult(left.state, left.due, left.effects, (note, *left.notes))


def rolled_already(state: State, who: str, label: str, lasts: str | None) -> State:
    """A roll that nobody asked for takes its time as using its line does.

    The dice lie on the table: what hinders the action is said, and refuses nothing.
    """
    if hinders := hindrance(somebody(state, who), lasts):
        return with_combatant(state, who, warned=f"{label} is rolled, but {hinders.message}")
    if is_short(lasts):
        return ticked(state, who, lasts)
    work: dict[str, Any] = {"label": label, "duration": lasts, "inputs": {}, "target": ""}
    if lasts not in ROUNDS and state["current"] == who:
        # A roll ends no turn: whoever has it leaves with its end.
        return with_combatant(state, who, work=work, away=True)
    return begun(state, who, work).state


def _to_own_turn(state: State, who: str) -> int:
    """Rounds until the next own turn: none for whoever is still to come in this round."""
    order, current = state["order"], state["current"]
    reached = order.index(current) if current in order else -1
    return ROUNDS["round"] if order.index(who) <= reached else 0


def _article(duration: str) -> str:
    return f"an {duration}" if duration == "hour" else f"a {duration}"
