"""Actions of a campaign before they are facts: facts, encounter steps, passing hours.

A fact is complete. The result of a step or of passing hours depends on the state, so it is computed
when its turn has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.facts.base import Fact
from app.campaign.journal.elapsed_time import record_hours
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append
from app.campaign.journal.steps import record_step
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import Games
from app.campaign.state.validate import sanitize_document


@dataclass(frozen=True)
class TimeStep:
    """A request to let hours pass, up to the next roll or decision."""

    hours: Fraction


Happening = Fact | EncounterStep | TimeStep


def append_actions(
    journal: Journal, actions: Iterable[Happening], stamp: Callable[[], Stamp], games: Games
) -> Journal:
    """Return the journal after these actions, in order; raise BadInput if one cannot happen."""
    for action in actions:
        now = stamp()
        journal = append(journal, _fact(journal, action, now.id, games), now, games)
    return journal


def _fact(journal: Journal, action: Happening, id: str, games: Games) -> Fact:
    """Turn an action into its fact. id: of its entry, which names the rolls it makes due."""
    if isinstance(action, Fact):
        return action
    document = sanitize_document(journal.document, games)
    if isinstance(action, TimeStep):
        return record_hours(document, action.hours, games, id)
    return record_step(document, action.id, action.inputs, games, id)
