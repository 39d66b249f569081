"""Random messages in any order: nothing breaks, nothing is lost, and all can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.campaign.state.scenes import scene_of
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.asks import OneOf, Places
from app.core.play.play import Asking, Finished
from app.core.sheets import Derived
from app.systems import games
from app.update.messages import campaign as c
from app.update.messages import forms as form
from app.update.messages import plays as p
from app.update.messages import tracker as t
from app.update.roll import plays, roles
from app.widgets.roll.form.forms import field_text
from tests.fights.table import Table
from tests.strategies import values
from tests.tries import tries

if TYPE_CHECKING:
    from app.update.messages import Message

IDS = ("sample-0", "sample-1", "raider", "raider.2", "nobody", "")
BY = st.sampled_from([-1, 1])


class AnyTable(RuleBasedStateMachine):
    """A campaign with both samples; a subclass for each game sets `game`."""

    game: Game

    @initialize()
    def begin(self) -> None:
        assert self.game.sheet is not None
        self.table = Table()
        journal = Journal("any")
        facts: list[f.Fact] = [f.Started(self.game.id, "Any")]
        for index, data in enumerate(self.game.sheet.samples):
            facts.append(f.CharacterAdded(f"sample-{index}", str(data["name"]), data))
        for fact in facts:
            journal = append(journal, fact, self.table.stamp(), games())
        self.start = journal
        self.table.open(journal)
        self.table.send(form.RouteOpened(f"#/{self.game.id}"))

    def send(self, message: Message) -> None:
        """Send a message that succeeds or changes nothing; no entry may leave the journal."""
        before = self.table.journal
        try:
            self.table.send(message)
        except BadInput:
            assert self.table.journal is before
        after = self.table.journal
        assert after.n >= before.n
        known = {entry.n: entry for entry in after.entries}
        assert all(known.get(entry.n, entry) == entry for entry in before.entries)

    def teardown(self) -> None:
        """Undo everything."""
        if not hasattr(self, "table"):
            return
        self.send(form.RouteOpened(f"#/{self.game.id}"))
        while self.table.journal.top > self.start.top:
            top = self.table.journal.top
            self.table.send(p.Undone())
            assert self.table.journal.top < top
        assert self.table.journal.document == self.start.document

    # --- rolls ---

    @rule(data=st.data())
    def open_form(self, data: st.DataObject) -> None:
        procedure = data.draw(st.sampled_from([*self.game.procedures]))
        if data.draw(st.booleans()):
            actor, at = (data.draw(st.sampled_from(IDS)) for _ in range(2))
            self.send(form.RollableTaken(procedure, "", None, actor, at))
        self.send(form.RouteOpened(f"#/{procedure.replace('.', '/')}"))

    @rule(data=st.data())
    def open_link(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(["characters", "encounter", "rules", "nonsense"]))
        self.send(form.RouteOpened(f"#/{self.game.id}/{path}"))

    @rule(data=st.data())
    def fill(self, data: st.DataObject) -> None:
        if not self.table.model.open:
            return
        inputs = self.table.model.form.procedure.inputs
        if not inputs:
            return
        name = data.draw(st.sampled_from([*inputs]))
        text = field_text(data.draw(values(inputs[name].kind) | st.sampled_from(["", "x", "999"])))
        self.send(form.FieldTyped(name, text))

    @rule(data=st.data(), action=st.sampled_from(["", "aim", "move", "line up", "nonsense"]))
    def take_help(self, data: st.DataObject, action: str) -> None:
        if not self.table.model.open or not self.table.model.form.procedure.inputs:
            return
        name = data.draw(st.sampled_from([*self.table.model.form.procedure.inputs]))
        text = data.draw(st.sampled_from(["true", "1", "close", ""]))
        place = data.draw(st.sampled_from(["", "weapons/0", "weapons/9"]))
        self.send(form.HelpTaken(name, text, place, action))

    @rule(data=st.data())
    def cast(self, data: st.DataObject) -> None:
        if not self.table.model.open:
            return
        role = data.draw(st.sampled_from(["self", "target", "helper1"]))
        self.send(form.PartCast(role, data.draw(st.sampled_from(IDS))))

    @rule(hidden=st.booleans())
    def roll(self, hidden: bool) -> None:
        self.send(p.RollTapped(hidden))

    @rule()
    def enter(self) -> None:
        self.send(p.DiceEntered())

    @rule(text=st.text("0123456789 x", max_size=4), place=st.integers(0, 3))
    def write_dice(self, text: str, place: int) -> None:
        self.send(p.FacesTyped(place, text))

    @rule(message=st.sampled_from([
        p.DieTakenBack(), p.RestRolled(), p.PlaySettled(), p.PlayCancelled(), p.ResultShown(),
        form.FormReset(), p.EffectsApplied(), p.EffectsApplied(7), p.EffectsTakenBack(1),
        p.FaceTyped(0, "1"), p.KeyTapped("1"), p.DiePicked(0), p.PickToggled(1), p.PicksSet((1,)),
        p.DecisionTaken("none", "true"), form.FactTapped("none"), form.FieldStepped("none", 1),
        form.EntryAdded("none", "x"), form.EntryDropped("none"), form.PartCast("self", "nobody"),
        form.PlacePicked("weapons/9"), form.NotationTapped("none", "1"), t.NextRolled(7),
        form.RollableTaken("wasteland.attack", "", 7), t.ResultReopened("wasteland.attack"),
    ]))  # fmt: skip
    def go_on(self, message: Message) -> None:
        """Send a message whose button may be gone by then."""
        self.send(message)

    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        if not self.table.model.open:
            return
        desk = self.table.model.form.desk
        play = desk.play()
        if isinstance(play, Asking) and play.choice is not None:
            options = play.choice.options
            if isinstance(options, Places):
                picked = data.draw(st.lists(st.integers(1, options.count), unique=True))
                if data.draw(st.booleans()):
                    self.send(p.DecisionTaken(play.choice.name, "picked", tuple(sorted(picked))))
                    return
                self.send(p.PicksSet(()))
                for place in picked:
                    self.send(p.PickToggled(place))
                assert plays.picks(self.table.model.form) == tuple(sorted(picked))
                self.send(p.DecisionTaken(play.choice.name, "picked"))
            else:
                words = [*options.words] if isinstance(options, OneOf) else ["true", "false"]
                self.send(p.DecisionTaken(play.choice.name, data.draw(st.sampled_from(words))))
        elif isinstance(play, Finished):
            for decision in desk.decisions():
                value = data.draw(st.sampled_from([one.value for one in decision.options]))
                self.send(p.DecisionTaken(decision.name, value))

    @rule(data=st.data())
    def take_from_card(self, data: st.DataObject) -> None:
        """Tap an offer of the result card."""
        model = self.table.model
        card = roles.result_card(model, model.form) if model.open else None
        if card is None:
            return
        offers: list[tuple[Message, ...]] = [(p.EffectsApplied(),), (p.Undone(this_play=True),)]
        offers += [(p.EffectsApplied(change.place),) for change in card.changes]
        offers += [(p.EffectsTakenBack(each.n),) for each in card.standing.back]
        for number, each in enumerate(card.follows):
            followed = form.RollableTaken(
                each.procedure, each.place, number, each.who, each.target, dict(each.others)
            )
            follows = (followed, form.RouteOpened(each.href))
            offers.append((form.DueOpened(each.due),) if each.due else follows)
        for message in data.draw(st.sampled_from(offers)):
            self.send(message)

    @rule(message=st.sampled_from([p.Undone(), p.Redone()]))
    def back_and_forth(self, message: Message) -> None:
        if isinstance(message, p.Redone) or self.table.journal.top > self.start.top:
            self.send(message)

    # --- the encounter ---

    @rule(data=st.data())
    def take_step(self, data: st.DataObject) -> None:
        encounter = self.game.encounter
        assert encounter is not None
        step = data.draw(st.sampled_from(["begin", "end", *encounter.by_id]))
        inputs: dict[str, Any] = {}
        for name, declared in (
            encounter.by_id[step].inputs.items() if step in encounter.by_id else ()
        ):
            if name in ("who", "target") and data.draw(st.integers(0, 9)):
                inputs[name] = data.draw(st.sampled_from(IDS))
            elif declared.required or data.draw(st.booleans()):
                inputs[name] = data.draw(values(declared.kind))
        self.send(t.StepTaken(step, inputs))

    @rule(message=st.sampled_from([
        t.StepTaken("begin"), t.CharactersJoined(), t.LineJoined("2 raiders"),
        t.LineJoined("raider, hidden"), t.LineJoined("3 x"), t.HoursPassed("2", "hours"),
        t.HoursPassed("x", "days"), t.StepClosed(), t.MenuTapped("raider"), c.TellingSwitched(),
        t.TurnPassed(), t.OverClosed(), t.NextRolled(0), t.Aimed("raider"),
        t.RealDiceSwitched(on=True), t.MeterTapped("raider", "hp"),
        t.MeterChanged("raider", "hp", "2"), t.MeterChanged("sample-0", "stress", "-1", down=False),
        t.MeterChanged("raider.2", "damage", ""), t.MeterChanged("nobody", "hp", "x", down=True),
    ]))  # fmt: skip
    def at_the_tracker(self, message: Message) -> None:
        self.send(message)

    @rule(data=st.data())
    def onward(self, data: st.DataObject) -> None:
        encounter = self.game.encounter
        assert encounter is not None
        self.send(t.StepTaken(data.draw(st.sampled_from(encounter.advance or ("next",)))))

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Take an offered action of a combatant on the fight's page."""
        state, encounter = self.table.state, self.game.encounter
        scene = scene_of(state.document, self.game)
        actor = data.draw(st.sampled_from(IDS))
        if scene is None or encounter is None or actor not in scene.combatants:
            return
        self.send(form.RouteOpened(f"#/{self.game.id}/encounter"))
        action = data.draw(st.sampled_from(encounter.actions(scene, actor) or (None,)))
        if action is not None:
            self.send(t.ActionTaken(actor, action.id, data.draw(st.sampled_from(IDS))))

    @rule(data=st.data())
    def settle(self, data: st.DataObject) -> None:
        due = [str(each["id"]) for each in self.table.state.due]
        if due:
            id = data.draw(st.sampled_from(due))
            how = data.draw(st.sampled_from(["done", "waived", ""]))
            self.send(c.DueTicked(id, how) if how else form.DueOpened(id))

    # --- the people ---

    @rule(data=st.data())
    def write_sheet(self, data: st.DataObject) -> None:
        sheet = self.game.sheet
        assert sheet is not None
        character = data.draw(st.sampled_from(IDS))
        field = data.draw(st.sampled_from(sheet.fields))
        self.send(c.FieldWritten(character, field.id, data.draw(values(field.kind))))
        tracks = [e.id for e in sheet.tracks if not isinstance(sheet.by_id[e.id], Derived)]
        if tracks:
            track = data.draw(st.sampled_from(tracks))
            self.send(c.TrackStepped(character, track, data.draw(BY)))
            self.send(c.BoxTapped(character, track, data.draw(st.integers(1, 4))))

    @rule(data=st.data())
    def write_list(self, data: st.DataObject) -> None:
        sheet = self.game.sheet
        assert sheet is not None
        character, list = data.draw(st.sampled_from(IDS)), data.draw(st.sampled_from(sheet.lists))
        place = data.draw(st.integers(0, 3))
        if data.draw(st.booleans()):
            self.send(c.RecordAdded(character, list.id))
        elif list.switch is not None:
            self.send(c.RecordSwitched(character, list.id, place))
        else:
            self.send(c.RecordMoved(character, list.id, place, {}, data.draw(BY)))
            self.send(c.RecordRemoved(character, list.id, place, {}))

    @rule(data=st.data())
    def gather(self, data: st.DataObject) -> None:
        id, n = data.draw(st.sampled_from(IDS)), self.table.journal.n
        messages: list[Message] = [
            c.CharacterBrought(f"new-{n}", "Somebody", {}), c.CharacterCopied(id, f"copy-{n}"),
            c.CharacterMoved(id, 1), c.CharacterSetAside(id), c.CharacterTakenUp(id),
            c.CharacterTakenOut(id), c.TurnMoved(id, 1), c.TurnPlaced(id, "sample-0"),
            c.HidingSwitched(id),
        ]  # fmt: skip
        self.send(data.draw(st.sampled_from(messages)))

    @rule(data=st.data())
    def count(self, data: st.DataObject) -> None:
        if self.game.counters:
            id = data.draw(st.sampled_from([counter.id for counter in self.game.counters]))
            for _ in range(2):
                self.send(c.CounterStepped(id, data.draw(BY)))


@pytest.mark.parametrize("game", [pytest.param(game, id=id) for id, game in games().items()])
def test_any_messages_in_any_order(game: Game) -> None:
    machine = type("AnyTable", (AnyTable,), {"game": game})
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=tries(12),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=slow,
        ),
    )
