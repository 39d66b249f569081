"""A fight of Wasteland, played step by step, for the tests of its rules."""

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
    """A fight played step by step; `last` is the result of the last step.

    sheets: of the combatants that have a character; all others join with a sheet of their own.
    """

    def __init__(self, **sheets: Sheet) -> None:
        self.sheets = sheets
        self.scene = ENCOUNTER.begin(self.known)
        self.last: StepResult[Round, Turn] = StepResult(self.scene)

    def known(self, id: str) -> tuple[str, Sheet] | None:
        return (id.capitalize(), self.sheets[id]) if id in self.sheets else None

    def do(self, step: str, **given: Any) -> Fight:
        old, before = self.scene, json.dumps(self.scene.state)
        self.store(ENCOUNTER.apply(old, step, given))
        assert json.dumps(old.state) == before, "a scene is never changed in place"
        return self

    def apply_effect(self, who: str, *effects: Effect) -> Fight:
        for effect in effects:
            assert self.scene.owner(who, effect), effect
            self.store(StepResult(self.scene.apply_effect(who, effect)))
        return self

    def roll_due(self, due: Due, faces: list[int], **more: Any) -> Fight:
        """Roll a due roll with these faces and store the changes the fight reads from it."""
        outcome = self.outcome_of(due, faces, **more)
        cast = {due.role: due.who, **due.others}
        roll = Roll(due.who, due.procedure, due.inputs, outcome, cast, due.label)
        self.store(ENCOUNTER.on_roll(self.scene, roll))
        return self

    def store(self, play: StepResult[Round, Turn]) -> None:
        """Store the scene and read it back."""
        self.last = play
        self.sheets |= play.scene.sheets
        self.scene = ENCOUNTER.scene(json.loads(json.dumps(play.scene.state)), self.known)
        assert self.scene.state == json.loads(json.dumps(play.scene.state))

    def refuses(self, step: str, field: str, **given: Any) -> None:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, step, given)
        assert fault.value.field == field, fault.value

    def combatant(self, id: str) -> Fighter:
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
        """The effects of the last step on sheets."""
        return self.last.scene.effects

    @property
    def due(self) -> list[tuple[str, str]]:
        return [(each.who, each.procedure) for each in self.last.due]

    def filled_form(self, due: Due) -> dict[str, Any]:
        """Return the filled form of a due roll, from sheets, fight and its own inputs."""
        cast = {due.role: due.who, **due.others}
        return {**self.prefill(cast, due.procedure, **due.inputs), **due.inputs}

    def prefill(self, cast: dict[str, str], procedure: str, **typed_values: Any) -> dict[str, Any]:
        """Return the inputs that fill a form in which these values are typed."""
        form = GAME.procedures[procedure]
        typed = {name: input_text(form, name, value) for name, value in typed_values.items()}
        filled = self.participants.filled(form, cast, "", typed)
        inputs = form.inputs
        return {
            name: inputs[name].check(inputs[name].kind.parse(text)) for name, text in filled.items()
        }

    @property
    def participants(self) -> Participants:
        """The participants of a campaign in which this fight takes place."""
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
        """Make a roll from a menu or a sheet that was not due, and return its outcome.

        given: its inputs, and `others`: ids of other combatants by role.
        """
        cast = {"self": who, **given.pop("others", {})}
        bound = GAME.procedures[procedure].bind({**self.prefill(cast, procedure), **given})
        outcome = by_hand(bound, faces).outcome
        roll = Roll(who, procedure, bound.values, outcome, cast)
        self.store(ENCOUNTER.on_roll(self.scene, roll))
        return outcome

    def outcome_of(self, due: Due, faces: list[int], **more: Any) -> Any:
        """Return the outcome of a due roll with these faces; its inputs must be valid."""
        given = {**self.filled_form(due), **more}
        return by_hand(GAME.procedures[due.procedure].bind(given), faces).outcome


#: Inputs of `add` for those who are no player characters, and for those who are.
NPCS = {"raider": {"side": "gm"}, "dog": {"side": "gm"}, "robot": {}}
PC = {"kind": "pc"}


def joined(**initiatives: int) -> Fight:
    fight = Fight()
    for id, initiative in initiatives.items():
        fight.do("add", id=id, name=id.capitalize(), initiative=initiative, **NPCS.get(id, PC))
    return fight


def injuries(*locations: str) -> list[dict[str, Any]]:
    return [{"location": location, "treated": False} for location in locations]
