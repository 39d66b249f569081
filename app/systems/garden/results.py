"""What a test of Autonomous Garden comes to: margin, seven rows, a bought tie (G10-G12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.core.play.asks import Choose, OneOf, Rule, choose, roll
from app.core.procedures.outcomes import Effect, Grade, Outcome, Step, adding
from app.systems.garden.house import PoolRules
from app.systems.garden.readings import Seen, attribute_pool, skill_pool
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
    """A test read to its end.

    seen: what the dice showed; None where the average was taken instead (G13).
    margin: total - target (G10). cost: was a tie bought (G12)?
    """

    seen: Seen | None
    total: int
    target: int
    cost: bool
    steps: tuple[Step, ...]

    @property
    def margin(self) -> int:
        return self.total - self.target

    @property
    def fumble(self) -> bool:
        return self.seen is not None and self.seen.fumble

    @property
    def effective_margin(self) -> int:
        return 1 if self.cost else self.margin

    @property
    def success(self) -> bool:
        return self.effective_margin >= 1

    @property
    def grade(self) -> str:
        """The row of G10; a bought tie stays in its row (G12)."""
        return margin_grade(self.margin)

    @property
    def read(self) -> dict[str, Any]:
        """The roll and what it was held against, where no tie can be bought."""
        dice = shown(self.seen) if self.seen else {}
        return {"total": self.total, **dice, "target": self.target, "margin": self.margin}

    @property
    def values(self) -> dict[str, Any]:
        return {**self.read, "effective_margin": self.effective_margin, "cost": self.cost}

    @property
    def notes(self) -> tuple[str, ...]:
        return mishaps(self.fumble, self.cost)

    def outcome(self, **more: Any) -> Outcome:
        """The outcome of a test that the seven rows grade; `more` are further values."""
        return self.graded(self.grade, self.success, **more)

    def graded(
        self, grade: str, success: bool, effects: tuple[Effect, ...] = (), **more: Any
    ) -> Outcome:
        """The outcome of a test whose rule has rows of its own."""
        return Outcome(grade, success, {**self.values, **more}, effects, self.notes, self.steps)


def shown(seen: Seen) -> dict[str, Any]:
    """What dice showed, as outcomes report it."""
    return {"die": seen.die, "critical_bonus": seen.critical, "fumble": seen.fumble}


def margin_grade(margin: int) -> str:
    """The row of G10 for a margin."""
    return next(row.grade for row in MARGIN if margin >= row.least)


def mishaps(fumble: bool, cost: bool) -> tuple[str, ...]:
    """What the table owes after a fumble (G5) or a bought tie (G12)."""
    notes = []
    if fumble:
        notes.append("Fumble: a mishap happens besides, as the situation offers (G5).")
    if cost:
        notes.append("Bought at a cost: a drawback like a fumble’s mishap follows (G12).")
    return tuple(notes)


def summed(
    seen: Seen, *added: tuple[int, str], kept: str = "Highest die"
) -> tuple[int, tuple[Step, ...]]:
    """The total of a roll, never below 0 (G3), and how it came about."""
    total = max(0, seen.roll + sum(amount for amount, _ in added))
    steps = adding((seen.die, kept), (seen.critical, "criticals"), *added, result=(total, "total"))
    return total, steps


def compared(
    seen: Seen,
    added: tuple[tuple[int, str], ...],
    target: int,
    offer_cost: bool,
    against: str = "target number",
    kept: str = "Highest die",
) -> Rule[Test]:
    """Compare a roll with its target; on a tie that may be bought, ask (G10, G12).

    To be called when all dice of both sides have fallen. offer_cost: false also where a fumble
    has already decided. A target below 0 counts as 0 (G3).
    """
    total, steps = summed(seen, *added, kept=kept)
    return (yield from _met(seen, total, steps, max(0, target), offer_cost, against))


def averaged(level: int, target: int, offer_cost: bool) -> Rule[Test]:
    """2 + the level instead of a roll, and nothing else (G13); a tie follows G12 as in any test."""
    total = 2 + level
    steps = adding((2, "average"), (level, "skill level"), result=(total, "total"))
    return (yield from _met(None, total, steps, max(0, target), offer_cost, "target number"))


def _met(
    seen: Seen | None,
    total: int,
    steps: tuple[Step, ...],
    target: int,
    offer_cost: bool,
    against: str,
) -> Rule[Test]:
    """A total and what it is held against; on a tie that may be bought, ask (G12)."""
    cost = False
    if total == target and offer_cost:
        cost = (yield from choose(SUCCEED)) == "accept"
    margin = Step("=", total - target, "margin")
    return Test(seen, total, target, cost, (*steps, Step("against", target, against), margin))


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
    """A skill roll (G6) compared with a target number; or the average of the skill (G135).

    fumble_decides: does a fumble settle it, so that no tie is bought?
    """
    if average:
        return (yield from averaged(level, target, offer_cost))
    seen = yield from roll(skill_pool(label, level, house))
    offered = offer_cost and not (fumble_decides and seen.fumble)
    return (yield from compared(seen, added, target, offered, kept=kept_word(level)))


def attribute_against(
    label: str,
    added: tuple[tuple[int, str], ...],
    target: int,
    offer_cost: bool,
    house: PoolRules,
    fumble_decides: bool = False,
) -> Rule[Test]:
    """An attribute roll (G8) compared with a target number."""
    seen = yield from roll(attribute_pool(label, house))
    offered = offer_cost and not (fumble_decides and seen.fumble)
    return (yield from compared(seen, added, target, offered))


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


def kept_word(skill: int) -> str:
    """How the kept die is called: unskilled rolls keep the lowest (G7)."""
    return "Highest die" if skill > 0 else "Lowest of two dice (unskilled)"
