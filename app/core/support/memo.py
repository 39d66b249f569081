"""What was made last of things that never change in place: not made again for the same ones.

A document shares with the one before it whatever no change touched. So a thing is known by which
it is, not by what it says, and of sixty in a fight those alone are read anew to whom something
happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class IdentityCache(Generic[Made]):
    """Remembers what was made of the last things, so many.

    most: more of them than are in use at once, else each pushes another one out.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # The things are kept too: as long as they are, no other has their id.
        self._known: dict[tuple[int, ...], tuple[tuple[object, ...], Made]] = {}

    def of(self, things: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """What these things come to; `make` makes it where they are not known."""
        place = tuple(map(id, things))
        known = self._known.pop(place, None) or (things, make())
        self._known[place] = known
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return known[1]
