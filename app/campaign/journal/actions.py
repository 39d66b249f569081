"""What happens in a campaign, as it is meant: facts, steps of the encounter, hours that pass.

A fact says all of itself. What a step or an hour comes to hangs on the state, so it is worked out
when its turn has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.facts.base import Fact
from app.campaign.journal.elapsed_time import passed
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append
from app.campaign.journal.steps import stepped
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import Games
from app.campaign.state.validate import sanitize_document


@dataclass(frozen=True)
class TimeStep:
    """Hours pass, up to what needs a roll or a decision."""

    hours: Fraction


Happening = Fact | EncounterStep | TimeStep


def happened(
    journal: Journal, made: Iterable[Happening], stamp: Callable[[], Stamp], games: Games
) -> Journal:
    """The journal after these, one after another; BadInput if one cannot happen."""
    for each in made:
        now = stamp()
        journal = append(journal, _fact(journal, each, now.id, games), now, games)
    return journal


def _fact(journal: Journal, each: Happening, id: str, games: Games) -> Fact:
    """What it comes to by now. id: of its entry, which names what falls due by it."""
    if isinstance(each, Fact):
        return each
    document = dict(sanitize_document(journal.document, games))
    if isinstance(each, TimeStep):
        return passed(document, each.hours, games, id)
    return stepped(document, each.id, each.inputs, games, id)
