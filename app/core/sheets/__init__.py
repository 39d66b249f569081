"""Sheets: a game's record of a character, declared once.

A `SheetForm` declares the fields, lists, tracks and derived numbers of a game's sheet and their
rules. A `Sheet` is one filled in.
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
]
