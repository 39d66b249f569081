"""The fight of Wasteland: opening turn, rounds, actions and their costs, two pools of AP.

state       stored values of the fight and its combatants
turns       turns, rounds, acting sooner
scenes      sessions, scenes, the pools by hand
actions     actions of a turn
costs       the cost of an action
doing       results of an action: due rolls, commands
helping     help promised and given, a turn given up for it
interrupts  readied actions, persistent damage, waking
feeding     inputs that the fight gives to rolls
dice        costs of a roll
joining     joining, leaving, and the order
offers      actions and targets of a combatant
tactics     plain policies for forecasts
board       the view across the table
"""

from collections.abc import Mapping

from app.core.encounters.actions import StepGroup
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Presets
from app.systems.wasteland.encounter import (
    actions,
    board,
    dice,
    feeding,
    helping,
    interrupts,
    joining,
    offers,
    scenes,
    state,
    turns,
)
from app.systems.wasteland.encounter.state import Round, Turn
from app.systems.wasteland.encounter.tactics import Tactics
from app.systems.wasteland.sheet.sheet import OWN_SHEET, SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "start_session": "scene",
    "set_pools": "scene",
    "end_scene": "scene",
    "mark": "tap",
    "fall": "conditions",
    "persist": "conditions",
    "fight_persistent": "conditions",
    "stop_persistent": "conditions",
    "wake": "conditions",
    "edit": "manage",
}


def presets() -> Presets:
    """Return the presets of foes."""
    from app.systems.wasteland.presets import PRESETS  # a first roll needs none of them

    return PRESETS


#: A fight in Wasteland.
ENCOUNTER = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=SHEET,
    own_form=OWN_SHEET,
    tactics=Tactics(),
    lasting=("initiative", "defense"),
    advance=("start", "begin_turn", "end_turn"),
    secret=("gm_ap",),
    groups=GROUPS,
    public_fields=("side",),
    transitions=(
        turns.start,
        turns.begin_turn,
        actions.act,
        turns.end_turn,
        turns.act_faster,
        turns.sooner,
        interrupts.fire,
        helping.help_now,
        helping.give_up_turn,
        interrupts.persist,
        interrupts.fight_persistent,
        interrupts.stop_persistent,
        interrupts.wake,
        joining.add,
        joining.remove,
        joining.move,
        joining.settle_tie,
        joining.mark,
        joining.fall,
        joining.edit,
        scenes.start_session,
        scenes.set_pools,
        scenes.end_scene,
    ),
    # The sheet's is with the bonus of a Defend, which stands beside it here.
    computed={"defense": state.defense},
    presets=presets,
    on_read=joining.rerank,
    board=board.board,
    actions=offers.actions,
    asks=offers.asks,
    allowances=offers.allowances,
    conditions=offers.conditions,
    order_number=offers.order_number,
    targets=offers.targets,
    side=lambda fighter: fighter.turn.side,
    prefill_actor=feeding.prefill_actor,
    prefill_target=feeding.prefill_target,
    prefill_from_form=feeding.prefill_from_form,
    apply_effect=interrupts.apply_effect,
    on_roll=dice.on_roll,
    on_settled=dice.on_settled,
    on_end=scenes.on_end,
)
