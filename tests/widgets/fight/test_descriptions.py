"""The journal's descriptions of encounters and of time."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.core.games import Game
from app.systems import games
from app.widgets.fight.journal.descriptions import happening

GAMES = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]
NAMES = {"c0": "Mara", "raider-1": "Raider 1"}


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_described_by_its_title_and_notes(game: Game) -> None:
    assert game.encounter is not None
    for step in game.encounter.transitions:
        inputs = {"who": "c0"} if "who" in step.inputs else {}
        description = happening(f.EncounterStepped(step.id, inputs, notes=["Noted."]), game, NAMES)
        assert description is not None
        assert description[0] == step.title
        assert description[1].endswith("Noted.")


@pytest.mark.parametrize(
    ("fact", "words", "detail"),
    [
        (f.EncounterStepped("begin"), "Fight started", ""),
        (
            f.EncounterStepped("next", notes=["A bleeds.", "B is down."]),
            "next",
            "A bleeds; B is down.",
        ),
        (f.EncounterStepped("next", notes=["A: what?", "B bleeds."]), "next", "A: what? B bleeds."),
        (f.EncounterStepped("end"), "Fight over", ""),
        (f.EncounterStepped("join", {"who": [{"name": "A"}, {"name": "B"}]}), "Joined", "A, B"),
        (f.EncounterStepped("join", {"who": [5, "A", {"name": "B"}]}), "Joined", "B"),
        (f.EncounterStepped("join", {"who": "A"}), "Joined", ""),
        (f.EncounterStepped("add", {"id": "a", "name": "A"}), "Add combatant", "A"),
        (f.EncounterStepped("of-another-version", {"x": 1}), "of-another-version", ""),
        (
            f.EncounterStepped(
                "together", {"step": "remove", "who": [{"who": "c0"}, {"who": "x"}]}
            ),
            "Remove",
            "Mara, x",
        ),
        (f.DueSettled("d", "Dying test: waived"), "Resolved", "Dying test: skipped"),
        (f.TimePassed(6), "Time passes", "6 hours"),
        (f.TimePassed(0.5, note="Mara: up again"), "Time passes", "30 minutes: Mara: up again"),
    ],
)
def test_words(fact: Fact, words: str, detail: str) -> None:
    game = next(iter(games().values()))
    assert happening(fact, game, NAMES) == (words, detail)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_names_the_combatant_and_the_place(game: Game) -> None:
    step = f.EncounterStepped("move", {"who": "raider-1", "place": 2})
    assert happening(step, game, NAMES) == ("Move in turn order", "Raider 1 · place 2")


@pytest.mark.parametrize(
    ("step", "inputs", "detail"),
    [
        ("edit", {"who": "raider-1", "initiative": -4, "hp": 5}, "Raider 1 · initiative −4 · HP 5"),
        ("act", {"action": "attack", "npc_target": "c0"}, "Attack · NPC’s target Mara"),
    ],
)
def test_labels_keep_abbreviations_and_numbers_a_true_minus(
    step: str, inputs: dict[str, Any], detail: str
) -> None:
    description = happening(f.EncounterStepped(step, inputs), games()["wasteland"], NAMES)
    assert description is not None
    assert description[1] == detail


def test_other_entries_are_none_of_these() -> None:
    game = next(iter(games().values()))
    description: Any = happening(f.SceneSet({"a": 1}), game, NAMES)
    assert description is None


def test_an_abbreviation_stays_in_capitals() -> None:
    lost = f.EncounterStepped("wound", {"who": "c0", "lost": 3})
    assert happening(lost, games()["prism"], NAMES) == ("Lose or regain HP", "Mara · HP lost 3")
