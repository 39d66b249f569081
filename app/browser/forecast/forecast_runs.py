"""The fights of a forecast are played in workers, batch by batch, and what they come to is told.

A batch is a fraction of a second: so it is soon seen how it goes, and soon over when it is stopped.
Which fights are played by whom makes no difference: a fight is determined by the word for its luck
and its number alone.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Any

from app import forecast
from app.browser.platform.dom import beside, later
from app.browser.platform.workers import (
    MOST_HANDS,
    JobError,
    MainThreadWorker,
    NoWorkerError,
    Worker,
    WorkerPool,
)
from app.core.errors import BadInput
from app.update.commands import StartForecast, StopForecast
from app.update.forecast.batches import FIRST, Batches, sized
from app.update.messages.forecast import ForecastDone, ForecastFailed, ForecastProgress
from app.widgets.forecast.forecast import Forecast
from app.widgets.forecast.from_report import told

if TYPE_CHECKING:
    from app.browser.shell.runtime import Runtime
    from app.forecast import Counts

#: What a worker is asked to do.
JOB = "app.forecast.job"

#: Seconds between two tellings, and after which whoever was stopped is not waited for any longer.
TELL_S, STOP_S = 0.5, 2.0

_workshop = WorkerPool()

#: The fights of the runs that are under way.
_runs: dict[int, Run] = {}


def do(runtime: Runtime, command: StartForecast | StopForecast) -> None:
    """Begin to play, in place of whatever is being played; or play no more."""
    if isinstance(command, StartForecast):
        for each in _runs.values():
            each.batches.stop()
        beside(_play(runtime, command))
    elif command.run in _runs:
        _runs[command.run].batches.stop()
        later(STOP_S, lambda: _workshop.close() if command.run in _runs else None)


class Run:
    """A forecast that is under way."""

    def __init__(self, runtime: Runtime, start: StartForecast) -> None:
        self._runtime, self._start = runtime, start
        self._fight = forecast.fight(start.record)
        self._text = json.dumps(start.record)
        self._counts: Counts | None = None
        self._told_at = 0.0
        self._fights = 0
        self.batches = Batches(start.lineup.fights, MOST_HANDS)

    async def work(self, hand: Worker) -> None:
        """Let this one play until no fights are left."""
        size = FIRST
        while numbers := self.batches.next(size):
            began = monotonic()
            asked = {
                "fight": self._text,
                "luck": self._start.luck,
                "first": numbers.start,
                "count": len(numbers),
            }
            try:
                answer = json.loads(await hand.do(JOB, json.dumps(asked)))
            except NoWorkerError:
                self.batches.undone(numbers)
                raise
            if "error" in answer:
                raise BadInput(answer["error"]["field"], answer["error"]["message"])
            size = sized(len(numbers), monotonic() - began, hand.piece)
            self._count(answer["counts"], len(numbers), isinstance(hand, MainThreadWorker))

    def _count(self, counts: dict[str, Any], fights: int, slowly: bool) -> None:
        """Count these as well, and tell of it now and then."""
        new = forecast.Counts.from_record(counts)
        self._counts = new if self._counts is None else forecast.merged(self._counts, new)
        self._fights += fights
        if monotonic() - self._told_at >= TELL_S and not self.batches.is_over:
            self._told_at = monotonic()
            now = ForecastProgress(self._start.run, self._fights, self.told(), slowly)
            self._runtime.send(now)

    def told(self) -> Forecast | None:
        """What it comes to so far; None as long as nothing was played."""
        if self._counts is None:
            return None
        start, report = self._start, forecast.report(self._fight, self._counts)
        return told(report, start.lineup, start.luck, start.run)


async def _play(runtime: Runtime, start: StartForecast) -> None:
    """Play them all, as long as nobody stops it."""
    try:
        run = _runs[start.run] = Run(runtime, start)
        while not run.batches.is_over:
            await _workshop.share(run.work)
        runtime.send(ForecastDone(start.run, run.told()))
    except BadInput as fault:
        runtime.send(ForecastFailed(start.run, fault.field, fault.message))
    except JobError as fault:
        _workshop.close()
        kind = str(fault).partition("\n")[0]
        runtime.send(ForecastFailed(start.run, "", f"The fights could not be played ({kind})."))
        raise
    finally:
        if (ended := _runs.pop(start.run, None)) is not None:
            ended.batches.stop()
