"""Channels between browsers that share nothing but a network: two codes, and no server at all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from app.sync.codes import Code, to_code, to_link
from app.sync.descriptions import Candidate, Description
from tests.browser.support.driving import Trouble, open_ready
from tests.browser.support.own_browsers import Device, devices
from tests.browser.support.seen import camera, seen_by_a_camera
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: As newer Chromium may do: it takes no credentials but its own.
OWN_CREDENTIALS = ("--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/",)

#: An invitation, as one looks.
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

#: What each device has at hand in `builtins.here`.
BEGIN = """
import asyncio, builtins
from types import SimpleNamespace
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.webrtc import invite, join
from app.sync.codes import Code, from_code, to_code

here = builtins.here = SimpleNamespace(tasks=[], invite=invite, join=join, said=[])

def code(description):
    return to_code(Code(description))

def read(text):
    return from_code(text).description

def keep(name, channel):
    came, gone = [], []
    channel.hear(came.append, gone.append)
    does = {"send": channel.send, "close": channel.close, "came": came, "gone": gone}
    setattr(here, name, SimpleNamespace(**does))

def begin(doing):
    here.tasks.append(asyncio.ensure_future(doing))

async def until(looks):
    for _ in range(1000):
        if looks():
            return True
        await asyncio.sleep(0.02)
    return False

async def stored():
    pass

here.code, here.read, here.keep, here.begin, here.until = code, read, keep, begin, until
def ways(kept=None):
    here.ways = Signalling(lambda who, record: here.said.append(record), keep, stored, kept)

here.new_ways = ways
ways()
here.through = Introductions(lambda who, text: here.host.send(text), keep)
"""

INVITES = "here.invited = await here.invite(); here.code(here.invited.description)"
JOINS = "here.joined = await here.join(here.read(given)); here.code(here.joined.description)"
ACCEPTS = "here.keep(given[0], await here.invited.accept(here.read(given[1])))"
OPENS = "here.keep(given, await here.joined.opened())"

NEXT = """
await here.ways.offer(given)
json.dumps(here.said.pop())
"""
READY = "await here.ways.heard(*given)"
AGREES = """
await here.ways.heard("host", given)
json.dumps([here.ways._standby["host"][0].held is not None, here.said.pop(), here.ways.record()])
"""
COMES_BACK = """
if given:  # the page is another: nothing is there but what was kept
    here.new_ways(given)
here.keep("host", await here.ways.take("host"))
"""
SENDS = "getattr(here, given[0]).send(given[1])"
HEARS = """
await here.until(lambda: getattr(here, given).came)
getattr(here, given).came.pop()
"""
CAME = "await here.until(lambda: len(getattr(here, given[0]).came) >= given[1])"
GONE = """
await here.until(lambda: getattr(here, given).gone)
"".join(getattr(here, given).gone)
"""
THERE = "await here.until(lambda: hasattr(here, given))"


def pair(host: Device, guest: Device, name: str = "guest") -> None:
    """By two codes, as they are shown and read."""
    offer = host.run(INVITES)
    answer = guest.run(JOINS, offer)
    assert max(len(offer), len(answer)) < 300
    host.run(ACCEPTS, [name, answer])
    guest.run(OPENS, "host")


def agree(host: Device, guest: Device, name: str) -> tuple[bool, dict[str, list[list[str]]]]:
    """Over the living channel, for later: does the guest hold a connection, and what it keeps."""
    held, ready, kept = json.loads(guest.run(AGREES, json.loads(host.run(NEXT, name))))
    host.run(READY, [name, ready])
    return held, kept


class Lasting(Device):
    """One that nobody kills: in a profile where somebody was before, which starts sooner."""

    def __init__(self, workshop: Workshop, site: Site) -> None:
        self.trouble = Trouble(workshop.context)
        self.page = workshop.open()
        open_ready(self.page, site.address)


@pytest.fixture(scope="module")
def three(
    playwright: Playwright, workshop: Workshop, site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Device]]:
    """The host, a guest in a browser of its own, and one that sees an invitation with its camera,
    and chooses its credentials alone."""
    folder = tmp_path_factory.mktemp("devices")
    seen_by_a_camera(LINK, folder / "seen.y4m")
    sees = (*camera(folder / "seen.y4m"), *OWN_CREDENTIALS)
    host = Lasting(workshop, site)
    with devices(playwright, site, folder, (), sees) as others:
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
    said = [text, tracks, [track.readyState for track in live]]
except NoCamera as fault:
    said = [str(fault), [], []]
video.remove()
json.dumps(said)
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
        self.said.append(json.loads(text)["kind"])
    def hear(self, on_text, on_gone):
        pass
    def close(self):
        self.said.append("closed")

line = GuestLine(Is(heard=None, linked=lambda: None, tell_page=lambda: None))
first, second = Channel(said=[]), Channel(said=[])
line.linked(first)
for kind in ("hello", "ping"):
    line.say({"kind": kind})
line.linked(second)  # while this and that has its turn before who it is
for kind in ("act", "ready", "hello", "ping"):
    line.say({"kind": kind})
json.dumps([first.said, second.said])
"""


def test_who_comes_says_who_they_are_before_anything_else(three: list[Device]) -> None:
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
        if Knocker.knocks > 1:  # before, nobody was there
            self.lets_in("the channel")
        raise net_guest.NetError("gone")  # what the server says of it was lost

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
came, lost = [], []
guest = net_guest.GuestNet("", "", record, came.append, lost.append)
await here.until(lambda: Knocker.knocks == 1)
guest.again()
await here.until(lambda: came)
await asyncio.sleep(0)
guest.close()
net_guest.Knocker, net_guest.Net, net_guest.Key, net_guest.Pair = before
json.dumps([came, len(lost), guest.wanted])
"""


def test_who_was_let_in_is_there_whatever_became_of_the_knock(three: list[Device]) -> None:
    assert json.loads(three[0].run(KNOCKS)) == [["the channel"], 1, False]


#: In no time at all a browser has found none of its addresses.
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

    # A thousand texts both ways, in order, and a large one behind them.
    talks = """
for n in range(1000):
    getattr(here, given).send(f"{given} {n}")
getattr(here, given).send("x" * 900_000)
"""
    guest.run(talks, "host")
    host.run(talks, "guest")
    for device, name, said in ((host, "guest", "host"), (guest, "host", "guest")):
        assert device.run(CAME, [name, 1001])
        seen = f"here.{name}.came == [f'{said} {{n}}' for n in range(1000)] + ['x' * 900_000]"
        assert device.run(seen)

    # Killed: silence is noticed. What the guest had kept brings it back without a code, however
    # slowly the two find each other: the way before, by which nobody waits, is tried beside it.
    agree(host, guest, "nobody")
    host.run("here.ways.forget('nobody')")
    held, kept = agree(host, guest, "back")
    assert not held
    guest.kill()
    assert "doesn’t answer" in host.run(GONE, "guest")
    guest.begin()
    guest.run(BEGIN)
    guest.run("from app.browser.sync import signalling\nsignalling.AT_FIRST_S = 0")
    guest.run(COMES_BACK, kept)
    assert host.run(THERE, "back")

    # A browser that chooses its own credentials: its page lives on, the channel is cut.
    pair(host, other, "other")
    held, _ = agree(host, other, "other_back")
    assert held
    host.run("here.other.close()")
    assert "closed the connection" in other.run(GONE, "host")
    other.run(COMES_BACK)
    assert host.run(THERE, "other_back")

    # Two who know the same third need no codes: it hands theirs on.
    guest.run('await here.through.seek("friend")')
    host.run(SENDS, ["other_back", host.run(HEARS, "back")])
    other.run('here.begin(here.through.heard("friend", given))', other.run(HEARS, "host"))
    host.run(SENDS, ["back", host.run(HEARS, "other_back")])
    guest.run('await here.through.heard("friend", given)', guest.run(HEARS, "host"))
    guest.run(SENDS, ["friend", "hello"])
    assert other.run(THERE, "friend")
    assert other.run(HEARS, "friend") == "hello"

    # More than a megabyte is nobody's message: the channel is closed, and both know.
    flood = """
from app.sync import wire
longest, wire.LONGEST = wire.LONGEST, 2_000_000
here.host.send("x" * 1_100_000)
wire.LONGEST = longest
"""
    guest.run(flood)
    assert "more than a megabyte" in host.run(GONE, "back")
    assert "closed the connection" in guest.run(GONE, "host")
    # A page that is left says so.
    other.page.reload()
    assert "closed the connection" in guest.run(GONE, "friend")
