"""Data outside this browser: the reminder to save and the auto-saved file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.widgets.campaigns.campaigns import count_words

#: Unsaved entries before the reminder appears, and again after "later" was tapped.
MUCH = 150


@dataclass(frozen=True)
class AutoSaveFile:
    """The auto-saved file."""

    #: Whether the browser lets the user choose such a file.
    offered: bool
    name: str = ""
    #: `kept` while it saves itself, `waits` for a tap after a restart, `failed` for `why`.
    state: Literal["none", "kept", "waits", "failed"] = "none"
    #: When it was last written.
    at: str = ""
    why: str = ""


def reminder(unsaved: int, put_off: int) -> str:
    """Return the reminder to save; empty while few entries are unsaved.

    unsaved: entries since the last file. put_off: their number when "later" was tapped; saving a
    file lowers `unsaved` below it.
    """
    since = unsaved - (put_off if put_off <= unsaved else 0)
    if since < MUCH:
        return ""
    entries = count_words(unsaved, "entry isn’t", "entries aren’t")
    return f"{entries} backed up. Download everything to keep a copy elsewhere."
