"""Changes of an entry to the state, by path, so that it can be undone.

The state is a JSON document. A change names a path in it (a JSON pointer), the old value and the
new one. Changes hold results, not rules: replaying them needs no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NotRequired, TypedDict, TypeVar

from app.campaign.state.values import depth, same

D = TypeVar("D")


class _Nothing:
    """The absence of a value (not even null)."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING: Final = _Nothing()


#: A change as JSON: `at`, and of `was` and `is` those that are there.
ChangeRecord = TypedDict(
    "ChangeRecord", {"at": str, "was": NotRequired[object], "is": NotRequired[object]}
)


@dataclass(frozen=True)
class Change:
    """One path of the state: its old value and its new one."""

    at: str
    was: object
    now: object

    @property
    def backwards(self) -> Change:
        return Change(self.at, self.now, self.was)

    def record(self) -> ChangeRecord:
        record: ChangeRecord = {"at": self.at}
        if self.was is not NOTHING:
            record["was"] = self.was
        if self.now is not NOTHING:
            record["is"] = self.now
        return record

    @classmethod
    def read(cls, record: ChangeRecord) -> Change:
        return cls(record["at"], record.get("was", NOTHING), record.get("is", NOTHING))


#: The deepest nesting of the state: a path and the value there.
DEEPEST = 40


def too_deep(change: Change) -> bool:
    """Tell whether this change would nest the state deeper than can be stored and read again."""
    levels = change.at.count("/")
    return any(
        levels + depth(value) > DEEPEST
        for value in (change.was, change.now)
        if value is not NOTHING
    )


class LostPlace(LookupError):
    """A change at a path that does not exist: an entry before it is missing."""


def differences(before: object, after: object, at: str = "") -> Iterator[Change]:
    """Yield the changes that lead from one document to the other; lists change as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            was, now = before.get(key, NOTHING), after.get(key, NOTHING)
            if was is not now:
                yield from differences(was, now, f"{at}/{escape(key)}")
    elif not same(before, after):
        yield Change(at, before, after)


def apply_changes(document: D, changes: Iterable[Change]) -> D:
    """Return the document after these changes; unchanged parts are shared with the old one."""
    for change in changes:
        path = [unescape(key) for key in change.at.split("/")[1:]]
        document = _with(document, path, change)
    return document


def _with(part: object, path: list[str], change: Change) -> Any:
    if not path:
        return change.now
    if not isinstance(part, dict):
        raise LostPlace(change.at)
    first, *rest = path
    copy = dict(part)
    if not rest and change.now is NOTHING:
        copy.pop(first, None)
    elif rest and first not in part:
        raise LostPlace(change.at)
    else:
        copy[first] = _with(part.get(first), rest, change)
    return copy


def touching(some: Iterable[Change], others: Iterable[Change]) -> str | None:
    """Return a path where the two meet (the same one, or one inside the other), if any."""
    theirs = [change.at for change in others]
    for change in some:
        for path in theirs:
            if f"{path}/".startswith(f"{change.at}/") or f"{change.at}/".startswith(f"{path}/"):
                return change.at
    return None


def escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def unescape(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")
