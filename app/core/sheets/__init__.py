"""Sheets: a game's record of a character, declared once.

A `SheetForm` declares the fields, lists, tracks and derived numbers of a game's sheet and their
rules. A `Sheet` is one filled in.

sheet     sheets, their parts and their forms
rolling   the rolls, timers and meters that a sheet offers
sanitize  stored data made to fit their form
"""

from app.core.sheets.rolling import Meter, Rollable, Timer
from app.core.sheets.sheet import (
    Column,
    Derived,
    FeedTarget,
    Field,
    ListField,
    Sheet,
    SheetForm,
    Switch,
    Track,
    apply_plain_effect,
    checked,
    repeated_names,
)

__all__ = [
    "Column",
    "Derived",
    "FeedTarget",
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
    "repeated_names",
]
