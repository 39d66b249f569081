"""Combat (14.2): attack totals, defence, wounds and the phases of IRIS (P21, P43-P48)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import OpenPool, Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.prism.house import OpenEnded
from app.systems.prism.rules.follow_ups import change
from app.systems.prism.rules.inputs import SPEED, SV, Other, TotalPenalty
from app.systems.prism.rules.readings import opened

COMPUTED = (Grade("computed", "Worked out"),)

Quickness = Annotated[int, Whole(-50, 50, front=True, sheet="quickness", rules=("P45", "P46"))]


ATTACK_GRADES = (
    Grade("attack-total", "Attack total", look_up="Enter hits from the table"),
    Grade("weapon-fumble", "Weapon fumble", "worst"),
)


def weapon_fumble_of(face: int, fumble_max: int) -> Outcome:
    """Return a weapon fumble; within the fumble range nothing more is rolled (P44)."""
    return Outcome(
        "weapon-fumble",
        False,
        {"open_roll": face},
        steps=(SumStep("", face, "d100"), SumStep("against", fumble_max, "fumble range")),
    )


Ob = Annotated[
    int,
    Whole(
        *SV,
        front=True,
        label="OB",
        help="The SV in the weapon or martial art.",
        rules=("P43", "P44"),
    ),
]
#: The highest DB that an attack takes.
MOST_DB = 300
Db = Annotated[
    int,
    Whole(0, MOST_DB, front=True, label="DB of the target", sheet="target:db", rules=("P45",)),
]
ShieldDb = Annotated[
    int,
    Whole(
        0,
        200,
        front=True,
        label="Shield DB of the target",
        sheet="target:shield_db",
        rules=("P44", "P45"),
    ),
]
FumbleMax = Annotated[
    int,
    Whole(0, 10, front=True, label="Fumble up to", help="0 for none.", rules=("P44",)),
]


@prefilled_by("target")
def defends_with(target: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the target's DB, as far as the form goes (P45)."""
    return {"db": min(MOST_DB, target["db"])}


def after_attack(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the offer to change an attack or a weapon fumble (P70)."""
    taken = inputs.get("db", 0) + inputs.get("shield_db", 0)
    base = inputs["ob"] - taken + inputs.get("other", 0)
    return change(base, "attack", fumble_max=inputs.get("fumble_max", 2))


@procedure(
    "prism.attack",
    title="Attack",
    grades=ATTACK_GRADES,
    rules="P43 P44 P17",
    apart=("target",),
    follow_up=after_attack,
    feed=defends_with,
    verb="attacks",
)
def attack(
    ob: Ob,
    db: Db = 0,
    shield_db: ShieldDb = 0,
    other: Other = 0,
    fumble_max: FumbleMax = 2,
    open_ended: OpenEnded = "both",
) -> Rule[Outcome]:
    """Roll with the OB against the target's DB; the total is for the attack tables."""
    # P44: there is no low open end.
    pool = opened("Attack", "none" if open_ended == "none" else "high-only")
    climb = yield from roll(
        OpenPool(
            pool.label, pool.sides, pool.chain, merge_key=lambda climb: climb.first <= fumble_max
        )
    )
    if climb.first <= fumble_max:
        return weapon_fumble_of(climb.first, fumble_max)
    total = climb.total + ob - db - shield_db + other
    return Outcome(
        "attack-total",
        values={"open_roll": climb.total, "total": total},
        steps=adding(
            (climb.total, "roll"),
            (ob, "OB"),
            (-db, "DB"),
            (-shield_db, "shield"),
            (other, "other"),
            result=(total, "total for the attack table"),
        ),
    )


def db_of(quickness: int, adrenal_defense: int, item_bonus: int, total_penalty: int) -> int:
    """Return the DB, never below 0, without a shield (P45)."""
    return max(0, max(quickness, adrenal_defense, 0) + item_bonus + total_penalty)


AdrenalDefense = Annotated[
    int,
    Whole(*SV, front=True, label="SV Adrenal Defense", sheet="adrenal_defense", rules=("P45",)),
]
ItemBonus = Annotated[
    int,
    Whole(0, 200, front=True, label="DB from items", sheet="item_bonus", rules=("P45",)),
]


@procedure("prism.defensive_bonus", title="Defensive bonus", grades=COMPUTED, rules="P45")
def defensive_bonus(
    quickness: Quickness,
    adrenal_defense: AdrenalDefense = 0,
    item_bonus: ItemBonus = 0,
    total_penalty: TotalPenalty = 0,
) -> Outcome:
    """Work out the DB: the best of Quickness and Adrenal Defense, with items and load."""
    best = max(quickness, adrenal_defense, 0)
    db = db_of(quickness, adrenal_defense, item_bonus, total_penalty)
    return Outcome(
        "computed",
        values={"db": db},
        steps=adding(
            (best, "Quickness, Adrenal Defense or 0"),
            (item_bonus, "items"),
            (total_penalty, "Total Penalty"),
            result=(db, "DB, never below 0"),
        ),
    )


def wound_band(lost: Fraction) -> str:
    """Return the band of a lost percentage, which is not rounded (P21)."""
    if lost >= 100:
        return "down"
    if lost > 75:
        return "lost-76-99"
    if lost > 50:
        return "lost-51-75"
    return "lost-25-50" if lost >= 25 else "none"


def lost_percent(hp_max: int, hp: int) -> Fraction:
    """Return the percentage of the hit points that is lost."""
    return Fraction(100 * (hp_max - hp), hp_max)


HpMax = Annotated[
    int, Whole(1, 1000, front=True, label="HP maximum", sheet="hp_max", rules=("P21",))
]
Hp = Annotated[int, Whole(-1000, 1000, front=True, label="HP", sheet="hp", rules=("P21",))]


@procedure(
    "prism.wound_level",
    title="Lost hit points",
    grades=(
        Grade("none", "Less than 25% lost", "good"),
        Grade("lost-25-50", "25–50% lost", "mixed"),
        Grade("lost-51-75", "51–75% lost", "poor"),
        Grade("lost-76-99", "76–99% lost", "bad"),
        Grade("down", "Down: no maneuvers", "worst"),
    ),
    rules="P21",
)
def wound_level(
    hp_max: HpMax,
    hp: Hp,
) -> Outcome:
    """Look up the band of lost HP that Chart 14.2 asks for."""
    if hp > hp_max:
        raise BadInput("hp", f"hp is {hp}; give at most the maximum, {hp_max}")
    lost = lost_percent(hp_max, hp)
    return Outcome(
        wound_band(lost),
        values={"lost_percent": lost},
        steps=(
            SumStep("", hp_max - hp, "HP lost"),
            SumStep("×", 100, "for percent"),
            SumStep("÷", hp_max, "HP maximum"),
            SumStep("=", lost, "percent lost"),
        ),
    )


def delay_of(quickness: int) -> int:
    """Return the Delay: 30 - Quickness / 2.5, the quotient rounded down (P46)."""
    return 30 - quickness * 2 // 5


def phase_after(phase: int, delay: int, speed: int) -> int:
    """Return the phase Delay + speed later, at least 1 (P47)."""
    return phase + max(1, delay + speed)


@procedure("prism.iris_delay", title="Delay (IRIS)", grades=COMPUTED, rules="P46")
def iris_delay(quickness: Quickness) -> Outcome:
    """Work out how many phases lie between two actions, 20 to 40."""
    delay = delay_of(quickness)
    return Outcome(
        "computed",
        values={"delay": delay},
        steps=adding((30, "as everybody"), (delay - 30, "Quickness"), result=(delay, "Delay")),
    )


Phase = Annotated[int, Whole(0, 9999, front=True, rules=("P46", "P47"))]
Delay = Annotated[int, Whole(1, 100, front=True, sheet="delay", rules=("P46",))]
Speed = Annotated[
    int,
    Whole(
        *SPEED,
        front=True,
        help="Of the weapon, with what the GM adds for hurry or delay.",
        rules=("P47",),
    ),
]


@procedure("prism.iris_next", title="Next action (IRIS)", grades=COMPUTED, rules="P47 P48")
def iris_next(
    phase: Phase,
    delay: Delay,
    speed: Speed = 0,
) -> Outcome:
    """Work out the phase of the next action after acting now."""
    after = phase_after(phase, delay, speed)
    return Outcome(
        "computed",
        values={"next_phase": after},
        steps=adding(
            (phase, "phase"), (delay, "Delay"), (speed, "speed"), result=(after, "next phase")
        ),
    )
