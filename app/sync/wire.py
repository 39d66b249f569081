"""What goes over a channel between two devices: texts in frames, and a beat while nothing is said.

Pure: whoever carries frames (app/browser/sync) says what came and what time it is. A frame is
one letter, what it is, and a part of a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

#: A text is no longer than this, in bytes of UTF-8, and sent in parts no longer than that.
LONGEST = 1_000_000
PART = 16_000

_LAST, _MORE, BEAT = ".", "+", "*"

#: Seconds: after so much without a word a beat is sent; after so much silence the other is gone; a
#: clock that was not looked at for so long belongs to a device that slept.
BEAT_S, SILENT_S, SLEPT_S = 1.0, 6.0, 3.0


class BadFrame(ValueError):
    """What the other side sent is more than may be, or nothing that is ever sent; in words."""


def frames(text: str, part: int = PART) -> Iterator[str]:
    """The frames that a text travels in, each with so many bytes of it at most.

    ValueError where it is too long: split it before.
    """
    plain = text.isascii()
    if (len(text) if plain else len(text.encode())) > LONGEST:
        raise ValueError(f"a text of more than {LONGEST} bytes was to be sent")
    size = part if plain else part // 4
    last = max(0, len(text) - 1) // size * size
    for start in range(0, last + 1, size):
        yield (_LAST if start == last else _MORE) + text[start : start + size]


class FrameAssembler:
    """Frames as they come, in order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def heard(self, frame: str) -> str | None:
        """The text that is whole by this frame, None if none is. Raises BadFrame."""
        if frame == BEAT:
            return None
        if not frame.startswith((_LAST, _MORE)):
            raise BadFrame("it sent something that no Tableside sends")
        self._size += len(frame.encode("utf-8", "surrogatepass")) - 1
        if self._size > LONGEST:
            self._parts.clear()
            raise BadFrame("it sent a message of more than a megabyte")
        self._parts.append(frame[1:])
        if frame[0] == _MORE:
            return None
        whole = "".join(self._parts)
        self._parts.clear()
        self._size = 0
        return whole


@dataclass(frozen=True)
class Heartbeat:
    """When (in seconds of any clock) something was heard, was said, and was looked at last."""

    heard: float
    said: float
    looked: float

    @classmethod
    def begins(cls, now: float) -> Heartbeat:
        return cls(now, now, now)

    def hears(self, now: float) -> Heartbeat:
        return replace(self, heard=now)

    def says(self, now: float) -> Heartbeat:
        return replace(self, said=now)

    def looks(self, now: float) -> Heartbeat:
        """Asked about once a second. After a sleep of this device the other has its time anew."""
        heard = now if now - self.looked > SLEPT_S else self.heard
        return replace(self, looked=now, heard=heard)

    @property
    def due(self) -> bool:
        """Is a beat to be sent?"""
        return self.looked - self.said >= BEAT_S

    @property
    def gone(self) -> bool:
        """Has the other been silent for too long?"""
        return self.looked - self.heard > SILENT_S
