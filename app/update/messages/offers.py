"""Messages paired with the state that their button was drawn for."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.update.messages import Message


@dataclass(frozen=True)
class Shown:
    """The state that the screen around a button showed; None where it showed none."""

    #: The id of the procedure of its form.
    form: str | None = None
    #: Which play on that form, counted from 0.
    play: int = 0
    #: The position in that play: the number of answers before the open one.
    asked: int = 0
    #: The round and the combatant with the turn.
    turn: str | None = None
    #: The id of the procedure over the fight, empty for none.
    over: str = ""
    #: The step with the open form at the fight, empty for none.
    step: str = ""
    #: The number of taps with their outcome on screen.
    taps: int = 0

    def write(self) -> str:
        """Encode the state for an attribute of the page; `taps` is known there."""
        return json.dumps([self.form, self.play, self.asked, self.turn, self.over, self.step])

    @classmethod
    def read(cls, text: str, taps: int) -> Shown:
        """Decode such an attribute; an empty one yields the defaults."""
        return replace(cls(*json.loads(text)) if text else cls(), taps=taps)


@dataclass(frozen=True)
class Offered:
    """A message that is ignored once its button is no longer current."""

    message: Message
    shown: Shown
