"""The sources of a form's input, in one order from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.campaign.participants.prefill import AUTOMATIC, ORDER, Prefilled, Sources, prefill
from app.core.games import Chapter, Game
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from app.core.sheets import Field, Sheet, SheetForm
from app.core.sheets.sheet import FeedTarget

#: The sources by name, from the weakest to the strongest, and the words of `docs/add-a-game.md`.
NAMES = {
    "default": "the default in the procedure's head",
    "house": "the campaign's house rules",
    "sheet": "the kind's `sheet`",
    "feed": "`SheetForm.feed`",
    "scene": "`Game.scene_feed`",
    "feeds": "`feeds`",
    "actor": "the encounter: `prefill_actor`",
    "target": "over it `prefill_target`",
    "encounter": "over it `prefill_from_form`",
    "inputs": "`inputs`",
    "typed": "typed values",
    "locked": "the encounter's `locked_inputs`",
}

#: Each pair of neighbours, the weaker one first. The default always has a value.
NEIGHBOURS = (
    ("default", "house"),
    ("house", "sheet"),
    ("sheet", "feed"),
    ("feed", "scene"),
    ("scene", "feeds"),
    ("feeds", "actor"),
    ("actor", "target"),
    ("target", "encounter"),
    ("encounter", "inputs"),
    ("inputs", "typed"),
    ("typed", "locked"),
)

HIGH = 20
Level = Annotated[int, Whole(0, HIGH, house=True, sheet="level")]


@procedure("layers.one", title="One", grades=(Grade("done", "Done"),), rules="L1")
def one(level: Level = 0) -> Outcome:
    """Return an outcome without rolling; the procedure has one input."""
    return Outcome("done")


def sources(values: Mapping[str, Any]) -> Sources:
    """Return the sources of a form, with these values for some of them."""

    def value_of(source: str) -> dict[str, Any]:
        return {"level": values[source]} if source in values else {}

    class Layers(SheetForm):
        fields = (Field("level", Whole(-100, 100), 0),)

        def feed(
            self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]
        ) -> dict[str, Any]:
            return value_of("feed")

    class Scened(Game):
        def scene_feed(self, scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
            return value_of("scene")

    layers = Layers()

    def hook(source: str) -> Any:
        return lambda *arguments: value_of(source)

    encounter = SimpleNamespace(
        prefill_actor=hook("actor"),
        prefill_target=hook("target"),
        prefill_from_form=hook("encounter"),
        depends_on_form=True,
    )
    fight: Any = SimpleNamespace(encounter=encounter)
    game = Scened("layers", "", "", "", Path(), (Chapter("Layers", (one,)),), sheet=layers)
    fields = value_of("sheet")
    return Sources(
        game,
        one,
        house=value_of("house"),
        sheets={"self" if fields else "other": Sheet(layers, fields, {})},
        feeds=value_of("feeds"),
        inputs=value_of("inputs"),
        fight=fight,
        fighting={"self": "ash"},
        typed=value_of("typed"),
        locked=value_of("locked"),
    )


def level(filled: Prefilled) -> Any:
    """Return the value in the input."""
    return filled.values["level"]


@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS)
def test_the_stronger_of_two_neighbours_wins(weaker: str, stronger: str) -> None:
    assert level(prefill(sources({weaker: 3, stronger: 7}))) == 7
    if weaker != "default":
        assert level(prefill(sources({weaker: 3}))) == 3


@pytest.mark.parametrize(("weaker", "stronger"), [*combinations(NAMES, 2)])
def test_the_order_holds_for_all_that_are_no_neighbours(weaker: str, stronger: str) -> None:
    assert level(prefill(sources({weaker: 3, stronger: 7}))) == 7


def test_the_table_is_the_order_of_the_function() -> None:
    assert list(ORDER) == list(NAMES)
    assert [*NAMES] == [NEIGHBOURS[0][0], *(stronger for _, stronger in NEIGHBOURS)]
    assert list(AUTOMATIC) == list(NAMES)[2:-2]


def test_the_docs_list_the_sources_in_this_order() -> None:
    page = Path(__file__).parents[2] / "docs" / "add-a-game.md"
    text = page.read_text(encoding="utf-8").partition("## How a form is filled")[2]
    places = [text.index(each) for each in NAMES.values()]
    assert places == sorted(places)


#: Values that a sheet, a scene or an encounter may contain, valid for the form or not.
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-100, 100), st.floats(), st.text(max_size=3)
)
VALID = st.integers(0, HIGH)
#: Sources whose invalid values are skipped; those of the others are validated earlier, or shown.
CHECKED = ("feed", "scene", "actor", "target", "encounter")
SOME_VALUES = st.fixed_dictionaries(
    {},
    optional={name: ANYTHING if name in CHECKED else VALID for name in NAMES}
    | {"sheet": st.integers(-100, 100)},
)


@given(SOME_VALUES)
def test_a_filled_form_fits_its_procedure(drawn: dict[str, Any]) -> None:
    filled = prefill(sources(drawn))
    one.bind(filled.values)
    valid = [name for name in NAMES if name in drawn and _fits(drawn[name])]
    strongest = drawn[valid[-1]] if valid and valid != ["default"] else 0
    assert one.inputs["level"].check(level(filled)) == (strongest or 0)


def _fits(value: Any) -> bool:
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and value in range(HIGH + 1)
    )


@given(SOME_VALUES)
def test_a_filled_form_is_filled_as_it_is(drawn: dict[str, Any]) -> None:
    filled = prefill(sources(drawn))
    assert prefill(sources(drawn), filled.values) == filled


def test_an_emptied_field_stays_empty() -> None:
    filled = prefill(sources({"actor": 3, "inputs": 5, "typed": None}))
    assert filled.values == {}
    assert filled.automatic == {"level": 3}


def test_a_value_of_the_roll_on_the_sheet_is_shown_though_no_form_takes_it() -> None:
    assert level(prefill(sources({"inputs": 99}))) == 99
    assert level(prefill(sources({"inputs": 99, "typed": 5}))) == 5
