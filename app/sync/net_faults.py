"""Faults of a NATS server, in a few kinds, each with a sentence for the user.

    kind_of(10071, "wrong last sequence: 7") == "faster"
    WORDS["faster"]

Codes are JetStream's own (`err_code`); a fault without one is recognized by its text.
"""

from __future__ import annotations

import re

#: The sentence of each kind: what happened, what still works, what to do.
WORDS = {
    "faster": "Another device has written to this table on the server; it is the host now. What is "
    "here stays: close this table, and sit down at the other one as a guest.",
    "full": "The server has no more room for this table. What happens is kept on this device; "
    "whoever runs the server can give it more, or you delete an older table there.",
    "refused": "The server refuses this login. What happens is kept on this device; whoever runs "
    "the server has a name and a password that it takes, and a new invitation carries them.",
    "size": "Something of this table is more than the server takes at once, so its copy ends "
    "before that. The table goes on, and all of it is kept on this device; whoever runs the "
    "server can let it take more.",
    "busy": "The server has too much to do just now: it takes no more devices, or no more at once. "
    "What happens is kept on this device; it is tried again in a moment.",
    "none": "The server knows no such table; it was deleted there, perhaps by the game master. "
    "Your own copy stays with you.",
    "script": "The part of this page that speaks with a server could not be fetched. What is here "
    "stays; try again when the network is there, or open the page anew.",
    "gone": "The server does not answer. What happens is kept on this device and joins the table "
    "when the server is back.",
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
