"""What each rule is called, so that its id can be read aloud with its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from app.systems import games

#: Where the build puts them: the running page has no rulebooks beside its code.
BUILT = "app.widgets.compiled.rule_titles"

#: How a rule begins that has a name: `**G12 Succeed at a cost.**`.
_NAMED = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?) ([^*]+?)[.:]?\*\*")

#: A minus as it is typed.
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


def rule_title(game: str, id: str) -> str:
    """Its name, empty for one that has none."""
    return _titles().get(game, {}).get(id, "")


def written() -> dict[str, dict[str, str]]:
    """By game, the names of its rules as its rulebook has them."""
    return {
        id: {rule: _MINUS.sub("\u2212", name) for rule, name in _NAMED.findall(game.rulebook)}
        for id, game in games().items()
    }


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    try:
        built: Mapping[str, Mapping[str, str]] = import_module(BUILT).TITLES
    except ModuleNotFoundError:
        return written()
    return built
