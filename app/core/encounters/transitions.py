"""Transitions: the declared steps of an encounter, and what a step comes to."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from app.core.encounters.scenes import N, Scene, T
from app.core.procedures.inputs import Input, Signature
from app.core.procedures.kinds import Kind, ListOf, Somebody
from app.core.procedures.procedure import rule_ids


@dataclass(frozen=True)
class Due:
    """Something the rules make happen now, for somebody: a roll, a decision or a reminder.

    role: the part that `who` plays in the procedure: who bleeds is the `target` of the damage.
    others: who plays the other parts, combatants' ids by role.
    time: time stops for it, and it is due as well when the encounter is over.
    """

    who: str
    label: str
    procedure: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    role: str = "self"
    others: Mapping[str, str] = field(default_factory=dict)
    time: bool = False


#: What is due no more: (combatant id, procedure), or with the label as well.
Done = tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True)
class StepResult(Generic[N, T]):
    """What a transition came to: the new scene, what is due, notes.

    cancelled: what is due no more: (combatant id, procedure, empty for a decision or a reminder);
        with a third, the label, only what is due under that label, where several are of one
        procedure.
    done: what was due and has been done by it, named in the same way: of several alike the oldest.
    """

    scene: Scene[N, T]
    due: tuple[Due, ...] = ()
    notes: tuple[str, ...] = ()
    cancelled: tuple[Done, ...] = ()
    done: tuple[Done, ...] = ()

    def and_then(self, more: StepResult[N, T]) -> StepResult[N, T]:
        """This, and what came of going on from its scene."""
        return StepResult(
            more.scene,
            self.due + more.due,
            self.notes + more.notes,
            self.cancelled + more.cancelled,
            self.done + more.done,
        )


@dataclass(frozen=True, eq=False)
class Transition:
    """A declared step of the encounter.

    during: the phases of the encounter that it belongs to; none: it can be taken at any time.
    A function that has a parameter `given` is told the names of the inputs that somebody gave.
    """

    id: str
    title: str
    function: Callable[..., Any]
    rules: tuple[str, ...]
    during: tuple[str, ...] = ()

    @cached_property
    def signature(self) -> Signature:
        scene, *_ = self._parameters
        return Signature(self.function, leave=(scene, "given"))

    @cached_property
    def _parameters(self) -> tuple[str, ...]:
        return tuple(inspect.signature(self.function).parameters)

    @property
    def _asks_given(self) -> bool:
        return "given" in self._parameters

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    def agreed(self, house: Mapping[str, Any]) -> dict[str, Any]:
        """The campaign's house rules among its inputs."""
        return {name: house[name] for name in self.inputs if name in house}

    def apply(self, scene: Scene[N, T], given: Mapping[str, Any] | None = None) -> StepResult[N, T]:
        """What comes of this step; BadInput names what is at fault: `phase`, out of its time."""
        arguments, _ = self.signature.check(given or {})
        scene.encounter.is_time_for(self, scene)
        if self._asks_given:
            arguments["given"] = frozenset(given or ())
        came = self.function(scene, **arguments)
        return came if isinstance(came, StepResult) else StepResult(came)


def transition(
    id: str, *, title: str, rules: str = "", during: str | tuple[str, ...] = ()
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Transition]:
    """Declare the function below (its first parameter is the scene) as a step of the encounter.

    It returns what came of it; a scene alone, if nothing else did.
    """
    phases = (during,) if isinstance(during, str) else during

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Transition:
        return Transition(id, title, function, rule_ids(rules), phases)

    return declare


def names_somebody(kind: Kind) -> bool:
    """Does this input of a step hold the id of a combatant?"""
    return isinstance(kind, Somebody)


def name_several(kind: Kind) -> bool:
    """Does it hold the ids of several?"""
    return isinstance(kind, ListOf) and names_somebody(kind.of)
