"""Records of offered rolls, which outlast a reload."""

from __future__ import annotations

from app.campaign.files.shapes import ANY, ListOf, record_of
from app.campaign.state.values import plain
from app.core.sheets import Rollable
from app.core.support.untrusted_json import JsonRecord

#: An offer; those in its `rest` are checked one by one.
_OFFER = record_of(Rollable, rest=ListOf(ANY))


def offer_record(offer: Rollable) -> JsonRecord:
    """Return an offer as JSON, without empty parts that are optional."""
    parts = {name: value for name, value in vars(offer).items() if value and name != "rest"}
    rest = [offer_record(each) for each in offer.rest]
    return {**plain({"inputs": {}, **parts}), **({"rest": rest} if rest else {})}


def read_offer(record: JsonRecord) -> Rollable:
    """Return the offer of a record that `is_offer` accepts."""
    rest = tuple(read_offer(each) for each in record.get("rest", ()))
    return Rollable(**{**record, "rest": rest, "adds": tuple(record.get("adds", ()))})


def is_offer(record: object) -> bool:
    """Tell whether this is the record of an offer."""
    if any(_OFFER.faults(record)):
        return False
    assert isinstance(record, dict)
    return all(is_offer(each) for each in record.get("rest", ()))
