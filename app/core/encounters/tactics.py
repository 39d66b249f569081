"""Tactics: the policy by which a game's combatants act when a fight is forecast.

A game overrides the differences. Nothing here is a rule: the rules are those of the encounter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.encounters.actions import Action
from app.core.encounters.combatants import Combatant
from app.core.encounters.rolls import DueRecord
from app.core.encounters.scenes import AnyScene
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Meter, Rollable

Anybody = Combatant[Any]


@dataclass(frozen=True)
class PlannedStep:
    """A step of the encounter with its inputs."""

    id: str
    inputs: Values = field(default_factory=dict)


class Tactics:
    """The default policy of combatants in a forecast."""

    #: Assumptions of the forecast where the rules leave a choice to the table.
    note: str = ""
    #: Whether hurt combatants declare their defence before the turns of a round.
    ahead: bool = False
    #: Answers of a spending side to decisions within a roll, by name; all others get their
    #: defaults.
    spending: Mapping[str, str] = {}

    def meter(self, combatant: Anybody) -> Meter:
        """Return the one meter of a combatant that a forecast shows."""
        return combatant.sheet.form.meters(combatant.sheet)[0]

    def out(self, combatant: Anybody) -> bool:
        """Tell whether a combatant is out of the fight."""
        meter = self.meter(combatant)
        return meter.now <= 0 if meter.full == "good" else meter.now >= (meter.most or 1)

    def is_down(self, combatant: Anybody) -> bool:
        """Tell whether a combatant is out by the rules, without an assumption of the forecast."""
        return self.out(combatant)

    def still_acts(self, combatant: Anybody) -> bool:
        """Tell whether a combatant that has fallen still takes its turn of this round."""
        return False

    def left(self, combatant: Anybody) -> int:
        """Return a combatant's remaining hit points or free boxes."""
        meter = self.meter(combatant)
        return meter.now if meter.full == "good" else max(0, (meter.most or 0) - meter.now)

    def whole(self, combatant: Anybody) -> int:
        """Return the hit points or boxes of the combatant if it were unhurt."""
        meter = self.meter(combatant)
        return meter.most if meter.most is not None else meter.now

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        """Return the attacks that are open to a combatant now."""
        actions = scene.encounter.actions(scene, who)
        return [action for action in actions if action.main and action.aimed and not action.why_not]

    def worth(self, scene: AnyScene, who: str, attack: Rollable) -> float:
        """Rate an attack to choose among several; equal rates choose the first."""
        return 0

    def again(self, scene: AnyScene, who: str) -> bool:
        """Tell whether a combatant that has attacked attacks again in this turn."""
        return False

    def guard(self, scene: AnyScene, who: str) -> str:
        """Return the id of the action that defends a hurt combatant, empty if there is none."""
        return ""

    def decide(self, scene: AnyScene, due: DueRecord) -> PlannedStep | None:
        """Return the step that settles a due decision; None ticks it off as done."""
        return None

    def follows(self, scene: AnyScene, next: Rollable) -> bool:
        """Tell whether a roll that an outcome offers is made automatically.

        Not if it has a price, or a role is still open.
        """
        return not next.price and all(next.roles.values())

    def stake(self, scene: AnyScene, who: str, procedure: str) -> Values:
        """Return the inputs by which a spending side stakes points on a roll."""
        return {}

    def cost(self, outcome: Outcome) -> Iterator[tuple[str, int]]:
        """Yield the costs of a roll that no sheet records: (name, amount)."""
        yield from ()

    def instead(self, procedure: str, outcome: Outcome, offered: Rollable) -> Values | None:
        """Return a spending side's inputs to an offer that replaces an unapplied outcome.

        None: the outcome is accepted.
        """
        return None

    def fill_open_inputs(self, scene: AnyScene, next: Rollable) -> Values:
        """Return the inputs of a following roll that sheets and rules leave open."""
        return {}

    def after(
        self,
        scene: AnyScene,
        procedure: str,
        inputs: Values,
        outcome: Outcome,
        cast: Mapping[str, str],
    ) -> tuple[PlannedStep, ...]:
        """Return the steps that a player takes after an outcome where the rules leave a choice."""
        return ()

    def resources(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        """Yield a combatant's resources that a fight consumes: (name, amount)."""
        yield from ()

    def round(self, scene: AnyScene) -> int:
        """Return the round of the fight."""
        return int(scene.now.round)
