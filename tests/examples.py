"""Test cases as data: tests/data/<game>/*.json, one record per case."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def cases(kind: str) -> tuple[Any, ...]:
    """Return all cases of a kind (`examples`, `odds`, `bad`) as pytest parameters."""
    import pytest

    parameters = []
    for path in sorted(DATA.glob(f"*/{kind}.json")):
        for number, case in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
            name = case.get("procedure", "").partition(".")[2]
            parameters.append(
                pytest.param(case, id=f"{path.parent.name}-{case.get('n', number)}-{name}")
            )
    return tuple(parameters)
