"""First Aid and chems: stabilising, treating and healing (W5.5, W7.13, W7.15, W7.16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Choose, Rule, choose
from app.core.play.asks import OneOf as Options
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole, YesNo
from app.core.procedures.outcomes import Effect, Grade, Outcome, add, put
from app.core.procedures.procedure import procedure
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.rules.feeding import FIRST_AID, by_pair, commander
from app.systems.wasteland.rules.inputs import Attribute, Skill, Tagged
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import (
    TEST_GRADES,
    TEST_RULES,
    TEST_TALLY,
    change,
    roll_test,
)
from app.systems.wasteland.rules.testing import PLAIN_TEST, TestInputs

#: The name of the choice that these procedures ask.
BENEFIT = "benefit"

PatientInjuries = Annotated[
    int,
    Whole(
        0,
        20,
        front=True,
        help="Those not treated yet.",
        sheet="patient:untreated",
        rules=("W5.5", "W7.15"),
    ),
]
PatientDying = Annotated[bool, YesNo(front=True, sheet="patient:dying", rules=("W7.4", "W7.13"))]
PatientMaximum = Annotated[
    int,
    Whole(
        0,
        200,
        front=True,
        label="Patient’s maximum HP",
        sheet="patient:max_hp",
        rules=("W5.5", "W7.15"),
    ),
]
PatientHp = Annotated[
    int | None,
    Whole(
        0,
        200,
        front=True,
        label="Patient’s HP",
        help="Left out: the maximum, or 0 if dying.",
        sheet="patient:hp",
        rules=("W5.5", "W7.15"),
    ),
]


def patient_stands(hp: int | None, max_hp: int, dying: bool) -> int:
    """Return the given HP, the maximum, or 0 if dying; raise BadInput if they do not fit."""
    if hp is None:
        return 0 if dying else max_hp
    if hp > max_hp:
        raise BadInput("patient_hp", f"patient_hp is {hp}; the maximum is {max_hp}")
    if hp and dying:
        raise BadInput("patient_hp", f"patient_hp is {hp}; who is dying has 0")
    return hp


OnSelf = Annotated[bool, YesNo(front=True, help="Difficulty +1.", rules=("W5.5",))]


def dose_with_aid(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer a dose as a part of First Aid, passed or not (W7.16)."""
    values = outcome.values
    dying = inputs["patient_dying"]
    hp = inputs["patient_hp"]
    if hp is None:
        hp = 0 if dying else inputs["patient_max_hp"]
    next_inputs = {
        "patient_max_hp": inputs["patient_max_hp"],
        "patient_hp": hp + values["hp_healed"],
        "patient_injuries": inputs["patient_injuries"] - values["injuries_treated"],
        "patient_dying": dying and not values["stabilized"],
    }
    return (Rollable("A dose along with it", "wasteland.take_chem", next_inputs),)


def on_themselves(sheets: Mapping[str, Sheet], inputs: Values) -> dict[str, object]:
    """Feed whether patients treat themselves, which is harder (W5.5)."""
    helper, patient = sheets.get("self"), sheets.get("patient")
    return {} if helper is None or patient is None else {"on_self": patient == helper}


@procedure(
    "wasteland.first_aid",
    title="First Aid",
    grades=TEST_GRADES,
    rules="W5.5 W7.13 " + TEST_RULES,
    choices=(REROLL, BENEFIT),
    tally=TEST_TALLY,
    spread=("ap_generated",),
    follow_up=dose_with_aid,
    feed=(by_pair(*FIRST_AID), on_themselves, commander),
)
def first_aid(
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    patient_injuries: PatientInjuries = 0,
    on_self: OnSelf = False,
    patient_dying: PatientDying = False,
    patient_max_hp: PatientMaximum = 10,
    patient_hp: PatientHp = None,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Roll INT + Medicine to stabilise, treat an injury, or heal."""
    hp = patient_stands(patient_hp, patient_max_hp, patient_dying)
    if on_self and patient_dying:
        raise BadInput("on_self", "the dying are unconscious and give nobody First Aid: give false")
    result = yield from roll_test(
        attribute, skill, tagged, test, (patient_injuries, "injuries"), (int(on_self), "on oneself")
    )
    offered = {
        "stabilize": patient_dying and patient_max_hp > 0,
        "treat-injury": patient_injuries > 0,
        "heal": not patient_dying and hp < patient_max_hp and skill > 0,
    }
    open_to = {name: words for name, words in BENEFITS.items() if offered[name]}
    benefit = "none"
    if result.passed and open_to:
        benefit = yield from choose(
            Choose(BENEFIT, Options(open_to), default=next(iter(open_to)), label="Which benefit?")
        )
    healed = {"stabilize": 1, "heal": min(skill, patient_max_hp - hp)}.get(benefit, 0)
    return result.outcome(
        *_patient_effects(benefit, healed),
        notes=(STABILISED,) if benefit == "stabilize" else (),
        benefit=benefit,
        hp_healed=healed,
        injuries_treated=int(benefit == "treat-injury"),
        stabilized=int(benefit == "stabilize"),
    )


#: In the order in which they are the default (W5.5).
BENEFITS = {
    "stabilize": "Stabilise the dying patient",
    "treat-injury": "Treat one injury",
    "heal": "Heal HP equal to the Medicine rating",
}


def _patient_effects(benefit: str, healed: int) -> tuple[Effect, ...]:
    """Return the changes on the patient."""
    effects = change("hp", 0, healed, "patient")
    if benefit == "treat-injury":
        effects += (add("injuries", -1, "patient"),)
    if benefit == "stabilize":
        effects += STABLE
    return effects


STABILISED = "Stabilised, but still unconscious: 1 AP wakes the patient (W7.13)."


Doses = Annotated[int, Whole(0, 9999, front=True, label="Doses left", rules=("W4.6", "W7.15"))]
Heals = Annotated[
    int, Whole(0, 20, front=True, help="HP that a dose gives back.", rules=("W7.15",))
]
Treats = Annotated[
    int,
    Whole(0, 3, front=True, help="Injuries that a dose treats instead.", rules=("W7.15",)),
]
ClearsRads = Annotated[
    int,
    Whole(
        0,
        20,
        front=True,
        help="Maximum HP lost to radiation that a dose gives back.",
        rules=("W7.15", "W7.6"),
    ),
]
PatientRadLoss = Annotated[
    int,
    Whole(
        0,
        200,
        front=True,
        label="Maximum HP lost to radiation",
        sheet="patient:rad_loss",
        rules=("W7.6", "W7.15"),
    ),
]


@procedure(
    "wasteland.take_chem",
    title="Chem",
    grades=(Grade("taken", "Taken", "good"), Grade("none-left", "No dose left", "bad")),
    rules="W4.6 W7.13 W7.15 W7.16",
    choices=(BENEFIT,),
    own=("patient",),
)
def take_chem(
    doses: Doses = 1,
    heals: Heals = 0,
    treats: Treats = 0,
    clears_rads: ClearsRads = 0,
    patient_max_hp: PatientMaximum = 10,
    patient_hp: PatientHp = None,
    patient_rad_loss: PatientRadLoss = 0,
    patient_injuries: PatientInjuries = 0,
    patient_dying: PatientDying = False,
) -> Rule[Outcome]:
    """Take a dose of a chem, or give it to a patient in reach."""
    hp = patient_stands(patient_hp, patient_max_hp, patient_dying)
    if not doses:
        return _dose_result(patient_max_hp, hp, doses)
    # W7.15: the loss by radiation is given back first, then HP.
    cleared = min(clears_rads, patient_rad_loss)
    missing = patient_max_hp + cleared - hp
    offered = {
        "heal": heals > 0 and missing > 0,
        "treat-injury": treats > 0 and patient_injuries > 0,
    }
    open_to = {name: CHEM_BENEFITS[name] for name in CHEM_BENEFITS if offered[name]}
    benefit = "none"
    if open_to:
        benefit = yield from choose(
            Choose(BENEFIT, Options(open_to), default=next(iter(open_to)), label="Which benefit?")
        )
    healed = min(heals, missing) if benefit == "heal" else 0
    stabilized = patient_dying and patient_max_hp + cleared > 0 and heals + treats > 0
    if stabilized:
        healed = max(1, healed)  # Ruling: the stabilised have at least 1 HP.
    treated = min(treats, patient_injuries) if benefit == "treat-injury" else 0
    return _dose_result(patient_max_hp, hp, doses, cleared, benefit, healed, treated, stabilized)


#: In the order in which they are the default (W7.15).
CHEM_BENEFITS = {"heal": "Give back HP", "treat-injury": "Treat injuries"}


def _dose_result(
    max_hp: int,
    hp: int,
    doses: int,
    cleared: int = 0,
    benefit: str = "none",
    healed: int = 0,
    treated: int = 0,
    stabilized: bool = False,
) -> Outcome:
    """Return the outcome of a dose; without a dose nothing happens."""
    remaining = max(0, doses - 1)
    return Outcome(
        "taken" if doses else "none-left",
        doses > 0,
        {
            "rads_cleared": cleared,
            "benefit": benefit,
            "hp_healed": healed,
            "injuries_treated": treated,
            "stabilized": int(stabilized),
            "hp_after": hp + healed,
            "max_hp_after": max_hp + cleared,
            "doses_after": remaining,
        },
        effects=(
            *change("max_hp", 0, cleared, "patient"),
            *change("hp", 0, healed, "patient"),
            *change("injuries", treated, 0, "patient"),
            *(STABLE if stabilized else ()),
            *change("doses", doses, remaining),
        ),
        notes=(STABILISED,) if stabilized else (),
    )


#: The changes of being stabilised on the patient (W7.13).
STABLE = (put("dying", False, "patient"), put("stable", True, "patient"))
