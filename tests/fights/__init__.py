"""Whole fights, written once as data and played twice: without a browser, and in one.

`tests/data/<game>/fights/*.json` holds what a game master does from the first moment to the last,
and what is true after each act, worked out by hand from the rules:

{"title": "...", "house": {name: value}, "acts": [{...}, ...]}

An act is one of these, with `why` (the rules it follows) and `then` (what is true after it):

{"join": "players"}                     both sample characters, by one tap
{"quick": "2 raiders, hp 7"}            a line of quick entry
{"onward": {field: text}}               the big button that carries the turns on
{"step": id, "who": name, "given": {field: text}}   a step of somebody's menu; of the scene's
                                        without `who`; with "refused": field it must not happen;
                                        with "pick": label, that of the sheet fills its form
{"earlier": name}                       somebody gets the place before, in the order of turns
{"out": name}                           somebody is taken out of the encounter
{"due": words, "pick": label}           what is due and says so is rolled, with what stands on the
                                        sheet under that label; see below
{"roll": procedure, "who": name, "at": name, "pick": label}   a roll from somebody's menu: of the
                                        sheet's button with that label, without it of anything
{"follow": procedure, "pick": label, "at": name}   what the last result offers to roll next, at
                                        somebody else
{"take_back": words}                    what the last result's card says was applied of what counts
                                        no more, and is taken back there
{"done": words}, {"waive": words}       what is due is settled without a roll
{"time": 10, "unit": "minutes"}         time passes
{"reload": true}                        the page is closed and opened again
{"end": true}                           the encounter ends

The three that roll take `switch` [names] (what stands on the sheet is switched on or off), `put`
{field: text}, `dice` (faces, and decisions {name: value} where they are wanted; without it the
button Roll is tapped), and `apply` (true, or places from 0, of what is proposed); they check
`filled` {field: text} of the form as it opened, `cast` {role: name}, `grade`, `values`
{name: value}, `proposed` [words], `follows` [labels], `back` [words] (what was applied of an
outcome whose place this one takes).

`then` checks `heading`, `current`, `next`, `order` [names], `badges` {name: [words]},
`pools` {name: text}, `due` [words], `notes` [words], `waits` (why the turns cannot go on),
`sheet` {name: {field: value}}, `clock`; of the players' screen `players` [names], `told` [what
everybody is told], `shown` {name: [words upon them]}.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Fight:
    """One fight as it is written."""

    game: str
    name: str
    house: dict[str, Any]
    acts: list[dict[str, Any]]


def fights() -> list[Any]:
    """Every fight of every game, as pytest parameters."""
    import pytest

    found = []
    for path in sorted(DATA.glob("*/fights/*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        game = path.parent.parent.name
        fight = Fight(game, path.stem, record.get("house", {}), record["acts"])
        found.append(pytest.param(fight, id=f"{game}-{path.stem}"))
    return found
