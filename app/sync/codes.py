"""Short codes of connection descriptions, as letters and digits for a QR code.

    version | kind and setup | fingerprint | ufrag | pwd | candidates | table | token | checksum

as one number in base 36: messengers do not mistake it for markup or the end of a sentence, and QR
codes are densest for capitals and digits. `to_code` and `from_code` are inverses. A link is the
page's own address with `#/join/` and the code of an offer.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Container
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from typing import Final

from app.core.errors import BadInput, short_text
from app.sync.descriptions import HIDDEN, Candidate, Description, Kind, Setup

VERSION = 1

#: The longest code; candidates are dropped to stay within it.
LONGEST = 299

ROUTE = "#/join/"

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SETUPS: Final[tuple[Setup, ...]] = ("actpass", "active", "passive")
_KINDS: Final[tuple[Kind, ...]] = ("offer", "answer")

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_ICE, _URL = _LETTERS + "+/", _LETTERS + "-_"

#: The number of letters of the invitation's token that a reply repeats to identify it.
MARK = 6

#: The form of a table's id and of a token.
NAME = re.compile(r"[A-Za-z0-9_-]{0,32}")

_HIDDEN, _V4, _V6 = 0, 4, 6
_SIZES = {_HIDDEN: 16, _V4: 4, _V6: 16}

NO_CODE = "not a table code; copy all of what the other device shows"
NOT_WHOLE = "incomplete or mistyped code; copy all of it again"
NEWER = "code made with a newer version; reload this page"
WANTED = {
    "offer": "this is a reply; enter the invite instead",
    "answer": "this is an invite; enter the reply of the other device instead",
}
OTHER_TABLE = "This reply is for another table. Let them scan the code above."
OLD = "This invite was cancelled. Let them scan the code above."
KNOWN = "That device has already joined. Each device shows its own code."


@dataclass(frozen=True)
class Code:
    """The content of a code; ids of letters, digits, - and _."""

    description: Description
    #: The id of the table.
    table: str = ""
    #: The token of the seat's invitation.
    token: str = ""

    def __post_init__(self) -> None:
        for field, value in (("table", self.table), ("token", self.token)):
            if not NAME.fullmatch(value):
                raise BadInput(field, f"{short_text(value)}; give 32 letters and digits at most")


def to_code(code: Code) -> str:
    """Encode a connection in at most 299 letters and digits, dropping the last candidates.

    Raises BadInput if it is too long even without candidates.
    """
    description = code.description
    for count in range(len(description.candidates), -1, -1):
        fewer = replace(description, candidates=description.candidates[:count])
        text = _to_base36(_pack(replace(code, description=fewer)))
        if len(text) <= LONGEST:
            return text
    raise BadInput("code", "table and token are too long for a code")


def from_code(text: str, kind: Kind | None = None) -> Code:
    """Decode a code or a whole link, ignoring line breaks; BadInput says why not.

    `kind` is the kind required, if only one is.
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
    code = _unpack(body[1:-3])
    if kind is not None and code.description.kind != kind:
        raise BadInput("code", WANTED[kind])
    return code


def to_reply(invitation: Code, description: Description) -> str:
    """Encode the reply to an invitation."""
    return to_code(Code(description, invitation.table, invitation.token[:MARK]))


def from_reply(text: str, table: str, token: str, known: Container[str]) -> Code:
    """Decode the reply to an invitation.

    `table` and `token` are the invitation's; `known` holds the credentials (`ufrag`) of replies
    already read. Raises BadInput if it answers another invitation.
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
    """Return the page's address as a link that opens the invitation."""
    return address.partition("#")[0] + ROUTE + code


def picture(text: str) -> str:
    """Return a code, or a link with one, as a QR code: an SVG, dark on white, with its margin."""
    from app.campaign.files.links import qr_svg

    before, slash, code = text.rpartition("/")
    return qr_svg(before + slash, code) if slash else qr_svg(code)


# --- bytes ---


def _pack(code: Code) -> bytes:
    description = code.description
    head = (
        _KINDS.index(description.kind)
        | _SETUPS.index(description.setup) << 1
        | len(description.candidates) << 3
    )
    body = bytes([VERSION, head]) + description.fingerprint
    body += _pack_text(description.ufrag, _ICE) + _pack_text(description.pwd, _ICE)
    body += b"".join(map(_pack_candidate, description.candidates))
    body += _pack_text(code.table, _URL) + _pack_text(code.token, _URL)
    return body + _checksum(body)


def _unpack(body: bytes) -> Code:
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
    description = Description(_KINDS[head & 1], ufrag, pwd, fingerprint, setup, candidates)
    return Code(description, table, token)


class _Reader:
    """A reader of bytes from the front; BadInput if too few remain."""

    def __init__(self, left: bytes) -> None:
        self.left = left

    def take(self, count: int) -> bytes:
        if count > len(self.left):
            raise BadInput("code", NOT_WHOLE)
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def text(self, letters: str) -> str:
        """Read a text: its length, then six bits a letter."""
        length = self.take(1)[0]
        number = int.from_bytes(self.take((length * 6 + 7) // 8), "big")
        return "".join(letters[number >> 6 * at & 63] for at in reversed(range(length)))

    def place(self) -> Candidate:
        kind = self.take(1)[0]
        host = self.take(_SIZES.get(kind, 256))
        return Candidate(_read_host(kind, host), int.from_bytes(self.take(2), "big"))


def _pack_text(text: str, letters: str) -> bytes:
    number = 0
    for letter in text:
        number = number << 6 | letters.index(letter)
    return bytes([len(text)]) + number.to_bytes((len(text) * 6 + 7) // 8, "big")


def _pack_candidate(candidate: Candidate) -> bytes:
    port = candidate.port.to_bytes(2, "big")
    if HIDDEN.fullmatch(candidate.host):
        name = candidate.host.removesuffix(".local").replace("-", "")
        return bytes([_HIDDEN]) + bytes.fromhex(name) + port
    address = ip_address(candidate.host)
    return bytes([address.version]) + address.packed + port


def _read_host(kind: int, packed: bytes) -> str:
    if kind == _HIDDEN:
        name = packed.hex()
        cuts = (name[:8], name[8:12], name[12:16], name[16:20], name[20:])
        return "-".join(cuts) + ".local"
    return str(IPv6Address(packed) if kind == _V6 else ip_address(packed))


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "big")[1:]


def _to_base36(body: bytes) -> str:
    number, text = int.from_bytes(body, "big"), ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text
