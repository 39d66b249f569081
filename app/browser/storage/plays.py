"""The format of a stored play in progress."""

from __future__ import annotations

from app.campaign.journal.answers import is_answer
from app.campaign.participants.offer_records import is_offer

#: The required fields and their types.
PLAY = {"procedure": str, "typed": dict, "answers": list, "by_hand": bool}
#: The optional fields and their types.
PLAY_BESIDES = {
    "decided": list,
    "thrown": int,
    "waits": bool,
    "hidden": bool,
    "revealed": bool,
    "who": dict,
    "asked": list,
    "place": str,
    "due": str,
    "fed": dict,
    "given": dict,
    "insisted": list,
    "remaining": list,
    "about": dict,
    "entry": str,
    "n": int,
}


def is_play(record: object) -> bool:
    """Tell whether a record is a complete play in progress."""
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
        and all(is_offer(offer) for offer in record.get("remaining", ()))
        and _is_about(record.get("about"))
        and all(is_answer(answer) for answer in record["answers"])
    )


def _is_about(record: object) -> bool:
    """Tell whether a record names the roll that this one replaces, or is missing."""
    if record is None:
        return True
    assert isinstance(record, dict)
    return isinstance(record.get("entry"), str) and is_offer(record.get("next"))
