"""Memoize results for immutable arguments, compared by identity.

A new document shares all unchanged parts with the one before it. So parts are compared by identity,
not by value, and of sixty combatants only the changed ones are read again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class IdentityCache(Generic[Result]):
    """A cache of the last results, by the identity of their arguments.

    most: more than are in use at once, else each entry evicts one that is needed.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # Holding the arguments keeps their ids unique.
        self._entries: dict[tuple[int, ...], tuple[tuple[object, ...], Result]] = {}

    def of(self, things: tuple[object, ...], make: Callable[[], Result]) -> Result:
        """Return the cached result of these arguments, or the one that `make` returns."""
        key = tuple(map(id, things))
        entry = self._entries.pop(key, None) or (things, make())
        self._entries[key] = entry
        if len(self._entries) > self._most:
            del self._entries[next(iter(self._entries))]
        return entry[1]
