"""Titles of rules, read aloud with their ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from app.systems import games

#: The module that the build writes: the running page has no rulebooks.
BUILT = "app.widgets.compiled.rule_titles"

#: The start of a rule with a title: `**G12 Succeed at a cost.**`.
_NAMED = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?) ([^*]+?)[.:]?\*\*")

#: A minus as it is typed.
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


def rule_title(game: str, id: str) -> str:
    """Return a rule's title, empty for one without."""
    return _titles().get(game, {}).get(id, "")


def titles_by_game() -> dict[str, dict[str, str]]:
    """Map each game to its rules' titles, as its rulebook has them."""
    return {
        id: {rule: _MINUS.sub("\u2212", name) for rule, name in _NAMED.findall(game.rulebook)}
        for id, game in games().items()
    }


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    try:
        built: Mapping[str, Mapping[str, str]] = import_module(BUILT).TITLES
    except ModuleNotFoundError:
        return titles_by_game()
    return built
