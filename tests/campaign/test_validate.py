"""Foreign data are stored unchanged, but shown only as far as their form accepts them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.steps import record_step
from app.campaign.state.document import Document
from app.campaign.state.state import CampaignState, sheet_from
from app.campaign.state.validate import find_invalid, sanitize_document
from app.core.encounters.rolls import DueRecord
from app.core.encounters.validate import (
    MOST_COMBATANTS,
    InvalidState,
    validate_prefill,
    validate_scene,
    validate_steps,
)
from app.core.procedures.kinds import Number, OneOf, Text, Whole
from app.core.sheets import Field, ListField, SheetForm
from app.core.sheets.sanitize import sanitize
from tests.campaign.happenings import EVERY_GAME, GAMES, Stamps, begun
from tests.campaign.seeing import see
from tests.fights import Fight, fights
from tests.fights.headless import Headless

# --- sheets ---


class Form(SheetForm):
    fields = (
        Field("body", Whole(0, 8), 2),
        Field("load", Number(0, 100), 0),
        Field("side", OneOf("day", "night"), "day"),
        Field("name", Text(10), ""),
        Field("twice", Whole(0, 20), lambda sheet: 2 * sheet["body"]),
    )
    lists = (
        ListField(
            "weapons",
            "Weapons",
            (
                Field("name", Text(10), ""),
                Field("reach", Whole(1, 5), 1),
                Field("kind", OneOf("club", "bow"), "club"),
                Field("bonus", Whole(-2, 2), None),
            ),
            most=3,
        ),
    )


FORM = Form()

CLUB = {"name": "Club", "reach": 1, "kind": "club", "bonus": None}


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({"body": 3, "load": 0.5, "side": "night"}, {"body": 3, "load": 0.5, "side": "night"}),
        ({"body": 3.0}, {"body": 3}),
        ({"body": 99}, {"body": 8}),
        ({"body": -(10**30)}, {"body": 0}),
        ({"body": "three"}, {"body": 2}),
        ({"body": True}, {"body": 2}),
        ({"body": None}, {"body": 2}),
        ({"body": 2.5}, {"body": 2}),
        ({"body": 5, "twice": []}, {"body": 5, "twice": 10}),
        ({"load": {"exact": "1/3"}}, {"load": 0.333333}),
        ({"load": {"exact": "1/0"}}, {"load": 0}),
        ({"side": "dusk"}, {"side": "day"}),
        ({"name": "a\ud800b" * 9}, {"name": "ababababab"}),
        ({"weapons": [CLUB]}, {"weapons": [CLUB]}),
        ({"weapons": [{"name": "Club"}]}, {"weapons": [CLUB]}),
        ({"weapons": [{**CLUB, "kind": "axe", "more": 1}]}, {"weapons": [CLUB]}),
        ({"weapons": [{"name": "Club", "reach": 9}]}, {"weapons": [CLUB | {"reach": 5}]}),
        ({"weapons": [5, [], None, CLUB]}, {"weapons": [CLUB]}),
        ({"weapons": [CLUB] * 9}, {"weapons": [CLUB] * 3}),
        ({"weapons": {"name": "Club"}}, {"weapons": []}),
    ],
)  # fmt: skip
def test_a_sheet_reads_stored_data_by_its_form(
    stored: dict[str, Any], expected: dict[str, Any]
) -> None:
    sheet = sheet_from(FORM, stored, {})
    assert {name: sheet[name] for name in expected} == expected
    assert sanitize(FORM, sheet.data) == sheet.data


def test_fields_unknown_to_the_form_are_kept() -> None:
    sheet = sheet_from(FORM, {"of_a_newer_form": [1], "body": 9}, {})
    assert sheet.with_fields({"load": 1}).data == {"of_a_newer_form": [1], "body": 8, "load": 1}


def test_stored_data_are_sanitized_once() -> None:
    stored = {"body": 99}
    none: dict[str, Any] = {}
    first = sheet_from(FORM, stored, none)
    assert first.data == {"body": 8}
    assert sheet_from(FORM, stored, none) is first
    assert sheet_from(FORM, stored, none, npc=True).npc
    assert sheet_from(FORM, stored, {"house": 1}).house == {"house": 1}


# --- encounters ---


@pytest.mark.parametrize("fight", fights())
def test_every_moment_of_a_fight_is_sound(fight: Fight) -> None:
    table = Headless(fight)
    for act in fight.acts:
        table.do(act)
        document = table.journal.document
        assert sanitize_document(document, GAMES) is document
        if table.state.encounter is not None:
            list(validate_steps(table.game, table.state.encounter, table.state.house))


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize(
    "way",
    [
        "current",
        "no record",
        "no combatants",
        "lists",
        "lost",
        "no turn",
        "another sheet",
        "text",
        "huge",
        "crowd",
        "kind",
    ],
)
def test_an_invalid_encounter_is_refused(game: str, way: str) -> None:
    encounter = GAMES[game].encounter
    assert encounter is not None
    joined = encounter.apply(encounter.begin(), "add", {"id": "a", "name": "Ada"}).scene.state
    ada = joined["combatants"]["a"]
    list(validate_steps(GAMES[game], joined, {}))
    odd: dict[str, Any] = {
        "current": {**joined, "current": {"a": 1}},
        "no record": "nonsense",
        "no combatants": {key: value for key, value in joined.items() if key != "combatants"},
        "lists": {**joined, "combatants": {"a": [ada]}},
        "lost": {**joined, "order": ["a", "b"]},
        "no turn": {**joined, "combatants": {"a": {"name": "Ada"}}},
        "another sheet": {**joined, "combatants": {"a": {**ada, "sheet": "Ada"}}},
        "text": {**joined, "round": "two"},
        "huge": {**joined, "round": 10**80},
        "crowd": {
            **joined,
            "combatants": {f"a{n}": ada for n in range(MOST_COMBATANTS + 1)} | {"a": ada},
        },
        "kind": {**joined, "order": {"a": 1}},
    }
    with pytest.raises(InvalidState):
        list(validate_steps(GAMES[game], odd[way], {}))


def test_an_invalid_encounter_is_left_out_until_the_next_action() -> None:
    stamp = Stamps()
    journal = begun("wasteland", stamp)
    fact = record_step(journal.document, "begin", {}, GAMES, "x")
    journal = append(journal, fact, stamp(), GAMES)
    odd: Document = {
        **journal.document,
        "encounter": {"order": ["nobody"]},
        "house": {"no such rule": 1},
        "scene": {"group_ap": "many", "note": 1},
        "due": [_due("wasteland.skill_test"), _due("wasteland.nothing")],
    }
    faults = [fault.at for fault in find_invalid(odd, GAMES["wasteland"], "/document")]
    assert faults == [
        "/document/house/no such rule",
        "/document/due/1/procedure",
        "/document/scene",
        "/document/encounter",
    ]
    stored = Journal(journal.campaign, odd, journal.n, journal.top, entries=journal.entries)
    see(stored)
    state = CampaignState(sanitize_document(odd, GAMES))
    assert (state.encounter, state.house, state.scene) == (None, {}, {})
    assert [each["procedure"] for each in state.due] == ["wasteland.skill_test"]
    # The next action applies to the shown state; its undo restores the stored one.
    after = append(stored, f.NoteWritten("n", "on"), stamp(), GAMES)
    assert after.document["encounter"] is None
    assert undo(after, after.last, stamp()).document == odd


def _due(procedure: str) -> DueRecord:
    """Return a due roll of this procedure."""
    return {
        "id": procedure,
        "who": "a",
        "label": "Something",
        "procedure": procedure,
        "inputs": {},
        "rules": [],
    }


def test_a_scene_that_no_form_takes() -> None:
    encounter = GAMES["garden"].encounter
    assert encounter is not None
    validate_prefill(GAMES["wasteland"], {"group_ap": 3, "whatever": {"a": []}})
    unfit: list[Any] = ["3", True, [], 10**12]
    for odd in unfit:
        with pytest.raises(InvalidState, match="group_ap"):
            validate_prefill(GAMES["wasteland"], {"group_ap": odd})
    scene: Any = []
    with pytest.raises(InvalidState):
        validate_scene(partial(encounter.scene, scene))
