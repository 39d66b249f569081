"""All procedures and some typed texts, for the tests of the widgets."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from app.core.procedures.kinds import Kind, ListOf, Row, Text
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.forms import field_text
from tests.examples import cases
from tests.strategies import values
from tests.tries import tries

EVERY = [each for game in games().values() for each in game]
PROCEDURES = [pytest.param(each, id=each.id) for each in EVERY]

#: The examples of a test are shared by a hundred procedures.
SHARED = settings(
    deadline=None,
    max_examples=tries(6),
    suppress_health_check=list(HealthCheck),
)

#: Names and notes as hostile as a person or a file can make them.
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    "</section></main><h1>gone</h1>",
    "{{ 7*7 }} {% raw %}",
    "&lt;b&gt; &amp; é 龍 🐉 \u202e",
)

#: Invalid texts for numbers, typed by mistake or on purpose.
NONSENSE = (
    *HOSTILE,
    *("nan", "NaN", "inf", "-Infinity", "1e400", "9" * 5000, "1e-999", "0x10", "1_000", "²", "٣"),
    *("🎲", "-", "+", ".", ",", ";;;", "--5", "5 5", "null", "true", "[]", "{}", "\x00", "\ud83d"),
)


def example(procedure: Procedure) -> dict[str, Any]:
    """Return the first worked example of a procedure, or an empty case."""
    return _examples().get(procedure.id, {})


@cache
def _examples() -> dict[str, dict[str, Any]]:
    every = [case.values[0] for case in cases("examples")]
    return {each["procedure"]: each for each in reversed(every)}


def filled(procedure: Procedure, given: dict[str, Any]) -> dict[str, str]:
    """Return the texts of a form's fields with these inputs."""
    return {**default_text(procedure), **{name: field_text(each) for name, each in given.items()}}


def typeable(kind: Kind) -> st.SearchStrategy[Any]:
    """Return a strategy for the values that a form's field can hold."""
    if isinstance(kind, ListOf):
        most = max(kind.least, min(kind.most, 5))
        return st.lists(_entry(kind.of), min_size=kind.least, max_size=most)
    return values(kind)


def _entry(kind: Kind) -> st.SearchStrategy[Any]:
    """Return a strategy for entries of a list, without the separators of a field."""
    if isinstance(kind, Row):
        return st.tuples(*(_entry(each) for _, each in kind.of)).map(list)
    if isinstance(kind, Text) and not kind.pattern:
        return values(kind).map(
            lambda text: re.sub(r"[,;\s\x00-\x1f\x85]+", " ", text).strip() or "x"
        )
    return values(kind)
