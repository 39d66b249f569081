"""Radiation: the dose, the daily test, and purging over time (G113-G120)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, OneOf, YesNo
from app.core.procedures.levers import Lever
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, append, put
from app.core.procedures.procedure import procedure
from app.core.sheets import Rollable
from app.systems.garden.house import AS_WRITTEN, PoolRules, RadiationThreshold
from app.systems.garden.procedures.hazards import bolster
from app.systems.garden.rules.damage import condition
from app.systems.garden.rules.feeding import passive
from app.systems.garden.rules.inputs import MOST_DECIGRAYS, Body, Bolstered, Decigrays, Modifier
from app.systems.garden.rules.results import attribute_against
from app.systems.garden.tables import row_of
from app.systems.garden.tables.radiation import (
    RADIATION_ILLNESS,
    RADIATION_IMMEDIATE,
    RADIATION_SOURCES,
    SHIELDING,
)

#: Decigrays from which there is something to test (G114).
THRESHOLD = 7
#: Hours from one test to the next (G114).
TEST_HOURS = 24


def to_be_tested(decigrays: Exact, threshold: str) -> bool:
    """Tell whether the total makes a test due (G114). threshold: `at` or `past` 7."""
    return decigrays >= THRESHOLD if threshold == "at" else decigrays > THRESHOLD


def to_hundredths(dose: Fraction) -> Exact:
    """Round a dose as it is added: to two decimals, half up (G119)."""
    hundredths = Fraction(floor(dose * 100 + Fraction(1, 2)), 100)
    return int(hundredths) if hundredths.denominator == 1 else hundredths


Source = Annotated[str, OneOf(RADIATION_SOURCES.labels("words"), front=True, rules=("G118",))]
Intensity = Annotated[
    Exact,
    Number(
        0,
        5,
        help="Decigrays a minute of a meltdown (1 to 5), or of a flare (0 to 3).",
        front=True,
        rules=("G118",),
    ),
]
Duration = Annotated[
    Exact,
    Number(
        0,
        100_000,
        help="Minutes of a meltdown, hours of fallout.",
        front=True,
        rules=("G118",),
    ),
]
Shielding = Annotated[str, OneOf(SHIELDING.labels("words"), front=True, rules=("G119",))]


def after_dose(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the daily test at the new total (G114)."""
    if outcome.grade != "test-due":
        return ()
    next_inputs = {"decigrays": min(MOST_DECIGRAYS, outcome.values["decigrays"])}
    return (Rollable("Radiation test", "garden.radiation_test", next_inputs),)


@procedure(
    "garden.radiation_dose",
    title="Radiation dose",
    grades=(
        Grade("below-threshold", "Below the threshold", "good"),
        Grade("no-change", "Nothing added", "mixed"),
        Grade("test-due", "A test is due", "bad"),
    ),
    rules="G113 G118 G119",
    follow_up=after_dose,
)
def radiation_dose(
    source: Source = "fallout-1-day",
    intensity: Intensity = 1,
    duration: Duration = 1,
    shielding: Shielding = "none",
    decigrays: Decigrays = 0,
    radiation_threshold: RadiationThreshold = "at",
) -> Outcome:
    """Add a dose to the total."""
    row = RADIATION_SOURCES[source]
    if row.decigrays is None and not row.low <= intensity <= row.high:
        message = f"for a {row.words.lower()} give an intensity from {row.low} to {row.high}"
        raise BadInput("intensity", message)
    rate = intensity if row.decigrays is None else row.decigrays
    time = 1 if row.per == "event" else duration
    factor = SHIELDING[shielding].factor
    dose = to_hundredths(rate * time / factor)
    total = decigrays + dose
    if not to_be_tested(total, radiation_threshold):
        grade = "below-threshold"
    else:
        grade = "test-due" if dose > 0 else "no-change"
    return Outcome(
        grade,
        values={"rate": rate, "dose": dose, "decigrays": total, "factor": factor},
        effects=(put("decigrays", total),) if dose > 0 else (),
        steps=(
            SumStep("", rate, "decigrays"),
            *((SumStep("×", time, f"{row.per}s"),) if time != 1 else ()),
            *((SumStep("÷", factor, "shielding"),) if factor != 1 else ()),
            SumStep("=", dose, "dose"),
        ),
    )


Treated = Annotated[
    bool,
    YesNo(
        label="Treated in a modern facility",
        help="Before the long-term effects start: +2.",
        lever=Lever(words="Treatment in a modern facility", if_so="if there is one"),
        front=True,
        rules=("G117",),
    ),
]


@procedure(
    "garden.radiation_test",
    title="Radiation test",
    grades=(
        Grade("no-test", "No test needed", "best"),
        *(Grade(row.grade, row.words, row.tone) for row in RADIATION_IMMEDIATE),
    ),
    rules="G114-G117 G130 G143",
    spread=("total",),
    feed=passive("body", "radiation"),
)
def radiation_test(
    decigrays: Decigrays = 0,
    body: Body = 0,
    modifier: Modifier = 0,
    treated: Treated = False,
    bolstered: Bolstered = False,
    house: PoolRules = AS_WRITTEN,
    radiation_threshold: RadiationThreshold = "at",
) -> Rule[Outcome]:
    """Test Body against the day's radiation."""
    if not to_be_tested(decigrays, radiation_threshold):
        return Outcome("no-test")
    row = RADIATION_ILLNESS.row_at(decigrays)
    added = (
        (body, "Body"),
        (modifier, "modifier"),
        (2 if treated else 0, "treatment"),
        bolster(bolstered),
    )
    test = yield from attribute_against("Body", added, row.tn, False, house)
    margin, fumble = test.margin, test.fumble
    failed = margin < 0 or fumble
    grade = row_of(RADIATION_IMMEDIATE, margin)
    if fumble:
        grade = "fatal-fumble"
    elif failed and row.least == 300:
        grade = "fatal"
    penalty = max(-4, margin) if margin < 0 else 0
    onset_days = row.onset_days if failed else 0
    illness = row.penalty if failed else 0
    # G116: the earliest death counts.
    deaths: list[Exact] = []
    if fumble:
        deaths.append(14)
    if margin <= -10:
        deaths.append(Fraction(56, -margin))
    if failed and row.least == 300:
        deaths.append(row.onset_days)
    values: dict[str, object] = {
        **test.read,
        "row": row.least,
        "immediate_penalty": penalty,
        "immediate_onset_hours": test.total if penalty else 0,
        "immediate_clear_hours": -12 * penalty,
        "illness_onset_days": onset_days,
        "illness_penalty": illness,
    }
    effects: list[Effect] = []
    if penalty:
        effects.append(_penalty("radiation-sickness", penalty, test.total, 12))
    if illness:
        effects.append(_penalty("radiation-illness", illness, 24 * onset_days, 0))
    if deaths:
        values["death_days"] = min(deaths)
        effects.append(append("conditions", condition("radiation-death", min(deaths), "days")))
    # G143: the test that has been rolled is the one of that day.
    effects.append(put("test_wait", TEST_HOURS))
    return Outcome(grade, grade == "minor", values, tuple(effects), test.notes, test.steps)


def _penalty(name: str, value: int, starts_hours: int, step_hours: int) -> Effect:
    """Return a penalty that begins after some hours and shrinks by 1 every step (0: it stays)."""
    record = {
        "name": name,
        "value": value,
        "starts_hours": starts_hours,
        "step_hours": step_hours,
    }
    return append("penalties", record)


Highest = Annotated[
    Exact,
    Number(
        0,
        100_000,
        label="Highest total ever",
        front=True,
        sheet="highest_decigrays",
        rules=("G120",),
    ),
]
Weeks = Annotated[Exact, Number(0, 100_000, front=True, rules=("G120",))]


@procedure(
    "garden.radiation_purge",
    title="Radiation purged",
    grades=(
        Grade("purged", "Purged", "good"),
        Grade("at-minimum", "At its minimum", "mixed"),
        Grade("no-change", "No change"),
    ),
    rules="G120",
)
def radiation_purge(
    decigrays: Decigrays = 0,
    highest: Highest = 0,
    weeks: Weeks = 2,
) -> Outcome:
    """Wait for the body to purge radiation."""
    if highest < decigrays:
        raise BadInput("highest", "the highest total ever is at least the present one")
    minimum = Fraction(highest) / 10
    # G120: whole fortnights only; a total already under the minimum stays.
    after = max(min(decigrays, minimum), decigrays - weeks // 2)
    purged = decigrays - after
    change = "purged" if purged else "no-change"
    grade = "at-minimum" if after <= minimum else change
    return Outcome(
        grade,
        values={"decigrays": after, "minimum": minimum, "purged": purged},
        effects=(put("decigrays", after),) if purged else (),
    )
