"""Buttons of all charts: other forms, the numbers, copying."""

from __future__ import annotations

from app.browser.platform.dom import data, soon
from app.browser.platform.elements import Element
from app.browser.shell import tools
from app.browser.shell.listener import Listener
from app.browser.shell.runtime import Runtime
from app.update.messages.reading import ChartNumbersTapped, ChartTurned


class ChartsView(Listener):
    """Handles the buttons of charts; views read the chosen form from the model."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "chart-way":
            self._runtime.send(ChartTurned(data(button, "value")))
        elif what == "chart-numbers":
            self._runtime.send(ChartNumbersTapped())
        elif what == "chart-copy":
            soon(tools.copy_text(data(button, "csv")))
        else:
            return False
        return True
