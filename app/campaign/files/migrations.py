"""Migrations: conversion of files of older versions, step by step.

A step has a name, and turns a file of one version into one of the next. Examples of every released
version are in tests/data/files, where a test reads them. Version 1 is the first; a step is added
here when there is a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

#: The version of written files.
VERSION = 1


@dataclass(frozen=True)
class Migration:
    """A step from one version to the next. name: the change, in a few words."""

    before: int
    name: str
    change: Callable[[dict[str, object]], dict[str, object]]


STEPS: tuple[Migration, ...] = ()


def migrate(record: dict[str, object], version: int, steps: Sequence[Migration] = STEPS) -> Any:
    """Return the file in today's version."""
    for step in steps:
        if step.before == version:
            record = {**step.change(record), "tableside": version + 1}
            version += 1
    return record
