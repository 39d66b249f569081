"""The outcomes that still count: a later roll may replace one or cancel it.

A `Changed` is the corrected outcome of a roll. A `Rolled` with `of` replaces the outcome of that
entry; if it `cancels`, that entry counts as never rolled, and the outcome it had replaced counts
again. Effects that were applied meanwhile are reversed by undo, as the table wishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.campaign.facts import Applied, Changed, Rolled
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page

#: The rolls that hold, by the id of the entry that they replace or cancel.
Later = Mapping[str, Sequence[Entry]]


def is_current(page: Page, entry: str) -> bool:
    """Tell whether the outcome of this entry still counts, judging by the entries in memory."""
    return _stands(_later(page), entry)


def find_superseded(page: Page) -> frozenset[str]:
    """Return the ids of entries in memory with an outcome that no longer counts."""
    later = _later(page)
    return frozenset(entry for entry in later if not _stands(later, entry))


def _stands(later: Later, entry: str) -> bool:
    return all(_is_cancelled(later, each.id) for each in later.get(entry, ()))


def _is_cancelled(later: Later, entry: str) -> bool:
    """Tell whether an entry was cancelled; the cancellation may be cancelled in turn."""
    return any(
        getattr(roll.fact, "cancels", False) and not _is_cancelled(later, roll.id)
        for roll in later.get(entry, ())
    )


def _later(page: Page) -> Later:
    by_target: dict[str, list[Entry]] = {}
    places = _places(page)
    for entry in page.entries:
        about = entry.fact.of if isinstance(entry.fact, Rolled | Changed) else ""
        if about and page.holds(entry.n) and places.get(about, 0) < entry.n:
            by_target.setdefault(about, []).append(entry)
    return by_target


def _places(page: Page) -> dict[str, int]:
    """Map ids to numbers: in a damaged file an entry may refer to itself or to a later one."""
    return {entry.id: entry.n for entry in page.entries}


def original_rolls(page: Page) -> dict[str, Rolled]:
    """Map the ids of rolls, and of their corrected outcomes, to the roll as far as it is known."""
    result: dict[str, Rolled] = {}
    for entry in page.entries:
        if isinstance(entry.fact, Rolled):
            result[entry.id] = entry.fact
        elif isinstance(entry.fact, Changed) and entry.fact.of in result:
            result[entry.id] = result[entry.fact.of]
    return result


def find_left_applied(page: Page, entry: str) -> tuple[Entry, ...]:
    """Return the effects still applied from superseded outcomes: this one and those before it."""
    later = _later(page)
    superseded = {id for id in (entry, *_before(page, entry)) if not _stands(later, id)}
    return tuple(
        applied
        for applied in page.entries
        if isinstance(applied.fact, Applied)
        and applied.fact.of in superseded
        and page.holds(applied.n)
    )


def _before(page: Page, entry: str) -> Iterator[str]:
    """Yield the ids of the entries that this one replaced, one after another."""
    rolls, places = {entry.id: entry.fact for entry in page.entries}, _places(page)
    while isinstance(fact := rolls.get(entry), Rolled | Changed) and fact.of:
        if places.get(fact.of, 0) >= places[entry]:
            return
        entry = fact.of
        yield entry
        if isinstance(fact, Rolled) and fact.cancels:
            return  # the entry that it cancelled had replaced one that counts again
