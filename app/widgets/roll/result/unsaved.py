"""Notices on a result that was not saved, with remedies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lack:
    """The notice on an unsaved result."""

    words: str
    #: Whether it can be saved from here.
    saves: bool = True
    #: Whether this tab may take over from another one.
    uses_tab: bool = False
    #: Whether freeing space helps.
    makes_room: bool = False
    #: Whether a newer version helps.
    reloads: bool = False


#: By reason (`StorageError.why`); `here`: another tab was writing until just now.
LACKS = {
    "elsewhere": Lack("Not saved: open in another tab", uses_tab=True),
    "full": Lack("Not saved: no storage left", makes_room=True),
    "newer": Lack("Not saved: update Tableside first", saves=False, reloads=True),
    "failed": Lack("Not saved"),
    "here": Lack("Not saved yet"),
}
