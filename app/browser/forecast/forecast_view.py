"""The view `game/forecast`; its page is imported on first use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.browser.platform.elements import Element
from app.browser.platform.settings import read_lineups
from app.browser.shell.listener import Listener
from app.browser.shell.runtime import Runtime
from app.update.model import Model

if TYPE_CHECKING:
    from app.browser.forecast.forecast_page import ForecastPage


class ForecastView(Listener):
    """Forwards drawing and events to the forecast page once it is loaded."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._page: ForecastPage | None = None

    def on_route(self) -> None:
        """Load the stored lineups when the view is first opened."""
        model = self._runtime.model
        if model.forecasts is None and _is_open(model):
            from app.update.messages.forecast import LineupsRead

            self._runtime.send(LineupsRead(read_lineups()))

    def stale(self) -> None:
        if self._page is not None:
            self._page.stale()

    def draw(self, model: Model) -> Iterator[None] | None:
        if self._page is not None:
            self._page.draw(model)
            return None
        return self._draw_first(model) if _is_open(model) else None

    def _draw_first(self, model: Model) -> Iterator[None]:
        """Import the page, then draw it."""
        yield
        from app.browser.forecast.forecast_page import ForecastPage

        yield
        self._page = ForecastPage(self._runtime)
        self._page.draw(model)

    def on_tap(self, what: str, button: Element) -> bool:
        return self._page is not None and self._page.on_tap(what, button)

    def on_focus(self, field: Element) -> None:
        if self._page is not None:
            self._page.on_focus(field)

    def on_input(self, field: Element) -> bool:
        return self._page is not None and self._page.on_input(field)

    def on_submit(self, form: Element) -> bool:
        return self._page is not None and self._page.on_submit(form)

    def on_change(self, field: Element) -> bool:
        return self._page is not None and self._page.on_change(field)


def _is_open(model: Model) -> bool:
    return model.address.path.endswith("/forecast")
