"""The encounter of TrueWorld: rounds in the director's order, and actions step by step.

state     the stored values
turns     turns, rounds, scenes, downtime
joining   combatants joining, leaving, and their order
actions   intention, difficulty, help, attack
risk      the risks that the players see
dice      costs of a roll, due or not, made or ticked off
harm      harm to place, conditions
offers    actions on offer, and their targets
tactics   plain policies for forecasts
board     the board
"""

from collections.abc import Mapping

from app.core.encounters.actions import StepGroup
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Presets
from app.systems.trueworld.encounter import (
    actions,
    board,
    dice,
    harm,
    joining,
    offers,
    risk,
    state,
    turns,
)
from app.systems.trueworld.encounter.state import Round, Turn
from app.systems.trueworld.encounter.tactics import Tactics
from app.systems.trueworld.sheet.sheet import SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "risk_scene": "scene",
    "new_scene": "scene",
    "downtime": "scene",
    "place_harm": "conditions",
    "take_condition": "conditions",
    "treat": "tap",
    "show": "manage",
}


def presets() -> Presets:
    """Return the presets of foes."""
    from app.systems.trueworld.presets import PRESETS  # a first roll needs none of them

    return PRESETS


#: A scene of TrueWorld.
ENCOUNTER = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=SHEET,
    tactics=Tactics(),
    lasting=("difficulty",),
    advance=("begin_turns", "end_turn", "new_round"),
    public_fields=("side",),
    phases=state.PHASES,
    groups=GROUPS,
    edits=("show",),
    transitions=(
        turns.begin_turns,
        actions.intend,
        actions.set_difficulty,
        risk.tell_risk,
        actions.offer_help,
        actions.attack,
        actions.acted,
        harm.place_harm,
        turns.end_turn,
        turns.new_round,
        turns.take_turn,
        harm.take_condition,
        harm.treat,
        joining.add,
        joining.remove,
        joining.move,
        joining.arrange,
        joining.show,
        turns.new_scene,
        risk.risk_scene,
        turns.downtime,
    ),
    presets=presets,
    phase=lambda scene: scene.now.phase,
    board=board.board,
    meters=lambda scene, who: harm.meters(scene.combatant(who)),
    actions=offers.actions,
    allowances=offers.allowances,
    conditions=harm.conditions,
    targets=offers.targets,
    side=lambda fighter: fighter.turn.side,
    prefill_actor=actions.prefill_actor,
    prefill_target=actions.prefill_target,
    owner=harm.owner,
    apply_effect=harm.apply_effect,
    on_roll=dice.on_roll,
    on_settled=dice.on_settled,
    on_end=turns.on_end,
)
