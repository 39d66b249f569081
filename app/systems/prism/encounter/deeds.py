"""Changes to a combatant: wounds, switches, slumps and zones, attempts (P8-P22)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.roster import drop_missing
from app.core.encounters.scenes import StepResult, Uses, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf, Text, Whole, YesNo
from app.core.procedures.outcomes import add, put
from app.core.sheets import Sheet
from app.systems.prism.encounter.state import Fight, Result, Who, down
from app.systems.prism.rules.inputs import SPEED

Lost = Annotated[int, Whole(-2000, 2000, front=True, label="HP lost", help="Negative: regain HP.")]


@transition("wound", title="Lose or regain HP", rules="P21")
def wound(scene: Fight, who: Who, lost: Lost) -> Result:
    """Lose HP or regain them, never above the maximum."""
    scene.combatant(who)
    return _fallen_or_risen(scene, scene.apply_effect(who, add("hp", -lost)), who)


def _fallen_or_risen(before: Fight, after: Fight, who: str) -> Result:
    """Return the result with a note if the combatant goes down or is up again (P21)."""
    name = after.combatant(who).name
    was, now = (down(fight.combatant(who)) for fight in (before, after))
    if now and not was:
        return StepResult(after, notes=(f"{name} is down: no turn until HP is above 0 (P21).",))
    return StepResult(after, notes=(f"{name} is up again (P21).",) if was and not now else ())


Stunned = Annotated[bool | None, YesNo(front=True, rules=("P18",))]
Melee = Annotated[bool | None, YesNo(front=True, label="Near or in melee", rules=("P18",))]
Bleeding = Annotated[
    int | None, Whole(0, 20, front=True, help="Hits lost per round.", rules=("P22",))
]
Hp = Annotated[int | None, Whole(-1000, 1000, label="HP", rules=("P21",))]
SavedActions = Annotated[int | None, Whole(0, 20, rules=("P48",))]
NextPhase = Annotated[int | None, Whole(0, 9999, rules=("P47",))]
Delay = Annotated[int | None, Whole(1, 100, rules=("P46",))]
Speed = Annotated[int | None, Whole(*SPEED, label="Weapon speed", rules=("P47",))]


@transition("change", title="Edit stats", rules="P18 P21 P22 P46-P48")
def change(
    scene: Fight,
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
) -> Result:
    """Set or clear switches; empty fields stay as they are."""
    most = scene.combatant(who).sheet["hp_max"]
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; give at most the maximum, {most}")
    sheet = drop_missing(stunned=stunned, bleeding=bleeding, hp=hp, saved_actions=saved_actions)
    turn = drop_missing(
        running=running, melee=melee, next_phase=next_phase, delay=delay, speed=speed
    )
    if next_phase is not None and scene.now.current == who:
        turn["phase_set"] = True
    return _fallen_or_risen(scene, scene.write(who, **sheet).turn(who, **turn), who)


def uses(step: str, sheet: Sheet) -> Uses:
    """Return the weapons that can be taken in hand, with their speeds (P47)."""
    if step != "change":
        return ()
    return tuple(
        (weapon["name"] or "Nameless weapon", {"speed": weapon["speed"]})
        for weapon in sheet["weapons"]
    )


Covers = Annotated[str, Text(80, front=True, label="Kind of action", rules=("P17",))]
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
def streak(scene: Fight, who: Who, covers: Covers, streak: Streak) -> Fight:
    """Record a slump or zone that a maneuver started or ended, at this kind of action."""
    scene.combatant(who)
    _require_words(covers, "covers")
    return scene.apply_effect(who, put("streak", {"covers": covers, "state": streak}))


What = Annotated[str, Text(80, front=True, label="Attempt", rules=("P8",))]
Failures = Annotated[
    int,
    Whole(0, 20, front=True, help="0 after a success or fresh start.", rules=("P8", "P9")),
]


@transition("attempt", title="Count failed attempts", rules="P8 P9")
def attempt(scene: Fight, who: Who, what: What, failures: Failures) -> Fight:
    """Record the failures so far at this particular attempt."""
    scene.combatant(who)
    _require_words(what, "what")
    return scene.apply_effect(who, put("failed_attempts", {"what": what, "failures": failures}))


def _require_words(words: str, field: str) -> None:
    if not words.strip():
        raise BadInput(field, f"enter the {field}")
