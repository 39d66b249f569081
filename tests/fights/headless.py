"""A game master without a browser: each act of a fight as the messages that the page sends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append
from app.campaign.state.document import Document
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.play.play import Finished
from app.systems import games
from app.update.messages.campaign import DueTicked, RecordSwitched, TurnMoved
from app.update.messages.forms import (
    DueOpened,
    FieldTyped,
    PartCast,
    PlacePicked,
    RollableTaken,
    RouteOpened,
)
from app.update.messages.plays import (
    DecisionTaken,
    DiceEntered,
    EffectsApplied,
    EffectsTakenBack,
    FaceTyped,
    Redone,
    RollTapped,
    Undone,
)
from app.update.messages.tracker import (
    CharactersJoined,
    HoursPassed,
    LineJoined,
    OverClosed,
    ResultReopened,
    RolledOver,
    StepSent,
    StepTaken,
)
from app.update.open_form import OpenForm
from app.update.roll import plays, roles
from app.widgets.fight.board import board, steps
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import read
from app.widgets.roll.result.results import Card, Follow, follow
from tests.fights import Fight, seeing
from tests.fights.table import Table


@dataclass
class Headless:
    """Play one fight. `table` is its current state, `last` the procedure rolled last."""

    fight: Fight
    table: Table = field(default_factory=Table)
    last: str = ""

    def __post_init__(self) -> None:
        self.game = games()[self.fight.game]
        assert self.game.sheet is not None
        assert self.game.encounter is not None
        self.encounter = self.game.encounter
        facts: list[f.Fact] = [f.Started(self.game.id, "A fight")]
        for place, data in enumerate(self.game.sheet.samples):
            facts.append(f.CharacterAdded(f"sample-{place}", str(data["name"]), data))
        if self.fight.house:
            facts.append(f.HouseSet(self.fight.house))
        journal = Journal("fight")
        for fact in facts:
            journal = append(journal, fact, self.table.stamp(), games())
        self.table.open(journal)
        self.table.send(RouteOpened(f"#/{self.game.id}/encounter"))
        self.prepared = journal.top
        self.table.send(StepTaken("begin"))

    # --- state ---

    @property
    def state(self) -> CampaignState:
        return self.table.state

    @property
    def journal(self) -> Journal:
        return self.table.journal

    @property
    def log(self) -> dict[int, Entry]:
        """All entries by number."""
        return self.table.log

    @property
    def form(self) -> OpenForm:
        return self.table.model.form

    @property
    def card(self) -> Card:
        """The result on the table."""
        card = roles.result_card(self.table.model, self.form)
        assert card is not None, "the dice do not suffice"
        return card

    def id_of(self, name: str) -> str:
        """Return the id of a combatant's name; return other text unchanged."""
        return {called: id for id, called in board.people(self.state).items()}.get(name, name)

    # --- acts ---

    def do(self, act: dict[str, Any]) -> dict[str, Any]:
        send = self.table.send
        if self.table.model.overlay and not {"follow", "take_back"} & act.keys():
            send(OverClosed())
        if "join" in act:
            assert act["join"] == "players"
            send(CharactersJoined([character.id for character in self.state.characters]))
        elif "quick" in act:
            send(LineJoined(act["quick"]))
        elif "onward" in act:
            scene = scene_of(self.state.document, self.game)
            assert scene is not None
            step, waits = steps.main_step(scene)
            assert step is not None, waits
            self._by_form(step.id, "", act["onward"])
        elif "step" in act:
            self._step(act)
        elif "done" in act or "waive" in act:
            due = self._due(act.get("done") or act["waive"])
            send(DueTicked(due["id"], "done" if "done" in act else "waived"))
        elif "time" in act:
            send(HoursPassed(str(act["time"]), act["unit"]))
        elif "out" in act:
            send(StepTaken("remove", {"who": self.id_of(act["out"])}))
        elif "earlier" in act:
            send(TurnMoved(self.id_of(act["earlier"]), -1))
        elif "take_back" in act:
            self._reopen()
            (n,) = (each.n for each in self.card.standing.back if each.words == act["take_back"])
            send(EffectsTakenBack(n))
        elif "end" in act:
            send(StepTaken("end"))
        elif "reload" not in act:
            return self._roll(act)
        return {}

    def _step(self, act: dict[str, Any]) -> None:
        who = self.id_of(act.get("who", ""))
        arguments = act["step"], who, act.get("given", {}), act.get("pick", "")
        if "refused" not in act:
            self._by_form(*arguments)
            return
        with pytest.raises(BadInput) as fault:
            self._by_form(*arguments)
        assert fault.value.field == act["refused"], f"{fault.value.field}: {fault.value.message}"

    def _by_form(self, step: str, who: str, inputs: Mapping[str, Any], pick: str = "") -> None:
        """Take a step through its form; fields that are not given keep their shown text.

        pick: the label of the sheet's entry that fills the form first.
        """
        form = steps.step_form(self.game, self.state, step, who)
        current = {
            control.name: "" if control.widget == "people" else control.text
            for control in form.controls
        }
        unknown = set(inputs) - set(current)
        assert not unknown, f"the form has no field {unknown}; it has {sorted(current)}"
        texts = {name: self._text(text) for name, text in inputs.items()}
        picked = json.loads(dict(form.fills)[pick]) if pick else {}
        self.table.send(StepSent(step, {**current, **picked, **texts}, current))

    def _text(self, value: Any) -> str:
        if isinstance(value, list):
            return ",".join(map(self.id_of, value))
        return self.id_of(str(value))

    # --- rolls ---

    def _due(self, words: str) -> Mapping[str, Any]:
        """Return the due roll with these words."""
        due: dict[str, Mapping[str, Any]] = {
            seeing.due_words(self.state, each): each for each in reversed(self.state.due)
        }
        matches = [each for each in due if words in each]
        assert matches, f"{words!r} is not due, but {[*due]}"
        return due[matches[-1]]

    def _roll(self, act: dict[str, Any]) -> dict[str, Any]:
        if "due" in act:
            self._open_due(self._due(act["due"])["id"], act)
        elif "roll" in act:
            self._from_menu(act)
        else:
            self._reopen()
            offered = _labelled(self.card.follows, act["follow"], act.get("pick", ""))
            if offered.due:
                self._open_due(offered.due, {})
            else:
                self._take(offered, self.card.follows.index(offered), offered.who, offered.target)
            if "at" in act:
                self.table.send(PartCast("target", self.id_of(act["at"])))
        return self._play(act)

    def _reopen(self) -> None:
        """Reopen the last result over the fight if it was closed."""
        if not self.table.model.open:
            self.table.send(ResultReopened(self.last))

    def _open_due(self, id: str, act: dict[str, Any]) -> None:
        self.table.send(DueOpened(id))
        if "pick" in act:
            picks = roles.participants_of(self.table.model).picks(
                self.form.procedure, roles.cast(self.table.model, self.form)
            )
            self.table.send(
                PlacePicked(next(pick.place for pick in picks if pick.label == act["pick"]))
            )

    def _from_menu(self, act: dict[str, Any]) -> None:
        who, at = self.id_of(act["who"]), self.id_of(act.get("at", ""))
        offered = Follow("", f"#/{act['roll'].replace('.', '/')}", act["roll"], "")
        if "pick" in act:
            sheet = steps.sheet_of(self.game, self.state, who)
            assert sheet is not None
            assert self.game.sheet is not None
            rolls = [follow(roll) for roll in self.game.sheet.rolls(sheet)]
            offered = _labelled(rolls, act["roll"], act["pick"])
        self._take(offered, None, who, at)

    def _take(self, button: Follow, number: int | None, who: str, at: str | None) -> None:
        """Tap a button that opens a form."""
        others = dict(button.others)
        message = RollableTaken(button.procedure, button.place, number, who, at, others)
        self.table.send(RolledOver(message, read(button.href).typed))

    def _play(self, act: dict[str, Any]) -> dict[str, Any]:
        model = self.table.model
        for name in act.get("switch", ()):
            self._switch(name)
        filled = dict(self.form.desk.typed)
        put = {name: self._text(text) for name, text in act.get("put", {}).items()}
        unknown = set(put) - set(filled)
        assert not unknown, f"the form has no field {unknown}; it has {sorted(filled)}"
        for name, text in put.items():
            self.table.send(FieldTyped(name, text))
        assert not self.form.desk.faults(), self.form.desk.faults()
        self._throw(act)
        card = self.card
        played = self.form.desk.play()
        assert isinstance(played, Finished)
        applied, form = act.get("apply", ()), self.form
        self.last = form.procedure.id
        for place in (None,) if applied is True else applied:
            self.table.send(EffectsApplied(place))
        model = self.table.model
        return {
            "filled": filled,
            "cast": roles.names(model, form),
            "grade": card.grade.id,
            "values": plain(played.outcome.values),
            "proposed": [change.words for change in card.shown],
            "follows": [follow.label for follow in card.follows],
            "back": [each.words for each in card.standing.back],
        }

    def _switch(self, name: str) -> None:
        """Switch an entry that counts for the roll in its form, and so on the sheet."""
        cast = roles.cast(self.table.model, self.form)
        for switch in roles.participants_of(self.table.model).switches(self.form.procedure, cast):
            (place,) = (row.place for row in switch.rows if row.words.startswith(name))
            self.table.send(RecordSwitched(cast["self"], switch.id, place))

    def _throw(self, act: dict[str, Any]) -> None:
        if "dice" not in act:
            self.table.send(RollTapped())
            return
        self.table.send(DiceEntered())
        for die in act["dice"]:
            if isinstance(die, int):
                assert plays.sides(self.form.desk) is not None, f"{die} is a die too many"
                self.table.send(FaceTyped(plays.next_place(self.form.desk), str(die)))
                assert not self.form.fault, self.form.fault
                continue
            ((name, value),) = die.items()
            if isinstance(value, list):
                self.table.send(DecisionTaken(name, "picked", tuple(value)))
            else:
                self.table.send(DecisionTaken(name, field_text(value)))

    def seen(self, what: str, of: Any) -> Any:
        return seeing.seen(self.table, self.game, what, of)

    # --- back and forth ---

    def undo_all(self) -> list[Document]:
        """Undo everything since the encounter began and return the states passed through."""
        states = [self.journal.document]
        while self.table.journal.top > self.prepared:
            self.table.send(Undone())
            states.append(self.journal.document)
        return states

    def redo_all(self) -> list[Document]:
        """Redo everything undone and return the states passed through."""
        states = [self.journal.document]
        while self.table.journal.redoable is not None:
            self.table.send(Redone())
            states.append(self.journal.document)
        return states


def _labelled(offered: Any, procedure: str, label: str) -> Follow:
    """Return the button of this procedure and label, or the first one without a label."""
    matches = [each for each in offered if each.procedure == procedure]
    same = [each for each in matches if label in ("", each.label)]
    assert same, f"no button {label!r} for {procedure}, but {[each.label for each in offered]}"
    return same[0]  # type: ignore[no-any-return]
