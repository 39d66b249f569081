"""A first roll in each game with a sample character."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.participants.prefill import Sources, prefill
from app.campaign.state.characters import short_name
from app.core.errors import BadInput
from app.core.games import Game
from app.core.odds.odds import chances
from app.core.play.play import Chance, Finished, walk
from app.core.procedures.procedure import Bound
from app.core.sheets import Rollable, Sheet
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import link, path_of
from app.widgets.roll.result.results import Roll, rolls

#: Seed of the dice on the cards: builds are reproducible, and most games show a sign.
SHOWN_DICE = 2312

#: The chances of success that suit a first roll.
FAIR = Fraction(1, 2), Fraction(7, 10)


@dataclass(frozen=True)
class Trial:
    """A first roll with a sample character, and its place on the sheet.

    typed: the texts of inputs that no sheet fills in.
    """

    procedure: str
    sample: int
    name: str
    place: str
    typed: Mapping[str, str]
    dice: tuple[Roll, ...]

    @property
    def href(self) -> str:
        """Return the address of its form."""
        return link(path_of(self.procedure), self.typed)


def trial(game: Game) -> Trial | None:
    """Return the first roll of the first sample: one as likely to succeed as not, if possible."""
    if game.sheet is None or not game.sheet.samples:
        return None
    data = game.sheet.samples[0]
    sheet = game.sheet.fill(data)
    name = short_name(str(data.get("name", "")))
    candidates = [
        (bound, _trial(game, roll, name, bound))
        for roll in game.sheet.rolls(sheet)
        if (bound := _bound(game, sheet, roll)) is not None
    ]
    fair, uneven = list[Trial](), list[Trial]()
    for bound, each in candidates:
        success = chances(bound).success
        if success is not None:
            (fair if FAIR[0] <= success <= FAIR[1] else uneven).append(each)
    with_dice = [each for _, each in candidates if each.dice]
    return next(iter((*fair, *uneven, *with_dice)), None)


def _trial(game: Game, roll: Rollable, name: str, bound: Bound) -> Trial:
    taken = bound.procedure.inputs
    typed = {key: field_text(value) for key, value in game.trial.items() if key in taken}
    return Trial(roll.procedure, 0, name, roll.place, typed, _dice(bound))


def _bound(game: Game, sheet: Sheet, roll: Rollable) -> Bound | None:
    procedure = game.procedures[roll.procedure]
    typed = {key: value for key, value in game.trial.items() if key in procedure.inputs}
    sheets = {"self": sheet}
    sources = Sources(
        game, procedure, sheets=sheets, feeds=roll.feeds, inputs=roll.inputs, typed=typed
    )
    try:
        return procedure.bind(prefill(sources).values)
    except BadInput:
        return None


def _dice(bound: Bound) -> tuple[Roll, ...]:
    """Return a sample roll of its dice, for the game's card."""
    play = walk(bound, Chance(random.Random(SHOWN_DICE)))
    return rolls(play.rolls) if isinstance(play, Finished) else ()
