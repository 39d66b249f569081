"""Plays a fight as it is written, whoever holds the table: each act, then what is true after it."""

from __future__ import annotations

from typing import Any, Protocol

from tests.fights import Fight

#: What an act does, by the key that names it.
ACTS = (
    "join",
    "quick",
    "onward",
    "step",
    "earlier",
    "out",
    "due",
    "roll",
    "follow",
    "take_back",
    "done",
    "waive",
    "time",
    "reload",
    "end",
)
#: What a roll says of itself.
OF_ROLLS = ("filled", "cast", "grade", "values", "proposed", "follows", "back")


class Player(Protocol):
    """Whoever plays: does an act, and tells what is to be seen after it (None: not seen here)."""

    def do(self, act: dict[str, Any]) -> dict[str, Any]: ...
    def seen(self, what: str, of: Any) -> Any: ...


def play(player: Player, fight: Fight) -> None:
    """Every act of the fight; a difference names the act."""
    for place, act in enumerate(fight.acts, 1):
        if "follow" in act or "take_back" in act:
            before = fight.acts[place - 2]
            assert "then" not in before, f"act {place} follows: say what is true after it alone"
        (does,) = (key for key in ACTS if key in act)
        where = f"{fight.game}/{fight.name}, act {place}: {does} {act[does]} {act.get('why', '')}"
        try:
            came = player.do(act)
        except AssertionError as fault:
            raise AssertionError(f"{where}\n{fault}") from fault
        for what in OF_ROLLS:
            if what in act and what in came:
                _same(where, what, _part(came[what], act[what]), act[what])
        for what, wanted in act.get("then", {}).items():
            seen = player.seen(what, wanted)
            if seen is not None:
                _same(where, what, _part(seen, wanted), wanted)


def _part(seen: Any, wanted: Any) -> Any:
    """Of a record only what is wanted is compared."""
    if isinstance(seen, dict) and isinstance(wanted, dict):
        return {key: _part(seen[key], each) for key, each in wanted.items() if key in seen}
    return seen


def _same(where: str, what: str, seen: Any, wanted: Any) -> None:
    assert seen == wanted, f"{where}\n{what} is {seen!r}\ninstead of {wanted!r}"
