"""Chases on foot and in muscle-powered vehicles (G40-G44, G138)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from app.core.play.asks import Pool, Rule, roll, throw
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep, add, put
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.garden.house import AS_WRITTEN, ObstacleMargin, PoolRules
from app.systems.garden.rules.inputs import ANOTHER_GAIT, MOST_SKILL
from app.systems.garden.rules.readings import PoolResult, by_roll, plain_die, skill_pool
from app.systems.garden.rules.results import sum_roll
from app.systems.garden.tables.movement import GAITS, OBSTACLES

RunnerAthletics = Annotated[
    int,
    Whole(0, MOST_SKILL, front=True, part="Runner", sheet="runner:athletics", rules=("G40",)),
]
RunnerBody = Annotated[int, Whole(-5, 10, front=True, part="Runner", sheet="runner:body")]
RunnerModifier = Annotated[int, Whole(-20, 20, part="Runner", sheet="runner:modifier")]
RunnerMovement = Annotated[
    str,
    OneOf(
        GAITS.labels("words"),
        part="Runner",
        label="Runner’s gait",
        lever=ANOTHER_GAIT,
        rules=("G28",),
    ),
]
#: One test a round of the runner holds against every pursuer.
RunnerRolled = Annotated[
    bool,
    YesNo(
        label="The runner has rolled",
        help="Against another pursuer, in this round.",
        part="Runner",
        rules=("G138",),
    ),
]
PursuerAthletics = Annotated[
    int,
    Whole(0, MOST_SKILL, front=True, part="Pursuer", sheet="pursuer:athletics", rules=("G40",)),
]
PursuerBody = Annotated[int, Whole(-5, 10, front=True, part="Pursuer", sheet="pursuer:body")]
PursuerModifier = Annotated[int, Whole(-20, 20, part="Pursuer", sheet="pursuer:modifier")]
PursuerMovement = Annotated[
    str, OneOf(GAITS.labels("words"), part="Pursuer", label="Pursuer’s gait", rules=("G28",))
]


def _bonus(part: str) -> Whole:
    label = f"{part}’s bonus (m)"
    return Whole(0, 100, label=label, help="Of this pair’s obstacle.", part=part, rules=("G42",))


def _recovering(part: str) -> YesNo:
    description = "Crashed in the round before: no test, 0 metres."
    return YesNo(label=f"{part} recovers", help=description, part=part, rules=("G44",))


@dataclass(frozen=True)
class _Party:
    """A runner or pursuer: the roll and its bonuses."""

    who: str
    athletics: int
    body: int
    modifier: int
    movement: str
    house: PoolRules

    @property
    def pool(self) -> Pool[PoolResult]:
        label = f"{self.who.capitalize()}’s Athletics"
        return by_roll(skill_pool(label, self.athletics, self.house, self.who))

    def total(self, dice: PoolResult) -> int:
        total, _ = sum_roll(
            dice,
            (self.body, "Body"),
            (self.modifier, "modifier"),
            (GAITS[self.movement].bonus, "movement"),  # G28
        )
        return total


@dataclass(frozen=True)
class _Strides:
    """A party's round: the total, the metres lost to a fumble, the metres covered."""

    total: int
    loss: int
    distance: Exact


def _strides(party: _Party, speed: Exact, bonus: int, recovering: bool) -> Rule[_Strides]:
    if recovering:  # G44
        return _Strides(0, 0, 0)
    dice = yield from roll(party.pool)
    total = party.total(dice)
    loss = 0
    if dice.fumble:  # G41
        loss = yield from roll(plain_die(f"Metres the {party.who} loses", party.who))
    return _Strides(total, loss, max(0, speed + total - loss) + bonus)


RunnerSpeed = Annotated[
    Exact, Number(0, 1000, unit="m", front=True, part="Runner", help="Metres moved this round.")
]
PursuerSpeed = Annotated[
    Exact,
    Number(0, 1000, unit="m", front=True, part="Pursuer", help="Metres moved this round."),
]
Gap = Annotated[Exact, Number(0, 100_000, unit="m", front=True)]
RunnerBonus = Annotated[int, _bonus("Runner")]
RunnerRecovering = Annotated[bool, _recovering("Runner")]
RunnerMetres = Annotated[
    Exact,
    Number(
        0,
        2000,
        unit="m",
        label="Runner’s metres",
        help="What that roll came to, without a bonus.",
        part="Runner",
        rules=("G138",),
    ),
]
PursuerBonus = Annotated[int, _bonus("Pursuer")]
PursuerRecovering = Annotated[bool, _recovering("Pursuer")]


@procedure(
    "garden.chase_round",
    title="Chase round",
    grades=(
        Grade("gap-widens", "The gap widens", "good"),
        Grade("gap-holds", "The gap holds", "mixed"),
        Grade("gap-closes", "The gap closes", "poor"),
        Grade("caught", "Caught", "worst"),
    ),
    rules="G28 G40 G41 G44 G138",
    spread=("gap",),
    roller="runner",
)
def chase_round(
    runner_speed: RunnerSpeed = 20,
    pursuer_speed: PursuerSpeed = 20,
    gap: Gap = 10,
    runner_athletics: RunnerAthletics = 0,
    runner_body: RunnerBody = 0,
    runner_modifier: RunnerModifier = 0,
    runner_movement: RunnerMovement = "none",
    runner_bonus: RunnerBonus = 0,
    runner_recovering: RunnerRecovering = False,
    runner_rolled: RunnerRolled = False,
    runner_metres: RunnerMetres = 0,
    pursuer_athletics: PursuerAthletics = 0,
    pursuer_body: PursuerBody = 0,
    pursuer_modifier: PursuerModifier = 0,
    pursuer_movement: PursuerMovement = "none",
    pursuer_bonus: PursuerBonus = 0,
    pursuer_recovering: PursuerRecovering = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Run one round with one runner and one pursuer."""
    fleeing = _Party(
        "runner", runner_athletics, runner_body, runner_modifier, runner_movement, house
    )
    following = _Party(
        "pursuer", pursuer_athletics, pursuer_body, pursuer_modifier, pursuer_movement, house
    )
    if runner_rolled:  # G138
        runner = _Strides(0, 0, runner_metres + runner_bonus)
    else:
        runner = yield from _strides(fleeing, runner_speed, runner_bonus, runner_recovering)
    pursuer = yield from _strides(following, pursuer_speed, pursuer_bonus, pursuer_recovering)
    # G40: the gap moves by the difference; at 0 or less the runner is caught.
    after = max(0, gap + runner.distance - pursuer.distance)
    if after == 0:
        grade = "caught"
    elif after == gap:
        grade = "gap-holds"
    else:
        grade = "gap-widens" if after > gap else "gap-closes"
    return Outcome(
        grade,
        grade != "caught",
        {
            "runner_total": runner.total,
            "runner_loss": runner.loss,
            "runner_distance": runner.distance,
            "pursuer_total": pursuer.total,
            "pursuer_loss": pursuer.loss,
            "pursuer_distance": pursuer.distance,
            "gap": after,
        },
        effects=(put("gap", after, who="chase"),),
        steps=(
            SumStep("", gap, "m of gap"),
            SumStep("+", runner.distance, "m the runner covers"),
            SumStep("+", -pursuer.distance, "m the pursuer covers"),
            SumStep("=", after, "m of gap"),
        ),
    )


Obstacle = Annotated[str, OneOf(OBSTACLES.labels("words"), front=True, rules=("G43",))]
RunnerResult = Annotated[
    int,
    Whole(
        0,
        100,
        label="Runner’s total",
        help="What that roll came to.",
        part="Runner",
        rules=("G138",),
    ),
]
RunnerFumbled = Annotated[
    bool,
    YesNo(
        label="That roll was a crash",
        part="Runner",
        rules=("G44", "G138"),
    ),
]


def after_obstacle(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the round of the chase, with the metres gained at the obstacle (G42)."""
    gained = {name: outcome.values[name] for name in ("runner_bonus", "pursuer_bonus")}
    return (Rollable("The round of the chase", "garden.chase_round", gained),)


def gain(inputs: Values, outcome: Outcome) -> str:
    """Return the metres that the winner gains: `3 m`."""
    runner, pursuer = named("runner_bonus", "{} m"), named("pursuer_bonus", "{} m")
    return runner(inputs, outcome) or pursuer(inputs, outcome)


@procedure(
    "garden.chase_obstacle",
    title="Obstacle",
    grades=(
        Grade("runner-wins", "The runner gains", "good"),
        Grade("draw", "Nobody gains", "mixed"),
        Grade("pursuer-wins", "The pursuer gains", "bad"),
    ),
    rules="G28 G42-G44 G138",
    spread=("runner_margin",),
    roller="runner",
    follow_up=after_obstacle,
    verdict=gain,
)
def chase_obstacle(
    obstacle: Obstacle = "low-fence",
    runner_athletics: RunnerAthletics = 0,
    runner_body: RunnerBody = 0,
    runner_modifier: RunnerModifier = 0,
    runner_movement: RunnerMovement = "none",
    runner_rolled: RunnerRolled = False,
    runner_result: RunnerResult = 0,
    runner_fumbled: RunnerFumbled = False,
    pursuer_athletics: PursuerAthletics = 0,
    pursuer_body: PursuerBody = 0,
    pursuer_modifier: PursuerModifier = 0,
    pursuer_movement: PursuerMovement = "none",
    house: PoolRules = AS_WRITTEN,
    obstacle_margin: ObstacleMargin = "target",
) -> Rule[Outcome]:
    """Take both parties over something in the way."""
    fleeing = _Party(
        "runner", runner_athletics, runner_body, runner_modifier, runner_movement, house
    )
    following = _Party(
        "pursuer", pursuer_athletics, pursuer_body, pursuer_modifier, pursuer_movement, house
    )
    # G138: the runner takes an obstacle once, and that holds against every pursuer.
    pools = (following.pool,) if runner_rolled else (fleeing.pool, following.pool)
    *ran, pursuer = yield from throw(*pools)
    totals = {
        "runner": runner_result if runner_rolled else fleeing.total(ran[0]),
        "pursuer": following.total(pursuer),
    }
    crashed = {
        "runner": runner_fumbled if runner_rolled else ran[0].fumble,
        "pursuer": pursuer.fumble,
    }
    target = OBSTACLES[obstacle].tn
    margins = {who: total - target for who, total in totals.items()}
    winner = _winner(margins, crashed)
    bonus = {"runner": 0, "pursuer": 0}
    if winner:
        difference = (totals["runner"] - totals["pursuer"]) * (1 if winner == "runner" else -1)
        bonus[winner] = margins[winner] if obstacle_margin == "target" else max(0, difference)
    here = ("pursuer",) if runner_rolled else ("runner", "pursuer")
    return Outcome(
        f"{winner}-wins" if winner else "draw",
        None if winner is None else winner == "runner",
        {
            "target": target,
            "runner_total": totals["runner"],
            "runner_margin": margins["runner"],
            "runner_crash": crashed["runner"],
            "runner_bonus": bonus["runner"],
            "pursuer_total": totals["pursuer"],
            "pursuer_margin": margins["pursuer"],
            "pursuer_crash": crashed["pursuer"],
            "pursuer_bonus": bonus["pursuer"],
        },
        effects=tuple(add("recovering_rounds", 1, who=who) for who in here if crashed[who]),
        notes=tuple(
            f"The {who} crashes and loses the next round (G44)." for who in here if crashed[who]
        ),
        steps=tuple(
            step
            for who, total in totals.items()
            for step in (SumStep("", total, who), SumStep("against", target, "target"))
        ),
    )


def _winner(margins: Mapping[str, int], crashed: Mapping[str, bool]) -> str | None:
    """Return the side that gains: the higher margin of 0 or more (G42), unless crashed (G44)."""
    cleared = {who: each for who, each in margins.items() if each >= 0 and not crashed[who]}
    if not cleared or len(set(cleared.values())) < len(cleared):
        return None
    return max(cleared, key=cleared.__getitem__)
