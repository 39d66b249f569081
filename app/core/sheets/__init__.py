"""Sheets: what a game writes down about a character, declared once.

A `SheetForm` says which fields, lists, tracks and derived numbers a game's sheet has, and what the
game says of them. A `Sheet` is one filled in.
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
