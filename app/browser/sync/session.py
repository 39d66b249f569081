"""The session of this device at a shared table: start, resume and end.

    sit(runtime, message, refused)   handle a tap at the shared table
    resume(runtime)                  resume the session of the last visit

A handover of the table swaps the roles of host and guest here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import beside, notify, soon
from app.browser.shell.opening import opened
from app.browser.shell.running_app import RunningApp
from app.browser.storage.databases import NotWriter, StorageError
from app.browser.sync.guest_session import GuestSession
from app.browser.sync.host_session import HostSession
from app.browser.sync.relay import Relay
from app.core.errors import BadInput
from app.sync.codes import from_code
from app.sync.net_links import is_net, read_invitation
from app.update.messages.effects import ChangedElsewhere
from app.update.messages.sync import CodeOpened, InviteTapped, TableLeft, TableStood

if TYPE_CHECKING:
    from app.browser.shell.running_app import Refused
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.guest import Guest
    from app.update.messages.sync import TogetherTapped

Session = HostSession | GuestSession


class Seated(RunningApp, Protocol):
    """The running app, with the session of its shared table."""

    table: Session | None


#: Held while a session starts or ends: an invitation may be opened while the stored one resumes.
_changing_session = asyncio.Lock()

NO_CAMPAIGN = "Open a game first: you share the table of its campaign."
KEEPS_ONE = (
    "This device is host of a table. Close that first (Share table), then open the invite again."
)


def sit(runtime: Seated, message: TogetherTapped, refused: Refused) -> None:
    """Handle a tap at the shared table."""
    soon(_sit(runtime, message, refused))


async def _sit(runtime: Seated, message: TogetherTapped, refused: Refused) -> None:
    try:
        async with _changing_session:
            await _handle(runtime, message)
    except BadInput as fault:
        refused(fault)
    except StorageError as fault:
        notify(str(fault), cause=fault.why)


async def _handle(runtime: Seated, message: TogetherTapped) -> None:
    session = runtime.table
    if isinstance(message, TableLeft):
        await _leave(runtime)
    elif isinstance(message, CodeOpened) and (session is None or _is_offer(message.text)):
        await _join(runtime, message.text)
    elif session is not None:
        session.do(message)
    elif isinstance(message, InviteTapped):
        await _host(runtime)
        assert runtime.table is not None
        runtime.table.do(message)


def _is_offer(text: str) -> bool:
    if is_net(text):
        return True
    try:
        return from_code(text).description.kind == "offer"
    except BadInput:
        return False


async def _host(runtime: Seated) -> None:
    journal = runtime.model.journal
    if journal is None or not journal.state.game:
        raise BadInput("invitation", NO_CAMPAIGN)
    store = await runtime.store()
    if not store.is_writer:
        raise NotWriter
    _start_session(runtime, store, await HostSession.begin(runtime, store, journal))


async def _join(runtime: Seated, text: str) -> None:
    session, table = runtime.table, read_invitation(text).table
    if isinstance(session, GuestSession) and session.campaign == table:
        session.do(CodeOpened(text))  # a new connection to the same table
        return
    store, campaign = await runtime.store(), runtime.model.campaign_id
    is_host = session is not None and session.part == "host"  # its record may not be stored yet
    if is_host or any("host" in store.table(each) for each in (table, campaign)):
        raise BadInput("code", KEEPS_ONE)
    if not store.is_writer:  # a link opens a tab of its own
        await store.take_over()
        runtime.send(ChangedElsewhere(campaign))
    _start_session(runtime, store, await GuestSession.join(runtime, store, text))
    if session is not None:
        session.close()


async def _leave(runtime: Seated) -> None:
    """Leave the table, or close it as its host."""
    session = runtime.table
    if session is None:
        return
    record = await session.leave()
    _end_session(runtime, session)
    store = await runtime.store()
    await store.keep_table(session.campaign, record)
    journal = runtime.model.journal
    if journal is not None and journal.campaign == session.campaign:
        runtime.send(opened(store, journal))  # with the numbers that stay unknown


def _start_session(runtime: Seated, store: Store, session: Session) -> None:
    """Start a session and prepare it for a handover."""
    if isinstance(session, HostSession):
        session.handed_over = partial(_become_guest, runtime, store)
        session.overtaken = partial(_overtaken, runtime, session)
    else:
        session.handed = partial(_become_host, runtime, store, session.campaign)
    runtime.table = session


async def _become_host(
    runtime: Seated, store: Store, campaign: str, channel: Channel | None, early: Sequence[str]
) -> None:
    """Host this campaign's table from now on."""
    from app.update.messages.answers import JournalOpened

    journal = await store.load(campaign)
    runtime.send(JournalOpened(journal, left=True))
    session = await HostSession.begin(runtime, store, journal)
    _start_session(runtime, store, session)
    if channel is not None:
        session.follow(channel, early)


def _end_session(runtime: Seated, session: Session) -> None:
    """End the session; its data stay stored."""
    session.close()
    if runtime.table is session:
        runtime.table = None
        runtime.send(TableStood(None))


def _overtaken(runtime: Seated, session: Session, why: str) -> None:
    """End a session after another device has taken the host role."""
    _end_session(runtime, session)
    notify(why)


def _become_guest(
    runtime: Seated,
    store: Store,
    guest: Guest,
    channel: Channel | None,
    others: Mapping[str, Channel],
) -> None:
    """Follow the table as a guest of its new host.

    others: channels to guests of this device, by seat, which are relayed to the new host.
    """
    session = GuestSession(runtime, store, guest)
    _start_session(runtime, store, session)
    session.line.relay = Relay(others, session.line.say)
    if channel is not None:
        session.line.use(channel)


def resume(runtime: Seated) -> None:
    """Start or end the session according to the open campaign."""
    beside(resume_link(runtime))


async def resume_link(runtime: Seated) -> None:
    """Resume as `resume()` does, and return when done.

    Actions before that would change only a guest's copy.
    """
    async with _changing_session:
        await _resume(runtime)


async def _resume(runtime: Seated) -> None:
    store, journal, previous = await runtime.store(), runtime.model.journal, runtime.table
    campaign = runtime.model.campaign_id
    # Only the tab that writes joins the table.
    if previous is not None and (previous.is_left_for(campaign) or not store.is_writer):
        _end_session(runtime, previous)
    record = store.table(campaign)
    if journal is None or runtime.table is not None or not record or not store.is_writer:
        return
    try:
        session: Session
        if "host" in record:
            session = await HostSession.begin(runtime, store, journal)
        elif "guest" in record:
            session = await GuestSession.resume(runtime, store, journal.campaign, record)
        else:
            return
        _start_session(runtime, store, session)
    except (BadInput, StorageError) as fault:
        runtime.send(TableStood(None))
        notify(str(fault))
