"""This device at a table: the one session that may be on, begun, gone on with, and ended.

    sit(runtime, message, refused)   something was tapped at the table of several devices
    resume(runtime)                  what was on when the page was left goes on

Where a table is handed over, host and guest change their parts here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from app.browser.platform.dom import beside, soon, tell
from app.browser.storage.databases import StorageError
from app.browser.sync.guest_session import GuestSession
from app.browser.sync.host_session import HostSession
from app.browser.sync.relay import Relay
from app.core.errors import BadInput
from app.sync.codes import from_code
from app.sync.net_links import is_net, read_invitation
from app.update.messages.sync import CodeOpened, InviteTapped, TableLeft, TableStood

if TYPE_CHECKING:
    from app.browser.shell.runtime import Refused, Runtime
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.guest import Guest
    from app.update.messages.sync import TogetherTapped

Session = HostSession | GuestSession

#: Nobody sits down twice.
_sitting_down = asyncio.Lock()

NO_CAMPAIGN = "Open a game first: the table is that of its campaign."
KEEPS_ONE = (
    "This device keeps a table of its own just now. Close that first (Everybody’s own device), "
    "then open the invitation again."
)


def sit(runtime: Runtime, message: TogetherTapped, refused: Refused) -> None:
    """Do what was tapped."""
    soon(_sit(runtime, message, refused))


async def _sit(runtime: Runtime, message: TogetherTapped, refused: Refused) -> None:
    session = runtime.table
    try:
        if isinstance(message, TableLeft):
            await _left(runtime)
        elif isinstance(message, CodeOpened) and _is_offer(message.text):
            if session is not None and session.part == "host":
                raise BadInput("code", KEEPS_ONE)
            await _join(runtime, message.text)
        elif session is not None:
            session.do(message)
        elif isinstance(message, InviteTapped):
            await _host(runtime)
            assert runtime.table is not None
            runtime.table.do(message)
        elif isinstance(message, CodeOpened):
            await _join(runtime, message.text)
    except BadInput as fault:
        refused(fault)
    except StorageError as fault:
        tell(str(fault))


def _is_offer(text: str) -> bool:
    if is_net(text):
        return True
    try:
        return from_code(text).description.kind == "offer"
    except BadInput:
        return False


async def _host(runtime: Runtime) -> None:
    journal = runtime.model.journal
    if journal is None or not journal.state.game:
        raise BadInput("invitation", NO_CAMPAIGN)
    store = await runtime.store()
    _sits(runtime, store, await HostSession.begin(runtime, store, journal))


async def _join(runtime: Runtime, text: str) -> None:
    before = runtime.table
    if isinstance(before, GuestSession) and before.campaign == read_invitation(text).table:
        before.do(CodeOpened(text))  # a new way to the same table
        return
    store = await runtime.store()
    _sits(runtime, store, await GuestSession.join(runtime, store, text))
    if before is not None:
        before.close()


async def _left(runtime: Runtime) -> None:
    session = runtime.table
    if session is None:
        return
    _rise(runtime, session)
    store = await runtime.store()
    await store.keep_table(session.campaign, None)


def _sits(runtime: Runtime, store: Store, session: Session) -> None:
    """This device sits down, and changes its part when the table is handed over."""
    if isinstance(session, HostSession):
        session.handed_over = lambda guest, channel, others: _follows(
            runtime, store, guest, channel, others
        )
        session.overtaken = lambda why: _overtaken(runtime, session, why)
    else:
        campaign = session.campaign
        session.handed = lambda channel, early: _hosts(runtime, store, campaign, channel, early)
    runtime.table = session


async def _hosts(
    runtime: Runtime, store: Store, campaign: str, channel: Channel | None, early: Sequence[str]
) -> None:
    """The table of this campaign is kept here from now on."""
    from app.update.messages.answers import JournalOpened

    journal = await store.load(campaign)
    runtime.send(JournalOpened(journal, left=True))
    session = await HostSession.begin(runtime, store, journal)
    _sits(runtime, store, session)
    if channel is not None:
        session.follows_on(channel, early)


def _rise(runtime: Runtime, session: Session) -> None:
    """This device sits at that table no more; what it keeps of it is stored."""
    session.close()
    if runtime.table is session:
        runtime.table = None
        runtime.send(TableStood(None))


def _overtaken(runtime: Runtime, session: Session, why: str) -> None:
    """Another device is the host: this one keeps its copy, and stops."""
    _rise(runtime, session)
    tell(why)


def _follows(
    runtime: Runtime,
    store: Store,
    guest: Guest,
    channel: Channel | None,
    others: Mapping[str, Channel],
) -> None:
    """The table is kept by another device from now on, and this one follows it.

    others: to those who are still connected with this one, by their seats; they find it, too.
    """
    session = GuestSession(runtime, store, guest)
    _sits(runtime, store, session)
    session.line.usher = Relay(others, session.line.say)
    if channel is not None:
        session.line.linked(channel)


def resume(runtime: Runtime) -> None:
    """Sit where the open campaign is played, if that is at a table; else at none."""
    beside(resumed(runtime))


async def resumed(runtime: Runtime) -> None:
    """The same, at once: what is done before would be done to a guest's copy alone."""
    async with _sitting_down:
        await _resume(runtime)


async def _resume(runtime: Runtime) -> None:
    store, journal, before = await runtime.store(), runtime.model.journal, runtime.table
    campaign = journal.campaign if journal is not None else ""
    # The tab that writes sits at the table, no other one.
    if before is not None and (before.is_left_for(campaign) or not store.is_writer):
        _rise(runtime, before)
    kept = store.table(campaign)
    if journal is None or runtime.table is not None or not kept or not store.is_writer:
        return
    try:
        session: Session
        if "host" in kept:
            session = await HostSession.begin(runtime, store, journal)
        elif "guest" in kept:
            session = await GuestSession.resume(runtime, store, journal.campaign, kept)
        else:
            return
        if runtime.table is not None:  # somebody sat down meanwhile, by an invitation
            session.close()
            return
        _sits(runtime, store, session)
    except (BadInput, StorageError) as fault:
        tell(str(fault))
