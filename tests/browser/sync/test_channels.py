"""Channels between browsers on one network, connected by two codes and without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from app.sync.codes import Code, to_code, to_link
from app.sync.descriptions import Candidate, Description
from tests.browser.support.driving import Trouble, open_ready
from tests.browser.support.own_browsers import Device, devices
from tests.browser.support.seen import camera_flags, write_camera_video
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Makes Chromium accept only credentials of its own, as newer versions may.
OWN_CREDENTIALS = ("--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/",)

#: An invitation link.
LINK = to_link(
    "https://tables.example/play/",
    to_code(
        Code(
            Description(
                "offer",
                "HkNJ",
                "R75tNk/NNC28PltyhGhs/tWZ",
                bytes(range(32)),
                "actpass",
                (
                    Candidate("192.168.178.23", 54_681),
                    Candidate("ef600424-cdda-437e-bef4-c858c40b31cb.local", 32_975),
                ),
            ),
            "01k8sv2x1m7q3d9c5b4n6p8r0t",
            "AbCdEfGhIjKlMnOp",
        )
    ),
)

#: Prepares `builtins.here` on a device: the functions and data that the snippets below use.
BEGIN = """
import asyncio, builtins
from types import SimpleNamespace
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.webrtc import invite, join
from app.sync.codes import Code, from_code, to_code

here = builtins.here = SimpleNamespace(tasks=[], invite=invite, join=join, sent=[])

def code(description):
    return to_code(Code(description))

def read(text):
    return from_code(text).description

def keep(name, channel):
    received, closed = [], []
    channel.hear(received.append, closed.append)
    names = {"send": channel.send, "close": channel.close, "received": received, "closed": closed}
    setattr(here, name, SimpleNamespace(**names))

def begin(doing):
    here.tasks.append(asyncio.ensure_future(doing))

async def until(condition):
    for _ in range(1000):
        if condition():
            return True
        await asyncio.sleep(0.02)
    return False

async def stored():
    pass

here.code, here.read, here.keep, here.begin, here.until = code, read, keep, begin, until
def signal(offers=None):
    here.signalling = Signalling(
        lambda peer, record: here.sent.append(record), keep, stored, offers)

here.signal = signal
signal()
here.introductions = Introductions(lambda peer, text: here.host.send(text), keep)
"""

INVITES = "here.invited = await here.invite(); here.code(here.invited.description)"
JOINS = "here.joined = await here.join(here.read(given)); here.code(here.joined.description)"
ACCEPTS = "here.keep(given[0], await here.invited.accept(here.read(given[1])))"
OPENS = "here.keep(given, await here.joined.wait_open())"

NEXT = """
await here.signalling.offer(given)
json.dumps(here.sent.pop())
"""
READY = "await here.signalling.on_record(*given)"
AGREES = """
await here.signalling.on_record("host", given)
held = here.signalling._standby["host"][0].held is not None
json.dumps([held, here.sent.pop(), here.signalling.record()])
"""
COMES_BACK = """
if given:  # a new page: it has only the stored offers
    here.signal(given)
here.keep("host", await here.signalling.take("host"))
"""
SENDS = "getattr(here, given[0]).send(given[1])"
HEARS = """
await here.until(lambda: getattr(here, given).received)
getattr(here, given).received.pop()
"""
RECEIVED = "await here.until(lambda: len(getattr(here, given[0]).received) >= given[1])"
CLOSED = """
await here.until(lambda: getattr(here, given).closed)
"".join(getattr(here, given).closed)
"""
CONNECTED = "await here.until(lambda: hasattr(here, given))"


def pair(host: Device, guest: Device, name: str = "guest") -> None:
    """Connect two devices by their two codes."""
    offer = host.run(INVITES)
    answer = guest.run(JOINS, offer)
    assert max(len(offer), len(answer)) < 300
    host.run(ACCEPTS, [name, answer])
    guest.run(OPENS, "host")


def agree(host: Device, guest: Device, name: str) -> tuple[bool, dict[str, list[list[str]]]]:
    """Agree on a standby connection over the open channel.

    Return whether the guest holds a connection, and the record that it stores.
    """
    held, ready, record = json.loads(guest.run(AGREES, json.loads(host.run(NEXT, name))))
    host.run(READY, [name, ready])
    return held, record


class _CachedDevice(Device):
    """A device that is never killed, in a profile with a cached page, which starts sooner."""

    def __init__(self, workshop: Workshop, site: Site) -> None:
        self.trouble = Trouble(workshop.context)
        self.page = workshop.open()
        open_ready(self.page, site.address)


@pytest.fixture(scope="module")
def three(
    playwright: Playwright, workshop: Workshop, site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Device]]:
    """Yield a host, a guest in a browser of its own, and a guest with a camera.

    The camera shows an invitation; its browser accepts only credentials of its own.
    """
    folder = tmp_path_factory.mktemp("devices")
    write_camera_video(LINK, folder / "seen.y4m")
    flags = (*camera_flags(folder / "seen.y4m"), *OWN_CREDENTIALS)
    host = _CachedDevice(workshop, site)
    with devices(playwright, site, folder, (), flags) as others:
        started = [host, *others]
        for device in started:
            device.run(BEGIN)
        yield started
    host.trouble.close()
    workshop.clear()
    assert not host.trouble.found, "\n".join(host.trouble.found)


READS = """
import js
from app.browser.sync.camera import Camera, NoCamera
video = js.document.createElement("video")
js.document.body.append(video)
try:
    camera = await Camera.on(video)
    text = await camera.read(lambda text: "#/join/" in text)
    tracks = [track.readyState for track in video.srcObject.getTracks()]
    live = list(video.srcObject.getTracks())
    camera.off()
    result = [text, tracks, [track.readyState for track in live]]
except NoCamera as fault:
    result = [str(fault), [], []]
video.remove()
json.dumps(result)
"""

FETCHED = """performance.getEntriesByType("resource").map((each) => each.name).filter((name) =>
    name.includes("qr_reader")).length"""


def test_a_camera_reads_a_code_and_goes_off(three: list[Device]) -> None:
    without, _, device = three
    assert device.page.evaluate(FETCHED) == 0
    assert json.loads(device.run(READS)) == [LINK, ["live"], ["ended"]]
    assert device.page.evaluate(FETCHED) == 1
    assert "Paste the code instead" in json.loads(without.run(READS))[0]


GREETS = """
from types import SimpleNamespace as Is
from app.browser.sync.guest_line import GuestLine

class Channel(Is):
    def send(self, text):
        self.sent.append(json.loads(text)["kind"])
    def hear(self, on_text, on_gone):
        pass
    def close(self):
        self.sent.append("closed")

line = GuestLine(Is(on_message=None, on_link=lambda: None, tell_page=lambda: None))
first, second = Channel(sent=[]), Channel(sent=[])
line.use(first)
for kind in ("hello", "ping"):
    line.say({"kind": kind})
line.use(second)  # other messages are given to it before the hello
for kind in ("act", "ready", "hello", "ping"):
    line.say({"kind": kind})
json.dumps([first.sent, second.sent])
"""


def test_a_guest_introduces_itself_before_anything_else(three: list[Device]) -> None:
    first, second = json.loads(three[0].run(GREETS))
    assert first == ["hello", "ping", "closed"]
    assert second == ["hello", "act", "ready", "ping"]


KNOCKS = """
import asyncio
from app.browser.sync.net import net_guest

class Knocker:
    knocks = 0
    @classmethod
    async def open(cls, net, keys, seat, on_channel):
        cls.lets_in = staticmethod(on_channel)
        return cls()
    async def knock(self, known):
        Knocker.knocks += 1
        if Knocker.knocks > 1:  # the host is absent at the first knock
            self.lets_in("the channel")
        raise net_guest.NetError("gone")  # the server's answer is lost
    async def flush(self):
        pass

class Net:
    @classmethod
    async def open(cls, server, login, table, changed):
        return cls()
    async def close(self):
        pass

before = net_guest.Knocker, net_guest.Net, net_guest.Key, net_guest.Pair
net_guest.Knocker, net_guest.Net = Knocker, Net
net_guest.Key = net_guest.Pair = lambda *halves: None
record = {"login": [], "pair": ["", ""], "invited": "", "host": "", "seat": "", "in": False}
channels, lost = [], []
guest = net_guest.GuestNet("", "", record, channels.append, lost.append)
await here.until(lambda: Knocker.knocks == 1)
guest.again()
await here.until(lambda: channels)
await asyncio.sleep(0)
guest.close()
net_guest.Knocker, net_guest.Net, net_guest.Key, net_guest.Pair = before
json.dumps([channels, len(lost), guest.wanted])
"""


def test_a_guest_let_in_is_connected_even_if_the_answer_to_its_knock_is_lost(
    three: list[Device],
) -> None:
    assert json.loads(three[0].run(KNOCKS)) == [["the channel"], 1, False]


#: With no time to gather, a browser has found none of its addresses yet.
IN_NO_TIME = """
from app.browser.sync.webrtc import webrtc
patience, webrtc.GATHERING_S = webrtc.GATHERING_S, 0
invited = await here.invite()
webrtc.GATHERING_S = patience
invited.close()
len(invited.description.candidates)
"""


def test_an_invitation_waits_for_an_address_however_long_that_is_in_coming(
    three: list[Device],
) -> None:
    assert three[0].run(IN_NO_TIME) > 0


def test_devices_find_each_other_talk_lose_and_find_each_other_again(three: list[Device]) -> None:
    host, guest, other = three
    pair(host, guest)

    # A thousand texts both ways, in order, and a large one after them.
    talks = """
for n in range(1000):
    getattr(here, given).send(f"{given} {n}")
getattr(here, given).send("x" * 900_000)
"""
    guest.run(talks, "host")
    host.run(talks, "guest")
    for device, name, word in ((host, "guest", "host"), (guest, "host", "guest")):
        assert device.run(RECEIVED, [name, 1001])
        texts = f"[f'{word} {{n}}' for n in range(1000)] + ['x' * 900_000]"
        assert device.run(f"here.{name}.received == {texts}")

    # Killed: the host notices the silence. The guest's stored offer brings it back without a code,
    # even if they connect slowly: an older offer, which the host has forgotten, is tried beside it.
    agree(host, guest, "unused")
    host.run("here.signalling.forget('unused')")
    held, record = agree(host, guest, "back")
    assert not held
    guest.kill()
    assert "doesn’t answer" in host.run(CLOSED, "guest")
    guest.begin()
    guest.run(BEGIN)
    guest.run("from app.browser.sync import signalling\nsignalling.AT_FIRST_S = 0")
    guest.run(COMES_BACK, record)
    assert host.run(CONNECTED, "back")

    # The browser with its own credentials: the channel is cut while its page goes on.
    pair(host, other, "other")
    held, _ = agree(host, other, "other_back")
    assert held
    host.run("here.other.close()")
    assert "closed the connection" in other.run(CLOSED, "host")
    other.run(COMES_BACK)
    assert host.run(CONNECTED, "other_back")

    # Two guests of one host need no codes: the host passes their messages on.
    guest.run('await here.introductions.seek("friend")')
    host.run(SENDS, ["other_back", host.run(HEARS, "back")])
    other.run('here.begin(here.introductions.on_text("friend", given))', other.run(HEARS, "host"))
    host.run(SENDS, ["back", host.run(HEARS, "other_back")])
    guest.run('await here.introductions.on_text("friend", given)', guest.run(HEARS, "host"))
    guest.run(SENDS, ["friend", "hello"])
    assert other.run(CONNECTED, "friend")
    assert other.run(HEARS, "friend") == "hello"

    # No valid message is longer than a megabyte: the channel is closed, and both sides are told.
    flood = """
from app.sync import wire
longest, wire.LONGEST = wire.LONGEST, 2_000_000
here.host.send("x" * 1_100_000)
wire.LONGEST = longest
"""
    guest.run(flood)
    assert "more than a megabyte" in host.run(CLOSED, "back")
    assert "closed the connection" in guest.run(CLOSED, "host")
    # A page that is closed tells the others.
    other.page.reload()
