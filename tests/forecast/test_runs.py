"""A run of the page always ends, with its result or with a reason."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from app.update.commands import StartForecast, StopForecast
from app.update.messages.forecast import ForecastFailed
from app.widgets.forecast.lineup import Lineup
from tests.forecast.fights import samples
from tests.sync.test_sessions import browser

__all__ = ["browser"]


def start(number: int) -> StartForecast:
    return StartForecast(number, samples("striker", 1), Lineup(), "amber")


def test_a_fault_of_ours_ends_a_run(browser: Callable[[str], Any]) -> None:
    runs = browser("app.browser.forecast.forecast_runs")
    messages: list[object] = []
    runtime = SimpleNamespace(send=messages.append)

    async def share(work: object) -> None:
        raise KeyError("ours")

    runs._pool.share = share
    with pytest.raises(KeyError):
        asyncio.run(runs._play(runtime, start(1)))
    assert messages == [ForecastFailed(1, "", "Couldn’t run the simulation (KeyError).")]


def test_a_stopped_run_takes_no_workers_from_the_next(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = browser("app.browser.forecast.forecast_runs")
    closed: list[int] = []
    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr(runs, "later", lambda _, then: waiting.append(then))
    monkeypatch.setattr(runs._pool, "close", lambda: closed.append(1))
    runtime = SimpleNamespace(send=lambda message: None)
    runs._runs[1] = runs.Run(runtime, start(1))
    runs.do(runtime, StopForecast(1))
    runs._runs[2] = runs.Run(runtime, start(2))
    (end,) = waiting
    end()
    assert not closed
    del runs._runs[2]
    end()
    assert closed
