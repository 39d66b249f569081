"""Long work as a generator, with checkpoints at which the caller can do something else.

It yields the share that is done, 0 to 1, where known; it returns the result.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def run_to_end(working: Generator[object, None, Result]) -> Result:
    """Run it to its end and return the result."""
    while True:
        try:
            next(working)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]  # what a generator returns


def scale_progress(
    working: Generator[float, None, Result], done: float, share: float
) -> Generator[float, None, Result]:
    """Run it as a part of other work: `done` before it, `share` its own part."""
    while True:
        try:
            yield done + share * next(working)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
