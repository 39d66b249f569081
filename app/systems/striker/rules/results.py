"""Results of Striker's rolls: margin, step, shift, effect (S11-S18, S14, S20)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

from app.core.play.asks import Pool, Rule, settle, throw_sum
from app.core.play.asks import roll as cast
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, add, adding
from app.systems.striker.house import AS_WRITTEN, EffectRules
from app.systems.striker.rules.readings import effect_pool, natural, natural_of_two, shift
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.rolls import LADDERS, STEPS, StepRow

#: The grades of every roll, best first.
STEP_GRADES = tuple(Grade(row.grade, row.words, row.tone) for row in reversed(STEPS.rows))

NATURAL_SHIFT = {
    -1: "The natural die is within the RSR: one step worse (S15).",
    1: "The natural die is within the RSR: one step better (S15).",
}
GLANCING = (
    "A glancing blow: half the effect, and a consequence such as collateral damage, or something "
    "near the target that turns against the attacker; the table decides (S14)."
)


#: S14: a save resists an effect, so that the factors of attacks would turn it upside down.
SAVE_LEAVES = "The table decides how much of it the save leaves"


@dataclass(frozen=True)
class Judged:
    """A total with its step.

    base_step: by the margin alone (S11). shift: by the face, even at an end of the ladder.
    """

    total: int
    challenge: int
    rsr: int
    base_step: int
    shift: int
    step: int

    @property
    def margin(self) -> int:
        return self.total - self.challenge

    @property
    def row(self) -> StepRow:
        return STEPS.rows[self.step - 1]

    @property
    def values(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "challenge": self.challenge,
            "margin": self.margin,
            "rsr": self.rsr,
            "base_step": self.base_step,
            "shift": self.shift,
            "step": self.step,
        }

    @property
    def by_the_die(self) -> dict[str, int]:
        """Return the values that depend on the natural die."""
        return {name: self.values[name] for name in ("total", "margin", "base_step", "shift")}

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the meaning of the step (S12), and the reason if it is not the margin's.

        A simple success or failure needs no note.
        """
        is_simple = self.row.meaning.startswith("a simple ")
        meaning = () if is_simple else (f"{self.row.words}: {self.row.meaning} (S12).",)
        moved = self.step != self.base_step
        return (*meaning, NATURAL_SHIFT[self.shift]) if moved else meaning

    def outcome(self, roll: int, steps: tuple[SumStep, ...], **more: Any) -> Outcome:
        """Return the outcome of a roll (or a taken number) with these steps and further values."""
        return Outcome(
            self.row.grade,
            self.row.success,
            {"roll": roll, **self.values, **more},
            notes=self.notes,
            steps=(*steps, *self.compared),
        )

    @property
    def compared(self) -> tuple[SumStep, ...]:
        return SumStep("against", self.challenge, "challenge"), SumStep("=", self.margin, "margin")


@dataclass(frozen=True)
class Scale:
    """The scale of totals: the challenge, the RSR in force, the possible steps."""

    challenge: int
    rsr: int
    steps: str

    def judge(self, total: int, face: int | None) -> Judged:
        """Return the step of a total; without a face nothing shifts (S20)."""
        ladder = LADDERS[self.steps]
        # S11; S13: where a step is missing the next lower one stands in for it.
        margin_step = STEPS.row_at(total - self.challenge).step
        base = max((step for step in ladder if step <= margin_step), default=ladder[0])
        moved = shift(face, self.rsr) if face is not None else 0
        # S17: a shift goes to the next step there is, and not beyond the ends.
        index = min(max(ladder.index(base) + moved, 0), len(ladder) - 1)
        return Judged(total, self.challenge, self.rsr, base, moved, ladder[index])


def rsr_in_force(rsr: int, stance: str = "normal", reckless_stacks: str = "no") -> int:
    """Return the RSR after the player's declaration (S18)."""
    if stance == "cautious":
        return 0
    if stance == "reckless":
        return min(rsr + 1, 10) if reckless_stacks == "yes" else max(rsr, 2)
    return rsr


def judged_roll(
    label: str, modifier: int, scale: Scale, advantage: str = "none", who: str = "self"
) -> Rule[tuple[int, Judged]]:
    """Roll the d20 and judge it: return the natural face and the step (S1).

    advantage: of two d20 the better or the worse counts (S42). who: the role that rolls.
    """

    def judge(face: int) -> Judged:
        return scale.judge(face + modifier, face)

    two = advantage != "none"
    reading = natural_of_two(scale.rsr, advantage == "advantage") if two else natural(scale.rsr)
    die = Pool(label, 1 + two, 20, reading, who, merge_key=lambda face: judge(face).step)
    face = yield from cast(die)
    return face, judge(face)


def sum_of(face: int, modifier: int, bonus: int, die: str = "d20") -> tuple[SumStep, ...]:
    total = face + modifier + bonus
    return adding((face, die), (modifier, "modifier"), (bonus, "bonus"), result=(total, "total"))


def with_time(outcome: Outcome) -> Outcome:
    """Add a note on the time of a taken number (S19)."""
    duration = DURATIONS.rows[outcome.values["duration_index"]].duration
    return replace(outcome, notes=(*outcome.notes, f"Time taken: {duration} (S19)."))


# --- effects ---


@dataclass(frozen=True)
class Dealt:
    """An effect by its step (S14). full: dice and modifier, never below 0."""

    full: int
    effect: int
    steps: tuple[SumStep, ...] = ()
    pool: str = "hp"

    @property
    def values(self) -> dict[str, int]:
        return {"effect_full": self.full, "effect": self.effect}

    @property
    def on_target(self) -> tuple[Effect, ...]:
        """Return the loss of points that an attack proposes, if any (S14, S42)."""
        return (add(self.pool, -self.effect, who="target"),) if self.effect >= 1 else ()


def by_step(row: StepRow, full: int, half_rounding: str) -> int:
    """Return an effect doubled, whole, halved or none, by the step (S14); never below 0."""
    scaled = max(0, full) * row.factor
    return ceil(scaled) if half_rounding == "up" else floor(scaled)


def with_effect(
    outcome: Outcome, judged: Judged, did: Dealt, on_target: bool = True, **known: int
) -> Outcome:
    """Return a roll's outcome with its effect, which an attack proposes on the target (S14).

    known: values that come before those of the effect.
    """
    glancing = on_target and judged.step == 3
    return replace(
        outcome,
        values={**outcome.values, **known, **did.values},
        effects=did.on_target if on_target else (),
        steps=(*outcome.steps, *did.steps),
        notes=(*outcome.notes, GLANCING) if glancing else outcome.notes,
    )


@dataclass(frozen=True)
class Dice:
    """Effect dice of a weapon or a line; with a count of 0 none are rolled."""

    label: str
    count: int
    sides: int


@dataclass(frozen=True)
class Loss:
    """A possible loss: dice, a modifier, and the pool that it is taken from (S42)."""

    dice: tuple[Dice, ...]
    modifier: int
    pool: str = "hp"
    #: Its name in the sum, where there are several.
    label: str = ""


def dealt(
    judged: Judged,
    dice: tuple[Dice, ...],
    modifier: int,
    house: EffectRules = AS_WRITTEN,
    roll: int = 0,
) -> Rule[Dealt]:
    """Roll the effect dice, kind by kind, and the effect; a failed check rolls none (S14).

    roll: the natural die, which is part of the outcome.
    """
    (only,) = yield from dealt_each(judged, (Loss(dice, modifier),), house, roll)
    return only


def dealt_each(
    judged: Judged,
    losses: tuple[Loss, ...],
    house: EffectRules = AS_WRITTEN,
    roll: int = 0,
    save: bool = False,
) -> Rule[tuple[Dealt, ...]]:
    """Roll the dice of several effects, one after the other, and each effect (S14, S42).

    save: no factor applies on any step.
    """
    row = judged.row
    # From here on the step alone matters; the other values of the roll stay as they are.
    yield from settle("step", row.step, roll=roll, **judged.by_the_die)
    every: tuple[Dealt, ...] = ()
    for loss in losses:
        one = yield from _dealt(row, loss, house, save)
        every = (*every, one)
    return every


def _dealt(row: StepRow, loss: Loss, house: EffectRules, save: bool) -> Rule[Dealt]:
    dice, modifier = loss.dice, loss.modifier
    if not row.factor and not save:
        return Dealt(0, 0, pool=loss.pool)
    # S14, critical_effect: with the dice rolled twice nothing else is doubled.
    double_dice = row.step == 5 and house.critical_effect == "double-dice" and not save
    times = 2 if double_dice else 1
    rolled = yield from throw_sum(
        *(effect_pool(term.label, term.count * times, term.sides) for term in dice if term.count)
    )
    full = max(0, rolled + modifier)
    effect = full if save or double_dice else by_step(row, full, house.half_rounding)
    parts = (rolled, "effect dice"), (modifier, "effect modifier")
    has_dice = any(term.count for term in dice)
    steps = adding(
        *(parts if has_dice or not modifier else parts[1:]),
        result=(full, f"full effect{f', {loss.label}' if loss.label else ''}"),
    )
    if effect != full:
        factor = SumStep("×", 2, "critical") if row.factor > 1 else SumStep("÷", 2, "partial")
        steps = (*steps, factor, SumStep("=", effect, "effect"))
    return Dealt(full, effect, steps, loss.pool)
