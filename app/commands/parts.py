"""Work in parts: by as many processes as there are cores, or by the workers of a Dask cluster.

A part hangs on nothing but itself, so it does not matter who does it, in which order, or how often:
what a worker had in hand when it died is done again by another.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from app.core.errors import BadInput, shown

P = TypeVar("P")
R = TypeVar("R")

#: So many processes at most, whatever somebody says.
MOST_WORKERS = 1024


@dataclass(frozen=True)
class Workers:
    """Who works. count: processes on this machine, 0: one for each core. scheduler: the address of
    a Dask cluster's, which goes before; empty for none."""

    count: int = 0
    scheduler: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_WORKERS:
            raise BadInput("workers", f"workers is {self.count}; give 1 to {MOST_WORKERS}")

    @property
    def processes(self) -> int:
        """So many processes here."""
        return self.count or cores()


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done(work: Callable[[P], R], parts: Sequence[P], workers: Workers) -> Iterator[tuple[int, R]]:
    """What each part comes to, with its place, as they are done. BadInput on `scheduler`.

    work: a function of a module, so that other processes find it.
    """
    if workers.scheduler:
        return _on_cluster(work, parts, workers.scheduler)
    if workers.processes == 1 or len(parts) < 2:
        return ((place, work(part)) for place, part in enumerate(parts))
    return _by_processes(work, parts, workers.processes)


def _by_processes(
    work: Callable[[P], R], parts: Sequence[P], count: int
) -> Iterator[tuple[int, R]]:
    pool = ProcessPoolExecutor(min(count, len(parts)), initializer=_leave_signals)
    try:
        yield from _as_done(pool, work, parts)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _as_done(pool: Executor, work: Callable[[P], R], parts: Sequence[P]) -> Iterator[tuple[int, R]]:
    places = {pool.submit(work, part): place for place, part in enumerate(parts)}
    for each in as_completed(places):
        yield places[each], each.result()


def _leave_signals() -> None:
    """Ctrl-C is for who asked, and who asked ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cluster(
    work: Callable[[P], R], parts: Sequence[P], scheduler: str
) -> Iterator[tuple[int, R]]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        said = "working on a cluster needs the extra: pip install '.[cluster]'"
        raise BadInput("scheduler", said) from None
    client = _client(distributed, scheduler)
    try:
        futures = client.map(work, parts, pure=False)
        places = {each.key: place for place, each in enumerate(futures)}
        for each, result in distributed.as_completed(futures, with_results=True):
            yield places[each.key], result
    finally:
        client.close()


def _client(distributed: Any, scheduler: str) -> Any:
    try:
        return distributed.Client(scheduler, timeout="20s")
    except (OSError, ValueError) as fault:
        said = f"no scheduler answers at {shown(scheduler)}: {fault or type(fault).__name__}"
        raise BadInput("scheduler", said) from None
