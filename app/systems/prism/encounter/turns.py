"""Turns: who acts next, what time does to the bleeding, saved actions (P22, P46-P48)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.encounters import State, StepResult, combatant, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Whole
from app.core.outcomes import Effect
from app.core.outcomes import add as raise_by
from app.systems.prism.encounter.duties import fallen_due
from app.systems.prism.encounter.state import (
    BLEEDING_STEP,
    Who,
    down,
    named,
    ready,
    weapon_speed,
)
from app.systems.prism.inputs import SPEED
from app.systems.prism.procedures.combat import phase_after

#: From this phase on the GM may count anew.
RESET_AT = 1000


Speed = Annotated[
    int | None,
    Whole(
        *SPEED,
        front=True,
        label="Speed of what was done",
        help="IRIS: the weapon’s, and what the GM adds for hurry or delay. "
        "Left out: that of the weapon in hand.",
        rules=("P47",),
    ),
]


@transition("next", title="Next", rules="P21 P22 P46 P47")
def next_turn(
    state: State,
    speed: Speed = None,
) -> StepResult:
    """Whoever acts has acted; the next one does."""
    if state["saved"]:
        return _saved_action_done(state)
    current = state["current"]
    if current is not None and state["initiative"] == "iris":
        whose = combatant(state, current)
        fast = weapon_speed(whose) if speed is None else speed
        after = phase_after(state["phase"], whose["delay"], fast)
        state = with_combatant(state, current, next_phase=after)
    return advanced(state)


def _saved_action_done(state: State) -> StepResult:
    """P48: it touches nobody's own phase, and the turn that it broke into goes on.

    P21: those whom it felled have nothing to go on with.
    """
    saved = list(state["saved"][:-1])
    while saved and down(combatant(state, saved[-1])):
        saved.pop()
    back, state = state["current"], {**state, "saved": saved}
    if saved or back is None or not down(combatant(state, back)):
        return StepResult(state)
    return advanced(state)


def advanced(state: State) -> StepResult:
    """The next turn, and all that time brings until then."""
    passed = _next_phase(state) if state["initiative"] == "iris" else _next_in_list(state)
    current = passed.state["current"]
    if current is None:
        nobody = "Nobody can act." if passed.state["order"] else "Nobody is here yet."
        return StepResult(passed.state, (), passed.effects, (*passed.notes, nobody))
    notes = passed.notes
    if passed.state["initiative"] == "iris" and passed.state["phase"] >= RESET_AT:
        notes += ("The GM may count the phases anew (P46).",)
    owed = fallen_due(passed.state, current)
    return StepResult(owed.state, owed.due, passed.effects, notes)


def _next_phase(state: State) -> StepResult:
    """IRIS: the lowest phase acts; blood is lost every 15 phases on the way there."""
    came = StepResult(state)
    while True:
        now = came.state
        able = ready(now)
        if not able:
            return _with(came, {**now, "current": None})
        # Who was down may have a phase that is past.
        phase = max(now["phase"], now["combatants"][able[0]]["next_phase"])
        if now["next_bleeding"] > phase:
            return _with(came, {**now, "phase": phase, "current": able[0]})
        at = now["next_bleeding"]
        bled = _bleed({**now, "next_bleeding": at + BLEEDING_STEP}, f"Phase {at}")
        came = StepResult(bled.state, (), came.effects + bled.effects, came.notes + bled.notes)


def _next_in_list(state: State) -> StepResult:
    """The list: the next who can act; after the last a new round begins, and blood is lost."""
    order, current = state["order"], state["current"]
    place = order.index(current) + 1 if current in order else 0
    for id in order[place:]:
        if not down(state["combatants"][id]):
            return StepResult({**state, "current": id})
    if current is None:
        return StepResult(state)
    number = state["round"] + 1
    came = _bleed({**state, "round": number}, f"Round {number}")
    able = ready(came.state)
    return _with(came, {**came.state, "current": able[0] if able else None})


def _with(came: StepResult, state: State) -> StepResult:
    return StepResult(state, came.due, came.effects, came.notes)


def _bleed(state: State, when: str) -> StepResult:
    """Everybody who bleeds loses so many Hp (P22)."""
    effects: list[tuple[str, Effect]] = []
    notes: list[str] = []
    for id in state["order"]:
        whose = state["combatants"][id]
        if not whose["bleeding"]:
            continue
        hp = max(-1000, whose["hp"] - whose["bleeding"])
        effects.append((id, raise_by("hp", hp - whose["hp"])))
        notes.append(f"{when}: {whose['name']} bleeds, {whose['bleeding']} Hp (P22).")
        if hp <= 0 and not down(whose):
            notes.append(f"{whose['name']} is down (P21).")
        state = with_combatant(state, id, hp=hp)
    return StepResult(state, (), tuple(effects), tuple(notes))


@transition("use_saved", title="Use a saved action", rules="P48 P63")
def use_saved(state: State, who: Who) -> StepResult:
    """Somebody acts at once, at the current phase; the own next phase stays."""
    whose = combatant(state, who)
    if state["initiative"] != "iris":
        raise BadInput("who", "saved actions belong to IRIS; the list has none")
    if not whose["saved_actions"]:
        raise BadInput("who", f"{whose['name']} has no saved action")
    if down(whose):
        raise BadInput("who", f"{whose['name']} is down")
    spent = with_combatant(state, who, saved_actions=whose["saved_actions"] - 1)
    owed = fallen_due({**spent, "saved": [*state["saved"], who]}, who)
    return StepResult(
        owed.state,
        owed.due,
        ((who, raise_by("saved_actions", -1)),),
        (f"{named(state, who)} acts at once (P48).",),
    )


Initiative = Annotated[
    str,
    OneOf({"iris": "IRIS, by phases", "list": "A list, by hand"}, front=True, rules=("P46",)),
]


@transition("initiative", title="IRIS or a list", rules="P46")
def initiative(
    state: State,
    initiative: Initiative,
) -> StepResult:
    """How turns follow each other; whose turn it is stays."""
    saved = state["saved"] if initiative == "iris" else []
    return StepResult({**state, "initiative": initiative, "saved": saved})


@transition("reset_phases", title="Count phases anew", rules="P46")
def reset_phases(state: State) -> StepResult:
    """At 1000 the GM may subtract the current phase from all."""
    phase = state["phase"]
    if state["initiative"] != "iris" or phase < RESET_AT:
        raise BadInput("phase", f"phases are counted anew from {RESET_AT} on")
    combatants: dict[str, Any] = {
        id: {**whose, "next_phase": max(0, whose["next_phase"] - phase)}
        for id, whose in state["combatants"].items()
    }
    left = state["next_bleeding"] - phase
    return StepResult({**state, "phase": 0, "next_bleeding": left, "combatants": combatants})
