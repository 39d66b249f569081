"""Backups: automatic copies of everything, of which only some are retained.

Retained are the 3 newest of today and the newest of each day before that, 10 at the most.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.campaign.files.files import LONGEST
from app.campaign.state.values import NotPlain

#: The numbers of copies retained: of today, and in all.
OF_TODAY = 3
IN_ALL = 10

#: Characters packed at a time: some milliseconds on a slow tablet.
PIECE = 100_000


@dataclass(frozen=True)
class Backup:
    """A copy in the list of backups."""

    id: str
    #: When it was made.
    at: str
    #: The action that it was made before.
    why: str
    #: Its length in characters.
    size: int


def find_outdated(backups: Iterable[Backup], now: str) -> list[Backup]:
    """Return the copies to delete, first those from when the clock was ahead.

    now: the present time in ISO form.
    """
    today = _local_day(now)
    retained: list[Backup] = []
    deleted: list[Backup] = []
    days: dict[str, int] = {}
    newest_first = sorted(
        backups, key=lambda each: (each.at <= now, each.at, each.id), reverse=True
    )
    for backup in newest_first:
        day = _local_day(backup.at)
        days[day] = days.get(day, 0) + 1
        fits = days[day] <= (OF_TODAY if day >= today else 1)
        (retained if fits and len(retained) < IN_ALL else deleted).append(backup)
    return deleted


def _local_day(at: str) -> str:
    """Return the day of a time on this device: an evening in America has two days in UTC."""
    return datetime.fromisoformat(at).astimezone().date().isoformat()


def iter_pack(text: str) -> Iterator[str]:
    """Yield a copy's text in its stored form in pieces, so that other work can run between."""
    packer = zlib.compressobj(6)
    rest = b""
    for start in range(0, len(text), PIECE):
        rest += packer.compress(text[start : start + PIECE].encode("ascii"))
        # The pieces join to one text only if each ends with a group of 4.
        length = len(rest) // 4 * 4
        yield base64.b85encode(rest[:length]).decode("ascii")
        rest = rest[length:]
    yield base64.b85encode(rest + packer.flush()).decode("ascii")


def unpack(record: Any) -> str:
    """Return the text of a stored copy: the inverse of `iter_pack`; NotPlain if it is damaged."""
    try:
        opener = zlib.decompressobj()
        text = opener.decompress(base64.b85decode(record), LONGEST)
        if not opener.eof:
            raise ValueError("cut off")
        return text.decode("ascii")
    except (ValueError, TypeError, zlib.error) as fault:
        raise NotPlain(f"damaged backup ({str(fault)[:60]})") from None
