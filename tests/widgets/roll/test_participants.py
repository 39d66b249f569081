"""The participants of a roll: their sheets and the scene fill and limit its form."""

from __future__ import annotations

from app.campaign.participants.participants import carry_offers, still_offered
from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY, CampaignState
from app.core.play.play import Finished, by_hand
from app.core.procedures.outcomes import Effect
from app.systems import games
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import card

WASTELAND = games()["wasteland"]
TEST = WASTELAND.procedures["wasteland.skill_test"]
ATTACK = WASTELAND.procedures["wasteland.attack"]


def participants(*, luck_points: int = 6) -> Participants:
    """Return Mara, with so many luck points, and a raider behind cover, in a fight."""
    assert WASTELAND.encounter is not None
    assert WASTELAND.sheet is not None
    raider = {"id": "raider", "defense": 3, "max_hp": 7, "cover_dice": 2, "side": "gm"}
    fight = WASTELAND.encounter.begin()
    encounter = WASTELAND.encounter.apply(fight, "add", raider).scene.state
    sheet = WASTELAND.sheet.fill({**WASTELAND.sheet.samples[0], "luck_points": luck_points})
    mara: CharacterRecord = {"name": "Mara", "kind": "pc", "archived": False, "data": sheet.data}
    document: Document = {
        **EMPTY,
        "game": "wasteland",
        "characters": {"mara": mara},
        "order": ["mara"],
        "encounter": encounter,
    }
    return Participants(WASTELAND, CampaignState(document))


def test_no_more_luck_is_offered_than_the_sheet_has() -> None:
    assert participants(luck_points=2).limits(TEST, {"self": "mara"}) == {"rerolls": 2}
    assert participants(luck_points=6).limits(TEST, {"self": "mara"}) == {"rerolls": 3}
    assert participants().limits(TEST, {}) == {"rerolls": 3}


def test_a_stacked_deck_takes_one_of_the_luck_points() -> None:
    stacked = {"stacked_deck": "true"}
    assert participants(luck_points=2).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 1}
    assert participants(luck_points=0).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 0}
    assert participants(luck_points=6).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 3}


def test_a_roll_knows_the_one_it_is_aimed_at() -> None:
    present = participants()
    aimed = present.filled(ATTACK, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert aimed["defense"] == "3"
    damage = WASTELAND.procedures["wasteland.damage"]
    struck = present.filled(damage, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert (struck["cover_dice"], struck["hp"], struck["max_hp"]) == ("2", "7", "7")
    assert "defense" not in present.filled(ATTACK, {"self": "mara"}, "weapons/0", {})


def test_a_form_names_the_inputs_that_hidden_numbers_would_fill() -> None:
    present, cast = participants(), {"self": "mara", "target": "raider"}
    assert present.hidden(ATTACK, cast) == {}
    on_a_phone = Participants(WASTELAND, present.state, frozenset({"raider"}))
    assert "defense" not in on_a_phone.filled(ATTACK, cast, "weapons/0", {})
    assert on_a_phone.hidden(ATTACK, cast) == {
        "raider": "defense, body of the target and target prone"
    }
    assert on_a_phone.hidden(ATTACK, cast, ["defense", "body_plan"]) == {"raider": "target prone"}
    assert on_a_phone.hidden(TEST, cast) == on_a_phone.hidden(ATTACK, {"self": "mara"}) == {}
    # those that depend on others, too: the armour of the part that is hit
    assert on_a_phone.hidden(WASTELAND.procedures["wasteland.damage"], cast) == {
        "raider": "body of the target, DR, maximum HP, HP and injuries so far"
    }


def test_a_following_roll_at_another_target_leaves_the_choice_open() -> None:
    damage = WASTELAND.procedures["wasteland.damage"]
    bound = damage.bind({"weapon_class": "big-guns", "damage_rating": 2, "burst": True})
    play = by_hand(bound, [5, 6])
    assert isinstance(play, Finished)
    cast = {"self": "mara", "target": "raider"}
    first, *others = participants().follows(bound, play, cast, "weapons/0")
    assert others == []
    assert (first.procedure, first.roles) == ("wasteland.hit_location", {"target": ""})
    assert (first.place, first.inputs) == ("weapons/0", {})
    assert card(damage, play, follows=(first,)).follows[0].target == ""
    left = still_offered(first, ())
    where = WASTELAND.procedures[first.procedure].bind({})
    fallen = by_hand(where, [10])
    assert isinstance(fallen, Finished)
    # The damage that follows the location is that of the weapon, once.
    (struck,) = participants().follows(
        where, fallen, {**cast, "target": "raider"}, "weapons/0", left
    )
    assert (struck.label, struck.inputs["location"]) == ("Damage", "left-arm")
    assert (struck.inputs["damage_rating"], struck.inputs["burst"]) == (1, False)
    (second,) = still_offered(struck, carry_offers(left, where, fallen))
    assert second.label == "Burst: target 2 of 2"
    # An earlier offer stays until it is taken.
    assert still_offered(second, (second,)) == second.rest
    assert still_offered(second, (first,)) == (*second.rest, first)


def test_values_locked_by_the_encounter_are_the_same_in_every_form() -> None:
    """Striker, S18: the GM bars stances only for a combatant with a due roll."""
    striker = games()["striker"]
    assert striker.encounter is not None
    scene = striker.encounter.begin()
    for id in ("ann", "bob"):
        scene = striker.encounter.apply(scene, "add", {"id": id}).scene
    scene = striker.encounter.apply(scene, "bar_stances", {"who": "ann"}).scene
    present = Participants(
        striker, CampaignState({**EMPTY, "game": "striker", "encounter": scene.state})
    )
    check, save = (striker.procedures[f"striker.{name}"] for name in ("check", "save"))
    assert present.locked_texts(check, {"self": "ann"}) == {"stance": "normal"}
    assert present.filled(check, {"self": "ann"}, "", {})["stance"] == "normal"
    assert present.locked_texts(save, {"self": "ann"}) == {}
    assert present.locked_texts(check, {"self": "bob"}) == present.locked_texts(check, {}) == {}


def test_an_uncast_role_is_an_entry_of_the_sheet_rolled_from() -> None:
    garden = games()["garden"]
    assert garden.sheet is not None
    tasks = [{"name": "Lock"}, {"name": "Engine", "goal": 6}]
    spell = {"name": "shield", "psyche": 3, "ends": "scene"}
    data = garden.sheet.fill({"tasks": tasks, "ongoing_spells": [spell]}).data
    rowan: CharacterRecord = {"name": "Rowan", "kind": "pc", "archived": False, "data": data}
    document: Document = {
        **EMPTY,
        "game": "garden",
        "characters": {"rowan": rowan},
        "order": ["rowan"],
    }
    present, cast = Participants(garden, CampaignState(document)), {"self": "rowan"}
    step = garden.procedures["garden.accumulate"].bind({"skill_level": 1})
    play = by_hand(step, [6])
    assert isinstance(play, Finished)
    (progress,) = play.outcome.effects
    to, effect = present.resolve_effect(progress, step, play, cast, "tasks/1")
    assert (to, effect.who, effect.field) == ("rowan", "self", "tasks")
    assert [each["progress"] for each in effect.value] == [0, 2]
    # Without an entry it is a new task of the roller; without a roller it is not tracked.
    to, effect = present.resolve_effect(progress, step, play, cast, "")
    assert (to, effect.who, effect.field) == ("rowan", "self", "long_task")
    assert present.tracks(to, effect)
    task = {"target_number": 4, "goal": 3, "progress": 2}
    to, effect = present.resolve_effect(progress, step, play, {}, "")
    assert (to, effect) == ("", Effect("task", "progress", "set", task))
    assert not present.tracks(to, effect)
    dispel = garden.procedures["garden.cast_opposed"].bind({"spell": "dispel", "skill_level": 1})
    play = by_hand(dispel, [6, 1, 2])
    assert isinstance(play, Finished)
    to, effect = present.resolve_effect(
        play.outcome.effects[0], dispel, play, cast, "ongoing_spells/0"
    )
    assert (to, effect.field, effect.value[0]["damage"]) == ("rowan", "ongoing_spells", 4)
    # Aimed at its bearer, it is the spell on the bearer's sheet.
    data = garden.sheet.fill({"psyche": 1}).data
    ilya: CharacterRecord = {**rowan, "name": "Ilya", "data": data}
    characters = {"rowan": rowan, "ilya": ilya}
    both: Document = {**document, "characters": characters, "order": ["rowan", "ilya"]}
    present, cast = Participants(garden, CampaignState(both)), {"self": "ilya", "target": "rowan"}
    texts = present.filled(dispel.procedure, cast, "restoration", {"spell": "dispel"})
    assert (texts["opposing_psyche"], texts["spell_damage"]) == ("3", "0")
    to, effect = present.resolve_effect(play.outcome.effects[0], dispel, play, cast, "restoration")
    assert (to, effect.field, effect.value[0]["damage"]) == ("rowan", "ongoing_spells", 4)
