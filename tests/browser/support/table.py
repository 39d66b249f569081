"""Drives forms as a player does: open a form, fill it, type the dice, read the result.

Elements are found by the `data-` names that the page keeps for automation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from playwright.sync_api import Locator, Page

from app.widgets.dice.typing import could_grow
from app.widgets.roll.links import link
from tests.browser.support.driving import HISTORY_SETTLED, QUIET, SOON_S, settle, wait_for


def keys(face: int, sides: int) -> str:
    """Return the keys for a face: 0 for ten, 00 for a hundred, Enter if a digit could follow."""
    text = {10: str(face % 10), 100: f"{face % 100:02}"}.get(sides, str(face))
    return f"{text}\n" if could_grow(text, sides) else text


class Table:
    """The page as a player uses it; `path` is the open view."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.path = ""

    def wait(self, expression: str) -> Any:
        return wait_for(self.page, expression, SOON_S)

    # --- the open view ---

    def open(self, path: str, typed: Mapping[str, str] | None = None, hash: str = "") -> Table:
        """Open a view by its address, without a reload."""
        self.path = path
        self.wait(HISTORY_SETTLED)
        self.page.evaluate(
            "hash => { history.replaceState(null, '', '#/'); location.hash = hash; }",
            hash or link(path, typed or {}),
        )
        self.wait(
            f"!document.querySelector('[data-view=\"{path}\"]').hidden"
            f" && document.activeElement !== document.body && {QUIET}"
        )
        return self

    @property
    def view(self) -> Locator:
        return self.page.locator(f'[data-view="{self.path}"]')

    def one(self, selector: str) -> Locator:
        return self.view.locator(selector)

    def shows(self, selector: str) -> bool:
        settle(self.page)
        return self.one(selector).count() > 0

    def wait_for(self, selector: str) -> Locator:
        """Wait for an element in this view and return it."""
        self.wait(f"!!{self._query(selector)}")
        return self.one(selector)

    def wait_gone(self, selector: str) -> None:
        self.wait(f"!{self._query(selector)}")

    def _query(self, selector: str) -> str:
        within = f'[data-view="{self.path}"] {selector}'
        return f"document.querySelector({json.dumps(within)})"

    def do(self, action: str) -> None:
        """Tap the button with this action in the open view; open its menu first if it has one."""
        button = self.one(f'[data-do="{action}"]:visible')
        if not button.count():
            menu = self.one(f'details.foot-more:has([data-do="{action}"]) > summary')
            menu.locator("visible=true").first.click()
        button.first.click()
        settle(self.page)

    def more_odds(self) -> None:
        """Open the fold with charts, comparisons and strategies."""
        fold = self.one(".odds-fold")
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        settle(self.page)

    # --- the form and its odds ---

    def field(self, name: str) -> Locator:
        return self.one(f'form [name="{name}"]')

    def put(self, name: str, text: str) -> None:
        """Set a field's text as a browser's autofill does."""
        self.field(name).evaluate(
            """(field, text) => {
                if (field.type === "checkbox") field.checked = text === "true";
                else field.value = text;
                field.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            text,
        )

    def texts(self) -> dict[str, str]:
        """Return the text of every field, by name."""
        settle(self.page)
        found: dict[str, str] = self.one("form [name]").evaluate_all(
            """fields => Object.fromEntries(fields.map((field) =>
                [field.name, field.type === "checkbox" ? String(field.checked) : field.value]))"""
        )
        return found

    def faults(self) -> dict[str, str]:
        """Return the messages at the fields that have one, by name."""
        settle(self.page)
        found: dict[str, str] = self.one("form [data-fault]").evaluate_all(
            """places => Object.fromEntries(places.filter((place) => place.textContent)
                .map((place) => [place.dataset.fault, place.textContent]))"""
        )
        return found

    def invalid(self) -> list[str]:
        settle(self.page)
        found: list[str] = self.one('form [aria-invalid="true"]').evaluate_all(
            "fields => fields.map((field) => field.name)"
        )
        return found

    def odds(self) -> dict[str, Fraction | None]:
        """Return the chance of each row of the result table; None where the page shows none."""
        settle(self.page)
        rows: list[list[str]] = self.one("[data-odds]").evaluate_all(
            "rows => rows.map((row) => [row.dataset.grade, row.dataset.p])"
        )
        return {grade: Fraction(p) if p else None for grade, p in rows}

    # --- rolling and typing ---

    def type(self, *faces: int, sides: int = 6) -> None:
        self.page.keyboard.type("".join(keys(face, sides) for face in faces))
        settle(self.page)

    def die_texts(self) -> list[str]:
        """Return the texts of the dice fields."""
        settle(self.page)
        found: list[str] = self.one("[data-die]").evaluate_all(
            "fields => fields.map((field) => field.value)"
        )
        return found

    def focused_die(self) -> int | None:
        """Return the index of the focused die field, if one is focused."""
        settle(self.page)
        index = self.page.evaluate("document.activeElement.dataset.die ?? null")
        return None if index is None else int(index)

    def dice_fault(self) -> str:
        settle(self.page)
        return str(self.one('[data-fault="dice"]').inner_text())

    def result(self) -> tuple[str, str]:
        """Wait for the result; return its grade and success."""
        found = self.wait_for("[data-result]")
        return str(found.get_attribute("data-grade")), str(found.get_attribute("data-success"))

    def faces(self) -> list[int]:
        """Return the faces of the dice in the result."""
        return [int(text) for text in self.one("[data-result] .die b").all_inner_texts()]

    # --- the journal ---

    def entries(self) -> list[dict[str, Any]]:
        """Return the journal's entries, newest first: their texts and whether they are undone."""
        settle(self.page)
        found: list[dict[str, Any]] = self.page.locator("[data-entry]").evaluate_all(
            """entries => entries.map((entry) => ({
                words: entry.querySelector(".entry-grade").textContent,
                what: entry.querySelector(".entry-what")?.textContent ?? "",
                undone: "undone" in entry.dataset,
            }))"""
        )
        return found

    def wait_entries(self, count: int) -> list[dict[str, Any]]:
        """Wait until the journal has exactly `count` entries; return them."""
        self.wait(f"document.querySelectorAll('[data-entry]').length === {count}")
        return self.entries()
