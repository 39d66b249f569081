"""Plays the acts of a fight on the page, as a game master does, and reads its state there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from app.systems import games
from tests.browser.campaigns.test_campaigns import begin, go, load, opened
from tests.browser.support.driving import SOON_S, open_ready, settle, wait_for
from tests.browser.support.table import keys
from tests.browser.support.tracking import Tracker
from tests.browser.support.workshop import open_popup
from tests.fights.showing import Part
from tests.serving import Site

#: The texts of due rolls, without the chips of their rules.
DUE = """all => all.map((each) => {
  const words = each.cloneNode(true);
  for (const chip of words.querySelectorAll("[data-rule]")) chip.remove();
  return words.textContent.replace(/\\s+/g, " ").trim();
})"""

#: Functions that read the players' screen; each takes the wanted value, as JSON.
SCREEN = {
    # The screen shows short names: `Mara Quill` for `Mara Quill, scavenger`.
    "players": """(json) => {
        const wanted = JSON.parse(json);
        const shown = [...document.querySelectorAll("[data-seen] .screen-person > b")]
            .map((each) => each.textContent);
        const alike = shown.length === wanted.length
            && wanted.every((each, index) => each.split(",")[0] === shown[index]);
        return alike ? wanted : shown;
    }""",
    "told": """() =>
        [...document.querySelectorAll("[data-told]")].map((each) => each.textContent)""",
    # A meter is shown once, beside the bar: `0 of 6 Stress` stands for the badge `Stress 0 of 6`.
    "shown": """(json) => Object.fromEntries(Object.entries(JSON.parse(json)).map(
        ([name, wanted]) => {
            const shown = [...document.querySelectorAll("[data-seen]")]
                .filter((each) => each.querySelector(".screen-person > b").textContent
                    === name.split(",")[0])
                .flatMap((each) => [...each.querySelectorAll(".badge, .screen-health")])
                .map((each) => each.textContent.replace(/^(\\S+) of (\\S+) (.+)$/, "$3 $1 of $2"));
            const alike = shown.length === wanted.length
                && wanted.every((each) => shown.includes(each));
            return [name, alike ? wanted : shown];
        }))""",
}

OPEN = "[data-view]:not([hidden])"


class PagePlayer:
    """Plays the acts of one fight in a tab; opens the players' screen in another if needed."""

    def __init__(self, page: Page, site: Site, part: Part, campaign: Path | None = None) -> None:
        """campaign: the file of the campaign before the first act; else a new campaign."""
        self.site = site
        self.fight = part.fight
        self.page = page
        self.tracker = Tracker(page, self.fight.game)
        self.ids: dict[str, str] = {}
        go(page, "campaigns")
        is_loaded = bool(campaign) and (bool(part.begin) or not self._forms_know_house())
        if campaign and is_loaded:
            load(page, campaign).locator("[data-do=import-go]").click()
            settle(page)
            opened(page, part.name)
        else:
            begin(page, self.fight.game, part.name)
            opened(page, part.name)
            self.tracker.samples()
            for name, value in self.fight.house.items():
                self._set_house_rule(name, value)
        self.tracker.go("encounter")
        if not is_loaded:
            self.tracker.tap('[data-do="encounter-begin"]')
        self.players: Page | None = None
        if SCREEN.keys() & {each for act in part.acts.acts for each in act.get("then", {})}:
            self.players = open_popup(page)
            open_ready(self.players, f"{site.address}#/{self.fight.game}/table")
            page.bring_to_front()

    def close(self) -> None:
        if self.players:
            self.players.close()

    def _forms_know_house(self) -> bool:
        """Return whether every house rule of the fight can be set in a form, not only in steps."""
        game = games()[self.fight.game]
        return all(any(name in each.inputs for each in game) for name in self.fight.house)

    def _set_house_rule(self, name: str, value: Any) -> None:
        """Set a house rule in a form that has a field for it."""
        procedure = next(each for each in games()[self.fight.game] if name in each.inputs)
        self.tracker.go(procedure.id.partition(".")[2])
        field = self.page.locator(f'{OPEN} form [name="{name}"]')
        field.evaluate(
            "field => { const part = field.closest('details'); if (part) part.open = 1 }"
        )
        if isinstance(value, bool):
            self.tracker.after(lambda: field.set_checked(value))
        elif field.evaluate("field => field.tagName") == "SELECT":
            self.tracker.after(lambda: field.select_option(str(value)))
        else:
            self.tracker.after(lambda: field.fill(str(value)))

    # --- the board ---

    def _open_board(self) -> Locator:
        path = f"#/{self.fight.game}/encounter"
        if not str(self.page.evaluate("location.hash")).startswith(path):
            self.tracker.go("encounter")
        self.tracker.clear()
        return self.tracker.board

    def _id(self, name: Any) -> str:
        """Return the id of the combatant with this name; other texts stay as they are."""
        if name not in self.ids and self.page.url.endswith("/encounter"):
            self.ids |= dict(zip(self.tracker.names(), self.tracker.order(), strict=True))
        return self.ids.get(name, str(name))

    def _text(self, value: Any) -> str:
        return ",".join(map(self._id, value)) if isinstance(value, list) else self._id(str(value))

    # --- acts ---

    def do(self, act: dict[str, Any]) -> dict[str, Any]:
        if "follow" in act:
            return self._follow(act)
        if "take_back" in act:
            return self._take_back(act["take_back"])
        self._open_board()
        if "join" in act:
            self.tracker.tap('[data-do="join-all"]')
        elif "quick" in act:
            self.tracker.quick(act["quick"])
        elif "onward" in act:
            self._onward(act["onward"])
        elif "step" in act:
            self._step(act)
        elif "done" in act or "waive" in act:
            key = "done" if "done" in act else "waive"
            self.tracker.after(self._due(act[key], f"due-{key}").click)
        elif "time" in act:
            self.tracker.time(str(act["time"]), act["unit"])
        elif "out" in act:
            menu = self.tracker.menu(self._id(act["out"]), "manage")
            self.tracker.after(menu.locator('[data-do="place-remove"]').click)
        elif "earlier" in act:
            menu = self.tracker.menu(self._id(act["earlier"]), "manage")
            self.tracker.after(menu.locator('[data-do="place-up"]').click)
        elif "end" in act:
            self.tracker.panel("more")
            self.tracker.tap('[data-do="encounter-end"]')
        elif "reload" in act:
            self.page.reload()
            open_ready(self.page, self.page.url)
            self.tracker.wait("document.querySelector('[data-current], [data-do=encounter-begin]')")
            other = self.page.locator("[data-other-tab]")
            if other.is_visible():  # the players' screen has become the writer meanwhile
                other.locator('[data-do="take-over"]').dispatch_event("click")
                other.wait_for(state="hidden")
        elif "due" in act:
            self._due(act["due"], "due-roll").click()
            return self._play(act)
        else:
            return self._roll(act)
        return {}

    def _due(self, words: str, action: str) -> Locator:
        texts = self.tracker.board.locator(".due-words").evaluate_all(DUE)
        index = next((n for n, each in enumerate(texts) if words in each), None)
        assert index is not None, f"{words!r} is not due, but {texts}"
        return self.tracker.board.locator("[data-due]").nth(index).locator(f'[data-do="{action}"]')

    def _onward(self, given: dict[str, Any]) -> None:
        form = self.tracker.panel("more").locator("form.is-main")
        assert form.count(), self.seen("waits", None)
        self.tracker.fill(form, {name: self._text(text) for name, text in given.items()})
        self.tracker.after(form.locator("button[type=submit]").click)

    def _step(self, act: dict[str, Any]) -> None:
        actor_id = self._id(act["who"]) if "who" in act else ""
        given = {name: self._text(text) for name, text in act.get("given", {}).items()}
        pick = act.get("pick", "")
        if "refused" not in act and not pick:
            self.tracker.step(act["step"], actor_id, **given)
            return
        if "refused" not in act:
            form = self.tracker.fill_step(act["step"], actor_id, given, pick)
            self.tracker.after(form.locator("button[type=submit]").click)
            return
        before = self.tracker.entries()
        _, button = self.tracker.step_button(act["step"], actor_id)
        if button.get_attribute("data-do") == "step-take":
            button.click()
            self.tracker.wait("document.querySelector('[data-tracker-fault]').textContent")
        else:
            form = self.tracker.fill_step(act["step"], actor_id, given, pick)
            form.locator("button[type=submit]").click()
            # The fault of an input without a field is shown above the form.
            fault = f'form[data-step="{act["step"]}"]:not(.is-main) [data-fault="%s"]'
            faults = ",".join(fault % name for name in (act["refused"], "form"))
            self.tracker.wait(
                f"[...document.querySelectorAll('{faults}')].some((each) => each.textContent)"
            )
            form.locator('[data-do="step-close"]').click()
        assert self.tracker.entries() == before, "the refused step was taken"

    # --- rolls ---

    def _roll(self, act: dict[str, Any]) -> dict[str, Any]:
        menu = self.tracker.menu(self._id(act["who"]), "skills")
        menu.locator("[data-roll-target]").select_option(self._id(act.get("at", "")))
        buttons = menu.locator(f'[data-procedure-of="{act["roll"]}"]')
        if "pick" in act:
            button = buttons.get_by_text(act["pick"], exact=True).first
        else:
            button = buttons.and_(menu.locator('[data-place-of=""]')).last
        button.evaluate(
            "button => { const part = button.closest('details'); if (part) part.open = true }"
        )
        button.click()
        return self._play(act)

    def _follow(self, act: dict[str, Any]) -> dict[str, Any]:
        self._reopen_result()
        buttons = self.page.locator(f'{OPEN} .follows [data-procedure-of="{act["follow"]}"]')
        if "pick" in act:
            buttons = buttons.filter(has_text=act["pick"])
        buttons.first.click()
        return self._play(act)

    def _reopen_result(self) -> None:
        """Reopen the last result over the fight if it was closed."""
        if not self.page.locator(f"{OPEN} [data-result]").count():
            self.tracker.clear()  # a panel may cover the button
            self.tracker.reopen()
            self.page.locator(f"{OPEN} [data-result]").wait_for()

    def _take_back(self, words: str) -> dict[str, Any]:
        self._reopen_result()
        line = self.page.locator(f"{OPEN} .take-back li").filter(has_text=words)
        line.locator('[data-do="take-back"]').click()
        settle(self.page)  # an undo adds no journal entry to wait for
        return {}

    def _play(self, act: dict[str, Any]) -> dict[str, Any]:
        """Read the open form, fill it in, roll, and apply the proposed effects; return them all."""
        procedure = act.get("roll") or act.get("follow") or ""
        view = self.page.locator(OPEN).filter(has=self.page.locator("form[data-procedure]"))
        view.locator("form[data-procedure]").wait_for()
        if procedure:
            view.locator(f'form[data-procedure="{procedure}"]').wait_for()
        if "due" in act and "pick" in act:
            view.locator("[data-pick]").select_option(label=act["pick"])
        if "follow" in act and "at" in act:
            view.locator('select[data-role="target"]').select_option(label=act["at"])
        if "switch" in act:
            view.locator("details.cast-switches:not([open]) > summary").click()
        for name in act.get("switch", ()):
            self.tracker.after(view.locator('[data-do="record-switch"]', has_text=name).click)
        cast = self.tracker.cast()  # waits until the form is prefilled
        reading: dict[str, Any] = {"filled": self._texts(view), "cast": cast}
        for name, text in act.get("put", {}).items():
            self._put(view, name, self._text(text))
        self.tracker.after(lambda: self._throw(view, act.get("dice")))
        result = view.locator("[data-result]")
        reading["grade"] = result.get_attribute("data-grade")
        reading["proposed"] = result.locator(".effects li > span:first-child").all_inner_texts()
        follows = result.locator(".follows .roll-button").all_inner_texts()
        reading["back"] = result.locator(".take-back li > span").all_inner_texts()
        reading["follows"] = [follow.removesuffix(" →") for follow in follows]
        self._apply(result, act.get("apply", ()))
        return reading

    def _texts(self, view: Locator) -> dict[str, str]:
        return dict(
            view.locator("form [name]").evaluate_all(
                """all => all.map((each) =>
                    [each.name, each.type === "checkbox" ? String(each.checked) : each.value])"""
            )
        )

    def _put(self, view: Locator, name: str, text: str) -> None:
        view.locator(f'form [name="{name}"]').evaluate(
            """(field, text) => {
                if (field.type === "checkbox") field.checked = text === "true";
                else field.value = text;
                field.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            text,
        )

    def _throw(self, view: Locator, dice: list[Any] | None) -> None:
        if dice is None:
            view.locator('[data-do="roll"]').click()
            return
        view.locator('[data-do="enter"]').click()
        settle(self.page)
        for die in dice:
            if isinstance(die, dict):
                ((name, value),) = die.items()
                self._decide(view, name, value)
                continue
            kind = str(view.locator(".die-field.is-next").get_attribute("class"))
            sides = next(int(word[1:]) for word in kind.split() if word[1:].isdigit())
            self.page.keyboard.type(keys(die, sides))
            settle(self.page)

    def _decide(self, view: Locator, name: str, value: Any) -> None:
        if isinstance(value, list):
            for button in view.locator(".choice [data-do=place]").all():
                wanted = int(button.get_attribute("data-place") or 0) in value
                if (button.get_attribute("aria-pressed") == "true") != wanted:
                    button.click()
            value = "picked" if value else "none"
        text = str(value).lower() if isinstance(value, bool) else str(value)
        view.locator(f'[data-choice="{name}"][data-value="{text}"]').click()

    def _apply(self, result: Locator, wanted: Any) -> None:
        if wanted is True:
            count = result.locator("[data-do=apply][data-effect]").count()
            if count:
                self.tracker.after(result.locator("[data-do=apply]").last.click)
            return
        for effect in wanted:
            self.tracker.after(result.locator(f'[data-do=apply][data-effect="{effect}"]').click)

    # --- the page's view of the fight ---

    def _badges(self, name: str) -> list[str]:
        badges = self.tracker.badges(self._id(name))
        return [words for words in badges if words != "hidden from players"]

    def seen(self, what: str, of: Any) -> Any:
        board = self._open_board()
        if what == "sheet":
            return None  # the test compares the whole campaign at the end
        if what == "due":
            return board.locator(".due-words").evaluate_all(DUE)
        if what in SCREEN:
            assert self.players
            wait_for(
                self.players, f"JSON.stringify(({SCREEN[what]})({_js(of)})) === {_js(of)}", SOON_S
            )
            return of
        if what == "notes":
            return board.locator("[data-step-notes] li").all_inner_texts()
        if what == "order":
            return self.tracker.names()
        if what == "badges":
            return {name: self._badges(name) for name in of}
        if what in ("current", "next"):
            mark = "data-current" if what == "current" else "data-upcoming"
            id = board.locator(f"[{mark}]").first.get_attribute(mark)
            row = board.locator(f'.order [data-place="{id}"]')
            return row.get_attribute("data-name") if id else None
        if what == "pools":
            # A pool beyond its maximum is drawn in two parts: `6 + 1`.
            return dict(
                board.locator(".turn-pools > span").evaluate_all(
                    "all => all.map((each) => [each.firstChild.textContent.trim(),"
                    " each.querySelector('b').textContent.split(' + ')[0]])"
                )
            )
        if what == "waits":
            self.tracker.panel("more")
        selector = {"heading": ".turn-heading", "clock": ".clock-now", "waits": "[data-waits]"}
        found = board.locator(selector[what])
        return found.first.inner_text() if found.count() else ""


def _js(wanted: Any) -> str:
    """Return the JSON text of a value, as JavaScript formats it, as a string literal."""
    return json.dumps(json.dumps(wanted, separators=(",", ":"), ensure_ascii=False))
