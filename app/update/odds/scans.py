"""What is done with the scan of the open form: opened, asked for otherwise, a cell of it taken.

update(model, message, dice) -> the model after it, and what is to be done
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
    """What comes of it."""
    if not model.open:
        return Next(model)
    form, scan = model.form, model.scan
    match message:
        case ScanTapped():
            if scan is not None and scan.procedure == model.open:
                return Next(replace(model, scan=None))
            return Next(replace(model, scan=scans.begun(form.procedure, form.desk.typed)))
        case ScanSet(field, text):
            if scan is None or scan.procedure != model.open:
                return Next(model)
            asked = scans.asked_otherwise(form.procedure, form.desk.typed, scan, field, text)
            return Next(replace(model, scan=asked))
        case CellTaken(typed):
            after = Next(model)
            for name, said in typed.items():
                after = after.then(
                    lambda now, name=name, said=said: forms.update(  # type: ignore[misc]
                        now, FieldTyped(name, said), dice
                    )
                )
            return after
