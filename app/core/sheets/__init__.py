"""Sheets: a game's record of a character, declared once.

A `SheetForm` declares the fields, lists, tracks and derived numbers of a game's sheet and their
rules. A `Sheet` is one filled in.
"""

from app.core.sheets.fields import Column, Derived, Field, ListField, Meter, Switch, Track
from app.core.sheets.form import SheetForm
from app.core.sheets.rolling import Rollable, Timer
from app.core.sheets.sheet import Sheet, apply_plain_effect, checked

__all__ = [
    "Column",
    "Derived",
    "Field",
    "ListField",
    "Meter",
    "Rollable",
    "Sheet",
    "SheetForm",
    "Switch",
    "Timer",
    "Track",
    "apply_plain_effect",
    "checked",
]
