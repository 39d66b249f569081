"""Treatment in rounds: 50 of them, in which whoever treats does nothing else (G91, G136).

Of a combatant, `treating` is {"patient": id, "wound_type": word, "rounds": still to come}.
"""

from __future__ import annotations

from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import Who, able, in_turn, of, somebody

#: Five minutes of rounds of 6 seconds.
ROUNDS = 50


WoundType = Annotated[str, OneOf("flesh", "deep", label="Wound", front=True)]


@transition("treat", title="Treat a wound", rules="G22 G91 G136")
def treat(
    state: State,
    patient: Who,
    wound_type: WoundType = "flesh",
) -> StepResult:
    """The one in turn begins to treat somebody: 50 rounds, then the roll is due."""
    id, whose = in_turn(state)
    cared = somebody(state, patient, "patient")
    if whose["used_major"] or of(whose, "undeclared") or not whose["declared_major"]:
        raise BadInput("phase", "a treatment takes the whole round’s major actions")
    if panics := holds_back(state, "treat", patient=patient, wound_type=wound_type):
        return panics
    begun = {"patient": patient, "wound_type": wound_type, "rounds": ROUNDS}
    after = with_combatant(
        state,
        id,
        treating=begun,
        used_major=whose["declared_major"],
        stirred=True,
        aim_rounds=0,
        counts_as="",
    )
    return StepResult(
        after, notes=(f"{whose['name']} treats {cared['name']} for {ROUNDS} rounds.",)
    )


def went_on(state: State, id: str) -> tuple[dict[str, Any] | None, Due | None, str]:
    """A treatment at the end of a round: what is left of it, the roll that is due, what is said."""
    whose = state["combatants"][id]
    treating = of(whose, "treating")
    if not treating:
        return None, None, ""
    patient = state["combatants"].get(treating["patient"])
    if patient is None or "dead" in patient["conditions"] or not able(whose):
        return None, None, f"{whose['name']}’s treatment is broken off (G136)."
    left = treating["rounds"] - 1
    if left:
        return {**treating, "rounds": left}, None, ""
    due = Due(
        id,
        f"{whose['name']} treats {patient['name']}",
        "garden.stabilize",
        {"wound_type": treating["wound_type"]},
        ("G91", "G136"),
        others={"patient": treating["patient"]},
    )
    return None, due, ""
