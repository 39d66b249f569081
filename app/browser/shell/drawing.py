"""Incremental drawing: parts in order, with a turn for the page when drawing takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Protocol

from app.update.model import Model

#: Seconds of drawing before the page has its turn.
AT_ONCE_S = 0.01


class Part(Protocol):
    """A part of the page that is drawn from the model."""

    def draw(self, model: Model) -> Iterator[None] | None:
        """Draw the differences between the model and the shown content.

        Return an iterator when drawing takes long: the page may have its turn at each step,
        and a drawing that is not finished starts again.
        """

    def stale(self) -> None:
        """Mark the shown content as changed by the user, so that the next draw replaces it.

        Does nothing by default, for parts without fields.
        """
        return


class Drawing:
    """The parts of a page and the progress of drawing them; `clock` is in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.parts: list[Part] = []
        self._clock = clock
        self._begun: tuple[Model, Iterator[None]] | None = None

    def at_once(self, model: Model) -> None:
        """Draw every part that has changed."""
        for _ in self._strokes(model):
            pass

    def draw_on(self, model: Model) -> bool:
        """Draw for `AT_ONCE_S`, continuing an unfinished drawing; return whether more remains."""
        if self._begun is None or self._begun[0] is not model:
            self._begun = model, self._strokes(model)
        start = self._clock()
        for _ in self._begun[1]:
            if self._clock() - start > AT_ONCE_S:
                return True
        self._begun = None
        return False

    def _strokes(self, model: Model) -> Iterator[None]:
        """Yield at each step of each part."""
        for part in self.parts:
            yield from part.draw(model) or ()
