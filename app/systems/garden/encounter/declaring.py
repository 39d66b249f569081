"""The start of a round: everybody declares, and intents make the order (G53, G54, G62)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import ListOf, OneOf, Whole, YesNo
from app.core.play import finish
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.state import Who, able, of, somebody, undeclared
from app.systems.garden.encounter.turns import begins
from app.systems.garden.house import MinorActionsCount
from app.systems.garden.inputs import Movement
from app.systems.garden.procedures.actions import action_penalty
from app.systems.garden.procedures.order import MOST_COMBATANTS
from app.systems.garden.skills import raised
from app.systems.garden.tables.combat import INTENTS
from app.systems.garden.tables.movement import GAITS

# --- declare ---


Intent = Annotated[str, OneOf(INTENTS.labels("words"), front=True, rules=("G53",))]
MajorActions = Annotated[int, Whole(0, 10, front=True, rules=("G19",))]
MinorActions = Annotated[int, Whole(0, 10, rules=("G20",))]
FullDefense = Annotated[bool, YesNo(label="Full defence", front=True, rules=("G61",))]
StayReady = Annotated[
    bool,
    YesNo(help="Waits on for the same event: that is this round’s action.", rules=("G25",)),
]
Modifier = Annotated[int | None, Whole(-20, 20, sheet="modifier", rules=("G86",))]


@transition("declare", title="Declare", rules="G18 G19 G25 G27 G53 G61 G62")
def declare(
    state: State,
    who: Who,
    intent: Intent = "close",
    major_actions: MajorActions = 1,
    minor_actions: MinorActions = 0,
    movement: Movement = "none",
    full_defense: FullDefense = False,
    stay_ready: StayReady = False,
    modifier: Modifier = None,
    minor_actions_count: MinorActionsCount = False,
) -> StepResult:
    """At the start of a round somebody names the intent and all that the round holds."""
    whose = somebody(state, who)
    if state["phase"] != "declare":
        raise BadInput("phase", "intents are declared at the start of a round")
    if whose["declared"]:
        raise BadInput("who", f"{whose['name']} has declared; it cannot be changed (G62)")
    if not able(whose):
        raise BadInput("who", f"{whose['name']} has no turn this round")
    if stay_ready and not (whose["readied"] and major_actions):
        raise BadInput("stay_ready", "waiting on takes an event waited for and a major action")
    broken = of(whose, "treating")
    round_of = {
        "major_actions": major_actions,
        "minor_actions": minor_actions,
        "movement": movement,
        "full_defense": full_defense,
        "minor_actions_count": minor_actions_count,
    }
    fixed = finish(action_penalty.bind(round_of), ()).outcome.values
    limit = fastest(whose)
    if GAITS[movement].rank > GAITS[limit].rank:
        said = f"with this load and these wounds {whose['name']} can at most {limit} (G31)"
        still = f"with this load or these wounds {whose['name']} cannot move (G31)"
        raise BadInput("movement", still if limit == "none" else said)
    moves = movement != "none"
    after = with_combatant(
        state,
        who,
        declared=True,
        intent=intent,
        phase=INTENTS[intent].order,
        declared_major=major_actions,
        # G24, G25: one action is held, and nothing else is done.
        used_major=major_actions if stay_ready else 0,
        movement=movement,
        full_defense=full_defense,
        defending=whose["defending"] or full_defense,
        readied=whose["readied"] if stay_ready else None,
        penalty=fixed["penalty"],
        melee_penalty=fixed["melee_penalty"],
        # G68: whoever moves, or defends the whole round, lines nothing up.
        aim_rounds=0 if moves or full_defense else whose["aim_rounds"],
        modifier=whose["modifier"] if modifier is None else modifier,
        treating=None,
    )
    # G136: whoever does something else has treated for nothing.
    notes = [f"{whose['name']}’s treatment is broken off (G136)."] if broken else []
    if not undeclared(after):
        notes.append("Everybody has declared: set the order.")
    return StepResult(after, notes=tuple(notes))


# --- order ---


def declared(state: State) -> list[str]:
    """Who has declared for this round and can still act (G53), as they stand in the order."""
    everybody = state["combatants"]
    return [id for id in state["order"] if everybody[id]["declared"] and able(everybody[id])]


Contest = Annotated[
    bool, YesNo(help="Roll within each group; the places come back.", rules=("G54",))
]


@transition("set_order", title="Set the order", rules="G53 G54")
def set_order(
    state: State,
    contest: Contest = False,
) -> StepResult:
    """Intents order the round; who shares a group acts together or rolls for it."""
    if state["phase"] == "order":
        raise BadInput("phase", "roll the contest that is due, or enter its places")
    if state["phase"] != "declare":
        raise BadInput("phase", "the order of this round stands")
    ready = declared(state)
    if not ready:
        raise BadInput("phase", "nobody has declared anything yet")
    if undeclared(state):
        names = ", ".join(state["combatants"][id]["name"] for id in undeclared(state))
        raise BadInput("phase", f"still to declare: {names}")
    everybody = [state["combatants"][id] for id in ready]
    if contest and len(ready) > MOST_COMBATANTS:
        raise BadInput(
            "contest", f"at most {MOST_COMBATANTS} roll together; order without a contest"
        )
    if contest and len(ready) > 1:
        told = {
            "intents": [each["intent"] for each in everybody],
            "awareness": [
                raised(each["awareness"], "awareness", each["conditions"]) for each in everybody
            ],
            "perception": [each["perception"] for each in everybody],
            "modifiers": [each["modifier"] for each in everybody],
            "contest": True,
        }
        names = ", ".join(each["name"] for each in everybody)
        due = Due(ready[0], f"Initiative of {names}", "garden.initiative", told, ("G54",))
        return StepResult({**state, "phase": "order"}, (due,))
    phases = [each["phase"] for each in everybody]
    return ordered(state, ready, [1 + sum(p < phase for p in phases) for phase in phases])


Places = Annotated[tuple[int, ...], ListOf(Whole(1, 200), 200, front=True)]


@transition("places", title="Enter the places", rules="G54")
def places(state: State, places: Places) -> StepResult:
    """The places of a contest that was not rolled here, one for each who declared, in order."""
    if state["phase"] != "order":
        raise BadInput("phase", "no contest for the order is under way")
    ready = declared(state)
    if len(places) != len(ready):
        raise BadInput("places", f"give {len(ready)} places, one for each who declared")
    return ordered(state, ready, list(places))


def ordered(state: State, ready: list[str], places: list[int]) -> StepResult:
    """The order stands: the first turn begins. Who has no turn comes last."""
    place_of = dict(zip(ready, places, strict=True))
    rest = [id for id in state["order"] if id not in place_of]
    everybody = {
        id: {**each, "place": place_of.get(id, 0)} for id, each in state["combatants"].items()
    }
    order = [*sorted(ready, key=place_of.__getitem__), *rest]
    return begins({**state, "phase": "action", "order": order, "combatants": everybody})
