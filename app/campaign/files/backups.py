"""Backups: copies of everything, made by themselves, of which only some are kept.

Kept are the 3 newest of today and the newest of each day before that, 10 at the most.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from app.campaign.files.files import LONGEST
from app.campaign.state.values import NotPlain

#: How many copies of today are kept, and how many in all.
OF_TODAY = 3
IN_ALL = 10

#: So many characters are packed at a time: some milliseconds of a slow tablet's.
PIECE = 100_000


@dataclass(frozen=True)
class Backup:
    """A copy as the list shows it. at: when; why: what it was made before; size: characters."""

    id: str
    at: str
    why: str
    size: int


def outdated(backups: Iterable[Backup], today: str) -> list[Backup]:
    """The copies that are no longer kept. today: the day as the times begin, `2026-01-31`."""
    keep: list[Backup] = []
    drop: list[Backup] = []
    days: dict[str, int] = {}
    for backup in sorted(backups, key=lambda each: (each.at, each.id), reverse=True):
        day = backup.at[:10]
        days[day] = days.get(day, 0) + 1
        fits = days[day] <= (OF_TODAY if day >= today else 1)
        (keep if fits and len(keep) < IN_ALL else drop).append(backup)
    return drop


def packing(text: str) -> Iterator[str]:
    """A copy's text as it is stored, piece by piece, so that others can go on in between."""
    packer = zlib.compressobj(6)
    rest = b""
    for start in range(0, len(text), PIECE):
        rest += packer.compress(text[start : start + PIECE].encode("ascii"))
        whole = len(rest) // 4 * 4  # the pieces are one text only where they end with a group of 4
        yield base64.b85encode(rest[:whole]).decode("ascii")
        rest = rest[whole:]
    yield base64.b85encode(rest + packer.flush()).decode("ascii")


def packed(text: str) -> str:
    """The same as a whole."""
    return "".join(packing(text))


def unpacked(record: Any) -> str:
    """The neighbour of `packed`; NotPlain if it is damaged."""
    try:
        opener = zlib.decompressobj()
        text = opener.decompress(base64.b85decode(record), LONGEST)
        if not opener.eof:
            raise ValueError("cut off")
        return text.decode("ascii")
    except (ValueError, TypeError, zlib.error) as fault:
        raise NotPlain(f"the copy is damaged ({str(fault)[:60]})") from None
