"""Hours pass over a list of injuries: the clock, played (G86-G90, G93-G96, G134)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Annotated

from app.core.play.asks import Rule, roll, settle_onward
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, ListOf, Number, Whole, YesNo
from app.core.procedures.outcomes import Effect, Grade, Outcome, add, put
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, HalfPenalty, HealingQueue, PoolRules
from app.systems.garden.rules.clock import Clock, Course, Severity, new_clock
from app.systems.garden.rules.codes import InjuryCode, time_words
from app.systems.garden.rules.damage import after_full_row
from app.systems.garden.rules.inputs import Body, HealRate
from app.systems.garden.rules.readings import PoolResult, attribute_pool, plain_die

Hours = Annotated[Exact, Number(0, 100_000, unit="h", front=True)]
Injuries = Annotated[
    tuple[str, ...],
    ListOf(
        InjuryCode(),
        80,
        help="Such as flesh-wound/open, deep-wound/aided@24, flesh-bruise=3.",
        front=True,
        sheet="injuries",
        rules=("G94", "G95"),
    ),
]
Modifier = Annotated[
    int,
    Whole(
        -20,
        20,
        sheet="modifier",
        help="Beside the wounds of each moment, which the clock adds itself.",
        rules=("G86", "G89"),
    ),
]
FleshClock = Annotated[
    Exact,
    Number(
        0,
        24,
        unit="h",
        label="Since the last flesh test",
        part="Clocks",
        sheet="flesh_clock",
        rules=("G90",),
    ),
]
DeepClock = Annotated[
    Exact,
    Number(
        0,
        1,
        unit="h",
        label="Since the last deep test",
        part="Clocks",
        sheet="deep_clock",
        rules=("G90",),
    ),
]
RecoveryHours = Annotated[
    Exact,
    Number(
        0,
        168,
        unit="h",
        label="Left of the recovery week",
        part="Clocks",
        sheet="recovery_hours",
        rules=("G93",),
    ),
]
WoundBoxes = Annotated[
    int,
    Whole(
        1, 40, label="Boxes for wounds", part="Clocks", sheet="wound_boxes", rules=("G83", "G84")
    ),
]
BleedingStopped = Annotated[
    bool,
    YesNo(
        help="A full row that has been stabilised: it waits and heals like any other.",
        part="Clocks",
        sheet="bleeding_stopped",
        rules=("G84",),
    ),
]


@prefilled_by("self")
def besides_wounds(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the modifier without wounds: the clock adds their penalty itself (G86)."""
    return {"modifier": max(-20, own["other_penalty"] - own["rehab"])}


@procedure(
    "garden.pass_time",
    title="Pass time",
    grades=(
        Grade("recovered", "Recovered", "best"),
        Grade("healing", "Healing", "good"),
        Grade("worsened", "Worsened", "bad"),
        Grade("bleeding-out", "Bleeding out", "worst"),
    ),
    rules="G83 G84 G86-G90 G93-G96 G134",
    long="hours",
    follow_up=after_full_row,
    feed=besides_wounds,
)
def pass_time(
    hours: Hours = 24,
    injuries: Injuries = (),
    body: Body = 0,
    modifier: Modifier = 0,
    heal_rate: HealRate = 1,
    flesh_clock: FleshClock = 0,
    deep_clock: DeepClock = 0,
    recovery_hours: RecoveryHours = 0,
    wound_boxes: WoundBoxes = 5,
    bleeding_stopped: BleedingStopped = False,
    house: PoolRules = AS_WRITTEN,
    half_penalty: HalfPenalty = "drop",
    healing_queue: HealingQueue = "one",
) -> Rule[Outcome]:
    """Let hours pass over a list of injuries."""
    course = Course(hours, heal_rate, wound_boxes, bleeding_stopped, healing_queue, half_penalty)
    clock = new_clock(injuries, flesh_clock, deep_clock, recovery_hours, course)
    return (yield from _from_here(clock, course, body + modifier, house))


def _from_here(clock: Clock, course: Course, added: int, house: PoolRules) -> Rule[Outcome]:
    """Play the hours from this moment on, one event after another, to their end."""
    while not clock.bleeding_out(course):
        index = clock.unrolled(course)
        if index is not None:
            rest = partial(_from_here, clock, course, added, house)
            yield from settle_onward(rest, "length", *_matters(clock, course))
            face = yield from roll(plain_die(f"Length of a {clock.injuries[index].words}"))
            clock = clock.with_length(index, face)
            continue
        event = clock.next_event(course)
        clock = clock.reach(event, course)
        if event.kind == "test":
            matters = (event.severity, *_matters(clock, course))
            clock = yield from _test(clock, course, added, house, event.severity, matters)
        elif event.kind == "end":
            break
    return _passed(clock, course)


def _test(
    clock: Clock,
    course: Course,
    added: int,
    house: PoolRules,
    severity: Severity,
    matters: tuple[Hashable, ...],
) -> Rule[Clock]:
    """Roll a degeneration test on the clock (G89), tie not offered: it may make a new wound."""
    penalised = added + clock.penalty(course)

    def result(dice: PoolResult) -> Severity | None:
        if dice.fumble:
            return "deep"
        return None if max(0, dice.roll + penalised) > 1 else "flesh"

    label = f"Body, {severity} wounds at {time_words(clock.passed)}"
    pool = attribute_pool(label, house, merge_key=result)

    def tested() -> Rule[Clock]:
        yield from settle_onward(rest, "test", *matters)
        dice = yield from roll(pool)
        return clock.record_test(severity, result(dice), course)

    def rest() -> Rule[Outcome]:
        after = yield from tested()
        return (yield from _from_here(after, course, added, house))

    return (yield from tested())


def _matters(clock: Clock, course: Course) -> tuple[Hashable, ...]:
    """Return all that decides the grade of the rest; the story so far does not."""
    return (
        clock.passed,
        clock.open("flesh"),
        clock.open("deep"),
        tuple(injury for injury in clock.injuries if injury.heals),
        clock.flesh_clock if clock.may_test("flesh", course) else None,
        clock.deep_clock if clock.may_test("deep", course) else None,
        clock.recovery,
        clock.stopped,
        clock.worsened,
    )


def _passed(clock: Clock, course: Course) -> Outcome:
    """Return the outcome of the hours."""
    if clock.bleeding_out(course):
        grade = "bleeding-out"
    elif clock.worsened:
        grade = "worsened"
    else:
        grade = "healing" if clock.injuries else "recovered"
    values: dict[str, object] = {
        "hours_passed": clock.passed,
        "flesh_wounds": clock.count("flesh-wound"),
        "deep_wounds": clock.count("deep-wound"),
        "flesh_bruises": clock.count("flesh-bruise"),
        "deep_bruises": clock.count("deep-bruise"),
        "healed": clock.healed,
        "new_flesh": clock.new_flesh,
        "new_deep": clock.new_deep,
        "rehab": clock.rehab,
        "flesh_clock": clock.flesh_clock,
        "deep_clock": clock.deep_clock,
        "recovery_hours": clock.recovery,
        "next_heal_hours": clock.next_heal_hours(course),
        "penalty": clock.penalty(course),
    }
    notes = clock.story
    if grade == "bleeding-out":
        notes += ("The wound row is full: stabilised within 10 minutes, or dead (G84).",)
    return Outcome(grade, None, values, changes(clock, course), notes)


def changes(clock: Clock, course: Course) -> tuple[Effect, ...]:
    """Return the effects on a sheet of the hours that have passed on a clock."""
    effects: list[Effect] = [
        put("injuries", [injury.code for injury in clock.injuries]),
        put("flesh_clock", clock.flesh_clock),
        put("deep_clock", clock.deep_clock),
        put("recovery_hours", clock.recovery),
    ]
    if course.bleeding_stopped and not clock.stopped:
        # It bleeds anew, or the row has a box again (G84).
        effects.append(put("bleeding_stopped", False))
    if clock.rehab:
        effects.append(add("rehab", clock.rehab))
    return tuple(effects)
