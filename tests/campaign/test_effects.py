"""Effects in a fight apply to the sheet and to the combatant, wherever the field exists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.steps import record_step
from app.campaign.state.document import Document, EffectRecord
from app.campaign.state.effects import effect_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, CampaignState
from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, Op
from app.systems import games
from app.widgets.roll.form.participants import Participants

#: Games whose sheets and encounters both keep hit points.
WITH_HP = [id for id in ("wasteland", "prism", "striker") if games()[id].encounter]


def fight(game: str) -> Document:
    """Return a fight of `ann`, the first sample character, and `rat`, who has no sheet."""
    form = games()[game].sheet
    assert form is not None
    document = reduced(EMPTY, f.Started(game), games())
    document = reduced(document, f.CharacterAdded("ann", "Ann", form.samples[0]), games())
    document = step(document, "begin")
    sheet = form.fill(form.samples[0])
    joining = games()[game].encounter.by_id["add"].inputs  # type: ignore[union-attr]
    own = {
        name: sheet[each.kind.sheet]
        for name, each in joining.items()
        if each.kind.sheet in form.by_id
    }
    return step(document, "join", who=[{**own, "id": "ann"}, {"id": "rat", "name": "Rat"}])


def step(document: Document, id: str, **inputs: Any) -> Document:
    """Take a step of the encounter."""
    return reduced(document, record_step(document, id, inputs, games(), "e"), games())


def encounter_of(document: Document) -> Mapping[str, Any]:
    """Return the running encounter."""
    assert document["encounter"] is not None
    return document["encounter"]


def hurt(document: Document, to: str, by: int = -1) -> Document:
    """Change a combatant's hit points."""
    effect: EffectRecord = {"to": to, "who": "target", "field": "hp", "op": "add", "value": by}
    return reduced(document, f.Applied([effect]), games())


def current_value(document: Document, combatant: str, name: str) -> Any:
    """Return the current value of a combatant's field, wherever it is stored."""
    scene = scene_of(document, games()[document["game"]])
    assert scene is not None
    return scene.encounter.current_value(scene, combatant, name)


def sheet_of(document: Document, id: str = "ann") -> Any:
    """Return a character's sheet."""
    form = games()[document["game"]].sheet
    assert form is not None
    return form.fill(document["characters"][id]["data"])


@pytest.mark.parametrize("game", WITH_HP)
def test_harm_lands_on_the_sheet_and_on_the_combatant(game: str) -> None:
    before = fight(game)
    after = hurt(before, "ann")
    was, now = (current_value(each, "ann", "hp") for each in (before, after))
    assert now == was - 1 == sheet_of(after)["hp"]


@pytest.mark.parametrize("game", WITH_HP)
def test_harm_lands_on_a_combatant_without_a_sheet(game: str) -> None:
    before = fight(game)
    after = hurt(before, "rat", -2)
    was, now = (current_value(each, "rat", "hp") for each in (before, after))
    assert now == was - 2
    assert after["scene"] == before["scene"]


def test_slumps_failures_and_duties_land_on_both() -> None:
    before = fight("prism")
    effects: list[tuple[str, Op, object]] = [
        ("streak", "set", {"covers": "Climbing", "state": "slump"}),
        ("failed_attempts", "set", {"what": "the wall", "failures": 1}),
        ("pending", "append", "fall-crush"),
        ("stunned", "set", True),
        ("hp", "add", 500),
    ]
    records = [
        effect_record(combatant, Effect("self", field, op, value))
        for combatant in ("ann", "rat")
        for field, op, value in effects
    ]
    after = reduced(before, f.Applied(records), games())
    for combatant in ("ann", "rat"):
        assert current_value(after, combatant, "streaks") == [
            {"covers": "Climbing", "state": "slump"}
        ]
        assert current_value(after, combatant, "attempts") == [{"what": "the wall", "failures": 1}]
        assert current_value(after, combatant, "pending") == [{"duty": "fall-crush"}]
        assert current_value(after, combatant, "stunned")
        assert current_value(after, combatant, "hp") == current_value(after, combatant, "hp_max")
    sheet = sheet_of(after)
    assert {"covers": "Climbing", "state": "slump"} in sheet["streaks"]
    assert {"duty": "fall-crush"} in sheet["pending"]


@pytest.mark.parametrize("game", WITH_HP)
def test_an_edit_of_the_sheet_shows_in_the_fight(game: str) -> None:
    after = reduced(fight(game), f.Edited("ann", {"hp": 3}), games())
    assert current_value(after, "ann", "hp") == 3


def test_sheets_know_the_house_rules_of_their_campaign() -> None:
    agreed = reduced(fight("striker"), f.HouseSet({"unknown_skill": "untrained"}), games())
    state = CampaignState(agreed)
    assert state.character("ann").sheet(games()["striker"]).house == {"unknown_skill": "untrained"}
    stand_ins = Participants(games()["striker"], state).sheets({"self": "rat"})
    assert stand_ins["self"].house == {"unknown_skill": "untrained"}


def test_effects_land_by_the_house_rules() -> None:
    agreed = reduced(fight("garden"), f.HouseSet({"half_penalty": "round-up"}), games())
    bruise: EffectRecord = {
        "to": "ann",
        "who": "self",
        "field": "flesh_bruises",
        "op": "add",
        "value": 1,
    }
    after = reduced(agreed, f.Applied([bruise]), games())
    assert current_value(after, "ann", "modifier") == -1


def test_wounds_of_garden_land_on_a_combatant_without_a_sheet() -> None:
    wound: EffectRecord = {
        "to": "rat",
        "who": "self",
        "field": "deep_wounds",
        "op": "add",
        "value": 1,
    }
    after = reduced(fight("garden"), f.Applied([wound]), games())
    assert current_value(after, "rat", "injuries") == ["deep-wound/open"]
    sheet = Participants(games()["garden"], CampaignState(after)).sheets({"self": "rat"})["self"]
    assert (sheet["modifier"], sheet["gait"], sheet["critical"]) == (-2, "walk", 20)


def test_a_change_in_the_fight_is_written_to_the_sheet() -> None:
    after = step(fight("striker"), "edit", who="ann", hp=3, tc=15)
    assert (sheet_of(after)["hp"], sheet_of(after)["target_challenge"]) == (3, 15)
    # A later effect does not restore the old value.
    after = hurt(after, "ann")
    assert (sheet_of(after)["hp"], current_value(after, "ann", "tc")) == (2, 15)


def test_numbers_of_wasteland_put_right_in_the_fight_stay_so() -> None:
    after = step(fight("wasteland"), "edit", who="ann", hp=3, defense_bonus=1, initiative=17)
    assert (sheet_of(after)["hp"], sheet_of(after)["defense"]) == (3, 2)
    after = hurt(after, "ann")
    assert (current_value(after, "ann", "hp"), current_value(after, "ann", "initiative")) == (2, 17)
    # The bonus counts once.
    assert (
        current_value(after, "ann", "defense"),
        current_value(after, "ann", "defense_bonus"),
    ) == (1, 1)


def test_an_injury_treated_on_the_sheet_is_treated_in_the_fight() -> None:
    injury = {"location": "left-leg", "treated": False}
    after = reduced(fight("wasteland"), f.Edited("ann", {"injuries": [injury]}), games())
    assert current_value(after, "ann", "injuries") == [injury]
    treated = [{**injury, "treated": True}]
    after = reduced(after, f.Edited("ann", {"injuries": treated}), games())
    assert current_value(after, "ann", "injuries") == treated


def test_a_step_that_changes_a_sheet_changes_it_once() -> None:
    before = fight("striker")
    after = step(before, "damage", who="ann", effect=2)
    assert sheet_of(after)["hp"] == sheet_of(before)["hp"] - 2
    assert current_value(after, "ann", "hp") == sheet_of(after)["hp"]


def test_several_join_at_once_or_none_does() -> None:
    document = fight("striker")
    with pytest.raises(BadInput, match="already here"):
        step(document, "join", who=[{"id": "new"}, {"id": "rat"}])
    after = step(document, "join", who=[{"id": "new"}, {"id": "newer"}])
    assert encounter_of(after)["order"] == ["ann", "rat", "new", "newer"]


def test_counters_go_into_the_encounter_and_come_back() -> None:
    document = reduced(EMPTY, f.Started("wasteland"), games())
    document = reduced(document, f.SceneSet({"group_ap": 3}), games())
    document = step(document, "begin")
    assert encounter_of(document)["group_ap"] == 3
    document = step(document, "set_pools", group_ap=5)
    assert step(document, "end")["scene"]["group_ap"] == 5


def test_the_clock_follows_the_rounds() -> None:
    document = fight("striker")
    for _ in range(6):
        document = step(document, "next")
    assert encounter_of(document)["round"] == 3
    assert document["hours"] == 0.003333  # twelve seconds
    assert step(document, "end")["hours"] == document["hours"]


@pytest.mark.parametrize("records", [None, "ann", [1]])
def test_the_combatants_that_join_are_a_list_of_records(records: Any) -> None:
    with pytest.raises(BadInput, match="give a list"):
        step(fight("striker"), "join", who=records)


def test_effects_on_an_unknown_character_are_refused() -> None:
    with pytest.raises(BadInput, match="no character"):
        hurt(fight("striker"), "nobody")


@pytest.mark.parametrize(
    ("stored", "by", "remaining"), [({}, -3, 0), ({}, 2, 2), ({"group_ap": 2}, -1, 1), ({}, 9, 6)]
)
def test_a_counter_changes_from_its_default_or_stored_value(
    stored: dict[str, int], by: int, remaining: int
) -> None:
    begun = reduced(EMPTY, f.Started("wasteland"), games())
    document = reduced(begun, f.SceneSet(stored), games())
    spent: EffectRecord = {"to": "", "who": "self", "field": "group_ap", "op": "add", "value": by}
    assert reduced(document, f.Applied([spent]), games())["scene"] == {"group_ap": remaining}


def test_a_sheet_knows_whether_it_is_a_non_player_characters() -> None:
    """T11.2: a non-player character takes half as much stress; a change of side caps it."""
    ysolde = dict(games()["trueworld"].sheet.samples[0])  # type: ignore[union-attr]
    document = fight("trueworld")  # Ysolde, tier d6
    document = reduced(
        document, f.CharacterAdded("bo", "Bo", {**ysolde, "stress": 5}, "npc"), games()
    )
    for id, most in (("ann", 6), ("bo", 3)):
        effect: EffectRecord = {"to": id, "who": "self", "field": "stress", "op": "add", "value": 9}
        document = reduced(document, f.Applied([effect]), games())
        sheet = CampaignState(document).character(id).sheet(games()["trueworld"])
        assert (sheet["stress"], sheet["max_stress"]) == (most, most)
    document = reduced(document, f.Edited("bo", {"stress": 12}), games())
    assert document["characters"]["bo"]["data"]["stress"] == 3
    document = reduced(document, f.CharacterRenamed("ann", "Ann", "npc"), games())
    assert document["characters"]["ann"]["data"]["stress"] == 3
    assert (
        current_value(document, "ann", "stress"),
        current_value(document, "ann", "max_stress"),
    ) == (3, 3)
    document = reduced(document, f.CharacterDuplicated("bo", "bo2", "Bo too"), games())
    assert CampaignState(document).character("bo2").sheet(games()["trueworld"])["max_stress"] == 3


def test_a_surplus_goes_into_the_encounter_and_back() -> None:
    begun = reduced(EMPTY, f.Started("wasteland"), games())
    earned: EffectRecord = {"to": "", "who": "self", "field": "surplus_ap", "op": "add", "value": 3}
    document = reduced(begun, f.Applied([earned]), games())
    assert document["scene"] == {"surplus_ap": 3}
    assert encounter_of(step(document, "begin"))["surplus_ap"] == 3
    # The end of the encounter ends the turn, and the surplus with it (W1.6).
    assert step(step(document, "begin"), "end")["scene"]["surplus_ap"] == 0
    spent = reduced(document, f.Applied([{**earned, "value": -4}]), games())
    assert spent["scene"] == {"surplus_ap": 0}


@pytest.mark.parametrize("odd", ["<script>", True, 2.5, [1]])
def test_a_counter_of_the_scene_counts_and_nothing_else(odd: object) -> None:
    document = reduced(EMPTY, f.Started("wasteland"), games())
    with pytest.raises(BadInput) as fault:
        reduced(document, f.SceneSet({"group_ap": odd}), games())
    assert fault.value.field == "group_ap"
    named = reduced(document, f.SceneSet({"group_ap": 4, "mood": odd}), games())
    assert named["scene"]["group_ap"] == 4
    assert "group_ap" not in reduced(named, f.SceneSet({"group_ap": None}), games())["scene"]


@pytest.mark.parametrize("fighting", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("role", ["self", "target"])
@pytest.mark.parametrize("to", ["", "ann"])
def test_a_counter_of_the_scene_stays_the_scenes_for_any_role(
    to: str, role: str, fighting: bool
) -> None:
    document = fight("wasteland")
    if not fighting:
        document = step(document, "end")
    sheet = document["characters"]

    def counted(field: str) -> int:
        """Return a counter's value in the encounter or the scene."""
        values: Mapping[str, Any] = encounter_of(document) if fighting else document["scene"]
        return int(values.get(field, 0))

    for field, value, then in (
        ("group_ap", 4, 4), ("group_ap", 9, 6), ("group_ap", -9, 0), ("surplus_ap", 2, 2),
        ("surplus_ap", -5, 0), ("gm_ap", 3, 3),
    ):  # fmt: skip
        effect: EffectRecord = {"to": to, "who": role, "field": field, "op": "add", "value": value}
        document = reduced(document, f.Applied([effect]), games())
        assert counted(field) == then, field
        assert document["characters"] == sheet
    assert set(document["scene"]) <= {"group_ap", "surplus_ap", "gm_ap"}
