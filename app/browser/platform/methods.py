"""Precompiled methods of dataclasses.

They are the last constant of each module's code (building/compile/methods.py), keyed by the hash of
their source text. A missing one is compiled at run time.
"""

from __future__ import annotations

import dataclasses
import sys
from importlib.util import source_hash
from types import CodeType, FrameType
from typing import Any


def install() -> None:
    """Make `dataclasses` use the precompiled methods."""
    dataclasses.exec = _executed  # type: ignore[attr-defined]


def _executed(text: str, names: dict[str, Any], within: dict[str, Any]) -> None:
    """Replace `exec` in `dataclasses`."""
    exec(_compiled(text, names) or text, names, within)


def _compiled(text: str, names: dict[str, Any]) -> CodeType | None:
    """Return the precompiled code of a text from the module that is being imported."""
    frame: FrameType | None = sys._getframe()
    while frame and not (frame.f_globals is names and frame.f_code.co_name == "<module>"):
        frame = frame.f_back
    methods = frame and frame.f_code.co_consts[-1]
    return methods.get(source_hash(text.encode())) if isinstance(methods, dict) else None
