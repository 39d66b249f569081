"""Long work as a generator: it stops now and then, so that whoever waits can do something else.

What it yields is how much of it is done, 0 to 1, where it can say so; what it returns is what it
comes to.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Came = TypeVar("Came")


def run_to_end(working: Generator[Any, None, Came]) -> Came:
    """What it comes to, worked through at once."""
    while True:
        try:
            next(working)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]  # what a generator returns


def scale_progress(
    working: Generator[float, None, Came], done: float, share: float
) -> Generator[float, None, Came]:
    """It as a part of something: `done` of that is done before it, and its own share is so much."""
    while True:
        try:
            yield done + share * next(working)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
