"""The plain policies of combatants in TrueWorld, for forecasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters import tactics
from app.core.encounters.rolls import DueRecord
from app.core.encounters.scenes import AnyScene
from app.core.encounters.tactics import Anybody, PlannedStep
from app.core.sheets import Meter
from app.systems.trueworld.encounter.harm import meters
from app.systems.trueworld.encounter.state import is_out_of_scene, rating
from app.systems.trueworld.rules.readings import sides


class Tactics(tactics.Tactics):
    """The tactics: a character at full stress is out under every house rule (T11.2)."""

    note = (
        "Harm is placed as stress, and a character whose stress is full is out of the fight. What "
        "damage means to an adversary is the director’s (T10.6): here it is out at half the sides "
        "of its difficulty die."
    )

    def meter(self, combatant: Anybody) -> Meter:
        meter = meters(combatant)[0]
        if combatant.turn.side == "adversary":
            return replace(meter, most=sides(rating(combatant)) // 2)
        return meter

    def is_down(self, combatant: Anybody) -> bool:
        return is_out_of_scene(combatant)

    def decide(self, scene: AnyScene, due: DueRecord) -> PlannedStep | None:
        """Return the step that places harm as stress, as far as there is room."""
        fighter = scene.combatants.get(due["who"])
        if fighter is None or fighter.turn.side != "character" or not fighter.sheet["harm"]:
            return None
        return PlannedStep("place_harm", {"who": fighter.id})

    def resources(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        yield "Grit points", int(combatant.sheet["grit"])
