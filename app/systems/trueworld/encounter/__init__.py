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
from typing import Any

from app.core.encounters import encounter
from app.core.encounters.actions import Action, Allowance, Condition, StepGroup
from app.core.encounters.combatants import Board
from app.core.encounters.presets import Presets
from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import Owner, StepResult
from app.core.procedures.outcomes import Effect
from app.core.sheets import Meter
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
from app.systems.trueworld.encounter.state import Fight, Fighter, Round, Turn
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


class Encounter(encounter.Encounter[Round, Turn]):
    """A scene of TrueWorld."""

    now, turn, form = Round, Turn, SHEET
    tactics = Tactics()
    lasting = ("difficulty",)
    advance = ("begin_turns", "end_turn", "new_round")
    public_fields = ("side",)
    phases = state.PHASES
    groups = GROUPS
    transitions = (
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
    )

    def phase(self, scene: Fight) -> str:
        return scene.now.phase

    @property
    def presets(self) -> Presets:
        from app.systems.trueworld.presets import PRESETS  # a first roll needs none of them

        return PRESETS

    def board(self, scene: Fight) -> Board:
        return board.board(scene)

    def meters(self, scene: Fight, who: str) -> tuple[Meter, ...]:
        return harm.meters(scene.combatant(who))

    def prefill_actor(self, scene: Fight, who: str, procedure: str) -> dict[str, Any]:
        return actions.prefill_actor(scene, who, procedure)

    def actions(self, scene: Fight, who: str) -> tuple[Action, ...]:
        return offers.actions(scene, who)

    def allowances(self, scene: Fight, who: str) -> tuple[Allowance, ...]:
        return offers.allowances(scene, who)

    def conditions(self, scene: Fight, who: str) -> tuple[Condition, ...]:
        return harm.conditions(scene.combatant(who))

    def side(self, combatant: Fighter) -> str:
        return combatant.turn.side

    def targets(self, scene: Fight, who: str) -> tuple[str, ...]:
        return offers.targets(scene, who)

    def prefill_target(
        self, scene: Fight, cast: Mapping[str, str], procedure: str
    ) -> dict[str, Any]:
        return actions.prefill_target(scene, cast, procedure)

    def owner(self, scene: Fight, who: str, effect: Effect) -> Owner:
        # T10.6: adversaries take damage; characters take harm.
        if effect.field == "damage" and who in {each.id for each in state.characters(scene)}:
            return ""
        return super().owner(scene, who, effect)

    def apply_effect(self, scene: Fight, who: str, effect: Effect) -> Fight:
        after = super().apply_effect(scene, who, effect)
        target = after.combatants.get(who)
        # Levels of damage are counted from none (T10.6).
        return after.turn(who, damage=0) if target and target.turn.damage < 0 else after

    def on_roll(self, scene: Fight, roll: Roll) -> StepResult[Round, Turn]:
        return dice.rolled(scene, roll)

    def on_settled(self, scene: Fight, due: Mapping[str, Any]) -> StepResult[Round, Turn]:
        return dice.settled(scene, due)

    def on_end(self, scene: Fight) -> StepResult[Round, Turn]:
        # T4.4: the end of the scene ends its last round.
        return StepResult(turns.anew(scene))


ENCOUNTER = Encounter()
