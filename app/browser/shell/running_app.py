"""The running app as the modules that it starts see it; `runtime` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from app.core.errors import BadInput

if TYPE_CHECKING:
    from app.browser.storage.store import Store
    from app.update.messages import Message
    from app.update.model import Model

#: Called with the reason for which an action is refused.
Refused = Callable[[BadInput], None]

#: The field of a reason that is a failure of the store, which a notice shows already.
STORAGE = "storage"


class RunningApp(Protocol):
    """The model, the message queue and the store of the page."""

    model: Model

    def send(self, message: Message) -> None:
        """Queue a message."""

    def withdraw(self, kind: type[Message]) -> None:
        """Remove all messages of this kind from the queue."""

    @property
    def is_open(self) -> bool:
        """Tell whether the store is open."""

    def hand_over(self, store: Store) -> None:
        """Hand over the open store."""

    async def store(self) -> Store:
        """Return the store once it is open."""

    async def sit_down(self) -> None:
        """Join the shared table of the open campaign, if it has one."""
