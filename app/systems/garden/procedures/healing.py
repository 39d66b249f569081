"""The healing time of an injury, and the time of the dying (G84, G93-G97, G134)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, OneOf, YesNo
from app.core.procedures.outcomes import Effect, Grade, Outcome, append, put
from app.core.procedures.procedure import named, on_grade, procedure
from app.core.sheets import Rollable
from app.systems.garden.rules.damage import condition
from app.systems.garden.rules.inputs import HealRate
from app.systems.garden.rules.readings import plain_die
from app.systems.garden.tables.wounds import HEALING

Care = Annotated[
    str,
    OneOf(
        {"aided": "Aided: hospital care", "unaided": "Unaided: bandages or a splint"},
        front=True,
        rules=("G96",),
    ),
]


Injury = Annotated[
    str,
    OneOf(
        {row.words.lower().replace(" ", "-"): row.words for row in HEALING},
        front=True,
        rules=("G95",),
    ),
]


@procedure(
    "garden.healing_time",
    title="Healing time",
    grades=(
        Grade("bruise", "A bruise"),
        Grade("aided", "Aided", "good"),
        Grade("unaided", "Unaided", "poor"),
    ),
    rules="G93 G95 G96 G134",
    spread=("hours",),
    less=("hours",),
    verdict=named("hours", "{} h"),
)
def healing_time(
    injury: Injury = "flesh-wound",
    care: Care = "aided",
    heal_rate: HealRate = 1,
) -> Rule[Outcome]:
    """Work out how long one injury takes to heal."""
    bruise = injury.endswith("bruise")
    if bruise:
        face = yield from roll(plain_die("Time to heal"))
        base = face * HEALING[injury].hours
    else:
        base = HEALING[f"{injury}/{care}"].hours
    # G134: time = base ÷ rate. G96: a deep wound unaided leaves its mark.
    return Outcome(
        "bruise" if bruise else care,
        values={
            "base_hours": base,
            "hours": Fraction(base) / heal_rate,
            "rehab": injury == "deep-wound" and care == "unaided",
        },
    )


Minutes = Annotated[
    Exact,
    Number(
        0,
        1_000_000,
        unit="min",
        help="Since the wound row was full.",
        front=True,
        rules=("G84",),
    ),
]
Stabilized = Annotated[bool, YesNo(label="Stabilised", front=True, rules=("G84",))]
ComaDays = Annotated[
    Exact, Number(0, 100_000, unit="days", label="Days in coma", front=True, rules=("G97",))
]


def time_left(inputs: Values, outcome: Outcome) -> str:
    """Return the time left for help: `8 min left`; empty where there is none or no limit."""
    minutes, days = named("minutes_left", "{} min left"), named("days_left", "Days left: {}")
    return minutes(inputs, outcome) or days(inputs, outcome)


@procedure(
    "garden.dying",
    title="Dying",
    grades=(
        Grade("bleeding-out", "Bleeding out", "bad"),
        Grade("comatose", "Comatose", "poor"),
        Grade("dead", "Dead", "worst"),
    ),
    rules="G84 G97 G143",
    verdict=time_left,
    # G137: a comatose patient may come to.
    follow_up=on_grade(
        "comatose",
        Rollable("Resuscitate", "garden.resuscitate", {}, roles={"patient": "self"}),
    ),
)
def dying(
    minutes: Minutes = 0,
    stabilized: Stabilized = False,
    coma_days: ComaDays = 0,
    care: Care = "unaided",
) -> Outcome:
    """Count the ten minutes of bleeding out, and the coma after."""
    grade = "dead"
    minutes_left: Exact = 0
    days_left: Exact = 0
    if not stabilized:
        # G84: exactly 10 minutes is still in time.
        if minutes <= 10:
            grade, minutes_left = "bleeding-out", 10 - minutes
    elif care == "aided":
        grade = "comatose"
    elif coma_days <= 7:  # G97
        grade, days_left = "comatose", 7 - coma_days
    effects: tuple[Effect, ...] = ()
    if grade == "dead":
        effects = (put("dead", True),)
    elif grade == "comatose" and coma_days == 0:
        effects = (append("conditions", condition("comatose")),)
    return Outcome(
        grade,
        False if grade == "dead" else None,
        {"minutes_left": minutes_left, "days_left": days_left},
        effects,
    )


#: The week that passes before the wounds of the resuscitated begin to heal (G93).
RECOVERY_HOURS = 168


@procedure(
    "garden.resuscitate",
    title="Resuscitate",
    grades=(Grade("resuscitated", "Resuscitated", "good"),),
    rules="G93 G97 G137",
    roles=("patient",),
)
def resuscitate() -> Outcome:
    """Bring a patient back from a coma."""
    # G137: awake, and the week of G93 begins anew.
    return Outcome(
        "resuscitated",
        True,
        {"recovery_hours": RECOVERY_HOURS},
        (put("awake", True, "patient"), put("recovery_hours", RECOVERY_HOURS, "patient")),
    )
