"""Two short sounds, made by the browser itself: dice on felt, and a tone for what they came to."""

from __future__ import annotations

import random

from pyscript import window

from app.browser.platform.dom import Js

#: A fifth up where it went well, a fourth down where it did not, one tone for neither.
TONES = {True: (523.25, 783.99), False: (392.0, 293.66), None: (523.25,)}


class Sounds:
    """Made when the first one is wanted: before somebody taps, no page may sound."""

    def __init__(self) -> None:
        self._context: Js | None = None

    def _now(self, delay: float) -> tuple[Js, float]:
        if self._context is None:
            self._context = window.AudioContext.new()
        return self._context, float(self._context.currentTime) + delay

    def fall(self, delay: float = 0.0) -> None:
        """Three knocks, each a little weaker than the one before."""
        context, at = self._now(delay)
        for place in range(3):
            pitch = 150 + 60 * random.random()
            self._sound(context, at + 0.055 * place, pitch, 0.06, 0.25 / (place + 1), "triangle")

    def verdict(self, good: bool | None, delay: float = 0.0) -> None:
        """One or two soft tones."""
        context, at = self._now(delay)
        for place, pitch in enumerate(TONES[good]):
            self._sound(context, at + 0.11 * place, pitch, 0.22, 0.12, "sine")

    def _sound(
        self, context: Js, at: float, pitch: float, lasts: float, loud: float, shape: str
    ) -> None:
        tone, gain = context.createOscillator(), context.createGain()
        tone.type = shape
        tone.frequency.setValueAtTime(pitch, at)
        gain.gain.setValueAtTime(loud, at)
        gain.gain.exponentialRampToValueAtTime(0.001, at + lasts)
        tone.connect(gain)
        gain.connect(context.destination)
        tone.start(at)
        tone.stop(at + lasts)
