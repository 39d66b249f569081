"""Autonomous Garden compared with the list made from its rules file."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from app.core.procedures.kinds import OneOf
from app.core.procedures.procedure import rule_ids
from app.core.sheets import Field
from app.systems.garden import GAME
from app.systems.garden.sheet.sheet import SHEET
from tests.examples import DATA

COVERAGE = json.loads((DATA / "garden" / "coverage.json").read_text(encoding="utf-8"))

#: Procedures whose dice, if any, are single ones at face value.
WITHOUT_POOL = {
    "take_average", "extended_time", "action_penalty", "assist", "movement", "encumbrance",
    "range_band", "thrown_range", "apply_damage", "wound_penalty", "activity", "healing_time",
    "dying", "resuscitate", "fever", "radiation_dose", "radiation_purge",
}  # fmt: skip


def test_every_procedure_and_no_other() -> None:
    listed = {procedure["id"] for procedure in GAME.schema()["procedures"]}
    assert listed == set(COVERAGE["procedures"])
    assert len(GAME.rules) == COVERAGE["rules"]


@pytest.mark.parametrize(("id", "expected"), COVERAGE["procedures"].items())
def test_inputs_in_their_order_with_their_ranges_and_defaults(
    id: str, expected: dict[str, Any]
) -> None:
    inputs = {n: i for n, i in GAME.procedures[id].inputs.items() if not i.kind.house}
    assert list(inputs) == list(expected["inputs"])
    for name, listed in expected["inputs"].items():
        declared = inputs[name]
        plain = list(declared.default) if isinstance(listed["default"], list) else declared.default
        assert plain == listed["default"], name
        assert type(plain) is type(listed["default"]), name
        if "allows" not in listed:
            continue
        if isinstance(declared.kind, OneOf):
            assert list(declared.kind.choices) == listed["allows"], name
        else:
            schema = declared.kind.schema()
            assert [schema["minimum"], schema["maximum"]] == listed["allows"], name


@pytest.mark.parametrize(("id", "expected"), COVERAGE["procedures"].items())
def test_rules_as_cited(id: str, expected: dict[str, Any]) -> None:
    assert GAME.procedures[id].rule_ids == rule_ids(expected["rules"])


def test_every_table_and_no_other() -> None:
    assert {table.id for table in GAME.tables} == set(COVERAGE["tables"])
    for table in GAME.tables:
        assert table.rows
        expected = COVERAGE["tables"][table.id].replace("–", "-").replace(",", "")
        assert table.rule_ids == rule_ids(expected), table.id


@pytest.mark.parametrize(("name", "expected"), COVERAGE["options"].items())
def test_house_rules_where_they_belong(name: str, expected: dict[str, Any]) -> None:
    takers = {each.name for each in GAME if name in each.inputs}
    if expected["procedures"] == "pools":
        assert takers == {each.name for each in GAME} - WITHOUT_POOL
    else:
        assert takers == set(expected["procedures"])
    declared = GAME.house[name]
    assert declared.default == expected["default"]
    assert expected["rule"] in declared.kind.rules
    for other in (expected["default"], *expected["others"]):
        assert declared.check(other) == other


def test_every_field_of_the_sheet() -> None:
    assert set(COVERAGE["sheet"]) - set(SHEET.by_id) == set()


@pytest.mark.parametrize(("id", "expected"), COVERAGE["ranges"].items())
def test_fields_with_their_ranges_and_defaults(id: str, expected: list[float]) -> None:
    declared = SHEET.by_id[id]
    assert isinstance(declared, Field)
    schema = declared.kind.schema()
    assert [schema["minimum"], schema["maximum"], SHEET.fill()[id]] == expected


def test_readers_see_no_mark_of_the_builders() -> None:
    texts = [GAME.rulebook, GAME.source, GAME.tagline]
    for each in GAME:
        texts += [each.title, each.summary]
        texts += [f"{one.label} {one.kind.help}" for one in each.inputs.values()]
    texts += [str(row) for table in GAME.tables for row in table.rows]
    for text in texts:
        assert re.search(r"\bseeds?\b|outside the s", text, re.IGNORECASE) is None
