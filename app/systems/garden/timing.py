"""Time on a sheet: what has a due time, and what the passing of hours does to its records.

A record counts down in place: `lasts` is what is left of a condition, `starts_hours` what is left
until an illness or a penalty begins (below 0: so long ago it began).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import rounded
from app.core.sheets import Sheet, Timer
from app.systems.garden.clock import SEVERITIES, Course, started
from app.systems.garden.injuries import agreed, life_state

#: Hours in one unit of a condition; rounds are 6 seconds (G53).
UNIT_HOURS = {"rounds": Fraction(6, 3600), "hours": Fraction(1), "days": Fraction(24)}
#: An illness shrinks by 1 a day (G105).
ILLNESS_STEP = 24
#: One decigray is purged in so many hours (G120).
PURGE_HOURS = 336
#: Hours that a comatose character lives without medical aid (G97).
COMA_HOURS = 168
BLEEDING_MINUTES = 10


def exact(value: Any) -> Fraction:
    """A number of the sheet as exactly the decimal that was written."""
    return Fraction(str(value))


# --- penalties and illnesses at a moment ---


def phases(record: Mapping[str, Any]) -> tuple[Fraction, Fraction, int]:
    """(hours until it begins, hours from then until its penalty, its penalty then)."""
    if "value" in record:
        return exact(record["starts_hours"]), Fraction(0), record["value"]
    laid_up = 24 * (record["fever_days"] + record["incapacitated_days"])
    return exact(record["starts_hours"]), Fraction(laid_up), record["penalty"]


def laid_up_hours(illness: Mapping[str, Any]) -> Fraction:
    """Return the hours that an illness incapacitates its bearer from now on (G105, G106).

    None before it takes effect, and none once its fever and its days in bed are over.
    """
    starts, laid_up, _ = phases(illness)
    return max(Fraction(0), starts + laid_up) if starts <= 0 else Fraction(0)


def step_hours(record: Mapping[str, Any]) -> Fraction:
    """Hours in which the penalty shrinks by 1; 0 if it stays."""
    return exact(record["step_hours"]) if "value" in record else Fraction(ILLNESS_STEP)


def present_penalty(record: Mapping[str, Any]) -> int:
    """The penalty of an illness or penalty record at this moment; 0 before it begins."""
    starts, laid_up, value = phases(record)
    since = -(starts + laid_up)
    if since < 0:
        return 0
    step = step_hours(record)
    return min(0, value + floor(since / step)) if step else value


def is_over(record: Mapping[str, Any]) -> bool:
    """Has it run its course? A disease that only the GM describes never has.

    An illness ends its `days` after the onset (G105); one written before there were days, when
    nothing of it is left.
    """
    starts, laid_up, value = phases(record)
    if record.get("days"):
        return bool(-starts >= 24 * record["days"])
    if value == 0 and laid_up == 0:
        return record["name"] == "common-cold" and starts + 96 < 0  # mild: 4 days at the most
    step = step_hours(record)
    return bool(step) and -(starts + laid_up) >= -value * step


# --- hours pass ---


def later(sheet: Sheet, hours: Exact) -> Sheet:
    """The sheet so many hours later: everything but the injuries, which `pass_time` moves."""
    changes: dict[str, Any] = {"clock": exact(sheet["clock"]) + hours, **_dying_on(sheet, hours)}
    kept = []
    for each in sheet["conditions"]:
        record = _shorter(each, hours)
        if record is not None:
            kept.append(record)
        elif each["name"] == "radiation-death":
            changes["dead"] = True
    for name in ("penalties", "illnesses"):
        moved = [
            {**each, "starts_hours": rounded(exact(each["starts_hours"]) - hours, 6)}
            for each in sheet[name]
        ]
        changes[name] = [each for each in moved if not is_over(each)]
    changes["conditions"] = kept
    # G143: what was rolled of a fever that nobody has, counts for none.
    if sheet["fever_rolled"] and not any(each["fever_days"] for each in changes["illnesses"]):
        changes["fever_rolled"] = 0
    changes["test_wait"] = max(Fraction(0), exact(sheet["test_wait"]) - hours)
    return sheet.with_fields({**changes, **_purged(sheet, hours)})


def _dying_on(sheet: Sheet, hours: Exact) -> dict[str, Any]:
    """The ten minutes, and the week of a coma: their last moment is the last for help (G143)."""
    state, changes = life_state(sheet), dict[str, Any]()
    if state == "bleeding-out":
        # Hours come with six decimals: to the nearest thousandth ten minutes are ten.
        minutes = rounded(exact(sheet["bleeding_minutes"]) + hours * 60, 3)
        changes = {"bleeding_minutes": minutes}
        over = minutes > BLEEDING_MINUTES
    elif state == "comatose":
        passed = exact(sheet["coma_hours"]) + hours
        changes = {"coma_hours": passed}
        over = rounded(passed, 3) > COMA_HOURS and not sheet["life_support"]
    else:
        return {}
    return {**changes, "dead": True} if over else changes


def _purged(sheet: Sheet, hours: Exact) -> dict[str, Any]:
    """One decigray less in each fortnight, down to a tenth of the highest (G120)."""
    dose, least = exact(sheet["decigrays"]), exact(sheet["highest_decigrays"]) / 10
    if dose <= least:
        return {}
    fortnights, towards = divmod(exact(sheet["purge_clock"]) + hours, PURGE_HOURS)
    return {"decigrays": max(least, dose - fortnights), "purge_clock": towards}


def fallen_due(before: Sheet, after: Sheet, hours: Exact) -> Sheet:
    """A radiation test that has come due stands among what is due; the next one a day later (G114).

    Only a dose makes another one necessary.
    """
    if before["radiation_risen"] and exact(before["test_wait"]) <= hours:
        return after.with_fields({"radiation_risen": False, "test_wait": 24})
    return after


def _shorter(condition: Mapping[str, Any], hours: Exact) -> dict[str, Any] | None:
    """A condition so many hours later; None when its time is over."""
    if condition["lasts"] is None or condition["unit"] not in UNIT_HOURS:
        return dict(condition)
    unit = UNIT_HOURS[condition["unit"]]
    left = exact(condition["lasts"]) - hours / unit
    # Hours come with six decimals, which are no whole rounds: less than that is nothing.
    over = rounded(left * unit, 6) <= 0
    return None if over else {**condition, "lasts": rounded(left, 6)}


# --- what comes due ---


def timers(sheet: Sheet) -> tuple[Timer, ...]:
    """Everything with a due time on this sheet's clock, soonest first; decisions at the end."""
    if sheet["dead"]:
        return ()
    found = [
        *_dying(sheet),
        *_injuries(sheet),
        *_conditions(sheet),
        *_of_the_scene(sheet),
        *_sickness(sheet),
        *_radiation(sheet),
    ]
    return tuple(sorted(found, key=lambda timer: (timer.hours is None, timer.hours or 0)))


def _dying(sheet: Sheet) -> Iterator[Timer]:
    state = life_state(sheet)
    if state == "bleeding-out":
        minutes = exact(sheet["bleeding_minutes"])
        left = max(Fraction(0), BLEEDING_MINUTES - minutes) / 60
        told = {"minutes": rounded(minutes, 6)}
        yield Timer("Bleeding out: stabilise or die", left, "garden.dying", told, ("G84", "G143"))
    if state == "comatose" and not sheet["life_support"]:
        hours = exact(sheet["coma_hours"])
        left = max(Fraction(0), COMA_HOURS - hours)
        told = {"stabilized": True, "coma_days": rounded(hours / 24, 6)}
        yield Timer("In coma without medical aid", left, "garden.dying", told, ("G97", "G143"))


def _injuries(sheet: Sheet) -> Iterator[Timer]:
    """The next test of each type, the end of the recovery week, the next injury healed."""
    course = Course(
        Fraction(10**9),
        exact(sheet["heal_rate"]),
        int(sheet["wound_boxes"]),
        bool(sheet["bleeding_stopped"]),
        agreed(sheet, "healing_queue", "one"),
        agreed(sheet, "half_penalty", "drop"),
    )
    clock = started(
        tuple(sheet["injuries"]),
        exact(sheet["flesh_clock"]),
        exact(sheet["deep_clock"]),
        exact(sheet["recovery_hours"]),
        course,
    )
    if clock.bleeding_out(course):
        return
    for severity in SEVERITIES:
        wait = clock.test_wait(severity)
        if wait is not None:
            label = f"Open {severity} wounds are tested"
            yield Timer(label, wait, "garden.pass_time", {"hours": up_to(wait)}, ("G90",))
    if clock.recovery > 0:
        told = {"hours": up_to(clock.recovery)}
        label = "The week of recovery ends"
        yield Timer(label, clock.recovery, "garden.pass_time", told, ("G93",))
        return
    if clock.unrolled(course) is not None:
        label = "A bruise begins to heal: roll its length"
        yield Timer(label, Fraction(0), "garden.pass_time", {"hours": 1}, ("G95",))
    healed = clock.next_heal_hours(course)
    if healed:
        told = {"hours": up_to(healed)}
        yield Timer("An injury is healed", healed, "garden.pass_time", told, ("G94", "G95"))


def up_to(hours: Exact) -> Exact:
    """Hours as an input carries them: six decimals, rounded up, so that what is due is reached."""
    millionths = Fraction(ceil(hours * 1_000_000), 1_000_000)
    return int(millionths) if millionths.denominator == 1 else millionths


#: What lasts for a scene, by the rule that says so.
OF_A_SCENE = {"shielded": "G123", "banished": "G127", "invocation": "G128"}


def _of_the_scene(sheet: Sheet) -> Iterator[Timer]:
    """What nobody may forget when the scene ends, however it ends."""
    conditions = [each["name"] for each in sheet["conditions"] if each["unit"] == "scene"]
    spells = [each["name"] for each in sheet["ongoing_spells"] if each["ends"] == "scene"]
    for name in (*conditions, *spells):
        words = name.replace("-", " ").capitalize()
        rules = (OF_A_SCENE[name],) if name in OF_A_SCENE else ()
        yield Timer(f"{words} until the scene ends", None, rules=rules)


#: What lasts until the GM ends it, by the rules that say so: a blackout, a knock-out, a shock.
WITHOUT_END = {
    "unconscious": ("G99", "G112"),
    "paralysed": ("G111",),
    "locally-paralysed": ("G111",),
}


def _conditions(sheet: Sheet) -> Iterator[Timer]:
    for each in sheet["conditions"]:
        if each["lasts"] is not None and each["unit"] in UNIT_HOURS:
            hours = exact(each["lasts"]) * UNIT_HOURS[each["unit"]]
            words = each["name"].replace("-", " ")
            if each["name"] == "radiation-death":
                yield Timer("Death by radiation", hours, rules=("G116",))
            elif each["name"] == "trauma-treated":
                yield Timer("The treated trauma can mend", hours, rules=("G133",))
            else:
                yield Timer(f"{words.capitalize()} no more", hours)
        elif each["name"] in WITHOUT_END and each["unit"] == "none":
            words = each["name"].replace("-", " ").capitalize()
            yield Timer(f"{words} until the GM ends it", None, rules=WITHOUT_END[each["name"]])


def _sickness(sheet: Sheet) -> Iterator[Timer]:
    """Onset, the daily fever die, and each step by which a penalty shrinks."""
    for record in (*sheet["penalties"], *sheet["illnesses"]):
        name = record["name"].replace("-", " ").capitalize()
        starts, laid_up, value = phases(record)
        if starts > 0:
            yield Timer(f"{name} begins", starts, rules=("G103",))
            continue
        since = -starts
        fever = Fraction(24 * record.get("fever_days", 0))
        # G143: a day whose die was rolled ahead asks for none.
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
        elif since < laid_up:
            yield Timer(f"{name}: up again", laid_up - since, rules=("G105",))
        elif value:
            step = step_hours(record)
            if step and present_penalty(record):
                on = since - laid_up
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
