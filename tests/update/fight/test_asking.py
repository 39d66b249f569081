"""The forms of actions begin with known values, and keep them unchanged."""

from __future__ import annotations

from app.systems import games
from app.update.messages.tracker import ActionTaken, StepSent, StepTaken
from app.widgets.fight.board.steps import step_form
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun


def test_changing_a_difficulty_begins_with_the_one_that_was_told() -> None:
    table = begun(games()["trueworld"])
    fight = table.scene
    who = fight.current or ""
    told = {"difficulty": "d10", "position": "advantage", "purpose": "attack", "at_risk": "A fall"}
    table.send(StepTaken("intend", {"who": who, "intention": "Leap"}))
    table.send(StepTaken("set_difficulty", {"who": who, "target": "raider-2", **told}))
    before = _due(table)
    table.send(ActionTaken(who, "difficulty", "raider-2"))
    tracker = table.model.tracker
    form = step_form(
        games()["trueworld"], table.state, "set_difficulty", who, button_values=tracker.given
    )
    texts = {control.name: control.text for control in form.controls}
    assert {name: texts[name] for name in told} == told
    assert texts["target"] == "raider-2"
    table.send(StepSent("set_difficulty", texts, texts))
    assert _due(table) == before
    table.send(ActionTaken(who, "difficulty", "raider-2"))
    table.send(StepSent("set_difficulty", {**texts, "position": "neutral"}, texts))
    assert _due(table) == {**before, "position": "neutral"}


def _due(table: Table) -> dict[str, object]:
    """Return the inputs and the target of the one due roll."""
    (due,) = table.state.due
    return {**due["inputs"], **due["others"]}
