"""Runs of forecasts in workers, batch by batch, with intermediate results.

A batch takes a fraction of a second, so results appear early and a run stops quickly. The
assignment of fights to workers does not matter: a fight depends only on the luck word and its
number.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING

from app import forecast
from app.browser.platform.dom import beside, later
from app.browser.platform.workers import (
    MOST_WORKERS,
    JobError,
    MainThreadWorker,
    NoWorkerError,
    Worker,
    WorkerPool,
)
from app.core.errors import BadInput
from app.update.commands import StartForecast, StopForecast
from app.update.forecast.batches import FIRST, Batches, next_size
from app.update.messages.forecast import ForecastDone, ForecastFailed, ForecastProgress
from app.widgets.forecast.forecast import Forecast
from app.widgets.forecast.from_report import build_forecast

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.forecast import Counts

#: The module that workers run.
JOB = "app.forecast.job"

#: Seconds between two progress messages, and until a stopped run's workers are ended.
TELL_S, STOP_S = 0.5, 2.0

_pool = WorkerPool()

#: The current runs by number.
_runs: dict[int, Run] = {}


def do(runtime: RunningApp, command: StartForecast | StopForecast) -> None:
    """Start a forecast in place of the current one, or stop it."""
    if isinstance(command, StartForecast):
        for run in _runs.values():
            run.batches.stop()
        beside(_play(runtime, command))
    elif command.run in _runs:
        _runs[command.run].batches.stop()
        # A run that was started meanwhile keeps its workers.
        later(STOP_S, lambda: _pool.close() if [*_runs] == [command.run] else None)


class Run:
    """A forecast in progress."""

    def __init__(self, runtime: RunningApp, start: StartForecast) -> None:
        self._runtime, self._start = runtime, start
        self._fight = forecast.fight(start.record)
        self._text = json.dumps(start.record)
        self._counts: Counts | None = None
        self._reported_at = 0.0
        self._fights = 0
        self.batches = Batches(start.lineup.fights, MOST_WORKERS)

    async def work(self, worker: Worker) -> None:
        """Play batches on this worker until no fights remain."""
        size = FIRST
        while numbers := self.batches.next(size):
            start = monotonic()
            job = {
                "fight": self._text,
                "luck": self._start.luck,
                "first": numbers.start,
                "count": len(numbers),
            }
            try:
                answer = json.loads(await worker.do(JOB, json.dumps(job)))
            except NoWorkerError:
                self.batches.undone(numbers)
                raise
            if "error" in answer:
                raise BadInput(answer["error"]["field"], answer["error"]["message"])
            size = next_size(len(numbers), monotonic() - start, worker.piece)
            self._count(answer["counts"], len(numbers), isinstance(worker, MainThreadWorker))

    def _count(self, counts: dict[str, object], fights: int, slowly: bool) -> None:
        """Add a batch's counts and report the progress now and then."""
        new = forecast.Counts.from_record(counts)
        self._counts = new if self._counts is None else forecast.merge(self._counts, new)
        self._fights += fights
        if monotonic() - self._reported_at >= TELL_S and not self.batches.is_over:
            self._reported_at = monotonic()
            progress = ForecastProgress(
                self._start.run, self._fights, self.current_forecast(), slowly
            )
            self._runtime.send(progress)

    def current_forecast(self) -> Forecast | None:
        """Return the result so far, or None before the first batch."""
        if self._counts is None:
            return None
        start, report = self._start, forecast.report(self._fight, self._counts)
        return build_forecast(report, start.lineup, start.luck, start.run)


async def _play(runtime: RunningApp, start: StartForecast) -> None:
    """Play a forecast until it is complete or stopped."""
    try:
        run = _runs[start.run] = Run(runtime, start)
        while not run.batches.is_over:
            await _pool.share(run.work)
        runtime.send(ForecastDone(start.run, run.current_forecast()))
    except BadInput as fault:
        runtime.send(ForecastFailed(start.run, fault.field, fault.message))
    except Exception as fault:  # of a worker, or of the page's own Python
        _pool.close()
        kind = (
            str(fault).partition("\n")[0] if isinstance(fault, JobError) else type(fault).__name__
        )
        runtime.send(ForecastFailed(start.run, "", f"Couldn’t run the simulation ({kind})."))
        raise
    finally:
        if (ended := _runs.pop(start.run, None)) is not None:
            ended.batches.stop()
