"""What each answer to an open decision comes to: exact chances from there on, as they are drawn.

    weighing = Weighing.of(desk)        of the decision that a play waits for, if it waits for one
    for _ in weighing.steps(): ...      an answer at a time, so that a tap comes between two
    weighing.answers()                  what is known so far, by what its button says

Nothing is chosen for anybody: the best for success is marked, and that is all.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from app.core.errors import BadInput
from app.core.odds.conditional_odds import MOST, Scales, find_position
from app.core.odds.odds import Chances
from app.core.odds.policies import worth_weighing
from app.core.play.asks import Choose, Places, YesNo
from app.core.play.play import Asking, Record, Thrown
from app.core.procedures.kinds import of_count
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import scale_progress
from app.widgets.odds.odds import Row, rows, success_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.plays import OTHERS, lying
from app.widgets.roll.results import Die

#: What may well come.
WELL = Fraction(1, 20)

#: What the buttons of a decision among dice say.
PICKED, NONE = "picked", "none"


@dataclass(frozen=True)
class Worth:
    """An answer and what it comes to.

    success: in percent, empty where the rules know none. rows: of the result table, the strip of
    them. is_best: does none succeed more often, and some less? price: what it costs, in words.
    fault: why it is no answer. telling: where no success is known, the grade that tells these
    answers apart, with its chance.
    """

    success: str = ""
    rows: tuple[Row, ...] = ()
    is_best: bool = False
    price: str = ""
    fault: str = ""
    telling: str = ""

    @property
    def spoken(self) -> str:
        """`Success 55%, best chance. Success 50%, Failure 45%`."""
        said = ", ".join(f"{row.words} {row.percent}" for row in self.rows if row.p != "0")
        best = ", best chance" if self.is_best else ""
        return f"Success {self.success}{best}. {said}" if self.success else said


@dataclass(frozen=True)
class Pick:
    """Some of the dice, as one may pick them. dice: as they are drawn; is_made: are they picked?"""

    places: tuple[int, ...]
    dice: tuple[Die, ...]
    worth: Worth
    is_made: bool

    @property
    def written(self) -> str:
        return " ".join(map(str, self.places))


class Weighing:
    """The answers to one open decision, weighed one after another."""

    def __init__(self, desk: Desk, asking: Asking, choice: Choose) -> None:
        self._procedure: Procedure = desk.procedure
        self._choice = choice
        bound = desk.bound()
        self._scales = Scales(bound, find_position(bound, Record(asking.answers)), choice)
        self._thrown = [each for each in asking.log if isinstance(each, Thrown)]
        self._answers = tuple(islice(worth_weighing(choice), MOST))
        self._known: dict[Any, Chances] = {}

    @classmethod
    def of(cls, desk: Desk) -> Weighing | None:
        """Of the decision that this play waits for; None where it waits for none."""
        try:
            came = desk.play()
        except BadInput:
            return None
        if not isinstance(came, Asking) or came.choice is None:
            return None
        return cls(desk, came, came.choice)

    def steps(self) -> Generator[float, None, None]:
        """Weigh one after another; BadInput where that would take too long. Yields how much of it
        is done, 0 to 1."""
        share = 1 / max(len(self._answers), 1)
        for answer in self._answers:
            weighing, done = self._scales.in_slices(answer), len(self._known) * share
            self._known[answer] = yield from scale_progress(weighing, done, share)
            yield done + share

    @property
    def is_done(self) -> bool:
        """Are all of them weighed?"""
        return len(self._known) == len(self._answers)

    def answers(self, picks: tuple[int, ...] = ()) -> dict[str, Worth]:
        """What is known, by what the button says that answers so; picks: of dice, made just now."""
        if not isinstance(self._choice.options, Places):
            return {_said(self._choice, each): self._worth(each) for each in self._known}
        found = {NONE: self._worth(())} if () in self._known else {}
        if self._known:
            found[PICKED] = self._picked(picks)
        return found

    def others(self, picks: tuple[int, ...] = ()) -> tuple[Pick, ...]:
        """Of dice: the best few picks that differ, once all are weighed; picks: made just now."""
        options = self._choice.options
        if not isinstance(options, Places) or not self.is_done:
            return ()
        drawn = lying(options, self._thrown)
        ranked = sorted((each for each in self._known if each), key=self._rank, reverse=True)
        return tuple(
            Pick(
                places,
                tuple(drawn[place - 1] for place in places),
                self._worth(places),
                places == picks,
            )
            for places in _differing(ranked, self._known)[:OTHERS]
        )

    def _picked(self, picks: tuple[int, ...]) -> Worth:
        try:
            self._known_of(picks)
        except BadInput as fault:
            most = getattr(self._choice.options, "at_most", len(picks))
            return Worth(fault=f"at most {most}" if most < len(picks) else fault.message)
        return self._worth(picks)

    def _known_of(self, answer: Any) -> Chances:
        return self._known[answer] if answer in self._known else self._scales.of(answer)

    def _worth(self, answer: Any) -> Worth:
        chances = self._known_of(answer)
        found = rows(self._procedure, chances.grades)
        best = self.is_done and self._is_best(chances)
        success = success_words(chances)
        telling = "" if success else self._telling(found)
        return Worth(success, found, best, self._price(answer), telling=telling)

    def _telling(self, found: tuple[Row, ...]) -> str:
        """`Critical hit 46.5%`: the best row that any of the answers may well come to."""
        for row in found:
            chances = (each.grades.get(row.grade, Fraction(0)) for each in self._known.values())
            if max(chances, default=Fraction(0)) >= WELL:
                return f"{row.words} {row.percent}"
        return ""

    def _is_best(self, chances: Chances) -> bool:
        """Ties are all of them best, or none where nothing is worse; what somebody else decides is
        weighed for whoever rolls, so none of it is."""
        if chances.success is None or self._choice.who != "self":
            return False
        others = [each.success or Fraction(0) for each in self._known.values()]
        return chances.success == max(others) > min(others)

    def _price(self, answer: Any) -> str:
        return price_words(self._choice.costs(answer), self._choice.unit)

    def _rank(self, answer: Any) -> tuple[Any, ...]:
        """The greater chance of success first, then of the better grades; then what costs less."""
        chances = self._known[answer]
        each = (chances.grades.get(grade.id, Fraction(0)) for grade in self._procedure.grades)
        return chances.success or Fraction(0), *each, -self._choice.costs(answer)


def _differing(ranked: list[tuple[int, ...]], known: dict[Any, Chances]) -> list[tuple[int, ...]]:
    """Those that come to something of their own before those that come to the same."""
    told: list[Chances] = []
    own: list[tuple[int, ...]] = []
    again: list[tuple[int, ...]] = []
    for each in ranked:
        (again if known[each] in told else own).append(each)
        told.append(known[each])
    return [*own, *again]


def _said(choice: Choose, answer: Any) -> str:
    """What the button of an answer says (see `results.options`)."""
    if isinstance(choice.options, YesNo):
        return "true" if answer else "false"
    return str(answer)


def price_words(price: int, unit: str) -> str:
    """`2 AP`, `1 luck`; `free` where a price is known and is nothing, else nothing."""
    if not unit:
        return ""
    return f"{price} {of_count(price, unit)}" if price else "free"
