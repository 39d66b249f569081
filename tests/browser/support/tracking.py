"""A game master at the tracker: takes steps, rolls what is due, applies what comes of it.

Everything is found by the names that the page keeps for automation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.systems import games
from tests.browser.support.driving import LEFT, QUIET, SOON_S, settle, unfold, wait_for

#: The number of the newest entry of the journal, 0 before there is one.
NEWEST = "Number(document.querySelector('[data-entry]')?.dataset.n ?? 0)"


#: Steps that a tap on a condition takes: the label, empty for the condition that is given.
TAPS = {
    ("wasteland", "mark"): "",
    ("striker", "bar_stances"): "Stances barred",
    ("trueworld", "treat"): "",
}


#: The last face of the die that is wanted next, the first one, or None where digits are typed.
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
    """The tracker of one game, as it is used."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game

    @property
    def board(self) -> Locator:
        return self.page.locator(f'[data-view="{self.game}/encounter"] [data-tracker]')

    def go(self, view: str) -> None:
        self.wait(LEFT)
        self.page.evaluate("hash => { location.hash = hash; }", f"#/{self.game}/{view}")
        self.wait(f"!document.querySelector('[data-view=\"{self.game}/{view}\"]').hidden")
        settle(self.page)

    def wait(self, expression: str) -> Any:
        return wait_for(self.page, expression, SOON_S)

    def entries(self) -> int:
        """The number of the newest entry of the journal, 0 before there is one."""
        return int(self.page.evaluate(NEWEST))

    def after(self, doing: Callable[[], object], count: int = 1) -> None:
        """Do it, and wait until the journal has so many entries more."""
        wanted = self.wait(f"({QUIET}).then((quiet) => quiet && [{NEWEST}])")[0] + count
        doing()
        self.wait(f"{NEWEST} >= {wanted} && {QUIET}")

    def tap(self, selector: str) -> None:
        self.after(lambda: self.board.locator(selector).first.click())

    # --- what opens over the fight ---

    def clear(self) -> None:
        """Nothing lies over the fight any more: no roll, no panel."""
        over = self.page.locator('[data-do="over-close"]:visible')
        if over.count():
            over.first.click()
            over.first.wait_for(state="detached")
        panel = self.board.locator('[data-do="panel-close"]')
        if panel.count():
            panel.click()
            panel.wait_for(state="detached")

    def panel(self, name: str) -> Locator:
        """The panel `more` or `join`, open."""
        opens = self.board.locator(f'[data-do="panel"][data-panel="{name}"]')
        if opens.count() and opens.get_attribute("aria-expanded") != "true":
            self.clear()
            opens.click()
            self.board.locator("[data-panel-open]").wait_for()
        return self.board

    def samples(self) -> None:
        """Both sample characters; each opens its sheet."""
        for place in (0, 1):
            self.go("characters")
            unfold(self.page)
            view = self.page.locator(f'[data-view="{self.game}/characters"]')
            self.after(view.locator(f'[data-sample="{place}"]').click)
            self.wait(f"location.hash.startsWith('#/{self.game}/character/')")

    def new_character(self) -> None:
        """A character is made; its sheet opens."""
        self.go("characters")
        unfold(self.page)
        view = self.page.locator(f'[data-view="{self.game}/characters"]')
        self.after(view.locator('[data-do="character-new"]').click)

    def begin(self, line: str) -> None:
        """Begin; both samples by one tap, the others by a line."""
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

    def who(self) -> str:
        """The name of whoever has the turn."""
        current = self.board.locator('.order [aria-current="true"]')
        return str(current.get_attribute("data-name"))

    def badges(self, id: str) -> list[str]:
        """What is upon somebody, as their panel tells."""
        return self.menu(id).locator(".badges .badge").all_inner_texts()

    def onward(self) -> None:
        """One step that carries the turns on."""
        self.panel("more")
        self.tap("form.is-main button[type=submit]")

    def menu(self, id: str, tab: str = "") -> Locator:
        """Somebody's panel, open; tab: which of its tabs."""
        place = self.board.locator(f'.person[data-place="{id}"]')
        if not place.count():
            self.clear()
            name = self.board.locator(f'.order [data-place="{id}"] .place-name')
            aims = name.get_attribute("data-do") == "aim"  # then a hold opens it
            name.click(button="right" if aims else "left")
            place.wait_for()
        if tab and not place.locator(f'[data-tab-panel="{tab}"]').count():
            place.locator(f'[role=tab][data-tab="{tab}"]').click()
            place.locator(f'[data-tab-panel="{tab}"]').wait_for()
        return place

    def step_button(self, step: str, who: str) -> tuple[Locator, Locator]:
        """Where the steps of somebody (or of the scene) are, and the button of this one."""
        within = self.panel("more")
        if who:
            groups = games()[self.game].encounter.groups  # type: ignore[union-attr]
            group = groups.get(step, "turn")
            within = self.menu(who, "actions" if group == "turn" else group)
        return within, within.locator(f'[data-step-id="{step}"]')

    def condition(self, who: str, label: str = "") -> None:
        """Tap a condition of somebody; without a label the first that they have."""
        which = f'[data-condition="{label}"]' if label else '[aria-pressed="true"]'
        taps = self.menu(who, "conditions").locator(f'[data-do="condition"]{which}')
        self.after(taps.first.click)

    def time(self, count: str, unit: str) -> None:
        """Time passes."""
        form = self.panel("more").locator("form[data-time]")
        form.locator("[name=count]").fill(count)
        form.locator("[name=unit]").select_option(unit)
        self.after(form.locator("button[type=submit]").click)

    def step(self, step: str, who: str = "", /, **given: str) -> None:
        """Take a step by its form (or at once, where it asks nothing, or by a condition's tap)."""
        if (self.game, step) in TAPS:
            self.condition(who, TAPS[self.game, step] or given.get("condition", "").capitalize())
            return
        _, button = self.step_button(step, who)
        if button.get_attribute("data-do") == "step-take":
            self.after(button.click)
            return
        form = self.filled(step, who, given)
        self.after(form.locator("button[type=submit]").click)

    def filled(self, step: str, who: str, given: Mapping[str, str], pick: str = "") -> Locator:
        """The open form of a step, filled in; first by what of the sheet is called `pick`."""
        within, button = self.step_button(step, who)
        button.click()
        form = within.locator(f'form[data-step="{step}"]:not(.is-main)')
        if pick:
            form.locator('[data-do="step-fill"]').get_by_text(pick, exact=True).click()
        self.fill(form, given)
        return form

    def fill(self, form: Locator, given: Mapping[str, str]) -> None:
        """Everything said is put into the form; several people are named one after another."""
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

    def roll_due(self, place: int = 0, keys: str = "") -> str:
        """Open the form of something due, roll it, come back; the id of the procedure.

        keys: type these dice instead.
        """
        self.clear()
        self.board.locator('[data-do="due-roll"]').nth(place).click()
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
        """Choose them for the fight."""
        others = self.board.locator('[data-do="real-dice"][aria-pressed="false"]')
        if others.count():
            others.click()
            settle(self.page)

    def throw(self, hits: bool) -> None:
        """Type the best or the worst faces over the fight, until there is a result.

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
        raise AssertionError("there is no end to these dice")

    def cast(self) -> dict[str, str]:
        """Who plays which part in the open form."""
        settle(self.page)
        return dict(
            self.page.locator("[data-view]:not([hidden]) [data-role]").evaluate_all(
                "all => all.map((each) => [each.dataset.role, each.selectedOptions[0].text])"
            )
        )

    def back(self) -> None:
        self.clear()
        if self.page.locator("[data-turn]").count():
            self.page.locator("[data-turn]").click()
        self.wait(f"!document.querySelector('[data-view=\"{self.game}/encounter\"]').hidden")
        settle(self.page)

    def done(self) -> None:
        """Everything that is due is done with."""
        self.clear()
        while self.board.locator('[data-do="due-done"]').count():
            self.tap('[data-do="due-done"]')
