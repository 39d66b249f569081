"""Every worked example, exact odds and bad input of the rulebooks, through the headless face."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from app.headless import answer
from app.systems import games
from tests.examples import cases


def asked(case: dict[str, Any], *keys: str, **more: Any) -> dict[str, Any]:
    """The answer to the case's request, as another program would get it."""
    request = {key: case[key] for key in ("procedure", "inputs", *keys) if key in case}
    reply = answer(games(), json.dumps({**request, **more}))
    received: dict[str, Any] = json.loads(json.dumps(reply))
    return received


@pytest.mark.parametrize("case", cases("examples"))
def test_worked_example(case: dict[str, Any]) -> None:
    came = asked(case, "choices", dice=case.get("dice", []))
    assert "error" not in came, came
    for key in ("grade", "success", "effects", "notes"):
        if key in case:
            assert came[key] == case[key]
    for name, value in case.get("values", {}).items():
        assert came["values"].get(name) == value, name
    if case.get("all_values"):
        assert came["values"].keys() == case["values"].keys()


@pytest.mark.parametrize("case", cases("odds"))
def test_exact_odds(case: dict[str, Any]) -> None:
    came = asked(case, "choices", odds=True)
    assert "error" not in came, came
    wanted = {grade: Fraction(p) for grade, p in case["odds"].items() if Fraction(p)}
    assert {grade: Fraction(p) for grade, p in came["odds"].items()} == wanted


@pytest.mark.parametrize("case", cases("bad"))
def test_bad_input_names_its_field(case: dict[str, Any]) -> None:
    keys = [key for key in ("dice", "choices", "odds") if key in case]
    came = asked(case, *keys)
    assert came.get("error", {}).get("field") == case["field"], came
    assert case["field"] == "dice" or len(came["error"]["message"]) > 10
