"""Results of a test of Wasteland: dice, re-rolls, assistants, AP, four grades (W1)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from app.core.play.asks import Pool, Rule, choose, roll, settle
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, add, adding
from app.systems.wasteland.rules.action_points import AtHand
from app.systems.wasteland.rules.readings import (
    NOTHING,
    Standard,
    Tally,
    against,
    each_against,
    single_dice,
    standard,
    tally,
)
from app.systems.wasteland.rules.rerolls import reroll_choice
from app.systems.wasteland.rules.testing import TestInputs

COMPLICATED = "-with-complication"


def four_grades(yes: tuple[str, str], no: tuple[str, str]) -> tuple[Grade, ...]:
    """Return the grades for passed and failed, each with and without a complication."""
    grades = [
        Grade(yes[0], yes[1], "good"),
        Grade(yes[0] + COMPLICATED, f"{yes[1]}, with a complication", "mixed"),
        Grade(no[0], no[1], "bad"),
        Grade(no[0] + COMPLICATED, f"{no[1]}, with a complication", "worst"),
    ]
    return tuple(grades)


TEST_GRADES = four_grades(("success", "Success"), ("failure", "Failure"))

#: Rules that every test applies; procedures add their own before them.
TEST_RULES = "W1.1-W1.5 W1.7 W1.13"

#: Values that depend on the inputs alone: shown before the roll.
TEST_TALLY = ("target", "pool", "difficulty", "ap_cost")


def graded(id: str, complications: int) -> str:
    return id + COMPLICATED if complications else id


@dataclass(frozen=True)
class Test:
    """A test rolled to its end."""

    measure: Standard
    difficulty: int
    #: The leader's dice.
    own: Tally
    #: The assistants' dice.
    help: Tally
    luck_spent: int
    inputs: TestInputs
    #: The summands of the difficulty.
    parts: tuple[tuple[int, str], ...]

    @property
    def assist_successes(self) -> int:
        # W1.9: assistants add only to a success of the leader's own.
        return self.help.successes if self.own.successes else 0

    @property
    def successes(self) -> int:
        return self.own.successes + self.assist_successes

    @property
    def complications(self) -> int:
        return self.own.complications + self.help.complications

    @property
    def margin(self) -> int:
        return self.successes - self.difficulty

    @property
    def passed(self) -> bool:
        # W1.4
        return self.margin >= 0

    @property
    def earned(self) -> int:
        # W1.5
        return max(0, self.margin)

    @property
    def at_hand(self) -> AtHand:
        """Return the AP at hand after the price and the earnings (W1.6)."""
        return self.inputs.at_hand.paid(self.inputs.from_pool).with_earned(self.earned)

    def outcome(
        self,
        *effects: Effect,
        yes: str = "success",
        no: str = "failure",
        spent: int = 0,
        notes: tuple[str, ...] = (),
        **more: object,
    ) -> Outcome:
        """Return the outcome of the test; `more` are further values, `spent` the AP of it."""
        after = self.at_hand.paid(spent)
        values = {
            "target": self.measure.target,
            "crit_threshold": self.measure.crit,
            "pool": 2 + self.inputs.bonus_dice,
            "difficulty": self.difficulty,
            "successes": self.successes,
            "assist_successes": self.assist_successes,
            "complications": self.complications,
            "margin": self.margin,
            "ap_cost": self.inputs.price,
            "ap_generated": self.earned,
            "group_ap_after": after.pool,
            "surplus_after": after.surplus,
            "luck_spent": self.luck_spent,
        }
        return Outcome(
            graded(yes if self.passed else no, self.complications),
            self.passed,
            {**values, **more},
            effects=(*self._effects(after), *effects),
            notes=(*self._notes(after), *notes),
            steps=self._steps(),
        )

    def _effects(self, after: AtHand) -> tuple[Effect, ...]:
        """Return the effects of the test on the pools and on luck points."""
        to_gm = self.inputs.price if self.inputs.pay_with == "gm" else 0  # W1.8
        return (
            *self.inputs.at_hand.changes(after),
            *change("gm_ap", 0, to_gm),
            *change("luck_points", self.luck_spent, 0),
        )

    def _notes(self, after: AtHand) -> tuple[str, ...]:
        notes = []
        if self.complications:
            many = self.complications > 1
            count = f"{self.complications} complications" if many else "A complication"
            notes.append(f"{count}: the GM says what goes wrong (W1.7).")
        if self.help.successes and not self.own.successes:
            notes.append("No success of one’s own: the assistants’ successes are lost (W1.9).")
        if after.surplus:
            notes.append(
                f"The pool is full: {after.surplus} AP beyond it, to be spent before this turn "
                "ends (W1.6)."
            )
        return tuple(notes)

    def _steps(self) -> tuple[SumStep, ...]:
        """Show the sum of the difficulty, and how far the successes reach."""
        summed: tuple[SumStep, ...] = ()
        if len([part for part in self.parts if part[0]]) > 1:
            summed = adding(*self.parts, result=(self.difficulty, "difficulty"))
        counted: tuple[SumStep, ...] = (SumStep("", self.successes, "successes"),)
        if self.assist_successes:
            counted = adding(
                (self.own.successes, "successes"),
                (self.assist_successes, "from assistants"),
                result=(self.successes, "successes"),
            )
        earned = (SumStep("earned", self.earned, "AP"),) if self.earned else ()
        return (*summed, *counted, SumStep("needed", self.difficulty, ""), *earned)


def roll_test(
    attribute: int,
    skill: int,
    tagged: bool,
    inputs: TestInputs,
    *parts: tuple[int, str],
    aim: bool = False,
    leading: tuple[tuple[int, int], ...] = (),
) -> Rule[Test]:
    """Roll a test to its end: own dice, re-rolls, assistants (W1.1-W1.10).

    parts: summands of the difficulty, besides those of the inputs. aim: one free re-roll (W4.1).
    leading: assistants (target, crit) before those of the inputs.
    """
    # W1.13: everything is added first, then the total is raised to 0.
    parts = (
        *parts,
        (int(inputs.second_major), "second major action"),
        (inputs.difficulty_modifier, "modifier"),
    )
    difficulty = max(0, sum(amount for amount, _ in parts))
    # W1.16: LCK in place of the attribute; skill and tag stay as they are.
    leads = inputs.luck if inputs.stacked_deck else attribute
    measure = standard(leads, skill, tagged, inputs.complication_range)
    helpers = (*leading, *inputs.assistants)

    def alike(dice: Tally, before: Tally = NOTHING) -> Hashable:
        """Return the part of the dice so far that a grade depends on."""
        so_far = before.plus(dice)
        alone = so_far.successes == 0 and bool(helpers)
        return alone, min(so_far.successes, difficulty), so_far.complications > 0

    own, luck_spent = yield from _own_dice(measure, difficulty, inputs, aim, alike)
    luck_spent += inputs.stacked_deck
    help = NOTHING
    if helpers:
        yield from settle("assistants", own.successes, **_beside(own.complications, luck_spent))
        measures = tuple(
            against(target, crit, inputs.complication_range) for target, crit in helpers
        )
        counts = Tally(int(own.successes > 0), 1)  # W1.9: complications count in any case

        def helpful(dice: Tally) -> Hashable:
            added = Tally(dice.successes * counts.successes, dice.complications)
            return alike(added, own)

        label = "Assistants" if len(helpers) > 1 else "Assistant"
        help = yield from roll(
            Pool(
                label, len(helpers), 20, each_against(measures), who="assistant", merge_key=helpful
            )
        )
    test = Test(measure, difficulty, own, help, luck_spent, inputs, parts)
    yield from settle(
        "rolled",
        test.successes,
        **_beside(test.complications, luck_spent),
        assist_successes=test.assist_successes,
    )
    return test


def _beside(complications: int, luck_spent: int) -> dict[str, Hashable]:
    """Return values that depend on more than successes (see `settle`)."""
    return {
        "grade": complications > 0,
        "complications": complications,
        "injuries_after": complications,  # of the dying test
        "luck_spent": luck_spent,
    }


def _own_dice(
    measure: Standard, difficulty: int, inputs: TestInputs, aim: bool, alike: Any
) -> Rule[tuple[Tally, int]]:
    """Roll the leader's dice with their re-rolls; return their score and the luck points spent."""
    count = 2 + inputs.bonus_dice
    available = min(count, inputs.rerolls + aim)
    if not available:
        own = yield from roll(Pool("Test", count, 20, tally(measure), merge_key=alike))
        return own, 0
    faces = yield from roll(Pool("Test", count, 20, single_dice(measure)))
    again = yield from choose(reroll_choice(faces, available, measure, difficulty, aim))
    score = NOTHING
    for place, face in enumerate(faces, 1):
        if place not in again:
            score = score.plus(measure.read(face))
    # W4.1: the free re-roll of an Aim goes first; every other die costs a luck point.
    luck_spent = max(0, len(again) - aim)
    if not again:
        return score, luck_spent
    yield from settle(
        "re-roll", score.successes, len(again), **_beside(score.complications, luck_spent)
    )
    rerolled = yield from roll(
        Pool(
            "Reroll",
            len(again),
            20,
            tally(measure),
            merge_key=lambda dice: alike(dice, score),
        )
    )
    return score.plus(rerolled), luck_spent


def change(field: str, before: int, after: int, who: str = "self") -> tuple[Effect, ...]:
    """Return the effect that takes a number from before to after; none if it stays."""
    return (add(field, after - before, who),) if after != before else ()
