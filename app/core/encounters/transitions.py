"""Transitions: the declared steps of an encounter, and their results."""

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
    """A roll, decision or reminder that the rules demand of a combatant now."""

    #: The combatant's id.
    who: str
    label: str
    procedure: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    #: The role of `who` in the procedure: a bleeding combatant is the `target` of the damage.
    role: str = "self"
    #: Combatants' ids of the other roles.
    others: Mapping[str, str] = field(default_factory=dict)
    #: Stops time, and stays due when the encounter is over.
    time: bool = False


#: An entry that is no longer due: (combatant id, procedure), or with the label as well.
Done = tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True)
class StepResult(Generic[N, T]):
    """The result of a transition: the new scene, due rolls and notes."""

    scene: Scene[N, T]
    due: tuple[Due, ...] = ()
    notes: tuple[str, ...] = ()
    #: Entries no longer due: (combatant id, procedure; empty for a decision or reminder). With a
    #: label as third item, only the entry of that label, where several share a procedure.
    cancelled: tuple[Done, ...] = ()
    #: Due entries settled by the step, named in the same way: the oldest of several alike.
    done: tuple[Done, ...] = ()

    def and_then(self, more: StepResult[N, T]) -> StepResult[N, T]:
        """Return this result followed by one that continues from its scene."""
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

    during: the phases in which it can be taken; empty: at any time.
    A function with a parameter `given` receives the names of the inputs that were given.
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
        """Return the campaign's house rules among its inputs."""
        return {name: house[name] for name in self.inputs if name in house}

    def apply(self, scene: Scene[N, T], given: Mapping[str, Any] | None = None) -> StepResult[N, T]:
        """Take the step; BadInput names the input at fault, or `phase` if it is not its time."""
        arguments, _ = self.signature.check(given or {})
        scene.encounter.is_time_for(self, scene)
        if self._asks_given:
            arguments["given"] = frozenset(given or ())
        result = self.function(scene, **arguments)
        return result if isinstance(result, StepResult) else StepResult(result)


def transition(
    id: str, *, title: str, rules: str = "", during: str | tuple[str, ...] = ()
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Transition]:
    """Declare the function below (its first parameter is the scene) as a step.

    The function returns a `StepResult`, or a scene alone.
    """
    phases = (during,) if isinstance(during, str) else during

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Transition:
        return Transition(id, title, function, rule_ids(rules), phases)

    return declare


def names_somebody(kind: Kind) -> bool:
    """Tell whether an input of a step holds the id of a combatant."""
    return isinstance(kind, Somebody)


def name_several(kind: Kind) -> bool:
    """Tell whether an input of a step holds the ids of several combatants."""
    return isinstance(kind, ListOf) and names_somebody(kind.of)
