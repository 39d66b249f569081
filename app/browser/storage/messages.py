"""Messages between tabs: encoding and decoding.

    {"kind": "wants" or "came", "from": tab}
    {"kind": "stays" or "yields", "from": tab, "to": tab}
    {"kind": "wrote", "from": tab, "steps": [[store, key, text or null, checksum], ...]}

Any script of this origin can write to the channel: anything else is ignored.
"""

from __future__ import annotations

import json
from typing import Any

from app.campaign.files.rows import is_place
from app.core.support.untrusted_json import JsonRecord, Unreadable, decode

#: Limits of a message: longer than the longest row; a step's key is deepest.
LONGEST = 100_000_000
DEEPEST = 4

#: The fields of each kind besides `kind` and `from`.
SAYS = {"wants": (), "came": (), "stays": ("to",), "yields": ("to",), "wrote": ("steps",)}


def encode_message(message: JsonRecord, by: str) -> str:
    """Encode a message of the tab `by`."""
    return json.dumps({**message, "from": by})


def decode_message(text: object) -> dict[str, Any] | None:
    """Decode a message, or return None if it is none."""
    if not isinstance(text, str):
        return None
    try:
        message = decode(text, LONGEST, DEEPEST)
    except Unreadable:
        return None
    return message if isinstance(message, dict) and _is_message(message) else None


def _is_message(message: dict[str, object]) -> bool:
    kind = message.get("kind")
    more = SAYS.get(kind) if isinstance(kind, str) else None
    if more is None or message.keys() != {"kind", "from", *more}:
        return False
    names = [message[name] for name in ("from", "to") if name in message]
    steps = message.get("steps", [])
    return all(isinstance(name, str) for name in names) and (
        isinstance(steps, list) and all(map(_is_step, steps))
    )


def _is_step(step: object) -> bool:
    if not isinstance(step, list) or len(step) != 4:
        return False
    store, key, text, checksum = step
    is_row = text is None or isinstance(text, str)
    return isinstance(store, str) and is_row and isinstance(checksum, str) and _is_key(key)


def _is_key(key: object) -> bool:
    return isinstance(key, str) or is_place(key)
