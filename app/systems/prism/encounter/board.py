"""The encounter of Prism as it is seen across the table, and what it gives to a roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import Badge, Board, Place, State, combatant, with_combatant
from app.systems.prism.encounter.duties import CALLED, waiting
from app.systems.prism.encounter.state import acting, down, ready, weapon_speed
from app.systems.prism.procedures.combat import lost_percent, phase_after, wound_band
from app.systems.prism.rollables import WOUNDED, nearest_band


def board(state: State) -> Board:
    """Who acts, who comes next, and what is upon everybody."""
    iris = state["initiative"] == "iris"
    able = ready(state)
    # Those who are down stand last in IRIS; a list keeps its order.
    order = [*able, *(id for id in state["order"] if id not in able)] if iris else state["order"]
    return Board(
        f"Phase {state['phase']}" if iris else f"Round {state['round']}",
        tuple(_place(id, state["combatants"][id], iris) for id in order),
        acting(state),
        _upcoming(state, able),
    )


def _upcoming(state: State, able: list[str]) -> str | None:
    """Who comes after whoever acts: after a saved action, the turn that it broke into."""
    current = state["current"]
    if state["saved"]:
        rest = [id for id in (current, *state["saved"][:-1]) if id in able]
        return rest[-1] if rest else next(iter(able), None)
    if current not in state["order"]:
        return next(iter(able), None)
    if state["initiative"] == "list":
        place = state["order"].index(current)
        turns = (*state["order"][place + 1 :], *state["order"])
        return next((id for id in turns if id in able), None)
    # P47: whoever is quick may be the next again.
    whose = state["combatants"][current]
    after = phase_after(state["phase"], whose["delay"], weapon_speed(whose))
    return next(iter(ready(with_combatant(state, current, next_phase=after))), None)


def _place(id: str, whose: Mapping[str, Any], iris: bool) -> Place:
    return Place(id, whose["name"], tuple(_badges(whose, iris)), whose["group"], whose["hidden"])


def _badges(whose: Mapping[str, Any], iris: bool) -> list[Badge]:
    badges = []
    band = wound_band(lost_percent(whose["hp_max"], whose["hp"]))
    if down(whose):
        badges.append(Badge("Down", "worst"))
    elif iris:
        badges.append(Badge(f"Phase {whose['next_phase']}"))
    tone = "plain" if band == "none" else "bad"
    badges.append(Badge(f"Hp {whose['hp']} of {whose['hp_max']}".replace("-", "−"), tone))
    if whose["stunned"]:
        badges.append(Badge("Stunned", "bad"))
    if whose["bleeding"]:
        badges.append(Badge(f"Bleeding {whose['bleeding']}", "bad"))
    if whose["running"]:
        badges.append(Badge("Running", "mixed"))
    if whose["melee"]:
        badges.append(Badge("Near melee", "mixed"))
    for entry in whose["streaks"]:
        good = entry["state"] == "zone"
        said = "In the zone" if good else "In a slump"
        badges.append(Badge(f"{said}: {entry['covers']}", "good" if good else "bad"))
    for entry in whose["attempts"]:
        if not entry["failures"]:
            continue
        times = "once" if entry["failures"] == 1 else f"{entry['failures']} times"
        badges.append(Badge(f"Failed {times}: {entry['what']}", "poor"))
    badges += [Badge(f"{CALLED[duty]} to roll", "worst") for duty in waiting(whose)]
    if whose["saved_actions"]:
        badges.append(Badge(f"Saved actions {whose['saved_actions']}", "good"))
    if whose.get("plot_points"):
        badges.append(Badge(f"Plot points {whose['plot_points']}"))
    return badges


#: The switches that Chart 14.2 asks for (P18, P22).
SWITCHES = ("stunned", "bleeding", "running", "melee")


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """What the encounter gives to somebody's roll: the switches, the wounds, the OB, the phase."""
    whose = combatant(state, who)
    if procedure in WOUNDED:
        band = nearest_band(wound_band(lost_percent(whose["hp_max"], whose["hp"])))
        return {**{name: whose[name] for name in SWITCHES}, "wounds": band}
    if procedure == "prism.attack" and whose.get("ob") is not None:
        return {"ob": whose["ob"]}
    if procedure == "prism.iris_next":
        phase = min(state["phase"], 9999)
        return {"phase": phase, "delay": whose["delay"], "speed": weapon_speed(whose)}
    if procedure == "prism.plot_spend":
        return {"iris": state["initiative"] == "iris"}
    return {}


def met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """What the target of an attack sets against it (P44, P45)."""
    if procedure != "prism.attack" or "target" not in cast:
        return {}
    whose = combatant(state, cast["target"])
    return {name: whose[name] for name in ("db", "shield_db") if name in whose}
