"""Much of the same is done in batches: numbers handed out in order, so many as take a moment.

What is small is soon done: so what is done so far can be shown, and the rest left undone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: A first batch, as nobody knows yet how long one takes; and how much larger the next may be.
FIRST, GROWTH = 1, 4


@dataclass
class Batches:
    """The numbers 0 to `count` - 1, of which those before `given` were handed out.

    hands: among so many the work is shared. back: what was handed out and is left undone.
    """

    count: int
    hands: int = 1
    given: int = 0
    back: list[range] = field(default_factory=list)
    stopped: bool = False

    def stop(self) -> None:
        """Hand out no more."""
        self.stopped = True

    @property
    def is_over(self) -> bool:
        """Is there nothing more to hand out?"""
        return self.stopped or (self.given == self.count and not self.back)

    def undone(self, numbers: range) -> None:
        """Somebody left without having done these."""
        self.back.append(numbers)

    def next(self, size: int) -> range:
        """The next numbers, as many as `size`; fewer at the end, where all hands get some of them.

        An empty range when all are handed out.
        """
        if self.stopped:
            return range(0)
        if self.back:
            return self.back.pop()
        left = self.count - self.given
        most = -(-left // self.hands)
        first, self.given = self.given, self.given + min(max(size, 1), most, left)
        return range(first, self.given)


def sized(count: int, took: float, wanted: float) -> int:
    """How many come next, where so many took so long. took, wanted: seconds; wanted above 0."""
    if took <= 0:
        return count * GROWTH
    return max(1, min(int(count * wanted / took), count * GROWTH))
