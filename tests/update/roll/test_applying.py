"""Effects of a roll without an actor are not applied, and the message leads to the sheets."""

from __future__ import annotations

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.systems import games
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import EffectsApplied, RollTapped
from tests.campaign.happenings import Stamps
from tests.fights.table import Table


def test_effects_without_any_character_lead_to_the_sheets() -> None:
    table = Table()
    table.open(append(Journal("here"), f.Started("garden"), Stamps()(), games()))
    table.send(RouteOpened("#/garden/apply_damage?damage=7"))
    table.send(RollTapped())
    table.send(EffectsApplied())
    assert table.told == "Choose who rolls first. Create characters under Sheets."
