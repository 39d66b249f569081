"""What befalls somebody: wounds, switches, slumps and zones, attempts (P8-P22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from app.core.encounters import State, StepResult, Uses, combatant, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text, Whole, YesNo
from app.core.outcomes import Effect, put
from app.core.outcomes import add as raise_by
from app.core.sheets import Sheet
from app.systems.prism.encounter.landing import land
from app.systems.prism.encounter.state import Who, changed, down
from app.systems.prism.inputs import SPEED

Lost = Annotated[int, Whole(-2000, 2000, front=True, label="Hp lost", help="Below 0: regained.")]


@transition("wound", title="Lose or regain Hp", rules="P21")
def wound(
    state: State,
    who: Who,
    lost: Lost,
) -> StepResult:
    """Hp are lost or come back, never above the maximum."""
    whose = combatant(state, who)
    hp = min(whose["hp_max"], max(-1000, whose["hp"] - lost))
    return StepResult(
        with_combatant(state, who, hp=hp),
        effects=((who, raise_by("hp", hp - whose["hp"])),),
        notes=_fallen_or_risen(whose, hp),
    )


def _fallen_or_risen(whose: Mapping[str, Any], hp: int) -> tuple[str, ...]:
    """P21: what it means that somebody now has so many Hp."""
    if hp <= 0 and not down(whose):
        return (f"{whose['name']} is down: no turn until Hp is above 0 (P21).",)
    if hp > 0 and down(whose):
        return (f"{whose['name']} is up again (P21).",)
    return ()


#: What `change` changes that stands on the sheet as well.
ON_SHEET = ("hp", "stunned", "bleeding", "saved_actions")


Stunned = Annotated[bool | None, YesNo(front=True, rules=("P18",))]
Melee = Annotated[bool | None, YesNo(front=True, label="Near or in melee", rules=("P18",))]
Bleeding = Annotated[
    int | None, Whole(0, 20, front=True, help="Hits lost per round.", rules=("P22",))
]
Hp = Annotated[int | None, Whole(-1000, 1000, label="Hp", rules=("P21",))]
SavedActions = Annotated[int | None, Whole(0, 20, rules=("P48",))]
NextPhase = Annotated[int | None, Whole(0, 9999, rules=("P47",))]
Delay = Annotated[int | None, Whole(1, 100, rules=("P46",))]
Speed = Annotated[int | None, Whole(*SPEED, label="Speed of the weapon in hand", rules=("P47",))]


@transition("change", title="Conditions, Hp, phase", rules="P18 P21 P22 P46-P48")
def change(
    state: State,
    who: Who,
    stunned: Stunned = None,
    running: Stunned = None,
    melee: Melee = None,
    bleeding: Bleeding = None,
    hp: Hp = None,
    saved_actions: SavedActions = None,
    next_phase: NextPhase = None,
    delay: Delay = None,
    speed: Speed = None,
) -> StepResult:
    """Switches stay until they are switched off; what is left out stays as it is."""
    whose = combatant(state, who)
    if hp is not None and hp > whose["hp_max"]:
        raise BadInput("hp", f"hp is {hp}; give at most the maximum, {whose['hp_max']}")
    given = {
        "stunned": stunned,
        "running": running,
        "melee": melee,
        "bleeding": bleeding,
        "hp": hp,
        "saved_actions": saved_actions,
        "next_phase": next_phase,
        "delay": delay,
        "speed": speed,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    effects = (put(name, value) for name, value in changes.items() if name in ON_SHEET)
    came = changed(state, who, *effects, **changes)
    return replace(came, notes=_fallen_or_risen(whose, whose["hp"] if hp is None else hp))


def uses(step: str, sheet: Sheet) -> Uses:
    """P47: another weapon is taken in hand, with its speed."""
    if step != "change":
        return ()
    return tuple(
        (each["name"] or "Nameless weapon", {"speed": each["speed"]}) for each in sheet["weapons"]
    )


Covers = Annotated[str, Text(80, front=True, label="At what kind of action", rules=("P17",))]
Streak = Annotated[
    str,
    OneOf(
        {"none": "Neither", "slump": "In a slump (−50)", "zone": "In the zone (+50)"},
        front=True,
        label="Slump or zone",
        rules=("P15", "P16"),
    ),
]


@transition("streak", title="Slump or zone", rules="P15 P16 P17")
def streak(
    state: State,
    who: Who,
    covers: Covers,
    streak: Streak,
) -> StepResult:
    """What a maneuver started or ended, at this kind of action."""
    _said(covers, "covers")
    return _as_rolled(state, who, put("streak", {"covers": covers, "state": streak}))


What = Annotated[str, Text(80, front=True, label="What is being tried", rules=("P8",))]
Failures = Annotated[
    int,
    Whole(0, 20, front=True, help="0 after a success or a fresh start.", rules=("P8", "P9")),
]


@transition("attempt", title="Count failed attempts", rules="P8 P9")
def attempt(
    state: State,
    who: Who,
    what: What,
    failures: Failures,
) -> StepResult:
    """Failures so far at this particular attempt."""
    _said(what, "what")
    return _as_rolled(state, who, put("failed_attempts", {"what": what, "failures": failures}))


def _as_rolled(state: State, who: str, effect: Effect) -> StepResult:
    """Said by hand, it lands as the effect of a maneuver does, here and on the sheet."""
    combatant(state, who)
    return StepResult(land(state, who, effect) or state, effects=((who, effect),))


def _said(words: str, field: str) -> None:
    if not words.strip():
        raise BadInput(field, f"{field} is empty; say it in words")
