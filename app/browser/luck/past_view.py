"""The views `game/luck` and `game/fair`: statistics of past rolls, computed when shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.browser.platform.dom import data, one, redraw, some, soon, speak
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.focus import keeping_focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.tools import copy_text
from app.update.messages.campaign import HiddenCounted, PastAsked
from app.update.model import Model
from app.widgets.luck.past import DICE, LUCK, PLACES

if TYPE_CHECKING:
    from app.browser.luck.statistics import Statistics
    from app.browser.platform.cooperative import CooperativeRunner
    from app.campaign.journal.journal import Journal
    from app.update.model import Past


class PastView(Listener, Part):
    """Draws the statistics once they are computed."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._request: tuple[object, ...] = ()
        self._statistics: Statistics | None = None
        self._written = {"md": "", "csv": ""}

    # --- taps ---

    def on_tap(self, what: str, button: Element) -> bool:
        match what:
            case "past-of":
                is_luck = data(button, "past") == "luck"
                self._runtime.send(PastAsked("luck" if is_luck else "dice", data(button, "of")))
            case "past-hidden":
                self._runtime.send(HiddenCounted())
            case "past-copy":
                soon(copy_text(self._written[data(button, "kind")]))
            case _:
                return False
        return True

    # --- drawing ---

    def draw(self, model: Model) -> None:
        view, journal = model.address.path.partition("/")[2], model.journal
        if view not in PLACES or model.played is None or journal is None:
            self._request = ()
            return
        request = (model.address.path, model.past, journal.campaign, journal.n)
        if request == self._request:
            return
        previous, self._request = self._request, request
        if request[:3] != previous[:3]:  # otherwise the shown result is nearly right
            self._draw(view, model)
        soon(self._compute(view, request))

    def _draw(self, view: str, model: Model, **result: object) -> None:
        """Draw a result, or that it is being computed."""
        past, game = model.past, model.game
        choices, chosen = (LUCK, past.luck) if view == "luck" else (DICE, past.dice)
        slot = one(f'[data-view="{game}/{view}"] [data-slot="{view}"]')
        values = {"game": game, "choices": choices, "chosen": chosen, "hidden": past.hidden}
        with keeping_focus():
            redraw(slot, render(f"{view}.html", **values, **result))

    async def _compute(self, view: str, request: tuple[Any, ...]) -> None:
        """Compute, show and announce the statistics until the request changes."""
        # Not needed by a start.
        from app.browser.luck.statistics import Statistics
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        store = await self._runtime.store()
        self._statistics = self._statistics or Statistics(store)
        journal = self._runtime.model.journal
        runner = CooperativeRunner(lambda: self._request is request, self._show_progress)
        try:
            await runner.checkpoint()
            assert journal is not None  # otherwise the request would have ended
            if view == "luck":
                await self._show_luck(self._statistics, journal, request[1], runner)
            else:
                await self._show_dice(self._statistics, journal, request[1], runner)
        except Cancelled:
            return

    async def _show_luck(
        self, statistics: Statistics, journal: Journal, past: Past, runner: CooperativeRunner
    ) -> None:
        from app.widgets.luck import luck

        report = await statistics.luck(journal, past, runner)
        title = f"Luck · {LUCK[past.luck]}"
        self._written = {"md": luck.as_markdown(report, title), "csv": luck.as_csv(report)}
        values = {"report": report, "columns": luck.COLUMNS, "rows": luck.rows(report)}
        self._draw("luck", self._runtime.model, **values)
        speak(luck.describe(report))

    async def _show_dice(
        self, statistics: Statistics, journal: Journal, past: Past, runner: CooperativeRunner
    ) -> None:
        from app.widgets.luck import fair

        judgements = await statistics.dice(journal, past, runner)
        self._written = {"md": fair.as_markdown(judgements), "csv": fair.as_csv(judgements)}
        self._draw("fair", self._runtime.model, dice=judgements, own_dice=fair.OWN_DICE)
        speak(fair.describe(judgements))

    def _show_progress(self, done: float) -> None:
        bar = some("[data-view]:not([hidden]) [data-past-progress]")
        if bar is not None:
            bar.value = str(done)
