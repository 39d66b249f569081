"""Records of offered rolls, which outlast a reload."""

from __future__ import annotations

from dataclasses import fields

from app.campaign.state.values import plain
from app.core.sheets import Rollable
from app.core.support.untrusted_json import JsonRecord

#: The parts of a record; a part of another version is unknown here.
_PARTS = frozenset(each.name for each in fields(Rollable))


def offer_record(offer: Rollable) -> JsonRecord:
    """Return an offer as JSON, without its empty parts."""
    parts = {name: value for name, value in vars(offer).items() if value and name != "rest"}
    rest = [offer_record(each) for each in offer.rest]
    return {**plain(parts), **({"rest": rest} if rest else {})}


def read_offer(record: JsonRecord) -> Rollable:
    """Return the offer of a record that `is_offer` accepts."""
    rest = tuple(read_offer(each) for each in record.get("rest", ()))
    return Rollable(**{"inputs": {}, **record, "rest": rest, "adds": tuple(record.get("adds", ()))})


def is_offer(record: object) -> bool:
    """Tell whether this is the record of an offer."""
    return (
        isinstance(record, dict)
        and record.keys() <= _PARTS
        and all(isinstance(record.get(name), str) for name in ("label", "procedure"))
        and all(
            isinstance(record.get(name, {}), dict)
            for name in ("inputs", "roles", "carries", "feeds", "otherwise")
        )
        and all(isinstance(record.get(name, []), list) for name in ("rest", "adds"))
        and all(is_offer(each) for each in record.get("rest", ()))
    )
