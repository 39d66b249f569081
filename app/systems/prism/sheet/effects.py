"""Effects on the sheet: slumps, zones, attempts and duties find their entries.

A roll says `streak = slump` without a kind of action. With the roll's path on the sheet the effect
gets the words of the entry that prefilled it (P8, P15-P17); without one it makes a new entry. An
effect that ends something carries the value before the roll, so that without a path it removes an
entry that can have prefilled the roll, or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet, apply_plain_effect
from app.systems.prism.sheet.rollables import kind_of, same_words
from app.systems.prism.tables.actions import STATS

#: The words of an entry without a path.
THIS = "This kind of action"


def complete_effect(effect: Effect, values: Values) -> Effect:
    """Give an ending effect the value before the roll. values: inputs and values of the roll."""
    ends = {"streak": "none", "failed_attempts": 0}
    if effect.field not in ends or effect.value != ends[effect.field]:
        return effect
    return replace(effect, value={"was": values[effect.field]})


def aim(sheet: Sheet, effect: Effect, place: str) -> Effect:
    """Give the effect of a roll at this path the words of the entry it means."""
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
    """Return the kind of action and the attempt of a roll at this path."""
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
    """Return these words, with a number if an attempt has them already."""
    tried = [entry["what"] for entry in sheet["attempts"]]
    if not any(same_words(what, words) for words in tried):
        return what
    number = 2
    while any(same_words(f"{what} {number}", words) for words in tried):
        number += 1
    return f"{what} {number}"


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Apply an effect: streaks, attempts and duties go to their lists, HP up to its maximum."""
    if effect.field == "streak":
        return _streak(sheet, effect.value)
    if effect.field == "failed_attempts":
        return _attempt(sheet, effect.value)
    if effect.field == "pending" and isinstance(effect.value, str):
        effect = replace(effect, value={"duty": effect.value})
    return apply_plain_effect(sheet, effect)


def _streak(sheet: Sheet, value: Any) -> Sheet:
    """Set the one state of a kind of action; `none` removes its entry (P15, P16)."""
    entries = [dict(entry) for entry in sheet["streaks"]]
    aimed = isinstance(value, Mapping)
    if aimed and "was" in value:
        return sheet.with_fields({"streaks": _without(entries, "state", value["was"])})
    covers, state = (value["covers"], value["state"]) if aimed else (THIS, value)
    remaining = [entry for entry in entries if not same_words(entry["covers"], covers)]
    if state != "none":
        remaining.append({"covers": covers, "state": state})
    return sheet.with_fields({"streaks": remaining})


def _attempt(sheet: Sheet, value: Any) -> Sheet:
    """Set the counter of an attempt; 0 removes it (P8, P9)."""
    entries = [dict(entry) for entry in sheet["attempts"]]
    aimed = isinstance(value, Mapping)
    if aimed and "was" in value:
        return sheet.with_fields({"attempts": _without(entries, "failures", value["was"])})
    what, failures = (value["what"], value["failures"]) if aimed else (THIS, value)
    place = _tried(entries, what) if aimed or failures == 0 else _counted_to(entries, failures)
    if failures == 0:
        remaining = [entry for index, entry in enumerate(entries) if index != place]
        return sheet.with_fields({"attempts": remaining})
    if place is None:
        entries.append({"what": what if aimed else _unused(sheet, THIS), "failures": failures})
    else:
        entries[place]["failures"] = failures
    return sheet.with_fields({"attempts": entries})


def _tried(entries: list[dict[str, Any]], what: str) -> int | None:
    """Return the index of the attempt with these words."""
    indexes = (index for index, entry in enumerate(entries) if same_words(entry["what"], what))
    return next(indexes, None)


def _counted_to(entries: list[dict[str, object]], failures: int) -> int | None:
    """Return the index of the newest entry that one more failure brings to this count."""
    return _newest(entries, "failures", failures - 1)


def _without(
    entries: list[dict[str, object]], field: str, value: object
) -> list[dict[str, object]]:
    """Return the entries without the newest that has this value."""
    newest = _newest(entries, field, value)
    return [entry for index, entry in enumerate(entries) if index != newest]


def _newest(entries: list[dict[str, object]], field: str, value: object) -> int | None:
    """Return the index of the newest entry that has this value."""
    places = reversed(range(len(entries)))
    return next((index for index in places if entries[index][field] == value), None)
