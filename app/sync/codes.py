"""Codes: a description as letters and digits, so short that a camera reads its picture at once.

    version | kind and setup | fingerprint | ufrag | pwd | candidates | table | token | checksum

as one number in base 36: nothing that a messenger takes for markup or for the end of a sentence,
and capitals and digits are what a QR code holds most of. The neighbours `to_code` and `from_code`
are each other's inverse. A link is the page's own address with `#/join/` and an offer's code.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Container
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from typing import Final

from app.core.errors import BadInput, shown
from app.sync.descriptions import HIDDEN, Candidate, Description, Kind, Setup

VERSION = 1

#: No code is longer; candidates are left away until it is not.
LONGEST = 299

ROUTE = "#/join/"

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SETUPS: Final[tuple[Setup, ...]] = ("actpass", "active", "passive")
_KINDS: Final[tuple[Kind, ...]] = ("offer", "answer")

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_ICE, _URL = _LETTERS + "+/", _LETTERS + "-_"

#: So many letters of an invitation's token stand in the replies to it, to tell it from others.
MARK = 6

#: What a table is called by, and what a seat is known by.
NAME = re.compile(r"[A-Za-z0-9_-]{0,32}")

_HIDDEN, _V4, _V6 = 0, 4, 6
_SIZES = {_HIDDEN: 16, _V4: 4, _V6: 16}

NO_CODE = "this is no code of a table; copy the whole of what the other device shows"
NOT_WHOLE = "this code is not whole, or a letter of it was changed; copy all of it once more"
NEWER = "this code was made by a newer Tableside; reload this page"
WANTED = {
    "offer": "this is an answer; what is needed here is the invitation of the device that invites",
    "answer": "this is an invitation; needed here is the code that the other device gives back",
}
OTHER_TABLE = "This answers the invitation to another table. Let them read the code above."
OLD = "This answers an invitation that was closed. Let them read the code above."
KNOWN = "That device is let in already. Each device shows a code of its own."


@dataclass(frozen=True)
class Code:
    """What a code carries. table: which one; token: whose seat. Letters, digits, - and _."""

    description: Description
    table: str = ""
    token: str = ""

    def __post_init__(self) -> None:
        for field, value in (("table", self.table), ("token", self.token)):
            if not NAME.fullmatch(value):
                raise BadInput(field, f"{shown(value)}; give 32 letters and digits at most")


def to_code(code: Code) -> str:
    """At most 299 letters and digits; the last candidates are left away where it would be more.

    BadInput where it would be more without any.
    """
    described = code.description
    for many in range(len(described.candidates), -1, -1):
        fewer = replace(described, candidates=described.candidates[:many])
        text = _written(_packed(replace(code, description=fewer)))
        if len(text) <= LONGEST:
            return text
    raise BadInput("code", "table and token are too long for a code")


def from_code(text: str, kind: Kind | None = None) -> Code:
    """What a code says, or a whole link, however it was broken into lines. BadInput says why not.

    kind: what is needed here, if only one is.
    """
    text = re.sub(r"[\s\u200b\u2060\ufeff]", "", text[:5_000]).rpartition("/")[2].upper()
    if not re.fullmatch(r"[0-9A-Z]{20,400}", text, re.ASCII):
        raise BadInput("code", NO_CODE)
    number = int(text, 36)
    body = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(body) < 5 or _checksum(body[:-3]) != body[-3:]:
        raise BadInput("code", NOT_WHOLE)
    if body[0] != VERSION:
        raise BadInput("code", NEWER)
    code = _unpacked(body[1:-3])
    if kind is not None and code.description.kind != kind:
        raise BadInput("code", WANTED[kind])
    return code


def to_reply(invitation: Code, description: Description) -> str:
    """The code in return, which tells the invitation that it answers."""
    return to_code(Code(description, invitation.table, invitation.token[:MARK]))


def from_reply(text: str, table: str, token: str, known: Container[str]) -> Code:
    """Read the code in return to an invitation. BadInput where it answers another one.

    table, token: the invitation's. known: the credentials (`ufrag`) of replies that were read.
    """
    reply = from_code(text, "answer")
    if reply.table != table:
        raise BadInput("code", OTHER_TABLE)
    if reply.token != token[:MARK]:
        raise BadInput("code", OLD)
    if reply.description.ufrag in known:
        raise BadInput("code", KNOWN)
    return reply


def to_link(address: str, code: str) -> str:
    """The address of the page, whatever it shows, as one that opens the invitation."""
    return address.partition("#")[0] + ROUTE + code


def picture(text: str) -> str:
    """A code, or a link with one, as a QR code: an SVG, always dark on white, with its margin."""
    from app.campaign.files.links import qr_svg

    before, slash, code = text.rpartition("/")
    return qr_svg(before + slash, code) if slash else qr_svg(code)


# --- bytes ---


def _packed(code: Code) -> bytes:
    said = code.description
    head = _KINDS.index(said.kind) | _SETUPS.index(said.setup) << 1 | len(said.candidates) << 3
    body = bytes([VERSION, head]) + said.fingerprint
    body += _text(said.ufrag, _ICE) + _text(said.pwd, _ICE)
    body += b"".join(map(_place, said.candidates))
    body += _text(code.table, _URL) + _text(code.token, _URL)
    return body + _checksum(body)


def _unpacked(body: bytes) -> Code:
    reader = _Reader(body)
    head = reader.take(1)[0]
    if head >> 3 > 4 or head >> 1 & 3 > 2:
        raise BadInput("code", NOT_WHOLE)
    fingerprint = reader.take(32)
    ufrag, pwd = reader.text(_ICE), reader.text(_ICE)
    candidates = tuple(reader.place() for _ in range(head >> 3))
    table, token = reader.text(_URL), reader.text(_URL)
    if reader.left:
        raise BadInput("code", NOT_WHOLE)
    setup = _SETUPS[head >> 1 & 3]
    said = Description(_KINDS[head & 1], ufrag, pwd, fingerprint, setup, candidates)
    return Code(said, table, token)


class _Reader:
    """Bytes from the front. BadInput where there are no more, or they are nothing."""

    def __init__(self, left: bytes) -> None:
        self.left = left

    def take(self, many: int) -> bytes:
        if many > len(self.left):
            raise BadInput("code", NOT_WHOLE)
        taken, self.left = self.left[:many], self.left[many:]
        return taken

    def text(self, letters: str) -> str:
        """Six bits a letter, behind how many they are."""
        many = self.take(1)[0]
        number = int.from_bytes(self.take((many * 6 + 7) // 8), "big")
        return "".join(letters[number >> 6 * at & 63] for at in reversed(range(many)))

    def place(self) -> Candidate:
        kind = self.take(1)[0]
        host = self.take(_SIZES.get(kind, 256))
        return Candidate(_host(kind, host), int.from_bytes(self.take(2), "big"))


def _text(text: str, letters: str) -> bytes:
    number = 0
    for letter in text:
        number = number << 6 | letters.index(letter)
    return bytes([len(text)]) + number.to_bytes((len(text) * 6 + 7) // 8, "big")


def _place(candidate: Candidate) -> bytes:
    port = candidate.port.to_bytes(2, "big")
    if HIDDEN.fullmatch(candidate.host):
        name = candidate.host.removesuffix(".local").replace("-", "")
        return bytes([_HIDDEN]) + bytes.fromhex(name) + port
    address = ip_address(candidate.host)
    return bytes([address.version]) + address.packed + port


def _host(kind: int, packed: bytes) -> str:
    if kind == _HIDDEN:
        name = packed.hex()
        cuts = (name[:8], name[8:12], name[12:16], name[16:20], name[20:])
        return "-".join(cuts) + ".local"
    return str(IPv6Address(packed) if kind == _V6 else ip_address(packed))


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "big")[1:]


def _written(body: bytes) -> str:
    number, text = int.from_bytes(body, "big"), ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text
