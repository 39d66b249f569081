"""Reading: rules open in a dialog, rulebooks are searched, tables hold the rules' data."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.systems import games
from app.widgets.page import cell
from building.page.rulebook import rulebook
from tests.browser.support.driving import HISTORY_SETTLED, ROUTED, settle, show_rules, wait_for
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def table(running: Page) -> Table:
    return Table(running)


def go_to(table: Table, hash: str, view: str) -> None:
    table.path = view
    table.wait(HISTORY_SETTLED)
    table.page.evaluate("hash => { location.hash = hash }", hash)
    table.wait(f"!document.querySelector('[data-view=\"{view}\"]').hidden")


def test_a_tapped_rule_shows_its_own_text(table: Table) -> None:
    table.open("garden/skill_test")
    labelled = table.one(".label-line a[data-rule]:visible")
    expect(labelled).to_have_count(0)
    switch = table.one("[data-rules-switch]")
    table.do("device-switch")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert labelled.count() > 4
    dialog = table.page.locator("[data-rule-dialog]")
    table.one('a[data-rule="G12"]:visible').first.click()
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Succeed at a cost")
    assert table.page.evaluate("location.hash").startswith("#/garden/skill_test")
    # Escape closes it.
    table.page.keyboard.press("Escape")
    assert not dialog.is_visible()
    # Other forms show theirs, too.
    table.open("wasteland/skill_test")
    expect(table.one("[data-rules-switch]")).to_have_attribute("aria-pressed", "true")


def choose_rules(game: str) -> list[str]:
    """Return the first, middle and last rule of those in paragraphs, list items and rows.

    tests/widgets/test_page.py checks each rule in its place.
    """
    book = str(rulebook(games()[game].rulebook, game))
    by_tag: dict[str, list[str]] = {}
    for tag, id in re.findall(r'<(section|li|tr)\b[^>]*\bid="rule-([^"]+)"', book):
        by_tag.setdefault(tag, []).append(id)
    return [id for ids in by_tag.values() for id in (ids[0], ids[len(ids) // 2], ids[-1])]


def read_dialogs(table: Table, game: str, ids: Sequence[str]) -> dict[str, str]:
    """Return the dialog text of each rule, opened from the game's rulebook."""
    shown: dict[str, str] = table.page.evaluate(
        """([game, ids]) => {
            const link = document.createElement("a");
            document.querySelector(`[data-view="${game}/rules"]`).append(link);
            const dialog = document.querySelector("[data-rule-dialog]");
            const shown = ids.map((id) => {
                link.dataset.rule = id;
                link.click();
                const text = dialog.querySelector("[data-slot='rule']").innerText;
                const twice = [...document.querySelectorAll(`[id="rule-${id}"]`)].length;
                dialog.close();
                return [id, twice === 1 ? text : `${twice} places of one id`];
            });
            link.remove();
            return Object.fromEntries(shown);
        }""",
        [game, ids],
    )
    return shown


def test_a_rule_is_shown_whole_despite_a_search(table: Table) -> None:
    go_to(table, "#/garden/rules", "garden/rules")
    ids = [*choose_rules("garden"), "G12"]
    before = read_dialogs(table, "garden", ids)
    assert all(before.values())
    table.one("[data-search]").fill("no such words at all, zzz")
    after = read_dialogs(table, "garden", ids)
    # A link into the book ends a search that would hide its rule.
    go_to(table, "#/garden/rules/G12", "garden/rules")
    assert table.one("[data-search]").input_value() == ""
    assert in_sight(table, "rule-G12")
    assert after == before


def test_a_row_is_shown_below_the_head_of_its_table(table: Table) -> None:
    go_to(table, "#/wasteland/rules", "wasteland/rules")
    shown = read_dialogs(table, "wasteland", ["W6.3"])["W6.3"]
    head = table.one("#rule-W6\\.3").evaluate(
        "row => [...row.closest('table').tHead.rows[0].cells].map((cell) => cell.innerText)"
    )
    assert len(head) > 2
    assert shown.split("\n")[0].split("\t") == head
    assert "melee-weapon" in shown


def test_the_places_lead_on_in_the_game_that_was_open(browser: Browser, site: Site) -> None:
    """They are plain links that work before Python runs, also from a page without a game."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.route("**/*.wasm", lambda route: None)
    late: list[Route] = []
    page.route("**/navigation.*.js", lambda route: late.append(route))
    page.goto(f"{site.address}#/", wait_until="commit")
    wait_for(page, ROUTED)
    places, current = page.locator(".places"), page.locator(".places [aria-current]")
    expect(places).to_be_hidden()
    page.locator("[data-games] summary").click()
    page.locator('[data-game-link="prism"]').click()
    expect(page.locator("html")).to_have_attribute("data-game", "prism")
    # The menu closes with the page also if its own script is still to come.
    expect(page.locator("[data-games]")).not_to_have_attribute("open", "")
    late[0].continue_()
    expect(places).to_be_visible()
    wait_for(page, HISTORY_SETTLED)
    page.locator("[data-games] summary").click()
    page.locator('[data-game-link="striker"]').click()
    expect(page.locator("[data-games]")).not_to_have_attribute("open", "")
    expect(page.locator("[data-game-name]")).to_have_text("Striker")
    expect(page.locator("html")).to_have_attribute("data-game", "striker")
    for place, path in (
        ("fight", "encounter"),
        ("sheets", "characters"),
        ("journal", "journal"),
        ("roll", ""),
    ):
        page.locator(f'[data-goes="{place}"]').click()
        expect(current).to_have_attribute("data-goes", place)
        assert page.evaluate("location.hash") == f"#/striker/{path}".rstrip("/")
    page.locator('[data-goes="home"]').click()
    expect(page.locator("html")).to_have_attribute("data-game", "")
    expect(page.locator('[data-goes="fight"]')).to_have_attribute("href", "#/striker/encounter")
    context.close()


def test_a_cited_rule_in_a_rule_opens_in_its_turn(table: Table) -> None:
    go_to(table, "#/garden/rules", "garden/rules")
    citing = table.one(".rule:has(a[data-rule])").first
    cited = citing.locator("a[data-rule]").first
    id = str(cited.get_attribute("data-rule"))
    cited.click()
    dialog = table.page.locator("[data-rule-dialog]")
    head = dialog.locator("strong").first
    expect(head).to_have_text(re.compile(f"^{re.escape(id)}"))
    # A rule that cites others, opened in the dialog, leads to them there.
    table.page.keyboard.press("Escape")
    opened = str(citing.get_attribute("id")).removeprefix("rule-")
    table.open("garden/skill_test")
    show_rules(table.page)
    table.one("a[data-rule]:visible").first.evaluate(
        "(chip, id) => { chip.dataset.was = chip.dataset.rule; chip.dataset.rule = id; }", opened
    )
    table.one("[data-was]").click()
    expect(head).to_have_text(re.compile(f"^{re.escape(opened)}"))
    dialog.locator("a[data-rule]").first.click()
    expect(head).to_have_text(re.compile(f"^{re.escape(id)}"))
    table.page.keyboard.press("Escape")
    table.one("[data-was]").evaluate("chip => { chip.dataset.rule = chip.dataset.was; }")


def test_a_held_label_opens_its_rule(table: Table) -> None:
    table.open("garden/skill_test")
    label = table.one('[data-control="skill_level"] label')
    dialog = table.page.locator("[data-rule-dialog]")
    label.click()
    assert not dialog.is_visible()
    label.click(delay=600)
    expect(dialog).to_be_visible()
    table.page.keyboard.press("Escape")
    label.click(button="right")
    expect(dialog).to_be_visible()
    table.page.keyboard.press("Escape")


def test_in_the_rulebook_leads_there(table: Table) -> None:
    table.open("garden/skill_test")
    show_rules(table.page)
    table.one('a[data-rule="G12"]:visible').first.click()
    table.page.locator("[data-rule-more]").click()
    table.wait("!document.querySelector('[data-view=\"garden/rules\"]').hidden")
    assert not table.page.locator("[data-rule-dialog]").is_visible()
    assert in_sight(table, "rule-G12")


def in_sight(table: Table, id: str) -> bool:
    """Return whether the top of an element is in the window, below the bar."""
    is_in_sight: bool = table.page.evaluate(
        """id => {
            const box = document.getElementById(id).getBoundingClientRect();
            const bar = document.querySelector("header.bar").getBoundingClientRect();
            return box.top >= Math.min(bar.bottom, 200) - 1 && box.top < innerHeight - 40;
        }""",
        id,
    )
    return is_in_sight


@pytest.mark.parametrize("game", list(games()))
def test_a_link_to_a_rule_opens_the_book_there(table: Table, game: str) -> None:
    rules = games()[game].rules
    for rule in (rules[0], rules[len(rules) // 2], rules[-1]):
        go_to(table, f"#/{game}/rules/{rule}", f"{game}/rules")
        table.wait(f"document.activeElement.id === 'rule-{rule}'")
        assert in_sight(table, f"rule-{rule}"), rule


@pytest.mark.parametrize("game", list(games()))
def test_a_rule_of_each_sort_opens_in_the_dialog(table: Table, game: str) -> None:
    """Each rule's text begins with its id, whether it is a paragraph, an item or a row."""
    go_to(table, f"#/{game}/rules", f"{game}/rules")
    wrong = table.page.evaluate(
        """([game, ids]) => {
            const link = document.createElement("a");
            document.querySelector(`[data-view="${game}/rules"]`).append(link);
            const wrong = ids.filter((id) => {
                link.dataset.rule = id;
                link.click();
                const dialog = document.querySelector("[data-rule-dialog]");
                const said = [...dialog.querySelectorAll("[data-slot='rule'] strong")];
                const open = dialog.open && said.some((each) => each.textContent.startsWith(id));
                const more = dialog.querySelector("[data-rule-more]").getAttribute("href");
                dialog.close();
                return !open || more !== `#/${game}/rules/${id}`;
            });
            link.remove();
            return wrong;
        }""",
        [game, choose_rules(game)],
    )
    assert wrong == []


def test_search_keeps_the_rules_that_hold_every_word(table: Table) -> None:
    go_to(table, "#/garden/rules", "garden/rules")
    field = table.one("[data-search]")
    count = table.one(".rule:visible").count()
    field.fill("tie COST")
    shown = table.one(".rule:visible").all_inner_texts()
    assert 0 < len(shown) < count
    assert all("tie" in text.lower() and "cost" in text.lower() for text in shown)
    assert table.one(".search-said").inner_text().startswith(f"{len(shown)} ")
    field.fill("no such words at all, zzz")
    assert table.one(".rule:visible").count() == 0
    field.fill("")
    assert table.one(".rule:visible").count() == count


@pytest.mark.parametrize("game", list(games()))
def test_search_finds_a_rule_by_its_id(table: Table, game: str) -> None:
    go_to(table, f"#/{game}/rules", f"{game}/rules")
    missed = table.page.evaluate(
        """([game, ids]) => {
            const field = document.querySelector(`[data-view="${game}/rules"] [data-search]`);
            const search = (words) => {
                field.value = words;
                field.dispatchEvent(new Event("input", { bubbles: true }));
            };
            const missed = ids.filter((id) => {
                search(id);
                return !document.getElementById(`rule-${id}`).checkVisibility();
            });
            search("");
            return missed;
        }""",
        [game, choose_rules(game)],
    )
    assert missed == []


def test_search_finds_tables(table: Table) -> None:
    go_to(table, "#/garden/tables", "garden/tables")
    count = table.one("[data-table]:visible").count()
    assert count == len(games()["garden"].tables)
    title = games()["garden"].tables[3].title
    table.one("[data-search]").fill(title)
    assert 1 <= table.one("[data-table]:visible").count() < count
    assert title in table.one("[data-table]:visible h2").all_inner_texts()
    table.one("[data-search]").fill("")


@pytest.mark.parametrize("game", list(games()))
def test_tables_are_the_data_that_the_rules_look_up(table: Table, game: str) -> None:
    go_to(table, f"#/{game}/tables", f"{game}/tables")
    shown: dict[str, list[list[str]]] = table.one("[data-table]").evaluate_all(
        """tables => Object.fromEntries(tables.map((table) => [
            table.dataset.table,
            [...table.querySelectorAll("tbody tr")]
                .map((row) => [...row.cells].map((cell) => cell.textContent)),
        ]))"""
    )
    for each in games()[game].tables:
        columns = [name for name in each.columns if name != "id"]
        wanted = [[cell(getattr(row, name)) for name in columns] for row in each]
        assert [[" ".join(text.split()) for text in row] for row in shown[each.id]] == [
            [" ".join(text.split()) for text in row] for row in wanted
        ], each.id


def test_everything_can_be_read_before_python_runs(browser: Browser, site: Site) -> None:
    """The books, the tables and the contents need no Python, and rules can be linked to."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*.wasm", lambda route: None)
    page.goto(f"{site.address}#/garden/rules/G12", wait_until="commit")
    wait_for(page, "!!document.querySelector('[data-view=\"garden/rules\"]:not([hidden])')")
    wait_for(page, "document.getElementById('rule-G12').getBoundingClientRect().top < innerHeight")
    page.locator('[data-view="garden/rules"] [data-search]').fill("fumble")
    assert page.locator(".rule:visible").count() < len(games()["garden"].rules)
    page.locator('[data-view="garden/rules"] .crumb a').click()
    page.locator('main [href="#/garden/tables"]:visible').first.click()
    wait_for(page, "!document.querySelector('[data-view=\"garden/tables\"]').hidden")
    assert page.evaluate("document.documentElement.dataset.state") == "loading"
    context.close()


def test_hits_are_marked_and_stepped_through(table: Table) -> None:
    go_to(table, "#/garden/tables", "garden/tables")
    table.one("[data-search]").fill("cover")
    assert table.one("mark").count() > 1
    assert {inner_text.lower() for inner_text in table.one("mark").all_inner_texts()} == {"cover"}
    table.page.keyboard.press("Enter")
    table.one('[data-do="hit"][data-by="1"]').click()
    assert table.one(".search-said").inner_text() == f"2 of {table.one('mark').count()}"
    assert table.one("mark.is-now").count() == 1
    table.one("[data-search]").fill("")
    assert table.one("mark").count() == 0


def test_two_quick_taps_go_on_by_two_hits(table: Table) -> None:
    go_to(table, "#/garden/rules", "garden/rules")
    table.one("[data-search]").fill("roll")
    for _ in range(40):  # the field stays at the top
        table.page.keyboard.press("Enter")
    table.one('[data-do="hit"][data-by="1"]').dblclick()
    assert table.one(".search-said").inner_text().startswith("42 of ")
    table.one("[data-search]").fill("")


def test_a_row_goes_into_the_form_that_takes_it_and_a_link_finds_its_row(table: Table) -> None:
    table.open("garden/fall", {"metres": "12"})
    go_to(table, "#/garden/tables", "garden/tables")
    table.one("#table-garden-tbl_fall_surfaces .row-put").first.click()
    table.path = "garden/fall"
    table.wait("location.hash.startsWith('#/garden/fall')")
    settle(table.page)
    fallen = next(table for table in games()["garden"].tables if table.id.endswith("fall_surfaces"))
    assert table.field("surface").input_value() == fallen.rows[0][0]
    assert table.field("metres").input_value() == "12"  # the other field is unchanged
    go_to(table, "#/wasteland/tables/wasteland-chems?row=2", "wasteland/tables")
    assert "Super stimpak" in table.one("tr.is-sought").inner_text()
