"""The encounter of Striker: rounds of six seconds, slots for actions, and longer work.

state    the stored values
people   combatants joining, leaving, and their order
turns    turns and rounds; slots that clear, work that is done
slots    the time of an action: a slot, or longer work
rolls    inputs that the encounter prefills, costs and requests of a roll
acting   using a line
deeds    stopping work, stances barred, circumstances, damage, consequences
offers   actions on offer, and their targets
tactics  plain policies for forecasts
board    the board
"""

from collections.abc import Mapping

from app.core.encounters.actions import Action, StepGroup
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Presets
from app.systems.striker.encounter import acting, board, deeds, people, rolls, slots, state, turns
from app.systems.striker.encounter.state import Fight, Round, Turn
from app.systems.striker.encounter.tactics import Tactics
from app.systems.striker.sheet.sheet import SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "circumstance": "manage",
    "bar_stances": "tap",
    "note": "conditions",
    "edit": "manage",
}


def presets() -> Presets:
    """Return the presets of foes."""
    from app.systems.striker.presets import PRESETS  # a first roll needs none of them

    return PRESETS


def actions(scene: Fight, who: str) -> tuple[Action, ...]:
    """Return the actions of a combatant."""
    # Neither a first roll nor the opening of a stored fight needs the offers.
    from app.systems.striker.encounter import offers

    return offers.actions(scene, who)


#: A scene in Striker, round by round.
ENCOUNTER = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=SHEET,
    tactics=Tactics(),
    lasting=("notes",),
    advance=("next",),
    public_fields=("group",),
    groups=GROUPS,
    transitions=(
        turns.next_turn,
        acting.act,
        deeds.bar_stances,
        deeds.damage,
        deeds.result,
        deeds.note,
        deeds.stop,
        deeds.drop,
        deeds.back,
        deeds.circumstance,
        people.add,
        people.remove,
        people.move,
        people.edit,
    ),
    edits=("circumstance",),
    computed={"name": lambda fighter: fighter.name, "tc": state.challenge},
    presets=presets,
    board=board.board,
    actions=actions,
    allowances=slots.allowances,
    conditions=slots.conditions,
    targets=state.targets,
    side=state.side,
    prefill_actor=rolls.prefill_actor,
    prefill_target=rolls.prefill_target,
    locked_inputs=rolls.locked_inputs,
    uses=rolls.uses,
    lasted=state.lasted,
    on_roll=rolls.on_roll,
    on_settled=rolls.on_settled,
)
