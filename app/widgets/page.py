"""The whole page: the template environment, and the context of build.py.

The same templates are rendered at build time and by the running page, so the first byte of HTML
already has the games, forms with the odds of their defaults, and tables.
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
from app.widgets.roll.form.forms import Form, form
from app.widgets.roll.result.words import number
from app.widgets.search.keys import KEYS

if TYPE_CHECKING:
    from app.widgets.roll.favourites.quick_start import Trial


def environment(loader: BaseLoader) -> Environment:
    """Return the one template environment of the build and the page."""
    env = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    env.filters["cell"] = cell
    env.filters["bound"] = bound
    env.globals["rule_title"] = rule_title
    return env


#: A text that is a negative number.
_NEGATIVE = re.compile(r"-\d+")


def cell(value: Any) -> str:
    """Format a value as the cell of a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(cell(each) for each in value)
    if isinstance(value, str):
        return f"\u2212{value[1:]}" if _NEGATIVE.fullmatch(value) else value
    return number(value)


#: A blank before a part that belongs to the words before it: a dot, a star, `+3`.
_BLANK_BEFORE = re.compile(" (?=[·★]|[+−][0-9])")


def bound(text: str) -> str:
    """Bind separating dots, stars and modifiers to the words before them: no line begins there.

    Nor does one begin within `main-action`: a word joiner binds it at its hyphen.
    """
    return _BLANK_BEFORE.sub("\u00a0", text).replace("-action", "-\u2060action")


#: The number of common rolls that a game's page shows.
COMMON = 6

#: Words that say nothing by themselves.
_FILLERS = frozenset(
    re.findall(
        r"\w+",
        """a an and any are as at by for from how in is it its of on one or out roll test that the
        their this to up what with work you your find against""",
    )
)

#: Words by which a summary has to exceed its title.
_MORE = 3


def adds_words(summary: str, title: str) -> bool:
    """Tell whether a summary says more than its title does."""

    def stems(text: str) -> set[str]:
        return {word[:5] for word in re.findall(r"[a-z]+", text.lower()) if word not in _FILLERS}

    return len(stems(summary) - stems(title)) >= _MORE


@dataclass(frozen=True)
class ProcedureView:
    """A procedure's view: its form, and the odds of its defaults."""

    procedure: Procedure
    form: Form
    odds: tuple[odds.OddsRow, ...]
    success: str

    @property
    def path(self) -> str:
        """Return its path in addresses: `game/procedure`."""
        return f"{self.procedure.game}/{self.procedure.name}"

    @property
    def tells(self) -> bool:
        """Tell whether the summary says more than the title."""
        return adds_words(self.procedure.summary, self.procedure.title)

    @property
    def helps(self) -> int:
        """Return the number of lines reserved for the best options."""
        return room(self.procedure)

    @property
    def scans(self) -> bool:
        """Tell whether an input can be scanned."""
        kinds = (each.kind for each in self.procedure.inputs.values())
        return any(isinstance(kind, Whole | OneOf | YesNo) for kind in kinds)

    @property
    def ranked(self) -> bool:
        """Tell whether some results are better than others."""
        return len({grade.tone for grade in self.procedure.grades}) > 1


def work(procedure: Procedure) -> ProcedureView:
    """Return a procedure's view, with the odds of its defaults if all inputs have one."""
    try:
        odds_found = chances(procedure.bind())
    except BadInput:
        odds_found = None
    grades = odds_found.grades if odds_found else None
    return ProcedureView(
        procedure, form(procedure), odds.rows(procedure, grades), odds.success_words(odds_found)
    )


@dataclass(frozen=True)
class GameView:
    """A game on the page: chapters, tables, rulebook, and a first roll to try."""

    game: Game
    chapters: tuple[tuple[str, tuple[ProcedureView, ...]], ...]
    trial: Trial | None = None

    @property
    def works(self) -> int:
        """Return the number of its rolls."""
        return sum(len(works) for _, works in self.chapters)

    @property
    def common(self) -> tuple[ProcedureView, ...]:
        """Return the views of its most common rolls."""
        every = {work.procedure.name: work for _, works in self.chapters for work in works}
        names = self.game.common or tuple(every)
        return tuple(every[name] for name in names[:COMMON])

    @property
    def tray(self) -> ProcedureView:
        """Return the view of bare dice within the game."""
        return work(self.game.tray)

    @property
    def tables(self) -> tuple[Table[Any], ...]:
        """Return the game's reference tables."""
        return self.game.tables

    def fills(self, table: Table[Any]) -> tuple[reading.Fill, ...]:
        """Return the forms that take a row of a table."""
        return reading.fills(self.game, table)

    def rolled_on(self, table: Table[Any]) -> Procedure | None:
        """Return the form that rolls on a table."""
        return reading.form_of_table(self.game, table)

    def contents(self, book: str) -> tuple[tuple[str, str], ...]:
        """Return the headings of the rulebook, each with the first rule below it."""
        return reading.contents(book)


def view_game(game: Game) -> GameView:
    """Return a game with the views of all its procedures."""
    chapters = (
        (chapter.title, tuple(work(procedure) for procedure in chapter.procedures))
        for chapter in game.chapters
    )
    from app.widgets.roll.favourites.quick_start import (
        trial,  # only the build needs it
    )

    return GameView(game, tuple(chapters), trial(game))


def context() -> dict[str, object]:
    """Return the template context of index.html."""
    game_views = tuple(view_game(game) for game in games().values())
    return {"game_views": game_views, "bare": view_game(games()[DICE]), "keys": KEYS}
