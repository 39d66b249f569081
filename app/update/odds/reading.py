"""Handling of messages about the display of chances: charts, pins, the scan.

update(model, message, dice) -> the model after it, and the commands
"""

from __future__ import annotations

import random
from dataclasses import replace

from app.update.messages.reading import ChartTurned, PinMessage, ReadingMessage, ScanMessage
from app.update.model import Model, Next
from app.update.odds import pins, scans


def update(model: Model, message: ReadingMessage, dice: random.Random) -> Next:
    """Handle a message about charts, pins or the scan."""
    if isinstance(message, PinMessage):
        return pins.update(model, message, dice)
    if isinstance(message, ScanMessage):
        return scans.update(model, message, dice)
    charts = model.charts
    if isinstance(message, ChartTurned):
        return Next(replace(model, charts=replace(charts, way=message.way)))
    return Next(replace(model, charts=replace(charts, open=not charts.open)))
