"""Autonomous Garden at a campaign's table: sheets and encounter keep step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal import append as happened
from app.campaign.landing import effect_record
from app.campaign.state import CampaignState
from app.campaign.steps import stepped
from app.core.errors import BadInput
from app.core.outcomes import Effect, append, put
from app.systems.garden import GAME
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.timing import timers
from app.widgets import joining
from app.widgets.company import Company
from app.widgets.desk import default_text
from tests.campaign.happenings import GAMES, Stamps, begun


class Campaign:
    """A campaign with Rowan in it, and an encounter that has begun."""

    def __init__(self, **sheet: Any) -> None:
        self.stamp = Stamps()
        self.journal = begun("garden", self.stamp)
        self.happens(f.CharacterAdded("rowan", "Rowan", {"name": "Rowan", **sheet}))
        self.step("begin")
        self.step("join", who=[joining.of_character(GAME, one) for one in self.state.characters])

    @property
    def state(self) -> CampaignState:
        return self.journal.state

    @property
    def running(self) -> Mapping[str, Any]:
        assert self.state.encounter is not None
        return self.state.encounter

    @property
    def rowan(self) -> Mapping[str, Any]:
        """Rowan in the encounter."""
        return self.running["combatants"]["rowan"]  # type: ignore[no-any-return]

    @property
    def sheet(self) -> Mapping[str, Any]:
        return self.state.character("rowan").sheet(GAME)

    def happens(self, fact: f.Fact) -> None:
        self.journal = happened(self.journal, fact, self.stamp(), GAMES)

    def step(self, step: str, /, **inputs: Any) -> None:
        document = dict(self.journal.document)
        self.happens(stepped(document, step, inputs, GAMES, self.stamp().id))

    def lands(self, effect: Effect) -> None:
        self.happens(f.Applied([effect_record("rowan", effect)]))


def lasting(name: str, unit: str = "scene", lasts: Any = None) -> dict[str, Any]:
    return {"name": name, "lasts": lasts, "unit": unit}


def test_whoever_joins_brings_what_they_suffer() -> None:
    burnt = lasting("incapacitated", "rounds", 2)
    out = lasting("unconscious", "hours", 2)
    table = Campaign(conditions=[lasting("shielded"), out, burnt])
    assert table.rowan["conditions"] == ["shielded", "unconscious"]
    with pytest.raises(BadInput):
        table.step("declare", who="rowan")
    cast = {"target": "rowan"}
    assert ENCOUNTER.met(table.running, cast, "garden.cast_opposed") == {"shielded": True}
    # Awake again, by hand or by the clock.
    table.happens(f.Edited("rowan", {"conditions": [lasting("shielded")]}))
    assert table.rowan["conditions"] == ["shielded"]
    table.lands(append("conditions", lasting("panicking", "none")))
    table.lands(put("dead", True))
    assert table.rowan["conditions"] == ["shielded", "panicking", "dead"]


def test_what_lasts_for_a_scene_is_in_sight_until_it_ends() -> None:
    spell = {"name": "Ward", "psyche": 3, "ends": "scene"}
    table = Campaign(conditions=[lasting("shielded"), lasting("lost")], ongoing_spells=[spell])
    table.step("end")
    assert [(each.label, each.hours, each.rules) for each in timers(table.sheet)] == [
        ("Shielded until the scene ends", None, ("G123",)),
        ("Lost until the scene ends", None, ()),
        ("Ward until the scene ends", None, ()),
    ]
    table.step("begin")
    table.step("join", who=[joining.of_character(GAME, one) for one in table.state.characters])
    table.step("end_scene")
    assert timers(table.sheet) == ()
    assert "shielded" not in table.rowan["conditions"]


def test_a_modifier_that_is_said_counts_in_defence_too() -> None:
    table = Campaign()
    table.step("add", id="thug", modifier=-2, injuries=["flesh-wound/open"])
    attack = GAME.procedures["garden.attack"]
    for cast, name in (
        ({"self": "rowan", "target": "thug"}, "defender_modifier"),
        ({"self": "thug", "target": "rowan"}, "attacker_modifier"),
    ):
        filled = Company(GAME, table.state).filled(attack, cast, "", default_text(attack))
        assert filled[name] == "-2"
