"""Procedures: playable rules of a game with their declarations.

    @procedure("garden.jump", title="Jump", grades=MARGIN, rules="G48 G28")
    def jump(athletics: Skill = 0, ...) -> Rule[Outcome]:
        '''Cross a gap or reach a ledge.'''
        pool = yield from roll(...)
        return Outcome(...)

A procedure without dice may simply return its Outcome. The decorator's arguments also declare the
inputs that sheets feed and the rolls that follow an outcome.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any, Concatenate, ParamSpec

from app.core.errors import BadInput, RuleBroken, join_words
from app.core.play.asks import Ask, Choose, Rule
from app.core.procedures.inputs import Input, Signature, Values
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome, to_report
from app.core.sheets import Rollable, Sheet
from app.core.support.characters import with_minus


def rule_ids(written: str) -> tuple[str, ...]:
    """Expand `G1-G4 G12` to G1, G2, G3, G4, G12.

    Ids with a point are counted in their last number.
    """
    ids: list[str] = []
    for part in written.split():
        first, dash, last = part.partition("-")
        ids.append(first)
        if dash:
            stem, start = _split(first)
            other, end = _split(last)
            if other != stem or end < start:
                raise ValueError(f"{part} is no range of rule ids")
            ids.extend(f"{stem}{n}" for n in range(start + 1, end + 1))
    return tuple(dict.fromkeys(ids))


def _split(rule: str) -> tuple[str, int]:
    match = re.fullmatch(r"([A-Z](?:\d+\.)?)(\d+)", rule)
    if match is None:
        raise ValueError(f"{rule} is no rule id")
    return match[1], int(match[2])


#: The inputs that sheets give to a roll: (sheets by role, inputs so far) -> inputs.
Feed = Callable[[Mapping[str, Sheet], Mapping[str, Any]], Mapping[str, Any]]

#: The inputs that one role's sheet gives: (the sheet, inputs so far) -> inputs.
OneFeed = Callable[[Sheet, Values], Mapping[str, Any]]


def prefilled_by(part: str) -> Callable[[OneFeed], Feed]:
    """Feed a roll from the sheet of one role; without that role, feed nothing."""

    def declare(one_feed: OneFeed) -> Feed:
        def feed(sheets: Mapping[str, Sheet], inputs: Values) -> Values:
            return one_feed(sheets[part], inputs) if part in sheets else {}

        return feed

    return declare


#: The continuations of an outcome: (its inputs, the outcome) -> rolls and offers to spend.
FollowUp = Callable[[Values, Outcome], tuple[Rollable, ...]]


def on_grade(grade: str, *offered: Rollable) -> FollowUp:
    """Offer these rolls after one grade of an outcome, for all inputs."""

    def follow_up(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
        return offered if outcome.grade == grade else ()

    return follow_up


#: The result of an outcome in short: (inputs, outcome) -> `Left arm`, `12 damage`.
Verdict = Callable[[Values, Outcome], str]


def named(value: str, words: str = "{}") -> Verdict:
    """Return the verdict that shows a value of the outcome: `12`, or `12 damage`.

    The verdict is empty where the outcome has no such value, or it is 0.
    """

    def verdict(inputs: Values, outcome: Outcome) -> str:
        number = to_report(outcome.values.get(value))
        return words.format(with_minus(number)) if number else ""

    return verdict


#: The body of a rule; without dice it may simply return its Outcome.
Function = Callable[..., Rule[Outcome] | Outcome]


@dataclass(frozen=True, eq=False)
class Procedure:
    """A declared rule."""

    function: Function
    #: `game.name`.
    id: str
    _: KW_ONLY
    title: str
    #: Rows of its result table, best first.
    grades: tuple[Grade, ...]
    #: The rules that it applies, written like `G1-G7 G12`.
    rules: str
    #: Names of its mid-way choices.
    choices: tuple[str, ...] = ()
    #: Values of which the exact distribution is shown beside that of the grades.
    spread: tuple[str, ...] = ()
    #: Those of them of which the actor prefers less.
    less: tuple[str, ...] = ()
    #: The input to blame when exact odds would take too long.
    long: str = ""
    #: Values that depend on the inputs alone, shown while the form is filled in.
    tally: tuple[str, ...] = ()
    #: Roles that no input names: its effects do, or the scene knows them.
    roles: tuple[str, ...] = ()
    #: Roles that the actor plays unless another participant is named for them.
    own: tuple[str, ...] = ()
    #: Roles that the actor never plays: an attacker is not the target.
    apart: tuple[str, ...] = ()
    #: The role that the result is of: that of an imposed save is the target's, that of a chase the
    #: runner's. A role of another name leaves no actor.
    roller: str = "self"
    #: Roles that are played only under a condition: role -> (input, its value).
    part_if: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    #: Inputs that the roles' sheets give, beyond those declared by the kinds' `sheet`; a role that
    #: is not played has no sheet. Later feeds override earlier ones.
    feed: Feed | tuple[Feed, ...] = ()
    #: Rolls that its outcome offers; inputs left out there are filled in by hand.
    follow_up: FollowUp | None = None
    #: The result of its outcome in a word or two; where it is empty, the `total` is shown.
    verdict: Verdict | None = None
    #: The value of its outcome that lists show as its number.
    number: str = "total"
    #: The action of the actor on the target: `attacks`.
    verb: str = ""
    #: Inputs that name the roll; the first that is filled in does.
    named_by: tuple[str, ...] = ()
    #: Returns the roll's name where no input of its own has it; it takes unchecked inputs too.
    names: Callable[[Values], str] | None = None

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return self.id.partition(".")[2]

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        return rule_ids(self.rules)

    @cached_property
    def summary(self) -> str:
        """Return its summary, the first line of the rule's docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.function)

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    @cached_property
    def counted(self) -> frozenset[str]:
        """Return the roles that its inputs can count: target1, target2, and on."""
        kinds = [
            declared.kind for declared in self.inputs.values() if isinstance(declared.kind, Whole)
        ]
        return frozenset(
            f"{kind.each}{number}"
            for kind in kinds
            if kind.each
            for number in range(1, kind.high + 1)
        )

    @property
    def asks(self) -> bool:
        """Tell whether it asks for dice or decisions, rather than just computing."""
        return "Rule" in str(self.function.__annotations__.get("return"))

    def inputs_from(self, sheets: Mapping[str, Sheet], inputs: Values) -> dict[str, object]:
        """Return the inputs that its feeds give from these sheets, by the inputs so far."""
        feeds = self.feed if isinstance(self.feed, tuple) else (self.feed,)
        return {name: value for feed in feeds for name, value in feed(sheets, inputs).items()}

    def roll_name(self, inputs: Values) -> str:
        """Return the name of a roll with these inputs: `Fireball`; empty if it has none."""
        if self.names is not None:
            return self.names(inputs)
        names = (" ".join(str(inputs.get(name) or "").split()) for name in self.named_by)
        return next(filter(None, names), "")

    def title_of(self, inputs: Values) -> str:
        """Return the title with the roll's name: `Dice: 4d6kh3+2`."""
        called = self.roll_name(inputs)
        return f"{self.title}: {called}" if called else self.title

    def next_rolls(self, inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
        """Return the rolls that its outcome offers."""
        return self.follow_up(inputs, outcome) if self.follow_up else ()

    def grade(self, id: str) -> Grade:
        for grade in self.grades:
            if grade.id == id:
                return grade
        raise RuleBroken(f"{self.id} ended in {id}, which it does not declare")

    def bind(self, given: Values | None = None) -> Bound:
        """Check inputs and bind them; BadInput names the field at fault.

        Faults that the rule itself finds (impossible combinations) are raised here as well: it is
        run up to its first ask.
        """
        arguments, values = self.signature.check(given or {})
        bound = Bound(self, arguments, values)
        running = bound.start()
        next(running, None)
        running.close()
        return bound

    def check_choices(self, names: Mapping[str, object]) -> None:
        """Raise BadInput for an answer to a choice that this procedure never asks."""
        for name in names:
            if name not in self.choices:
                offered = f"it asks {join_words(self.choices)}" if self.choices else "it asks none"
                raise BadInput(str(name), f"{self.id} has no choice of that name; {offered}")

    def schema(self) -> dict[str, Any]:
        """Return the procedure's entry in the catalogue."""
        return {
            "id": self.id,
            "title": self.title,
            "summary": self.summary,
            "inputs": [declared.schema() for declared in self.inputs.values()],
            "grades": [{"id": grade.id, "words": grade.words} for grade in self.grades],
            "choices": list(self.choices),
            "rules": list(self.rule_ids),
        }


@dataclass(frozen=True, eq=False)
class Bound:
    """A procedure with checked inputs, which can be started any number of times."""

    procedure: Procedure
    arguments: Mapping[str, object]
    values: Values

    def start(self) -> Generator[Ask, object, Outcome]:
        """Start a run. Its outcome carries the procedure's rules unless it cites its own."""
        return (yield from self.end(self.procedure.function(**self.arguments)))

    def end(self, running: Rule[Outcome] | Outcome) -> Generator[Ask, object, Outcome]:
        """Run to the outcome, or continue to it, and check it against the declaration."""
        outcome = (
            running if isinstance(running, Outcome) else (yield from self._check_asks(running))
        )
        self.procedure.grade(outcome.grade)
        return outcome if outcome.rules else replace(outcome, rules=self.procedure.rule_ids)

    def _check_asks(self, running: Rule[Outcome]) -> Rule[Outcome]:
        reply: object = None
        while True:
            try:
                ask = running.send(reply)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if isinstance(ask, Choose) and ask.name not in self.procedure.choices:
                raise RuleBroken(f"{self.procedure.id} does not declare the choice {ask.name}")
            reply = yield ask


Fields = ParamSpec("Fields")


def _declaring(
    make: Callable[Concatenate[Function, Fields], Procedure],
) -> Callable[Fields, Callable[[Function], Procedure]]:
    """Make a decorator that takes all fields of the record but the function below it."""

    def declared(*args: Fields.args, **fields: Fields.kwargs) -> Callable[[Function], Procedure]:
        return lambda function: make(function, *args, **fields)

    return declared


#: Declare the function below as a procedure: `@procedure("garden.jump", title="Jump", ...)`.
procedure = _declaring(Procedure)
