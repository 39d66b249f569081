"""The exact chances after each answer to an open decision, ready for drawing.

    evaluation = DecisionEvaluation.of(desk)    the decision that a play waits for, if any
    for _ in evaluation.steps(): ...            evaluates an answer at a time; taps come between
    evaluation.answers()                        the results so far, by the buttons' values

The best answer for success is marked; none is chosen.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from app.core.errors import BadInput
from app.core.odds.conditional_odds import MOST, OptionEvaluator, find_position
from app.core.odds.odds import Chances
from app.core.odds.policies import options_to_evaluate
from app.core.play.asks import AnyChoose, Places, YesNo
from app.core.play.play import Asking, Record, Thrown
from app.core.procedures.labels import of_count
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import scale_progress
from app.widgets.odds.odds import OddsRow, rows, success_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.play.plays import OTHERS, lying
from app.widgets.roll.result.results import Die

#: Least chance of a grade worth telling.
WELL = Fraction(1, 20)

#: Values of the buttons of a decision among dice.
PICKED, NONE = "picked", "none"


@dataclass(frozen=True)
class Worth:
    """An answer with its value."""

    #: In percent, empty where the rules have none.
    success: str = ""
    #: The result table as a strip.
    rows: tuple[OddsRow, ...] = ()
    #: Whether no answer succeeds more often, and some less.
    is_best: bool = False
    #: The cost in words.
    price: str = ""
    #: Why it is not possible.
    fault: str = ""
    #: Without a success: the grade that differs between answers, with its chance.
    telling: str = ""

    @property
    def spoken(self) -> str:
        """Return `Success 55%, best odds. Success 50%, Failure 45%`."""
        grades = ", ".join(f"{row.words} {row.percent}" for row in self.rows if row.p != "0")
        best = ", best odds" if self.is_best else ""
        return f"Success {self.success}{best}. {grades}" if self.success else grades


@dataclass(frozen=True)
class Pick:
    """Some of the dice that may be picked. dice: for drawing; is_made: whether they are picked."""

    places: tuple[int, ...]
    dice: tuple[Die, ...]
    worth: Worth
    is_made: bool

    @property
    def written(self) -> str:
        """Return the picked indexes as text, separated by blanks."""
        return " ".join(map(str, self.places))


class DecisionEvaluation:
    """The answers to one open decision, evaluated one after another."""

    def __init__(self, desk: Desk, asking: Asking, choice: AnyChoose) -> None:
        self._procedure: Procedure = desk.procedure
        self._choice = choice
        bound = desk.bound()
        self._evaluator = OptionEvaluator(
            bound, find_position(bound, Record(asking.answers)), choice
        )
        self._thrown = [each for each in asking.log if isinstance(each, Thrown)]
        self._answers = tuple(islice(options_to_evaluate(choice), MOST))
        self._known: dict[Any, Chances] = {}

    @classmethod
    def of(cls, desk: Desk) -> DecisionEvaluation | None:
        """Return the evaluation of the play's open decision; None without one."""
        try:
            step = desk.play()
        except BadInput:
            return None
        if not isinstance(step, Asking) or step.choice is None:
            return None
        return cls(desk, step, step.choice)

    def steps(self) -> Generator[float, None, None]:
        """Evaluate one answer after another, yielding progress from 0 to 1.

        Raises BadInput where that would take too long.
        """
        share = 1 / max(len(self._answers), 1)
        for answer in self._answers:
            chances, done = self._evaluator.iter_chances(answer), len(self._known) * share
            self._known[answer] = yield from scale_progress(chances, done, share)
            yield done + share

    @property
    def is_done(self) -> bool:
        """Tell whether all answers are evaluated."""
        return len(self._known) == len(self._answers)

    def answers(self, picks: tuple[int, ...] = ()) -> dict[str, Worth]:
        """Return the values so far by button value. picks: indexes of the dice picked now."""
        if not isinstance(self._choice.options, Places):
            return {_button_value(self._choice, each): self._worth(each) for each in self._known}
        values = {NONE: self._worth(())} if () in self._known else {}
        if self._known:
            values[PICKED] = self._weigh_picks(picks)
        return values

    def others(self, picks: tuple[int, ...] = ()) -> tuple[Pick, ...]:
        """Return the best different picks of dice, once all are evaluated. picks: picked now."""
        options = self._choice.options
        if not isinstance(options, Places) or not self.is_done:
            return ()
        drawn = lying(options, self._thrown)
        ranked = sorted((each for each in self._known if each), key=self._rank, reverse=True)
        return tuple(
            Pick(
                places,
                tuple(drawn[index - 1] for index in places),
                self._worth(places),
                places == picks,
            )
            for places in _differing(ranked, self._known)[:OTHERS]
        )

    def _weigh_picks(self, picks: tuple[int, ...]) -> Worth:
        try:
            self._chances_of(picks)
        except BadInput as fault:
            most = getattr(self._choice.options, "at_most", len(picks))
            return Worth(fault=f"at most {most}" if most < len(picks) else fault.message)
        return self._worth(picks)

    def _chances_of(self, answer: Any) -> Chances:
        return self._known[answer] if answer in self._known else self._evaluator.of(answer)

    def _worth(self, answer: object) -> Worth:
        chances = self._chances_of(answer)
        strip = rows(self._procedure, chances.grades)
        best = self.is_done and self._is_best(chances)
        success = success_words(chances)
        telling = "" if success else self._telling(strip)
        return Worth(success, strip, best, self._price(answer), telling=telling)

    def _telling(self, strip: tuple[OddsRow, ...]) -> str:
        """Return the best row likely after any of the answers: `Critical hit 46.5%`."""
        for row in strip:
            chances = (each.grades.get(row.grade, Fraction(0)) for each in self._known.values())
            if max(chances, default=Fraction(0)) >= WELL:
                return f"{row.words} {row.percent}"
        return ""

    def _is_best(self, chances: Chances) -> bool:
        """Tell whether an answer is among the best, and some are worse.

        Decisions of others have no best answer, since chances are the roller's.
        """
        if chances.success is None or self._choice.who != "self":
            return False
        others = [each.success or Fraction(0) for each in self._known.values()]
        return chances.success == max(others) > min(others)

    def _price(self, answer: object) -> str:
        return price_words(self._choice.costs(answer), self._choice.unit)

    def _rank(self, answer: object) -> tuple[object, ...]:
        """Return the sort key: chance of success, then better grades, then the lower price."""
        chances = self._known[answer]
        grade_chances = (
            chances.grades.get(grade.id, Fraction(0)) for grade in self._procedure.grades
        )
        return chances.success or Fraction(0), *grade_chances, -self._choice.costs(answer)


def _differing(ranked: list[tuple[int, ...]], odds: dict[object, Chances]) -> list[tuple[int, ...]]:
    """Sort picks with chances of their own before repeated ones."""
    known_chances: list[Chances] = []
    own: list[tuple[int, ...]] = []
    repeated: list[tuple[int, ...]] = []
    for pick in ranked:
        (repeated if odds[pick] in known_chances else own).append(pick)
        known_chances.append(odds[pick])
    return [*own, *repeated]


def _button_value(choice: AnyChoose, answer: object) -> str:
    """Return the button value of an answer (see `results.options`)."""
    if isinstance(choice.options, YesNo):
        return "true" if answer else "false"
    return str(answer)


def price_words(price: int, unit: str) -> str:
    """Return `2 AP`, `1 luck`; `Free` for a price of 0, empty without a price."""
    if not unit:
        return ""
    return f"{price} {of_count(price, unit)}" if price else "Free"
