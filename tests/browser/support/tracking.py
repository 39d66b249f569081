"""Drives the tracker as a game master does: take steps, make due rolls, apply the effects.

Elements are found by the `data-` names that the page keeps for automation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.systems import games
from tests.browser.support.driving import (
    HISTORY_SETTLED,
    QUIET,
    SOON_S,
    settle,
    unfold,
    wait_for,
    wait_for_start,
)

#: The number of the newest entry of the journal, 0 before there is one.
NEWEST = "Number(document.querySelector('[data-entry]')?.dataset.n ?? 0)"


#: Steps that a tap on a condition takes: the condition's label, or "" for the condition given.
TAPS = {
    ("wasteland", "mark"): "",
    ("striker", "bar_stances"): "Stances barred",
    ("trueworld", "treat"): "",
}


#: The highest or lowest face key of the next die, "50" where digits are typed, or "" for no die.
FACES = """(hits) => {
    const next = [...document.querySelectorAll(".die-field.is-next")];
    const at = next.find((each) => each.checkVisibility());
    if (!at) return "";
    const pad = [...at.closest(".wanted").querySelectorAll("[data-face]")];
    const keys = pad.map((key) => key.dataset.face);
    const is_theirs = at.classList.contains("in-dark");
    return keys.includes("enter") ? "50" : keys.at(hits === is_theirs ? 0 : -1);
}"""


class Tracker:
    """The tracker of one game, as a game master uses it."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game

    @property
    def board(self) -> Locator:
        return self.page.locator(f'[data-view="{self.game}/encounter"] [data-tracker]')

    def go(self, view: str) -> None:
        self.wait(HISTORY_SETTLED)
        self.page.evaluate("hash => { location.hash = hash; }", f"#/{self.game}/{view}")
        self.wait(f"!document.querySelector('[data-view=\"{self.game}/{view}\"]').hidden")
        settle(self.page)

    def reload(self) -> None:
        """Reload the page, and wait until it is as it was."""
        self.page.reload()
        assert wait_for_start(self.page) == "ready"
        self.wait("document.querySelector('[data-tracker]')")
        settle(self.page)

    def wait(self, expression: str) -> Any:
        return wait_for(self.page, expression, SOON_S)

    def entries(self) -> int:
        """Return the number of the journal's newest entry, 0 before there is one."""
        return int(self.page.evaluate(NEWEST))

    def after(self, action: Callable[[], object], count: int = 1) -> None:
        """Do the action and wait until the journal has `count` more entries."""
        wanted = self.wait(f"({QUIET}).then((quiet) => quiet && [{NEWEST}])")[0] + count
        action()
        self.wait(f"{NEWEST} >= {wanted} && {QUIET}")

    def tap(self, selector: str) -> None:
        self.after(lambda: self.board.locator(selector).first.click())

    # --- panels and overlays ---

    def clear(self) -> None:
        """Close the roll and the panel that are open over the fight."""
        over = self.page.locator('[data-do="over-close"]:visible')
        if over.count():
            over.first.click()
            over.first.wait_for(state="detached")
        panel = self.board.locator('[data-do="panel-close"]')
        if panel.count():
            panel.click()
            panel.wait_for(state="detached")

    def panel(self, name: str) -> Locator:
        """Open the panel `more` or `join`; return the board, which contains it."""
        opens = self.board.locator(f'[data-do="panel"][data-panel="{name}"]')
        if opens.count() and opens.get_attribute("aria-expanded") != "true":
            self.clear()
            opens.click()
            self.board.locator("[data-panel-open]").wait_for()
        return self.board

    def samples(self) -> None:
        """Add both sample characters; each opens its sheet."""
        for index in (0, 1):
            self.go("characters")
            unfold(self.page)
            view = self.page.locator(f'[data-view="{self.game}/characters"]')
            self.after(view.locator(f'[data-sample="{index}"]').click)
            self.wait(f"location.hash.startsWith('#/{self.game}/character/')")

    def new_character(self) -> None:
        """Create a character; its sheet opens."""
        self.go("characters")
        unfold(self.page)
        view = self.page.locator(f'[data-view="{self.game}/characters"]')
        self.after(view.locator('[data-do="character-new"]').click)

    def begin(self, line: str) -> None:
        """Begin a fight: add both samples by one tap and the others by a quick entry."""
        self.go("encounter")
        self.tap('[data-do="encounter-begin"]')
        self.tap('[data-do="join-all"]')
        self.quick(line)

    def quick(self, line: str) -> None:
        def write() -> None:
            self.board.locator("[name=quick]").fill(line)
            expect(self.board.locator("[data-preview]")).to_contain_text("Adds ")
            self.page.keyboard.press("Enter")

        self.panel("join")
        self.after(write)
        self.clear()

    def order(self) -> list[str]:
        places = self.board.locator(".order [data-place]")
        return places.evaluate_all("all => all.map((each) => each.dataset.place)")  # type: ignore[no-any-return]

    def names(self) -> list[str]:
        places = self.board.locator(".order [data-place]")
        return places.evaluate_all("all => all.map((each) => each.dataset.name)")  # type: ignore[no-any-return]

    def current(self) -> str:
        return str(self.board.locator("[data-current]").get_attribute("data-current"))

    def current_name(self) -> str:
        """Return the name of the current combatant."""
        current = self.board.locator('.order [aria-current="true"]')
        return str(current.get_attribute("data-name"))

    def badges(self, id: str) -> list[str]:
        """Return the badges in a combatant's panel."""
        return self.menu(id).locator(".badges .badge").all_inner_texts()

    def onward(self) -> None:
        """Take the main step of the panel, which advances the turns."""
        self.panel("more")
        self.tap("form.is-main button[type=submit]")

    def menu(self, id: str, tab: str = "") -> Locator:
        """Open a combatant's panel, at this tab if one is given; return it."""
        panel = self.board.locator(f'.person[data-place="{id}"]')
        if not panel.count():
            self.clear()
            name = self.board.locator(f'.order [data-place="{id}"] .place-name')
            aims = name.get_attribute("data-do") == "aim"  # then a long press opens the panel
            name.click(button="right" if aims else "left")
            panel.wait_for()
        if tab and not panel.locator(f'[data-tab-panel="{tab}"]').count():
            panel.locator(f'[role=tab][data-tab="{tab}"]').click()
            panel.locator(f'[data-tab-panel="{tab}"]').wait_for()
        return panel

    def step_button(self, step: str, actor_id: str) -> tuple[Locator, Locator]:
        """Open the panel with a combatant's steps (or the scene's); return it and the button."""
        within = self.panel("more")
        if actor_id:
            groups = games()[self.game].encounter.groups  # type: ignore[union-attr]
            group = groups.get(step, "turn")
            within = self.menu(actor_id, "actions" if group == "turn" else group)
        return within, within.locator(f'[data-step-id="{step}"]')

    def condition(self, actor_id: str, label: str = "") -> None:
        """Tap a condition in a combatant's panel; without a label, the first active one."""
        chosen = f'[data-condition="{label}"]' if label else '[aria-pressed="true"]'
        taps = self.menu(actor_id, "conditions").locator(f'[data-do="condition"]{chosen}')
        self.after(taps.first.click)

    def time(self, count: str, unit: str) -> None:
        """Let this much time pass."""
        form = self.panel("more").locator("form[data-time]")
        form.locator("[name=count]").fill(count)
        form.locator("[name=unit]").select_option(unit)
        self.after(form.locator("button[type=submit]").click)

    def step(self, step: str, actor_id: str = "", /, **given: str) -> None:
        """Take a step: by its form, by its button if it has no form, or by a condition."""
        if (self.game, step) in TAPS:
            label = TAPS[self.game, step] or given.get("condition", "").capitalize()
            self.condition(actor_id, label)
            return
        _, button = self.step_button(step, actor_id)
        if button.get_attribute("data-do") == "step-take":
            self.after(button.click)
            return
        form = self.fill_step(step, actor_id, given)
        self.after(form.locator("button[type=submit]").click)

    def fill_step(
        self, step: str, actor_id: str, given: Mapping[str, str], pick: str = ""
    ) -> Locator:
        """Open the form of a step and fill it in; return it.

        pick: the item of the sheet that fills it first.
        """
        within, button = self.step_button(step, actor_id)
        button.click()
        form = within.locator(f'form[data-step="{step}"]:not(.is-main)')
        if pick:
            form.locator('[data-do="step-fill"]').get_by_text(pick, exact=True).click()
        self.fill(form, given)
        return form

    def fill(self, form: Locator, given: Mapping[str, str]) -> None:
        """Fill these values into a form; combatants in a list are chosen one after another."""
        for name, value in given.items():
            field = form.locator(f'[name="{name}"]')
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(value == "true")
            elif field.get_attribute("type") == "hidden":
                for each in filter(None, value.split(",")):
                    form.locator(f'[data-control="{name}"] [data-value="{each}"]').click()
            else:
                field.fill(value)

    def roll_due(self, index: int = 0, keys: str = "") -> str:
        """Open the form of a due roll and roll it; return the id of its procedure.

        keys: the dice to type instead of rolling.
        """
        self.clear()
        self.board.locator('[data-do="due-roll"]').nth(index).click()
        form = "[data-view]:not([hidden]) form[data-procedure]"
        self.wait(f"document.querySelector('{form}')")
        procedure = str(self.page.locator(form).get_attribute("data-procedure"))

        result = "[data-view]:not([hidden]) [data-result]"
        choice = "[data-view]:not([hidden]) [data-choice]:not([aria-pressed])"

        def roll() -> None:
            self.page.locator(f'{form} [data-do="{"enter" if keys else "roll"}"]').click()
            settle(self.page)
            self.page.keyboard.type(keys)
            while self.wait(f"document.querySelector('{result}, {choice}')?.localName") == "button":
                self.page.locator(choice).first.click()
                settle(self.page)

        self.after(roll)
        return procedure

    def physical_dice(self) -> None:
        """Choose physical dice for the fight."""
        others = self.board.locator('[data-do="real-dice"][aria-pressed="false"]')
        if others.count():
            others.click()
            settle(self.page)

    def throw(self, hits: bool) -> None:
        """Type the best or the worst faces in the overlay until there is a result.

        Decisions are made as suggested.
        """
        low_wins = self.game == "wasteland"
        for _ in range(30):
            if self.page.locator("[data-over] [data-result]:visible").count():
                return
            face = self.page.evaluate(FACES, hits != low_wins)
            if face == "50":
                self.page.locator(".die-field.is-next input:visible").fill(face)
            elif face:
                self.page.locator(f'[data-face="{face}"]:visible').click()
            else:
                self.page.locator('[data-do="settle"]:visible').click()
            settle(self.page)
        raise AssertionError("this roll asks for more and more dice")

    def cast(self) -> dict[str, str]:
        """Return the name chosen for each role in the open form."""
        settle(self.page)
        return dict(
            self.page.locator("[data-view]:not([hidden]) [data-role]").evaluate_all(
                "all => all.map((each) => [each.dataset.role, each.selectedOptions[0].text])"
            )
        )

    def reopen(self) -> None:
        """Reopen the newest result from the log or, on a wide screen, from the journal."""
        self.page.locator('[data-do="reopen"]:visible, #journal a.entry:visible').first.click()

    def back(self) -> None:
        self.clear()
        if self.page.locator("[data-turn]").count():
            self.page.locator("[data-turn]").click()
        self.wait(f"!document.querySelector('[data-view=\"{self.game}/encounter\"]').hidden")
        settle(self.page)

    def done(self) -> None:
        """Mark everything that is due as done."""
        self.clear()
        while self.board.locator('[data-do="due-done"]').count():
            self.tap('[data-do="due-done"]')
