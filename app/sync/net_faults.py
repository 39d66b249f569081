"""Faults of a NATS server, in a few kinds, each with a sentence for the user.

    kind_of(10071, "wrong last sequence: 7") == "faster"
    WORDS["faster"]

Codes are JetStream's own (`err_code`); a fault without one is recognized by its text.
"""

from __future__ import annotations

import re

#: The sentence of each kind: what happened, what still works, what to do.
WORDS = {
    "faster": "Another device is host of this table now. Your copy stays here. "
    "Close this table, then join the other one as a player.",
    "full": "The server is out of space for this table. Everything is saved on this device. Ask "
    "its admin for more space, or delete an older table there.",
    "refused": "The server refuses this login. Everything is saved on this device. Ask its admin "
    "for a new login, then invite again.",
    "size": "An entry is too large for the server, so its copy ends there. The table goes on, and "
    "everything is saved on this device. Ask the server’s admin to raise the limit.",
    "busy": "The server is busy. Everything is saved on this device. It will try again.",
    "none": "This table no longer exists on the server. Your own copy stays here.",
    "script": "Can’t load the connection to the server. Your data stays here. Try again when "
    "you’re online, or reload the page.",
    "gone": "The server doesn’t answer. Everything is saved on this device and will be sent when "
    "the server is back.",
}

#: The same for a guest, whose login is a part of the invitation.
GUEST_WORDS = {
    **WORDS,
    "refused": "The server refuses this invite. Copy all of it, or ask the GM for a new one.",
}

#: The kind of each JetStream error.
KINDS = {
    10071: "faster",  # wrong last sequence
    10164: "faster",  # the same, of newer servers
    10002: "full",  # resource limits of the account
    10023: "full",  # insufficient resources
    10027: "full",  # number of streams
    10028: "full",  # memory
    10047: "full",  # storage
    10077: "full",  # maximum bytes of the stream
    10122: "full",  # bytes of a stream, more than the account has
    10054: "size",  # maximum size of a message
    10059: "none",  # stream not found
    10008: "busy",  # temporarily unavailable
    10026: "busy",  # number of readers
    10167: "busy",  # too many requests
}

#: Texts of the connection or the page's own script, which have no code.
PATTERNS = (
    (r"maximum .*connections|too many|slow consumer|authentication timeout", "busy"),
    (r"authoriz|authentic|permission", "refused"),
    (r"max_payload|maximum payload", "size"),
)


def kind_of(code: int, text: str) -> str:
    """Return the kind of a fault, a key of WORDS.

    `code` is JetStream's, 0 without one; the other argument is the text of the server or the
    script.
    """
    matches = (kind for words, kind in PATTERNS if re.search(words, text, re.IGNORECASE))
    return KINDS.get(code) or next(matches, "gone")


def kind_in(text: str) -> str:
    """Return the kind of an error of `building/vendor/net.mjs`: its code, then its text."""
    code, _, rest = text.removeprefix("Error: ").partition(" ")
    return kind_of(int(code) if code.isdecimal() else 0, rest)
