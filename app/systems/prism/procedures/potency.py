"""Rolls from the attacker's side (14.2): resistance and breakage (P35-P38, P49-P53)."""

from __future__ import annotations

from typing import Annotated

from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import named, prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.prism.house import PERCENT_AS_WRITTEN, PercentRules
from app.systems.prism.rules.follow_ups import changeable
from app.systems.prism.rules.inputs import SV, Other
from app.systems.prism.rules.results import SM_GRADES, roll_on_chart

#: The sheet's fields of resistances, by source (P38).
RESISTANCES = {
    "poison": "resist_poison",
    "disease": "resist_disease",
    "magic": "resist_magic",
    "psionics": "resist_magic",
}


def _against(
    potency: int, resistance: int, other: int, success_name: str, house: PercentRules
) -> Rule[Outcome]:
    """Roll dô + potency + resistance + other, static. success_name: the name of its result."""
    rolled = yield from roll_on_chart("dô", potency + resistance + other, "static", house)
    result = rolled.result
    return Outcome(
        result.grade,
        result.success,
        {
            "open_roll": rolled.open_roll,
            "total": rolled.total,
            success_name: result.full_success,
            "percent": result.percent,
        },
        notes=result.stateless_notes,
        steps=adding(
            (rolled.open_roll, "dô"),
            (potency, "potency"),
            (resistance, "resistance"),
            (other, "other"),
            result=(rolled.total, "total"),
        ),
    )


Potency = Annotated[
    int,
    Whole(
        *SV,
        front=True,
        help="A number like an SV; with a caster behind it, the caster’s SV.",
        rules=("P35", "P37"),
    ),
]
Resistance = Annotated[
    int,
    Whole(-200, 200, front=True, help="The victim’s; it is subtracted.", rules=("P35", "P38")),
]
Source = Annotated[
    str,
    OneOf(*RESISTANCES, "other", front=True, help="What is to be resisted.", rules=("P35", "P38")),
]


@prefilled_by("target")
def withstands_with(victim: Sheet, inputs: Values) -> dict[str, object]:
    """Return the victim's resistance to the source (P38)."""
    field = RESISTANCES.get(inputs.get("source", "poison"))
    return {"resistance": victim[field]} if field else {}


@procedure(
    "prism.potency",
    title="Resistance (potency roll)",
    grades=SM_GRADES,
    rules="P35-P38 P10-P14 P17",
    roles=("target",),
    spread=("percent",),
    follow_up=changeable("static"),
    feed=withstands_with,
)
def potency(
    potency: Potency,
    resistance: Resistance,
    source: Source = "poison",
    other: Other = 0,
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """Roll poison, disease or magic against a victim; success is bad for the victim."""
    return _against(potency, -resistance, other, "affected", house)


Method = Annotated[
    str,
    OneOf(
        {"lift": "A person, by lift capacity", "force": "A force, by its pounds"},
        front=True,
        rules=("P50", "P51"),
    ),
]
LiftCapacity = Annotated[
    int,
    Whole(0, 20000, front=True, label="LC (pounds)", sheet="lift_capacity", rules=("P50",)),
]
Percent = Annotated[
    int,
    Whole(
        1,
        50,
        front=True,
        label="Percent of LC",
        help="5 to 10 on a hard surface; 1 to 3 between two hands, 15 to 30 with a crowbar.",
        rules=("P50",),
    ),
]
Force = Annotated[int, Whole(0, 100_000, front=True, label="Force (pounds)", rules=("P51",))]


def after_force(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    next_inputs = {"potency": outcome.values["potency"]}
    return (Rollable("Does it break?", "prism.breakage", next_inputs),)


@procedure(
    "prism.break_force",
    title="Potency of force",
    grades=(Grade("computed", "Worked out"),),
    rules="P50 P51",
    follow_up=after_force,
    verdict=named("potency", "Potency {}"),
)
def break_force(
    method: Method,
    lift_capacity: LiftCapacity = 0,
    percent: Percent = 10,
    force: Force = 0,
) -> Outcome:
    """Work out how potent muscles or a force are against a thing."""
    pounds, share = (lift_capacity, percent) if method == "lift" else (force, FORCE_SHARE)
    potency = pounds * share // 100
    label = "LC" if method == "lift" else "pounds of force"
    steps = (
        SumStep("", pounds, label),
        SumStep("×", share, "percent"),
        SumStep("÷", 100, "for percent"),
        SumStep("=", potency, "potency, fraction dropped"),
    )
    return Outcome("computed", values={"potency": potency}, steps=steps)


#: P51: around 10% of the pounds.
FORCE_SHARE = 10


BreakagePotency = Annotated[
    int, Whole(-200, 10_000, front=True, help="Of the force.", rules=("P49", "P50", "P51"))
]
BreakageResistance = Annotated[
    int,
    Whole(
        -300,
        300,
        front=True,
        help="Of the thing; it is added: lumber 0, iron down to −75, balsa up to 100.",
        rules=("P52",),
    ),
]


@procedure(
    "prism.breakage",
    title="Breakage",
    grades=SM_GRADES,
    rules="P49 P52 P53 P10-P14 P17",
    spread=("percent",),
    follow_up=changeable("static"),
)
def breakage(
    potency: BreakagePotency,
    resistance: BreakageResistance,
    other: Other = 0,
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """Try to break a thing; the percentage of a success tells how thoroughly it breaks."""
    return _against(potency, resistance, other, "breaks", house)
