"""Incremental odds: the same results, with checkpoints that keep the page responsive."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.games import find
from app.core.odds.odds import chances, iter_chances, iter_spread, spread
from app.core.play.readings import Reading
from app.core.support.incremental import run_to_end, scale_progress
from app.systems import games
from tests.examples import cases

#: Some of the worked examples; all of them would take as long as their odds.
SOME = cases("examples")[::9]


def run_with_checkpoints(working: Generator[float, None, Any]) -> tuple[list[float], Any]:
    """Run a generator to its end; return the yielded values and its result."""
    yielded = []
    while True:
        try:
            yielded.append(next(working))
        except StopIteration as end:
            return yielded, end.value


@pytest.mark.parametrize("case", SOME)
def test_incremental_odds_equal_the_odds_at_once(case: dict[str, Any]) -> None:
    procedure = find(games(), case["procedure"])
    try:
        bound = procedure.bind(case.get("inputs", {}))
        at_once = chances(bound)
    except BadInput:
        return  # an example of refused inputs
    known, slowly = run_with_checkpoints(iter_chances(bound))
    assert slowly == at_once
    assert known == sorted(known)
    assert all(0 <= each <= 1 + 1e-9 for each in known)
    for name in procedure.spread[:1]:
        assert run_to_end(iter_spread(bound, name)) == spread(bound, name)


def test_a_handful_of_dice_is_folded_die_by_die() -> None:
    steps = 0

    def step(state: tuple[int, ...], face: int) -> tuple[int, ...]:
        nonlocal steps
        steps += 1
        return tuple(sorted((*state, face)))[-3:]

    reading: Reading[int] = Reading("three highest", (), step, sum)
    longest = before = 0
    working = reading.folding(12, 6)
    for _ in working:
        longest, before = max(longest, steps - before), steps
    whole = reading.ways(12, 6)
    assert sum(whole.values()) == 6**12
    assert longest <= 6 * 56  # 56: the ways to choose three of six faces
    assert steps == before  # the result was cached


def test_a_part_is_told_as_its_share_of_the_whole() -> None:
    def half() -> Generator[float, None, str]:
        yield 0.5
        return "done"

    assert run_with_checkpoints(scale_progress(half(), 0.2, 0.4)) == ([0.4], "done")
    assert run_to_end(half()) == "done"
