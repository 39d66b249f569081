"""The methods that `dataclasses` writes, as the build has compiled them.

They lie beside the code of each module, as its last constant (building/methods.py), under the hash
of the text that they were compiled of. Where a text is not there, Python compiles it as ever.
"""

from __future__ import annotations

import dataclasses
import sys
from importlib.util import source_hash
from types import CodeType, FrameType
from typing import Any


def install() -> None:
    """From now on no dataclass compiles what the build has compiled."""
    dataclasses.exec = _executed  # type: ignore[attr-defined]


def _executed(text: str, names: dict[str, Any], within: dict[str, Any]) -> None:
    """As `dataclasses` calls `exec`."""
    exec(_compiled(text, names) or text, names, within)


def _compiled(text: str, names: dict[str, Any]) -> CodeType | None:
    """What the module that is being imported has of this."""
    frame: FrameType | None = sys._getframe()
    while frame and not (frame.f_globals is names and frame.f_code.co_name == "<module>"):
        frame = frame.f_back
    methods = frame and frame.f_code.co_consts[-1]
    return methods.get(source_hash(text.encode())) if isinstance(methods, dict) else None
