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
from fractions import Fraction
from typing import Any

from app.core.encounters import encounter
from app.core.encounters.actions import Action, Allowance, Condition, OrderNumber, StepGroup
from app.core.encounters.combatants import Board
from app.core.encounters.presets import Presets
from app.core.encounters.scenes import StepResult, Uses
from app.core.sheets import Sheet
from app.systems.prism.encounter import board, deeds, duties, joining, offers, state, turns
from app.systems.prism.encounter.state import Fight, Fighter, Phases, Turn
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


class Encounter(encounter.Encounter[Phases, Turn]):
    """A fight in Prism."""

    now, turn, form = Phases, Turn, SHEET
    tactics = Tactics()
    lasting = ("delay", "db", "ob", "speed")
    advance = ("next",)
    public_fields = ("group",)
    groups = GROUPS
    transitions = (
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
    )

    @property
    def presets(self) -> Presets:
        from app.systems.prism.presets import PRESETS  # a first roll needs none of them

        return PRESETS

    def board(self, scene: Fight) -> Board:
        return board.board(scene)

    def current(self, scene: Fight) -> str | None:
        return state.acting(scene)

    def actions(self, scene: Fight, who: str) -> tuple[Action, ...]:
        return offers.actions(scene, who)

    def allowances(self, scene: Fight, who: str) -> tuple[Allowance, ...]:
        return offers.allowances(scene, who)

    def conditions(self, scene: Fight, who: str) -> tuple[Condition, ...]:
        combatant = scene.combatant(who)
        held = {
            "stunned": ("Stunned", combatant.sheet["stunned"]),
            "running": ("Running", combatant.turn.running),
            "melee": ("Near melee", combatant.turn.melee),
        }
        return tuple(
            Condition(label, holds, "change", {name: not holds})
            for name, (label, holds) in held.items()
        )

    def order_number(self, scene: Fight, who: str) -> OrderNumber | None:
        if scene.now.initiative != "iris":
            return super().order_number(scene, who)
        phase = scene.combatant(who).turn.next_phase
        return OrderNumber("Phase", phase, "change", "next_phase")

    def side(self, combatant: Fighter) -> str:
        return offers.side(combatant)

    def targets(self, scene: Fight, who: str) -> tuple[str, ...]:
        return offers.targets(scene, who)

    def prefill_actor(self, scene: Fight, who: str, procedure: str) -> dict[str, Any]:
        return board.prefill_actor(scene, who, procedure)

    def prefill_target(
        self, scene: Fight, cast: Mapping[str, str], procedure: str
    ) -> dict[str, Any]:
        return board.prefill_target(scene, cast.get("target", ""), procedure)

    def uses(self, step: str, sheet: Sheet) -> Uses:
        return deeds.uses(step, sheet)

    def current_value(self, scene: Fight, who: str, name: str) -> Any:
        if name == "speed" and who in scene.combatants:
            return state.weapon_speed(scene.combatants[who])
        return super().current_value(scene, who, name)

    def lasted(self, scene: Fight) -> Fraction:
        return state.lasted(scene.now)

    def on_settled(self, scene: Fight, due: Mapping[str, Any]) -> StepResult[Phases, Turn]:
        return StepResult(duties.settled(scene, due))


ENCOUNTER = Encounter()
