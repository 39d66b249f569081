"""Tactics: what a game says of whoever fights by a plain policy, when a fight is forecast.

A game overrides what differs. Nothing here is a rule: the rules are those of the encounter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.encounters.actions import Action
from app.core.encounters.scenes import Combatant, Scene
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Meter, Rollable

AnyScene = Scene[Any, Any]
Anybody = Combatant[Any]


@dataclass(frozen=True)
class Step:
    """A step of the encounter, as somebody takes it."""

    id: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


class Tactics:
    """How whoever fights acts, where a game says nothing else.

    note: what the forecast takes for granted where the rules leave it to a table or a person.
    ahead: is the defence of whoever is hurt declared before the turns of a round?
    spending: how a side that spends answers decisions in the middle of a roll, by their names; all
        others are answered by their defaults.
    """

    note: str = ""
    ahead: bool = False
    spending: Mapping[str, Any] = {}

    def meter(self, combatant: Anybody) -> Meter:
        """How somebody fares, in the one number that a forecast tells."""
        return combatant.sheet.form.meters(combatant.sheet)[0]

    def out(self, combatant: Anybody) -> bool:
        """Is somebody out of the fight?"""
        meter = self.meter(combatant)
        return meter.now <= 0 if meter.full == "good" else meter.now >= (meter.most or 1)

    def still_acts(self, combatant: Anybody) -> bool:
        """Has whoever is out a turn to come all the same, in which they fell?"""
        return False

    def left(self, combatant: Anybody) -> int:
        """What somebody has left: hit points, boxes that are still free."""
        meter = self.meter(combatant)
        return meter.now if meter.full == "good" else max(0, (meter.most or 0) - meter.now)

    def whole(self, combatant: Anybody) -> int:
        """What somebody who is unhurt has left."""
        meter = self.meter(combatant)
        return meter.most if meter.most is not None else meter.now

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        """The attacks that are open to somebody now."""
        every = scene.encounter.actions(scene, who)
        return [each for each in every if each.main and each.aimed and not each.why_not]

    def worth(self, scene: AnyScene, who: str, attack: Action) -> float:
        """How good an attack is, to choose among several; unless a game says more, the first."""
        return 0

    def again(self, scene: AnyScene, who: str) -> bool:
        """Does whoever has attacked attack once more in this turn?"""
        return False

    def guard(self, scene: AnyScene, who: str) -> str:
        """The id of the action that defends whoever is hurt; empty where there is none."""
        return ""

    def decide(self, scene: AnyScene, due: Mapping[str, Any]) -> Step | None:
        """The step that settles what is due and is no roll; None: it is ticked off as done."""
        return None

    def follows(self, scene: AnyScene, next: Rollable) -> bool:
        """Is this roll, which an outcome offers, made without further ado?

        Not what has its price, nor what somebody is still to be chosen for.
        """
        return not next.price and all(next.roles.values())

    def stake(self, scene: AnyScene, who: str, procedure: str) -> Mapping[str, Any]:
        """What somebody who spends puts at stake with a roll, as its inputs: points to use if it
        falls short."""
        return {}

    def cost(self, outcome: Outcome) -> Iterator[tuple[str, int]]:
        """What a roll has cost that stands on no sheet: what it is called, and how much of it."""
        yield from ()

    def instead(
        self, procedure: str, outcome: Outcome, offered: Rollable
    ) -> Mapping[str, Any] | None:
        """What somebody who spends says of an offer that takes an outcome's place, of which nothing
        was to be applied; None: the outcome stands."""
        return None

    def said(self, scene: AnyScene, next: Rollable) -> Mapping[str, Any]:
        """What a person says of a roll that follows, where sheets and rules leave it open."""
        return {}

    def after(
        self,
        scene: AnyScene,
        procedure: str,
        inputs: Mapping[str, Any],
        outcome: Outcome,
        cast: Mapping[str, str],
    ) -> tuple[Step, ...]:
        """The steps that a person takes by a roll's outcome where the rules leave that to them."""
        return ()

    def purse(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        """What somebody has of what a fight costs: what it is called, and how much of it."""
        yield from ()

    def round(self, scene: AnyScene) -> int:
        """The round of the fight."""
        return int(scene.now.round)
