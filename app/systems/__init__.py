"""The five games. A sixth is a sixth folder and one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from app.core.games import Game
from app.core.support.import_steps import FileMissing, Steps, import_steps

#: The ids of all games, in the order they are offered; each is a folder here with a `GAME`.
IDS = ("garden", "wasteland", "trueworld", "prism", "striker")

#: Bare dice by themselves: found as a game is, and listed among none.
DICE = "dice"


#: Games whose file could not be fetched: not known here until it is.
missing: set[str] = set()


@cache
def _imported(id: str) -> Game:
    game = import_module(f"app.systems.{id}").GAME
    assert isinstance(game, Game)
    return game


def bring(id: str) -> Steps:
    """Import a game's rules in steps; `games()[id]` meanwhile imports the rest at once."""
    if id in (*IDS, DICE):
        try:
            yield from import_steps(f"app.systems.{id}")
        except FileMissing:
            missing.add(id)


class _Games(Mapping[str, Game]):
    """All games by id; a game's rules are imported when it is first looked up."""

    def __getitem__(self, id: str) -> Game:
        if id not in (*IDS, DICE) or id in missing:
            raise KeyError(id)
        try:
            return _imported(id)
        except FileMissing:
            missing.add(id)
            raise KeyError(id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


_ALL = _Games()


def games() -> Mapping[str, Game]:
    """All games by id, in the order they are offered."""
    return _ALL
