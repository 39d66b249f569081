"""The actions of a combatant's turn, its allowances, conditions and place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect
from app.core.sheets import Rollable

#: Where the page offers a step: with the turn, with the scene, among a combatant's conditions, in
#: its management; `tap`: nowhere, as a tap on a condition takes it.
StepGroup = Literal["turn", "scene", "conditions", "manage", "tap"]


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
    inputs: Values = field(default_factory=dict)
    #: The input of the step that names the target.
    at: str = ""
    #: The step makes a test of this combatant due, whose chance is shown.
    tests: bool = False
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


@dataclass(frozen=True)
class Condition:
    """A condition that one tap adds to a combatant or takes away.

    The tap takes a step, or applies effects where there is none.
    """

    label: str
    #: Whether the combatant has it.
    holds: bool
    step: str = ""
    #: Inputs of the step; its `who` is left out.
    inputs: Values = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class OrderNumber:
    """The number by which a combatant has its place in the order of turns."""

    #: `Initiative`, `Place`.
    label: str = ""
    value: int = 0
    #: The step that sets it, and the input that holds it.
    step: str = ""
    input: str = ""
    #: Whether it may be below 0.
    signed: bool = False
