"""What is done to read the chances: how charts are shown.

update(model, message) -> the model after it, and what is to be done
"""

from __future__ import annotations

from dataclasses import replace

from app.table.messages.reading import ChartTurned, ReadingMessage
from app.table.model import Model, Next


def update(model: Model, message: ReadingMessage) -> Next:
    """What comes of it."""
    charts = model.charts
    if isinstance(message, ChartTurned):
        return Next(replace(model, charts=replace(charts, way=message.way)))
    return Next(replace(model, charts=replace(charts, open=not charts.open)))
