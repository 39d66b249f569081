"""Whole fights, written once as data and played twice: without a browser, and in one.

`tests/data/<game>/fights/*.json` holds what a game master does from the first moment to the last,
and what is true after each act, worked out by hand from the rules:

{"title": "...", "house": {name: value}, "acts": [{...}, ...]}

An act is one of these, with `why` (the rules it follows) and `then` (what is true after it):

{"join": "players"}                     both sample characters, by one tap
{"quick": "2 raiders, hp 7"}            a line of quick entry
{"onward": {field: text}}               the main button, which moves the turns on
{"step": id, "who": name, "given": {field: text}}   a step from a combatant's menu; without `who`,
                                        from the scene's; with "refused": field, the step is
                                        refused for that field; with "pick": label, the sheet's
                                        entry of that label fills the form
{"earlier": name}                       a combatant moves up one place in the order of turns
{"out": name}                           a combatant is removed from the encounter
{"due": words, "pick": label}           the due roll with these words is rolled, filled with the
                                        sheet's entry of that label; see below
{"roll": procedure, "who": name, "at": name, "pick": label}   a roll from a combatant's menu: the
                                        sheet's button of that label, or an empty form without it
{"follow": procedure, "pick": label, "at": name}   a next roll that the last result offers, at
                                        another target
{"take_back": words}                    the last result's card lists these effects of a superseded
                                        outcome, and they are taken back there
{"done": words}, {"waive": words}       the due roll is settled without dice
{"time": 10, "unit": "minutes"}         time passes
{"reload": true}                        the page is closed and opened again
{"end": true}                           the encounter ends

The three that roll take `switch` [names] (entries of the sheet to switch on or off), `put`
{field: text}, `dice` (faces, and decisions {name: value} where they are needed; without it the
Roll button is tapped), and `apply` (true, or indexes from 0 of the proposed effects); they check
`filled` {field: text} of the form as it opened, `cast` {role: name}, `grade`, `values`
{name: value}, `proposed` [words], `follows` [labels], `back` [words] (the applied effects of an
outcome that this one replaces).

`then` checks `heading`, `current`, `next`, `order` [names], `badges` {name: [words]},
`pools` {name: text}, `due` [words], `notes` [words], `waits` (why the turns cannot go on),
`sheet` {name: {field: value}}, `clock`; on the players' screen `players` [names], `told`
[announcements], `shown` {name: [badges]}.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Fight:
    """A fight as its file describes it."""

    game: str
    name: str
    house: dict[str, Any]
    acts: list[dict[str, Any]]


def fights() -> list[Any]:
    """Return every fight of every game as pytest parameters."""
    import pytest

    parameters = []
    for path in sorted(DATA.glob("*/fights/*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        game = path.parent.parent.name
        fight = Fight(game, path.stem, record.get("house", {}), record["acts"])
        parameters.append(pytest.param(fight, id=f"{game}-{path.stem}"))
    return parameters
