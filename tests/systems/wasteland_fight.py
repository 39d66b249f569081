"""A fight of Wasteland that is played step by step, for the tests of its rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.flat import Due, Roll, StepResult
from app.core.outcomes import Effect
from app.core.play import by_hand
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter import ENCOUNTER


class Fight:
    """A fight that is played step by step; it remembers what the last step came to."""

    def __init__(self) -> None:
        self.last = StepResult(ENCOUNTER.fresh())

    @property
    def state(self) -> Any:
        return self.last.state

    def do(self, step: str, **given: Any) -> Fight:
        old, before = self.state, json.dumps(self.state)
        self.last = ENCOUNTER.apply(old, step, given)
        assert json.dumps(old) == before, "a state is never changed in place"
        assert json.loads(json.dumps(self.state)) == self.state, "a state is plain JSON"
        return self

    def lands(self, who: str, *effects: Effect) -> Fight:
        for effect in effects:
            after = ENCOUNTER.land(self.state, who, effect)
            assert after is not None, effect
            self.last = StepResult(after)
        return self

    def falls(self, due: Due, faces: list[int], **more: Any) -> Fight:
        """A due roll is made with these faces, and the fight reads off it what is its own."""
        came = self.rolled(due, faces, **more)
        cast = {due.role: due.who, **due.others}
        made = Roll(due.who, due.procedure, due.inputs, came, cast, due.label)
        self.last = ENCOUNTER.on_roll(self.state, made)
        return self

    def refuses(self, step: str, field: str, **given: Any) -> None:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.state, step, given)
        assert fault.value.field == field, fault.value

    def __getitem__(self, id: str) -> Any:
        return self.state["combatants"][id]

    @property
    def due(self) -> list[tuple[str, str]]:
        return [(each.who, each.procedure) for each in self.last.due]

    def fed(self, due: Due) -> dict[str, Any]:
        """What the form of a due roll is filled with: by the fight, and by what is due itself."""
        cast = {due.role: due.who, **due.others}
        return {**self.opened(cast, due.procedure, **due.inputs), **due.inputs}

    def opened(self, cast: dict[str, str], procedure: str, **says: Any) -> dict[str, Any]:
        """What the fight fills into a form that says so much already."""
        own = ENCOUNTER.feed(self.state, cast.get("self", ""), procedure)
        met = ENCOUNTER.met(self.state, cast, procedure)
        return {**own, **met, **ENCOUNTER.said(self.state, cast, procedure, {**own, **met, **says})}

    def from_menu(self, who: str, procedure: str, faces: list[int], **given: Any) -> Any:
        """A roll from a menu or a sheet, that nothing made due; what it came to."""
        bound = GAME.procedures[procedure].bind({**self.opened({"self": who}, procedure), **given})
        outcome = by_hand(bound, faces).outcome
        self.last = ENCOUNTER.on_roll(
            self.state, Roll(who, procedure, bound.values, outcome, {"self": who})
        )
        return outcome

    def rolled(self, due: Due, faces: list[int], **more: Any) -> Any:
        """What a due roll comes to with these faces; its inputs must be right as they are."""
        given = {**self.fed(due), **more}
        return by_hand(GAME.procedures[due.procedure].bind(given), faces).outcome


def joined(**initiatives: int) -> Fight:
    fight = Fight()
    for id, initiative in initiatives.items():
        side = "gm" if id in ("raider", "dog") else "players"
        fight.do("add", id=id, name=id.capitalize(), initiative=initiative, side=side)
    return fight


def injuries(*locations: str) -> list[dict[str, Any]]:
    return [{"location": location, "treated": False} for location in locations]
