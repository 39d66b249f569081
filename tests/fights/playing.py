"""Play a fight from its record at any kind of table: each act, then the state after it."""

from __future__ import annotations

from typing import Any, Protocol

from tests.fights import Fight

#: Acts, by the key that names them.
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
#: Results that an act with a roll reports.
OF_ROLLS = ("filled", "cast", "grade", "values", "proposed", "follows", "back")


class Player(Protocol):
    """A table that plays acts and reports the state after them (None: not visible here)."""

    def do(self, act: dict[str, Any]) -> dict[str, Any]: ...
    def seen(self, what: str, of: Any) -> Any: ...


def play(player: Player, fight: Fight) -> None:
    """Play every act of the fight; a difference names the act."""
    for number, act in enumerate(fight.acts, 1):
        if "follow" in act or "take_back" in act:
            before = fight.acts[number - 2]
            assert "then" not in before, f"act {number} follows: say what is true after it alone"
        (kind,) = (key for key in ACTS if key in act)
        where = f"{fight.game}/{fight.name}, act {number}: {kind} {act[kind]} {act.get('why', '')}"
        try:
            result = player.do(act)
        except AssertionError as fault:
            raise AssertionError(f"{where}\n{fault}") from fault
        for key in OF_ROLLS:
            if key in act and key in result:
                _same(where, key, _part(result[key], act[key]), act[key])
        for key, expected in act.get("then", {}).items():
            actual = player.seen(key, expected)
            if actual is not None:
                _same(where, key, _part(actual, expected), expected)


def _part(actual: Any, expected: Any) -> Any:
    """Keep only those parts of a record that are expected."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        return {key: _part(actual[key], each) for key, each in expected.items() if key in actual}
    return actual


def _same(where: str, key: str, actual: Any, expected: Any) -> None:
    assert actual == expected, f"{where}\n{key} is {actual!r}\ninstead of {expected!r}"
