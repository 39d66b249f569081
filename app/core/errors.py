"""Errors with messages that a player can act on: every fault names its field."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import islice


class BadInput(ValueError):
    """A request that no rule can honour, with the field that is at fault.

    field: an input's name, `dice`, a choice's name, `procedure` or `request`.
    message: one sentence that says how to correct it.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

    @property
    def sentence(self) -> str:
        """Return the message with a capital letter, where it stands alone."""
        return capitalize(self.message)

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        # For sending between processes: the traceback stays behind.
        return BadInput, (self.field, self.message)


class RuleBroken(RuntimeError):
    """A defect of a procedure, such as an undeclared grade or choice."""


#: The most characters of a value that a message repeats.
_LONGEST = 40


def short_text(value: object) -> str:
    """Return any value as short text on one line, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        words = str(value) if isinstance(value, Decimal) else repr(_truncated(value, [_LONGEST]))
    except (RecursionError, ValueError):  # a number of too many digits
        return "too large to show"
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _truncated(value: object, room: list[int]) -> object:
    """Truncate a value to the remaining room: it may be of any size and depth."""
    room[0] -= 1
    if isinstance(value, str):
        return value[: max(room[0], 0) + 1]
    if isinstance(value, Mapping):
        pairs = islice(value.items(), max(room[0], 0))
        return {_truncated(key, room): _truncated(item, room) for key, item in pairs}
    if isinstance(value, (list, tuple)):
        items = [_truncated(item, room) for item in islice(value, max(room[0], 0))]
        return items if isinstance(value, list) else tuple(items)
    return value


def capitalize(text: str) -> str:
    """Return a text with a capital letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def join_words(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """Join words as in `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
