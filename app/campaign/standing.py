"""Which outcomes still stand: a later roll may take the place of one, or call it off.

A `Changed` is what a roll came to after all. A `Rolled` with `of` takes the place of what that
entry came to; if it `cancels`, that entry counts as never rolled, and what it had taken the place
of stands again. What was applied meanwhile is taken back by undo, as the table wishes.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.campaign.entries import Entry
from app.campaign.facts import Applied, Changed, Rolled
from app.campaign.journal import Page


def stands(page: Page, entry: str) -> bool:
    """Does what this entry came to still count, as far as the entries at hand tell?"""
    return all(_is_cancelled(page, each.id) for each in _later(page, entry))


def replaced(page: Page) -> frozenset[str]:
    """The entries at hand whose outcome counts no more."""
    about = {each.fact.of for each in page.entries if isinstance(each.fact, Rolled | Changed)} - {
        ""
    }
    return frozenset(entry for entry in about if not stands(page, entry))


def _is_cancelled(page: Page, entry: str) -> bool:
    """Was it called off? What called it off may have been called off in its turn."""
    return any(
        getattr(each.fact, "cancels", False) and not _is_cancelled(page, each.id)
        for each in _later(page, entry)
    )


def _later(page: Page, entry: str) -> Iterator[Entry]:
    """The rolls that hold and are about this one."""
    for each in page.entries:
        about = each.fact.of if isinstance(each.fact, Rolled | Changed) else ""
        if about == entry and page.holds(each.n):
            yield each


def left_applied(page: Page, entry: str) -> tuple[Entry, ...]:
    """What was applied of outcomes that stand no more: of this one, and of those before it."""
    gone = {id for id in (entry, *_before(page, entry)) if not stands(page, id)}
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
