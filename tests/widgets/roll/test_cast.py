"""The parts of a form: characters whose sheets it reads, and those in its effects."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.participants.casting import complete_cast, counted_roles, may_play, target_role
from app.campaign.state.document import CharacterRecord
from app.campaign.state.encounters import due_record
from app.campaign.state.state import EMPTY, CampaignState
from app.core.encounters.rolls import Due, DueRecord
from app.core.games import find
from app.core.play.play import Finished, by_hand
from app.systems import games
from app.widgets.roll.form.cast import in_places, parts, role_label
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import card

GAME = games()["trueworld"]


def state(**characters: dict[str, Any]) -> CampaignState:
    """Return a campaign with these characters."""
    assert GAME.sheet is not None
    filled = {id: GAME.sheet.fill(data).data for id, data in characters.items()}
    records = {
        id: CharacterRecord(name=id.title(), kind="pc", archived=False, data=data)
        for id, data in filled.items()
    }
    return CampaignState(
        {**EMPTY, "game": "trueworld", "order": list(records), "characters": records}
    )


def follow_help(grade: str, *faces: int, cast: dict[str, str], **sheets: dict[str, Any]) -> Any:
    """Return the first roll offered after help, and its button on the card."""
    bound = GAME.procedures["trueworld.teamwork"].bind({})
    play = by_hand(bound, faces)
    assert isinstance(play, Finished)
    assert play.outcome.grade == grade
    rolls = Participants(GAME, state(**sheets)).follows(bound, play, cast, "skill_sets/0")
    return rolls[0], card(bound.procedure, play, follows=rolls).follows[0]


def test_the_helped_character_plays_a_part() -> None:
    cast_parts = parts(GAME.procedures["trueworld.teamwork"])
    assert [(part.role, part.label) for part in cast_parts] == [
        ("self", "Who"),
        ("receiver", "Receiver"),
    ]


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("", []),
        ("d6", ["Helper 1"]),
        ("d6, unskilled", ["Helper 1", "Helper 2"]),
        ("d6, d6, d6, d6, d6", ["Helper 1", "Helper 2", "Helper 3", "Helper 4"]),
    ],
)
def test_every_helper_of_the_list_plays_a_part(typed: str, labels: list[str]) -> None:
    cast_parts = parts(GAME.procedures["trueworld.assisted_action"], {"helper_dice": typed})
    assert [part.label for part in cast_parts] == ["Who", *labels]


@pytest.mark.parametrize(
    ("name", "role"), [("teamwork", "receiver"), ("assisted_action", "helper4")]
)
def test_a_character_gives_themselves_no_help(name: str, role: str) -> None:
    procedure = GAME.procedures[f"trueworld.{name}"]
    assert may_play(procedure, role, "ann", "bea")
    assert not may_play(procedure, role, "ann", "ann")


def test_outside_of_a_fight_a_helpers_action_is_never_spent() -> None:
    """There it belongs to no round, and no new round would bring it back (T4.2)."""
    spent, cast = state(ann={"action_available": False}), {"self": "ann"}
    procedure = GAME.procedures["trueworld.teamwork"]
    assert Participants(GAME, spent).filled(procedure, cast, "", {})["action_available"] == "true"
    assert GAME.encounter is not None
    fight = GAME.encounter.apply(GAME.encounter.begin(), "add", {"id": "ann"}).scene.state
    fought = CampaignState({**spent.document, "encounter": fight})
    assert Participants(GAME, fought).filled(procedure, cast, "", {})["action_available"] == "false"


BLAST = games()["wasteland"].procedures["wasteland.blast"]


@pytest.mark.parametrize(
    ("typed", "cast", "count"),
    [
        ({}, {}, 1),
        ({"targets": "3"}, {}, 3),
        ({"targets": "many"}, {}, 1),
        ({"targets": "1"}, {"target1": "a"}, 2),
        ({"targets": "3"}, {"target1": "a", "target2": "b"}, 3),
        ({"targets": "1"}, {"target1": "a", "target3": "c"}, 3),
        ({"targets": "12"}, {f"target{place}": "a" for place in range(1, 13)}, 12),
    ],
)
def test_counted_targets_play_parts_and_one_more_may_be_named(
    typed: dict[str, str], cast: dict[str, str], count: int
) -> None:
    role_names = [part.role for part in parts(BLAST, typed, cast)]
    assert role_names == ["self", *(f"target{place}" for place in range(1, count + 1))]


def test_a_game_knows_all_roles_that_its_forms_count() -> None:
    assert counted_roles(games()["wasteland"]) == {f"target{place}" for place in range(1, 13)}
    assert counted_roles(GAME) == set()
    assert len(parts(BLAST)) == 13


def test_parts_stand_in_the_order_of_their_numbers() -> None:
    roles = ["target10", "patient", "target2", "target1"]
    assert in_places(roles) == ("patient", "target1", "target2", "target10")


def test_an_empty_part_falls_to_the_roller() -> None:
    chem = games()["wasteland"].procedures["wasteland.take_chem"]
    assert complete_cast(chem, {"self": "mara"}) == {"self": "mara", "patient": "mara"}
    assert complete_cast(chem, {"self": "mara", "patient": "holt"})["patient"] == "holt"
    assert complete_cast(chem, {}) == {}
    assert complete_cast(BLAST, {"self": "mara"}) == {"self": "mara"}


@pytest.mark.parametrize(
    ("role", "words"),
    [("self", "Who"), ("target", "Target"), ("helper4", "Helper 4"), ("passer_by", "Passer by")],
)
def test_parts_in_words(role: str, words: str) -> None:
    assert role_label(role) == words


BOOSTS = [{"name": "Kit", "benefit_kind": "odds"}, {"name": "Calm", "used": True}]


def test_boosts_of_a_roll_are_switched_in_its_form() -> None:
    participants = Participants(GAME, state(tamsin={"boosts": BOOSTS}, ysolde={}))
    roll, quick = (GAME.procedures[f"trueworld.{id}"] for id in ("action_roll", "quick_action"))
    (boosts,) = participants.switches(roll, {"self": "tamsin"})
    assert (boosts.label, boosts.switch) == ("Boosts", "Invoke")
    assert [(row.words, row.switched) for row in boosts.rows] == [
        ("Kit: one more ability die", False),
        ("Calm: breaks a normal limit", True),
    ]
    assert participants.switches(quick, {"self": "tamsin"}) == ()
    assert participants.switches(roll, {"self": "ysolde"}) == ()
    assert participants.switches(roll, {"self": ""}) == ()


def test_the_roll_after_help_is_the_helped_characters() -> None:
    cast = {"self": "ysolde", "receiver": "tamsin"}
    helper = {"skill_sets": [{"name": "Courier", "die": "d6"}]}
    next, button = follow_help(
        "helpful", 4, 4, cast=cast, ysolde=helper, tamsin={"teamwork_dice": 2}
    )
    # The helped character's sheet holds the number of waiting dice, of all helpers.
    assert (next.roles, next.inputs, next.place) == ({"self": "tamsin"}, {}, "")
    assert button.who == "tamsin"


def test_a_due_roll_of_the_helped_is_the_roll_after_help() -> None:
    roll = due_record("e.1", Due("tamsin", "", "trueworld.action_roll"))
    other: DueRecord = {**roll, "id": "e.0", "who": "ysolde"}
    campaign = CampaignState({**state(ysolde={}, tamsin={}).document, "due": [other, roll]})
    bound = GAME.procedures["trueworld.teamwork"].bind({})
    play = by_hand(bound, (4, 4))
    cast = {"self": "ysolde", "receiver": "tamsin"}
    rolls = Participants(GAME, campaign).follows(bound, play, cast, "")
    assert [roll.due for roll in rolls] == ["e.1", ""]
    assert [follow.due for follow in card(bound.procedure, play, follows=rolls).follows] == [
        "e.1",
        "",
    ]
    alone = Participants(GAME, campaign).follows(bound, play, {"self": "ysolde"}, "")
    assert [each.due for each in alone] == ["", ""]


def test_without_a_helped_character_the_die_goes_with_the_roll() -> None:
    next, button = follow_help("helpful", 4, 4, cast={"self": "ysolde"}, ysolde={})
    assert (next.inputs, button.who) == ({"teamwork_dice": 1}, "")


@pytest.mark.parametrize(
    ("procedure", "part"),
    [
        ("wasteland.attack", "target"),
        ("wasteland.first_aid", "patient"),
        ("wasteland.take_chem", "patient"),
        ("wasteland.blast", "target1"),
        ("garden.stabilize", "patient"),
        ("garden.chase_round", "target"),
        ("trueworld.teamwork", "receiver"),
        ("striker.check", "target"),
    ],
)
def test_the_role_that_a_roll_is_aimed_at(procedure: str, part: str) -> None:
    game = games()[procedure.partition(".")[0]]
    assert target_role(game.procedures[procedure]) == part


@pytest.mark.parametrize(
    ("procedure", "typed", "targets"),
    [
        ("wasteland.skill_test", {}, False),
        ("prism.static_maneuver", {}, False),
        ("garden.jump", {}, False),
        ("garden.persuade", {}, True),
        ("wasteland.attack", {}, True),
        ("striker.opposed", {}, True),
        ("trueworld.action_roll", {}, False),
        ("trueworld.action_roll", {"purpose": "defend"}, False),
        ("trueworld.action_roll", {"purpose": "attack"}, True),
    ],
)
def test_only_a_roll_against_a_character_has_a_target(
    procedure: str, typed: dict[str, str], targets: bool
) -> None:
    cast_parts = parts(find(games(), procedure), typed)
    assert ("target" in [part.role for part in cast_parts]) is targets


def test_a_character_is_not_their_own_target_but_may_be_the_patient() -> None:
    attack, aid = find(games(), "wasteland.attack"), find(games(), "wasteland.first_aid")
    assert not may_play(attack, "target", "mara", "mara")
    assert may_play(attack, "target", "raider", "mara")
    assert may_play(aid, "patient", "mara", "mara")
    assert complete_cast(attack, {"self": "mara", "target": "mara"}) == {"self": "mara"}
    assert complete_cast(aid, {"self": "mara", "patient": "mara"})["patient"] == "mara"


@pytest.mark.parametrize("id", ["garden.chase_round", "garden.chase_obstacle"])
def test_a_chase_has_a_runner_and_a_pursuer_alone(id: str) -> None:
    """The result is the runner's."""
    procedure = games()["garden"].procedures[id]
    assert [part.role for part in parts(procedure)] == ["runner", "pursuer"]
    assert procedure.roller == "runner"
