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
from typing import Any

from app.core.encounters import encounter
from app.core.encounters.actions import Action, Allowance, Condition, OrderNumber, StepGroup
from app.core.encounters.combatants import Board, Known, nobody
from app.core.encounters.presets import Presets
from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import State, StepResult
from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet
from app.core.sheets.sanitize import sanitize
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
from app.systems.wasteland.encounter.state import Fight, Fighter, Round, Turn
from app.systems.wasteland.encounter.tactics import Tactics
from app.systems.wasteland.sheet.sheet import CONDITIONS, OWN_SHEET, SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "start_session": "scene",
    "set_pools": "scene",
    "end_scene": "scene",
    "mark": "tap",
    "fall": "conditions",
    "persist": "conditions",
    "stop_persistent": "conditions",
    "wake": "conditions",
    "edit": "manage",
}


class Encounter(encounter.Encounter[Round, Turn]):
    """A fight in Wasteland."""

    now, turn, form = Round, Turn, SHEET
    tactics = Tactics()
    lasting = ("initiative", "defense")
    advance = ("start", "begin_turn", "end_turn")
    secret = ("gm_ap",)
    groups = GROUPS
    public_fields = ("side",)
    transitions = (
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
    )

    def scene(
        self, state: State, known: Known = nobody, house: Mapping[str, Any] | None = None
    ) -> Fight:
        """Restore a stored fight; initiatives may have been corrected since (W2.2)."""
        return joining.reranked(super().scene(state, known, house))

    @property
    def presets(self) -> Presets:
        from app.systems.wasteland.presets import PRESETS  # a first roll needs none of them

        return PRESETS

    def board(self, scene: Fight) -> Board:
        return board.board(scene)

    def actions(self, scene: Fight, who: str) -> tuple[Action, ...]:
        return offers.actions(scene, who)

    def asks(self, scene: Fight, who: str) -> tuple[Action, ...]:
        return offers.asks(scene, who)

    def allowances(self, scene: Fight, who: str) -> tuple[Allowance, ...]:
        return offers.allowances(scene, who)

    def conditions(self, scene: Fight, who: str) -> tuple[Condition, ...]:
        sheet = scene.combatant(who).sheet
        return tuple(
            Condition(id.capitalize(), sheet[id], "mark", {"condition": id, "holds": not sheet[id]})
            for id in CONDITIONS
        )

    def order_number(self, scene: Fight, who: str) -> OrderNumber:
        value = state.initiative(scene.combatant(who))
        return OrderNumber("Initiative", value, "edit", "initiative")

    def side(self, combatant: Fighter) -> str:
        return combatant.turn.side

    def targets(self, scene: Fight, who: str) -> tuple[str, ...]:
        return offers.targets(scene, who)

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

    def apply_effect(self, scene: Fight, who: str, effect: Effect) -> Fight:
        return interrupts.apply_effect(scene, who, effect)

    def on_roll(self, scene: Fight, roll: Roll) -> StepResult[Round, Turn]:
        return dice.rolled(scene, roll)

    def on_settled(self, scene: Fight, due: Mapping[str, Any]) -> StepResult[Round, Turn]:
        return dice.settled(scene, due)

    def on_end(self, scene: Fight) -> StepResult[Round, Turn]:
        return scenes.over(scene)

    def sheet(self, data: Mapping[str, Any], house: Mapping[str, Any]) -> Sheet:
        return Sheet(OWN_SHEET, sanitize(OWN_SHEET, data), house)

    def current_value(self, scene: Fight, who: str, name: str) -> Any:
        # The sheet's is with the bonus of a Defend, which stands beside it here.
        if name == "defense" and who in scene.combatants:
            return state.defense(scene.combatants[who])
        return super().current_value(scene, who, name)


ENCOUNTER = Encounter()
