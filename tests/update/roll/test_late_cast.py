"""A target that is cast after the roll counts with its own numbers: the dice stay."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from app.campaign.facts import Applied, Changed, Rolled
from app.core.play.play import Finished
from app.systems import games
from app.update.messages.forms import FieldTyped, PartCast, PlacePicked, RollableTaken
from app.update.messages.plays import EffectsApplied, PlaySettled, RollTapped
from app.update.messages.tracker import LineJoined, RolledOver
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun

#: A tap on the target in the result, and in the head of the form.
LATE = [EffectsApplied(to="ogre"), PartCast("target", "ogre")]


def rolled(
    procedure: str, texts: Mapping[str, str], line: str = "ogre, hp 30, dr 3", luck: int = 4
) -> Table:
    """Return a fight with one more foe, and a roll without a target. luck: seed of the dice."""
    game = games()[procedure.partition(".")[0]]
    table = begun(game)
    table.send(LineJoined(line))
    table.dice = random.Random(luck)
    table.send(RolledOver(RollableTaken(procedure, "", None, "sample-0", ""), texts))
    table.send(RollTapped())
    return table


def hp_lost(table: Table) -> int:
    """Return the hit points that the open result takes off its target."""
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    return -sum(int(effect.value) for effect in play.outcome.effects if effect.field == "hp")


@pytest.mark.parametrize("late", LATE)
def test_the_damage_that_gets_through_is_of_the_target(late: EffectsApplied | PartCast) -> None:
    table = rolled("wasteland.damage", {"weapon_class": "small-guns", "damage_rating": "9"})
    without = hp_lost(table)
    assert without > 3
    table.send(late)
    fact = table.journal.last.fact
    assert isinstance(fact, Changed)
    assert (fact.inputs["dr"], fact.inputs["hp"], hp_lost(table)) == (3, 30, without - 3)
    # the next visit finds the new outcome, with its target
    assert table.saved is not None
    assert (table.saved["entry"], table.saved["who"]) == (
        table.journal.last.id,
        {"self": "sample-0", "target": "ogre"},
    )
    table.send(EffectsApplied())
    applied = table.journal.last.fact
    assert isinstance(applied, Applied)
    assert ("ogre", 3 - without) in [(effect["to"], effect["value"]) for effect in applied.effects]


SHOT = {"weapon_class": "small-guns", "attribute": "12", "skill": "6", "target_range": "close"}


@pytest.mark.parametrize(
    ("procedure", "texts"), [("wasteland.hit_location", {}), ("wasteland.attack", SHOT)]
)
def test_the_part_that_is_hit_is_of_the_body_of_the_target(
    procedure: str, texts: Mapping[str, str]
) -> None:
    """W6.13, W7.7: a further target of Burst may be a dog, which has no arms."""
    table = rolled(procedure, texts, "ogre, body quadruped", luck=7)
    entries = table.journal.n
    table.send(PartCast("target", "ogre"))
    fact = table.journal.last.fact
    assert isinstance(fact, Changed)
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    part = str(play.outcome.values.get("location", play.outcome.grade))
    assert part.endswith("-front-leg")  # of a person the same die is an arm
    assert (fact.inputs["body_plan"], table.journal.n) == ("quadruped", entries + 1)


def test_a_number_that_was_typed_stays() -> None:
    texts = {"weapon_class": "small-guns", "damage_rating": "9", "dr": "1"}
    table = rolled("wasteland.damage", texts)
    without = hp_lost(table)
    table.send(EffectsApplied(to="ogre"))
    assert isinstance(table.journal.last.fact, Applied)  # at once: nothing changes
    applied = [(effect["to"], effect["value"]) for effect in table.journal.last.fact.effects]
    assert ("ogre", -without) in applied


def test_each_target_of_a_blast_is_asked_for_before_it_lands() -> None:
    texts = {"weapon_class": "explosives", "damage_rating": "9", "targets": "2"}
    table = rolled("wasteland.blast", texts)
    entries = table.journal.n
    table.send(EffectsApplied(to="raider-1"))
    assert table.journal.n == entries
    assert table.saved is not None
    assert table.saved["who"] == {"self": "sample-0", "target1": "raider-1"}
    table.send(EffectsApplied(to="ogre"))
    fact = table.journal.last.fact
    assert isinstance(fact, Changed)
    assert fact.inputs["target_dr"] == [1] * 6 + [3] * 6


def test_a_target_with_other_dice_asks_for_another_roll() -> None:
    """An unskilled defence has dice of its own: those of this target were not rolled."""
    table = rolled("garden.attack", {}, "wolf")
    table.send(PlaySettled())
    entries = table.journal.n
    table.send(EffectsApplied(to="sample-1"))
    assert (table.told, table.journal.n) == (
        "Their numbers change the dice. Roll again.",
        entries,
    )


def test_an_attack_total_counts_the_db_of_the_target() -> None:
    table = rolled("prism.attack", {"ob": "60"}, "brute, db 30")
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    table.send(PartCast("target", "brute"))
    fact = table.journal.last.fact
    assert isinstance(fact, Changed)
    assert fact.total == play.outcome.values["total"] - 30


def test_a_target_with_other_dice_takes_nothing_of_the_old_roll() -> None:
    """The form waits for the new roll, with the numbers of that target."""
    table = rolled("garden.attack", {}, "wolf")
    table.send(PlaySettled())
    before = table.model.form.desk.typed
    table.send(EffectsApplied(to="sample-1"))
    assert table.model.form.desk.play() is None
    assert table.model.form.desk.typed != before
    entries = table.journal.n
    table.send(EffectsApplied())
    assert table.journal.n == entries
    table.send(RollTapped())
    fact = table.journal.last.fact
    assert isinstance(fact, Rolled)
    assert fact.who["target"] == "sample-1"
    assert table.told == ""  # the new roll takes the notice away


def test_a_target_brings_no_weapon_back_into_an_attack_of_its_own() -> None:
    table = rolled("wasteland.attack", {"weapon_class": "unarmed"})
    table.send(RolledOver(RollableTaken("wasteland.attack", "weapons/0", None, "sample-0", ""), {}))
    assert table.model.form.place == "weapons/0"
    table.send(PlacePicked(""))
    table.send(FieldTyped("weapon_class", "unarmed"))
    table.send(PartCast("target", "ogre"))
    assert table.model.form.place == ""
    assert table.model.form.desk.typed["weapon_class"] == "unarmed"
