"""The views `game/luck` and `game/fair`: rolls looked back on, worked out while somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.browser.platform.dom import Js, data, one, redraw, some, soon, speak
from app.browser.shell.focus import keeping_focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.tools import copied
from app.update.messages.campaign import HiddenCounted, PastAsked
from app.update.model import Model
from app.widgets.luck.past import DICE, LUCK, PLACES

if TYPE_CHECKING:
    from app.browser.luck.statistics import Weighing
    from app.browser.platform.cooperative import CooperativeRunner
    from app.campaign.journal.journal import Journal
    from app.update.model import Past


class PastView(Listener):
    """Draws what is looked back on, as soon as it is known."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._asked: tuple[Any, ...] = ()
        self._weighing: Weighing | None = None
        self._written = {"md": "", "csv": ""}

    # --- what is tapped ---

    def tapped(self, what: str, button: Js) -> bool:
        match what:
            case "past-of":
                is_luck = data(button, "past") == "luck"
                self._runtime.send(PastAsked("luck" if is_luck else "dice", data(button, "of")))
            case "past-hidden":
                self._runtime.send(HiddenCounted())
            case "past-copy":
                soon(copied(self._written[data(button, "kind")], button))
            case _:
                return False
        return True

    # --- drawing ---

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        what, journal = model.address.path.partition("/")[2], model.journal
        if what not in PLACES or model.played is None or journal is None:
            self._asked = ()
            return
        asked = (model.address.path, model.past, journal.campaign, journal.n)
        if asked == self._asked:
            return
        before, self._asked = self._asked, asked
        if asked[:3] != before[:3]:  # else what stands there is nearly true
            self._draw(what, model)
        soon(self._tell(what, asked))

    def _draw(self, what: str, model: Model, **found: Any) -> None:
        """Show what was found; without it, that it is being worked out."""
        past, game = model.past, model.game
        choices, chosen = (LUCK, past.luck) if what == "luck" else (DICE, past.dice)
        place = one(f'[data-view="{game}/{what}"] [data-slot="{what}"]')
        given = {"game": game, "choices": choices, "chosen": chosen, "hidden": past.hidden}
        with keeping_focus():
            redraw(place, render(f"{what}.html", **given, **found))

    async def _tell(self, what: str, asked: tuple[Any, ...]) -> None:
        """Work it out, show it and let it be heard, unless somebody goes on to something else."""
        # No start needs any of it.
        from app.browser.luck.statistics import Weighing
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        store = await self._runtime.store()
        self._weighing = self._weighing or Weighing(store)
        journal = self._runtime.model.journal
        slices = CooperativeRunner(lambda: self._asked is asked, self._show_share)
        try:
            await slices.breathe()
            assert journal is not None  # else nothing would be asked any more
            if what == "luck":
                await self._tell_luck(self._weighing, journal, asked[1], slices)
            else:
                await self._tell_dice(self._weighing, journal, asked[1], slices)
        except Cancelled:
            return

    async def _tell_luck(
        self, weighing: Weighing, journal: Journal, past: Past, slices: CooperativeRunner
    ) -> None:
        from app.widgets.luck import luck

        found = await weighing.luck(journal, past, slices)
        title = f"Luck · {LUCK[past.luck]}"
        self._written = {"md": luck.as_markdown(found, title), "csv": luck.as_csv(found)}
        seen = {"report": found, "columns": luck.COLUMNS, "rows": luck.rows(found)}
        self._draw("luck", self._runtime.model, **seen)
        speak(luck.spoken(found))

    async def _tell_dice(
        self, weighing: Weighing, journal: Journal, past: Past, slices: CooperativeRunner
    ) -> None:
        from app.widgets.luck import fair

        found = await weighing.dice(journal, past, slices)
        self._written = {"md": fair.as_markdown(found), "csv": fair.as_csv(found)}
        self._draw("fair", self._runtime.model, dice=found, own_dice=fair.OWN_DICE)
        speak(fair.spoken(found))

    def _show_share(self, done: float) -> None:
        bar = some("[data-view]:not([hidden]) [data-past-progress]")
        if bar is not None:
            bar.value = done
