"""Codes of connections: a description round-trips, and any other text gets a clear sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.campaign.files.links import qr_svg
from app.core.errors import BadInput
from app.sync.codes import (
    NEWER,
    NO_CODE,
    NOT_WHOLE,
    Code,
    from_code,
    from_reply,
    picture,
    to_code,
    to_link,
    to_reply,
)
from app.sync.descriptions import (
    MOST_CANDIDATES,
    Candidate,
    Description,
    parse_sdp,
    reachable,
    sdp,
    with_credentials,
)

ICE = st.sampled_from("ABCXYZabcxyz0189+/")
HOSTS = st.one_of(
    st.uuids().map(lambda name: f"{name}.local"),
    st.integers(0, 2**32 - 1).map(lambda number: str(IPv4Address(number))),
    st.integers(0, 2**128 - 1).map(lambda number: str(IPv6Address(number))),
).filter(reachable)
CANDIDATES = st.builds(Candidate, HOSTS, st.integers(1, 65_535))


@st.composite
def descriptions(draw: st.DrawFn) -> Description:
    """Draw a description of a connection."""
    kind = draw(st.sampled_from(("offer", "answer")))
    return Description(
        kind,  # type: ignore[arg-type]
        draw(st.text(ICE, min_size=4, max_size=8)),
        draw(st.text(ICE, min_size=22, max_size=32)),
        draw(st.binary(min_size=32, max_size=32)),
        "actpass" if kind == "offer" else draw(st.sampled_from(("active", "passive"))),
        tuple(draw(st.lists(CANDIDATES, max_size=MOST_CANDIDATES))),
    )


NAMES = st.text("abcXYZ019_-", max_size=26)


@given(descriptions(), NAMES, NAMES)
def test_a_code_holds_its_whole_description(
    description: Description, table: str, token: str
) -> None:
    text = to_code(Code(description, table, token))
    assert re.fullmatch("[0-9A-Z]{20,299}", text)
    read = from_code(text, description.kind)
    many = len(read.description.candidates)
    assert read == Code(read.description, table, token)
    assert read.description.candidates == description.candidates[:many]
    assert (
        many == len(description.candidates) or many >= 2
    )  # at least two candidates fit beside any names
    # A messenger may break the code and put text before it.
    half = len(text) // 2
    link = to_link("https://dice.example/a/#/home", f"{text[:half]}\n {text[half:].lower()}")
    assert from_code(link) == read


@given(descriptions())
def test_sdp_holds_its_whole_description(description: Description) -> None:
    read = parse_sdp(description.kind, sdp(description))
    assert set(read.candidates) == set(description.candidates)
    assert read.without_candidates == description.without_candidates


@given(descriptions(), st.text("abc", min_size=4, max_size=8))
def test_credentials_are_replaced_and_nothing_else(description: Description, ufrag: str) -> None:
    read = parse_sdp(description.kind, with_credentials(sdp(description), ufrag, "p" * 24))
    assert (read.ufrag, read.pwd) == (ufrag, "p" * 24)
    assert read.fingerprint == description.fingerprint


@given(descriptions(), st.data())
def test_a_code_of_which_something_is_missing_is_refused(
    description: Description, data: st.DataObject
) -> None:
    text = to_code(Code(description))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, len(text) - 1))
    rest = text[:start] + text[end + 1 :]
    with pytest.raises(BadInput) as refused:
        from_code(rest)
    assert refused.value.message in (NO_CODE, NOT_WHOLE)


@given(st.text(max_size=60) | st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", max_size=120))
def test_any_text_is_a_code_or_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_code(text)
    assert refused.value.field == "code"


CHROMIUM = """v=0
o=- 399230269819729237 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:4033224366 1 udp 2113937151 ef600424-cdda-437e-bef4-c858c40b31cb.local 54681 typ host
a=candidate:4145312286 1 UDP 2113942271 192.168.1.7 32975 typ host generation 0
a=candidate:2 1 TCP 2105458943 192.168.1.7 9 typ host tcptype active
a=candidate:3 1 udp 2113942271 fe80::1 32975 typ host
a=candidate:4 1 udp 1677729535 80.0.0.1 32975 typ srflx raddr 0.0.0.0 rport 0
a=ice-ufrag:HkNJ
a=ice-pwd:R75tNk/NNC28PltyhGhs/tWZ
a=fingerprint:sha-256 E1:73:F4:FD:6A:5E:2C:16:DD:20:89:78:D4:9C:20:06:BA:09:78:E2:12:84:B6:81:6C:04\
:85:4E:9D:A8:BB:74
a=setup:actpass
"""


def test_the_sdp_of_a_browser_makes_a_short_code() -> None:
    description = parse_sdp("offer", CHROMIUM.replace("\n", "\r\n"))
    assert [candidate.host for candidate in description.candidates] == [
        "192.168.1.7",
        "ef600424-cdda-437e-bef4-c858c40b31cb.local",
    ]
    code = to_code(Code(description, "01k8sv2x1m7q3d9c5b4n6p8r0t", "AbCdEfGhIjKlMnOp"))
    assert len(code) <= 200
    with pytest.raises(BadInput, match="enter the reply of the other device instead"):
        from_code(code, "answer")


def test_the_picture_of_a_link_holds_its_code_in_capitals() -> None:
    """Capitals need fewer modules, so a camera reads them from further away."""
    code = to_code(Code(parse_sdp("offer", CHROMIUM), "01k8sv2x1m7q3d9c5b4n6p8r0t", "AbCdEfGhIjKl"))
    link = to_link("https://tables.example/play/", code)

    def side(svg: str) -> int:
        return int(re.search(r'viewBox="0 0 (\d+) ', svg)[1])  # type: ignore[index]

    assert side(picture(code)) < side(picture(link)) < side(qr_svg(link))
    assert side(picture(link)) <= 57 + 8  # version 10, and four modules of white on each side
    assert "#fff" in picture(link)


def test_a_reply_is_to_one_invitation_and_is_read_once() -> None:
    offer = Code(parse_sdp("offer", CHROMIUM), "table", "AbCdEfGhIjKl")
    answer = replace(offer.description, kind="answer", setup="passive")
    text = to_reply(offer, answer)
    assert "GhIjKl" not in from_code(text).token  # the rest of it is the host's and the guest's
    assert from_reply(text, "table", offer.token, ()).description == answer
    wrong: dict[str, tuple[str, str, tuple[str, ...]]] = {
        "another table": ("other", offer.token, ()),
        "was cancelled": ("table", "Another-one", ()),
        "already joined": ("table", offer.token, (answer.ufrag,)),
    }
    for words, invitation in wrong.items():
        with pytest.raises(BadInput, match=words):
            from_reply(text, *invitation)
    with pytest.raises(BadInput, match="this is an invite"):
        from_reply(to_code(offer), "table", offer.token, ())


def test_a_newer_code_is_told_from_a_broken_one(monkeypatch: pytest.MonkeyPatch) -> None:
    description = parse_sdp("offer", CHROMIUM)
    monkeypatch.setattr("app.sync.codes.VERSION", 2)
    newer = to_code(Code(description))
    monkeypatch.undo()
    with pytest.raises(BadInput, match=NEWER):
        from_code(newer)


@pytest.mark.parametrize("missing", ["a=ice-ufrag", "a=ice-pwd", "a=fingerprint", "a=setup"])
def test_an_incomplete_description_is_refused(missing: str) -> None:
    lines = [line for line in CHROMIUM.splitlines() if not line.startswith(missing)]
    with pytest.raises(BadInput, match="description"):
        parse_sdp("offer", "\n".join(lines))
