"""Procedures: a rule of the game that can be played, with all that is declared about it.

    @procedure("garden.jump", title="Jump", grades=MARGIN, rules="G48 G28")
    def jump(athletics: Skill = 0, ...) -> Rule[Outcome]:
        '''How far.'''
        pool = yield from roll(...)
        return Outcome(...)

A procedure without dice may simply return its Outcome. What the game says of a procedure besides
(what the sheets feed into it, what follows on its outcome) stands in its head as well.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from app.core.errors import BadInput, RuleBroken, listed
from app.core.play.asks import Ask, Choose, Rule
from app.core.procedures.inputs import Input, Signature
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome, reported
from app.core.sheets import Rollable, Sheet


def rule_ids(written: str) -> tuple[str, ...]:
    """`G1-G4 G12` -> G1, G2, G3, G4, G12. Ids with a point are counted in their last number."""
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


#: What sheets put into a roll: (sheets by part, inputs so far) -> inputs.
Feed = Callable[[Mapping[str, Sheet], Mapping[str, Any]], Mapping[str, Any]]

#: The same, of the sheet of one part: (the sheet, inputs so far) -> inputs.
OneFeed = Callable[[Sheet, Mapping[str, Any]], Mapping[str, Any]]


def fed_by(part: str) -> Callable[[OneFeed], Feed]:
    """What the sheet of one part puts into a roll; nothing, as long as nobody plays it."""

    def declare(told_by: OneFeed) -> Feed:
        def feed(sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]) -> Mapping[str, Any]:
            return told_by(sheets[part], inputs) if part in sheets else {}

        return feed

    return declare


#: What may follow on an outcome: (its inputs, the outcome) -> what can be rolled or spent now.
FollowUp = Callable[[Mapping[str, Any], Outcome], tuple[Rollable, ...]]


def on_grade(grade: str, *offered: Rollable) -> FollowUp:
    """What follows on one grade of an outcome, whatever the inputs."""

    def follow_up(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
        return offered if outcome.grade == grade else ()

    return follow_up


#: What an outcome comes to as the table says it: (inputs, outcome) -> `Left arm`, `12 damage`.
Verdict = Callable[[Mapping[str, Any], Outcome], str]


def named(value: str, words: str = "{}") -> Verdict:
    """The verdict that a value of the outcome is: `12`, or with words around it: `12 damage`.

    Nothing, where the outcome has no such value, or a roll came to none.
    """

    def verdict(inputs: Mapping[str, Any], outcome: Outcome) -> str:
        told = reported(outcome.values.get(value))
        return words.format(str(told).replace("-", "\u2212")) if told else ""

    return verdict


@dataclass(frozen=True, eq=False)
class Procedure:
    """A declared rule.

    id: `game.name`. grades: rows of its result table, best first. choices: names of its mid-way
    choices. spread: values whose exact distribution is worth showing beside that of the grades.
    less: those of them of which whoever rolls would rather have less.
    tally: values that hang on the inputs alone, shown while the form is filled in.
    long: the input to blame when exact odds would take too long.
    roles: the parts of those whom no input names: its effects do, or the scene knows them.
    own: the parts that whoever rolls plays as long as nobody else is named for them.
    apart: the parts that whoever rolls never plays: nobody attacks themselves.
    part_if: a part that is only played where an input says so, with that input and what it says.
    feeds: what the sheets of those who play a part put into it, beyond what the kinds of its inputs
        say by `sheet`; a part that nobody plays has no sheet. The later go over the former.
    follow_up: what its outcome offers to go on with; inputs that are left out there are for a
        person to fill in.
    verdict: what its outcome comes to, in a word or two; where it says nothing, its `total` does.
    verb: what whoever rolls does to whoever it is aimed at: `attacks`.
    named_by: inputs that say what it is called; the first that says something does.
    """

    id: str
    title: str
    function: Callable[..., Rule[Outcome] | Outcome]
    grades: tuple[Grade, ...]
    rules: tuple[str, ...]
    choices: tuple[str, ...] = ()
    spread: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    long: str = ""
    tally: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    part_if: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    feeds: tuple[Feed, ...] = ()
    follow_up: FollowUp | None = None
    verdict: Verdict | None = None
    verb: str = ""
    named_by: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return self.id.partition(".")[2]

    @cached_property
    def summary(self) -> str:
        """What it does, in one sentence: the first line of its docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.function)

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    @cached_property
    def counted(self) -> frozenset[str]:
        """The parts of all that its inputs can count: target1, target2, and on."""
        kinds = [each.kind for each in self.inputs.values() if isinstance(each.kind, Whole)]
        return frozenset(
            f"{kind.each}{place}"
            for kind in kinds
            if kind.each
            for place in range(1, kind.high + 1)
        )

    @property
    def asks(self) -> bool:
        """Does it ask for dice or decisions at all, or just work something out?"""
        return "Rule" in str(self.function.__annotations__.get("return"))

    def fed(self, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]) -> dict[str, Any]:
        """What is said beside it of what these sheets put into it, by the inputs chosen so far."""
        return {name: value for feed in self.feeds for name, value in feed(sheets, inputs).items()}

    def called(self, inputs: Mapping[str, Any]) -> str:
        """What it is called with these inputs: `Fireball`; empty where its title says it."""
        said = (" ".join(str(inputs.get(name) or "").split()) for name in self.named_by)
        return next(filter(None, said), "")

    def title_of(self, inputs: Mapping[str, Any]) -> str:
        """Its title, and what it is called with these inputs: `Dice: 4d6kh3+2`."""
        called = self.called(inputs)
        return f"{self.title}: {called}" if called else self.title

    def next_rolls(self, inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
        """What its outcome offers to go on with."""
        return self.follow_up(inputs, outcome) if self.follow_up else ()

    def grade(self, id: str) -> Grade:
        for grade in self.grades:
            if grade.id == id:
                return grade
        raise RuleBroken(f"{self.id} ended in {id}, which it does not declare")

    def bind(self, given: Mapping[str, Any] | None = None) -> Bound:
        """The procedure with its inputs checked; BadInput names the field at fault.

        Faults that the rule itself finds (impossible combinations) come out here as well: it is
        run up to its first ask.
        """
        arguments, values = self.signature.check(given or {})
        bound = Bound(self, arguments, values)
        running = bound.start()
        next(running, None)
        running.close()
        return bound

    def knows_choices(self, names: Mapping[str, Any]) -> None:
        """BadInput for an answer to a choice that this procedure never asks."""
        for name in names:
            if name not in self.choices:
                offered = f"it asks {listed(self.choices)}" if self.choices else "it asks none"
                raise BadInput(str(name), f"{self.id} has no choice of that name; {offered}")

    def schema(self) -> dict[str, Any]:
        """The procedure as the catalogue lists it."""
        return {
            "id": self.id,
            "title": self.title,
            "summary": self.summary,
            "inputs": [each.schema() for each in self.inputs.values()],
            "grades": [{"id": grade.id, "words": grade.words} for grade in self.grades],
            "choices": list(self.choices),
            "rules": list(self.rules),
        }


@dataclass(frozen=True, eq=False)
class Bound:
    """A procedure with checked inputs: it can be started any number of times."""

    procedure: Procedure
    arguments: Mapping[str, Any]
    values: Mapping[str, Any]

    def start(self) -> Generator[Ask, Any, Outcome]:
        """A fresh run. Its outcome carries the procedure's rules where it cites none itself."""
        return (yield from self.ended(self.procedure.function(**self.arguments)))

    def ended(self, made: Rule[Outcome] | Outcome) -> Generator[Ask, Any, Outcome]:
        """A run, or the rest of one, up to its outcome: held to what the procedure declares."""
        outcome = made if isinstance(made, Outcome) else (yield from self._watched(made))
        self.procedure.grade(outcome.grade)
        return outcome if outcome.rules else replace(outcome, rules=self.procedure.rules)

    def _watched(self, running: Rule[Outcome]) -> Rule[Outcome]:
        reply: Any = None
        while True:
            try:
                ask = running.send(reply)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if isinstance(ask, Choose) and ask.name not in self.procedure.choices:
                raise RuleBroken(f"{self.procedure.id} does not declare the choice {ask.name}")
            reply = yield ask


def procedure(
    id: str,
    *,
    title: str,
    grades: tuple[Grade, ...],
    rules: str,
    choices: tuple[str, ...] = (),
    spread: tuple[str, ...] = (),
    less: tuple[str, ...] = (),
    long: str = "",
    tally: tuple[str, ...] = (),
    roles: tuple[str, ...] = (),
    own: tuple[str, ...] = (),
    apart: tuple[str, ...] = (),
    part_if: Mapping[str, tuple[str, str]] | None = None,
    feed: Feed | tuple[Feed, ...] = (),
    follow_up: FollowUp | None = None,
    verdict: Verdict | None = None,
    verb: str = "",
) -> Callable[[Callable[..., Rule[Outcome] | Outcome]], Procedure]:
    """Declare the function below as a procedure. `rules` is written like `G1-G7 G12`."""

    def declare(function: Callable[..., Rule[Outcome] | Outcome]) -> Procedure:
        return Procedure(
            id,
            title,
            function,
            grades,
            rule_ids(rules),
            choices,
            spread,
            less,
            long,
            tally,
            roles,
            own,
            apart,
            part_if or {},
            feed if isinstance(feed, tuple) else (feed,),
            follow_up,
            verdict,
            verb,
        )

    return declare
