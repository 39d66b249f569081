"""Effects in a fight: on the sheet and on the combatant alike, whoever has a place for them."""

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
    """The first sample character `ann`, and `rat` who has no sheet, in an encounter."""
    form = games()[game].sheet
    assert form is not None
    document = reduced(EMPTY, f.Started(game), games())
    document = reduced(document, f.CharacterAdded("ann", "Ann", form.samples[0]), games())
    document = step(document, "begin")
    sheet = form.filled(form.samples[0])
    joining = games()[game].encounter.by_id["add"].inputs  # type: ignore[union-attr]
    own = {
        name: sheet[each.kind.sheet]
        for name, each in joining.items()
        if each.kind.sheet in form.by_id
    }
    return step(document, "join", who=[{**own, "id": "ann"}, {"id": "rat", "name": "Rat"}])


def step(document: Document, id: str, **inputs: Any) -> Document:
    return reduced(document, record_step(document, id, inputs, games(), "e"), games())


def running(document: Document) -> Mapping[str, Any]:
    """The encounter that is running."""
    assert document["encounter"] is not None
    return document["encounter"]


def hurt(document: Document, to: str, by: int = -1) -> Document:
    effect: EffectRecord = {"to": to, "who": "target", "field": "hp", "op": "add", "value": by}
    return reduced(document, f.Applied([effect]), games())


def stands(document: Document, who: str, name: str) -> Any:
    """What stands in a fight under this name, wherever it is kept."""
    scene = scene_of(document, games()[document["game"]])
    assert scene is not None
    return scene.encounter.current_value(scene, who, name)


def sheet_of(document: Document, id: str = "ann") -> Any:
    form = games()[document["game"]].sheet
    assert form is not None
    return form.filled(document["characters"][id]["data"])


@pytest.mark.parametrize("game", WITH_HP)
def test_harm_lands_on_the_sheet_and_on_the_combatant(game: str) -> None:
    before = fight(game)
    after = hurt(before, "ann")
    was, now = (stands(each, "ann", "hp") for each in (before, after))
    assert now == was - 1 == sheet_of(after)["hp"]


@pytest.mark.parametrize("game", WITH_HP)
def test_harm_lands_on_somebody_without_a_sheet(game: str) -> None:
    before = fight(game)
    after = hurt(before, "rat", -2)
    was, now = (stands(each, "rat", "hp") for each in (before, after))
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
        effect_record(who, Effect("self", field, op, value))
        for who in ("ann", "rat")
        for field, op, value in effects
    ]
    after = reduced(before, f.Applied(records), games())
    for who in ("ann", "rat"):
        assert stands(after, who, "streaks") == [{"covers": "Climbing", "state": "slump"}]
        assert stands(after, who, "attempts") == [{"what": "the wall", "failures": 1}]
        assert stands(after, who, "pending") == [{"duty": "fall-crush"}]
        assert stands(after, who, "stunned")
        assert stands(after, who, "hp") == stands(after, who, "hp_max")
    sheet = sheet_of(after)
    assert {"covers": "Climbing", "state": "slump"} in sheet["streaks"]
    assert {"duty": "fall-crush"} in sheet["pending"]


@pytest.mark.parametrize("game", WITH_HP)
def test_what_is_written_on_the_sheet_shows_in_the_fight(game: str) -> None:
    after = reduced(fight(game), f.Edited("ann", {"hp": 3}), games())
    assert stands(after, "ann", "hp") == 3


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
    assert stands(after, "ann", "modifier") == -1


def test_wounds_of_garden_land_on_whoever_has_no_sheet() -> None:
    wound: EffectRecord = {
        "to": "rat",
        "who": "self",
        "field": "deep_wounds",
        "op": "add",
        "value": 1,
    }
    after = reduced(fight("garden"), f.Applied([wound]), games())
    assert stands(after, "rat", "injuries") == ["deep-wound/open"]
    sheet = Participants(games()["garden"], CampaignState(after)).sheets({"self": "rat"})["self"]
    assert (sheet["modifier"], sheet["gait"], sheet["critical"]) == (-2, "walk", 20)


def test_what_is_changed_in_the_fight_stands_on_the_sheet() -> None:
    after = step(fight("striker"), "edit", who="ann", hp=3, tc=15)
    assert (sheet_of(after)["hp"], sheet_of(after)["target_challenge"]) == (3, 15)
    # Nothing that lands later brings back what stood there.
    after = hurt(after, "ann")
    assert (sheet_of(after)["hp"], stands(after, "ann", "tc")) == (2, 15)


def test_numbers_of_wasteland_put_right_in_the_fight_stay_so() -> None:
    after = step(fight("wasteland"), "edit", who="ann", hp=3, defense_bonus=1, initiative=17)
    assert (sheet_of(after)["hp"], sheet_of(after)["defense"]) == (3, 2)
    after = hurt(after, "ann")
    assert (stands(after, "ann", "hp"), stands(after, "ann", "initiative")) == (2, 17)
    # The bonus counts once.
    assert (stands(after, "ann", "defense"), stands(after, "ann", "defense_bonus")) == (1, 1)


def test_an_injury_treated_on_the_sheet_is_treated_in_the_fight() -> None:
    injury = {"location": "left-leg", "treated": False}
    after = reduced(fight("wasteland"), f.Edited("ann", {"injuries": [injury]}), games())
    assert stands(after, "ann", "injuries") == [injury]
    treated = [{**injury, "treated": True}]
    after = reduced(after, f.Edited("ann", {"injuries": treated}), games())
    assert stands(after, "ann", "injuries") == treated


def test_a_step_that_changes_a_sheet_changes_it_once() -> None:
    before = fight("striker")
    after = step(before, "damage", who="ann", effect=2)
    assert sheet_of(after)["hp"] == sheet_of(before)["hp"] - 2
    assert stands(after, "ann", "hp") == sheet_of(after)["hp"]


def test_several_join_at_once_or_nobody_does() -> None:
    document = fight("striker")
    with pytest.raises(BadInput, match="already here"):
        step(document, "join", who=[{"id": "new"}, {"id": "rat"}])
    after = step(document, "join", who=[{"id": "new"}, {"id": "newer"}])
    assert running(after)["order"] == ["ann", "rat", "new", "newer"]


def test_counters_go_into_the_encounter_and_come_back() -> None:
    document = reduced(EMPTY, f.Started("wasteland"), games())
    document = reduced(document, f.SceneSet({"group_ap": 3}), games())
    document = step(document, "begin")
    assert running(document)["group_ap"] == 3
    document = step(document, "set_pools", group_ap=5)
    assert step(document, "end")["scene"]["group_ap"] == 5


def test_the_clock_follows_the_rounds() -> None:
    document = fight("striker")
    for _ in range(6):
        document = step(document, "next")
    assert running(document)["round"] == 3
    assert document["hours"] == 0.003333  # twelve seconds
    assert step(document, "end")["hours"] == document["hours"]


@pytest.mark.parametrize("who", [None, "ann", [1]])
def test_who_joins_is_a_list_of_records(who: Any) -> None:
    with pytest.raises(BadInput, match="give a list"):
        step(fight("striker"), "join", who=who)


def test_effects_on_nobody_are_refused() -> None:
    with pytest.raises(BadInput, match="no character"):
        hurt(fight("striker"), "nobody")


@pytest.mark.parametrize(
    ("said", "by", "left"), [({}, -3, 0), ({}, 2, 2), ({"group_ap": 2}, -1, 1), ({}, 9, 6)]
)
def test_a_counter_changes_from_where_it_stands_unsaid(
    said: dict[str, int], by: int, left: int
) -> None:
    begun = reduced(EMPTY, f.Started("wasteland"), games())
    document = reduced(begun, f.SceneSet(said), games())
    spent: EffectRecord = {"to": "", "who": "self", "field": "group_ap", "op": "add", "value": by}
    assert reduced(document, f.Applied([spent]), games())["scene"] == {"group_ap": left}


def test_a_sheet_knows_whether_it_is_a_non_player_characters() -> None:
    """T11.2: half as much stress for those whom nobody plays; who changes sides keeps no more."""
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
    assert (stands(document, "ann", "stress"), stands(document, "ann", "max_stress")) == (3, 3)
    document = reduced(document, f.CharacterDuplicated("bo", "bo2", "Bo too"), games())
    assert CampaignState(document).character("bo2").sheet(games()["trueworld"])["max_stress"] == 3


def test_what_is_beyond_a_purse_goes_into_the_encounter_and_back() -> None:
    begun = reduced(EMPTY, f.Started("wasteland"), games())
    earned: EffectRecord = {"to": "", "who": "self", "field": "surplus_ap", "op": "add", "value": 3}
    document = reduced(begun, f.Applied([earned]), games())
    assert document["scene"] == {"surplus_ap": 3}
    assert running(step(document, "begin"))["surplus_ap"] == 3
    # With the encounter the turn that was on is over (W1.6).
    assert step(step(document, "begin"), "end")["scene"]["surplus_ap"] == 0
    spent = reduced(document, f.Applied([{**earned, "value": -4}]), games())
    assert spent["scene"] == {"surplus_ap": 0}


@pytest.mark.parametrize("odd", ["<script>", True, 2.5, [1]])
def test_a_counter_of_the_scene_counts_and_nothing_else(odd: object) -> None:
    document = reduced(EMPTY, f.Started("wasteland"), games())
    with pytest.raises(BadInput) as told:
        reduced(document, f.SceneSet({"group_ap": odd}), games())
    assert told.value.field == "group_ap"
    named = reduced(document, f.SceneSet({"group_ap": 4, "mood": odd}), games())
    assert named["scene"]["group_ap"] == 4
    assert "group_ap" not in reduced(named, f.SceneSet({"group_ap": None}), games())["scene"]


@pytest.mark.parametrize("fighting", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("who", ["self", "target"])
@pytest.mark.parametrize("to", ["", "ann"])
def test_what_the_scene_counts_is_the_scenes_whoever_rolled(
    to: str, who: str, fighting: bool
) -> None:
    document = fight("wasteland")
    if not fighting:
        document = step(document, "end")
    sheet = document["characters"]

    def counted(field: str) -> int:
        kept: Mapping[str, Any] = running(document) if fighting else document["scene"]
        return int(kept.get(field, 0))

    for field, value, then in (
        ("group_ap", 4, 4), ("group_ap", 9, 6), ("group_ap", -9, 0), ("surplus_ap", 2, 2),
        ("surplus_ap", -5, 0), ("gm_ap", 3, 3),
    ):  # fmt: skip
        effect: EffectRecord = {"to": to, "who": who, "field": field, "op": "add", "value": value}
        document = reduced(document, f.Applied([effect]), games())
        assert counted(field) == then, field
        assert document["characters"] == sheet
    assert set(document["scene"]) <= {"group_ap", "surplus_ap", "gm_ap"}
