"""The clock: hours pass over a list of injuries; pure, exact, one event at a time (G86-G95)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from app.core.procedures.kinds import Exact
from app.systems.garden.codes import Injury, hours_to_heal, plain_or_zero, read
from app.systems.garden.tables.wounds import DEGENERATION
from app.systems.garden.wounds import boxes, wound_penalty

#: The queue of G94: flesh before deep, one over both rows.
QUEUE = ("flesh-bruise", "flesh-wound", "deep-bruise", "deep-wound")
#: The house rule: two queues side by side, bruises first.
PER_TRACK = (("flesh-bruise", "deep-bruise"), ("flesh-wound", "deep-wound"))

Severity = Literal["flesh", "deep"]
#: At the same moment deep wounds are tested first.
SEVERITIES: tuple[Severity, ...] = ("deep", "flesh")


def divided(amount: Exact, by: Exact) -> Exact:
    """An exact quotient; whole where it can be, which is reckoned with far quicker."""
    quotient = Fraction(amount) / by
    return quotient.numerator if quotient.denominator == 1 else quotient


@dataclass(frozen=True)
class Course:
    """What stays the same while the hours pass.

    bleeding_stopped: had the bleeding of a full row been stopped when they began (G84)?
    """

    hours: Exact
    heal_rate: Exact = 1
    wound_boxes: int = 5
    bleeding_stopped: bool = False
    healing_queue: str = "one"
    half_penalty: str = "drop"


@dataclass(frozen=True)
class Event:
    """What comes next: a test, the end of the recovery week, an injury healed, or the end."""

    kind: Literal["test", "recovery", "healed", "end"]
    after: Exact
    severity: Severity = "flesh"
    place: int = -1


@dataclass(frozen=True)
class Clock:
    """The injuries at a moment, and what has happened since the hours began to pass.

    stopped: the row is full, and its bleeding has been stopped (G84).
    """

    injuries: tuple[Injury, ...]
    passed: Exact = 0
    stopped: bool = False
    flesh_clock: Exact = 0
    deep_clock: Exact = 0
    recovery: Exact = 0
    healed: int = 0
    new_flesh: int = 0
    new_deep: int = 0
    rehab: int = 0
    story: tuple[str, ...] = ()

    @cached_property
    def _counts(self) -> Counter[str]:
        """Injuries of each kind, and open wounds under `kind/open`."""
        counts = Counter(each.kind for each in self.injuries)
        counts.update(f"{each.kind}/open" for each in self.injuries if not each.heals)
        return counts

    def count(self, kind: str) -> int:
        return self._counts[kind]

    def open(self, severity: Severity) -> int:
        return self._counts[f"{severity}-wound/open"]

    def running(self, severity: Severity) -> Exact:
        return self.flesh_clock if severity == "flesh" else self.deep_clock

    def penalty(self, course: Course) -> int:
        """The wound penalty of the moment, bruises included (G87)."""
        return wound_penalty(
            self.count("flesh-wound"),
            self.count("deep-wound"),
            self.count("flesh-bruise"),
            self.count("deep-bruise"),
            course.half_penalty,
        )

    @property
    def wound_boxes_marked(self) -> int:
        return boxes(self.count("flesh-wound"), self.count("deep-wound"))

    def full(self, course: Course) -> bool:
        """Is the row of wounds full (G83)?"""
        return self.wound_boxes_marked >= course.wound_boxes

    def bleeding_out(self, course: Course) -> bool:
        """Does the full row bleed (G84)?"""
        return self.full(course) and not self.stopped

    @property
    def worsened(self) -> bool:
        return self.new_flesh + self.new_deep > 0

    def heads(self, course: Course) -> tuple[int, ...]:
        """Places of the injuries that heal next: one, or with two queues the first of each."""
        queues = (QUEUE,) if course.healing_queue == "one" else PER_TRACK
        found = []
        for queue in queues:
            order = [
                (queue.index(each.kind), place)
                for place, each in enumerate(self.injuries)
                if each.heals and each.kind in queue
            ]
            if order:
                found.append(min(order)[1])
        return tuple(found)

    def unrolled(self, course: Course) -> int | None:
        """The place of a bruise that begins to heal now and whose length nobody has rolled."""
        if self.recovery > 0 or self.passed >= course.hours:
            return None
        for place in self.heads(course):
            if self.injuries[place].left is None:
                return place
        return None

    def with_length(self, place: int, face: int) -> Clock:
        """A bruise whose die has fallen."""
        bruise = self.injuries[place]
        return self._with(place, replace(bruise, left=face * hours_to_heal(bruise.kind, "")))

    def test_wait(self, severity: Severity) -> Exact | None:
        """Hours until the open wounds of a type are tested; None if there are none."""
        wounds = self.open(severity)
        if not wounds:
            return None
        # G90: every 24 hours, or every hour, divided by the open wounds of the type.
        interval = divided(DEGENERATION[severity].hours, wounds)
        return max(0, interval - self.running(severity))

    def may_test(self, severity: Severity, course: Course) -> bool:
        """Can a test of this type still come before the end, with as many wounds as can be?"""
        # Of the boxes only those of open wounds are sure to stay marked: the others may heal.
        sure = boxes(self.open("flesh"), self.open("deep"))
        spare = max(0, course.wound_boxes - 1 - sure)
        most = self.open(severity) + spare // (1 if severity == "flesh" else 2)
        in_all = self.running(severity) + course.hours - self.passed
        return most * in_all >= DEGENERATION[severity].hours

    def next_event(self, course: Course) -> Event:
        """The earliest event up to the end; at the same time in the order they stand here."""
        coming = []
        for severity in SEVERITIES:
            wait = self.test_wait(severity)
            if wait is not None:
                coming.append(Event("test", wait, severity))
        if self.recovery > 0:
            coming.append(Event("recovery", self.recovery))
        else:
            for place in self.heads(course):
                left = self.injuries[place].left
                # At the end nothing begins to heal any more, but what has run out is healed.
                if left is not None and (self.passed < course.hours or left == 0):
                    coming.append(Event("healed", divided(left, course.heal_rate), place=place))
        rest = course.hours - self.passed
        first = min(coming, key=lambda event: event.after, default=None)
        return first if first and first.after <= rest else Event("end", rest)

    def advanced(self, hours: Exact, course: Course) -> Clock:
        """So many hours later, with nothing happening in them: clocks and healing run together."""
        if hours == 0:
            return self
        healing = self.heads(course) if self.recovery == 0 else ()
        injuries = tuple(
            replace(each, left=each.left - hours * course.heal_rate)
            if place in healing and each.left is not None
            else each
            for place, each in enumerate(self.injuries)
        )
        return replace(
            self,
            injuries=injuries,
            passed=self.passed + hours,
            flesh_clock=self.flesh_clock + hours if self.open("flesh") else 0,
            deep_clock=self.deep_clock + hours if self.open("deep") else 0,
            recovery=max(0, self.recovery - hours),
        )

    def tested(self, severity: Severity, new: Severity | None, course: Course) -> Clock:
        """After a degeneration test: its clock stands at 0; a new wound is open (G89)."""
        after = self._restarted(severity)
        if new is None:
            return after
        if self.full(course):
            # G83, G84: nothing is marked, but what had been stopped bleeds anew.
            told = f"After {plain_or_zero(self.passed)} h the full row bleeds anew."
            return replace(after, stopped=False, story=(*after.story, told))
        told = f"After {plain_or_zero(self.passed)} h the {severity} wounds make a new {new} one."
        return replace(
            after,
            injuries=(*after.injuries, Injury(f"{new}-wound", "open")),
            new_flesh=after.new_flesh + (new == "flesh"),
            new_deep=after.new_deep + (new == "deep"),
            story=(*after.story, told),
        )

    def healed_at(self, place: int, course: Course) -> Clock:
        """Without an injury that has healed; a deep wound unaided leaves its mark (G96)."""
        gone = self.injuries[place]
        told = f"After {plain_or_zero(self.passed)} h a {gone.words} is healed."
        left = replace(self, injuries=(*self.injuries[:place], *self.injuries[place + 1 :]))
        return replace(
            left,
            stopped=self.stopped and left.full(course),
            healed=self.healed + 1,
            rehab=self.rehab + (gone.kind == "deep-wound" and gone.care == "unaided"),
            story=(*self.story, told),
        )

    def next_heal_hours(self, course: Course) -> Exact:
        """Hours of the clock until the head of the queue is healed; 0 if none or not rolled."""
        known = [self.injuries[place].left for place in self.heads(course)]
        return min(
            (divided(left, course.heal_rate) for left in known if left is not None), default=0
        )

    def _restarted(self, severity: Severity) -> Clock:
        if severity == "flesh":
            return replace(self, flesh_clock=0)
        return replace(self, deep_clock=0)

    def _with(self, place: int, injury: Injury) -> Clock:
        return replace(self, injuries=(*self.injuries[:place], injury, *self.injuries[place + 1 :]))


def started(
    codes: tuple[str, ...], flesh_clock: Exact, deep_clock: Exact, recovery: Exact, course: Course
) -> Clock:
    """The clock before any hour has passed; without open wounds of a type its clock is at 0.

    A row that is not full cannot have been stopped (G84).
    """
    clock = Clock(
        tuple(map(read, codes)),
        flesh_clock=flesh_clock,
        deep_clock=deep_clock,
        recovery=recovery,
    )
    return replace(
        clock,
        stopped=course.bleeding_stopped and clock.full(course),
        flesh_clock=flesh_clock if clock.open("flesh") else 0,
        deep_clock=deep_clock if clock.open("deep") else 0,
    )
