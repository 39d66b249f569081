"""One voice: no inner ids, one kind of minus, singular and plural right, wherever it is read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from app.campaign.state.state import Character
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import by_chance
from app.systems import games
from app.widgets.page import context
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.result.results import card
from app.widgets.sheet.sheets import sheet_view
from building.page.help import help_context
from building.page.rulebook import rulebooks
from building.page.views import insert_views
from tests.examples import cases
from tests.rendered import BUILD
from tests.widgets.templates import PAGES

GAMES = [pytest.param(game, id=id) for id, game in games().items()]

#: Texts that somebody sees or hears besides those between the tags.
SPOKEN = {"title", "aria-label", "placeholder", "alt"}

#: What nobody should read, by what is wrong with it.
FORBIDDEN = {
    "an inner id": re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b"),
    "a word of the workshop": re.compile(r"\bseeds?\b"),
    "another kind of minus": re.compile(r"(?<![\w\u2212\u2013.-])-(?=\d)"),
    "an abbreviation as no game writes it": re.compile(r"\b(?:Hp|Ap|Cd|Gm|Npc|Dr)\b"),
    "one of several": re.compile(
        r"(?<![\w.,:/+\u2212\u2013|-])(?<!face of )(?<!natural )1 ([a-z]+s)\b"
    ),
}

#: Words in s that are no plurals, and verbs that a number may stand before.
NO_PLURALS = {
    *("as", "is", "was", "has", "its", "this", "less", "unless", "starts", "gives", "counts"),
    *("scores", "moves", "success", "plus", "minus", "focus", "always", "means", "passes", "adds"),
}


class Read(HTMLParser):
    """Everything in a piece of HTML that somebody reads; the games' own notation is none of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._code = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in SPOKEN and value]
        self._code += tag in ("code", "pre", "textarea", "dialog")

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("code", "pre", "textarea", "dialog")

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._code:
            self.said.append(" ".join(data.split()))


def wrong(html: str) -> list[str]:
    """What of it nobody should read, and why."""
    return [
        f"{why}: {text[max(0, found.start() - 40) : found.end() + 20]}"
        for text in Read(html).said
        for why, pattern in FORBIDDEN.items()
        for found in pattern.finditer(text)
        if not (found.groups() and found[1] in NO_PLURALS)
    ]


def test_the_whole_page_speaks_in_one_voice() -> None:
    """Every form, every table, every rulebook."""
    page = PAGES.get_template("index.html")
    books = rulebooks(games().values())
    seen = {**context(), **help_context(), "rulebooks": books, "build": BUILD}
    assert wrong(insert_views(page.render(seen))) == []


def results(game: Game) -> Iterator[str]:
    """Results of all procedures: as they stand, and as the worked examples of the game tell."""
    told = [each.values[0] for each in cases("examples")]
    for procedure in game:
        own = [each["inputs"] for each in told if each.get("procedure") == procedure.id]
        for place, inputs in enumerate([{}, *own[:4]]):
            try:
                bound = procedure.bind(inputs)
            except BadInput:
                continue
            play = by_chance(bound, random.Random(place))
            follows = procedure.next_rolls(bound.values, play.outcome)
            seen = card(procedure, play, names={}, follows=follows)
            yield PAGES.get_template("result.html").render(card=seen)


@pytest.mark.parametrize("game", GAMES)
def test_results_speak_in_the_same_voice(game: Game) -> None:
    found = [each for html in results(game) for each in wrong(html)]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_sheets_speak_in_the_same_voice(game: Game) -> None:
    template = PAGES.get_template("sheet.html")
    for data in game.sheet.samples if game.sheet else ():
        seen = sheet_view(game, Character("c0", str(data["name"]), "pc", False, data))
        for editing in (False, True):
            assert wrong(template.render(sheet=seen, game=game, editing=editing)) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_field_begins_with_its_label(game: Game) -> None:
    for procedure in game:
        stood = default_text(procedure)
        for name, declared in procedure.inputs.items():
            if declared.kind.schema().get("type") not in ("integer", "number"):
                continue
            faults = Desk(procedure, {**stood, name: "x"}).faults()
            assert faults[name].startswith(declared.label), (procedure.id, name)
            assert not wrong(f"<p>{faults[name]}</p>")
