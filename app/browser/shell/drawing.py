"""Drawing in slices: part after part, and what takes long goes on after the page had its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Protocol

from app.update.model import Model

#: So many seconds are drawn in one go.
AT_ONCE_S = 0.01


class Part(Protocol):
    """A part of the page that is drawn from the model."""

    def draw(self, model: Model) -> Iterator[None] | None:
        """Show the model, as far as it is another one than was shown.

        What takes its time is given back, to be gone through: wherever it stops, the page may have
        its turn; a drawing that is never ended is begun anew.
        """

    def stale(self) -> None:
        """What is shown may no longer be what was drawn: somebody typed, or was refused."""


class Drawing:
    """The parts of a page, and how far they are drawn. clock: in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.parts: list[Part] = []
        self._clock = clock
        self._begun: tuple[Model, Iterator[None]] | None = None

    def at_once(self, model: Model) -> None:
        """Draw all that is another."""
        for _ in self._strokes(model):
            pass

    def goes_on(self, model: Model) -> bool:
        """Draw for a moment, from where it stopped if that was this model; is there more?"""
        if self._begun is None or self._begun[0] is not model:
            self._begun = model, self._strokes(model)
        since = self._clock()
        for _ in self._begun[1]:
            if self._clock() - since > AT_ONCE_S:
                return True
        self._begun = None
        return False

    def _strokes(self, model: Model) -> Iterator[None]:
        """Part after part, and where a part itself stops."""
        for part in self.parts:
            yield from part.draw(model) or ()
