"""Passing hours as a fact: up to where time stops, and the hours that remain."""

from __future__ import annotations

from fractions import Fraction

from app.campaign.facts import EncounterStepped, TimePassed
from app.campaign.journal.journal import Page
from app.campaign.state.document import Document, EffectRecord
from app.campaign.state.effects import apply_effects
from app.campaign.state.state import CampaignState, Games
from app.campaign.state.time import ahead, compute_stretch, due_records, later, of_this_moment
from app.campaign.state.values import exact
from app.core.encounters.rolls import Due
from app.core.errors import BadInput
from app.core.procedures.outcomes import round_number

#: The limit of automatic continuations; after it the user lets time go on.
STRETCHES = 400


def record_hours(document: Document, hours: object, games: Games, id: str) -> TimePassed:
    """Return the fact of passing hours, up to where time stops.

    id: prefix of the ids of due rolls.

    Raises BadInput while a roll or decision of an earlier time waits.
    """
    wanted = Fraction(str(exact(hours)))
    if wanted <= 0:
        raise BadInput("hours", "Enter a positive number")
    if any(record.get("time") for record in document["due"]):
        raise BadInput("hours", "Resolve the pending roll first")
    game = games[document["game"]]
    remaining, effects, notes = wanted, list[EffectRecord](), list[str]()
    due: list[Due] = []
    for _ in range(STRETCHES):
        before = CampaignState(document)
        stretch = compute_stretch(before, game, ahead(before, game, remaining))
        effects += stretch.effects
        document = later(apply_effects(document, stretch.effects, games), stretch.hours)
        remaining -= stretch.hours
        notes += stretch.notes
        due = of_this_moment(stretch, CampaignState(document), game)
        if due or remaining <= 0:
            break
    passed_hours, rest = round_number(wanted - remaining, 6), round_number(remaining, 6)
    return TimePassed(
        passed_hours, effects, note="; ".join(notes), due=due_records(id, due), left=rest
    )


def left_over(page: Page) -> Fraction:
    """Return the hours of the last request that remain; 0 once the encounter has gone on."""
    for entry in reversed(page.entries):
        if page.holds(entry.n) and isinstance(entry.fact, TimePassed | EncounterStepped):
            return Fraction(str(exact(getattr(entry.fact, "left", 0))))
    return Fraction(0)
