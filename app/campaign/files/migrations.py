"""Migrations: how a file of an older version becomes one of today, step by step.

A step has a name, and turns a file of one version into one of the next. Examples of every version
that was ever released lie in tests/data/files and are read by a test for ever. Version 1 is the
first; a step is added here when there is a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

#: The version that is written.
VERSION = 1


@dataclass(frozen=True)
class Step:
    """From one version to the next. name: what changed, in a few words."""

    before: int
    name: str
    change: Callable[[dict[str, Any]], dict[str, Any]]


STEPS: tuple[Step, ...] = ()


def migrated(record: dict[str, Any], version: int, steps: Sequence[Step] = STEPS) -> dict[str, Any]:
    """The file as if it had been written today."""
    for step in steps:
        if step.before == version:
            record = {**step.change(record), "tableside": version + 1}
            version += 1
    return record
