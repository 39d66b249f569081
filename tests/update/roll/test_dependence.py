"""Fields that depend on another one are filled in anew when it changes, unless typed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from app.browser.storage.plays import is_play
from app.campaign.participants.casting import may_play, roles
from app.core.games import Game
from app.core.play.play import by_hand as by_hand_play
from app.core.procedures.kinds import Kind, OneOf, Whole, YesNo
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.update.layers import layers
from app.update.messages.answers import PlayLeft
from app.update.messages.forms import (
    FieldTyped,
    PartCast,
    PlacePicked,
    RollableTaken,
    RouteOpened,
)
from app.update.messages.plays import DiceEntered, FacesTyped
from app.update.messages.tracker import LineJoined, NextRolled, StepTaken
from app.update.roll.desks import open_play_record
from app.update.roll.filling import address
from app.update.roll.next_action import find_next_action
from app.widgets.fight.board.board import people
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.result.results import follow as link_of
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table

PROCEDURES = [pytest.param(each, id=each.id) for game in games().values() for each in game]

OWN, OTHER = "sample-0", "sample-1"


def table_of(game: Game) -> Table:
    """Return a table with the samples of a game and no encounter."""
    table = Headless(Fight(game.id, "dependence", {}, [])).table
    table.send(StepTaken("end", {}))
    return table


def cast_in(table: Table, procedure: Procedure) -> dict[str, str]:
    """Cast the first sample as the roller and the second in every other part."""
    cast = {
        role: OWN if role == "self" else OTHER
        for role in roles(procedure)
        if role == "self" or may_play(procedure, role, OTHER, OWN)
    }
    for role, id in cast.items():
        table.send(PartCast(role, id))
    return cast


class Change(NamedTuple):
    """A change of one field, and the new texts of all fields that depend on it."""

    name: str
    text: str
    follow: Mapping[str, str]


def texts_of(kind: Kind, default: Any) -> list[str]:
    """Return some values of a field: all of a choice, the ends of a number."""
    if isinstance(kind, OneOf):
        return [field_text(choice) for choice in kind.choices]
    if isinstance(kind, YesNo):
        return ["true", "false"]
    if isinstance(kind, Whole):
        return [field_text(each) for each in dict.fromkeys((kind.low, kind.low + 1, kind.high))]
    return []


def changes(table: Table, procedure: Procedure) -> Iterator[Change]:
    """Yield every change of a field of the open form that others depend on."""
    model = table.model
    assert model.participants is not None
    form, cast = model.form, {"self": OWN}
    cast |= {role: id for role, id in model.cast[procedure.game].items() if id}
    cast = {role: id for role, id in cast.items() if role in roles(procedure)}
    for name, declared in procedure.inputs.items():
        if declared.kind.house:
            continue
        for text in texts_of(declared.kind, declared.default):
            if text == form.desk.typed[name]:
                continue
            before = model.participants.filled(procedure, cast, "", form.desk.typed)
            typed = {**form.desk.typed, name: text}
            for _ in range(2):  # a filled field may fill another one
                after = model.participants.filled(procedure, cast, "", typed)
                typed |= {each: new for each, new in after.items() if each != name}
            follow = {
                each: after.get(each, form.defaults.get(each, ""))
                for each in before.keys() | after.keys()
                if each != name and before.get(each) != after.get(each)
            }
            if follow:
                yield Change(name, text, follow)


def bare(procedure: Procedure) -> Table:
    """Open a procedure's form from a menu."""
    table = table_of(games()[procedure.game])
    table.send(RouteOpened(f"#/{procedure.id.replace('.', '/')}"))
    cast_in(table, procedure)
    return table


def by_address(procedure: Procedure) -> Table:
    """Open the form by an address that gives every field."""
    link = address(bare(procedure).model.form, True)
    table = table_of(games()[procedure.game])
    cast_in(table, procedure)
    table.send(RouteOpened(link))
    cast_in(table, procedure)
    return table


def at_another_visit(procedure: Procedure) -> Table:
    """Open the form as it was left at the last visit."""
    before = bare(procedure).model
    left = open_play_record(before, before.form)
    assert left is not None
    table = table_of(games()[procedure.game])
    table.send(RouteOpened(address(before.form, True)))
    table.send(PlayLeft(left))
    return table


def from_the_sheet(procedure: Procedure) -> Iterator[Table]:
    """Open the form from each weapon, and from one other entry of the sheet."""
    table = bare(procedure)
    assert table.model.participants is not None
    picks = table.model.participants.picks(procedure, {"self": OWN})
    kinds = {pick.place if pick.place.startswith("weapons/") else "": pick for pick in picks}
    for pick in kinds.values():
        table = bare(procedure)
        table.send(RollableTaken(procedure.id, pick.place, None, OWN, OTHER))
        table.send(RouteOpened(link_of(pick).href))
        yield table


def ways(procedure: Procedure) -> Iterator[Table]:
    """Open a procedure's form in every way."""
    yield bare(procedure)
    yield by_address(procedure)
    yield at_another_visit(procedure)
    yield from from_the_sheet(procedure)


@cache
def by_hand(kind: Kind, *others: str) -> str | None:
    """Return a text that a player could type, different from these."""
    return next((each for each in texts_of(kind, None) if each not in others), None)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_dependent_fields_are_filled_in_anew_unless_typed(procedure: Procedure) -> None:
    for table in ways(procedure):
        before = table.model
        for change in changes(table, procedure):
            table.model = before
            table.send(FieldTyped(change.name, change.text))
            typed = table.model.form.desk.typed
            assert {each: typed[each] for each in change.follow} == change.follow, change
            table.model = before
            assert_typed_texts_stay(table, change)


def assert_typed_texts_stay(table: Table, change: Change) -> None:
    """Assert that a change leaves each dependent field alone that was typed before."""
    before, form = table.model, table.model.form
    for name, filled_in in change.follow.items():
        kind, default = form.procedure.inputs[name].kind, form.defaults[name]
        text = by_hand(kind, form.desk.typed[name], filled_in, default)
        if text is None:
            continue
        table.model = before
        table.send(FieldTyped(name, text))
        table.send(FieldTyped(change.name, change.text))
        assert table.model.form.desk.typed[name] == text, change


# --- from an attack to its damage ---


RAIDER = "Raider, hp 9, dr 3, energy 1"
GHOUL = "Ghoul, hp 9, dr 2, energy 0"


def hit(*lines: str) -> Table:
    """Roll an attack from a menu that hits the first combatant, and open its damage."""
    table = Headless(Fight("wasteland", "hits", {}, [])).table
    for line in lines:
        table.send(LineJoined(line))
    table.send(RouteOpened("#/wasteland/attack"))
    table.send(PartCast("self", OWN))
    table.send(PartCast("target", id_of(table, lines[0])))
    for name, text in (("weapon_class", "big-guns"), ("target_range", "close"), ("shots", "20")):
        table.send(FieldTyped(name, text))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "1, 1, 5"))
    table.send(NextRolled(0))
    assert table.model.open == "wasteland.damage"
    return table


def id_of(table: Table, line: str) -> str:
    """Return the id of the combatant that a line added."""
    name = line.partition(",")[0]
    found = people(table.state).items()
    return next(id for id, called in found if called == name)


def texts(table: Table, *names: str) -> tuple[str, ...]:
    """Return the texts of these fields of the open form."""
    return tuple(fields(table)[name] for name in names)


def fields(table: Table) -> dict[str, str]:
    """Return the texts of all fields of the open form."""
    form = table.model.form
    return {name: form.desk.typed[name] for name in form.procedure.inputs}


def test_resistance_follows_the_damage_type_the_location_and_the_target() -> None:
    table = hit(RAIDER, GHOUL)
    assert texts(table, "dr", "location") == ("3", "torso")
    table.send(FieldTyped("damage_type", "energy"))
    assert texts(table, "dr") == ("1",)
    table.send(PartCast("target", OTHER))  # Brother Holt: 2 against energy, 1 at the legs
    assert texts(table, "dr") == ("2",)
    table.send(FieldTyped("damage_type", "physical"))
    table.send(FieldTyped("location", "left-leg"))
    assert texts(table, "dr") == ("1",)
    table.send(FieldTyped("dr", "6"))  # by hand
    table.send(FieldTyped("location", "head"))
    assert texts(table, "dr") == ("6",)


def test_the_button_gives_only_the_decided_values() -> None:
    table = hit(RAIDER)
    by_button = table.model.given_texts
    assert {"weapon_class", "location", "shots"} <= by_button.keys()
    assert not {"dr", "radiation_dr", "bonus_dice"} & by_button.keys()
    # A saved address may give the dependent values; they are filled in anew as well.
    saved = address(table.model.form, False)
    assert "dr=3" in saved
    table.send(RouteOpened("#/wasteland/encounter"))
    table.send(RouteOpened(saved))
    assert texts(table, "dr") == ("3",)
    table.send(FieldTyped("damage_type", "energy"))
    assert texts(table, "dr") == ("1",)


def test_a_second_target_of_burst_resists_by_itself() -> None:
    table = hit(RAIDER, GHOUL)
    for name, text in (("damage_rating", "3"), ("burst", "true"), ("fire_rate", "2")):
        table.send(FieldTyped(name, text))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "5, 1, 2"))
    next_roll = find_next_action(table.model, table.model.form)
    assert next_roll is not None
    assert next_roll.words(1) == "Apply, and go on to burst: target 1 of 1"
    table.send(NextRolled(0))
    assert table.model.open == "wasteland.hit_location"
    assert table.model.form.desk.play() is None  # the body of the target decides
    table.send(PartCast("target", id_of(table, GHOUL)))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "5"))
    for each in table, at_next_visit(table):
        each.send(NextRolled(0))
        assert each.model.open == "wasteland.damage"
        assert texts(each, "dr", "hp", "location") == ("2", "9", "torso")
        each.send(FieldTyped("damage_type", "energy"))
        assert texts(each, "dr") == ("0",)


def at_next_visit(table: Table) -> Table:
    """Return the table after a reload, with its result."""
    left = json.loads(json.dumps(table.saved))
    assert is_play(left)
    again = Table(stamp=table.stamp)
    again.open(table.journal)
    again.send(RouteOpened(address(table.model.form, with_roll=False)))
    again.send(PlayLeft(left, layers(table.model)))
    assert again.model.form.remaining == table.model.form.remaining != ()
    return again


# --- with a weapon ---


@pytest.mark.parametrize(
    ("game", "place", "field", "kind", "follow"),
    [
        pytest.param(
            "garden",
            "weapons/0",
            "attack_kind",
            "thrown",
            {"attacker_skill": "2", "attacker_attribute": "1", "dv": "3"},
            id="a knife that is thrown takes Athletics and Perception",
        ),
        pytest.param(
            "wasteland",
            "weapons/0",
            "weapon_class",
            "melee-weapon",
            {"attribute": "5", "skill": "1", "tagged": "false", "target_range": "reach"},
            id="a revolver as a club takes STR and Melee Weapons",
        ),
    ],
)
@pytest.mark.parametrize("by_place", [True, False])
def test_another_kind_of_attack_takes_its_own_skill(
    game: str, place: str, field: str, kind: str, follow: dict[str, str], by_place: bool
) -> None:
    table = table_of(games()[game])
    attack = games()[game].procedures[f"{game}.attack"]
    assert table.model.participants is not None
    table.send(RouteOpened(f"#/{game}/attack"))
    table.send(PartCast("self", OWN))
    if by_place:
        table.send(PlacePicked(place))
    else:
        assert table.model.participants is not None
        (pick,) = (
            pick
            for pick in table.model.participants.picks(attack, {"self": OWN})
            if pick.place == place
        )
        table.send(RollableTaken(attack.id, place, None, OWN, OTHER))
        table.send(RouteOpened(link_of(pick).href))
    table.send(FieldTyped(field, kind))
    assert {name: fields(table)[name] for name in follow} == follow


def test_another_weapon_is_another_weapon_however_the_form_was_opened() -> None:
    table = next(from_the_sheet(games()["wasteland"].procedures["wasteland.attack"]))
    before = texts(table, "weapon_class", "skill")
    table.send(PlacePicked("weapons/1" if before[0] == "small-guns" else "weapons/0"))
    after = texts(table, "weapon_class", "skill")
    assert {before, after} == {("small-guns", "3"), ("melee-weapon", "1")}


@pytest.mark.parametrize("place", ["evocation/summon", "astralmancy/ward", "restoration/heal"])
def test_another_spell_is_another_spell(place: str) -> None:
    table = table_of(games()["garden"])
    table.send(RollableTaken("garden.cast_spell", "astralmancy/shield", None, OTHER))
    table.send(RouteOpened("#/garden/cast_spell?spell=shield&skill_level=3&attribute=3"))
    table.send(PlacePicked(place))
    assert texts(table, "spell") == (place.partition("/")[2],)


def test_dice_not_typed_yet_are_those_of_another_weapon_and_target() -> None:
    table = table_of(games()["garden"])
    table.send(RouteOpened("#/garden/attack"))
    table.send(PartCast("self", OWN))
    table.send(PartCast("target", OTHER))
    table.send(PlacePicked("weapons/0"))
    table.send(DiceEntered())
    assert texts(table, "attack_kind", "defender_skill") == ("melee", "1")
    table.send(PlacePicked("weapons/1"))
    table.send(PartCast("target", ""))
    assert texts(table, "attack_kind", "defender_skill") == ("ranged", "0")
    assert table.model.form.desk.answers == ()  # its dice are still wanted
    table.send(FacesTyped(0, "5"))
    table.send(PlacePicked("weapons/0"))
    assert texts(table, "attack_kind") == ("ranged",)  # a play keeps its form


def test_a_thrown_weapon_at_a_known_range_is_thrown() -> None:
    sheet = games()["garden"].sheet
    assert sheet is not None
    knife = {"name": "Knife", "attack_kind": "thrown", "dv": 3, "short_range": 7}
    thrower = sheet.fill({**sheet.samples[0], "weapons": [knife]})
    measured = games()["garden"].procedures["garden.range_band"].bind({"distance": 9})
    outcome = by_hand_play(measured, []).outcome
    game = games()["garden"]
    (throw,) = game.next_rolls(
        measured.procedure.id, measured.values, outcome, {"self": thrower}, "weapons/0"
    )
    assert (throw.inputs["attack_kind"], throw.inputs["dv"]) == ("thrown", 3)
    (shot,) = game.next_rolls(measured.procedure.id, measured.values, outcome, {"self": thrower})
    assert shot.inputs["attack_kind"] == "ranged"
