"""Time on a sheet: due times, and the effects of passing hours on its records.

A record counts down in place: `lasts` is the rest of a condition, `starts_hours` the time until an
illness or a penalty begins (negative: the time since it began).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import round_number
from app.core.sheets import Sheet, Timer
from app.systems.garden.rules.clock import SEVERITIES, Clock, Course, new_clock
from app.systems.garden.rules.injuries import house_rule, life_state

#: Hours in one unit of a condition; rounds are 6 seconds (G53).
UNIT_HOURS = {"rounds": Fraction(6, 3600), "hours": Fraction(1), "days": Fraction(24)}
#: An illness shrinks by 1 a day (G105).
ILLNESS_STEP = 24
#: One decigray is purged in so many hours (G120).
PURGE_HOURS = 336
#: Hours that a comatose character lives without medical aid (G97).
COMA_HOURS = 168
BLEEDING_MINUTES = 10
#: The precision of hours on a sheet.
MILLIONTH = Fraction(1, 1_000_000)


def exact(value: object) -> Fraction:
    """Return a number of the sheet as exactly the decimal that was written."""
    return Fraction(str(value))


# --- penalties and illnesses at a moment ---


def phases(record: Values) -> tuple[Fraction, Fraction, int]:
    """Return the hours until it begins, the hours from then to its penalty, and that penalty."""
    if "value" in record:
        return exact(record["starts_hours"]), Fraction(0), record["value"]
    in_bed = 24 * (record["fever_days"] + record["incapacitated_days"])
    return exact(record["starts_hours"]), Fraction(in_bed), record["penalty"]


def incapacity_hours(illness: Values) -> Fraction:
    """Return the hours that an illness incapacitates its bearer from now on (G105, G106).

    None before it takes effect, and none once its fever and its days in bed are over.
    """
    starts, in_bed, _ = phases(illness)
    return max(Fraction(0), starts + in_bed) if starts <= 0 else Fraction(0)


def step_hours(record: Values) -> Fraction:
    """Return the hours in which the penalty shrinks by 1; 0 if it stays."""
    return exact(record["step_hours"]) if "value" in record else Fraction(ILLNESS_STEP)


def present_penalty(record: Values) -> int:
    """Return the present penalty of an illness or penalty record; 0 before it begins."""
    starts, in_bed, value = phases(record)
    since = -(starts + in_bed)
    if since < 0:
        return 0
    step = step_hours(record)
    return min(0, value + floor(since / step)) if step else value


def is_over(record: Values) -> bool:
    """Tell whether an illness has run its course; one that only the GM describes never has.

    It ends its `days` after the onset (G105); a record without `days` ends with its penalty.
    """
    starts, in_bed, value = phases(record)
    if record.get("days"):
        return bool(-starts >= 24 * record["days"])
    if value == 0 and in_bed == 0:
        return record["name"] == "common-cold" and starts + 96 < 0  # mild: 4 days at the most
    step = step_hours(record)
    return bool(step) and -(starts + in_bed) >= -value * step


# --- hours pass ---


def later(sheet: Sheet, hours: Exact) -> Sheet:
    """Return the sheet after some hours, without changes to its injuries (see `pass_time`)."""
    changes: dict[str, Any] = {"clock": exact(sheet["clock"]) + hours, **_dying_on(sheet, hours)}
    conditions = []
    for condition in sheet["conditions"]:
        record = _shorter(condition, hours)
        if record is not None:
            conditions.append(record)
        elif condition["name"] == "radiation-death":
            changes["dead"] = True
    for name in ("penalties", "illnesses"):
        advanced = [
            {**each, "starts_hours": round_number(exact(each["starts_hours"]) - hours, 6)}
            for each in sheet[name]
        ]
        changes[name] = [each for each in advanced if not is_over(each)]
    changes["conditions"] = conditions
    # G143: fever dice count for nothing once the fever is over.
    if sheet["fever_rolled"] and not any(illness["fever_days"] for illness in changes["illnesses"]):
        changes["fever_rolled"] = 0
    changes["test_wait"] = max(Fraction(0), exact(sheet["test_wait"]) - hours)
    return sheet.with_fields({**changes, **_purged(sheet, hours)})


def _dying_on(sheet: Sheet, hours: Exact) -> dict[str, object]:
    """Advance bleeding out or a coma; its last moment is the last for help (G143)."""
    state, changes = life_state(sheet), dict[str, object]()
    if state == "bleeding-out":
        # Hours come with six decimals: to the nearest thousandth ten minutes are ten.
        minutes = round_number(exact(sheet["bleeding_minutes"]) + hours * 60, 3)
        changes = {"bleeding_minutes": minutes}
        dies = minutes > BLEEDING_MINUTES
    elif state == "comatose":
        passed = exact(sheet["coma_hours"]) + hours
        changes = {"coma_hours": passed}
        dies = round_number(passed, 3) > COMA_HOURS and not sheet["life_support"]
    else:
        return {}
    return {**changes, "dead": True} if dies else changes


def _purged(sheet: Sheet, hours: Exact) -> dict[str, object]:
    """Purge one decigray each fortnight, down to a tenth of the highest (G120)."""
    dose, least = exact(sheet["decigrays"]), exact(sheet["highest_decigrays"]) / 10
    if dose <= least:
        return {}
    fortnights, towards = divmod(exact(sheet["purge_clock"]) + hours, PURGE_HOURS)
    return {"decigrays": max(least, dose - fortnights), "purge_clock": towards}


def make_test_due(before: Sheet, after: Sheet, hours: Exact) -> Sheet:
    """Make the daily radiation test due; the next one may follow a day later (G114).

    Only a dose makes another one necessary.
    """
    if before["radiation_risen"] and exact(before["test_wait"]) <= hours:
        return after.with_fields({"radiation_risen": False, "test_wait": 24})
    return after


def _shorter(condition: Values, hours: Exact) -> dict[str, object] | None:
    """Shorten a condition by some hours; None when its time is over."""
    if condition["lasts"] is None or condition["unit"] not in UNIT_HOURS:
        return dict(condition)
    unit = UNIT_HOURS[condition["unit"]]
    remaining = exact(condition["lasts"]) - hours / unit
    # Hours come with six decimals, which are no whole rounds: less than that is nothing.
    over = round_number(remaining * unit, 6) <= 0
    return None if over else {**condition, "lasts": round_number(remaining, 6)}


# --- due times ---


def timers(sheet: Sheet) -> tuple[Timer, ...]:
    """Return all timers of this sheet, soonest first, then the decisions."""
    if sheet["dead"]:
        return ()
    result = [
        *_dying(sheet),
        *_injuries(sheet),
        *_conditions(sheet),
        *_of_the_scene(sheet),
        *_sickness(sheet),
        *_radiation(sheet),
    ]
    return tuple(sorted(result, key=lambda timer: (timer.hours is None, timer.hours or 0)))


def stopping(sheet: Sheet) -> tuple[Timer, ...]:
    """Return the timers that stop the rounds of a fight, soonest first.

    They are the rolls that passing time would lose, or would end with a death.
    """
    if sheet["dead"]:
        return ()
    fevers = (each for each in _sickness(sheet) if each.procedure)
    return tuple(sorted((*_dying(sheet), *_tests(sheet), *fevers), key=lambda each: each.hours))


def _dying(sheet: Sheet) -> Iterator[Timer]:
    state = life_state(sheet)
    if state == "bleeding-out":
        minutes = exact(sheet["bleeding_minutes"])
        wait = max(Fraction(0), BLEEDING_MINUTES - minutes) / 60
        inputs = {"minutes": round_number(minutes, 6)}
        yield Timer("Bleeding out: stabilise or die", wait, "garden.dying", inputs, ("G84", "G143"))
    if state == "comatose" and not sheet["life_support"]:
        hours = exact(sheet["coma_hours"])
        wait = max(Fraction(0), COMA_HOURS - hours)
        inputs = {"stabilized": True, "coma_days": round_number(hours / 24, 6)}
        yield Timer("In coma without medical aid", wait, "garden.dying", inputs, ("G97", "G143"))


def last_moment(sheet: Sheet) -> Fraction:
    """Return the hours until the last moment for help of the dying; 0 for all others (G143)."""
    return min((Fraction(each.hours) for each in _dying(sheet)), default=Fraction(0))


def clock_of(sheet: Sheet, hours: Exact) -> tuple[Clock, Course]:
    """Return the clock of a sheet's injuries, and the course of these hours on it."""
    course = Course(
        hours,
        exact(sheet["heal_rate"]),
        int(sheet["wound_boxes"]),
        bool(sheet["bleeding_stopped"]),
        house_rule(sheet, "healing_queue", "one"),
        house_rule(sheet, "half_penalty", "drop"),
    )
    clock = new_clock(
        tuple(sheet["injuries"]),
        exact(sheet["flesh_clock"]),
        exact(sheet["deep_clock"]),
        exact(sheet["recovery_hours"]),
        course,
    )
    return clock, course


def _tests(sheet: Sheet) -> Iterator[Timer]:
    """Yield the next test of open wounds of each type (G90)."""
    clock, course = clock_of(sheet, 0)
    for severity in SEVERITIES:
        wait = clock.test_wait(severity)
        if wait is not None and not clock.bleeding_out(course):
            label = f"Open {severity} wounds are tested"
            yield Timer(label, wait, "garden.pass_time", {"hours": up_to(wait)}, ("G90",))


def _injuries(sheet: Sheet) -> Iterator[Timer]:
    """Yield the next test of each type, the end of the recovery week, the next injury healed."""
    clock, course = clock_of(sheet, Fraction(10**9))
    if clock.bleeding_out(course):
        return
    yield from _tests(sheet)
    if clock.recovery > 0:
        inputs = {"hours": up_to(clock.recovery)}
        label = "The week of recovery ends"
        yield Timer(label, clock.recovery, "garden.pass_time", inputs, ("G93",))
        return
    if clock.unrolled(course) is not None:
        label = "A bruise begins to heal: roll its length"
        yield Timer(label, Fraction(0), "garden.pass_time", {"hours": 1}, ("G95",))
    healed = clock.next_heal_hours(course)
    if healed:
        inputs = {"hours": up_to(healed)}
        yield Timer("An injury is healed", healed, "garden.pass_time", inputs, ("G94", "G95"))


def up_to(hours: Exact) -> Exact:
    """Round hours up to six decimals, as inputs carry them, so that the due time is reached."""
    millionths = Fraction(ceil(hours * 1_000_000), 1_000_000)
    return int(millionths) if millionths.denominator == 1 else millionths


#: Conditions and spells of a scene, with their rules.
OF_A_SCENE = {"shielded": "G123", "banished": "G127", "invocation": "G128"}


def _of_the_scene(sheet: Sheet) -> Iterator[Timer]:
    """Yield a reminder of each condition and spell that ends with the scene."""
    conditions = [
        condition["name"] for condition in sheet["conditions"] if condition["unit"] == "scene"
    ]
    spells = [
        ongoing_spell["name"]
        for ongoing_spell in sheet["ongoing_spells"]
        if ongoing_spell["ends"] == "scene"
    ]
    for name in (*conditions, *spells):
        words = name.replace("-", " ").capitalize()
        rules = (OF_A_SCENE[name],) if name in OF_A_SCENE else ()
        yield Timer(f"{words} until the scene ends", None, rules=rules)


#: Conditions that last until the GM ends them, with their rules: a blackout, a knock-out, a shock.
WITHOUT_END = {
    "unconscious": ("G99", "G112"),
    "paralysed": ("G111",),
    "locally-paralysed": ("G111",),
}


def _conditions(sheet: Sheet) -> Iterator[Timer]:
    for condition in sheet["conditions"]:
        if condition["lasts"] is not None and condition["unit"] in UNIT_HOURS:
            hours = exact(condition["lasts"]) * UNIT_HOURS[condition["unit"]]
            words = condition["name"].replace("-", " ")
            if condition["name"] == "radiation-death":
                yield Timer("Death by radiation", hours, rules=("G116",))
            elif condition["name"] == "trauma-treated":
                yield Timer("The treated trauma can mend", hours, rules=("G133",))
            else:
                yield Timer(f"{words.capitalize()} no more", hours)
        elif condition["name"] in WITHOUT_END and condition["unit"] == "none":
            words = condition["name"].replace("-", " ").capitalize()
            yield Timer(f"{words} until the GM ends it", None, rules=WITHOUT_END[condition["name"]])


def _sickness(sheet: Sheet) -> Iterator[Timer]:
    """Yield onset, the daily fever die, and each step by which a penalty shrinks."""
    for record in (*sheet["penalties"], *sheet["illnesses"]):
        name = record["name"].replace("-", " ").capitalize()
        starts, in_bed, value = phases(record)
        if starts > 0:
            yield Timer(f"{name} begins", starts, rules=("G103",))
            continue
        since = -starts
        fever = Fraction(24 * record.get("fever_days", 0))
        # G143: a day with a die rolled ahead asks for none.
        day = max(floor(since / 24), sheet["fever_rolled"]) + 1
        if since < fever and 24 * day <= fever:
            yield Timer(
                f"{name}: the day’s fever die",
                24 * day - since,
                "garden.fever",
                {"days": 1, "aided": sheet["life_support"]},
                ("G106",),
                once=True,
            )
        elif since < in_bed:
            yield Timer(f"{name}: up again", in_bed - since, rules=("G105",))
        elif value:
            step = step_hours(record)
            if step and present_penalty(record):
                on = since - in_bed
                wait = (floor(on / step) + 1) * step - on
                yield Timer(f"{name}: the penalty shrinks by 1", wait, rules=("G105", "G116"))
        elif record.get("days"):
            yield Timer(f"{name} is over", 24 * record["days"] - since, rules=("G105",))


def _radiation(sheet: Sheet) -> Iterator[Timer]:
    if sheet["radiation_risen"]:
        wait = exact(sheet["test_wait"])
        # G143: the form takes the decigrays that the sheet has by then.
        yield Timer("Radiation test", wait, "garden.radiation_test", {}, ("G114",), once=True)
    dose, highest = exact(sheet["decigrays"]), exact(sheet["highest_decigrays"])
    if dose > highest / 10:
        wait = max(Fraction(0), PURGE_HOURS - exact(sheet["purge_clock"]))
        yield Timer("A decigray is purged", wait, rules=("G120",))
