"""One style for all visible texts: no inner ids, one kind of minus, correct plurals."""

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

#: Attributes whose texts are shown or read aloud.
SPOKEN = {"title", "aria-label", "placeholder", "alt"}

#: Patterns that no text may contain, by their fault.
FORBIDDEN = {
    "an inner id": re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b"),
    "a word of the workshop": re.compile(r"\bseeds?\b"),
    "another kind of minus": re.compile(r"(?<![\w\u2212\u2013.-])-(?=\d)"),
    "an abbreviation as no game writes it": re.compile(r"\b(?:Hp|Ap|Cd|Gm|Npc|Dr)\b"),
    "one of several": re.compile(
        r"(?<![\w.,:/+\u2212\u2013|-])(?<!face of )(?<!natural )1 ([a-z]+s)\b"
    ),
}

#: Words that end in s but are no plurals, and verbs that may follow a number.
NO_PLURALS = {
    *("as", "is", "was", "has", "its", "this", "less", "unless", "starts", "gives", "counts"),
    *("scores", "moves", "success", "plus", "minus", "focus", "always", "means", "passes", "adds"),
}


class Read(HTMLParser):
    """The visible and spoken texts of a piece of HTML, without code."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        self._code += tag in ("code", "pre", "textarea", "dialog")

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("code", "pre", "textarea", "dialog")

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._code:
            self.texts.append(" ".join(data.split()))


def wrong(html: str) -> list[str]:
    """Return the forbidden texts with their faults."""
    return [
        f"{why}: {text[max(0, match.start() - 40) : match.end() + 20]}"
        for text in Read(html).texts
        for why, pattern in FORBIDDEN.items()
        for match in pattern.finditer(text)
        if not (match.groups() and match[1] in NO_PLURALS)
    ]


def test_the_whole_page_speaks_in_one_voice() -> None:
    """The page includes every form, table and rulebook."""
    page = PAGES.get_template("index.html")
    books = rulebooks(games().values())
    values = {**context(), **help_context(), "rulebooks": books, "build": BUILD}
    assert wrong(insert_views(page.render(values))) == []


def results(game: Game) -> Iterator[str]:
    """Yield results of all procedures: of the defaults and of worked examples."""
    all_cases = [case.values[0] for case in cases("examples")]
    for procedure in game:
        own = [
            case.get("inputs", {}) for case in all_cases if case.get("procedure") == procedure.id
        ]
        for index, inputs in enumerate([{}, *own[:4]]):
            try:
                bound = procedure.bind(inputs)
            except BadInput:
                continue
            play = by_chance(bound, random.Random(index))
            follows = procedure.next_rolls(bound.values, play.outcome)
            result_card = card(procedure, play, names={}, follows=follows)
            yield PAGES.get_template("result.html").render(card=result_card)


@pytest.mark.parametrize("game", GAMES)
def test_results_speak_in_the_same_voice(game: Game) -> None:
    faults = [each for html in results(game) for each in wrong(html)]
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_sheets_speak_in_the_same_voice(game: Game) -> None:
    template = PAGES.get_template("sheet.html")
    for data in game.sheet.samples if game.sheet else ():
        view = sheet_view(game, Character("c0", str(data["name"]), "pc", False, data))
        for editing in (False, True):
            assert wrong(template.render(sheet=view, game=game, editing=editing)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_of_a_field_begins_with_its_label(game: Game) -> None:
    for procedure in game:
        texts = default_text(procedure)
        for name, declared in procedure.inputs.items():
            if declared.kind.schema().get("type") not in ("integer", "number"):
                continue
            faults = Desk(procedure, {**texts, name: "x"}).faults()
            assert faults[name].startswith(declared.label), (procedure.id, name)
            assert not wrong(f"<p>{faults[name]}</p>")
