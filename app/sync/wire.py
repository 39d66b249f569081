"""The wire format of a channel: texts in frames, and a heartbeat during silence.

Pure: the caller (app/browser/sync) passes frames and times. A frame is one letter for its kind, and
a part of a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

#: The largest text and the largest part of it in a frame, in bytes of UTF-8.
LONGEST = 1_000_000
PART = 16_000

_LAST, _MORE, BEAT = ".", "+", "*"

#: Seconds without sending until a heartbeat, without receiving until the other is gone, and
#: between two checks until the device counts as having slept.
BEAT_S, SILENT_S, SLEPT_S = 1.0, 6.0, 3.0


class BadFrame(ValueError):
    """A frame that is too long or of no known kind."""


def frames(text: str, part: int = PART) -> Iterator[str]:
    """Split a text into frames of at most `part` bytes; ValueError if it is too long."""
    plain = text.isascii()
    if (len(text) if plain else len(text.encode())) > LONGEST:
        raise ValueError(f"a text of more than {LONGEST} bytes was to be sent")
    size = part if plain else part // 4
    last = max(0, len(text) - 1) // size * size
    for start in range(0, last + 1, size):
        yield (_LAST if start == last else _MORE) + text[start : start + size]


class FrameAssembler:
    """An assembler of frames, in order of arrival."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def add(self, frame: str) -> str | None:
        """Return the text completed by this frame, None if it is incomplete; raises BadFrame."""
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
        text = "".join(self._parts)
        self._parts.clear()
        self._size = 0
        return text


@dataclass(frozen=True)
class Heartbeat:
    """The times (in seconds of any clock) of the last frame received, sent, and the last check."""

    received_at: float
    sent_at: float
    checked_at: float

    @classmethod
    def begin(cls, now: float) -> Heartbeat:
        return cls(now, now, now)

    def hear(self, now: float) -> Heartbeat:
        return replace(self, received_at=now)

    def say(self, now: float) -> Heartbeat:
        return replace(self, sent_at=now)

    def look(self, now: float) -> Heartbeat:
        """Return the heartbeat after a check, once a second; a sleep restarts the silence."""
        heard = now if now - self.checked_at > SLEPT_S else self.received_at
        return replace(self, checked_at=now, received_at=heard)

    @property
    def due(self) -> bool:
        """Tell whether a heartbeat is to be sent."""
        return self.checked_at - self.sent_at >= BEAT_S

    @property
    def gone(self) -> bool:
        """Tell whether the other has been silent for too long."""
        return self.checked_at - self.received_at > SILENT_S
