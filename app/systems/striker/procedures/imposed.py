"""Rolls that a line leaves to its target, and a rest (S39-S43)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from app.core.errors import BadInput, capitalize
from app.core.play.asks import Rule
from app.core.procedures.kinds import OneOf, Row, Text, Whole, YesNo
from app.core.procedures.outcomes import Effect, Grade, Outcome, add
from app.core.procedures.procedure import procedure
from app.systems.striker.notation.spoken import points
from app.systems.striker.notation.tree import POOLS
from app.systems.striker.rules.inputs import (
    LEAST_CHALLENGE,
    MOST_CHALLENGE,
    Advantage,
    Bonus,
    Rsr,
    SheetList,
    Steps,
)
from app.systems.striker.rules.results import STEP_GRADES, Scale, judged_roll, sum_of

ImposedSkill = Annotated[
    str,
    Text(60, label="Rolls with", front=True, help="The skill of the target.", rules=("S41",)),
]
TargetModifier = Annotated[
    int,
    Whole(-20, 40, label="Target’s modifier (M)", front=True, rules=("S7", "S41")),
]
ImposedChallenge = Annotated[
    int,
    Whole(
        LEAST_CHALLENGE,
        MOST_CHALLENGE,
        label="Challenge (C)",
        front=True,
        rules=("S39", "S41"),
    ),
]
_LOSSES = SheetList(
    Row((("pool", OneOf(*POOLS)), ("amount", Whole(0, 99_999)))),
    most=20,
    label="Lost where it fails",
    help="Each as points and amount: hp, 7.",
    front=True,
    rules=("S41", "S42"),
)
Losses = Annotated[tuple[Any, ...], _LOSSES]
Consequence = Annotated[
    str, Text(300, help="What else happens where it fails.", rules=("S41", "S42"))
]
AsCheck = Annotated[
    bool, YesNo(label="It is a check", help="Against a challenge that was set.", rules=("S39",))
]


@procedure(
    "striker.imposed_save",
    title="Save of the target",
    grades=STEP_GRADES,
    rules="S1 S2 S5 S11-S13 S15-S17 S39 S41 S42",
    spread=("total",),
    roles=("target",),
    apart=("target",),
    roller="target",
)
def imposed_save(
    *,
    imposed_skill: ImposedSkill = "",
    modifier: TargetModifier,
    challenge: ImposedChallenge,
    losses: Losses = (),
    consequence: Consequence = "",
    as_check: AsCheck = False,
    bonus: Bonus = 0,
    rsr: Rsr = 1,
    steps: Steps = "full",
    advantage: Advantage = "none",
) -> Rule[Outcome]:
    """Roll the save that a line imposes; its effect lands where the save fails."""
    entries = _LOSSES.entries("losses", losses)
    scale = Scale(challenge, rsr, steps)
    label = "Check" if as_check else "Save"
    face, judged = yield from judged_roll(label, modifier + bonus, scale, advantage, who="target")
    fails = not judged.row.success
    outcome = judged.outcome(face, sum_of(face, modifier, bonus))
    effects = tuple(_effects_of(entries)) if fails else ()
    notes = [f"Loses {points(-effect.value, effect.field)} (S41)." for effect in effects]
    if consequence and fails:
        notes.append(f"{capitalize(consequence)} (S41).")
    return Outcome(
        outcome.grade,
        outcome.success,
        outcome.values,
        effects,
        (*outcome.notes, *notes),
        outcome.steps,
    )


def _effects_of(entries: tuple[Any, ...]) -> Iterator[Effect]:
    """Yield the losses of the target, pool by pool."""
    for pool, amount in entries:
        if amount:
            yield add(pool, -amount, who="target")


def _factor(label: str, field: str) -> Whole:
    return Whole(0, 50, label=label, front=True, sheet=field, rules=("S43",))


Hx = Annotated[int, _factor("HX", "hx")]
Ex = Annotated[int, _factor("EX", "ex")]
Fx = Annotated[int, _factor("FX", "fx")]
Health = Annotated[int, Whole(-20, 40, label="M of Health", front=True, rules=("S43",))]
Energy = Annotated[int, Whole(-20, 40, label="M of Energy", front=True, rules=("S43",))]
Focus = Annotated[int, Whole(-20, 40, label="M of Focus", front=True, rules=("S43",))]


@procedure("striker.rest", title="Rest", grades=(Grade("computed", "Computed"),), rules="S43")
def rest(
    *,
    hx: Hx,
    ex: Ex,
    fx: Fx,
    health: Health = 0,
    energy: Energy = 0,
    focus: Focus = 0,
) -> Outcome:
    """Work out the points that a rest gives back."""
    if not hx and not ex and not fx:
        raise BadInput("hx", "hx is 0; give HX, EX or FX of the sheet (S43)")
    # Ruling: halved rounds down, and a rest takes nothing away.
    back = {
        "hp": max(0, hx // 2 + health),
        "ep": max(0, ex + energy),
        "fp": max(0, fx + focus),
    }
    effects = tuple(add(pool, amount) for pool, amount in back.items() if amount)
    notes = tuple(f"{points(amount, pool).capitalize()} back." for pool, amount in back.items())
    return Outcome("computed", values=back, effects=effects, notes=notes)
