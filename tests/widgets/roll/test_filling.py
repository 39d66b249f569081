"""The automatic values of a form, in the order in `docs/add-a-game.md`."""

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

#: The sources from the weakest to the strongest, in the words of the page.
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
    """Return an outcome without rolling; the procedure has one field."""
    return Outcome("done")


def value_of(index: int, strongest: int) -> dict[str, Any]:
    """Return a source's value, its place in the order, unless it is too strong."""
    return {"level": index + 1} if index <= strongest else {}


def participants(strongest: int) -> Participants:
    """Return one participant, in a game with the sources up to the strongest."""

    def source(index: int) -> dict[str, Any]:
        return value_of(index, strongest)

    class Layers(SheetForm):
        fields = (Field("level", Whole(0, 20), 1),)

        def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
            return (Rollable("One", "layers.one", source(7), "level", feeds=source(3)),)

        def feed(
            self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]
        ) -> dict[str, Any]:
            return source(1)

    class Scened(Game):
        def scene_feed(self, scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
            return source(2)

    layers = Layers()

    encounter = Encounter[Round, Turn](
        now=Round,
        turn=Turn,
        form=layers,
        transitions=(roster.add("L1", layers, "level"),),
        prefill_actor=lambda *arguments: source(4),
        prefill_target=lambda *arguments: source(5),
        prefill_from_form=lambda *arguments: source(6),
    )
    chapters = (Chapter("Layers", (one,)),)
    game = Scened("layers", "", "", "", Path(), chapters, sheet=layers, encounter=encounter)
    running = encounter.apply(encounter.begin(), "add", {"id": "ash"}).scene.state
    return Participants(game, CampaignState({**EMPTY, "game": "layers", "encounter": running}))


@pytest.mark.parametrize("strongest", range(len(ORDER)), ids=ORDER)
def test_each_goes_over_those_before(strongest: int) -> None:
    filled = participants(strongest).filled(one, {"self": "ash"}, "level", {"level": "0"})
    assert filled == {"level": str(strongest + 1)}


def test_the_docs_list_the_sources_in_this_order() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## How a form is filled")[2]
    places = [text.index(each) for each in ORDER]
    assert places == sorted(places)
