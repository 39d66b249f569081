"""A device has one session at a time, no matter how it started."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar, Self
from unittest.mock import AsyncMock, MagicMock

import pytest

from app.browser.sync.intents import command_intents
from app.campaign.journal.journal import Journal
from app.campaign.state.state import EMPTY
from app.core.errors import BadInput
from app.sync.mutations import UndoIntent
from app.sync.net_faults import GUEST_WORDS
from app.sync.net_links import read_invitation
from app.sync.seats import Rules, Seat
from app.update.commands import RedoEntry, UndoEntry
from app.update.messages.answers import JournalMoved
from app.update.messages.sync import CodeOpened, InviteTapped, TableLeft, TableStood
from app.update.model import Model
from tests.campaign.happenings import GAMES
from tests.sync.test_host_migration import Two
from tests.sync.test_many import NAMES, one_more

TABLE = "t1"
INVITATION = f"net.{TABLE}.token.{'k' * 43}.{'h' * 87}"


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Yield a function that imports a module of app/browser with stand-ins for browser modules."""
    known = {*sys.modules}
    for name in ("js", "pyodide", "pyodide.ffi", "pyscript", "pyscript.ffi", "pyscript.js_modules"):
        monkeypatch.setitem(sys.modules, name, MagicMock(__path__=[]))
    try:
        yield importlib.import_module
    finally:
        for name in {*sys.modules} - known:
            if name.startswith("app.browser"):
                del sys.modules[name]


class Guest:
    """A guest's session that takes a while to start."""

    instances: ClassVar[list[Guest]] = []
    part = "guest"
    campaign = TABLE

    def __init__(self) -> None:
        self.is_open = True
        self.messages: list[object] = []
        self.instances.append(self)

    @classmethod
    async def resume(cls, *_: object) -> Self:
        return await cls._starts()

    @classmethod
    async def join(cls, *_: object) -> Self:
        return await cls._starts()

    @classmethod
    async def _starts(cls) -> Self:
        guest = cls()
        for _ in range(10):
            await asyncio.sleep(0)
        return guest

    def do(self, message: object) -> None:
        self.messages.append(message)

    def is_left_for(self, campaign: str) -> bool:
        return campaign != self.campaign

    def close(self) -> None:
        self.is_open = False


@pytest.mark.parametrize("resumes_first", [True, False])
def test_an_invitation_to_the_table_that_resumes_starts_no_second_session(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, resumes_first: bool
) -> None:
    session = browser("app.browser.sync.session")
    monkeypatch.setattr(Guest, "instances", [])
    monkeypatch.setattr(session, "GuestSession", Guest)
    store = SimpleNamespace(is_writer=True, table=lambda campaign: {"guest": {}})

    async def open_store() -> Any:
        return store

    model = Model(GAMES, journal=Journal(TABLE))
    runtime = SimpleNamespace(model=model, table=None, store=open_store)
    message = CodeOpened(INVITATION)
    faults: list[object] = []

    async def starts() -> None:
        steps = [session.resume_link(runtime), session._sit(runtime, message, faults.append)]
        await asyncio.gather(*(steps if resumes_first else reversed(steps)))

    asyncio.run(starts())
    assert not faults
    assert [instance for instance in Guest.instances if instance.is_open] == [runtime.table]
    assert runtime.table.messages == ([message] if resumes_first else [])


def test_a_guests_campaign_opens_with_its_table(browser: Callable[[str], Any]) -> None:
    """Before its session is resumed, so that no drawing in between shows the GM's controls."""
    opening, guest = browser("app.browser.shell.opening"), Two().guest
    store = SimpleNamespace(is_writer=True)

    def answer(record: dict[str, Any]) -> Any:
        store.table = lambda campaign: record
        return opening.opened(store, guest.journal)

    def opened(record: dict[str, Any]) -> Any:
        return answer(record).together

    table = opened({"guest": guest.record()})
    assert (table.part, table.line, table.plays) == ("guest", "coming", ("of-ann",))
    assert not table.is_master
    others: list[dict[str, Any]] = [{}, {"host": {}}, {"guest": {"seat": 1}}]
    assert not any(map(opened, others))
    hidden = Rules(numbers=False)
    record = replace(guest, rules=hidden).record()
    closed = {f"of-{name}" for name in NAMES[1:]}
    assert opened({"guest": record}).closed == closed
    assert answer({"left": {"guest": record, "closed": ["of-bea"]}}).unseen == {"of-bea"}
    store.is_writer = False
    assert opened({"guest": record}) is None
    assert answer({"guest": record}).unseen == closed


def opens(
    session: Any, message: object, record: object, open_campaign: str = "other"
) -> tuple[Any, Any, list[BadInput]]:
    """Handle a tap in a tab that does not write; return the runtime, its store and the faults."""
    store = SimpleNamespace(is_writer=False, table=lambda id: record if id == TABLE else {})
    store.take_over = AsyncMock(side_effect=lambda: setattr(store, "is_writer", True))
    model = Model(GAMES, journal=Journal(open_campaign, {**EMPTY, "game": "garden"}))
    runtime = SimpleNamespace(model=model, table=None, send=MagicMock())
    runtime.store = AsyncMock(return_value=store)
    faults: list[BadInput] = []
    asyncio.run(session._sit(runtime, message, faults.append))
    return runtime, store, faults


def test_an_invitation_opened_in_a_second_tab_joins_there(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = browser("app.browser.sync.session")
    monkeypatch.setattr(Guest, "instances", [])
    monkeypatch.setattr(session, "GuestSession", Guest)
    runtime, store, faults = opens(session, CodeOpened(INVITATION), {})
    assert not faults
    assert store.is_writer
    assert runtime.table is Guest.instances[0]


@pytest.mark.parametrize("open_campaign", ["other", TABLE])
def test_an_invitation_to_the_own_table_is_refused(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, open_campaign: str
) -> None:
    session = browser("app.browser.sync.session")
    monkeypatch.setattr(session, "GuestSession", Guest)
    record: dict[str, object] = {"host": {}}
    runtime, store, faults = opens(session, CodeOpened(INVITATION), record, open_campaign)
    assert [fault.message for fault in faults] == [session.KEEPS_ONE]
    assert (runtime.table, store.is_writer) == (None, False)


def test_a_host_refuses_its_own_invitation_before_its_table_is_stored(
    browser: Callable[[str], Any],
) -> None:
    session = browser("app.browser.sync.session")
    host = SimpleNamespace(part="host", campaign=TABLE)
    store = SimpleNamespace(is_writer=True, table=lambda campaign: {})
    model = Model(GAMES, journal=Journal(TABLE))
    runtime = SimpleNamespace(model=model, table=host, store=AsyncMock(return_value=store))
    faults: list[BadInput] = []
    asyncio.run(session._sit(runtime, CodeOpened(INVITATION), faults.append))
    assert [fault.message for fault in faults] == [session.KEEPS_ONE]
    assert runtime.table is host


def test_a_guest_that_left_comes_back_as_the_same_and_not_by_itself(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, sessions = (
        browser(f"app.browser.sync.{each}") for each in ("session", "guest_session")
    )
    monkeypatch.setattr(browser("app.browser.sync.task_queue"), "beside", asyncio.ensure_future)
    monkeypatch.setattr(sessions, "invitation", read_invitation)
    two, notices, said = Two(), list[str](), list[object]()
    monkeypatch.setattr(sessions, "notify", notices.append)
    monkeypatch.setattr(sessions, "_stored", AsyncMock(return_value=two.guest.journal))
    connect = AsyncMock()
    line = MagicMock(record={"net": "keys"}, say=said.append, connect=connect)
    monkeypatch.setattr(sessions, "GuestLine", lambda owner: line)
    kept: dict[str, object] = {}

    async def keep(campaign: str, record: object) -> None:
        kept[campaign] = record

    store = SimpleNamespace(is_writer=True, table=lambda id: kept.get(id, {}), keep_table=keep)
    model = Model(GAMES, journal=two.guest.journal)
    runtime = SimpleNamespace(model=model, table=None, send=lambda message: None)
    runtime.store = AsyncMock(return_value=store)

    async def leaves() -> Any:
        runtime.table = sessions.GuestSession(runtime, store, two.guest)
        await session._sit(runtime, TableLeft(), print)
        await session.resume_link(runtime)
        assert runtime.table is None
        return await sessions.GuestSession.join(runtime, store, again)

    again = INVITATION.replace(TABLE, two.guest.table).replace("token", "token-again")
    guest = asyncio.run(leaves()).guest
    assert said == [{"kind": "leave"}]
    assert notices == [sessions.LEFT]
    assert (guest.key, guest.line, guest.number) == (
        two.guest.key,
        two.guest.line,
        two.guest.number,
    )
    assert (guest.token, guest.view) == ("token-again", 0)
    assert connect.call_args.args[1]["net"] == "keys"


@pytest.mark.parametrize("is_gone", [True, False])
def test_a_host_that_closes_its_table_tells_its_guests_and_empties_the_server(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, is_gone: bool
) -> None:
    hosts = browser("app.browser.sync.host_session")
    monkeypatch.setattr(browser("app.browser.sync.task_queue"), "beside", asyncio.ensure_future)
    steps: list[object] = []
    monkeypatch.setattr(hosts, "notify", steps.append)
    links = MagicMock(say=lambda link, record: steps.append((link, record)))
    monkeypatch.setattr(hosts, "Links", lambda owner: links)
    links.close = lambda: steps.append("closed")

    async def closes() -> None:
        host = hosts.HostSession(SimpleNamespace(), SimpleNamespace(), Two().host)

        async def drop() -> bool:
            steps.append("dropped")
            return is_gone

        host._net = MagicMock(drop=drop)
        await host.leave()
        assert not host._turns.is_open

    asyncio.run(closes())
    words = hosts.CLOSED if is_gone else f"{hosts.CLOSED} {hosts.COPY_STAYS}"
    over = {"kind": "over", "why": hosts.CLOSED_BY_GM}
    assert steps == [("ann", over), "dropped", "closed", words]


@pytest.mark.parametrize(("kind", "is_gone"), [("", True), ("none", True), ("gone", False)])
def test_a_closed_table_that_the_server_no_longer_has_is_gone(
    browser: Callable[[str], Any], kind: str, is_gone: bool
) -> None:
    tables, nats = (browser(f"app.browser.sync.net.{each}") for each in ("net_table", "nats"))
    net = tables.NetTable(SimpleNamespace())
    assert asyncio.run(net.drop())
    net.host_net = SimpleNamespace(
        drop=AsyncMock(side_effect=nats.NetError(kind) if kind else None)
    )
    assert asyncio.run(net.drop()) is is_gone


def test_guests_of_a_table_that_was_deleted_on_the_server_are_away_at_once(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = browser("app.browser.sync.net.net_table")
    monkeypatch.setattr(tables, "notify", print)
    session = MagicMock(keep=AsyncMock())
    net = tables.NetTable(session)
    session.on_end.side_effect = net.on_end
    net.host_net, net._by_link = SimpleNamespace(drop=AsyncMock()), {"ann": object()}
    asyncio.run(net._delete())
    session.send_away.assert_called_once_with("ann", tables.DELETED)
    session.on_end.assert_called_once_with("ann")
    assert not net._by_link


def test_a_guest_without_a_seat_knocks_no_more(browser: Callable[[str], Any]) -> None:
    lines = browser("app.browser.sync.guest_line")
    tasks: list[object] = []
    guest = replace(Two().guest, reason="removed", over="removed")
    owner = SimpleNamespace(guest=guest, tell_page=lambda: None, turn=tasks.append)
    line = lines.GuestLine(owner)
    asyncio.run(line.close_silent())
    assert (line.status, line.why) == ("over", "removed")
    line = lines.GuestLine(owner)
    line.resume({"net": {}})
    assert (line.status, line.why, tasks) == ("over", "removed", [])


def test_the_last_words_of_a_guest_reach_the_server_before_it_disconnects(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = browser("app.browser.sync.net.net_guest")
    steps: list[str] = []
    monkeypatch.setattr(guests, "beside", lambda doing: doing.close())

    async def flush() -> None:
        steps.append("flushed")

    async def close() -> None:
        steps.append("closed")

    async def goes() -> None:
        guest = guests.GuestNet("", TABLE, {}, print, print)
        guest._knocker, guest._net = SimpleNamespace(flush=flush), SimpleNamespace(close=close)
        guest.wanted = False
        guest.close()
        await guest._going()

    asyncio.run(goes())
    assert steps == ["flushed", "closed"]


def test_a_tab_that_does_not_write_hosts_no_table(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = browser("app.browser.sync.session")
    begin, notices = AsyncMock(), list[str]()
    monkeypatch.setattr(session.HostSession, "begin", begin)
    monkeypatch.setattr(session, "notify", lambda words, cause: notices.append(f"{cause}: {words}"))
    runtime, _, _ = opens(session, InviteTapped(net=True), {"guest": {}}, TABLE)
    assert notices == ["elsewhere: Open in another tab. This tab is read-only."]
    assert runtime.table is None
    begin.assert_not_called()


@pytest.mark.parametrize("knows_it", [True, False])
def test_the_open_copy_of_a_table_stays_until_a_guest_that_joins_anew_has_all(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, knows_it: bool
) -> None:
    sessions = browser("app.browser.sync.guest_session")
    monkeypatch.setattr(browser("app.browser.sync.task_queue"), "beside", asyncio.ensure_future)
    two, sent = Two(), list[object]()
    known = two.guest.journal
    guest = two.guest if knows_it else replace(two.guest, journal=Journal(known.campaign))
    runtime = SimpleNamespace(model=Model(GAMES, journal=replace(known)), send=sent.append)

    async def draws() -> None:
        sessions.GuestSession(runtime, SimpleNamespace(), guest)._draw()

    asyncio.run(draws())
    assert sent == ([JournalMoved(guest.shown)] if knows_it else [])


def test_a_new_invitation_to_the_same_table_replaces_a_used_one(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = browser("app.browser.sync.guest_session")
    monkeypatch.setattr(browser("app.browser.sync.task_queue"), "beside", asyncio.ensure_future)
    monkeypatch.setattr(sessions, "invitation", read_invitation)
    runtime = SimpleNamespace(model=Model(GAMES), send=lambda message: None)

    async def opens() -> str:
        guest = replace(Two().guest, token="used")
        session = sessions.GuestSession(runtime, SimpleNamespace(), guest)
        session.line = MagicMock(connect=AsyncMock())
        monkeypatch.setattr(session, "tell_page", lambda: None)
        await session._do(CodeOpened(INVITATION))
        return str(session.guest.token)

    assert asyncio.run(opens()) == "token"


def test_the_link_of_a_table_is_opened_again_after_it_was_left(
    browser: Callable[[str], Any],
) -> None:
    sync_view = browser("app.browser.sync.sync_view")
    sent: list[object] = []
    model = SimpleNamespace(address=SimpleNamespace(path=f"join/{INVITATION}"))
    runtime = SimpleNamespace(model=model, send=lambda message, refused=None: sent.append(message))
    view = sync_view.TogetherView(runtime)
    view.on_route()
    view.on_route()  # as after a layer that was closed
    assert sent == [CodeOpened(INVITATION)]
    view.on_tap("table-leave", MagicMock())
    view.on_route()
    assert sent == [CodeOpened(INVITATION), TableLeft(), CodeOpened(INVITATION)]


def test_a_guest_with_a_cut_off_invitation_is_told_to_copy_all_of_it(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = browser("app.browser.sync.net.net_guest")
    monkeypatch.setattr(guests, "beside", lambda doing: doing.close())
    refused = AsyncMock(side_effect=guests.NetError("refused"))
    monkeypatch.setattr(guests.Net, "open", refused)
    words: list[str] = []
    guest = guests.GuestNet("", TABLE, {"login": ["table", "pass"]}, print, words.append)
    asyncio.run(guest._knock_on())
    guest._on_status("refused")
    assert words == [GUEST_WORDS["refused"]] * 2
    assert "Copy all of it" in words[0]


def test_a_way_back_that_fails_leaves_the_code_that_is_shown(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = browser("app.browser.sync.guest_line")
    tries: list[Callable[[], None]] = []
    monkeypatch.setattr(lines, "later", lambda seconds, doing: tries.append(doing))
    monkeypatch.setattr(lines, "beside", asyncio.ensure_future)

    class Ways:
        """Rejoin offers that no device takes up."""

        known = (lines.HOST,)
        taken = 0

        async def take(self, name: str) -> None:
            self.taken += 1
            raise lines.NoConnection("nobody there")

    async def comes_back(code: object) -> tuple[Any, Ways]:
        tries.clear()
        owner = SimpleNamespace(guest=SimpleNamespace(seat=object()), tell_page=lambda: None)
        line, ways = lines.GuestLine(owner), Ways()
        line._back, line.code = ways, code
        await line.reconnect()
        await asyncio.sleep(0)
        for again in tries[:1]:
            again()
            await asyncio.sleep(0)
        return line, ways

    for code, status in ((None, "away"), (SimpleNamespace(notice=""), "coming")):
        line, ways = asyncio.run(comes_back(code))
        assert (line.status, line.code, ways.taken) == (status, code, 2)


def test_nothing_more_is_handled_after_a_message_that_ends_the_session(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host may send `yours` twice if an answer arrives late."""
    queues = browser("app.browser.sync.task_queue")
    monkeypatch.setattr(queues, "beside", asyncio.ensure_future)
    handled: list[str] = []

    async def hears() -> list[str]:
        async def does(doing: Callable[[], Any]) -> None:
            await doing()

        async def takes(batch: list[str]) -> None:
            handled.append(batch.pop(0))
            if handled[-1] == "yours":
                turns.close()

        turns = queues.TaskQueue(does)
        texts = queues.Heard(turns, 20, takes)
        for text in ("table", "yours", "yours", "seats"):
            texts.add(text)
        await asyncio.sleep(0.01)
        return [*texts]

    assert asyncio.run(hears()) == ["yours", "seats"]
    assert handled == ["table", "yours"]


def test_an_action_that_waits_when_the_session_ends_is_left_to_the_device(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends when this device becomes the host; else the page would wait forever."""
    sessions, queues = (
        browser(f"app.browser.sync.{each}") for each in ("guest_session", "task_queue")
    )
    monkeypatch.setattr(queues, "beside", asyncio.ensure_future)
    guest = Two().guest
    runtime = SimpleNamespace(model=Model(GAMES), send=lambda message: None)

    async def acts() -> None:
        session = sessions.GuestSession(runtime, SimpleNamespace(), guest)

        async def ends() -> None:
            await asyncio.sleep(0.01)
            session.close()

        session.turn(ends)
        for _ in ("while it ends", "afterwards"):
            acting = session.advance(guest.shown, RedoEntry())
            assert await asyncio.wait_for(acting, 10) is None

    asyncio.run(acts())


@pytest.mark.parametrize("fault", [None, ValueError("full")])
def test_a_task_tells_its_caller_alone_how_it_ended(
    browser: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, fault: Exception | None
) -> None:
    queues = browser("app.browser.sync.task_queue")
    monkeypatch.setattr(queues, "beside", asyncio.ensure_future)
    raised_faults: list[object] = []

    async def waits() -> None:
        async def runs(doing: Callable[[], Any]) -> None:
            try:
                await doing()
            except ValueError as raised:
                raised_faults.append(raised)

        async def ends() -> None:
            if fault is not None:
                raise fault

        queue = queues.TaskQueue(runs)
        one, other = (asyncio.ensure_future(queue.wait_for(ends)) for _ in range(2))
        if fault is None:
            assert await one is True
        else:
            with pytest.raises(ValueError, match="full"):
                await one
        await asyncio.gather(other, return_exceptions=True)
        assert not raised_faults
        never = asyncio.ensure_future(queue.wait_for(asyncio.Event().wait))
        behind = asyncio.ensure_future(queue.wait_for(ends))
        await asyncio.sleep(0)
        queue.close()
        for waiting in (never, behind, queue.wait_for(ends)):
            assert await asyncio.wait_for(waiting, 10) is False

    asyncio.run(waits())


def test_the_page_gets_no_older_campaign_after_an_own_action(browser: Callable[[str], Any]) -> None:
    """It would show the roll as undone, and clear its result."""
    sessions = browser("app.browser.sync.guest_session")
    guest, other = Two().guest, TableStood(None)
    queue: list[object] = [JournalMoved(guest.shown), other]

    def withdraw(kind: type) -> None:
        queue[:] = [each for each in queue if not isinstance(each, kind)]

    async def keeps(campaign: str, record: object) -> None:
        return

    session = sessions.GuestSession.__new__(sessions.GuestSession)
    session.guest, session._drawn = guest, guest.shown
    session.runtime = SimpleNamespace(withdraw=withdraw)
    session.store = SimpleNamespace(now=lambda: "2026-01-01T00:00:00Z", keep_table=keeps)
    session.line = SimpleNamespace(say=lambda record: None, record={})
    asyncio.run(session._act([one_more("ann")], ""))
    assert queue == [other]
    assert session._drawn is session.guest.shown
    assert session._drawn.n == guest.shown.n + 1


def test_a_game_masters_device_undoes_the_last_entry_of_anybody() -> None:
    guest = Two().guest
    master = replace(guest, seat=Seat("gm", "GM", "master"))
    undo = UndoIntent(guest.journal.last.id)
    assert command_intents(master, UndoEntry()) == ((undo,), "")
    with pytest.raises(BadInput, match="Nothing of yours"):
        command_intents(guest, UndoEntry())
