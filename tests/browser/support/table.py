"""A person at the table: opens forms, fills them, types the dice that lie there, reads what came.

Everything is found by the names that the page keeps for automation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from playwright.sync_api import Locator, Page

from app.widgets.dice.typing import could_grow
from app.widgets.roll.links import link
from tests.browser.support.driving import LEFT, QUIET, SOON_S, settle, wait_for


def keys(face: int, sides: int) -> str:
    """What is typed for a face: 0 for ten, 00 for a hundred, Enter where a digit could follow."""
    text = {10: str(face % 10), 100: f"{face % 100:02}"}.get(sides, str(face))
    return f"{text}\n" if could_grow(text, sides) else text


class Table:
    """The page as somebody uses it; `path` is the open view."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.path = ""

    def wait(self, expression: str) -> Any:
        return wait_for(self.page, expression, SOON_S)

    # --- where we are ---

    def open(self, path: str, typed: Mapping[str, str] | None = None, hash: str = "") -> Table:
        """Opens that view by its address, without a reload."""
        self.path = path
        self.wait(LEFT)
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
        """The element in this view, as soon as there is one."""
        self.wait(f"!!{self._query(selector)}")
        return self.one(selector)

    def wait_gone(self, selector: str) -> None:
        self.wait(f"!{self._query(selector)}")

    def _query(self, selector: str) -> str:
        within = f'[data-view="{self.path}"] {selector}'
        return f"document.querySelector({json.dumps(within)})"

    def do(self, what: str) -> None:
        """Taps the button that does this in the open view, in a menu if it is in one."""
        button = self.one(f'[data-do="{what}"]:visible')
        if not button.count():
            menu = self.one(f'details.foot-more:has([data-do="{what}"]) > summary')
            menu.locator("visible=true").first.click()
        button.first.click()
        settle(self.page)

    def more_odds(self) -> None:
        """Opens the fold with charts, comparisons and strategies."""
        fold = self.one(".odds-fold")
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        settle(self.page)

    # --- the form and its odds ---

    def field(self, name: str) -> Locator:
        return self.one(f'form [name="{name}"]')

    def put(self, name: str, text: str) -> None:
        """Puts text into a field as a browser's own filling-in would."""
        self.field(name).evaluate(
            """(field, text) => {
                if (field.type === "checkbox") field.checked = text === "true";
                else field.value = text;
                field.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            text,
        )

    def texts(self) -> dict[str, str]:
        """What stands in every field."""
        settle(self.page)
        found: dict[str, str] = self.one("form [name]").evaluate_all(
            """fields => Object.fromEntries(fields.map((field) =>
                [field.name, field.type === "checkbox" ? String(field.checked) : field.value]))"""
        )
        return found

    def faults(self) -> dict[str, str]:
        """What is said at the fields, of those where something is said."""
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
        """The chance of each row of the result table; None where the page says none."""
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
        """What stands in the fields of the dice."""
        settle(self.page)
        found: list[str] = self.one("[data-die]").evaluate_all(
            "fields => fields.map((field) => field.value)"
        )
        return found

    def focused_die(self) -> int | None:
        """The die in which the cursor stands."""
        settle(self.page)
        place = self.page.evaluate("document.activeElement.dataset.die ?? null")
        return None if place is None else int(place)

    def dice_fault(self) -> str:
        settle(self.page)
        return str(self.one('[data-fault="dice"]').inner_text())

    def result(self) -> tuple[str, str]:
        """Grade and success of the result, as soon as it stands there."""
        found = self.wait_for("[data-result]")
        return str(found.get_attribute("data-grade")), str(found.get_attribute("data-success"))

    def faces(self) -> list[int]:
        """The faces of the dice that the result shows."""
        return [int(text) for text in self.one("[data-result] .die b").all_inner_texts()]

    # --- the journal ---

    def entries(self) -> list[dict[str, Any]]:
        """The journal's entries, newest first: words, and whether they were undone."""
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
        """The same, once there are so many."""
        self.wait(f"document.querySelectorAll('[data-entry]').length === {count}")
        return self.entries()
