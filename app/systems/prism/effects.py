"""How effects land on the sheet: slumps, zones, counts of attempts and duties find their entries.

A roll says `streak = slump` and not at what. Aimed from the place it was rolled at, the effect
carries the words of the entry that fed it (P8, P15-P17); unaimed it goes to a new entry. What ends
carries what the roll began with, so that unaimed it takes away an entry that can have fed it, or
none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet, apply_plain_effect
from app.systems.prism.rollables import kind_of, same_words
from app.systems.prism.tables.actions import STATS

#: What an unaimed effect is written down as.
THIS = "This kind of action"


def say(effect: Effect, told: Mapping[str, Any]) -> Effect:
    """What ends, with what it was before the roll. told: inputs and values of the roll."""
    ends = {"streak": "none", "failed_attempts": 0}
    if effect.field not in ends or effect.value != ends[effect.field]:
        return effect
    return replace(effect, value={"was": told[effect.field]})


def aim(sheet: Sheet, effect: Effect, place: str) -> Effect:
    """The effect of a roll from this place, with the words of the entry it means."""
    if effect.op != "set" or effect.field not in ("streak", "failed_attempts"):
        return effect
    name, _, index = place.partition("/")
    covers, what = _words(sheet, name, index)
    ends = isinstance(effect.value, Mapping)
    if effect.field == "streak" and covers:
        return replace(effect, value={"covers": covers, "state": "none" if ends else effect.value})
    if effect.field == "failed_attempts" and what:
        return replace(effect, value={"what": what, "failures": 0 if ends else effect.value})
    return effect


def _words(sheet: Sheet, name: str, index: str) -> tuple[str, str]:
    """What a streak covers and what is tried, for a roll from this place."""
    if name in ("skills", "attempts", "streaks"):
        entries = sheet[name]
        if not index.isdecimal() or int(index) >= len(entries):
            return "", ""
        entry = entries[int(index)]
        if name == "skills":
            # A roll of the skill itself begins something new.
            return entry["name"], _unused(sheet, entry["name"])
        if name == "streaks":
            return entry["covers"], _unused(sheet, entry["covers"])
        return kind_of(sheet, entry["what"]), entry["what"]
    if name in STATS.labels():
        stat = STATS[name].stat
        return stat, _unused(sheet, stat)
    return "", ""


def _unused(sheet: Sheet, what: str) -> str:
    """These words, numbered if something is tried under them already."""
    tried = [entry["what"] for entry in sheet["attempts"]]
    if not any(same_words(what, each) for each in tried):
        return what
    number = 2
    while any(same_words(f"{what} {number}", each) for each in tried):
        number += 1
    return f"{what} {number}"


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Streaks, attempts and duties land in their lists; HP never passes its maximum."""
    if effect.field == "streak":
        return _streak(sheet, effect.value)
    if effect.field == "failed_attempts":
        return _attempt(sheet, effect.value)
    if effect.field == "pending" and isinstance(effect.value, str):
        effect = replace(effect, value={"duty": effect.value})
    return apply_plain_effect(sheet, effect)


def _streak(sheet: Sheet, value: Any) -> Sheet:
    """P15, P16: one state for each kind of action; none takes its entry away."""
    entries = [dict(entry) for entry in sheet["streaks"]]
    aimed = isinstance(value, Mapping)
    if aimed and "was" in value:
        return sheet.with_fields({"streaks": _without(entries, "state", value["was"])})
    covers, state = (value["covers"], value["state"]) if aimed else (THIS, value)
    kept = [entry for entry in entries if not same_words(entry["covers"], covers)]
    if state != "none":
        kept.append({"covers": covers, "state": state})
    return sheet.with_fields({"streaks": kept})


def _attempt(sheet: Sheet, value: Any) -> Sheet:
    """P8, P9: a counter for each thing being tried; at 0 it is gone."""
    entries = [dict(entry) for entry in sheet["attempts"]]
    aimed = isinstance(value, Mapping)
    if aimed and "was" in value:
        return sheet.with_fields({"attempts": _without(entries, "failures", value["was"])})
    what, failures = (value["what"], value["failures"]) if aimed else (THIS, value)
    place = _tried(entries, what) if aimed or failures == 0 else _fed(entries, failures)
    if failures == 0:
        kept = [entry for index, entry in enumerate(entries) if index != place]
        return sheet.with_fields({"attempts": kept})
    if place is None:
        entries.append({"what": what if aimed else _unused(sheet, THIS), "failures": failures})
    else:
        entries[place]["failures"] = failures
    return sheet.with_fields({"attempts": entries})


def _tried(entries: list[dict[str, Any]], what: str) -> int | None:
    """The place of what is tried under these words."""
    found = (index for index, entry in enumerate(entries) if same_words(entry["what"], what))
    return next(found, None)


def _fed(entries: list[dict[str, Any]], failures: int) -> int | None:
    """The newest entry that can have come to so many failures by one more."""
    return _newest(entries, "failures", failures - 1)


def _without(entries: list[dict[str, Any]], field: str, value: Any) -> list[dict[str, Any]]:
    """The entries but for the newest that says this."""
    place = _newest(entries, field, value)
    return [entry for index, entry in enumerate(entries) if index != place]


def _newest(entries: list[dict[str, Any]], field: str, value: Any) -> int | None:
    """The place of the newest entry that says this."""
    places = reversed(range(len(entries)))
    return next((index for index in places if entries[index][field] == value), None)
