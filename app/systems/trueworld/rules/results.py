"""Results of TrueWorld's rolls: success or failure, and the level of its effect (T8, T10)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, add
from app.core.support.characters import with_minus
from app.systems.trueworld.house import AS_WRITTEN, RollRules
from app.systems.trueworld.rules.inputs import Aim
from app.systems.trueworld.tables.effects import EFFECT_LEVELS

MAIN_GRADES = (
    Grade("critical-success", "Critical success", "best"),
    Grade("complete-success", "Complete success", "good"),
    Grade("marginal-success", "Marginal success", "mixed"),
    Grade("marginal-failure", "Marginal failure", "poor"),
    Grade("complete-failure", "Complete failure", "bad"),
    Grade("critical-failure", "Critical failure", "worst"),
)

#: The highest level there is (T6.8, T10.3).
TOP_LEVEL = 3


def succeeds(result: int, dangerous_encounters: bool) -> bool:
    """Tell whether a result succeeds; a tie does (T8.5) unless it is dangerous (T8.6)."""
    return result > 0 if dangerous_encounters else result >= 0


@dataclass(frozen=True)
class Read:
    """A result read both ways (T10.1).

    score: the value that gives the level (T10.2). boosted: levels added by boosts.
    """

    success: bool
    score: int
    level: int
    boosted: int

    @property
    def grade(self) -> str:
        outcome = "success" if self.success else "failure"
        return f"{EFFECT_LEVELS[self.level].effect.lower()}-{outcome}"

    @property
    def steps(self) -> tuple[SumStep, ...]:
        """Return the effect score with its level of effect, which boosts may raise."""
        bare, level = (
            EFFECT_LEVELS[each].effect.lower() for each in (self.level - self.boosted, self.level)
        )
        scored = SumStep("effect", self.score, f"({bare})")
        if not self.boosted:
            return (scored,)
        boost = SumStep("+", self.boosted, "from boosts")
        return scored, boost, SumStep("=", self.level, f"level: {level}")


def read(result: int, effect_boost: int = 0, house: RollRules = AS_WRITTEN) -> Read:
    """Return the outcome and the level of effect of a result."""
    success = succeeds(result, house.dangerous_encounters)
    score = abs(result) if house.effect_from_result else abs(result) + 1
    bare = EFFECT_LEVELS.row_at(score).level
    # T6.8: a boost raises the level of a success, not its result or score, and not above 3.
    level = min(TOP_LEVEL, bare + effect_boost) if success else bare
    return Read(success, score, level, level - bare)


@dataclass(frozen=True)
class Dice:
    """The dice of a main roll: both results, and how many dice were rolled for each."""

    ability: int
    opposition: int
    ability_dice: int
    difficulty_dice: int

    @property
    def result(self) -> int:
        return self.ability - self.opposition

    def steps(self, position: str) -> tuple[SumStep, ...]:
        """Return the steps from the two pools to the result (T8.4)."""
        best = (
            "ability" if self.ability_dice == 1 else f"highest of {self.ability_dice} ability dice"
        )
        against = {
            "neutral": "difficulty",
            "advantage": "lower difficulty die (advantage)",
            "disadvantage": "higher difficulty die (disadvantage)",
        }[position]
        return (
            SumStep("", self.ability, best),
            SumStep("against", self.opposition, against),
            SumStep("=", self.result, "result"),
        )


def main_outcome(
    dice: Dice,
    aim: Aim,
    house: RollRules,
    *,
    position: str,
    more: Values | None = None,
    effects: tuple[Effect, ...] = (),
    rules: tuple[str, ...] = (),
) -> Outcome:
    """Return the outcome of a main roll.

    position: the one that counts, which is not the director's for the unskilled.
    more: further values. effects: those of the help, after damage and harm. rules: further ids.
    """
    reading = read(dice.result, aim.effect_boost, house)
    # T10.6: an attack's level is damage, a failed defence's level is harm.
    damage = reading.level if aim.purpose == "attack" and reading.success else 0
    harm = reading.level if aim.purpose == "defend" and not reading.success else 0
    dealt = (add("damage", damage, who="target"),) if damage else ()
    taken = (add("harm", harm),) if harm else ()
    notes = ("Take the harm as stress, or as a condition instead (T11.2).",) if harm else ()
    cited = [
        "T8.1", "T8.2", "T8.3", "T8.4", "T8.6" if house.dangerous_encounters else "T8.5",
        "T10.1", "T10.2", "T10.3", "T10.4",
    ]  # fmt: skip
    cited += ["T3.3", "T3.4"] if position != "neutral" else []
    cited += ["T6.8"] if reading.boosted else []
    cited += ["T10.6"] if aim.purpose != "general" else []
    cited += ["T11.2"] if harm else []
    return Outcome(
        reading.grade,
        reading.success,
        {
            "ability": dice.ability,
            "opposition": dice.opposition,
            "result": dice.result,
            "effect_score": reading.score,
            "level": reading.level,
            "ability_dice": dice.ability_dice,
            "difficulty_dice": dice.difficulty_dice,
            "damage_level": damage,
            "harm_level": harm,
            **(more or {}),
        },
        effects=(*dealt, *taken, *effects),
        notes=notes,
        steps=(*dice.steps(position), *reading.steps),
        rules=tuple(sorted({*cited, *rules}, key=_by_number)),
    )


def _by_number(rule: str) -> tuple[int, ...]:
    """Return a rule id's numbers, for the order of the rulebook: `T10.2` -> (10, 2)."""
    return tuple(int(part) for part in rule[1:].split("."))


def margin(inputs: Values, outcome: Outcome) -> str:
    """Return the difference of ability and opposition: `+3`, `0`, `−2`."""
    result = int(outcome.values["result"])
    return f"+{result}" if result > 0 else with_minus(result)
