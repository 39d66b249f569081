"""A host's table over the net, as its page has it: opened, shown, saved, deleted.

What is done there is done by `net_host`, which is fetched when somebody first wants it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.browser.platform.dom import data, page_address, root, tell
from app.browser.sync.invitations import shown
from app.update.messages.sync import InviteTapped, NetDropped, NetTaken
from app.widgets.sync.sync import OnNet

if TYPE_CHECKING:
    from app.browser.sync.host_session import HostSession
    from app.browser.sync.net.net_channels import NetChannel
    from app.browser.sync.net.net_host import HostNet

#: What a guest is told whose table is deleted on the server.
DELETED = "The game master has deleted this table on the server. Your own copy stays with you."

#: What the game master is told then.
DROPPED = "The table is deleted on the server, and all that lay there. Your campaign stays here."

#: What is said besides when a table could not be opened on the server.
NOT_YET = "This table is not on the net yet; try again whenever you like."

#: A table lies with one device, as long as it is on the net.
STAYS = "A table over the net stays with this device; delete it on the server first."


def sync_server() -> str:
    """The server that this build may speak to, empty where it knows none (`make build SYNC=…`)."""
    return data(root, "sync")


class NetTable:
    """That of one host, whether or not it is on the net.

    host_net: it is on the net. asks_login: the server wants to know who opens it.
    """

    def __init__(self, session: HostSession) -> None:
        self._session = session
        self._by_link: dict[str, NetChannel] = {}
        self._asks_login = False
        self._words = ""
        self.host_net: HostNet | None = None

    @property
    def stands(self) -> OnNet:
        """As the page shows it."""
        return OnNet(bool(sync_server()), self.host_net is not None, self._asks_login, self._words)

    @property
    def record(self) -> dict[str, Any] | None:
        """What is stored of it."""
        return self.host_net.record if self.host_net is not None else None

    def resumed(self, record: Any) -> None:
        """As it was at the last visit."""
        if sync_server() and isinstance(record, dict):
            self._made(record).go_on()

    def _made(self, record: dict[str, Any]) -> HostNet:
        from app.browser.sync.net.net_host import Hosting, HostNet

        session = self._session
        hosting = Hosting(
            session.entries,
            lambda: session.turn(session.keep),
            self._joined,
            lambda why: session.overtaken(why),
            self._says,
        )
        self.host_net = HostNet(sync_server(), session.campaign, record, hosting)
        return self.host_net

    def _says(self, words: str) -> None:
        self._words = words
        tell(words)
        self._session.tell_page()

    async def do(self, message: InviteTapped | NetTaken | NetDropped) -> None:
        """What was tapped."""
        from app.browser.sync.net.nats import NetError

        tell("")
        try:
            match message:
                case InviteTapped():
                    await self._invite(message)
                case NetTaken():
                    await self._taken()
                case NetDropped():
                    await self._dropped()
        except NetError as fault:
            tell(str(fault))

    async def _invite(self, message: InviteTapped) -> None:
        from app.browser.sync.net.nats import NetError
        from app.browser.sync.net.net_host import fresh

        net, session = self.host_net, self._session
        if net is None:
            net = self._made(await fresh((message.user, message.password)))
            try:
                await net.begin()
            except NetError as fault:
                self.host_net = None
                if fault.kind == "refused" and not self._asks_login:
                    self._asks_login = True
                else:
                    tell(f"{fault} {NOT_YET}")
                return
            await session.keep()
        self._asks_login = False
        invitation = net.invitation(session.ways.by_net())
        session.ways.code = shown(invitation.text, page_address())

    async def _taken(self) -> None:
        """All that lies on the server, opened, as a file."""
        from app.browser.platform.downloads import download

        if self.host_net is not None:
            text = await self.host_net.whole()
            tell(download("table", self._session.store.now(), text, "jsonl"))

    async def _dropped(self) -> None:
        """Deleted on the server: whoever came by it is told, and what is here stays."""
        session, net = self._session, self.host_net
        if net is None:
            return
        for link in self._by_link:
            session.sent_away(link, DELETED)
        await net.drop([*self._by_link.values()])
        self.host_net = None
        session.ways.close_net()
        await session.keep()
        tell(DROPPED)

    # --- guests ---

    def _joined(self, channel: NetChannel) -> None:
        self._by_link[self._session.joined(channel)] = channel

    def seated(self, link: str, seat: str) -> bool:
        """Who came in by this link; did they come over the net?"""
        channel = self._by_link.get(link)
        if channel is None or self.host_net is None:
            return False
        self.host_net.seated(channel, seat)
        return True

    def gone(self, link: str) -> None:
        self._by_link.pop(link, None)

    def removed(self, seat: str) -> None:
        """Somebody was sent from the table: the keys are others from now on."""
        if self.host_net is not None:
            self.host_net.removed(seat)
            self._session.ways.close_net()

    def moved(self) -> None:
        """The journal went on."""
        if self.host_net is not None:
            self.host_net.moved()

    def close(self) -> None:
        if self.host_net is not None:
            self.host_net.close()
