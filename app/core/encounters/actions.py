"""The actions of a combatant's turn, and its allowances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.sheets import Rollable


@dataclass(frozen=True)
class Action:
    """An action of a combatant's turn: a roll, or a step of the encounter."""

    #: Unique among the combatant's actions, and the same from round to round.
    id: str
    #: `Pipe revolver`.
    label: str
    #: `close · 4 CD · 13 shots`.
    detail: str = ""
    #: The roll that it makes; None for a step.
    roll: Rollable | None = None
    #: The step that it takes where it rolls nothing.
    step: str = ""
    #: Inputs of the step; its `who` may be left out.
    inputs: Mapping[str, Any] = field(default_factory=dict)
    #: The input of the step that names the target.
    at: str = ""
    #: Opens the step's form, with `inputs` filled in, because more inputs are needed.
    asks: bool = False
    #: Has a target, so its chance depends on the target.
    aimed: bool = False
    #: Shown large with its chance, as a weapon is; the usual actions are listed below.
    main: bool = False
    #: Why it is impossible now, as a sentence; empty if it is possible. For a step, the step's own
    #: refusal is filled in.
    why_not: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allowance:
    """A part of the turn that can be used, such as the minor action."""

    label: str
    #: Already spent in this turn.
    used: bool = False
