"""A form at work: what is typed into it, its odds, and the play in progress.

A `Desk` is a value. Every event of the page makes a new one by one of its functions, so a desk can
be saved, restored in the middle of typing dice, and tested without a browser. What it comes to is
asked for often, and worked out once.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from app.core.errors import BadInput
from app.core.odds.odds import Chances, chances, chances_in_slices
from app.core.play.asks import Choose, Places, YesNo
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
from app.core.procedures.kinds import spelled
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound, Procedure
from app.widgets.roll.ends import ending
from app.widgets.roll.forms import fault_words, field_text, request
from app.widgets.roll.results import Decision, options, shown, signed

#: How values are called that are added to something: they are shown with their sign.
ADDED = ("modifier", "bonus", "penalty")


@dataclass(frozen=True)
class Desk:
    """One procedure being used.

    typed: field name -> the text in it. answers: of the play so far, None while nobody plays.
    by_hand: are the dice typed in (else they fall by chance)? thrown: so many were typed in before
    chance went on. decided: the names of what somebody
    decided; every other decision stands as it is suggested.
    """

    procedure: Procedure
    typed: Mapping[str, str]
    answers: tuple[Answer, ...] | None = None
    by_hand: bool = False
    decided: frozenset[str] = frozenset()
    thrown: int = 0

    def with_typed(self, typed: Mapping[str, str]) -> Desk:
        """The desk after an edit of the form; a play in progress is of other inputs and ends."""
        if dict(typed) == dict(self.typed):
            return self
        return Desk(self.procedure, dict(typed))

    def bound(self) -> Bound:
        """The procedure with what is typed; BadInput names the field at fault."""
        return self._bound

    @cached_property
    def _bound(self) -> Bound:
        return self.procedure.bind(request(self.procedure, self.typed))

    def faults(self) -> dict[str, str]:
        """Field -> what is wrong with it, beginning with its label: every field that is at fault by
        itself, else the first fault between fields."""
        found: dict[str, str] = {}
        for name, value in request(self.procedure, self.typed).items():
            declared = self.procedure.inputs.get(name)
            try:
                if declared is not None:
                    declared.check(value)
            except BadInput as fault:
                found[name] = fault_words(self.procedure.inputs, fault)
        if not found:
            try:
                self.bound()
            except BadInput as fault:
                found[fault.field] = fault_words(self.procedure.inputs, fault)
        return found

    def missing(self) -> tuple[str, ...]:
        """The inputs that must be given and are not yet."""
        inputs = self.procedure.inputs.items()
        return tuple(n for n, i in inputs if i.required and not self.typed.get(n, "").strip())

    def chances(self) -> Chances:
        """Exact chances of what is typed; BadInput if it cannot be played or takes too long."""
        return self._chances

    @cached_property
    def _chances(self) -> Chances:
        return chances(self.bound())

    def weighing(self) -> Generator[float, None, Chances]:
        """The same in slices; yields how much of it is known, 0 to 1. It is remembered."""
        if "_chances" not in vars(self):
            vars(self)["_chances"] = yield from chances_in_slices(self.bound())
        return self._chances

    def tally(self) -> tuple[tuple[str, str], ...]:
        """What adds up from the form alone, in words; what adds nothing is not said. BadInput if it
        cannot be played."""
        return tuple(
            (spelled(name), signed(value) if name.endswith(ADDED) else shown(value))
            for name, value in tally(self.bound()).items()
            if value or not name.endswith((*ADDED, "cost"))
        )

    # --- the play ---

    def play(self) -> Asking | Finished | None:
        """Where the play stands; BadInput if its answers do not fit what is typed."""
        return self._play

    @cached_property
    def _play(self) -> Asking | Finished | None:
        if self.answers is None:
            return None
        return replay(self.bound(), self.answers)

    def entering(self) -> Desk:
        """Begin to type in dice; what has already been typed stays."""
        if self.answers is not None and self.by_hand:
            return self
        return replace(self, answers=(), by_hand=True, decided=frozenset(), thrown=0)

    def rolled(self, dice: random.Random) -> Desk:
        """Roll: the dice fall by chance up to a decision that more dice may hang on."""
        begun = replace(self, answers=(), by_hand=False, decided=frozenset(), thrown=0)
        return begun.fallen(dice)

    def rest_rolled(self, dice: random.Random) -> Desk:
        """What is missing falls by chance; what was typed in stays."""
        return replace(self, by_hand=False, thrown=self.typed_faces).fallen(dice)

    @property
    def typed_faces(self) -> int:
        """So many of its faces, from the first, were typed in."""
        faces = sum(isinstance(each, int) for each in self.answers or ())
        return faces if self.by_hand else min(self.thrown, faces)

    def answered(self, answer: Answer, dice: random.Random) -> Desk:
        """The play after one more answer; BadInput if it does not fit."""
        if isinstance(answer, int):
            wanted = self._wanted()
            check_face(answer, wanted)
        names = {answer.name} if isinstance(answer, Chosen) else set[str]()
        answers = (*(self.answers or ()), answer)
        desk = replace(self, answers=answers, decided=self.decided | names)
        desk.play()
        return desk._decided() if desk.by_hand else desk.fallen(dice)

    @property
    def standing(self) -> int:
        """So many answers from the first stand for good: chance rolled a die among them."""
        answers = self.answers or ()
        dice = [place for place, each in enumerate(answers, 1) if isinstance(each, int)]
        return dice[-1] if dice and not self.by_hand else 0

    @property
    def goes_back(self) -> bool:
        """Is there an answer that may be taken back?"""
        return len(self.answers or ()) > self.standing

    def taken_back(self) -> Desk:
        """The play without its last typed die (and the decisions that were taken after it)."""
        answers, standing = self.answers or (), self.standing
        while len(answers) > standing and isinstance(answers[-1], Chosen):
            answers = answers[:-1]
        left = answers if len(answers) == standing else answers[:-1]
        asked = {each.name for each in left if isinstance(each, Chosen)}
        return replace(self, answers=left, decided=self.decided & asked)

    def goes_on(self, before: Desk) -> bool:
        """Does this play still hold all the dice that had fallen by chance in that one?"""
        standing = before.standing
        return (self.answers or ())[:standing] == (before.answers or ())[:standing]

    def as_suggested(self, dice: random.Random) -> Desk:
        """The play at its end, every open decision by its default."""
        desk = self
        while isinstance(came := desk.play(), Asking):
            if came.choice is not None:
                chosen = Chosen(came.choice.name, came.choice.default)
                desk = replace(desk, answers=(*(desk.answers or ()), chosen))
            desk = desk.fallen(dice)
        return desk

    def decided_anew(self, name: str, value: str) -> Desk:
        """A finished play with another answer to one of its last decisions.

        value: as an `Option` of `decisions()` writes it.
        """
        answers = self.answers or ()
        for place, choice in self._last_decisions():
            if choice.name == name:
                yes_no = isinstance(choice.options, YesNo)
                answer = Chosen(name, value == "true" if yes_no else value)
                decided = self.decided | {name}
                desk = replace(self, answers=(*answers[:place], answer), decided=decided)
                return desk._as_before(answers[place + 1 :])
        return self

    def _as_before(self, later: tuple[Answer, ...]) -> Desk:
        """The play with the later decisions as they were, if they are still asked."""
        desk = replace(self, answers=(*(self.answers or ()), *later))
        try:
            return desk if isinstance(desk.play(), Finished) else self._decided()
        except BadInput:
            return self._decided()

    def settled(self) -> Desk:
        """The play past decisions that no die hangs on, where a play may begin with one."""
        return self._decided()

    def _wanted(self) -> int:
        came = self.play()
        if isinstance(came, Asking) and came.wanted is not None:
            return came.wanted.sides
        raise BadInput("dice", "no die is wanted now")

    def fallen(self, dice: random.Random) -> Desk:
        """Let dice fall until the play is finished or a decision is wanted."""
        came = walk(self.bound(), Record(self.answers or (), _Falling(dice)))
        return replace(self, answers=came.answers)._decided()

    def _decided(self) -> Desk:
        """Take the default of a decision that no further die hangs on: it can be changed after."""
        desk = self
        while True:
            came = desk.play()
            if not isinstance(came, Asking) or came.choice is None:
                return desk
            if not desk._ends_after(came.choice):
                return desk
            chosen = Chosen(came.choice.name, came.choice.default)
            desk = replace(desk, answers=(*(desk.answers or ()), chosen))

    def _ends_with(self, chosen: Chosen) -> bool:
        """Does the play need no further die after this decision, whatever is decided then?"""
        desk = replace(self, answers=(*(self.answers or ()), chosen))
        came = desk.play()
        if isinstance(came, Asking):
            return came.choice is not None and desk._ends_after(came.choice)
        return True

    def _ends_after(self, choice: Choose) -> bool:
        return all(map(self._ends_with, _answers_to(choice)))

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions at the end of a finished play: they can be changed while no die follows.

        What nobody decided has no option that is taken, but says what counts until then.
        """
        answers = self.answers or ()
        made = []
        for place, choice in self._last_decisions():
            chosen = answers[place]
            assert isinstance(chosen, Chosen)
            by_somebody = choice.name in self.decided or chosen.value != choice.default
            offered = options(choice, chosen.value if by_somebody else None)
            suggested = (each.words for each in options(choice, chosen.value) if each.taken)
            counts = "" if by_somebody else next(suggested, "")
            if offered:
                ends = [self._ended(choice.name, each.value) for each in offered]
                weighed = ending(self.procedure, choice, offered, ends)
                made.append(Decision(choice.name, choice.label, choice.help, weighed, counts))
        return tuple(made)

    def _ended(self, name: str, value: str) -> Outcome | None:
        """What the play comes to if a decision is taken so, the others as they stand."""
        play = self.decided_anew(name, value).play()
        return play.outcome if isinstance(play, Finished) else None

    def _last_decisions(self) -> Iterator[tuple[int, Choose]]:
        """The decisions after the last die that no die hangs on, each with its place."""
        answers = self.answers or ()
        start = len(answers)
        while start and isinstance(answers[start - 1], Chosen):
            start -= 1
        for place in range(start, len(answers)):
            desk = replace(self, answers=answers[:place])
            came = desk.play()
            if isinstance(came, Asking) and came.choice and desk._ends_after(came.choice):
                yield place, came.choice


class _Falling(Chance):
    """Random dice, and nobody who decides."""

    def decide(self, choice: Choose) -> None:
        return None


def _answers_to(choice: Choose) -> Iterator[Chosen]:
    """Every answer to a decision that is worth trying: for dice by places, all and none."""
    if isinstance(choice.options, Places):
        most = min(choice.options.at_most, choice.options.count)
        yield Chosen(choice.name, ())
        yield Chosen(choice.name, tuple(range(1, most + 1)))
    elif isinstance(choice.options, YesNo):
        yield Chosen(choice.name, True)
        yield Chosen(choice.name, False)
    else:
        for word in choice.options.words:
            yield Chosen(choice.name, word)


def default_text(procedure: Procedure) -> dict[str, str]:
    """What stands in a form's fields before anybody types."""
    return {
        name: "" if declared.required else field_text(declared.default)
        for name, declared in procedure.inputs.items()
    }
