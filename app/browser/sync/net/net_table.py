"""A host's table over the net, as shown on its page: open, export, delete.

The work is done by `net_host`, which is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import data, notify, page_address, root
from app.browser.sync.invitations import code_view
from app.update.messages.sync import InviteTapped, NetDropped, NetTaken
from app.widgets.sync.sync import OnNet

if TYPE_CHECKING:
    from app.browser.storage.store import Store
    from app.browser.sync.invitations import Invitations
    from app.browser.sync.net.net_channels import NetChannel
    from app.browser.sync.net.net_host import HostNet
    from app.browser.sync.task_queue import Doing
    from app.campaign.journal.entries import Entry

#: The state of a resumed table until the server answers or a fault is known.
CONNECTING = "Connecting to the server…"

#: The last message to guests of a deleted table.
DELETED = "The GM deleted this table on the server. You keep your own copy."

#: The notice to the game master of a deleted table.
DROPPED = "Table deleted from the server. Your campaign stays here."

#: Added to the fault of a table that could not be opened on the server.
NOT_YET = "This table isn’t online yet. Try again any time."

#: The refusal to hand over a table that is on the net.
STAYS = "Online tables can’t change host. Delete it from the server first."


def sync_server() -> str:
    """Return the server of this build, or an empty text (`make build SYNC=…`)."""
    return data(root, "sync")


class Owner(Protocol):
    """The host session that owns the table."""

    store: Store
    ways: Invitations
    #: Called with a sentence if another device has become the host.
    overtaken: Callable[[str], None]

    @property
    def campaign(self) -> str:
        """Return the id of its campaign."""

    async def entries(self, after: int) -> Sequence[Entry]:
        """Return the journal's entries after an index."""

    def turn(self, doing: Doing) -> None:
        """Queue a task."""

    async def keep(self) -> None:
        """Store the record of the table."""

    def add_channel(self, channel: NetChannel) -> str:
        """Add a guest's channel and return the link's id."""

    def send_away(self, link: str, why: str) -> None:
        """Send the last message of a link."""

    def on_end(self, link: str) -> None:
        """Handle the end of a link."""

    def tell_page(self) -> None:
        """Show the state of the table."""


class NetTable:
    """The net state of one host's table.

    host_net: the table on the net, if it is there. asks_login: the server requires a login.
    """

    def __init__(self, session: Owner) -> None:
        self._session = session
        self._by_link: dict[str, NetChannel] = {}
        self._asks_login = False
        self._words = self._fault = ""
        self.host_net: HostNet | None = None

    @property
    def state(self) -> OnNet:
        """The state as shown on the page."""
        return OnNet(bool(sync_server()), self.host_net is not None, self._asks_login, self._words)

    @property
    def record(self) -> dict[str, object] | None:
        """The record to be stored, if the table is on the net."""
        return self.host_net.record if self.host_net is not None else None

    def resume(self, record: object) -> None:
        """Resume the net table of the last visit."""
        if sync_server() and isinstance(record, dict):
            self._words = CONNECTING
            self._create(record).go_on()

    def _create(self, record: dict[str, object]) -> HostNet:
        from app.browser.sync.net.net_host import Hosting, HostNet

        session = self._session
        hosting = Hosting(
            session.entries,
            lambda: session.turn(session.keep),
            self._add_channel,
            lambda why: session.overtaken(why),
            self._show,
        )
        self.host_net = HostNet(sync_server(), session.campaign, record, hosting)
        return self.host_net

    def _show(self, words: str) -> None:
        self._words = words
        if words != self._fault:
            self._fault = words
            notify(words)
        self._session.tell_page()

    async def do(self, message: InviteTapped | NetTaken | NetDropped) -> None:
        """Handle a tap."""
        from app.browser.sync.net.nats import NetError

        notify("")
        try:
            match message:
                case InviteTapped():
                    await self._invite(message)
                case NetTaken():
                    await self._export()
                case NetDropped():
                    await self._delete()
        except NetError as fault:
            notify(str(fault))

    async def _invite(self, message: InviteTapped) -> None:
        from app.browser.sync.net.nats import NetError
        from app.browser.sync.net.net_host import fresh

        net, session = self.host_net, self._session
        if net is None:
            net = self._create(await fresh((message.user, message.password)))
            try:
                await net.begin()
            except NetError as fault:
                self.host_net = None
                if fault.kind == "refused" and not self._asks_login:
                    self._asks_login = True
                else:
                    notify(f"{fault} {NOT_YET}")
                return
            await session.keep()
        self._asks_login = False
        invitation = net.invitation(session.ways.by_net())
        session.ways.code = code_view(invitation.text, page_address())

    async def _export(self) -> None:
        """Download the decrypted log of the server as a file."""
        from app.browser.platform.downloads import download

        if self.host_net is not None:
            text = await self.host_net.whole()
            notify(download("table", self._session.store.now(), text, "jsonl"))

    async def _delete(self) -> None:
        """Delete the table on the server and notify its guests."""
        session, net = self._session, self.host_net
        if net is None:
            return
        for link in self._by_link:
            session.send_away(link, DELETED)
        await net.drop([*self._by_link.values()])
        self.host_net = None
        for link in [*self._by_link]:
            session.on_end(link)
        session.ways.close_net()
        await session.keep()
        notify(DROPPED)

    async def drop(self) -> bool:
        """Delete a closed table on the server, if it is there; return False if that fails."""
        if self.host_net is None:
            return True
        from app.browser.sync.net.nats import NetError

        try:
            await self.host_net.drop([*self._by_link.values()])
        except NetError as fault:
            return fault.kind == "none"
        return True

    # --- guests ---

    def _add_channel(self, channel: NetChannel) -> None:
        self._by_link[self._session.add_channel(channel)] = channel

    def keep_seat(self, link: str, seat: str) -> bool:
        """Assign a seat to a link; return whether it is a net link."""
        channel = self._by_link.get(link)
        if channel is None or self.host_net is None:
            return False
        self.host_net.keep_seat(channel, seat)
        return True

    def on_end(self, link: str) -> None:
        self._by_link.pop(link, None)

    def remove(self, seat: str) -> None:
        """Change the keys after the removal of a seat."""
        if self.host_net is not None:
            self.host_net.remove(seat)
            self._session.ways.close_net()

    def write(self) -> None:
        """Notify the net of a changed journal."""
        if self.host_net is not None:
            self.host_net.write()

    def close(self) -> None:
        if self.host_net is not None:
            self.host_net.close()
