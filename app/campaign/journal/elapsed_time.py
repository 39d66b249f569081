"""Hours that pass, as a fact: up to where time stops, and what is left of them then."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from app.campaign.facts import EncounterStepped, TimePassed
from app.campaign.journal.journal import Page
from app.campaign.state.effects import apply_effects
from app.campaign.state.state import CampaignState, Document, Games
from app.campaign.state.time import ahead, due_records, later, of_this_moment, stretched
from app.campaign.state.values import exact
from app.core.encounters.transitions import Due
from app.core.errors import BadInput
from app.core.procedures.outcomes import rounded

#: So often at most does time stop and go on by itself; then a person lets it go on.
STRETCHES = 400


def passed(document: Document, hours: Any, games: Games, id: str) -> TimePassed:
    """What comes of so many hours, up to where time stops.

    id: names what falls due. BadInput while something of an earlier time waits.
    """
    wanted = Fraction(str(exact(hours)))
    if wanted <= 0:
        raise BadInput("hours", "hours is not above 0; say how much time passes")
    if any(each.get("time") for each in document["due"]):
        raise BadInput("hours", "time has stopped for a roll or a decision; settle that first")
    game = games[document["game"]]
    left, effects, notes = wanted, list[dict[str, Any]](), list[str]()
    due: list[Due] = []
    for _ in range(STRETCHES):
        before = CampaignState(document)
        stretch = stretched(before, game, ahead(before, game, left))
        effects += stretch.effects
        document = later(apply_effects(document, stretch.effects, games), stretch.hours)
        left -= stretch.hours
        notes += stretch.notes
        due = of_this_moment(stretch, CampaignState(document), game)
        if due or left <= 0:
            break
    gone, rest = rounded(wanted - left, 6), rounded(left, 6)
    return TimePassed(gone, effects, note="; ".join(notes), due=due_records(id, due), left=rest)


def left_over(page: Page) -> Fraction:
    """The hours of the last wish that are still to pass; 0 once the encounter has gone on."""
    for entry in reversed(page.entries):
        if page.holds(entry.n) and isinstance(entry.fact, TimePassed | EncounterStepped):
            return Fraction(str(exact(getattr(entry.fact, "left", 0))))
    return Fraction(0)
