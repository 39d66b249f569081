"""Chases on foot and in muscle-powered vehicles (G40-G44)."""

from __future__ import annotations

from typing import Annotated

from app.core.asks import Rule, roll, throw
from app.core.kinds import Exact, Number, OneOf, Whole
from app.core.outcomes import Grade, Outcome, Step, add, put
from app.core.procedures import procedure
from app.systems.garden.house import AS_WRITTEN, ObstacleMargin, PoolRules
from app.systems.garden.readings import Seen, by_roll, plain_die, skill_pool
from app.systems.garden.results import summed
from app.systems.garden.tables.movement import OBSTACLES

RunnerAthletics = Annotated[
    int, Whole(0, 8, front=True, part="Runner", sheet="runner:athletics", rules=("G40",))
]
RunnerBody = Annotated[int, Whole(-5, 10, front=True, part="Runner", sheet="runner:body")]
RunnerModifier = Annotated[int, Whole(-20, 20, part="Runner", sheet="runner:modifier")]
PursuerAthletics = Annotated[
    int, Whole(0, 8, front=True, part="Pursuer", sheet="pursuer:athletics", rules=("G40",))
]
PursuerBody = Annotated[int, Whole(-5, 10, front=True, part="Pursuer", sheet="pursuer:body")]
PursuerModifier = Annotated[int, Whole(-20, 20, part="Pursuer", sheet="pursuer:modifier")]


def _strides(
    who: str, athletics: int, body: int, modifier: int, speed: Exact, house: PoolRules
) -> Rule[tuple[int, int, Exact]]:
    """One party's round: (total, metres lost to a fumble, metres covered)."""
    pool = skill_pool(f"{who.capitalize()}’s Athletics", athletics, house, who)
    seen = yield from roll(by_roll(pool))
    total, _ = summed(seen, (body, "Body"), (modifier, "modifier"))
    loss = 0
    if seen.fumble:  # G41
        loss = yield from roll(plain_die(f"Metres the {who} loses", who))
    return total, loss, max(0, speed + total - loss)


@procedure(
    "garden.chase_round",
    title="Chase round",
    grades=(
        Grade("gap-widens", "The gap widens", "good"),
        Grade("gap-holds", "The gap holds", "mixed"),
        Grade("gap-closes", "The gap closes", "poor"),
        Grade("caught", "Caught", "worst"),
    ),
    rules="G40 G41",
    spread=("gap",),
)
def chase_round(
    runner_speed: Annotated[
        Exact, Number(0, 1000, unit="m", front=True, part="Runner", help="Metres moved this round.")
    ] = 20,
    pursuer_speed: Annotated[
        Exact,
        Number(0, 1000, unit="m", front=True, part="Pursuer", help="Metres moved this round."),
    ] = 20,
    gap: Annotated[Exact, Number(0, 100_000, unit="m", front=True)] = 10,
    runner_athletics: RunnerAthletics = 0,
    runner_body: RunnerBody = 0,
    runner_modifier: RunnerModifier = 0,
    pursuer_athletics: PursuerAthletics = 0,
    pursuer_body: PursuerBody = 0,
    pursuer_modifier: PursuerModifier = 0,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """One round of a chase."""
    runner_total, runner_loss, runner_distance = yield from _strides(
        "runner", runner_athletics, runner_body, runner_modifier, runner_speed, house
    )
    pursuer_total, pursuer_loss, pursuer_distance = yield from _strides(
        "pursuer", pursuer_athletics, pursuer_body, pursuer_modifier, pursuer_speed, house
    )
    # G40: the gap moves by the difference; at 0 or less the runner is caught.
    after = max(0, gap + runner_distance - pursuer_distance)
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
            "runner_total": runner_total,
            "runner_loss": runner_loss,
            "runner_distance": runner_distance,
            "pursuer_total": pursuer_total,
            "pursuer_loss": pursuer_loss,
            "pursuer_distance": pursuer_distance,
            "gap": after,
        },
        effects=(put("gap", after, who="chase"),),
        steps=(
            Step("", gap, "m of gap"),
            Step("+", runner_distance, "m the runner covers"),
            Step("+", -pursuer_distance, "m the pursuer covers"),
            Step("=", after, "m of gap"),
        ),
    )


@procedure(
    "garden.chase_obstacle",
    title="Obstacle",
    grades=(
        Grade("runner-wins", "The runner gains", "good"),
        Grade("draw", "Nobody gains", "mixed"),
        Grade("pursuer-wins", "The pursuer gains", "bad"),
    ),
    rules="G42-G44",
)
def chase_obstacle(
    obstacle: Annotated[
        str, OneOf(OBSTACLES.labels("words"), front=True, rules=("G43",))
    ] = "low-fence",
    runner_athletics: RunnerAthletics = 0,
    runner_body: RunnerBody = 0,
    runner_modifier: RunnerModifier = 0,
    pursuer_athletics: PursuerAthletics = 0,
    pursuer_body: PursuerBody = 0,
    pursuer_modifier: PursuerModifier = 0,
    house: PoolRules = AS_WRITTEN,
    obstacle_margin: ObstacleMargin = "target",
) -> Rule[Outcome]:
    """Both go over an obstacle."""
    target = OBSTACLES[obstacle].tn
    seen: tuple[Seen, Seen] = yield from throw(
        by_roll(skill_pool("Runner’s Athletics", runner_athletics, house, "runner")),
        by_roll(skill_pool("Pursuer’s Athletics", pursuer_athletics, house, "pursuer")),
    )
    runner, pursuer = seen
    runner_total, _ = summed(runner, (runner_body, "Body"), (runner_modifier, "modifier"))
    pursuer_total, _ = summed(pursuer, (pursuer_body, "Body"), (pursuer_modifier, "modifier"))
    ahead = {"runner": runner_total - target, "pursuer": pursuer_total - target}
    # G44: who crashed cannot win, so the other one's margin need only be 0 or more (G42).
    over = {
        who: ahead[who]
        for who, each in (("runner", runner), ("pursuer", pursuer))
        if ahead[who] >= 0 and not each.fumble
    }
    winner = max(over, key=over.__getitem__) if len(set(over.values())) == len(over) > 0 else None
    bonus = {"runner": 0, "pursuer": 0}
    if winner:
        difference = (runner_total - pursuer_total) * (1 if winner == "runner" else -1)
        bonus[winner] = ahead[winner] if obstacle_margin == "target" else max(0, difference)
    crashed = tuple(
        add("recovering_rounds", 1, who=who)
        for who, each in (("runner", runner), ("pursuer", pursuer))
        if each.fumble
    )
    return Outcome(
        f"{winner}-wins" if winner else "draw",
        None if winner is None else winner == "runner",
        {
            "target": target,
            "runner_total": runner_total,
            "runner_margin": ahead["runner"],
            "runner_crash": runner.fumble,
            "runner_bonus": bonus["runner"],
            "pursuer_total": pursuer_total,
            "pursuer_margin": ahead["pursuer"],
            "pursuer_crash": pursuer.fumble,
            "pursuer_bonus": bonus["pursuer"],
        },
        effects=crashed,
    )
