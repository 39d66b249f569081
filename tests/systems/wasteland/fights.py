"""A fight of Wasteland that is played step by step, for the tests of its rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY, CampaignState
from app.campaign.state.values import plain
from app.core.encounters.combatants import Board
from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter import ENCOUNTER
from app.systems.wasteland.encounter.state import Fighter, Round, Turn
from app.widgets.roll.form.forms import input_text
from app.widgets.roll.form.participants import Participants


class Fight:
    """A fight that is played step by step; it remembers what the last step came to.

    sheets: of those who have a character. Everybody else joins with a sheet of their own.
    """

    def __init__(self, **sheets: Sheet) -> None:
        self.sheets = sheets
        self.scene = ENCOUNTER.begin(self.known)
        self.last: StepResult[Round, Turn] = StepResult(self.scene)

    def known(self, id: str) -> tuple[str, Sheet] | None:
        return (id.capitalize(), self.sheets[id]) if id in self.sheets else None

    def do(self, step: str, **given: Any) -> Fight:
        old, before = self.scene, json.dumps(self.scene.state)
        self._goes_on(ENCOUNTER.apply(old, step, given))
        assert json.dumps(old.state) == before, "a scene is never changed in place"
        return self

    def apply_effect(self, who: str, *effects: Effect) -> Fight:
        for effect in effects:
            assert self.scene.owner(who, effect), effect
            self._goes_on(StepResult(self.scene.apply_effect(who, effect)))
        return self

    def falls(self, due: Due, faces: list[int], **more: Any) -> Fight:
        """A due roll is made with these faces, and the fight reads off it what is its own."""
        outcome = self.rolled(due, faces, **more)
        cast = {due.role: due.who, **due.others}
        made = Roll(due.who, due.procedure, due.inputs, outcome, cast, due.label)
        self._goes_on(ENCOUNTER.on_roll(self.scene, made))
        return self

    def _goes_on(self, play: StepResult[Round, Turn]) -> None:
        """The scene is kept, and read again as it was kept."""
        self.last = play
        self.sheets |= play.scene.sheets
        self.scene = ENCOUNTER.scene(json.loads(json.dumps(play.scene.state)), self.known)
        assert self.scene.state == json.loads(json.dumps(play.scene.state))

    def refuses(self, step: str, field: str, **given: Any) -> None:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, step, given)
        assert fault.value.field == field, fault.value

    def who(self, id: str) -> Fighter:
        return self.scene.combatant(id)

    @property
    def now(self) -> Round:
        return self.scene.now

    @property
    def board(self) -> Board:
        return ENCOUNTER.board(self.scene)

    def badges(self, id: str) -> list[str]:
        (place,) = (each for each in self.board.places if each.id == id)
        return [badge.words for badge in place.badges]

    @property
    def effects(self) -> tuple[tuple[str, Effect], ...]:
        """What the last step wrote on sheets."""
        return self.last.scene.effects

    @property
    def due(self) -> list[tuple[str, str]]:
        return [(each.who, each.procedure) for each in self.last.due]

    def fed(self, due: Due) -> dict[str, Any]:
        """What fills the form of a due roll: sheets, the fight, and what is due itself."""
        cast = {due.role: due.who, **due.others}
        return {**self.opened(cast, due.procedure, **due.inputs), **due.inputs}

    def opened(self, cast: dict[str, str], procedure: str, **says: Any) -> dict[str, Any]:
        """What goes by itself into a form that says so much already."""
        form = GAME.procedures[procedure]
        typed = {name: input_text(form, name, value) for name, value in says.items()}
        filled = self.company.filled(form, cast, "", typed)
        inputs = form.inputs
        return {
            name: inputs[name].check(inputs[name].kind.written(text))
            for name, text in filled.items()
        }

    @property
    def company(self) -> Participants:
        """The table at which this fight is fought."""
        characters = {
            id: CharacterRecord(
                name=id.capitalize(), kind="pc", archived=False, data=plain(each.data)
            )
            for id, each in self.sheets.items()
        }
        document: Document = {
            **EMPTY,
            "game": GAME.id,
            "order": list(characters),
            "characters": characters,
            "encounter": plain(self.scene.state),
        }
        return Participants(GAME, CampaignState(document))

    def from_menu(self, who: str, procedure: str, faces: list[int], **given: Any) -> Any:
        """A roll from a menu or a sheet, that nothing made due; what it came to."""
        bound = GAME.procedures[procedure].bind({**self.opened({"self": who}, procedure), **given})
        outcome = by_hand(bound, faces).outcome
        roll = Roll(who, procedure, bound.values, outcome, {"self": who})
        self._goes_on(ENCOUNTER.on_roll(self.scene, roll))
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
