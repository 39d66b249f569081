"""A table without a browser: messages one after another, and what they want done, in memory."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.campaign.journal.actions import append_actions
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, redo, undo
from app.campaign.state.state import CampaignState
from app.systems import games
from app.update.commands import Command, Go, Notify, RedoEntry, SavePlay, StoreEntries, UndoEntry
from app.update.messages.answers import JournalMoved, JournalOpened
from app.update.messages.forms import RouteOpened
from app.update.messages.offers import Offered
from app.update.model import Model
from app.update.update import update
from tests.campaign.happenings import Stamps

if TYPE_CHECKING:
    from app.update.messages import Message


@dataclass
class Table:
    """model: the table as it stands. log: every entry by its place. told: what was said last."""

    model: Model = field(default_factory=lambda: Model(games()))
    stamp: Stamps = field(default_factory=Stamps)
    dice: random.Random = field(default_factory=lambda: random.Random(0))
    log: dict[int, Entry] = field(default_factory=dict)
    told: str = ""
    #: The play saved for the next visit.
    saved: Mapping[str, object] | None = None

    def open(self, journal: Journal) -> None:
        """This campaign stands here now."""
        self.log |= {each.n: each for each in journal.entries}
        self.send(JournalOpened(journal))

    def send(self, message: Message | Offered) -> None:
        """Handle a message with all that comes of it; BadInput if it cannot happen."""
        self.model, commands = update(self.model, message, self.dice)
        for each in commands:
            self._do(each)

    @property
    def journal(self) -> Journal:
        assert self.model.journal is not None
        return self.model.journal

    @property
    def state(self) -> CampaignState:
        return self.journal.state

    def _do(self, command: Command) -> None:
        match command:
            case SavePlay(left):
                self.saved = left
            case StoreEntries(makes, then):
                made = makes(self.state)
                if made:
                    self._moved(
                        append_actions(self.journal, made, self.stamp, self.model.games), then
                    )
            case UndoEntry(n, then):
                place = n or self.journal.undoable
                if place is not None:
                    later = tuple(self.log[at] for at in range(place + 1, self.journal.n + 1))
                    after = undo(self.journal, self.log[place], self.stamp(), later)
                    self._moved(after, then)
            case RedoEntry():
                if (place := self.journal.redoable) is not None:
                    self._moved(redo(self.journal, self.log[place], self.stamp()), None)
            case Go(hash):
                self.send(RouteOpened(hash))
            case Notify(words):
                self.told = words

    def _moved(self, journal: Journal, then: Message | None) -> None:
        self.log |= {each.n: each for each in journal.entries if each.n > self.journal.n}
        self.send(JournalMoved(journal))
        if then is not None:
            self.send(then)
