"""Batches of numbers, handed out in order and sized to take a given time.

Small batches make partial results visible and let a run stop early.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: The size of the first batch, and the largest growth from one batch to the next.
FIRST, GROWTH = 1, 4


@dataclass
class Batches:
    """The numbers 0 to `count` - 1, handed out in batches."""

    count: int
    #: The number of workers that share the work.
    hands: int = 1
    #: The first number not handed out yet.
    given: int = 0
    #: Ranges handed out but returned undone.
    back: list[range] = field(default_factory=list)
    stopped: bool = False

    def stop(self) -> None:
        """Hand out no more."""
        self.stopped = True

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to hand out."""
        return self.stopped or (self.given == self.count and not self.back)

    def undone(self, numbers: range) -> None:
        """Return a range that a worker left undone."""
        self.back.append(numbers)

    def next(self, size: int) -> range:
        """Return the next range, at most `size` long; empty once all are handed out.

        At the end ranges get shorter, so that every worker gets a share.
        """
        if self.stopped:
            return range(0)
        if self.back:
            return self.back.pop()
        remaining = self.count - self.given
        most = -(-remaining // self.hands)
        first, self.given = self.given, self.given + min(max(size, 1), most, remaining)
        return range(first, self.given)


def next_size(count: int, took: float, wanted: float) -> int:
    """Return the next batch size from the last one's duration and the wanted one, in seconds.

    `wanted` is above 0.
    """
    if took <= 0:
        return count * GROWTH
    return max(1, min(int(count * wanted / took), count * GROWTH))
