"""The status of a stored play: applied effects, whether it counts, reversible effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.campaign.facts import Applied, Rolled
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import find_left_applied, is_current
from app.campaign.state.document import EffectRecord
from app.campaign.state.effects import effect_of
from app.core.procedures.outcomes import Effect
from app.core.sheets import Rollable
from app.widgets.journal.journal import applied_places, effects_words
from app.widgets.roll.result.status import Back, PlayStatus, is_paid


def play_status(
    page: Page,
    entry: str,
    effects: Sequence[Effect],
    follows: Iterable[Rollable],
    names: Mapping[str, str],
    game: str,
) -> PlayStatus:
    """Return the status of an entry's play.

    effects: as resolved. follows: the next rolls of its outcome; those that supersede or cancel it
    name the field that pays. names: of all combatants, by id; game: its id.
    """
    paid = frozenset(follow.place for follow in follows if follow.instead or follow.cancels)
    back = tuple(_back(page, entry, paid, names, game))
    applied = applied_places(page, entry, effects)
    return PlayStatus(entry, applied, is_current(page, entry), paid, back, _was_due(page, entry))


def _was_due(page: Page, entry: str) -> bool:
    """Tell whether this roll settled a due roll."""
    facts = (each.fact for each in page.entries if each.id == entry)
    return any(isinstance(fact, Rolled) and bool(fact.due) for fact in facts)


def _back(
    page: Page,
    entry: str,
    paid: Iterable[str],
    names: Mapping[str, str],
    game: str,
) -> Iterator[Back]:
    for applied_entry in find_left_applied(page, entry):
        assert isinstance(applied_entry.fact, Applied)
        unpaid = [record for record in applied_entry.fact.effects if not _is_price(record, paid)]
        if unpaid:
            yield Back(applied_entry.n, effects_words(unpaid, names, game))


def prices(fact: Applied, paid: Iterable[str]) -> list[EffectRecord]:
    """Return the effects that were paid: they stay when the others are reverted."""
    return [record for record in fact.effects if _is_price(record, paid)]


def _is_price(record: EffectRecord, paid: Iterable[str]) -> bool:
    return is_paid(effect_of(record), paid)
