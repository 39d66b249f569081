"""All worked examples, exact odds and bad inputs of the rulebooks, through the headless API."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from app.headless import answer
from app.systems import games
from tests.examples import cases


def ask(case: dict[str, Any], *keys: str, **more: Any) -> dict[str, Any]:
    """Return the answer to the case's request, as another program would get it."""
    request = {key: case[key] for key in ("procedure", "inputs", *keys) if key in case}
    reply = answer(games(), json.dumps({**request, **more}))
    received: dict[str, Any] = json.loads(json.dumps(reply))
    return received


@pytest.mark.parametrize("case", cases("examples"))
def test_worked_example(case: dict[str, Any]) -> None:
    reply = ask(case, "choices", dice=case.get("dice", []))
    assert "error" not in reply, reply
    for key in ("grade", "success", "effects", "notes"):
        if key in case:
            assert reply[key] == case[key]
    for name, value in case.get("values", {}).items():
        assert reply["values"].get(name) == value, name
    if case.get("all_values"):
        assert reply["values"].keys() == case["values"].keys()


@pytest.mark.parametrize("case", cases("odds"))
def test_exact_odds(case: dict[str, Any]) -> None:
    reply = ask(case, "choices", odds=True)
    assert "error" not in reply, reply
    expected = {grade: Fraction(p) for grade, p in case["odds"].items() if Fraction(p)}
    assert {grade: Fraction(p) for grade, p in reply["odds"].items()} == expected


@pytest.mark.parametrize("case", cases("bad"))
def test_bad_input_names_its_field(case: dict[str, Any]) -> None:
    keys = [key for key in ("dice", "choices", "odds") if key in case]
    reply = ask(case, *keys)
    assert reply.get("error", {}).get("field") == case["field"], reply
    assert case["field"] == "dice" or len(reply["error"]["message"]) > 10
