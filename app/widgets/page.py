"""The whole page: the template environment, and what build.py renders before Python ever starts.

The same templates are rendered here at build time and by the running page, so what can be read is
in the HTML from the first byte: games, forms with the odds of their defaults, tables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jinja2 import BaseLoader, Environment, StrictUndefined

from app.core.errors import BadInput
from app.core.games import Game
from app.core.odds.odds import chances
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.systems import DICE, games
from app.widgets.odds import odds
from app.widgets.odds.helps import room
from app.widgets.reference import reading
from app.widgets.reference.rule_titles import rule_title
from app.widgets.roll.forms import Form, form
from app.widgets.roll.results import number
from app.widgets.search.keys import KEYS

if TYPE_CHECKING:
    from app.widgets.roll.quick_start import Trial


def environment(loader: BaseLoader) -> Environment:
    """The one template environment: what a template means in the build it means in the page."""
    made = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters["cell"] = cell
    made.globals["rule_title"] = rule_title
    return made


#: A text that is nothing but a number below zero.
_NEGATIVE = re.compile(r"-\d+")


def cell(value: Any) -> str:
    """A cell of a table for the eye."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(cell(each) for each in value)
    if isinstance(value, str):
        return f"\u2212{value[1:]}" if _NEGATIVE.fullmatch(value) else value
    return number(value)


@dataclass(frozen=True)
class ProcedureView:
    """A procedure's view: its form, and the odds of its defaults."""

    procedure: Procedure
    form: Form
    odds: tuple[odds.Row, ...]
    success: str

    @property
    def path(self) -> str:
        return f"{self.procedure.game}/{self.procedure.name}"

    @property
    def helps(self) -> int:
        """So many lines of what would help most are kept free."""
        return room(self.procedure)

    @property
    def scans(self) -> bool:
        """Has it an input to scan along?"""
        kinds = (each.kind for each in self.procedure.inputs.values())
        return any(isinstance(kind, Whole | OneOf | YesNo) for kind in kinds)

    @property
    def ranked(self) -> bool:
        """Is one of its results better than another?"""
        return len({grade.tone for grade in self.procedure.grades}) > 1


def work(procedure: Procedure) -> ProcedureView:
    """A procedure's view with the odds of its defaults, if all its inputs have one."""
    try:
        found = chances(procedure.bind())
    except BadInput:
        found = None
    grades = found.grades if found else None
    return ProcedureView(
        procedure, form(procedure), odds.rows(procedure, grades), odds.success_words(found)
    )


@dataclass(frozen=True)
class GameView:
    """A game as the page shows it: chapters of works, tables, rulebook, and a first roll to try."""

    game: Game
    chapters: tuple[tuple[str, tuple[ProcedureView, ...]], ...]
    trial: Trial | None = None

    @property
    def tray(self) -> ProcedureView:
        """Bare dice within the game."""
        return work(self.game.tray)

    @property
    def tables(self) -> tuple[Table[Any], ...]:
        return self.game.tables

    def fills(self, table: Table[Any]) -> tuple[reading.Fill, ...]:
        """The forms that take a row of a table."""
        return reading.fills(self.game, table)

    def rolled_on(self, table: Table[Any]) -> Procedure | None:
        """The form that rolls on a table."""
        return reading.rolled_on(self.game, table)

    def contents(self, book: str) -> tuple[tuple[str, str], ...]:
        """The headings of the rulebook, each with the first rule below it."""
        return reading.contents(book)


def shelf(game: Game) -> GameView:
    """A game with the views of all its procedures."""
    chapters = (
        (chapter.title, tuple(work(each) for each in chapter.procedures))
        for chapter in game.chapters
    )
    from app.widgets.roll.quick_start import (
        trial,  # the running page draws no shelf, and needs none of it
    )

    return GameView(game, tuple(chapters), trial(game))


def context() -> dict[str, Any]:
    """What index.html is rendered with."""
    shelves = tuple(shelf(game) for game in games().values())
    return {"shelves": shelves, "bare": shelf(games()[DICE]), "keys": KEYS}
