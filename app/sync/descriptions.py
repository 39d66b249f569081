"""What two browsers must know of each other to talk, without what all such descriptions share.

A browser describes its end of a connection as SDP (RFC 8866), some 700 characters of which most
never differ. `described` reads off what does; `sdp` writes the rest around it again. One data
channel, and candidates of this very network only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Literal

from app.core.errors import BadInput

Kind = Literal["offer", "answer"]
Setup = Literal["actpass", "active", "passive"]

#: What a browser chooses by chance (RFC 8839): letters, digits, + and /.
UFRAG = re.compile(r"[A-Za-z0-9+/]{4,16}")
PWD = re.compile(r"[A-Za-z0-9+/]{22,48}")

#: A name under which a browser hides its address, known in this network only (mDNS).
HIDDEN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local")

#: More ways to one device than these are not tried.
MOST_CANDIDATES = 4

_CANDIDATE = re.compile(r"candidate:\S+ 1 udp \d+ (\S+) (\d{1,5}) typ host\b", re.IGNORECASE)
_PRIORITY = 2_113_937_151
_DIGEST = re.compile(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}")


@dataclass(frozen=True)
class Candidate:
    """Where a device may be reached. host: an IPv4 or IPv6 address, or a hidden name."""

    host: str
    port: int

    def __post_init__(self) -> None:
        if not reachable(self.host):
            raise BadInput("candidate", "give an address in this network, or a hidden name of one")
        if not 1 <= self.port <= 65_535:
            raise BadInput("candidate", f"port {self.port}; give 1 to 65535")

    def line(self, place: int = 0) -> str:
        """As the browser takes it; an earlier place is tried first."""
        priority = _PRIORITY - 256 * place
        return f"candidate:{place + 1} 1 udp {priority} {self.host} {self.port} typ host"


@dataclass(frozen=True)
class Description:
    """One end of a connection.

    ufrag, pwd: by which its packets are known. fingerprint: SHA-256 of its certificate. setup: who
    begins the encryption. candidates: where it may be reached, best first; at most 4.
    """

    kind: Kind
    ufrag: str
    pwd: str
    fingerprint: bytes
    setup: Setup
    candidates: tuple[Candidate, ...] = ()

    def __post_init__(self) -> None:
        if not UFRAG.fullmatch(self.ufrag) or not PWD.fullmatch(self.pwd):
            raise BadInput("description", "its credentials are none that a browser makes")
        if len(self.fingerprint) != 32:
            raise BadInput("description", "its fingerprint is no SHA-256")
        if len(self.candidates) > MOST_CANDIDATES:
            raise BadInput("description", f"{len(self.candidates)} candidates; give 4 at most")
        if (self.kind == "offer") != (self.setup == "actpass"):
            raise BadInput("description", f"{self.setup} is nothing that an {self.kind} says")

    @property
    def hushed(self) -> Description:
        """The same without candidates: it is waited for, not looked for."""
        return replace(self, candidates=())


def described(kind: Kind, sdp: str) -> Description:
    """What an SDP of one data channel says that others do not. BadInput if it lacks something."""
    found = [each for match in _CANDIDATE.finditer(sdp) if (each := _candidate(*match.groups()))]
    digest = _said(sdp, "fingerprint:sha-256 ").upper()
    if not _DIGEST.fullmatch(digest):
        raise BadInput("description", "its fingerprint is no SHA-256")
    setup = _said(sdp, "setup:")
    if setup not in ("actpass", "active", "passive"):
        raise BadInput("description", "it does not say who begins")
    return Description(
        kind,
        _said(sdp, "ice-ufrag:"),
        _said(sdp, "ice-pwd:"),
        bytes.fromhex(digest.replace(":", "")),
        setup,  # type: ignore[arg-type]
        tuple(sorted(dict.fromkeys(found), key=_rank)[:MOST_CANDIDATES]),
    )


def sdp(description: Description, setup: Setup | None = None) -> str:
    """The SDP that a browser takes for it. setup: instead of its own."""
    digest = description.fingerprint.hex(":").upper()
    lines = [
        "v=0",
        "o=- 1 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        *(f"a={each.line(place)}" for place, each in enumerate(description.candidates)),
        f"a=ice-ufrag:{description.ufrag}",
        f"a=ice-pwd:{description.pwd}",
        "a=ice-options:trickle",
        f"a=fingerprint:sha-256 {digest}",
        f"a=setup:{setup or description.setup}",
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def with_credentials(sdp: str, ufrag: str, pwd: str) -> str:
    """A browser's own SDP with credentials that were agreed on before."""
    sdp = re.sub(r"(?m)^a=ice-ufrag:[^\r\n]*", f"a=ice-ufrag:{ufrag}", sdp)
    return re.sub(r"(?m)^a=ice-pwd:[^\r\n]*", f"a=ice-pwd:{pwd}", sdp)


def reachable(host: str) -> bool:
    """Is it a hidden name, or an address by which another device could find this one?"""
    if HIDDEN.fullmatch(host):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    loops = address.is_loopback or address.is_unspecified or address.is_multicast
    return not loops and not address.is_link_local and "%" not in host


def _candidate(host: str, port: str) -> Candidate | None:
    try:
        return Candidate(host.lower(), int(port))
    except BadInput:
        return None


def _rank(candidate: Candidate) -> int:
    """IPv4 before hidden names before IPv6: of the last a device may have many."""
    return 1 if HIDDEN.fullmatch(candidate.host) else 2 if ":" in candidate.host else 0


def _said(sdp: str, attribute: str) -> str:
    """What the first such attribute says."""
    found = re.search(rf"(?m)^a={re.escape(attribute)}([^\r\n]*)", sdp)
    if found is None:
        raise BadInput("description", f"it has no {attribute.partition(':')[0]}")
    return found[1].strip()
