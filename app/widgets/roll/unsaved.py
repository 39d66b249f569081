"""Why a roll is in no journal, as its result says it, and what helps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lack:
    """What a result that was not saved says.

    saves: can it be saved from here? uses_tab: may this tab write instead of another? makes_room:
    does room help? reloads: does a newer version?
    """

    words: str
    saves: bool = True
    uses_tab: bool = False
    makes_room: bool = False
    reloads: bool = False


#: By the word of what went wrong (`StorageError.why`); `here`: another tab wrote until just now.
LACKS = {
    "elsewhere": Lack("Not saved: open in another tab", uses_tab=True),
    "full": Lack("Not saved: no storage left", makes_room=True),
    "newer": Lack("Not saved: update Tableside first", saves=False, reloads=True),
    "failed": Lack("Not saved"),
    "here": Lack("Not saved yet"),
}
