"""Odds read and compared: charts, pins, a scan; copied tables equal the computed ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from app.core.odds.distributions import distribution
from app.core.odds.odds import spread
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.odds import scan_tables, scans
from app.widgets.odds.charts import chart
from app.widgets.odds.odds import as_csv, rows
from app.widgets.odds.pins import difference
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import read
from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.driving import open_ready, settle
from tests.browser.support.table import Table
from tests.browser.test_print import computed_styles, count_pages
from tests.browser.test_states import PHONE
from tests.serving import Site
from tests.widgets.shelf import filled

pytestmark = pytest.mark.browser

SKILL = games()["garden"].procedures["garden.skill_test"]
INPUTS = {"skill_level": 3, "attribute": 2, "target_number": 6}

#: The row and column of the focused cell of the scan.
FOCUSED = "[+document.activeElement.dataset.row, +document.activeElement.dataset.column]"


@pytest.fixture
def reader(page: Page, context: BrowserContext, site: Site) -> Iterator[Page]:
    """Yield a phone page with axe-core and a readable clipboard."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    open_ready(page, site.address)
    load_axe(page)
    yield page
    context.clear_permissions()


def form_texts(**more: Any) -> dict[str, str]:
    return filled(SKILL, {**INPUTS, **more})


def copy_text(table: Table, selector: str) -> str:
    table.one(selector).first.click()
    settle(table.page)
    return str(table.page.evaluate("navigator.clipboard.readText()"))


def test_the_chances_are_read_pinned_and_scanned_by_hand_and_by_key(reader: Page) -> None:
    table = Table(reader).open("garden/skill_test", {n: str(v) for n, v in INPUTS.items()})
    check_chart(table)
    check_pin(table)
    check_scan(table)
    assert find_faults(reader, night=True, both=False) == {"dark 390": []}
    check_print(table)


def check_chart(table: Table) -> None:
    """Check the chart: cumulative, as a table, copied, and with the roll marked in it."""
    desk = Desk(SKILL, form_texts())
    distributed = distribution(spread(desk.bound(), "total")["total"])
    expected = chart("total", distributed, title="Total", rolled=8)
    assert expected is not None
    table.more_odds()
    table.wait_for(".chart .column")
    table.one('[data-do="chart-way"][data-value="at-least"]').click()
    assert table.one(".chart.is-at-least .edge").count() > 5
    table.one('[data-do="chart-numbers"]').click()
    cells = table.one(".chart-table tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    assert cells == [[row.words, row.exactly, row.at_least, row.at_most] for row in expected.rows]
    assert copy_text(table, '[data-do="chart-copy"]') == expected.csv
    grade_rows = rows(SKILL, desk.chances().grades)
    assert copy_text(table, '[data-do="odds-copy"]') == as_csv(grade_rows)
    table.do("enter")
    table.type(5, 5, 2)
    table.wait_for(".chart-fell")
    assert table.one(".chart-fell").inner_text() == expected.roll_text
    assert table.one(".fell-line").count() == 1
    assert table.one("[data-odds-fell]").inner_text().startswith("Better than ")


def check_pin(table: Table) -> None:
    """Check that a pin stays beside changed inputs, shows the difference and restores them."""
    table.do("pin")
    table.put("skill_level", "5")
    now, then = (
        Desk(SKILL, form_texts(skill_level=5)).chances(),
        Desk(SKILL, form_texts()).chances(),
    )
    assert now.success is not None
    assert then.success is not None
    more = difference(now.success - then.success)
    table.wait(f"{table._query('.compared')}?.innerText.includes({more!r})")
    name = table.one(".beside-name")
    name.fill("As it was")
    name.press("Enter")
    settle(table.page)
    table.one('[data-do="pin-take"]').press("Enter")
    settle(table.page)
    assert table.field("skill_level").input_value() == "3"
    assert name.input_value() == "As it was"
    link = copy_text(table, '[data-do="pin-link"]')
    (pin,) = read(link.partition("#")[2]).pins
    assert pin == ("As it was", {name: str(value) for name, value in INPUTS.items()})


def check_scan(table: Table) -> None:
    """Check a table of two inputs: arrow keys move between cells, Enter fills the form."""
    page = table.page
    table.do("scan")
    assert page.evaluate("document.activeElement.textContent") == "Odds table"
    scan = scans.initial_scan(SKILL, form_texts())
    for field, text in (("along.last", "4"), ("across.name", "target_number")):
        part = table.one(f'[data-scan] [name="{field}"]')
        if field.endswith("name"):
            part.select_option(text)
        else:
            part.fill(text)
            part.press("Tab")
        assert scan is not None
        scan = scans.edit_scan(SKILL, form_texts(), scan, field, text)
    settle(page)
    assert scan is not None
    wanted = compute_scan(SKILL, form_texts(), scan)
    assert copy_text(table, '[data-do="scan-copy"][data-value="csv"]') == wanted.csv
    assert copy_text(table, '[data-do="scan-copy"][data-value="markdown"]') == wanted.markdown
    table.one('.scanned [tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate(FOCUSED) == [1, 2]
    _, texts = wanted.lines[1].cells[2]
    page.keyboard.press("Enter")
    settle(page)
    assert table.field("skill_level").input_value() == texts[0]
    assert table.field("target_number").input_value() == texts[1]
    assert page.evaluate(FOCUSED) == [1, 2]
    assert table.one(".scanned [aria-current]").count() == 1


def compute_scan(
    procedure: Procedure, inputs: dict[str, str], scan: scans.Scan
) -> scan_tables.ScanTable:
    axes = scans.axes(procedure, scan)
    cells = {
        point: scans.measure(procedure, {**inputs, **scans.here(axes, point)}, scan.show)
        for point in scans.places(axes)
    }
    return scan_tables.table(procedure, inputs, scan, axes, cells)


def check_print(table: Table) -> None:
    """Check that a scan prints alone on one page, for the GM's screen."""
    page = table.page
    page.evaluate("window.print = () => { window.printed = true; }")
    table.do("scan-print")
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert computed_styles(page, '[data-view="garden/skill_test"] .work-grid', "display") == {
        "none"
    }
    assert table.one(".scanned").is_visible()
    assert count_pages(page, "A4") == 1
