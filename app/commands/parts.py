"""Work in parts, on the cores of this machine or the workers of a Dask cluster.

A part depends on nothing but itself, so any worker can do it, in any order, more than once: the
part of a worker that died is repeated by another.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from app.core.errors import BadInput, short_text

P = TypeVar("P")
R = TypeVar("R")

#: Most worker processes.
MOST_WORKERS = 1024

#: How often the parts of processes that died are repeated.
TRIES = 3


@dataclass(frozen=True)
class Workers:
    """The workers to use.

    count: processes on this machine, 0 for one per core. scheduler: the address of a Dask
    scheduler, used instead; empty for none.
    """

    count: int = 0
    scheduler: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_WORKERS:
            raise BadInput("workers", f"workers is {self.count}; give 1 to {MOST_WORKERS}")

    @property
    def processes(self) -> int:
        """Return the number of processes on this machine."""
        return self.count or cores()


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done(work: Callable[[P], R], parts: Sequence[P], workers: Workers) -> Iterator[tuple[int, R]]:
    """Yield each part's index and result, in order of completion. BadInput on `scheduler`.

    work: a function at module level, so that other processes can import it.
    """
    if workers.scheduler:
        return _on_cluster(work, parts, workers.scheduler)
    if workers.processes == 1 or len(parts) < 2:
        return ((index, work(part)) for index, part in enumerate(parts))
    return _by_processes(work, parts, workers.processes)


def _by_processes(
    work: Callable[[P], R], parts: Sequence[P], count: int
) -> Iterator[tuple[int, R]]:
    left = dict(enumerate(parts))
    for _ in range(TRIES):
        pool = ProcessPoolExecutor(min(count, len(left)), initializer=_leave_signals)
        try:
            indexes = {pool.submit(work, part): index for index, part in left.items()}
            for future in as_completed(indexes):
                index, result = indexes[future], future.result()
                del left[index]
                yield index, result
            return
        except BrokenProcessPool:
            continue
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    raise BadInput("workers", "the processes end again and again; give fewer with --workers")


def _leave_signals() -> None:
    """Ignore Ctrl-C in a worker: the parent handles it and ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cluster(
    work: Callable[[P], R], parts: Sequence[P], scheduler: str
) -> Iterator[tuple[int, R]]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        message = "working on a cluster needs the extra: pip install '.[cluster]'"
        raise BadInput("scheduler", message) from None
    client = _client(distributed, scheduler)
    try:
        futures = client.map(work, parts, pure=False)
        indexes = {future.key: index for index, future in enumerate(futures)}
        for future, result in distributed.as_completed(futures, with_results=True):
            yield indexes[future.key], result
    finally:
        client.close()


def _client(distributed: Any, scheduler: str) -> Any:
    try:
        return distributed.Client(scheduler, timeout="20s")
    except (OSError, ValueError) as fault:
        message = (
            f"no scheduler answers at {short_text(scheduler)}: {fault or type(fault).__name__}"
        )
        raise BadInput("scheduler", message) from None
