"""What a newcomer can try in each game: a first roll with a sample character."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from app.core.errors import BadInput
from app.core.games import Game
from app.core.odds.odds import chances
from app.core.play.play import Chance, Finished, walk
from app.core.procedures.procedure import Bound
from app.core.sheets import Rollable, Sheet
from app.widgets.roll.forms import field_text
from app.widgets.roll.links import link
from app.widgets.roll.results import Roll, rolls

#: What the dice on the cards are thrown with: every build is alike, and most games show a sign.
SHOWN_DICE = 2312


@dataclass(frozen=True)
class Trial:
    """A first roll with a sample character: whose, and where it stands on their sheet.

    typed: what no sheet says, as it stands in the form.
    """

    procedure: str
    sample: int
    name: str
    place: str
    typed: Mapping[str, str]
    dice: tuple[Roll, ...]

    @property
    def href(self) -> str:
        return link(self.procedure.replace(".", "/"), self.typed)


def trial(game: Game) -> Trial | None:
    """The first roll of the first sample, if possible one that succeeds or fails."""
    if game.sheet is None or not game.sheet.samples:
        return None
    data = game.sheet.samples[0]
    sheet = game.sheet.filled(data)
    name = str(data.get("name", "")).partition(",")[0]
    found = [
        (bound, _trial(game, each, name, bound))
        for each in game.sheet.rolls(sheet)
        if (bound := _bound(game, sheet, each)) is not None
    ]
    telling = (trial for bound, trial in found if chances(bound).success is not None)
    return next(telling, next((trial for _, trial in found if trial.dice), None))


def _trial(game: Game, roll: Rollable, name: str, bound: Bound) -> Trial:
    taken = bound.procedure.inputs
    typed = {key: field_text(value) for key, value in game.trial.items() if key in taken}
    return Trial(roll.procedure, 0, name, roll.place, typed, _dice(bound))


def _bound(game: Game, sheet: Sheet, roll: Rollable) -> Bound | None:
    procedure = game.procedures[roll.procedure]
    assert game.sheet is not None
    fed = game.sheet.feed(procedure, {"self": sheet}, dict(roll.inputs))
    try:
        told = {key: value for key, value in game.trial.items() if key in procedure.inputs}
        return procedure.bind({**told, **fed, **roll.inputs})
    except BadInput:
        return None


def _dice(bound: Bound) -> tuple[Roll, ...]:
    """How its dice may fall, for the card of the game."""
    play = walk(bound, Chance(random.Random(SHOWN_DICE)))
    return rolls(play.rolls) if isinstance(play, Finished) else ()
