"""Descriptions of connections: the parts of an SDP that differ between two browsers.

A browser describes its end of a connection as SDP (RFC 8866), some 700 characters, most of them
always the same. `parse_sdp` extracts what differs; `sdp` adds the rest again. One data channel, and
candidates of the local network only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Literal

from app.core.errors import BadInput

Kind = Literal["offer", "answer"]
Setup = Literal["actpass", "active", "passive"]

#: Random credentials of a browser (RFC 8839): letters, digits, + and /.
UFRAG = re.compile(r"[A-Za-z0-9+/]{4,16}")
PWD = re.compile(r"[A-Za-z0-9+/]{22,48}")

#: A name under which a browser hides its address, known in this network only (mDNS).
HIDDEN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local")

#: The largest number of candidates for one device.
MOST_CANDIDATES = 4

_CANDIDATE = re.compile(r"candidate:\S+ 1 udp \d+ (\S+) (\d{1,5}) typ host\b", re.IGNORECASE)
_PRIORITY = 2_113_937_151
_DIGEST = re.compile(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}")


@dataclass(frozen=True)
class Candidate:
    """An address of a device."""

    #: An IPv4 or IPv6 address, or a hidden name.
    host: str
    port: int

    def __post_init__(self) -> None:
        if not reachable(self.host):
            raise BadInput("candidate", "give an address in this network, or a hidden name of one")
        if not 1 <= self.port <= 65_535:
            raise BadInput("candidate", f"port {self.port}; give 1 to 65535")

    def line(self, index: int = 0) -> str:
        """Return the line for the browser; a lower index is tried first."""
        priority = _PRIORITY - 256 * index
        return f"candidate:{index + 1} 1 udp {priority} {self.host} {self.port} typ host"


@dataclass(frozen=True)
class Description:
    """One end of a connection."""

    kind: Kind
    #: The user name of its packets.
    ufrag: str
    #: The password of its packets.
    pwd: str
    #: The SHA-256 of its certificate.
    fingerprint: bytes
    #: The side that begins the encryption.
    setup: Setup
    #: Addresses of the device, best first, at most 4.
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
    def without_candidates(self) -> Description:
        """Return the description without candidates: its end waits to be contacted."""
        return replace(self, candidates=())


def parse_sdp(kind: Kind, sdp: str) -> Description:
    """Extract the description from an SDP of one data channel; BadInput if a part is missing."""
    candidates = [
        each for match in _CANDIDATE.finditer(sdp) if (each := _candidate(*match.groups()))
    ]
    digest = _attribute(sdp, "fingerprint:sha-256 ").upper()
    if not _DIGEST.fullmatch(digest):
        raise BadInput("description", "its fingerprint is no SHA-256")
    setup = _attribute(sdp, "setup:")
    if setup not in ("actpass", "active", "passive"):
        raise BadInput("description", "it does not say who begins")
    return Description(
        kind,
        _attribute(sdp, "ice-ufrag:"),
        _attribute(sdp, "ice-pwd:"),
        bytes.fromhex(digest.replace(":", "")),
        setup,  # type: ignore[arg-type]
        tuple(sorted(dict.fromkeys(candidates), key=_rank)[:MOST_CANDIDATES]),
    )


def sdp(description: Description, setup: Setup | None = None) -> str:
    """Return the SDP for a browser; `setup` replaces the description's own."""
    digest = description.fingerprint.hex(":").upper()
    lines = [
        "v=0",
        "o=- 1 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        *(f"a={each.line(index)}" for index, each in enumerate(description.candidates)),
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
    """Return a browser's own SDP with credentials that were agreed on before."""
    sdp = re.sub(r"(?m)^a=ice-ufrag:[^\r\n]*", f"a=ice-ufrag:{ufrag}", sdp)
    return re.sub(r"(?m)^a=ice-pwd:[^\r\n]*", f"a=ice-pwd:{pwd}", sdp)


def reachable(host: str) -> bool:
    """Tell whether it is a hidden name, or an address that another device can reach."""
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
    """Rank IPv4 before hidden names before IPv6, of which a device may have many."""
    return 1 if HIDDEN.fullmatch(candidate.host) else 2 if ":" in candidate.host else 0


def _attribute(sdp: str, attribute: str) -> str:
    """Return the first value of an attribute; BadInput if it is missing."""
    match = re.search(rf"(?m)^a={re.escape(attribute)}([^\r\n]*)", sdp)
    if match is None:
        raise BadInput("description", f"it has no {attribute.partition(':')[0]}")
    return match[1].strip()
