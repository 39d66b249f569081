"""Which outcomes still stand: a later roll may take the place of one, or call it off.

A `Changed` is what a roll came to after all. A `Rolled` with `of` takes the place of what that
entry came to; if it `cancels`, that entry counts as never rolled, and what it had taken the place
of stands again. What was applied meanwhile is taken back by undo, as the table wishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.campaign.facts import Applied, Changed, Rolled
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page

#: The rolls that hold, by the entry whose outcome they are about.
Later = Mapping[str, Sequence[Entry]]


def stands(page: Page, entry: str) -> bool:
    """Does what this entry came to still count, as far as the entries at hand tell?"""
    return _stands(_later(page), entry)


def replaced(page: Page) -> frozenset[str]:
    """The entries at hand whose outcome counts no more."""
    later = _later(page)
    return frozenset(entry for entry in later if not _stands(later, entry))


def _stands(later: Later, entry: str) -> bool:
    return all(_is_cancelled(later, each.id) for each in later.get(entry, ()))


def _is_cancelled(later: Later, entry: str) -> bool:
    """Was it called off? What called it off may have been called off in its turn."""
    return any(
        getattr(each.fact, "cancels", False) and not _is_cancelled(later, each.id)
        for each in later.get(entry, ())
    )


def _later(page: Page) -> Later:
    found: dict[str, list[Entry]] = {}
    for each in page.entries:
        about = each.fact.of if isinstance(each.fact, Rolled | Changed) else ""
        if about and page.holds(each.n):
            found.setdefault(about, []).append(each)
    return found


def left_applied(page: Page, entry: str) -> tuple[Entry, ...]:
    """What was applied of outcomes that stand no more: of this one, and of those before it."""
    later = _later(page)
    gone = {id for id in (entry, *_before(page, entry)) if not _stands(later, id)}
    return tuple(
        each
        for each in page.entries
        if isinstance(each.fact, Applied) and each.fact.of in gone and page.holds(each.n)
    )


def _before(page: Page, entry: str) -> Iterator[str]:
    """The entries whose place this one took, one after another."""
    rolls = {each.id: each.fact for each in page.entries}
    while isinstance(fact := rolls.get(entry), Rolled | Changed) and fact.of:
        entry = fact.of
        yield entry
        if isinstance(fact, Rolled) and fact.cancels:
            return  # what it called off had taken the place of what stands again
