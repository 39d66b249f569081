"""What happens out of turn: readied actions, help, persistent damage, waking (W5, W7)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import ListOf, Text, Whole
from app.core.outcomes import put
from app.systems.wasteland.encounter.feeding import roll_of
from app.systems.wasteland.encounter.landing import with_wound
from app.systems.wasteland.encounter.state import Who, helpers_of, paid, somebody, unable
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.inputs import DamageType, Location
from app.systems.wasteland.landing import wound_of
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS


@transition("fire", title="Readied actions happen", rules="W5.8 W9.5")
def fire(
    state: State,
    who: Annotated[
        tuple[str, ...],
        ListOf(
            Text(64),
            20,
            1,
            front=True,
            help="All whose situation has come up; they act in initiative order.",
            rules=("W5.8",),
        ),
    ],
) -> Turned:
    """On the GM's word readied actions interrupt the turn that is on; then it goes on."""
    on(state)
    if state["current"] is None:
        raise BadInput("who", "readied actions happen while somebody’s turn is on")
    for id in who:
        whose = somebody(state, id)
        if whose["readied"] is None:
            raise BadInput("who", f"{whose['name']} has readied nothing")
        if unable(whose):
            raise BadInput("who", unable(whose))
    due: list[Due] = []
    for id in [id for id in state["order"] if id in who]:
        readied = state["combatants"][id]["readied"]
        row = MAJOR_ACTIONS[readied["action"]]
        # Ruling: the readied action doesn't count again; Ready itself did (W3.5).
        state = with_combatant(state, id, readied=None, aimed=False)
        whom = readied.get("whom", "")
        whom = whom if whom in state["combatants"] else ""
        due += roll_of(state, id, row.id, readied["second_major"], whom) or (
            Due(id, row.action, rules=(row.rule,)),
        )
    return Turned(state, tuple(due))


#: So many assistants a test takes.
MOST_HELPERS = 5

#: What a helper rolls against: the sum, and the faces worth two.
HelperTarget = Annotated[
    int | None,
    Whole(
        1,
        18,
        front=True,
        label="Helper’s attribute + skill",
        help="Left out, it is put into the form of the test by hand.",
        rules=("W1.9", "W1.1"),
    ),
]
HelperCrit = Annotated[
    int,
    Whole(
        1,
        6,
        front=True,
        label="Helper’s critical faces",
        help="The rating of the helper’s tag skill; 1 without a tag.",
        rules=("W1.9", "W1.2"),
    ),
]


@transition("help", title="Help now", rules="W5.1 W1.9")
def help_now(state: State, who: Who, target: HelperTarget = None, crit: HelperCrit = 1) -> Turned:
    """The helped character makes the test; the helper’s d20 falls with it."""
    whose = somebody(state, who)
    if whose["assisting"] is None:
        raise BadInput("who", f"{whose['name']} helps nobody")
    if unable(whose):
        raise BadInput("who", unable(whose))
    helped = whose["assisting"]
    return _helps(with_combatant(state, who, assisting=None), who, helped, target, crit)


@transition("give_up_turn", title="Give up a turn to help", rules="W5.1 W1.9")
def give_up_turn(
    state: State,
    who: Who,
    whom: Annotated[str, Text(64, front=True, label="Who is helped")],
    target: HelperTarget = None,
    crit: HelperCrit = 1,
) -> Turned:
    """Who has not acted yet this round gives up the turn still to come and helps at once."""
    on(state)
    whose = somebody(state, who)
    somebody(state, whom, "whom")
    if whom == who:
        raise BadInput("whom", "say who else is helped")
    if unable(whose):
        raise BadInput("who", unable(whose))
    # W2.1: the opening turn is no part of any round, so there is no turn to give up in it.
    if not state["round"] or state["current"] == who or whose["turn_taken"]:
        raise BadInput("who", f"{whose['name']} has no turn still to come this round")
    given = with_combatant(state, who, turn_taken=True, major_used=whose["major_used"] + 1)
    return _helps(given, who, whom, target, crit)


def _helps(state: State, who: str, whom: str, target: int | None, crit: int) -> Turned:
    """One more die in the test of who is helped, at most the five that a test takes."""
    helpers = helpers_of(somebody(state, whom, "whom"))
    if len(helpers) == MOST_HELPERS:
        raise BadInput("who", f"{MOST_HELPERS} help already")
    name, helped = (state["combatants"][id]["name"] for id in (who, whom))
    if target is None:
        return Turned(state, notes=(f"{name} rolls 1d20 with {helped}’s test (W1.9).",))
    return Turned(
        with_combatant(state, whom, helpers=[*helpers, {"target": target, "crit": crit}]),
        notes=(f"{name} rolls 1d20 with {helped}’s test, against {target} (W1.9).",),
    )


@transition("persist", title="Persistent damage begins", rules="W7.7")
def persist(
    state: State,
    who: Who,
    damage: Annotated[int, Whole(1, 200, front=True, help="What got through.", rules=("W7.7",))],
    turns: Annotated[int, Whole(1, 60, front=True, help="Effects rolled.", rules=("W7.7",))],
    location: Location = "torso",
    damage_type: DamageType = "physical",
) -> Turned:
    """The damage will be suffered again at the end of somebody's next turns."""
    return Turned(with_wound(state, who, wound_of(damage, turns, location, damage_type)))


@transition("stop_persistent", title="Persistent damage ends", rules="W7.7")
def stop_persistent(
    state: State,
    who: Who,
    place: Annotated[int, Whole(1, 60, front=True, label="Which, counted from 1")] = 1,
) -> Turned:
    """A major action and a test of its difficulty have ended it."""
    wounds = somebody(state, who)["persistent"]
    if place > len(wounds):
        raise BadInput("place", f"there are {len(wounds)} of them")
    left = [wound for number, wound in enumerate(wounds, 1) if number != place]
    return Turned(with_combatant(state, who, persistent=left))


@transition("wake", title="Wake a stabilised patient", rules="W7.13")
def wake(state: State, who: Who) -> Turned:
    """1 AP of the patient's side wakes who was stabilised."""
    whose = somebody(state, who)
    if not whose["stable"]:
        raise BadInput("who", f"{whose['name']} is not stabilised")
    return Turned(
        with_combatant(paid(state, whose, 1, "who"), who, stable=False),
        effects=((who, put("stable", False)),),
    )
