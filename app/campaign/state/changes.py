"""Changes: what an entry did to the state, place by place, so that it can be taken back.

The state is a JSON document. A change names a place in it (a JSON pointer), what stood there and
what stands there now. Changes hold results, not rules: replaying them needs no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.campaign.state.values import depth, same


class _Nothing:
    """Nothing stands there (not even null)."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING: Final = _Nothing()


@dataclass(frozen=True)
class Change:
    """One place of the state: what stood there and what stands there now."""

    at: str
    was: Any
    now: Any

    @property
    def backwards(self) -> Change:
        return Change(self.at, self.now, self.was)

    def record(self) -> dict[str, Any]:
        made = {"at": self.at}
        if self.was is not NOTHING:
            made["was"] = self.was
        if self.now is not NOTHING:
            made["is"] = self.now
        return made

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Change:
        return cls(record["at"], record.get("was", NOTHING), record.get("is", NOTHING))


#: How deep the state is nested at most: a place, and what stands there.
DEEPEST = 40


def too_deep(change: Change) -> bool:
    """Would the state be nested deeper by this change than can be kept and read again?"""
    levels = change.at.count("/")
    return any(
        levels + depth(value) > DEEPEST
        for value in (change.was, change.now)
        if value is not NOTHING
    )


class LostPlace(LookupError):
    """A change of something that is not there: an entry before it is missing."""


def differences(before: Any, after: Any, at: str = "") -> Iterator[Change]:
    """The changes that lead from one document to the other; lists change as a whole."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            was, now = before.get(key, NOTHING), after.get(key, NOTHING)
            yield from differences(was, now, f"{at}/{escaped(key)}")
    elif not same(before, after):
        yield Change(at, before, after)


def changed(document: Mapping[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """The document after these changes; what did not change is shared with the old one."""
    made: Any = document
    for change in changes:
        made = _with(made, [unescaped(key) for key in change.at.split("/")[1:]], change)
    return made  # type: ignore[no-any-return]


def _with(part: Any, path: list[str], change: Change) -> Any:
    if not path:
        return change.now
    if not isinstance(part, dict):
        raise LostPlace(change.at)
    first, *rest = path
    made = dict(part)
    if not rest and change.now is NOTHING:
        made.pop(first, None)
    elif rest and first not in part:
        raise LostPlace(change.at)
    else:
        made[first] = _with(part.get(first), rest, change)
    return made


def touching(some: Iterable[Change], others: Iterable[Change]) -> str | None:
    """A place where the two meet (the same one, or one inside the other), if any."""
    theirs = [change.at for change in others]
    for change in some:
        for place in theirs:
            if f"{place}/".startswith(f"{change.at}/") or f"{change.at}/".startswith(f"{place}/"):
                return change.at
    return None


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def unescaped(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")
