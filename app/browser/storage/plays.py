"""A play in progress as it is stored: what its record says, and what each of it is."""

from __future__ import annotations

from typing import Any

from app.campaign.journal.answers import is_answer

#: What a play in progress says of itself, and what each of these is.
PLAY = {"procedure": str, "typed": dict, "answers": list, "by_hand": bool}
#: What it may say besides: who plays in it and with what, and where it lies if it is over.
PLAY_BESIDES = {
    "decided": list,
    "thrown": int,
    "hidden": bool,
    "who": dict,
    "asked": list,
    "place": str,
    "fed": dict,
    "given": dict,
    "insisted": list,
    "entry": str,
    "n": int,
}


def is_play(record: Any) -> bool:
    """Does a record say all that a play in progress needs to go on?"""
    return (
        isinstance(record, dict)
        and all(isinstance(record.get(name), kind) for name, kind in PLAY.items())
        and all(isinstance(record[n], kind) for n, kind in PLAY_BESIDES.items() if n in record)
        and all(
            isinstance(text, str)
            for name in ("typed", "who", "fed", "given")
            for text in record.get(name, {}).values()
        )
        and all(
            isinstance(name, str)
            for part in ("decided", "asked", "insisted")
            for name in record.get(part, ())
        )
        and all(is_answer(each) for each in record["answers"])
    )
