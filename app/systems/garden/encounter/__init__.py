"""The encounter of Autonomous Garden: rounds of 6 seconds, ordered by declared intent.

state     stored values of the scene and its combatants
bodies    modifiers, gaits and wounds, read from the sheets
newcomers inputs of a new combatant
joining   joining and leaving, surprise, cover, light
starting  the length of a round at its start
declaring the start of a round: intents, penalties, order
keeping   declaring as before, or otherwise
turns     turns, readied actions, the end of rounds and scenes
costs     the cost of a test in the round
actions   attacks, lining up, other actions, requests
panic     the test before an action in panic
treating  treatments, 50 rounds each
feeding   inputs that the scene gives to a roll
spells    ongoing spells and dispelling
chases    rounds of a chase, obstacles
outcomes  consequences of a roll that was due
effects   consequences of effects in the scene
offers    actions and targets of a combatant
tactics   plain policies for forecasts
board     the view across the table
"""

from collections.abc import Mapping

from app.core.encounters.actions import StepGroup
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Presets
from app.systems.garden.encounter import (
    actions,
    board,
    bodies,
    chases,
    costs,
    declaring,
    effects,
    feeding,
    joining,
    keeping,
    offers,
    outcomes,
    spells,
    state,
    treating,
    turns,
)
from app.systems.garden.encounter.state import Round, Turn
from app.systems.garden.encounter.tactics import Tactics
from app.systems.garden.sheet.sheet import SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "pass_rounds": "scene",
    "end_scene": "scene",
    "chase": "scene",
    "obstacle": "scene",
    "surprise": "scene",
    "set_light": "scene",
    "condition_ends": "tap",
    "notice": "tap",
    "mark_spirit": "tap",
    "show": "manage",
}


def presets() -> Presets:
    """Return the presets of foes."""
    from app.systems.garden.presets import PRESETS  # a first roll needs none of them

    return PRESETS


#: A scene in Autonomous Garden.
ENCOUNTER = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=SHEET,
    phases=state.PHASES,
    tactics=Tactics(),
    advance=("set_order", "as_before", "end_turn"),
    secret=("tried",),
    public_fields=("side",),
    lasting=("dv", "modifier", "encumbrance", "gait", "spirit"),
    groups=GROUPS,
    edits=("declare_anew", "take_cover", "set_light", "show"),
    computed=keeping.DECLARED,
    transitions=(
        declaring.declare,
        keeping.as_before,
        declaring.set_order,
        keeping.declare_anew,
        keeping.contest,
        actions.attack,
        actions.line_up,
        actions.other_action,
        treating.treat,
        costs.counts_as,
        turns.ready,
        turns.event,
        turns.end_turn,
        turns.end_round,
        turns.pass_rounds,
        chases.chase,
        chases.obstacle,
        joining.surprise,
        joining.notice,
        joining.condition_ends,
        joining.mark_spirit,
        joining.take_cover,
        joining.set_light,
        actions.tried,
        spells.spell_holds,
        spells.dispel,
        declaring.places,
        joining.add,
        joining.remove,
        joining.move,
        joining.show,
        turns.end_scene,
    ),
    presets=presets,
    phase=lambda scene: scene.now.phase,
    board=board.board,
    actions=offers.actions,
    acts_anyway=state.takes_turn,
    allowances=offers.allowances,
    conditions=bodies.conditions,
    targets=offers.targets,
    side=lambda fighter: fighter.turn.side,
    adjust_sheet=bodies.adjust_sheet,
    prefill_actor=feeding.prefill_actor,
    prefill_target=feeding.prefill_target,
    prefill_from_form=feeding.prefill_from_form,
    owner=effects.owner,
    tracks=effects.tracks,
    apply_effect=effects.apply_effect,
    suggested=chases.suggested,
    lasted=state.lasted,
    unpassed=lambda scene, who: state.unpassed(scene, scene.combatants[who]) / 60,
    repeats=turns.repeats,
    on_roll=outcomes.on_roll,
    on_settled=outcomes.on_settled,
    on_end=turns.scene_over,
)
