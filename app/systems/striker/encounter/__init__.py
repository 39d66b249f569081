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
from fractions import Fraction
from typing import Any

from app.core.encounters import encounter
from app.core.encounters.actions import Action, Allowance, Condition, StepGroup
from app.core.encounters.combatants import Board
from app.core.encounters.presets import Presets
from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import StepResult, Uses
from app.core.sheets import Sheet
from app.systems.striker.encounter import acting, board, deeds, people, rolls, state, turns
from app.systems.striker.encounter.state import Fight, Fighter, Round, Turn
from app.systems.striker.encounter.tactics import Tactics
from app.systems.striker.sheet.sheet import SHEET

#: Where the page offers the steps that do not belong to a turn.
GROUPS: Mapping[str, StepGroup] = {
    "circumstance": "manage",
    "bar_stances": "tap",
    "note": "conditions",
    "edit": "manage",
}


class Encounter(encounter.Encounter[Round, Turn]):
    """A scene in Striker, round by round."""

    now, turn, form = Round, Turn, SHEET
    tactics = Tactics()
    lasting = ("notes",)
    advance = ("next",)
    public_fields = ("group",)
    groups = GROUPS
    transitions = (
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
    )

    @property
    def presets(self) -> Presets:
        from app.systems.striker.presets import PRESETS  # a first roll needs none of them

        return PRESETS

    def board(self, scene: Fight) -> Board:
        return board.board(scene)

    # Neither a first roll nor the opening of a stored fight needs the offers.

    def actions(self, scene: Fight, who: str) -> tuple[Action, ...]:
        from app.systems.striker.encounter import offers

        return offers.actions(scene, who)

    def allowances(self, scene: Fight, who: str) -> tuple[Allowance, ...]:
        from app.systems.striker.encounter import offers

        return offers.allowances(scene, who)

    def conditions(self, scene: Fight, who: str) -> tuple[Condition, ...]:
        barred = scene.combatant(who).turn.stances_barred
        return (Condition("Stances barred", barred, "bar_stances", {"barred": not barred}),)

    def side(self, combatant: Fighter) -> str:
        from app.systems.striker.encounter import offers

        return offers.side(combatant)

    def targets(self, scene: Fight, who: str) -> tuple[str, ...]:
        from app.systems.striker.encounter import offers

        return offers.targets(scene, who)

    def prefill_actor(self, scene: Fight, who: str, procedure: str) -> dict[str, Any]:
        return rolls.prefill_actor(scene, who, procedure)

    def prefill_target(
        self, scene: Fight, cast: Mapping[str, str], procedure: str
    ) -> dict[str, Any]:
        return rolls.prefill_target(scene, cast, procedure)

    def locked_inputs(self, scene: Fight, who: str, procedure: str) -> tuple[str, ...]:
        return rolls.keeps(scene, who, procedure)

    def uses(self, step: str, sheet: Sheet) -> Uses:
        return rolls.uses(step, sheet)

    def current_value(self, scene: Fight, who: str, name: str) -> Any:
        if who in scene.combatants and name in ("name", "tc"):
            fighter = scene.combatants[who]
            return fighter.name if name == "name" else state.challenge(fighter)
        return super().current_value(scene, who, name)

    def lasted(self, scene: Fight) -> Fraction:
        return state.lasted(scene.now)

    def on_roll(self, scene: Fight, roll: Roll) -> StepResult[Round, Turn]:
        return StepResult(rolls.rolled(scene, roll))

    def on_settled(self, scene: Fight, due: Mapping[str, Any]) -> StepResult[Round, Turn]:
        return StepResult(rolls.settled(scene, due))


ENCOUNTER = Encounter()
