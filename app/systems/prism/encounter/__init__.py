"""The encounter of Prism: the phases of IRIS, or a list in a manual order.

state    the stored values
turns    the next turn, bleeding, saved actions, the reset at 1000
joining  combatants joining, leaving, and their order
deeds    wounds and switches, slumps and zones, attempts
duties   pending rolls after an extraordinary failure, until they are ticked off
offers   actions on offer, and their targets
tactics  plain policies for forecasts
board    the board, and the inputs that the encounter prefills
"""

from collections.abc import Mapping

from app.core.encounters.actions import StepGroup
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Presets
from app.systems.prism.encounter import board, deeds, duties, joining, offers, state, turns
from app.systems.prism.encounter.state import Phases, Turn
from app.systems.prism.encounter.tactics import Tactics
from app.systems.prism.sheet.sheet import SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "initiative": "scene",
    "reset_phases": "scene",
    "streak": "conditions",
    "attempt": "conditions",
    "owe": "conditions",
    "tick_off": "conditions",
    "change": "manage",
    "show": "manage",
}


def presets() -> Presets:
    """Return the presets of foes."""
    from app.systems.prism.presets import PRESETS  # a first roll needs none of them

    return PRESETS


#: A fight in Prism.
ENCOUNTER = Encounter[Phases, Turn](
    now=Phases,
    turn=Turn,
    form=SHEET,
    tactics=Tactics(),
    lasting=("delay", "db", "ob", "speed"),
    advance=("next",),
    public_fields=("group",),
    groups=GROUPS,
    edits=("show", "initiative"),
    transitions=(
        turns.next_turn,
        turns.use_saved,
        deeds.wound,
        deeds.change,
        deeds.streak,
        deeds.attempt,
        duties.owe,
        duties.tick_off,
        joining.add,
        joining.remove,
        joining.move,
        joining.show,
        turns.initiative,
        turns.reset_phases,
    ),
    computed={"speed": state.weapon_speed},
    presets=presets,
    board=board.board,
    current=state.acting,
    actions=offers.actions,
    allowances=offers.allowances,
    conditions=offers.conditions,
    order_number=offers.order_number,
    targets=offers.targets,
    side=offers.side,
    prefill_actor=board.prefill_actor,
    prefill_target=board.prefill_target,
    uses=deeds.uses,
    lasted=state.lasted,
    on_settled=duties.on_settled,
)
