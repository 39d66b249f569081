"""Handling of the open form's scan: open it, change it, take a cell.

update(model, message, dice) -> the model after it, and the commands
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from app.update.messages.forms import FieldTyped
from app.update.messages.reading import CellTaken, ScanMessage, ScanSet, ScanTapped
from app.update.model import Model, Next
from app.update.roll import filling, forms
from app.widgets.odds import scans


def update(model: Model, message: ScanMessage, dice: random.Random) -> Next:
    """Handle a message about the scan."""
    if not model.open:
        return Next(model)
    form, scan = model.form, model.scan
    match message:
        case ScanTapped():
            if scan is not None and scan.procedure == model.open:
                return Next(replace(model, scan=None))
            return Next(replace(model, scan=scans.initial_scan(form.procedure, form.desk.typed)))
        case ScanSet(field, text):
            if scan is None or scan.procedure != model.open:
                return Next(model)
            changed = scans.edit_scan(form.procedure, form.desk.typed, scan, field, text)
            return Next(replace(model, scan=changed))
        case CellTaken(typed):
            after = Next(model)
            for name, text in _twice(typed):
                after = after.then(
                    lambda now, name=name, text=text: forms.update(  # type: ignore[misc]
                        now, FieldTyped(name, text), dice
                    )
                )
            return after


def texts_at(model: Model, cell: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the open form with those of a cell, which others may depend on."""
    for name, text in _twice(cell):
        model = filling.put_text(model, name, text)
    return {**model.form.desk.typed, **cell}


def _twice(cell: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the texts of a cell to type in turn: the second one may fill in the first anew."""
    return (*cell.items(), *cell.items())
