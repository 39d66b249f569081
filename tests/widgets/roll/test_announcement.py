"""Announcements for screen readers: results, chances, and new entries of the journal."""

from __future__ import annotations

import random

from app.campaign.facts import Applied, CharacterAdded
from app.campaign.journal.journal import append, undo
from app.campaign.state.document import EffectRecord
from app.core.games import find
from app.core.play.play import Finished
from app.systems import games
from app.update.commands import Say
from app.update.messages.answers import JournalMoved
from app.update.messages.forms import ChancesSettled, RouteOpened
from app.update.messages.plays import DiceEntered, PlayCancelled, RollTapped
from app.update.model import Model
from app.update.update import update
from app.widgets.odds.odds import rows, success_words
from app.widgets.roll.announcement import chances_words, faults_words, result_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.result.results import card
from tests.campaign.happenings import Stamps, begun

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}


def desk(id: str, typed: dict[str, str], *answers: int) -> Desk:
    """Return a desk with these answers."""
    return Desk(find(games(), id), typed, answers=answers)


def announce(model: Model, message: object) -> tuple[Model, list[str]]:
    """Send a message and return the announced words."""
    after, commands = update(model, message, random.Random(1))  # type: ignore[arg-type]
    return after, [command.words for command in commands if isinstance(command, Say)]


def test_a_result_is_said_with_its_number_and_its_meaning() -> None:
    rolled = desk("garden.skill_test", SKILL, 5, 5, 2)
    play = rolled.play()
    assert isinstance(play, Finished)
    words = result_words(card(rolled.procedure, play))
    assert words.startswith("Yes, 8: ")
    assert "skill" not in words.split(":")[0]
    assert words.endswith(".")


def test_chances_are_said_as_success_or_the_likeliest_result() -> None:
    odds = desk("garden.skill_test", SKILL).chances()
    procedure = find(games(), "garden.skill_test")
    words = chances_words(success_words(odds), rows(procedure, odds.grades))
    assert words.startswith("Success ")
    assert words.endswith("%")
    assert chances_words("", rows(procedure, odds.grades)).startswith("Most likely: ")
    assert faults_words({"a": "SV is missing", "b": "TN is 3."}) == "SV is missing. TN is 3."


def test_settled_chances_are_said_once() -> None:
    model, _ = announce(Model(games()), RouteOpened("#/garden/skill_test", SKILL))
    model, first = announce(model, ChancesSettled("Success 40%"))
    model, again = announce(model, ChancesSettled("Success 40%"))
    model, nothing = announce(model, ChancesSettled(""))
    assert (first, again, nothing) == (["Success 40%"], [], [])


def test_chances_that_settle_after_the_roll_are_not_said() -> None:
    address = "#/garden/skill_test?" + "&".join(f"{name}={text}" for name, text in SKILL.items())
    model, _ = announce(Model(games()), RouteOpened(address))
    rolled, _ = announce(model, RollTapped())
    assert rolled.form.desk.has_begun
    assert announce(rolled, ChancesSettled("Success 40%")) == (rolled, [])


def test_a_cancelled_roll_is_said() -> None:
    model, _ = announce(
        Model(games()),
        RouteOpened(
            "#/garden/skill_test?" + "&".join(f"{name}={text}" for name, text in SKILL.items())
        ),
    )
    model, _ = announce(model, DiceEntered())
    _, words = announce(model, PlayCancelled())
    assert words == ["Roll cancelled."]


def test_new_and_undone_entries_are_said() -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), CharacterAdded("mara", "Mara", {}), stamp(), games())
    model, _ = announce(Model(games()), JournalMoved(journal))
    harm: EffectRecord = {"who": "self", "field": "hp", "op": "add", "value": -2, "to": "mara"}
    hurt = append(journal, Applied([harm]), stamp(), games())
    model, words = announce(model, JournalMoved(hurt))
    assert len(words) == 1
    assert words[0].startswith("Applied: Mara: ")
    back = undo(hurt, hurt.last, stamp())
    _, words = announce(model, JournalMoved(back))
    assert words[0].startswith("Undone: Applied: Mara: ")
