"""A page is drawn in short slices, and a newer model restarts the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.browser.shell.drawing import AT_ONCE_S, Drawing
from app.systems import games
from app.update.model import Model


class Clock:
    """A clock that advances with each stroke."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A part of so many strokes, with the models at the start and end of its drawings."""

    def __init__(self, clock: Clock, strokes: int) -> None:
        self.clock, self.strokes = clock, strokes
        self.begun: list[Model] = []
        self.drawn: list[Model] = []

    def stale(self) -> None: ...

    def draw(self, model: Model) -> Iterator[None] | None:
        return self._draw(model) if self.drawn[-1:] != [model] else None

    def _draw(self, model: Model) -> Iterator[None]:
        self.begun.append(model)
        for _ in range(self.strokes):
            self.clock.now += AT_ONCE_S * 0.7
            yield
        self.drawn.append(model)


class Quick:
    """A part that is drawn at once."""

    def __init__(self) -> None:
        self.drawn: list[Model] = []

    def stale(self) -> None: ...

    def draw(self, model: Model) -> None:
        self.drawn.append(model)


def test_a_slow_part_is_drawn_incrementally() -> None:
    clock, model = Clock(), Model(games())
    first, slow, last = Quick(), Slow(clock, 7), Quick()
    drawing = Drawing(clock)
    drawing.parts += [first, slow, last]
    slices = 1
    while drawing.draw_on(model):
        slices += 1
    assert slices == 4  # two strokes in each
    assert first.drawn == slow.drawn == last.drawn == [model]
    assert not drawing.draw_on(model)
    assert slow.begun == [model]


def test_a_newer_model_is_drawn_from_the_first_part_on() -> None:
    clock, model = Clock(), Model(games())
    newer = replace(model, waiting=())
    assert newer is not model
    slow, last = Slow(clock, 7), Quick()
    drawing = Drawing(clock)
    drawing.parts += [slow, last]
    assert drawing.draw_on(model)
    while drawing.draw_on(newer):
        pass
    assert len(slow.begun) == 2
    assert len(slow.drawn) == 1
    assert slow.drawn[0] is newer
    assert last.drawn[-1] is newer
    drawing.at_once(replace(newer, waiting=()))
    assert len(last.drawn) == 2
