"""The scan of the open form, computed cell by cell in idle moments."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import data, each, one, redraw, some, soon, speak
from app.browser.platform.elements import Element, Event
from app.browser.shell import tools
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.update.messages.reading import CellTaken, ScanSet, ScanTapped
from app.update.model import Model
from app.update.odds.scans import texts_at
from app.widgets.odds import scans
from app.widgets.odds.scan_tables import Cell, ScanTable, table
from app.widgets.odds.scans import MEAN, Axis, Measure
from app.widgets.roll.links import path_of

#: Seconds between two drawings.
DRAWN_S = 0.16

#: Seconds before the computation: a tap comes first.
BEFORE = 0.05

#: Moves of the arrow keys by row and column.
ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


class ScanView(Listener, Part):
    """Draws the open scan and handles its events."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._request: tuple[object, ...] = ()
        self._axes: tuple[Axis, ...] = ()
        self._counted: dict[tuple[str, ...], Measure] = {}
        #: The texts that are the same in all cells so far.
        self._shared: dict[str, str] = {}
        self._table: ScanTable | None = None
        self._drawn: tuple[object, ...] = ()
        self._at = (0, 0)

    # --- events ---

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "scan":
            self._runtime.send(ScanTapped())
            self._to_see()
        elif what == "scan-cell":
            self._at = _place(button)
            _, index = self._cell(*self._at)
            self._runtime.send(CellTaken(scans.here(self._axes, index)))
        elif what == "scan-copy" and self._table is not None:
            table = self._table
            csv = data(button, "value") == "csv"
            soon(tools.copy_text(table.csv if csv else table.markdown))
        elif what == "scan-print":
            tools.print_only("scan")
        else:
            return what == "scan-copy"
        return True

    def on_change(self, field: Element) -> bool:
        if not getattr(field, "matches", None) or not field.matches("[data-scan] [name]"):
            return False
        self._runtime.send(ScanSet(str(field.name), str(field.value)))
        return True

    def on_submit(self, form: Element) -> bool:
        return bool(form.hasAttribute("data-scan"))

    def on_key(self, event: Event) -> bool:
        """Move among the cells with the arrow keys, Home and End."""
        if data(event.target, "do") != "scan-cell" or self._table is None:
            return False
        row, column = _place(event.target)
        last = len(self._table.lines) - 1, len(self._table.head) - 1
        down, right = ARROWS.get(str(event.key), (0, 0))
        if event.key in ("Home", "End"):
            column = 0 if event.key == "Home" else last[1]
        elif not (down or right):
            return False
        self._at = (min(max(row + down, 0), last[0]), min(max(column + right, 0), last[1]))
        event.preventDefault()
        self._rove()
        return True

    def _cell(self, row: int, column: int) -> tuple[Cell, tuple[str, ...]]:
        assert self._table is not None
        return self._table.lines[row].cells[column]

    def _rove(self) -> None:
        """Focus the current cell, which alone is in the tab order."""
        for button in each('.scanned [tabindex="0"]'):
            button.tabIndex = -1
        row, column = self._at
        button = one(f'.scanned [data-row="{row}"][data-column="{column}"]')
        button.tabIndex = 0
        button.focus()

    def _to_see(self) -> None:
        """Focus the heading of an opened scan."""
        heading = some("[data-view]:not([hidden]) .scan h2")
        if heading is not None:
            heading.focus()

    # --- drawing ---

    def draw(self, model: Model) -> None:
        scan = model.scan if model.scan and model.scan.procedure == model.open else None
        if model.open not in model.forms:
            self._request = self._drawn = ()
            return
        view = f'[data-view="{path_of(model.open)}"]'
        slot = some(f'{view} [data-slot="scan"]')
        if slot is None:
            return
        drawn = (model.open, scan, model.form.desk.typed if scan else None)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        for button in each(f'{view} .odds-do [data-do="scan"]'):
            button.setAttribute("aria-expanded", "true" if scan else "false")
        if scan is None:
            self._request = ()
            redraw(slot, "")
            return
        fault = self._ask(model)
        self._draw(slot, model, fault)

    def _ask(self, model: Model) -> str:
        """Start a new computation if needed; return the fault of an invalid scan."""
        form, scan = model.form, model.scan
        assert scan is not None
        try:
            self._axes = scans.axes(form.procedure, scan)
        except BadInput as fault:
            self._request, self._table = (), None
            return fault.message
        scanned = {axis.name for axis in self._axes}
        others = {name: text for name, text in form.desk.typed.items() if name not in scanned}
        show = scan.show if scan.show.startswith(MEAN) else ""
        request = (scan.procedure, self._axes, others, show)
        if request != self._request:
            self._request, self._counted, self._shared = request, {}, dict(form.desk.typed)
            self._at = (0, 0)
            soon(self._compute(model, request))
        return ""

    async def _compute(self, model: Model, request: tuple[Any, ...]) -> None:
        """Compute the cells one by one until the request changes."""
        await asyncio.sleep(BEFORE)
        runner, last_drawn = CooperativeRunner(lambda: self._request is request), monotonic()
        procedure = model.procedure(request[0])
        try:
            for cell in scans.places(request[1]):
                await runner.checkpoint()
                typed = texts_at(model, scans.here(request[1], cell))
                self._shared = dict(self._shared.items() & typed.items())
                measuring = scans.measuring(procedure, typed, request[3])
                self._counted[cell] = await runner.through(measuring)
                if monotonic() - last_drawn > DRAWN_S:
                    self._draw_anew()
                    last_drawn = monotonic()
        except Cancelled:
            return
        self._draw_anew()
        speak(f"Odds table: {len(self._counted)} cells calculated.")

    def _draw_anew(self) -> None:
        model = self._runtime.model
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="scan"]')
        if slot is not None and model.scan is not None and model.open in model.forms:
            self._draw(slot, model, "")

    def _draw(self, slot: Element, model: Model, fault: str) -> None:
        form, scan = model.form, model.scan
        assert scan is not None
        if not fault:
            names = {*self._shared, *(axis.name for axis in self._axes)}
            typed = {name: text for name, text in form.desk.typed.items() if name in names}
            self._table = table(form.procedure, typed, scan, self._axes, self._counted)
        html = render(
            "scan.html",
            scan=scan,
            offered=scans.scannable_inputs(form.procedure),
            signed=scans.name_axes(form.procedure, scan),
            measures=scans.measures(form.procedure),
            fault=fault,
            table=self._table,
            at=self._at,
        )
        redraw(slot, html)


def _place(button: Element) -> tuple[int, int]:
    return int(data(button, "row")), int(data(button, "column"))
