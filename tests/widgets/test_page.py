"""The page before Python starts: everything exists once, and every link has a target."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from fractions import Fraction

import pytest

from app.core.games import Game
from app.systems import DICE, games
from app.widgets.page import adds_words, bound, context, view_game
from app.widgets.roll.links import read
from building.page.help import help_context
from building.page.rulebook import rulebook, rulebooks
from building.page.views import (
    WAITING,
    file_of,
    insert_views,
    read_views,
    remove_views,
    split_views,
)
from tests.rendered import BUILD
from tests.widgets.markup import NAMES_OTHERS, Markup
from tests.widgets.templates import PAGES

#: The games, and bare dice without a game.
PLAYED = (*games().values(), games()[DICE])

#: The files of a game, and that of bare dice.
KINDS_OF_FILES = ("forms", "tables", "rules")
BARE = "views/dice-forms.html"
OWN = {"views/help.html", "views/about.html"}

EVERY = [pytest.param(game, id=game.id) for game in games().values()]


#: The most bytes of the page before its first paint, plain and compressed.
FRAME = 150_000
FRAME_PACKED = 30_000


@pytest.fixture(scope="module")
def whole() -> str:
    """Return the page before the build cuts out its views."""
    books = rulebooks(games().values())
    template = PAGES.get_template("index.html")
    return template.render(context() | help_context() | {"rulebooks": books, "build": BUILD})


@pytest.fixture(scope="module")
def page(whole: str) -> Markup:
    """Return the page with its views inserted."""
    return Markup(insert_views(whole))


def test_the_files_hold_the_views_and_nothing_else(whole: str) -> None:
    files = split_views(whole)
    views = dict(read_views(files))
    assert (
        set(files)
        == {f"views/{game}-{of}.html" for game in games() for of in KINDS_OF_FILES} | {BARE} | OWN
    )
    assert views == {view["path"]: view["held"] for view in WAITING.finditer(whole)}
    assert {id.replace(".", "/") for game in PLAYED for id in game.procedures} <= set(views)
    frame = remove_views(whole, {path: path for path in files})
    assert ' data-procedure="' not in frame
    for path, text in views.items():
        shell = re.compile(rf'(<section data-view="{path}"[^>]*) data-from="{file_of(path)}">')
        (before, attributes, after) = shell.split(frame)
        frame = f"{before}{attributes}>{text}{after}"
    assert frame == insert_views(whole)


def test_the_frame_is_small(whole: str) -> None:
    frame = remove_views(
        whole, dict.fromkeys(split_views(whole), "./views/some-forms.0123456789ab.html")
    )
    assert len(frame.encode()) < FRAME
    assert len(gzip.compress(frame.encode(), 9)) < FRAME_PACKED


def test_is_well_formed(page: Markup) -> None:
    assert page.wrong == []


def test_ids_are_unique_and_names_of_others_lead_to_them(page: Markup) -> None:
    ids = Counter(page.all("id"))
    assert [id for id, times in ids.items() if times > 1] == []
    for attribute in NAMES_OTHERS:
        named = {id for value in page.all(attribute) for id in value.split()}
        assert named - set(ids) == set(), attribute


def test_every_procedure_has_one_view_with_its_form_and_its_odds(page: Markup) -> None:
    every = [id for game in PLAYED for id in game.procedures]
    assert page.all("data-odds-of") == every
    forms = [
        attrs["data-procedure"]
        for tag, attrs in page.elements
        if tag == "form" and "data-procedure" in attrs
    ]
    assert forms == every
    assert {id.replace(".", "/") for id in every} <= set(page.all("data-view"))


def test_the_odds_of_the_defaults_are_there(page: Markup) -> None:
    odds = [attrs for _, attrs in page.elements if "data-odds-of" in attrs or "data-odds" in attrs]
    sums: dict[str, Fraction] = {}
    blank: Counter[str] = Counter()
    procedure = ""
    for attrs in odds:
        if "data-odds-of" in attrs:
            procedure = attrs["data-odds-of"] or ""
            sums[procedure] = Fraction(0)
        elif attrs["data-p"]:
            sums[procedure] += Fraction(attrs["data-p"])
        else:
            blank[procedure] += 1
    every = {id: each for game in PLAYED for id, each in game.procedures.items()}
    assert set(sums) == set(every)
    for id, sum_of in sums.items():
        assert sum_of == 1 or blank[id] == len(every[id].grades), id


def test_every_link_within_the_page_leads_somewhere(page: Markup) -> None:
    views, ids = set(page.all("data-view")), set(page.all("id"))
    for href in page.all("href"):
        if href.startswith("#/"):
            path = read(href).path or "home"
            book, _, rule = path.rpartition("/")
            places = {f"rule-{rule}", f"table-{rule}", f"help-{rule}"}
            assert path in views or (book in views and places & ids), href
        elif href.startswith("#"):
            assert href[1:] in ids, href


@pytest.mark.parametrize("game", EVERY)
def test_every_rule_has_one_place(page: Markup, game: Game) -> None:
    places = Counter(page.all("id"))
    assert {id: places[f"rule-{id}"] for id in game.rules} == dict.fromkeys(game.rules, 1)


@pytest.mark.parametrize("game", EVERY)
def test_every_rule_says_its_id_where_it_stands(game: Game) -> None:
    """A tap on a paragraph, an item or a row shows the id of its rule."""
    begins = re.compile(r'<(?:section|li|tr)\b[^>]*\bid="rule-([^"]+)"[^>]*>')
    _, *parts = begins.split(str(rulebook(game.rulebook, game.id)))
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    assert set(texts) == set(game.rules)
    for id, text in texts.items():
        strong = re.findall(r"<strong>(.*?)</strong>", text, re.DOTALL)
        assert any(Markup(each).text.startswith(id) for each in strong), id


def test_no_rule_is_cited_that_has_no_place(page: Markup) -> None:
    ids = set(page.all("id"))
    cited = set(page.all("data-rule"))
    assert cited
    assert {rule for rule in cited if f"rule-{rule}" not in ids} == set()


@pytest.mark.parametrize("game", EVERY)
def test_every_table_is_there_once(page: Markup, game: Game) -> None:
    counts = Counter(page.all("data-table"))
    assert {table.id: counts[table.id] for table in game.tables} == dict.fromkeys(
        (table.id for table in game.tables), 1
    )


@pytest.mark.parametrize("game", EVERY)
def test_a_rulebook_by_itself_is_well_formed_and_keeps_its_words(game: Game) -> None:
    html = Markup(rulebook(game.rulebook, game.id))
    assert html.wrong == []
    # Compare both texts without the marks of Markdown.
    bare = re.compile(r"[\W_]+")
    words = bare.sub("", re.sub(r"^\s*\d+\.\s", "", game.rulebook, flags=re.M))
    rendered_words = bare.sub("", html.text)
    missing = [
        line
        for line in game.rulebook.splitlines()
        if bare.sub("", re.sub(r"^\s*\d+\.\s", "", line)) not in rendered_words
    ]
    assert len(rendered_words) >= 0.97 * len(words)
    assert missing == []


def test_a_rulebook_shows_markup_as_words() -> None:
    text = "**G1 <b>Odd</b>.** <script>alert(1)</script> see G2.\n\n**G2 Next.** `G1` <G1>"
    html = Markup(rulebook(text, "garden"))
    assert html.wrong == []
    assert html.tags <= {"section", "p", "strong", "a", "code"}
    assert "<script>alert(1)</script>" in html.text
    assert html.all("id") == ["rule-G1", "rule-G2"]


def test_wide_blocks_scroll_by_themselves_and_are_named() -> None:
    html = Markup(rulebook("| a<b | c |\n|-|-|\n| 1 | 2 |\n\n```\nlong\n```\n", "garden"))
    assert html.wrong == []
    (table, text) = html.with_attribute("tabindex")
    assert (table["class"], table["aria-label"]) == ("table-scroll", "a<b, c")
    assert text == {"tabindex": "0"}


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("**G1 A.** see G2 and G2.\n\n**G2 B.** x", ["G2", "G2"]),
        ("**G1 A.** not G12, G1x or xG1.\n\n**G2 B.**", []),
        ("**G1 A.** `G2` and [G2](https://example.org/)\n\n**G2 B.**", []),
        ("**W1.1 A.** W1.2, W1.2, but not W1.20.\n\n**W1.2 B.**", ["W1.2", "W1.2"]),
        ("| id | what |\n|-|-|\n| **G1** | see G2 |\n| **G2** | x |", ["G2"]),
        ("- **G1** see G2\n- **G2** see G1", ["G2", "G1"]),
    ],
)
def test_cited_rules_become_links(text: str, cited: list[str]) -> None:
    html = Markup(rulebook(text, "garden"))
    assert html.all("data-rule") == cited
    assert html.wrong == []


def test_a_rulebook_calls_tables_and_forms_by_their_titles() -> None:
    books = rulebooks(games().values())
    for game in games().values():
        assert not re.search(rf"<code>{game.id}\.\w+</code>", books[game.id])
    assert '<a href="#/garden/opposed_test">Opposed test</a>' in books["garden"]


@pytest.mark.parametrize("game", [pytest.param(game, id=id) for id, game in games().items()])
def test_a_game_shows_six_common_rolls_and_the_number_of_all(game: Game) -> None:
    view = view_game(game)
    assert len({work.path for work in view.common}) == 6
    assert view.works == len(list(game))


def test_a_summary_is_shown_where_it_says_more_than_its_title() -> None:
    assert not adds_words("Test an attribute.", "Attribute test")
    assert not adds_words("Find the band of a distance.", "Range band")
    assert adds_words("Drop from a height, with armour and what breaks the fall.", "Fall")


def test_no_line_begins_with_a_dot_a_star_or_a_modifier() -> None:
    shown = bound("Wpn-Pistols +3 · 2d6 −1 · 4 ★ to +hit 2 + 3 main-action")
    shown = shown.replace("\u00a0", "_").replace("-\u2060", "=")
    assert shown == "Wpn-Pistols_+3_· 2d6_−1_· 4_★ to +hit 2 + 3 main=action"
