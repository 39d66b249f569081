"""Turns, readied actions, the end of a round and of a scene (G24, G25, G53, G61)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Text
from app.core.outcomes import Effect, add, put, rounded
from app.systems.garden.encounter.bodies import may_open
from app.systems.garden.encounter.state import (
    UNDECLARED,
    Who,
    able,
    in_turn,
    signed,
    somebody,
    waiting,
)

#: A round is 6 seconds (G53), on a sheet's clock in hours and the scene's in minutes.
ROUND_MINUTES = Fraction(1, 10)


# --- turns ---


def begins(state: State) -> Turned:
    """The next turn: of whoever was interrupted, else of the first left; else the round ends."""
    if state["phase"] != "action":
        return Turned({**state, "current": None})
    broken = state["interrupted"]
    left = waiting(state)
    if broken in left:
        name = state["combatants"][broken]["name"]
        after = {**state, "current": broken, "interrupted": None}
        return Turned(after, notes=(f"{name} goes on (G24).",))
    if not left:
        return _round_ended(state)
    id = left[0]
    whose = state["combatants"][id]
    # G61: full defence lasts until the next turn of whoever took it.
    after = with_combatant(state, id, defending=whose["full_defense"])
    notes = []
    together = [
        state["combatants"][other]["name"]
        for other in left[1:]
        if state["combatants"][other]["place"] == whose["place"]
    ]
    if together:
        notes.append(f"{whose['name']} acts together with {', '.join(together)}.")
    if whose["penalty"]:
        notes.append(
            f"{whose['name']}: {signed(whose['penalty'])} to every major action"
            f" ({signed(whose['melee_penalty'])} to melee and unarmed attacks)."
        )
    return Turned({**after, "current": id, "interrupted": None}, notes=tuple(notes))


@transition("end_turn", title="End the turn", rules="G18 G24 G53")
def end_turn(state: State) -> Turned:
    """This turn is over; after the last one the round ends by itself."""
    id, _ = in_turn(state)
    return begins(with_combatant(state, id, acted=True))


@transition("ready", title="Ready", rules="G24")
def ready(
    state: State, event: Annotated[str, Text(200, label="The event waited for", front=True)]
) -> Turned:
    """Instead of acting, hold the action for a named event."""
    id, whose = in_turn(state)
    if not event:
        raise BadInput("event", "name the event")
    if whose["used_major"] >= whose["declared_major"]:
        raise BadInput("phase", f"{whose['name']} has no major action left to hold")
    held = with_combatant(
        state, id, readied=event, used_major=whose["used_major"] + 1, acted=True, aim_rounds=0
    )
    return begins(held)


@transition("event", title="The event happens", rules="G24")
def event(state: State, who: Who) -> Turned:
    """What somebody waited for happens: they act right after it, then the turn goes on."""
    whose = somebody(state, who)
    if state["phase"] != "action":
        raise BadInput("phase", "no turns are being taken")
    if not whose["readied"]:
        raise BadInput("who", f"{whose['name']} waits for nothing")
    if not able(whose):
        raise BadInput("who", f"{whose['name']} cannot act now")
    after = with_combatant(
        state, who, readied=None, acted=False, used_major=whose["used_major"] - 1
    )
    broken = state["current"] if state["current"] != who else None
    note = f"{whose['name']} acts: {whose['readied']} (G24)."
    return Turned({**after, "current": who, "interrupted": broken}, notes=(note,))


# --- the end of a round, of a scene ---


def _round_ended(state: State) -> Turned:
    """Everybody has had their turn: count down, open wounds, lose what was held (G25, G92)."""
    due: list[Due] = []
    notes = [f"Round {state['round']} is over."]
    everybody: dict[str, Any] = {}
    for id, each in state["combatants"].items():
        busy = each["fought"] or each["movement"] in ("run", "sprint")
        if busy and may_open(each):
            told = {"activity": "heavy"}
            label = f"{each['name']}: stable wounds open"
            due.append(Due(id, label, "garden.activity", told, ("G92",)))
        if each["readied"]:
            notes.append(f"{each['name']} loses the held action, or declares to stay ready (G25).")
        # G44: the round lost to a crash is the one after it.
        recovering = each["recovering_rounds"] - each["crashed"]
        everybody[id] = {
            **each,
            **UNDECLARED,
            "recovering_rounds": recovering,
            "crashed": recovering > 0,
            "incapacitated_rounds": max(0, each["incapacitated_rounds"] - 1),
        }
    minutes = rounded(Fraction(str(state["scene_clock"])) + ROUND_MINUTES, 1)
    after = {
        **state,
        "round": state["round"] + 1,
        "phase": "declare",
        "current": None,
        "interrupted": None,
        "scene_clock": minutes,
        "combatants": everybody,
    }
    effects = tuple((id, add("rounds", 1)) for id in everybody)
    return Turned(after, tuple(due), effects, tuple(notes))


@transition("end_round", title="End the round", rules="G53")
def end_round(state: State) -> Turned:
    """The round is over, whoever still had a turn."""
    return _round_ended(state)


@transition("end_scene", title="End the scene", rules="G123 G127 G128")
def end_scene(state: State) -> Turned:
    """What lasts for a scene ends: Shield, the level of Invocate, banishment, tries, the chase."""
    return scene_over(state)


def scene_over(state: State) -> Turned:
    """The scene after its end, and what that does to sheets; so too when the encounter ends."""
    over = put("scene_over", True)
    effects: tuple[tuple[str, Effect], ...] = tuple((id, over) for id in state["combatants"])
    everybody = {
        id: {
            **each,
            **UNDECLARED,
            "conditions": [
                name
                for name in each["conditions"]
                if name not in ("shielded", "invocation", "banished")
            ],
            "defending": False,
            "readied": None,
            "aim_rounds": 0,
        }
        for id, each in state["combatants"].items()
    }
    minutes = state["scene_clock"]
    after = {
        **state,
        "round": 1,
        "phase": "declare",
        "current": None,
        "interrupted": None,
        "gap": None,
        "tried": [],
        "ongoing_spells": [each for each in state["ongoing_spells"] if each["ends"] != "scene"],
        "scene_clock": 0,
        "combatants": everybody,
    }
    hours = rounded(Fraction(str(minutes)) / 60, 6)
    due = tuple(
        Due(id, f"{each['name']}: the scene’s {minutes} minutes pass over injuries",
            "garden.pass_time", {"hours": hours}, ("G90",))
        for id, each in state["combatants"].items()
        if minutes and each["injuries"]
    )  # fmt: skip
    return Turned(after, due, effects)
