"""A table without a browser: it handles messages and their commands in memory."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.campaign.journal.actions import append_actions
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, redo, undo
from app.campaign.state.state import CampaignState
from app.core.encounters.scenes import AnyScene
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
    """A table in memory.

    model: its current state. log: all entries by number. told: the last notification.
    """

    model: Model = field(default_factory=lambda: Model(games()))
    stamp: Stamps = field(default_factory=Stamps)
    dice: random.Random = field(default_factory=lambda: random.Random(0))
    log: dict[int, Entry] = field(default_factory=dict)
    told: str = ""
    #: The play saved for the next visit.
    saved: Mapping[str, object] | None = None

    def open(self, journal: Journal) -> None:
        """Open this campaign."""
        self.log |= {entry.n: entry for entry in journal.entries}
        self.send(JournalOpened(journal))

    def send(self, message: Message | Offered) -> None:
        """Handle a message and all its consequences; raise BadInput if it is refused."""
        self.model, commands = update(self.model, message, self.dice)
        for command in commands:
            self._do(command)

    @property
    def journal(self) -> Journal:
        assert self.model.journal is not None
        return self.model.journal

    @property
    def state(self) -> CampaignState:
        return self.journal.state

    @property
    def scene(self) -> AnyScene:
        """Return the scene of the running fight."""
        assert self.model.participants is not None
        assert self.model.participants.fight is not None
        return self.model.participants.fight

    def _do(self, command: Command) -> None:
        match command:
            case SavePlay(play):
                self.saved = play
            case StoreEntries(makes, then):
                facts = makes(self.state)
                if facts:
                    self._move(
                        append_actions(self.journal, facts, self.stamp, self.model.games), then
                    )
            case UndoEntry(n, then):
                number = n or self.journal.undoable
                if number is not None:
                    later = tuple(self.log[at] for at in range(number + 1, self.journal.n + 1))
                    after = undo(self.journal, self.log[number], self.stamp(), later)
                    self._move(after, then)
            case RedoEntry():
                if (number := self.journal.redoable) is not None:
                    self._move(redo(self.journal, self.log[number], self.stamp()), None)
            case Go(hash):
                self.send(RouteOpened(hash))
            case Notify(words):
                self.told = words

    def _move(self, journal: Journal, then: Message | None) -> None:
        self.log |= {entry.n: entry for entry in journal.entries if entry.n > self.journal.n}
        self.send(JournalMoved(journal))
        if then is not None:
            self.send(then)
