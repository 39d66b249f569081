"""Links: a character in the address itself, from tablet to tablet without a server.

    #/import?c=<the character, compressed, in the letters that addresses allow>

`to_link` and `from_link` are each other's inverse. `qr_svg` draws any such address as a QR code.
"""

from __future__ import annotations

import base64
import binascii
import io
import zlib
from typing import Any

from app.campaign.files.files import DEEPEST, Opened, open_file
from app.campaign.files.formats import character_file
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile
from app.campaign.state.document import CharacterRecord
from app.campaign.state.state import Games
from app.campaign.state.values import NotPlain, plain_words, read, written
from app.core.errors import BadInput

#: The longest link that is read, and the longest character that comes out of one.
LONGEST_LINK = 100_000
LONGEST_TEXT = 1_000_000

ROUTE = "#/import?c="

DAMAGED = "damaged link; copy all of it"


def to_link(game: str, character: CharacterRecord) -> str:
    """Return the link of a character: the address from its `#` on."""
    text = written([1, game, character["kind"], character["name"], character["data"]])
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(text.encode("ascii")) + packer.flush()
    return ROUTE + base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def from_link(link: str, games: Games) -> Opened:
    """Return the checked character of a link (or of the text after `c=`); BadFile says why not."""
    code = link.partition("c=")[2] or link
    if len(code) > LONGEST_LINK:
        raise BadFile([Fault("", "the link is too long")])
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(wbits=-15)
        text = opener.decompress(packed, LONGEST_TEXT)
        if not opener.eof or opener.unused_data:
            raise ValueError
    except (ValueError, binascii.Error, zlib.error):
        raise BadFile([Fault("", DAMAGED)]) from None
    version, game, kind, name, data = _parts(text)
    if version != 1 or isinstance(version, bool):
        raise BadFile([Fault("", "link made with a newer version; reload the page")])
    character: CharacterRecord = {"name": name, "kind": kind, "archived": False, "data": data}
    try:
        return open_file(written(character_file(game, character, "", "")), games)
    except ValueError as fault:
        raise fault if isinstance(fault, BadFile) else BadFile([Fault("", "damaged")]) from None


def _parts(text: bytes) -> list[Any]:
    """Return the five values of a link; BadFile if it holds anything else."""
    try:
        parts = read(text.decode("utf-8"), LONGEST_TEXT, DEEPEST, twice=False)
    except UnicodeDecodeError:
        raise BadFile([Fault("", DAMAGED)]) from None
    except NotPlain as fault:
        why = plain_words(fault)
        raise BadFile([Fault("", f"{DAMAGED} ({why})" if why else DAMAGED)]) from None
    if not isinstance(parts, list) or len(parts) != 5:
        raise BadFile([Fault("", DAMAGED)])
    return parts


def qr_svg(*parts: str) -> str:
    """Return an address as a QR code, an SVG without styles; BadInput if it is too long.

    parts: each is encoded in its shortest form; one of capitals and digits alone takes two thirds.
    """
    import segno

    content: Any = parts  # a list of parts is documented, and not in its types
    try:
        code = segno.make_qr(content, error="l")
    except segno.DataOverflowError:
        raise BadInput("character", "too large for a QR code; use a file") from None
    buffer = io.BytesIO()
    code.save(
        buffer, kind="svg", xmldecl=False, svgns=True, border=4, omitsize=True, dark="#000",
        light="#fff", nl=False,
    )  # fmt: skip
    return buffer.getvalue().decode("utf-8")
