"""Handling of the open form's scan: open it, change it, take a cell.

update(model, message, dice) -> the model after it, and the commands
"""

from __future__ import annotations

import random
from dataclasses import replace

from app.update.messages.forms import FieldTyped
from app.update.messages.reading import CellTaken, ScanMessage, ScanSet, ScanTapped
from app.update.model import Model, Next
from app.update.roll import forms
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
            for name, text in typed.items():
                after = after.then(
                    lambda now, name=name, text=text: forms.update(  # type: ignore[misc]
                        now, FieldTyped(name, text), dice
                    )
                )
            return after
