"""What whoever acts can do now: the buttons of a turn, each possible or with the reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.sheets import Rollable


@dataclass(frozen=True)
class Action:
    """Something that a combatant does in the turn: a roll, or a step of the encounter.

    id: tells it from the combatant's other actions, and stays the same from round to round.
    label, detail: `Pipe revolver`, `close · 4 CD · 13 shots`.
    roll: what it rolls. step, inputs: the step that it takes, where it rolls nothing.
    aimed: it is done to somebody, so its chance hangs on who is aimed at.
    main: it stands large with its chance, as a weapon does; the usual actions stand below.
    why_not: why it cannot be done now, as a sentence; empty if it can.
    """

    id: str
    label: str
    detail: str = ""
    roll: Rollable | None = None
    step: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    aimed: bool = False
    main: bool = False
    why_not: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allowance:
    """A part of the turn that can be used, such as the minor action. used: it is gone."""

    label: str
    used: bool = False
