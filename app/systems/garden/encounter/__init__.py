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
from fractions import Fraction
from typing import Any

from app.core.encounters import encounter
from app.core.encounters.actions import Action, Allowance, Condition, StepGroup
from app.core.encounters.combatants import Board
from app.core.encounters.presets import Presets
from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import Owner, StepResult
from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet
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
from app.systems.garden.encounter.state import Fight, Fighter, Round, Turn
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


class Encounter(encounter.Encounter[Round, Turn]):
    """A scene in Autonomous Garden."""

    now, turn, form = Round, Turn, SHEET
    phases = state.PHASES
    tactics = Tactics()
    advance = ("set_order", "as_before", "end_turn")
    secret = ("tried",)
    public_fields = ("side",)
    lasting = ("dv", "modifier", "encumbrance", "gait", "spirit")
    groups = GROUPS
    transitions = (
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
    )

    @property
    def presets(self) -> Presets:
        from app.systems.garden.presets import PRESETS  # a first roll needs none of them

        return PRESETS

    def board(self, scene: Fight) -> Board:
        return board.board(scene)

    def phase(self, scene: Fight) -> str:
        return scene.now.phase

    def adjust_sheet(self, combatant: Fighter, sheet: Sheet) -> Sheet:
        return bodies.adjust_sheet(combatant, sheet)

    def prefill_actor(self, scene: Fight, who: str, procedure: str) -> dict[str, Any]:
        return feeding.prefill_actor(scene, who, procedure)

    def prefill_target(
        self, scene: Fight, cast: Mapping[str, str], procedure: str
    ) -> dict[str, Any]:
        return feeding.prefill_target(scene, cast, procedure)

    def prefill_from_form(
        self, scene: Fight, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
    ) -> dict[str, Any]:
        return feeding.prefill_from_form(scene, cast, procedure, inputs)

    def actions(self, scene: Fight, who: str) -> tuple[Action, ...]:
        return offers.actions(scene, who)

    def allowances(self, scene: Fight, who: str) -> tuple[Allowance, ...]:
        return offers.allowances(scene, who)

    def conditions(self, scene: Fight, who: str) -> tuple[Condition, ...]:
        return bodies.conditions(scene.combatant(who))

    def side(self, combatant: Fighter) -> str:
        return combatant.turn.side

    def targets(self, scene: Fight, who: str) -> tuple[str, ...]:
        return offers.targets(scene, who)

    def owner(self, scene: Fight, who: str, effect: Effect) -> Owner:
        if effect.field == "gap" or effects.is_read(effect):
            return "encounter"
        return super().owner(scene, who, effect)

    def tracks(self, scene: Fight, who: str, effect: Effect) -> bool:
        # A spell that holds has been read off the roll; without one there is nothing to keep.
        return spells.any_holds(scene) if effects.is_read(effect) else True

    def apply_effect(self, scene: Fight, who: str, effect: Effect) -> Fight:
        return effects.apply_effect(scene, who, effect)

    def lasted(self, scene: Fight) -> Fraction:
        return state.lasted(scene.now)

    def repeats(self, waiting: Mapping[str, Any], due: Due) -> bool:
        return turns.opens_no_more(waiting, due)

    def on_roll(self, scene: Fight, roll: Roll) -> StepResult[Round, Turn]:
        return outcomes.rolled(scene, roll)

    def on_settled(self, scene: Fight, due: Mapping[str, Any]) -> StepResult[Round, Turn]:
        return outcomes.settled(scene, due)

    def on_end(self, scene: Fight) -> StepResult[Round, Turn]:
        return turns.scene_over(scene)


ENCOUNTER = Encounter()
