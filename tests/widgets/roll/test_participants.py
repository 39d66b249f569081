"""Those who play a part in a roll: what their sheets and the scene give to its form, and limit."""

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


def company(*, luck_points: int = 6) -> Participants:
    """Mara, with so many luck points left, and a raider in a fight who stands behind cover."""
    assert WASTELAND.encounter is not None
    assert WASTELAND.sheet is not None
    raider = {"id": "raider", "defense": 3, "max_hp": 7, "cover_dice": 2, "side": "gm"}
    fight = WASTELAND.encounter.begin()
    encounter = WASTELAND.encounter.apply(fight, "add", raider).scene.state
    sheet = WASTELAND.sheet.filled({**WASTELAND.sheet.samples[0], "luck_points": luck_points})
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
    assert company(luck_points=2).limits(TEST, {"self": "mara"}) == {"rerolls": 2}
    assert company(luck_points=6).limits(TEST, {"self": "mara"}) == {"rerolls": 3}
    assert company().limits(TEST, {}) == {"rerolls": 3}


def test_a_stacked_deck_takes_one_of_the_luck_points() -> None:
    stacked = {"stacked_deck": "true"}
    assert company(luck_points=2).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 1}
    assert company(luck_points=0).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 0}
    assert company(luck_points=6).limits(TEST, {"self": "mara"}, stacked) == {"rerolls": 3}


def test_a_roll_knows_the_one_it_is_aimed_at() -> None:
    there = company()
    aimed = there.filled(ATTACK, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert aimed["defense"] == "3"
    damage = WASTELAND.procedures["wasteland.damage"]
    struck = there.filled(damage, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert (struck["cover_dice"], struck["hp"], struck["max_hp"]) == ("2", "7", "7")
    assert "defense" not in there.filled(ATTACK, {"self": "mara"}, "weapons/0", {})


def test_what_follows_at_somebody_else_leaves_the_target_to_be_chosen() -> None:
    damage = WASTELAND.procedures["wasteland.damage"]
    bound = damage.bind({"weapon_class": "big-guns", "damage_rating": 2, "burst": True})
    play = by_hand(bound, [5, 6])
    assert isinstance(play, Finished)
    cast = {"self": "mara", "target": "raider"}
    first, *others = company().follows(bound, play, cast, "weapons/0")
    assert others == []
    assert (first.procedure, first.roles) == ("wasteland.hit_location", {"target": ""})
    assert (first.place, first.inputs) == ("weapons/0", {})
    assert card(damage, play, follows=(first,)).follows[0].target == ""
    left = still_offered(first, ())
    where = WASTELAND.procedures[first.procedure].bind({})
    fallen = by_hand(where, [10])
    assert isinstance(fallen, Finished)
    # The damage that follows on a location by itself is that of the weapon, there and once.
    (struck,) = company().follows(where, fallen, {**cast, "target": "raider"}, "weapons/0", left)
    assert (struck.label, struck.inputs["location"]) == ("Damage", "left-arm")
    assert (struck.inputs["damage_rating"], struck.inputs["burst"]) == (1, False)
    (second,) = still_offered(struck, carry_offers(left, where, fallen))
    assert second.label == "Burst: target 2 of 2"
    # What was on offer before stays so until it is taken.
    assert still_offered(second, (second,)) == second.rest
    assert still_offered(second, (first,)) == (*second.rest, first)


def test_what_the_encounter_keeps_is_the_same_for_every_form() -> None:
    """Striker, S18: the GM bars stances for whoever has a roll due, and for nobody else."""
    striker = games()["striker"]
    assert striker.encounter is not None
    scene = striker.encounter.begin()
    for id in ("ann", "bob"):
        scene = striker.encounter.apply(scene, "add", {"id": id}).scene
    scene = striker.encounter.apply(scene, "bar_stances", {"who": "ann"}).scene
    there = Participants(
        striker, CampaignState({**EMPTY, "game": "striker", "encounter": scene.state})
    )
    check, save = (striker.procedures[f"striker.{name}"] for name in ("check", "save"))
    assert there.locked_texts(check, {"self": "ann"}) == {"stance": "normal"}
    assert there.filled(check, {"self": "ann"}, "", {})["stance"] == "normal"
    assert there.locked_texts(save, {"self": "ann"}) == {}
    assert there.locked_texts(check, {"self": "bob"}) == there.locked_texts(check, {}) == {}


def test_what_no_one_plays_is_an_entry_of_the_sheet_that_was_rolled_from() -> None:
    garden = games()["garden"]
    assert garden.sheet is not None
    tasks = [{"name": "Lock"}, {"name": "Engine", "goal": 6}]
    spell = {"name": "shield", "psyche": 3, "ends": "scene"}
    data = garden.sheet.filled({"tasks": tasks, "ongoing_spells": [spell]}).data
    rowan: CharacterRecord = {"name": "Rowan", "kind": "pc", "archived": False, "data": data}
    document: Document = {
        **EMPTY,
        "game": "garden",
        "characters": {"rowan": rowan},
        "order": ["rowan"],
    }
    there, cast = Participants(garden, CampaignState(document)), {"self": "rowan"}
    step = garden.procedures["garden.accumulate"].bind({"skill_level": 1})
    play = by_hand(step, [6])
    assert isinstance(play, Finished)
    (progress,) = play.outcome.effects
    to, effect = there.resolve_effect(progress, step, play, cast, "tasks/1")
    assert (to, effect.who, effect.field) == ("rowan", "self", "tasks")
    assert [each["progress"] for each in effect.value] == [0, 2]
    # Rolled from nowhere it is a new task of whoever rolled; of nobody it is kept by hand.
    to, effect = there.resolve_effect(progress, step, play, cast, "")
    assert (to, effect.who, effect.field) == ("rowan", "self", "long_task")
    assert there.tracks(to, effect)
    task = {"target_number": 4, "goal": 3, "progress": 2}
    to, effect = there.resolve_effect(progress, step, play, {}, "")
    assert (to, effect) == ("", Effect("task", "progress", "set", task))
    assert not there.tracks(to, effect)
    dispel = garden.procedures["garden.cast_opposed"].bind({"spell": "dispel", "skill_level": 1})
    play = by_hand(dispel, [6, 1, 2])
    assert isinstance(play, Finished)
    to, effect = there.resolve_effect(
        play.outcome.effects[0], dispel, play, cast, "ongoing_spells/0"
    )
    assert (to, effect.field, effect.value[0]["damage"]) == ("rowan", "ongoing_spells", 4)
    # Aimed at whoever bears it, it is the spell there.
    data = garden.sheet.filled({"psyche": 1}).data
    ilya: CharacterRecord = {**rowan, "name": "Ilya", "data": data}
    characters = {"rowan": rowan, "ilya": ilya}
    both: Document = {**document, "characters": characters, "order": ["rowan", "ilya"]}
    there, cast = Participants(garden, CampaignState(both)), {"self": "ilya", "target": "rowan"}
    told = there.filled(dispel.procedure, cast, "restoration", {"spell": "dispel"})
    assert (told["opposing_psyche"], told["spell_damage"]) == ("3", "0")
    to, effect = there.resolve_effect(play.outcome.effects[0], dispel, play, cast, "restoration")
    assert (to, effect.field, effect.value[0]["damage"]) == ("rowan", "ongoing_spells", 4)
