"""What is said of what lies outside this browser: a reminder to save, the file that is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.widgets.campaigns.campaigns import counted

#: So much has to happen before anybody is reminded, and again after somebody said "later".
MUCH = 150


@dataclass(frozen=True)
class KeptFile:
    """The file that is kept up to date.

    offered: does the browser let a file be chosen for that? state: `kept` while it is written by
    itself, `waits` for a tap after a new start, `failed` for why; none without a file. at: when it
    was written last.
    """

    offered: bool
    name: str = ""
    state: Literal["none", "kept", "waits", "failed"] = "none"
    at: str = ""
    why: str = ""


def reminder(unsaved: int, put_off: int) -> str:
    """What to say, empty while little has happened since the last file.

    unsaved: entries since. put_off: how many these were when somebody said "later"; a file since
    then makes fewer.
    """
    since = unsaved - (put_off if put_off <= unsaved else 0)
    if since < MUCH:
        return ""
    entries = counted(unsaved, "entry of the journals lies", "entries of the journals lie")
    return f"{entries} in this browser alone. A file of everything keeps them safe elsewhere."
