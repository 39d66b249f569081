"""A session of one game as a list of steps, with sixty combatants.

The steps of `LATE` follow with a journal of ten thousand entries.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

from playwright.sync_api import Page

from app.campaign import facts
from app.campaign.facts.base import Fact
from app.campaign.files.formats import head
from app.campaign.journal.entries import Stamp, new_id
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.rolls import record_roll
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import by_chance
from app.systems import games
from app.widgets.roll.favourites.quick_start import trial
from bench.long_tasks import Watch
from tests.browser.support.driving import settle, wait_for
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.examples import cases

COMBATANTS, AT_ONCE = 60, 20
ENTRIES = 10_000

#: The name of the long campaign.
LONG = "A hundred evenings"


def long_campaign(game: Game) -> str:
    """Return the file of a campaign with ten thousand entries."""
    dice, count = random.Random(7), 0

    def stamp() -> Stamp:
        nonlocal count
        count += 1
        hours, minutes = divmod(count, 60)
        days, hours = divmod(hours, 6)
        at = f"2025-{1 + days // 28:02}-{1 + days % 28:02}T{18 + hours}:{minutes:02}:00Z"
        return Stamp(new_id(count * 1000, dice.getrandbits(80)), at, "test")

    journal = append(Journal("campaign-1"), facts.Started(game.id, LONG), stamp(), games())
    entries = [journal.last.record()]
    for fact in islice(cycle(_facts(game, dice)), ENTRIES - 2):
        journal = append(journal, fact, stamp(), games())
        entries.append(journal.last.record())
    journal = undo(journal, journal.last, stamp())
    entries.append(journal.last.record())
    campaign = {"id": journal.campaign, "document": journal.document, "entries": entries}
    return json.dumps({**head("campaign", "", ""), "campaign": campaign})


def _facts(game: Game, dice: random.Random) -> Iterator[Fact]:
    """Yield the rolls of the worked examples, with changes of the scene in between."""
    for place, case in enumerate(cases("examples")):
        told = case.values[0]
        procedure = game.procedures.get(told["procedure"])
        if procedure is None:
            continue
        try:
            inputs = told.get("inputs", {})
            bound = procedure.bind(inputs)
            fact = record_roll(bound, by_chance(bound, dice, told.get("choices")), inputs)
        except BadInput:
            continue  # an example of what is refused
        yield fact
        yield facts.SceneSet({f"place {place}": place})


class Evening:
    """A person at the page, for one game. folder: for the file of the long campaign."""

    def __init__(self, page: Page, game: Game, folder: Path) -> None:
        self.page, self.game = page, game
        self.table = Table(page)
        self.tracker = Tracker(page, game.id)
        self.file = folder / f"{game.id}.json"
        tried = trial(game)
        assert tried is not None
        self.tried = tried

    # --- how it is done ---

    def go(self, path: str) -> None:
        self.page.evaluate("hash => { location.hash = hash }", f"#/{path}")
        view = path or "home"
        wait_for(self.page, f"document.querySelector('[data-view=\"{view}\"]')?.hidden === false")
        settle(self.page)

    def tap(self, selector: str) -> None:
        """Tap the first visible match."""
        self.page.locator(f"{selector}:visible").first.click()
        settle(self.page)

    def wait(self, expression: str) -> None:
        wait_for(self.page, expression)
        settle(self.page)

    # --- a form ---

    def form_opened(self) -> None:
        """Open a form as a newcomer does, with a sample character."""
        self.go("")
        self.table.path = self.tried.procedure.replace(".", "/")
        self.tap(f'[data-try="{self.tried.procedure}"]')
        self.table.wait_for('[data-slot="cast"] [data-role]')
        settle(self.page)

    def form_edited(self) -> None:
        """Change numbers and change them back, as some depend on each other."""
        for field in self.table.one("form input[inputmode=numeric]:visible").all()[:3]:
            before = field.input_value()
            for value in (str(int(before or "0") + 1), before):
                field.fill(value)
                settle(self.page)

    def rolled(self) -> None:
        self.table.do("roll")
        self._decided()

    def typed(self) -> None:
        self.table.do("enter")
        while (die := self.table.focused_die()) is not None:
            self.page.keyboard.press("1")
            settle(self.page)
            if self.table.focused_die() == die:
                self.page.keyboard.press("Enter")
                settle(self.page)
        self._decided()

    def _decided(self) -> None:
        """Give the first answer to each decision."""
        while self.page.locator("[data-choice]:not([aria-pressed]):visible").count():
            self.tap("[data-choice]:not([aria-pressed])")
        self.table.result()

    def applied(self) -> None:
        if self.page.locator("[data-do=apply]:visible").count():
            self.tap("[data-do=apply]")

    def undone(self) -> None:
        self.page.evaluate("document.querySelector('[data-do=undo]').click()")
        settle(self.page)

    # --- people ---

    def samples_join(self) -> None:
        self.tracker.samples()

    def sheet_edited(self) -> None:
        self.tap("[data-do=sheet-edit]")
        numbers = self.page.locator("form[data-sheet] input[inputmode=numeric]:visible")
        if numbers.count():
            numbers.first.fill(str(int(numbers.first.input_value() or "1") + 1))
        else:  # a game whose sheet begins with words
            words = self.page.locator("form[data-sheet] input:not([type=checkbox]):visible").first
            words.fill(f"{words.input_value()} II")
        self.page.keyboard.press("Tab")
        settle(self.page)
        self.tap("[data-do=sheet-edit]")

    def sheet_rolled(self) -> None:
        self.tap("[data-view]:not([hidden]) [data-procedure-of]")
        if self.page.locator("[data-do=roll]:visible").count():
            self.tap("[data-do=roll]")

    # --- a fight ---

    def fight_begun(self) -> None:
        self.tracker.go("encounter")
        self.tracker.tap("[data-do=encounter-begin]")
        self.tracker.tap("[data-do=join-all]")

    def crowd_joins(self) -> None:
        for _ in range(0, COMBATANTS, AT_ONCE):
            self.tracker.quick(f"{AT_ONCE} raiders")
        assert len(self.tracker.order()) >= COMBATANTS

    def turns_passed(self) -> None:
        for _ in range(4):
            self.tracker.clear()
            if self.page.locator("[data-do=turn-pass]:not([aria-disabled=true]):visible").count():
                self.tracker.tap("[data-do=turn-pass]")

    def menu_opened(self) -> None:
        self.tracker.menu(self.tracker.order()[-1])

    def wounded(self) -> None:
        self.tracker.clear()
        meter = "[data-do=meter]:not([disabled])"
        if self.page.locator(f"{meter}:visible").count():
            self.tap(meter)
            self.page.keyboard.type("1")
            self.tap("[data-do=meter-down]")

    def acted(self) -> None:
        self.tracker.clear()
        if self.page.locator("[data-do=aim]:visible").count():
            self.tap("[data-do=aim]")
        if self.page.locator("[data-do=act]:not([aria-disabled=true]):visible").count():
            self.tap("[data-do=act]:not([aria-disabled=true])")
        self.tracker.clear()

    def shown_to_players(self) -> None:
        self.go(f"{self.game.id}/table")
        self.tracker.go("encounter")

    # --- a forecast ---

    def forecast_opened(self) -> None:
        self.go(f"{self.game.id}/forecast")

    def forecast_alone(self) -> None:
        """Run a forecast without workers and stop it after the first fights."""
        self.page.evaluate("() => { window.kept = window.Worker; delete window.Worker; }")
        self.tap("[data-do=forecast-go]")
        some = "document.querySelector('[data-forecast-count]')?.dataset.forecastCount"
        self.wait(f"Number({some} ?? 0) > 0 || document.querySelector('[data-do=forecast-go]')")
        if self.page.locator("[data-do=forecast-stop]:visible").count():
            self.tap("[data-do=forecast-stop]")
        self.wait("document.querySelector('[data-do=forecast-go]')")
        self.page.evaluate("() => { window.Worker = window.kept; }")

    # --- what is read ---

    def tables_read(self) -> None:
        self.go(f"{self.game.id}/tables")

    def rules_read(self) -> None:
        self.go(f"{self.game.id}/rules")

    def searched(self) -> None:
        self.go(self.game.id)
        self.wait("document.documentElement.dataset.search === 'ready'")
        self.page.keyboard.press("/")
        self.page.keyboard.type("the wound")
        settle(self.page)
        self.page.keyboard.press("Escape")

    def themed(self) -> None:
        for theme in ("dark", "light", "system"):
            self.page.keyboard.press("/")
            self.page.keyboard.type(f"theme {theme}")
            settle(self.page)
            self.page.keyboard.press("Enter")
            settle(self.page)

    # --- a long journal ---

    def journal_imported(self) -> None:
        self.file.write_text(long_campaign(self.game), encoding="utf-8")
        self.go("campaigns")
        self.page.locator("[data-file]").set_input_files(self.file)
        self.wait("document.querySelector('[data-do=import-go]')")
        self.tap("[data-do=import-go]")
        self.wait("!document.querySelector('[data-loaded]')")
        assert self.page.locator("[data-campaign]").filter(has_text=LONG).count()

    def journal_opened(self) -> None:
        card = self.page.locator("[data-campaign]").filter(has_text=LONG)
        card.locator("[data-do=campaign-open]").click()
        settle(self.page)
        self.go(f"{self.game.id}/journal")
        wait_for(self.page, "document.querySelectorAll('[data-entry]').length >= 40")

    def journal_scrolled(self) -> None:
        for _ in range(3):
            shown = self.page.locator("[data-entry]").count()
            self.page.locator("[data-do=journal-older]").scroll_into_view_if_needed()
            wait_for(self.page, f"document.querySelectorAll('[data-entry]').length > {shown}")

    def journal_sifted(self) -> None:
        self.page.evaluate("document.querySelector('[data-journal-find]').open = true")
        for kind in ("roll", ""):
            field = self.page.locator("[data-sift=kind]:visible")
            if kind:
                field.select_option(index=1)
            else:
                field.select_option("")
            settle(self.page)

    def journal_undone(self) -> None:
        self.undone()
        self.undone()

    def luck_evaluated(self) -> None:
        self.go(f"{self.game.id}/luck")
        self.go(f"{self.game.id}/fair")

    def game_changed(self) -> None:
        other = next(id for id in games() if id != self.game.id)
        self.go(other)
        self.go(f"{other}/encounter")
        self.go(f"{self.game.id}/encounter")
        self.go("")


Do = Callable[[Evening], None]

#: Actions in order, each with its description.
Steps = tuple[tuple[str, Do], ...]

#: The steps of every game.
SCENE: Steps = (
    ("a form is opened", Evening.form_opened),
    ("its fields are changed", Evening.form_edited),
    ("it is rolled", Evening.rolled),
    ("its dice are typed", Evening.typed),
    ("what comes of it is applied", Evening.applied),
    ("and undone", Evening.undone),
    ("two characters join", Evening.samples_join),
    ("a sheet is changed", Evening.sheet_edited),
    ("something on it is rolled", Evening.sheet_rolled),
    ("a fight begins", Evening.fight_begun),
    ("sixty join", Evening.crowd_joins),
    ("turns are passed", Evening.turns_passed),
    ("somebody's menu is opened", Evening.menu_opened),
    ("somebody is wounded", Evening.wounded),
    ("somebody acts", Evening.acted),
    ("the players see it", Evening.shown_to_players),
    ("a forecast is opened", Evening.forecast_opened),
    ("it is played without workers", Evening.forecast_alone),
    ("the tables are read", Evening.tables_read),
    ("the rules are read", Evening.rules_read),
    ("something is searched", Evening.searched),
    ("the theme is changed", Evening.themed),
    ("luck and dice are evaluated", Evening.luck_evaluated),
    ("another game is opened", Evening.game_changed),
)

#: The steps with the long campaign.
LATE: Steps = (
    ("a long journal is taken in", Evening.journal_imported),
    ("it is opened", Evening.journal_opened),
    ("its older entries are read", Evening.journal_scrolled),
    ("it is sifted", Evening.journal_sifted),
    ("its last entries are undone", Evening.journal_undone),
)


def play(evening: Evening, watch: Watch, steps: Steps) -> None:
    """Carry out and watch all steps."""
    for step, do in steps:
        watch.begins(step)
        do(evening)
