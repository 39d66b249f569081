"""Shared parts of both fuzzers of Striker's lines: changed lines, round trips, the run."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.rules.inputs import LONGEST

#: Reads a whole line; Malformed names the first fault.
Read = Callable[[str], NotationLine]
#: The minus sign and the en dash as the hyphen.
DASHES = {0x2212: "-", 0x2013: "-"}


def change_line(dice: random.Random, line: str, scraps: Sequence[str]) -> str:
    """Insert a few scraps into a line, remove or double parts, or cut it off."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, len(line))
        to = min(len(line), at + dice.randint(0, 6))
        line = dice.choice(
            (
                f"{line[:at]}{dice.choice(scraps)}{line[at:]}",
                f"{line[:at]} {dice.choice(scraps)} {line[at:]}",
                line[:at] + line[to:],
                line[:to] + line[at:],
                line[:at],
            )
        )
    return line


def read_or_fault(read: Read, text: str) -> NotationLine | Malformed:
    """Return the line, or its fault, which names the line and its position there."""
    try:
        return read(text)
    except Malformed as malformed:
        fault = malformed
    assert fault.field == "text", text
    assert fault.message.startswith(f"{fault.code} at {fault.at}: "), text
    return fault


def hold_canonical(read: Read, line: NotationLine, text: str) -> None:
    """Assert that the canonical form of a line is read as that line and is stable."""
    shown = canonical(line)
    if len(shown) <= LONGEST:
        assert read(shown) == line, (text, shown)
        assert canonical(read(shown)) == shown, (text, shown)


def run(
    lines: int,
    seed: int,
    make: Callable[[random.Random, int], str],
    change: Callable[[random.Random, str], str],
    hold: Callable[[str], str],
) -> None:
    """Test made-up and changed lines, and print the faults of the changed ones.

    make: makes and tests the line of this number. hold: tests a line and returns the code of its
    fault, or "".
    """
    dice = random.Random(seed)
    codes = Counter(hold(change(dice, make(dice, number))) for number in range(lines // 2))
    counts = ", ".join(f"{code or 'whole'} {count}" for code, count in sorted(codes.items()))
    print(f"{lines} lines hold; the changed ones: {counts}")
