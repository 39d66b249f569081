"""Results of a test of Autonomous Garden: margin, seven rows, a bought tie (G10-G12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.core.play.asks import Choose, OneOf, Rule, choose, roll
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, adding
from app.systems.garden.house import PoolRules
from app.systems.garden.rules.readings import PoolResult, attribute_pool, skill_pool
from app.systems.garden.tables.rolls import MARGIN

#: A row's margin in the fewest signs.
_SHORT = {"3 or more": "3+", "−3 or less": "≤−3"}

MARGIN_GRADES = tuple(
    Grade(row.grade, row.words, row.tone, f"MoS {_SHORT.get(row.mos, row.mos)}") for row in MARGIN
)

#: The name of the choice that a tie asks.
SUCCEED_AT_COST = "succeed_at_cost"


@dataclass(frozen=True)
class Test:
    """A test read to its end."""

    #: The dice; None where the average was taken (G13).
    dice: PoolResult | None
    total: int
    target: int
    #: A tie was bought (G12).
    cost: bool
    steps: tuple[SumStep, ...]

    @property
    def margin(self) -> int:
        return self.total - self.target

    @property
    def fumble(self) -> bool:
        return self.dice is not None and self.dice.fumble

    @property
    def effective_margin(self) -> int:
        return 1 if self.cost else self.margin

    @property
    def success(self) -> bool:
        return self.effective_margin >= 1

    @property
    def grade(self) -> str:
        """Return the row of G10; a bought tie stays in its row (G12)."""
        return margin_grade(self.margin)

    @property
    def read(self) -> dict[str, object]:
        """Return the roll, its target and the margin, where no tie can be bought."""
        dice = report_dice(self.dice) if self.dice else {}
        return {"total": self.total, **dice, "target": self.target, "margin": self.margin}

    @property
    def values(self) -> dict[str, object]:
        return {**self.read, "effective_margin": self.effective_margin, "cost": self.cost}

    @property
    def notes(self) -> tuple[str, ...]:
        return mishaps(self.fumble, self.cost)

    def outcome(self, **more: Any) -> Outcome:
        """Return the outcome of a test that the seven rows grade; `more` are further values."""
        return self.graded(self.grade, self.success, **more)

    def graded(
        self, grade: str, success: bool, effects: tuple[Effect, ...] = (), **more: object
    ) -> Outcome:
        """Return the outcome of a test with rows of its own."""
        return Outcome(grade, success, {**self.values, **more}, effects, self.notes, self.steps)


def report_dice(dice: PoolResult) -> dict[str, object]:
    """Return the dice of a roll as outcomes report them."""
    return {"die": dice.die, "critical_bonus": dice.critical, "fumble": dice.fumble}


def margin_grade(margin: int) -> str:
    """Return the row of G10 for a margin."""
    return next(row.grade for row in MARGIN if margin >= row.least)


def mishaps(fumble: bool, cost: bool) -> tuple[str, ...]:
    """Return the notes for a fumble (G5) or a bought tie (G12)."""
    notes = []
    if fumble:
        notes.append("Fumble: a mishap happens besides, as the situation offers (G5).")
    if cost:
        notes.append("Bought at a cost: a drawback like a fumble’s mishap follows (G12).")
    return tuple(notes)


def sum_roll(
    dice: PoolResult, *added: tuple[int, str], keep_name: str = "Highest die"
) -> tuple[int, tuple[SumStep, ...]]:
    """Return the total of a roll, never below 0 (G3), and its steps."""
    total = max(0, dice.roll + sum(amount for amount, _ in added))
    steps = adding(
        (dice.die, keep_name), (dice.critical, "criticals"), *added, result=(total, "total")
    )
    return total, steps


def compare(
    dice: PoolResult,
    added: tuple[tuple[int, str], ...],
    target: int,
    offer_cost: bool,
    against: str = "target number",
    keep_name: str = "Highest die",
) -> Rule[Test]:
    """Compare a roll with its target; on a tie that may be bought, ask (G10, G12).

    To be called after all dice of both sides are rolled. offer_cost: false also where a fumble has
    already decided. A target below 0 counts as 0 (G3).
    """
    total, steps = sum_roll(dice, *added, keep_name=keep_name)
    return (yield from _against(dice, total, steps, max(0, target), offer_cost, against))


def average_roll(level: int, target: int, offer_cost: bool) -> Rule[Test]:
    """Take 2 + the level instead of a roll, and nothing else (G13); a tie follows G12."""
    total = 2 + level
    steps = adding((2, "average"), (level, "skill level"), result=(total, "total"))
    return (yield from _against(None, total, steps, max(0, target), offer_cost, "target number"))


def _against(
    dice: PoolResult | None,
    total: int,
    steps: tuple[SumStep, ...],
    target: int,
    offer_cost: bool,
    against: str,
) -> Rule[Test]:
    """Compare a total with its target; on a tie that may be bought, ask (G12)."""
    cost = False
    if total == target and offer_cost:
        cost = (yield from choose(SUCCEED)) == "accept"
    margin = SumStep("=", total - target, "margin")
    return Test(dice, total, target, cost, (*steps, SumStep("against", target, against), margin))


def skill_against(
    label: str,
    level: int,
    added: tuple[tuple[int, str], ...],
    target: int,
    offer_cost: bool,
    house: PoolRules,
    fumble_decides: bool = False,
    average: bool = False,
) -> Rule[Test]:
    """Compare a skill roll (G6), or the average of the skill (G135), with a target number.

    fumble_decides: a fumble settles the test, so that no tie is bought.
    """
    if average:
        return (yield from average_roll(level, target, offer_cost))
    dice = yield from roll(skill_pool(label, level, house))
    offered = offer_cost and not (fumble_decides and dice.fumble)
    return (yield from compare(dice, added, target, offered, keep_name=keep_label(level)))


def attribute_against(
    label: str,
    added: tuple[tuple[int, str], ...],
    target: int,
    offer_cost: bool,
    house: PoolRules,
    fumble_decides: bool = False,
) -> Rule[Test]:
    """Compare an attribute roll (G8) with a target number."""
    dice = yield from roll(attribute_pool(label, house))
    offered = offer_cost and not (fumble_decides and dice.fumble)
    return (yield from compare(dice, added, target, offered))


SUCCEED = Choose(
    SUCCEED_AT_COST,
    OneOf({"accept": "Succeed, at a cost", "decline": "Fail"}),
    default="decline",
    label="A tie. Succeed at a cost?",
    help="Accepted, the test succeeds with a margin of 1 and a drawback follows.",
    never="decline",
    always="accept",
    price=lambda answer: int(answer == "accept"),
    unit="drawbacks",
)


def keep_label(skill: int) -> str:
    """Return the label of the kept die: unskilled rolls keep the lowest (G7)."""
    return "Highest die" if skill > 0 else "Lowest of two dice (unskilled)"
