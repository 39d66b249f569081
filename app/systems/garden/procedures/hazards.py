"""Breath, panic, disease, cold and fever (G98-G106)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Rule, roll, settle
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, Whole, YesNo
from app.core.procedures.levers import DOWN, Lever
from app.core.procedures.outcomes import Effect, Grade, Outcome, add, append, put
from app.core.procedures.procedure import named, on_grade, procedure
from app.core.sheets import Rollable
from app.systems.garden.house import AS_WRITTEN, BreathLimit, PoolRules
from app.systems.garden.rules.damage import condition
from app.systems.garden.rules.feeding import passive
from app.systems.garden.rules.inputs import Body, Bolstered, HazardOfferCost, Modifier, Psyche
from app.systems.garden.rules.readings import PoolResult, attribute_pool, plain_die
from app.systems.garden.rules.results import SUCCEED_AT_COST, Test, attribute_against, compare
from app.systems.garden.tables import row_of
from app.systems.garden.tables.hazards import COLD

BREATH_TN = 2
PANIC_TN = 3
COLD_TN = 9
COLD_ONSET_HOURS = 168


def illness(
    name: str,
    starts_hours: Exact,
    penalty: int = 0,
    incapacitated_days: int = 0,
    fever_days: int = 0,
    days: int = 0,
) -> Effect:
    """Return the effect that appends an illness record.

    days: its whole length from the onset; 0 for one that only the GM ends.
    """
    record = {
        "name": name,
        "starts_hours": starts_hours,
        "penalty": penalty,
        "incapacitated_days": incapacitated_days,
        "fever_days": fever_days,
        "days": days,
    }
    return append("illnesses", record)


def bolster(bolstered: bool) -> tuple[int, str]:
    """Return the bonus of Bolster against this ailment (G130)."""
    return (2 if bolstered else 0, "Bolster")


def onset(listed: Exact, margin: int, fumble: bool) -> Exact:
    """Return the hours until an illness takes effect: listed time over the margin (G103)."""
    return Fraction(listed) / (10 if fumble else max(1, abs(margin)))


Seconds = Annotated[int, Whole(0, 3600, front=True, rules=("G99",))]
Strenuous = Annotated[
    bool,
    YesNo(
        label="Strenuous activity",
        help="Halves all times.",
        front=True,
        lever=Lever(DOWN, back="Keep still"),
    ),
]


def after_breath(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the panic test of running out of air, from the first breath test on (G100)."""
    runs_out = outcome.values["tests"] or not outcome.success
    return (Rollable("Out of air: panic?", "garden.panic", {}),) if runs_out else ()


@procedure(
    "garden.hold_breath",
    title="Hold breath",
    grades=(Grade("holding", "Still holding", "good"), Grade("blackout", "Blackout", "worst")),
    rules="G99",
    spread=("seconds_held",),
    choices=(SUCCEED_AT_COST,),
    long="seconds",
    follow_up=after_breath,
    feed=passive("body"),
    verdict=named("seconds_held", "{} seconds"),
)
def hold_breath(
    seconds: Seconds = 120,
    strenuous: Strenuous = False,
    body: Body = 0,
    modifier: Modifier = 0,
    offer_cost: HazardOfferCost = False,
    house: PoolRules = AS_WRITTEN,
    breath_limit: BreathLimit = "tests",
) -> Rule[Outcome]:
    """Stay under for a number of seconds."""
    step = 15 if strenuous else 30
    blackout = append("conditions", condition("unconscious"))
    tests = 0
    # G99: a test every half minute after the first, each harder by 1 than the one before.
    for due in range(3 * step, seconds + 1, step):
        if breath_limit == "two-minutes" and due == 4 * step:
            return Outcome("blackout", False, {"seconds_held": due, "tests": tests}, (blackout,))
        yield from settle("breath", due)
        tests += 1
        test = yield from _breath(body, modifier - tests, offer_cost, house, due)
        if not test.success:
            values = {"seconds_held": due, "tests": tests}
            values |= {"total": test.total, "margin": test.margin}
            return Outcome("blackout", False, values, (blackout,), test.notes, test.steps)
    return Outcome("holding", True, {"seconds_held": seconds, "tests": tests})


def _breath(body: int, modifier: int, offer_cost: bool, house: PoolRules, due: int) -> Rule[Test]:
    """Roll one test of G99; its odds distinguish only held, tied and failed."""

    def result(dice: PoolResult) -> tuple[bool, bool]:
        total = max(0, dice.roll + body + modifier)
        return total > BREATH_TN, total == BREATH_TN

    pool = attribute_pool(f"Body at {due // 60}:{due % 60:02}", house, merge_key=result)
    dice = yield from roll(pool)
    added = ((body, "Body"), (modifier, "time and modifier"))
    return (yield from compare(dice, added, BREATH_TN, offer_cost))


Panicking = Annotated[bool, YesNo(label="Already panicking", front=True)]


@procedure(
    "garden.panic",
    title="Panic",
    grades=(
        Grade("calm", "Calm", "good"),
        Grade("acts", "Acts in spite of it", "good"),
        Grade("frozen", "Only saves themselves", "bad"),
        Grade("panic", "Panic", "worst"),
    ),
    rules="G100 G139",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
    feed=passive(),
)
def panic(
    psyche: Psyche = 0,
    modifier: Modifier = 0,
    panicking: Panicking = False,
    offer_cost: HazardOfferCost = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Panic, or act in spite of it."""
    added = ((psyche, "Psyche"), (modifier, "modifier"))
    test = yield from attribute_against("Psyche", added, PANIC_TN, offer_cost, house)
    if panicking:
        return test.graded("acts" if test.success else "frozen", test.success)
    if test.success:
        return test.graded("calm", True)
    return test.graded("panic", False, (append("conditions", condition("panicking")),))


Virulence = Annotated[int, Whole(0, 30, front=True, rules=("G102",))]
OnsetHours = Annotated[
    Exact,
    Number(0, 100_000, unit="h", label="Onset", help="As listed.", front=True, rules=("G103",)),
]


@procedure(
    "garden.disease",
    title="Disease",
    grades=(Grade("resisted", "Resisted", "good"), Grade("contracted", "Contracted", "worst")),
    rules="G101-G104 G130",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
    feed=passive("body", "disease"),
)
def disease(
    virulence: Virulence = 6,
    onset_hours: OnsetHours = 24,
    body: Body = 0,
    modifier: Modifier = 0,
    bolstered: Bolstered = False,
    offer_cost: HazardOfferCost = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Find out whether a disease takes hold after exposure."""
    added = ((body, "Body"), (modifier, "modifier"), bolster(bolstered))
    test = yield from attribute_against(
        "Body", added, virulence, offer_cost, house, fumble_decides=True
    )
    # G103: a fumble contracts it whatever the margin.
    if test.success and not test.fumble:
        return test.graded("resisted", True)
    starts = onset(onset_hours, test.margin, test.fumble)
    return test.graded("contracted", False, (illness("disease", starts),), onset_hours=starts)


@procedure(
    "garden.common_cold",
    title="Cold or flu",
    grades=tuple(Grade(row.grade, row.words, row.tone) for row in COLD),
    rules="G105 G103 G130",
    spread=("days",),
    less=("days",),
    # G106: the fever week of a life-threatening flu.
    follow_up=on_grade("life-threatening", Rollable("Fever week", "garden.fever", {"days": 7})),
    feed=passive("body", "common-cold"),
)
def common_cold(
    body: Body = 0,
    modifier: Modifier = 0,
    bolstered: Bolstered = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Find out whether you catch it after exposure."""
    added = ((body, "Body"), (modifier, "modifier"), bolster(bolstered))
    test = yield from attribute_against("Body", added, COLD_TN, False, house)
    margin = test.margin
    fumble = test.fumble
    grade = "life-threatening" if fumble else row_of(COLD, margin)
    # The incapacitation goes by the size of the margin; after a fever it is that of −8 (G105).
    incapacitated = {"incapacitated": abs(margin) + 6, "life-threatening": 14}.get(grade, 0)
    penalty = {"ill": margin, "incapacitated": -4, "life-threatening": -4}.get(grade, 0)
    fever = 7 if fumble else 0
    days = fever + incapacitated - penalty
    if grade == "mild":
        days = 4 - margin
    starts = 0 if grade == "unaffected" else onset(COLD_ONSET_HOURS, margin, fumble)
    values: dict[str, object] = {
        **test.read,
        "onset_hours": starts,
        "days": days,
        "penalty": penalty,
        "incapacitated_days": incapacitated,
    }
    if fumble:
        values["fever_days"] = fever
    effects = (illness("common-cold", starts, penalty, incapacitated, fever, days),)
    return Outcome(
        grade,
        grade in ("mild", "unaffected"),
        values,
        () if grade == "unaffected" else effects,
        test.notes,
        test.steps,
    )


Days = Annotated[int, Whole(1, 7, rules=("G106",))]
Aided = Annotated[
    bool,
    YesNo(
        label="With medical aid",
        lever=Lever(words="With medical aid", if_so="if somebody can give it"),
        rules=("G106",),
    ),
]


@procedure(
    "garden.fever",
    title="Fever",
    grades=(Grade("survives", "Survives", "good"), Grade("dies", "Dies", "worst")),
    rules="G106 G143",
)
def fever(
    days: Days = 7,
    aided: Aided = True,
) -> Rule[Outcome]:
    """Survive the week of fever, one die a day."""
    deadly = 1 if aided else 2
    face = 0
    for day in range(1, days + 1):
        yield from settle("fever", day)
        face = yield from roll(plain_die(f"Day {day}", merge_key=lambda face: face <= deadly))
        if face <= deadly:
            effects = (add("fever_rolled", day), put("dead", True))
            return Outcome("dies", False, {"day": day, "face": face}, effects)
    values = {"day": days, "face": face}
    # G143: the days that have been rolled do not come again.
    return Outcome("survives", True, values, (add("fever_rolled", days),))
