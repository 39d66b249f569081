"""Test cases kept as data: tests/data/<game>/*.json, one record a case."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def cases(kind: str) -> tuple[Any, ...]:
    """All cases of a kind (`examples`, `odds`, `bad`) of all games, as pytest parameters."""
    import pytest

    found = []
    for path in sorted(DATA.glob(f"*/{kind}.json")):
        for place, case in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
            name = case.get("procedure", "").partition(".")[2]
            found.append(pytest.param(case, id=f"{path.parent.name}-{case.get('n', place)}-{name}"))
    return tuple(found)
