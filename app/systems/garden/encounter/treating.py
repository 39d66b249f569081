"""Treatment in rounds: 50 of them, in which the healer does nothing else (G91, G136)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf
from app.systems.garden.encounter.costs import has_all, in_own_turn, is_major, use_all
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import Fight, Result, Treatment, Who, able
from app.systems.garden.rules.injuries import count_open, life_state

#: Five minutes of rounds of 6 seconds.
ROUNDS = 50


WoundType = Annotated[str, OneOf("flesh", "deep", label="Wound", front=True)]


@transition("treat", title="Treat a wound", rules="G22 G91 G136", during="action")
def treat(scene: Fight, patient: Who, wound_type: WoundType = "flesh") -> Result:
    """Begin to treat a patient: 50 rounds, then the roll is due."""
    cared = scene.combatant(patient, "patient")
    fighter = has_all(scene)
    # G84: of a bleeding character, success with any wound stops the bleeding.
    if not count_open(cared.sheet, wound_type) and life_state(cared.sheet) != "bleeding-out":
        raise BadInput("wound_type", f"{cared.name} has no open {wound_type} wound")
    if panics := holds_back(scene, "treat", patient=patient, wound_type=wound_type):
        return panics
    begun = Treatment(patient, wound_type, ROUNDS)
    after = use_all(scene, fighter.id).turn(fighter.id, treating=begun, aim_rounds=0)
    return StepResult(after, notes=(f"{fighter.name} treats {cared.name} for {ROUNDS} rounds.",))


def record_treatment(fight: Fight, roll: Roll) -> Result:
    """Record a treatment rolled outside of the rounds: its five minutes pass at once."""
    id = roll.cast.get("self", "")
    if roll.due or id not in fight.combatants or not in_own_turn(fight, id):
        return StepResult(fight)
    # G22: an extended action leaves room for no other in the turn.
    name = fight.combatants[id].name
    note = f"{name} treats outside of the rounds: five minutes pass (G136)."
    return StepResult(use_all(fight, id), notes=(note,))


#: Rolls in which a runner does nothing else.
CHASES = ("garden.chase_round", "garden.chase_obstacle")


def broken_off(fight: Fight, roll: Roll) -> Result:
    """Break off the treatments of combatants who act or run meanwhile (G136)."""
    result = StepResult(fight)
    for role, id in roll.cast.items():
        if id not in fight.combatants or not fight.combatants[id].turn.treating:
            continue
        acts = role == "self" and is_major(fight, id, roll.procedure)
        if acts or roll.procedure in CHASES:
            stopped = result.scene.turn(id, treating=None)
            note = f"{fight.combatants[id].name}’s treatment is broken off (G136)."
            result = result.and_then(StepResult(stopped, notes=(note,)))
    return result


def went_on(fight: Fight, id: str) -> Result:
    """Continue a treatment at the end of a round; the roll is due when no rounds are left."""
    fighter = fight.combatants[id]
    treating = fighter.turn.treating
    if treating is None:
        return StepResult(fight)
    ended = fight.turn(id, treating=None)
    patient = fight.combatants.get(treating.patient)
    if patient is None or patient.sheet["dead"] or not able(fighter):
        return StepResult(ended, notes=(f"{fighter.name}’s treatment is broken off (G136).",))
    if treating.rounds > 1:
        return StepResult(fight.turn(id, treating=replace(treating, rounds=treating.rounds - 1)))
    due = Due(
        id,
        f"{fighter.name} treats {patient.name}",
        "garden.stabilize",
        {"wound_type": treating.wound_type},
        ("G91", "G136"),
        others={"patient": treating.patient},
        time=True,
    )
    return StepResult(ended, (due,))
