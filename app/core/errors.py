"""What goes wrong in words a player can act on: every fault names its field."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import islice
from typing import Any


class BadInput(ValueError):
    """A request that no rule can honour, with the field that is at fault.

    field: an input's name, `dice`, a choice's name, `procedure` or `request`.
    message: one sentence that says what would be right.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        # As it is sent from one process to another: what it is the fault of stays behind.
        return BadInput, (self.field, self.message)


class RuleBroken(RuntimeError):
    """A procedure broke the agreement (an undeclared grade, a choice it never named): our fault."""


def shown(value: object, longest: int = 40) -> str:
    """A value as it may stand in a message: short, on one line, whatever was sent."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        words = str(value) if isinstance(value, Decimal) else repr(_begun(value, [longest]))
    except (RecursionError, ValueError):  # a number of too many digits
        return "too large to show"
    return words if len(words) <= longest else words[: longest - 1] + "…"


def _begun(value: object, room: list[int]) -> object:
    """As much of a value as there is room for: it may be of any size, and nested to any depth."""
    room[0] -= 1
    if isinstance(value, str):
        return value[: max(room[0], 0) + 1]
    if isinstance(value, Mapping):
        begun = islice(value.items(), max(room[0], 0))
        return {_begun(key, room): _begun(item, room) for key, item in begun}
    if isinstance(value, (list, tuple)):
        items = [_begun(item, room) for item in islice(value, max(room[0], 0))]
        return items if isinstance(value, list) else tuple(items)
    return value


def listed(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """`a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
