"""Whether 8, 10 or 20 can be taken on a line instead of rolling it (S19, S22)."""

from __future__ import annotations

from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.tables.actions import DURATIONS, TAKE, longer


def no_check(line: NotationLine) -> str:
    """Return the reason why a line of its kind is never taken; empty for a check."""
    if line.kind == "save":
        return "saves are always rolled"
    return "" if line.kind == "check" else "the line has no check"


def too_much(line: NotationLine, take: int, ranks: int = 1) -> str:
    """Return the reason why this number cannot be taken on the line's check; empty if it can.

    ranks: of the skill or technique that the line asks M of (`NotationLine.ranked`).
    """
    if line.ranked is None:
        return "the sum has no M(...), so no ranks"
    if ranks < 1:
        return "it needs at least 1 rank"
    if line.duration is None:
        return "the line has no duration"
    if line.duration not in DURATIONS.labels():
        return f"nothing is longer than {line.duration}"
    by = TAKE[take].longer
    return "" if longer(line.duration, by) else f"{by} longer than {line.duration} is past day"
