"""The open form: its typed texts, its odds, and the play in progress.

A `Desk` is a value. Every event of the page makes a new one by one of its functions, so a desk can
be saved, restored while dice are typed, and tested without a browser. Its results are cached.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from app.core.errors import BadInput
from app.core.odds.odds import Chances, chances, iter_chances
from app.core.play.asks import AnyChoose, OneOf, Places, YesNo
from app.core.play.play import (
    Answer,
    Asking,
    Chance,
    Chosen,
    Finished,
    Record,
    check_face,
    replay,
    tally,
    walk,
)
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound, Procedure
from app.widgets.roll.form.forms import fault_words, field_text, request
from app.widgets.roll.play.ends import ending
from app.widgets.roll.result.results import Decision, options
from app.widgets.roll.result.words import format_value, with_sign

#: Endings of the names of summands, which are shown with a sign.
ADDED = ("modifier", "bonus", "penalty")


@dataclass(frozen=True)
class Desk:
    """A procedure in use."""

    procedure: Procedure
    #: Field name -> its text.
    typed: Mapping[str, str]
    #: Of the play so far, None without one.
    answers: tuple[Answer, ...] | None = None
    #: Whether the dice are typed in, instead of random.
    by_hand: bool = False
    #: Names of the decisions that were made; all others have their suggested answer.
    decided: frozenset[str] = frozenset()
    #: Number of dice typed in before chance went on.
    thrown: int = 0

    def with_typed(self, typed: Mapping[str, str]) -> Desk:
        """Return the desk after an edit of the form; an edit ends a play in progress."""
        if dict(typed) == dict(self.typed):
            return self
        return Desk(self.procedure, dict(typed))

    def bound(self) -> Bound:
        """Return the procedure with the typed inputs; BadInput names the wrong field."""
        return self._bound

    @cached_property
    def _bound(self) -> Bound:
        return self.procedure.bind(request(self.procedure, self.typed))

    def faults(self) -> dict[str, str]:
        """Map fields to their faults, beginning with the label.

        These are all fields that are wrong by themselves, else the first fault between fields.
        """
        result: dict[str, str] = {}
        for name, value in request(self.procedure, self.typed).items():
            declared = self.procedure.inputs.get(name)
            try:
                if declared is not None:
                    declared.check(value)
            except BadInput as fault:
                result[name] = fault_words(self.procedure.inputs, fault)
        if not result:
            try:
                self.bound()
            except BadInput as fault:
                result[fault.field] = fault_words(self.procedure.inputs, fault)
        return result

    def missing(self) -> tuple[str, ...]:
        """Return the inputs that are not given yet: required ones, else one that others need."""
        inputs = self.procedure.inputs
        blank = [name for name in inputs if not self.typed.get(name, "").strip()]
        required = tuple(name for name in blank if inputs[name].required)
        return required or tuple(name for name in self.faults() if name in blank)

    def chances(self) -> Chances:
        """Return the exact chances; BadInput if the form is invalid or it takes too long."""
        return self._chances

    @cached_property
    def _chances(self) -> Chances:
        return chances(self.bound())

    def iter_chances(self) -> Generator[float, None, Chances]:
        """Compute the chances incrementally and cache them, yielding progress from 0 to 1."""
        if "_chances" not in vars(self):
            vars(self)["_chances"] = yield from iter_chances(self.bound())
        return self._chances

    def tally(self) -> tuple[tuple[str, str], ...]:
        """Return the summands that follow from the form, in words; zeros are left out.

        Raises BadInput if the form is invalid.
        """
        return tuple(
            (label_of(name), with_sign(value) if name.endswith(ADDED) else format_value(value))
            for name, value in tally(self.bound()).items()
            if value or not name.endswith((*ADDED, "cost"))
        )

    # --- the play ---

    def play(self) -> Asking | Finished | None:
        """Return the play's state; BadInput if its answers do not fit the form."""
        return self._play

    @property
    def valid_play(self) -> Asking | Finished | None:
        """Return the play's state, None without a play or if its answers do not fit the form."""
        try:
            return self._play
        except BadInput:
            return None

    @cached_property
    def _play(self) -> Asking | Finished | None:
        if self.answers is None:
            return None
        return replay(self.bound(), self.answers)

    @property
    def has_begun(self) -> bool:
        """Tell whether the play has an answer or a result: it keeps its form from then on."""
        if self.answers or not self.by_hand:
            return self.answers is not None
        return isinstance(self.valid_play, Finished)

    def entering(self) -> Desk:
        """Begin typing in dice; dice typed already stay."""
        if self.answers is not None and self.by_hand:
            return self
        return replace(self, answers=(), by_hand=True, decided=frozenset(), thrown=0)

    def roll(self, dice: random.Random) -> Desk:
        """Roll random dice up to a decision that may need further dice."""
        fresh = replace(self, answers=(), by_hand=False, decided=frozenset(), thrown=0)
        return fresh.roll_on(dice)

    def rest_rolled(self, dice: random.Random) -> Desk:
        """Roll the missing dice at random; typed ones stay."""
        return replace(self, by_hand=False, thrown=self.typed_faces).roll_on(dice)

    @property
    def typed_faces(self) -> int:
        """Return how many faces, from the first, were typed in."""
        faces = sum(isinstance(answer, int) for answer in self.answers or ())
        return faces if self.by_hand else min(self.thrown, faces)

    def answer(self, answer: Answer, dice: random.Random) -> Desk:
        """Return the play after one more answer; BadInput if it does not fit."""
        if isinstance(answer, int):
            wanted = self._wanted_sides()
            check_face(answer, wanted)
        names = {answer.name} if isinstance(answer, Chosen) else set[str]()
        answers = (*(self.answers or ()), answer)
        desk = replace(self, answers=answers, decided=self.decided | names)
        desk.play()
        return desk._decide() if desk.by_hand else desk.roll_on(dice)

    @property
    def final_answers(self) -> int:
        """Return how many answers are final: those up to the last random die."""
        answers = self.answers or ()
        dice = [position for position, each in enumerate(answers, 1) if isinstance(each, int)]
        return dice[-1] if dice and not self.by_hand else 0

    @property
    def goes_back(self) -> bool:
        """Tell whether an answer can be taken back."""
        return len(self.answers or ()) > self.final_answers

    def take_back(self) -> Desk:
        """Return the play without its last typed die and the decisions after it."""
        answers, final = self.answers or (), self.final_answers
        while len(answers) > final and isinstance(answers[-1], Chosen):
            answers = answers[:-1]
        remaining = answers if len(answers) == final else answers[:-1]
        decisions = {each.name for each in remaining if isinstance(each, Chosen)}
        return replace(self, answers=remaining, decided=self.decided & decisions)

    def goes_on(self, before: Desk) -> bool:
        """Tell whether this play still has all random dice of the earlier one."""
        final = before.final_answers
        return (self.answers or ())[:final] == (before.answers or ())[:final]

    def as_suggested(self, dice: random.Random) -> Desk:
        """Return the finished play, with the default for every open decision."""
        desk = self
        while isinstance(step := desk.play(), Asking):
            if step.choice is not None:
                chosen = Chosen(step.choice.name, step.choice.default)
                desk = replace(desk, answers=(*(desk.answers or ()), chosen))
            desk = desk.roll_on(dice)
        return desk

    def decide_anew(self, name: str, value: str) -> Desk:
        """Return a finished play with another answer to one of its last decisions.

        value: as an `Option` of `decisions()` has it.
        """
        answers = self.answers or ()
        for index, choice in self._last_decisions():
            if choice.name == name:
                yes_no = isinstance(choice.options, YesNo)
                answer = Chosen(name, value == "true" if yes_no else value)
                decided = self.decided | {name}
                desk = replace(self, answers=(*answers[:index], answer), decided=decided)
                return desk._as_before(answers[index + 1 :])
        return self

    def _as_before(self, later: tuple[Answer, ...]) -> Desk:
        """Return the play with the later decisions unchanged, if they are still asked."""
        desk = replace(self, answers=(*(self.answers or ()), *later))
        return desk if isinstance(desk.valid_play, Finished) else self._decide()

    def settle(self) -> Desk:
        """Return the play past its first decisions that need no dice."""
        return self._decide()

    def _wanted_sides(self) -> int:
        step = self.play()
        if isinstance(step, Asking) and step.wanted is not None:
            return step.wanted.sides
        raise BadInput("dice", "no die is wanted now")

    def roll_on(self, dice: random.Random) -> Desk:
        """Roll dice until the play is finished or needs a decision."""
        step = walk(self.bound(), Record(self.answers or (), _Falling(dice)))
        return replace(self, answers=step.answers)._decide()

    def _decide(self) -> Desk:
        """Take the default of decisions without further dice: they can be changed later."""
        desk = self
        while True:
            step = desk.play()
            if not isinstance(step, Asking) or step.choice is None:
                return desk
            if not desk._ends_after(step.choice):
                return desk
            chosen = Chosen(step.choice.name, step.choice.default)
            desk = replace(desk, answers=(*(desk.answers or ()), chosen))

    def _ends_with(self, chosen: Chosen) -> bool:
        """Tell whether the play needs no further die after this decision."""
        desk = replace(self, answers=(*(self.answers or ()), chosen))
        step = desk.play()
        if isinstance(step, Asking):
            return step.choice is not None and desk._ends_after(step.choice)
        return True

    def _ends_after(self, choice: AnyChoose) -> bool:
        return all(map(self._ends_with, _answers_to(choice)))

    def decisions(self) -> tuple[Decision, ...]:
        """Return the last decisions of a finished play, which can still be changed.

        An undecided one has no taken option, but names the answer that counts until then.
        """
        answers = self.answers or ()
        result = []
        for index, choice in self._last_decisions():
            chosen = answers[index]
            assert isinstance(chosen, Chosen)
            is_decided = choice.name in self.decided or chosen.value != choice.default
            offered = options(choice, chosen.value if is_decided else None)
            suggested = (option.words for option in options(choice, chosen.value) if option.taken)
            counts = "" if is_decided else next(suggested, "")
            if offered:
                ends = [self._end(choice.name, each.value) for each in offered]
                rated = ending(self.procedure, choice, offered, ends)
                result.append(Decision(choice.name, choice.label, choice.help, rated, counts))
        return tuple(result)

    def _end(self, name: str, value: str) -> Outcome | None:
        """Return the outcome if a decision is answered so, the others unchanged."""
        play = self.decide_anew(name, value).play()
        return play.outcome if isinstance(play, Finished) else None

    def _last_decisions(self) -> Iterator[tuple[int, AnyChoose]]:
        """Yield the indexes and decisions after the last die that need no further die."""
        answers = self.answers or ()
        start = len(answers)
        while start and isinstance(answers[start - 1], Chosen):
            start -= 1
        for index in range(start, len(answers)):
            desk = replace(self, answers=answers[:index])
            step = desk.play()
            if isinstance(step, Asking) and step.choice and desk._ends_after(step.choice):
                yield index, step.choice


class _Falling(Chance):
    """Random dice, without decisions."""

    def decide(self, choice: AnyChoose) -> None:
        return None


def _answers_to(choice: AnyChoose) -> Iterator[Chosen]:
    """Yield the answers to a decision worth trying: for dice by index, all and none."""
    if isinstance(choice.options, Places):
        most = min(choice.options.at_most, choice.options.count)
        yield Chosen(choice.name, ())
        yield Chosen(choice.name, tuple(range(1, most + 1)))
    elif isinstance(choice.options, YesNo):
        yield Chosen(choice.name, True)
        yield Chosen(choice.name, False)
    elif isinstance(choice.options, OneOf):
        for word in choice.options.words:
            yield Chosen(choice.name, word)


def default_text(procedure: Procedure) -> dict[str, str]:
    """Return the texts of an untouched form."""
    return {
        name: "" if declared.required else field_text(declared.default)
        for name, declared in procedure.inputs.items()
    }
