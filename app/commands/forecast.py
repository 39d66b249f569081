"""`python -m app forecast`: many fights, on all cores or on a cluster, and what they say."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.commands.parts import Workers, done
from app.core.errors import BadInput
from app.core.support.untrusted_json import Unreadable, decode
from app.forecast import Counts, Fight, batch, fight, merged, report
from app.forecast.reports import Report, Share, Spread

#: So many fights at once are a part for a worker.
BATCH, SMALLEST = 50, 5

#: So many fights at most, and so long and deep a file.
MOST_FIGHTS, LONGEST, DEEPEST = 10_000_000, 10_000_000, 60

#: Progress is told so often, in seconds.
EVERY = 1.0

#: A part: the fight as text, the seed, the first number and how many.
Part = tuple[str, str, int, int]


def run(path: str, fights: int, seed: str, workers: Workers, form: str) -> int:
    """The exit code: 0, 2 for what cannot be asked, 130 where it was broken off."""
    try:
        text = read(path)
        told = _fight(text)
        if not 1 <= fights <= MOST_FIGHTS:
            raise BadInput("fights", f"fights is {fights}; give 1 to {MOST_FIGHTS}")
        counts, broken = played_all(text, fights, seed, workers)
    except BadInput as fault:
        print(f"{fault.field}: {fault.message}", file=sys.stderr)
        return 2
    if broken:
        print(f"Broken off after {counts.fights} of {fights} fights.", file=sys.stderr)
    said = report(told, counts)
    if form == "json":
        print(json.dumps(as_record(said, seed), ensure_ascii=False))
    else:
        print(as_text(said, seed), end="")
    return 130 if broken else 0


def read(path: str) -> str:
    """The text of a fight's file, `-` for what comes in; BadInput on `file`."""
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput("file", f"{path} cannot be read: {fault}") from None


@lru_cache(maxsize=4)
def _fight(text: str) -> Fight:
    try:
        record = decode(text, LONGEST, DEEPEST)
    except Unreadable as fault:
        raise BadInput("file", f"the file is no JSON: {fault}") from None
    return fight(record)


def played(part: Part) -> dict[str, Any]:
    """The counts of a part, as a record: what a worker does."""
    text, seed, first, count = part
    return batch(_fight(text), seed, first, count).as_record()


def played_all(text: str, fights: int, seed: str, workers: Workers) -> tuple[Counts, bool]:
    """The counts of all fights, or of those that were played when it was broken off: was it?"""
    counts = Counts()
    try:
        for each in counted(text, fights, seed, workers):
            counts = each
    except KeyboardInterrupt:
        return counts, True
    return counts, False


def counted(text: str, fights: int, seed: str, workers: Workers) -> Iterator[Counts]:
    """The counts so far, after each part; progress is told on the way."""
    size = min(BATCH, max(SMALLEST, fights // (8 * workers.processes)))
    parts: list[Part] = [
        (text, seed, first, min(size, fights - first)) for first in range(0, fights, size)
    ]
    counts, told = Counts(), time.monotonic()
    for _, record in done(played, parts, workers):
        counts = merged(counts, Counts.from_record(record))
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            print(f"{counts.fights} of {fights} fights", file=sys.stderr, flush=True)
        yield counts


# --- as it is said ---


def as_text(said: Report, seed: str) -> str:
    """The report as lines."""
    lines = [f"{said.fights} fights, seed {seed}"]
    lines += [f"{each.name} wins: {each.wins.words}" for each in said.sides]
    if said.draws.count:
        lines.append(f"Nobody is left: {said.draws.words}")
    if said.undecided.count:
        lines.append(f"Undecided: {said.undecided.words}")
    lines.append(f"Rounds: {_spread(said.rounds)}")
    for each in said.combatants:
        end = f"{each.label} {_spread(each.meter)} of {each.whole}"
        lines.append(f"{each.name} falls: {each.falls.words}; at the end, {end}")
    for side in said.sides:
        lines += [
            f"{side.name} spends {_spread(each)}: {name}" for name, each in side.spent.items()
        ]
    if said.note:
        lines.append(said.note)
    return "".join(f"{each}\n" for each in lines)


def _spread(said: Spread) -> str:
    return f"{said.mean:.1f} (middle half {said.low} to {said.high})"


def as_record(said: Report, seed: str) -> dict[str, Any]:
    """The report as JSON."""
    return {
        "fights": said.fights,
        "seed": seed,
        "sides": [
            {
                "name": each.name,
                "wins": _share(each.wins),
                "spent": {name: _numbers(one) for name, one in each.spent.items()},
            }
            for each in said.sides
        ],
        "draws": _share(said.draws),
        "undecided": _share(said.undecided),
        "rounds": _numbers(said.rounds),
        "combatants": [
            {
                "id": each.id,
                "name": each.name,
                "side": each.side,
                "falls": _share(each.falls),
                "left": {**_numbers(each.left), "label": each.label, "whole": each.whole},
            }
            for each in said.combatants
        ],
        "note": said.note,
    }


def _share(said: Share) -> dict[str, Any]:
    return {
        "count": said.count,
        "often": round(said.often, 6),
        "low": round(said.low, 6),
        "high": round(said.high, 6),
        "words": said.words,
    }


def _numbers(said: Spread) -> dict[str, Any]:
    return {
        "mean": round(said.mean, 6),
        "error": round(said.error, 6),
        "low": said.low,
        "middle": said.middle,
        "high": said.high,
        "often": [[number, count] for number, count in said.often.items()],
    }
