"""`python -m app forecast`: simulate many fights and report them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from app.commands.parts import Workers, done
from app.core.errors import BadInput
from app.core.support.untrusted_json import Unreadable, decode
from app.forecast import Counts, Fight, batch, fight, merge, report
from app.forecast.reports import Report, Share, Spread

#: Most and fewest fights in a part.
BATCH, SMALLEST = 50, 5

#: Limits: fights, characters of the file, and its depth.
MOST_FIGHTS, LONGEST, DEEPEST = 10_000_000, 10_000_000, 60

#: Seconds between progress messages.
EVERY = 1.0

#: A part: the fight as text, the seed, the first number and how many.
Part = tuple[str, str, int, int]


def run(path: str, fights: int, seed: str, workers: Workers, form: str) -> int:
    """Run the command; return exit code 0, 2 for bad input, 130 if interrupted."""
    try:
        text = read(path)
        parsed = parse(text, fights)
        counts, interrupted = last_of(counted(text, fights, seed, workers))
    except BadInput as fault:
        print(f"{fault.field}: {fault.message}", file=sys.stderr)
        return 2
    if interrupted:
        print(f"Broken off after {counts.fights} of {fights} fights.", file=sys.stderr)
    result = report(parsed, counts)
    if form == "json":
        print(json.dumps(as_record(result, seed), ensure_ascii=False))
    else:
        print(as_text(result, seed), end="")
    return 130 if interrupted else 0


def read(path: str) -> str:
    """Read a fight's file, or standard input for `-`; BadInput on `file`."""
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput("file", f"{path} cannot be read: {fault}") from None


def parse(text: str, fights: int) -> Fight:
    """Parse a fight and check the number of its plays; BadInput names the field."""
    parsed = _fight(text)
    if not 1 <= fights <= MOST_FIGHTS:
        raise BadInput("fights", f"fights is {fights}; give 1 to {MOST_FIGHTS}")
    return parsed


@lru_cache(maxsize=4)
def _fight(text: str) -> Fight:
    try:
        record = decode(text, LONGEST, DEEPEST)
    except Unreadable as fault:
        raise BadInput("file", f"the file is no JSON: {fault}") from None
    return fight(record)


def played(part: Part) -> dict[str, object]:
    """Play a part on a worker and return its counts as a record."""
    text, seed, first, count = part
    return batch(_fight(text), seed, first, count).as_record()


def last_of(counting: Iterator[Counts]) -> tuple[Counts, bool]:
    """Return the counts of all fights played, and whether that was interrupted."""
    counts = Counts()
    try:
        for so_far in counting:
            counts = so_far
    except KeyboardInterrupt:
        return counts, True
    return counts, False


def counted(text: str, fights: int, seed: str, workers: Workers) -> Iterator[Counts]:
    """Yield the counts so far after each part, printing progress."""
    last_message = time.monotonic()
    for counts in counting(text, fights, seed, workers):
        if time.monotonic() - last_message >= EVERY:
            last_message = time.monotonic()
            print(f"{counts.fights} of {fights} fights", file=sys.stderr, flush=True)
        yield counts


def counting(text: str, fights: int, seed: str, workers: Workers) -> Iterator[Counts]:
    """Yield the counts so far after each part."""
    size = min(BATCH, max(SMALLEST, fights // (8 * workers.processes)))
    parts: list[Part] = [
        (text, seed, first, min(size, fights - first)) for first in range(0, fights, size)
    ]
    counts = Counts()
    for _, record in done(played, parts, workers):
        counts = merge(counts, Counts.from_record(record))
        yield counts


# --- output ---


def as_text(result: Report, seed: str) -> str:
    """Return the report as lines of text."""
    lines = [f"{result.fights} fights, seed {seed}"]
    lines += [f"{words}: {share.words}" for words, share in endings(result)]
    return "".join(f"{entry}\n" for entry in (*lines, *details(result)))


def endings(result: Report) -> Iterator[tuple[str, Share]]:
    """Yield each way that the fights ended, with its frequency."""
    yield from ((f"{side.name} wins", side.wins) for side in result.sides)
    if result.draws.count:
        yield "Nobody is left", result.draws
    if result.undecided.count:
        yield "Undecided", result.undecided


def details(result: Report) -> Iterator[str]:
    """Yield lines on rounds, casualties and cost."""
    yield f"Rounds: {_spread(result.rounds)}"
    for entry in result.combatants:
        end = f"{entry.label} {_spread(entry.meter)} of {entry.whole}"
        yield f"{entry.name} falls: {entry.falls.words}; at the end, {end}"
    for side in result.sides:
        yield from (
            f"{side.name} spends {_spread(each)}: {name}" for name, each in side.spent.items()
        )
    if result.note:
        yield result.note


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} (usually {spread.low} to {spread.high})"


def as_record(result: Report, seed: str) -> dict[str, object]:
    """Return the report as a JSON record."""
    return {
        "fights": result.fights,
        "seed": seed,
        "sides": [
            {
                "name": side.name,
                "wins": _share(side.wins),
                "spent": {name: _numbers(spread) for name, spread in side.spent.items()},
            }
            for side in result.sides
        ],
        "draws": _share(result.draws),
        "undecided": _share(result.undecided),
        "rounds": _numbers(result.rounds),
        "combatants": [
            {
                "id": combatant.id,
                "name": combatant.name,
                "side": combatant.side,
                "falls": _share(combatant.falls),
                "left": {
                    **_numbers(combatant.left),
                    "label": combatant.label,
                    "whole": combatant.whole,
                },
            }
            for combatant in result.combatants
        ],
        "note": result.note,
    }


def _share(share: Share) -> dict[str, object]:
    return {
        "count": share.count,
        "often": round(share.often, 6),
        "low": round(share.low, 6),
        "high": round(share.high, 6),
        "words": share.words,
    }


def _numbers(spread: Spread) -> dict[str, object]:
    return {
        "mean": round(spread.mean, 6),
        "error": round(spread.error, 6),
        "low": spread.low,
        "middle": spread.middle,
        "high": spread.high,
        "often": [[number, count] for number, count in spread.often.items()],
    }
