"""How effects of rolls land in the encounter of Prism: Hp, switches, streaks, attempts, duties."""

from __future__ import annotations

from typing import Any

from app.core.encounters import State, with_combatant
from app.core.outcomes import Effect
from app.systems.prism.encounter.duties import waiting, written
from app.systems.prism.sheet import SHEET

#: Numbers that an effect changes, with their ends; Hp end at the maximum besides (P21).
NUMBERS = {
    "hp": (-1000, 1000),
    "bleeding": (0, 20),
    "saved_actions": (0, 20),
    "plot_points": (0, 50),
    "next_phase": (0, 9999),
    "delay": (1, 100),
}
SWITCHES = ("stunned", "running", "melee")

#: Fields of effects that land in a list, as they do on the sheet (P8, P15-P17).
LISTS = {"streak": "streaks", "failed_attempts": "attempts"}


def land(state: State, who: str, effect: Effect) -> State | None:
    """The encounter after an effect; None if it is only a sheet's (development points)."""
    whose = state["combatants"].get(who)
    if whose is None:
        return None
    changes: dict[str, Any]
    if effect.field in NUMBERS:
        low, high = NUMBERS[effect.field]
        most = min(high, int(whose["hp_max"])) if effect.field == "hp" else high
        reached = effect.value + (whose.get(effect.field, 0) if effect.op == "add" else 0)
        changes = {effect.field: max(low, min(most, int(reached)))}
    elif effect.field in SWITCHES:
        changes = {effect.field: bool(effect.value)}
    elif effect.field in LISTS:
        name = LISTS[effect.field]
        landed = SHEET.filled({name: whose[name]}).landed(effect)
        changes = {name: landed[name]} if landed is not None else {}
    elif effect.field == "pending":
        changes = {"pending": _pending(waiting(whose), effect)}
    else:
        return None
    return with_combatant(state, who, **changes)


def _pending(before: list[str], effect: Effect) -> list[dict[str, str]]:
    """Duties after an effect that sets them all or brings one more (P29)."""
    values = effect.value if effect.op == "set" else [*before, effect.value]
    return written(each["duty"] if isinstance(each, dict) else str(each) for each in values)
