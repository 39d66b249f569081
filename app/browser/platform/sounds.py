"""Two synthesized sounds: dice on felt, and a tone for the result."""

from __future__ import annotations

import random

from pyscript import window

from app.browser.platform.elements import Js

#: Frequencies in hertz: a fifth up for success, a fourth down for failure, one tone for neither.
TONES = {True: (523.25, 783.99), False: (392.0, 293.66), None: (523.25,)}


class Sounds:
    """Sounds of the page; the audio context is created after a tap, as browsers demand."""

    def __init__(self) -> None:
        self._context: Js | None = None

    def _now(self, delay: float) -> tuple[Js, float]:
        if self._context is None:
            self._context = window.AudioContext.new()
        return self._context, float(self._context.currentTime) + delay

    def fall(self, delay: float = 0.0) -> None:
        """Play three knocks, each weaker than the one before."""
        context, at = self._now(delay)
        for index in range(3):
            pitch = 150 + 60 * random.random()
            self._sound(context, at + 0.055 * index, pitch, 0.06, 0.25 / (index + 1), "triangle")

    def verdict(self, good: bool | None, delay: float = 0.0) -> None:
        """Play one or two soft tones."""
        context, at = self._now(delay)
        for index, pitch in enumerate(TONES[good]):
            self._sound(context, at + 0.11 * index, pitch, 0.22, 0.12, "sine")

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
