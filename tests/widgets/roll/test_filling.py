"""What goes into a form by itself, in the order that `docs/add-a-game.md` tells."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest

from app.campaign.state.state import EMPTY, CampaignState
from app.core.encounters import roster
from app.core.encounters.combatants import Round, Turn
from app.core.encounters.encounter import Encounter
from app.core.games import Chapter, Game
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from app.core.sheets import FeedTarget, Field, Rollable, Sheet, SheetForm
from app.widgets.roll.form.participants import Participants

PAGE = Path(__file__).parents[3] / "docs" / "add-a-game.md"

#: Who has a say, from the weakest to the strongest, as the page calls them.
ORDER = (
    "the kind's `sheet`",
    "`SheetForm.feed`",
    "`Game.scene_feed`",
    "`feeds`",
    "the encounter: `prefill_actor`",
    "over it `prefill_target`",
    "over it `prefill_from_form`",
    "`inputs`",
)

Level = Annotated[int, Whole(0, 20, sheet="level")]


@procedure("layers.one", title="One", grades=(Grade("done", "Done"),), rules="L1")
def one(level: Level = 0) -> Outcome:
    """What stands in its only field."""
    return Outcome("done")


def says(place: int, strongest: int) -> dict[str, Any]:
    """What somebody says who has a say, or nothing: the field holds the place in the order."""
    return {"level": place + 1} if place <= strongest else {}


def made(strongest: int) -> Participants:
    """A company of one, in a game where only those up to the strongest have a say."""

    def said(place: int) -> dict[str, Any]:
        return says(place, strongest)

    class Layers(SheetForm):
        fields = (Field("level", Whole(0, 20), 1),)

        def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
            return (Rollable("One", "layers.one", said(7), "level", feeds=said(3)),)

        def feed(
            self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]
        ) -> dict[str, Any]:
            return said(1)

    class Scened(Game):
        def scene_feed(self, scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
            return said(2)

    layers = Layers()

    encounter = Encounter[Round, Turn](
        now=Round,
        turn=Turn,
        form=layers,
        transitions=(roster.add("L1", layers, "level"),),
        prefill_actor=lambda *asked: said(4),
        prefill_target=lambda *asked: said(5),
        prefill_from_form=lambda *asked: said(6),
    )
    chapters = (Chapter("Layers", (one,)),)
    game = Scened("layers", "", "", "", Path(), chapters, sheet=layers, encounter=encounter)
    running = encounter.apply(encounter.begin(), "add", {"id": "ash"}).scene.state
    return Participants(game, CampaignState({**EMPTY, "game": "layers", "encounter": running}))


@pytest.mark.parametrize("strongest", range(len(ORDER)), ids=ORDER)
def test_each_goes_over_those_before(strongest: int) -> None:
    filled = made(strongest).filled(one, {"self": "ash"}, "level", {"level": "0"})
    assert filled == {"level": str(strongest + 1)}


def test_the_page_tells_them_in_this_order() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## How a form is filled")[2]
    places = [text.index(each) for each in ORDER]
    assert places == sorted(places)
