"""The forms of all steps: no input is asked for twice."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.state.document import Document
from app.campaign.state.state import EMPTY, CampaignState
from app.core.encounters.combatants import names_somebody
from app.core.games import Game
from app.systems import games
from app.widgets.fight.board.steps import step_form
from app.widgets.roll.form.forms import field_text
from tests.widgets.fight.test_board import GAMES, fight
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES


@pytest.mark.parametrize("game", GAMES)
def test_each_combatant_of_a_step_has_a_label_of_its_own(game: Game) -> None:
    assert game.encounter is not None
    for step in game.encounter.transitions:
        labels = [each.label for each in step.inputs.values() if names_somebody(each.kind)]
        assert len(set(labels)) == len(labels), step.id


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_of_a_step_is_left_open_in_one_way(game: Game) -> None:
    assert game.encounter is not None
    state = fight(game)
    form = "{% import 'steps.html' as steps %}{{ steps.form(game, form, 'c0', none) }}"
    for step in game.encounter.transitions:
        page = Markup(
            PAGES.from_string(form).render(game=game, form=step_form(game, state, step.id, "c0"))
        )
        blank: list[int] = []
        for tag, attributes in page.elements:
            if tag == "select":
                blank.append(0)
            elif tag == "option" and not attributes["value"]:
                blank[-1] += 1
        assert max(blank, default=0) <= 1, step.id


def test_the_step_to_the_next_turn_is_filled_from_its_actor() -> None:
    prism = games()["prism"]
    assert prism.encounter is not None
    scene = prism.encounter.begin()
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("add", {"id": "archer", "delay": 25, "speed": 3}),
        ("add", {"id": "thug"}),
        ("next", {}),
    )
    for step, inputs in steps:
        scene = prism.encounter.apply(scene, step, inputs).scene
    document: Document = {**EMPTY, "game": "prism", "encounter": scene.state}
    form = step_form(prism, CampaignState(document), "next")
    assert [(control.name, control.text) for control in form.controls] == [("speed", "3")]


def test_a_step_is_aimed_as_the_menu_is() -> None:
    game = games()["striker"]
    assert game.encounter is not None
    scene = game.encounter.begin()
    for id in ("kel", "guard"):
        scene = game.encounter.apply(scene, "add", {"id": id}).scene
    state = CampaignState({**EMPTY, "game": game.id, "encounter": scene.state})

    def aimed(target: str) -> str:
        controls = step_form(game, state, "act", "kel", target).controls
        return next(control.text for control in controls if control.name == "target")

    assert [aimed(target) for target in ("guard", "", "gone", "kel")] == ["guard", "", "", ""]


#: Steps that set something, and the inputs with which each is taken.
EDITS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "garden",
        "declare_anew",
        {"who": "kel", "intent": "move", "major_actions": 2, "movement": "walk"},
    ),
    ("garden", "take_cover", {"who": "kel", "cover": "heavy"}),
    ("garden", "set_light", {"light": "dim"}),
    ("garden", "show", {"who": "kel", "hidden": True}),
    ("trueworld", "show", {"who": "kel", "hidden": True}),
    ("prism", "show", {"who": "kel", "hidden": True}),
    ("prism", "initiative", {"initiative": "iris"}),
    ("striker", "circumstance", {"who": "kel", "rsr": 2}),
]


@pytest.mark.parametrize(("id", "step", "inputs"), EDITS)
def test_a_form_that_changes_something_starts_with_its_current_values(
    id: str, step: str, inputs: dict[str, Any]
) -> None:
    game = games()[id]
    assert game.encounter is not None
    scene = game.encounter.begin()
    for who in ("kel", "guard"):
        scene = game.encounter.apply(scene, "add", {"id": who}).scene
    scene = game.encounter.apply(scene, step, inputs).scene
    state = CampaignState({**EMPTY, "game": id, "encounter": scene.state})
    form = step_form(game, state, step, inputs.get("who", ""))
    texts = {control.name: control.text for control in form.controls}
    assert {name: texts[name] for name in inputs} == {
        name: field_text(value) for name, value in inputs.items()
    }


def test_a_roll_begins_without_the_risk_of_the_scene() -> None:
    """T3.5: both stand on the players' screen."""
    trueworld = games()["trueworld"]
    assert trueworld.encounter is not None
    scene = trueworld.encounter.begin()
    for step, inputs in ("add", {"id": "ysolde"}), ("risk_scene", {"at_risk": "The lantern"}):
        scene = trueworld.encounter.apply(scene, step, inputs).scene
    document: Document = {**EMPTY, "game": "trueworld", "encounter": scene.state}
    state = CampaignState(document)
    for step, text in ("set_difficulty", ""), ("risk_scene", "The lantern"):
        controls = step_form(trueworld, state, step, "ysolde").controls
        assert [each.text for each in controls if each.name == "at_risk"] == [text]
