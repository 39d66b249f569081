"""The clock: hours pass over a list of injuries; pure, exact, one event at a time (G86-G95)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from app.core.procedures.kinds import Exact
from app.systems.garden.rules.codes import Injury, hours_to_heal, read, time_words
from app.systems.garden.rules.wounds import boxes, wound_penalty
from app.systems.garden.tables.wounds import DEGENERATION

#: The queue of G94: flesh before deep, one over both rows.
QUEUE = ("flesh-bruise", "flesh-wound", "deep-bruise", "deep-wound")
#: The house rule: two queues side by side, bruises first.
PER_TRACK = (("flesh-bruise", "deep-bruise"), ("flesh-wound", "deep-wound"))

Severity = Literal["flesh", "deep"]
#: At the same moment deep wounds are tested first.
SEVERITIES: tuple[Severity, ...] = ("deep", "flesh")


def divide(amount: Exact, by: Exact) -> Exact:
    """Divide exactly; return an int where possible, which is far quicker to calculate with."""
    quotient = Fraction(amount) / by
    return quotient.numerator if quotient.denominator == 1 else quotient


@dataclass(frozen=True)
class Course:
    """The constants of a span of hours.

    bleeding_stopped: the bleeding of a full row was stopped before the span began (G84).
    """

    hours: Exact
    heal_rate: Exact = 1
    wound_boxes: int = 5
    bleeding_stopped: bool = False
    healing_queue: str = "one"
    half_penalty: str = "drop"


@dataclass(frozen=True)
class Event:
    """The next event: a test, the end of the recovery week, a healed injury, or the end."""

    kind: Literal["test", "recovery", "healed", "end"]
    after: Exact
    severity: Severity = "flesh"
    place: int = -1


@dataclass(frozen=True)
class Clock:
    """The injuries at a moment, and all events since the span began.

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
        """Count the injuries of each kind, and the open wounds under `kind/open`."""
        counts = Counter(injury.kind for injury in self.injuries)
        counts.update(f"{injury.kind}/open" for injury in self.injuries if not injury.heals)
        return counts

    def count(self, kind: str) -> int:
        return self._counts[kind]

    def open(self, severity: Severity) -> int:
        return self._counts[f"{severity}-wound/open"]

    def running(self, severity: Severity) -> Exact:
        return self.flesh_clock if severity == "flesh" else self.deep_clock

    def penalty(self, course: Course) -> int:
        """Return the wound penalty of the moment, bruises included (G87)."""
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
        """Tell whether the row of wounds is full (G83)."""
        return self.wound_boxes_marked >= course.wound_boxes

    def bleeding_out(self, course: Course) -> bool:
        """Tell whether the full row bleeds (G84)."""
        return self.full(course) and not self.stopped

    @property
    def worsened(self) -> bool:
        return self.new_flesh + self.new_deep > 0

    def heads(self, course: Course) -> tuple[int, ...]:
        """Return the indices of the injuries that heal next, one for each queue."""
        queues = (QUEUE,) if course.healing_queue == "one" else PER_TRACK
        heads = []
        for queue in queues:
            order = [
                (queue.index(each.kind), index)
                for index, each in enumerate(self.injuries)
                if each.heals and each.kind in queue
            ]
            if order:
                heads.append(min(order)[1])
        return tuple(heads)

    def unrolled(self, course: Course) -> int | None:
        """Return the index of a bruise that begins to heal now and has no length yet, or None."""
        if self.recovery > 0 or self.passed >= course.hours:
            return None
        for index in self.heads(course):
            if self.injuries[index].left is None:
                return index
        return None

    def with_length(self, index: int, face: int) -> Clock:
        """Set the length of a bruise from its die."""
        bruise = self.injuries[index]
        return self._with(index, replace(bruise, left=face * hours_to_heal(bruise.kind, "")))

    def test_wait(self, severity: Severity) -> Exact | None:
        """Return the hours until the open wounds of a type are tested; None without open wounds."""
        wounds = self.open(severity)
        if not wounds:
            return None
        # G90: every 24 hours, or every hour, divided by the open wounds of the type.
        interval = divide(DEGENERATION[severity].hours, wounds)
        return max(0, interval - self.running(severity))

    def may_test(self, severity: Severity, course: Course) -> bool:
        """Tell whether the most wounds possible would bring a test before the end."""
        # Of the boxes only those of open wounds are sure to stay marked: the others may heal.
        sure = boxes(self.open("flesh"), self.open("deep"))
        spare = max(0, course.wound_boxes - 1 - sure)
        most = self.open(severity) + spare // (1 if severity == "flesh" else 2)
        in_all = self.running(severity) + course.hours - self.passed
        return most * in_all >= DEGENERATION[severity].hours

    def next_event(self, course: Course) -> Event:
        """Return the earliest event up to the end; ties go to the event listed first."""
        coming = []
        for severity in SEVERITIES:
            wait = self.test_wait(severity)
            if wait is not None:
                coming.append(Event("test", wait, severity))
        if self.recovery > 0:
            coming.append(Event("recovery", self.recovery))
        else:
            for place in self.heads(course):
                remaining = self.injuries[place].left
                # At the end no healing begins any more, but an injury without hours left is healed.
                if remaining is not None and (self.passed < course.hours or remaining == 0):
                    coming.append(Event("healed", divide(remaining, course.heal_rate), place=place))
        rest = course.hours - self.passed
        first = min(coming, key=lambda event: event.after, default=None)
        return first if first and first.after <= rest else Event("end", rest)

    def advance(self, hours: Exact, course: Course) -> Clock:
        """Advance all clocks and healing together by hours in which nothing happens."""
        if hours == 0:
            return self
        healing = self.heads(course) if self.recovery == 0 else ()
        injuries = tuple(
            replace(each, left=each.left - hours * course.heal_rate)
            if index in healing and each.left is not None
            else each
            for index, each in enumerate(self.injuries)
        )
        return replace(
            self,
            injuries=injuries,
            passed=self.passed + hours,
            flesh_clock=self.flesh_clock + hours if self.open("flesh") else 0,
            deep_clock=self.deep_clock + hours if self.open("deep") else 0,
            recovery=max(0, self.recovery - hours),
        )

    def reach(self, event: Event, course: Course) -> Clock:
        """Return the clock at an event; a test is still to be rolled."""
        clock = self.advance(event.after, course)
        if event.kind == "healed":
            return clock.heal_at(event.place, course)
        return replace(clock, recovery=0) if event.kind == "recovery" else clock

    def pass_without_dice(self, course: Course) -> Clock:
        """Return the clock at the end, or at the first test; bruises not rolled yet stay so."""
        clock = self
        while not clock.bleeding_out(course):
            event = clock.next_event(course)
            clock = clock.reach(event, course)
            if event.kind in ("test", "end"):
                break
        return clock

    def record_test(self, severity: Severity, new: Severity | None, course: Course) -> Clock:
        """Record a degeneration test: its clock restarts at 0; a new wound is open (G89)."""
        after = self._restart(severity)
        if new is None:
            return after
        if self.full(course):
            # G83, G84: no box is left to mark, but a stopped bleeding starts again.
            note = f"After {time_words(self.passed)} the full row bleeds anew."
            return replace(after, stopped=False, story=(*after.story, note))
        note = f"After {time_words(self.passed)} the {severity} wounds make a new {new} one."
        return replace(
            after,
            injuries=(*after.injuries, Injury(f"{new}-wound", "open")),
            new_flesh=after.new_flesh + (new == "flesh"),
            new_deep=after.new_deep + (new == "deep"),
            story=(*after.story, note),
        )

    def heal_at(self, index: int, course: Course) -> Clock:
        """Remove a healed injury; a deep wound that healed unaided leaves its mark (G96)."""
        injury = self.injuries[index]
        note = f"After {time_words(self.passed)} a {injury.words} is healed."
        remaining = replace(self, injuries=(*self.injuries[:index], *self.injuries[index + 1 :]))
        return replace(
            remaining,
            stopped=self.stopped and remaining.full(course),
            healed=self.healed + 1,
            rehab=self.rehab + (injury.kind == "deep-wound" and injury.care == "unaided"),
            story=(*self.story, note),
        )

    def next_heal_hours(self, course: Course) -> Exact:
        """Return the clock hours until the head of the queue is healed; 0 if none or not rolled."""
        known = [self.injuries[index].left for index in self.heads(course)]
        return min(
            (divide(remaining, course.heal_rate) for remaining in known if remaining is not None),
            default=0,
        )

    def _restart(self, severity: Severity) -> Clock:
        if severity == "flesh":
            return replace(self, flesh_clock=0)
        return replace(self, deep_clock=0)

    def _with(self, index: int, injury: Injury) -> Clock:
        return replace(self, injuries=(*self.injuries[:index], injury, *self.injuries[index + 1 :]))


def new_clock(
    codes: tuple[str, ...], flesh_clock: Exact, deep_clock: Exact, recovery: Exact, course: Course
) -> Clock:
    """Return the clock before any hour has passed; without open wounds of a type its clock is 0.

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
