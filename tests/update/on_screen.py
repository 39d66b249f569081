"""The messages that the controls of a screen would send, derived from its model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.campaign.facts import Applied, Rolled
from app.core.encounters.offering import offer_actions
from app.core.play.asks import OneOf, Places
from app.core.play.play import Asking, Finished
from app.core.procedures.kinds import Number, Whole
from app.update.messages import campaign as c
from app.update.messages import forms as f
from app.update.messages import plays as p
from app.update.messages import tracker as t
from app.update.roll import plays, roles
from app.update.roll.next_action import find_next_action
from app.widgets.fight.board import steps

if TYPE_CHECKING:
    from app.update.messages import Message
    from app.update.model import Model

#: The most actions, combatants and lines of a screen to take.
SOME = 4


def on_screen(model: Model) -> list[Message]:
    """Return the messages of all controls on the screen of this model."""
    messages: list[Message] = [p.Undone(), p.Redone()]
    if model.open in model.forms:
        messages += _of_form(model)
    if model.address.path == f"{model.game}/encounter":
        messages += [t.OverClosed()] if model.overlay else _of_fight(model)
    return messages


def _of_form(model: Model) -> Iterator[Message]:
    """Yield the messages of the open form."""
    form = model.form
    yield from (p.RollTapped(), p.RollTapped(hidden=True), p.DiceEntered(), f.FormReset())
    for name, declared in form.procedure.inputs.items():
        yield f.FactTapped(name)
        yield f.FieldTyped(name, form.desk.typed.get(name, ""))
        if isinstance(declared.kind, Whole | Number):
            yield f.FieldStepped(name, 1)
    if plays.asking(form.desk) is not None:
        yield from _of_play(model)
        return
    card = roles.result_card(model, form) if not form.desk.faults() else None
    if card is None:
        return
    yield from (p.ResultShown(), p.EffectsApplied(), p.Undone(this_play=True))
    yield from (p.EffectsApplied(change.place) for change in card.changes)
    yield from (p.EffectsTakenBack(each.n) for each in card.standing.back)
    for decision in card.decisions:
        yield from (p.DecisionTaken(decision.name, option.value) for option in decision.options)
    for number, each in enumerate(card.follows):
        if each.due:
            yield f.DueOpened(each.due)
        else:
            others = dict(each.others)
            yield f.RollableTaken(each.procedure, each.place, number, each.who, each.target, others)
    next_roll = find_next_action(model, form)
    if next_roll is not None:
        yield t.NextRolled(next_roll.number)


def _of_play(model: Model) -> Iterator[Message]:
    """Yield the messages of the open play."""
    waits = plays.asking(model.form.desk)
    assert isinstance(waits, Asking)
    yield from (p.DieTakenBack(), p.PlayCancelled(), p.PlaySettled())
    if waits.wanted is not None:
        yield p.RestRolled()
        for place in range(len(waits.wanted.faces) + 1):
            yield from (p.DiePicked(place), p.FaceTyped(place, "1"), p.FacesTyped(place, "21"))
        yield from (p.KeyTapped("1"), p.KeyTapped("2"))
    if waits.choice is not None:
        options = waits.choice.options
        if isinstance(options, Places):
            yield from (p.PickToggled(1), p.PicksSet((1,)), p.PicksSet(()))
            words = ["picked", "none"]
        else:
            words = [*options.words] if isinstance(options, OneOf) else ["true", "false"]
        yield from (p.DecisionTaken(waits.choice.name, word) for word in words)


def _of_fight(model: Model) -> Iterator[Message]:
    """Yield the messages of the fight's page."""
    played = model.played
    if played is None or model.participants is None:
        return
    _, state = played
    yield t.RealDiceSwitched(on=True)
    for due in state.due:
        id = str(due["id"])
        yield from (c.DueTicked(id, "done"), c.DueTicked(id, "waived"))
        if due["procedure"]:
            yield f.DueOpened(id)
    scene = model.participants.fight
    if scene is None:
        yield t.StepTaken("begin")
        return
    yield from (t.StepTaken("end"), t.CharactersJoined(), t.LineJoined("raider"))
    yield from (t.TurnPassed(), t.HoursPassed("10", "minutes"), t.PanelTapped("more"))
    actor = scene.board.current
    if actor is not None:
        target = next(iter(scene.encounter.targets(scene, actor)), "")
        for action in offer_actions(scene, actor, target)[:SOME]:
            if not action.why_not:
                yield t.ActionTaken(actor, action.id, target if action.aimed else "")
    main, _ = steps.main_step(scene)
    if main is not None:
        yield t.StepTaken(main.id)
    for one in [*scene.combatants][:SOME]:
        yield from (t.MenuTapped(one), t.StepTaken("remove", {"who": one}))
        sheet = scene.combatants[one].sheet
        for meter in sheet.form.meters(sheet):
            yield t.MeterTapped(one, meter.id)
    if model.tracker.pad != ("", ""):
        yield t.MeterChanged(*model.tracker.pad, "1", down=True)
    yield from _of_step(model)
    journal = model.journal
    for entry in journal.entries[-SOME:] if journal is not None else ():
        if isinstance(entry.fact, Applied | Rolled):
            yield p.Undone(n=entry.n)
    for id, form in model.forms.items():
        if form.entry and isinstance(form.desk.play(), Finished):
            yield t.ResultReopened(id, form.entry)


def _of_step(model: Model) -> Iterator[Message]:
    """Yield the messages of the open step."""
    now = model.tracker
    played = model.played
    if not now.step or played is None:
        return
    game, state = played
    form = steps.step_form(game, state, now.step, now.who, "", now.given)
    texts = {
        control.name: "" if control.widget == "people" else control.text
        for control in form.controls
    }
    yield from (t.StepSent(now.step, texts, texts), t.StepClosed())
