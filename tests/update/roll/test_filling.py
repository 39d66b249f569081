"""The sources of a form's field at the table, in order from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest

from app.browser.storage.plays import is_play
from app.campaign.journal.journal import Journal
from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY
from app.core.encounters import roster
from app.core.encounters.combatants import Round, Turn
from app.core.encounters.encounter import Encounter
from app.core.games import Chapter, Game
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from app.core.sheets import Field, SheetForm
from app.update.messages.answers import JournalOpened, PlayLeft
from app.update.messages.forms import (
    FieldStepped,
    FieldTyped,
    FormReset,
    PartCast,
    RouteOpened,
)
from app.update.messages.plays import RollTapped
from app.update.model import Model
from app.update.roll.desks import open_play_record
from tests.fights.table import Table
from tests.systems.test_unable import at_table

#: The sources from the weakest to the strongest, as in `app.update.roll.filling`.
ORDER = ("the rule", "the house", "the sheet", "somebody types", "the encounter keeps")

Level = Annotated[int, Whole(0, 20, house=True, sheet="level")]


@procedure("layers.one", title="One", grades=(Grade("done", "Done"),), rules="L1")
def one(level: Level = 0) -> Outcome:
    """Return an outcome without rolling; the one field has a house rule."""
    return Outcome("done")


#: Typing into the field of a house rule changes the rule, so this level has none.
Plain = Annotated[int, Whole(0, 20, sheet="level")]


@procedure("layers.two", title="Two", grades=(Grade("done", "Done"),), rules="L1")
def two(level: Plain = 0) -> Outcome:
    """Return an outcome without rolling; the one field has no house rule."""
    return Outcome("done")


class Form(SheetForm):
    """A sheet with one field."""

    fields = (Field("level", Whole(0, 20), 2),)


FORM = Form()


#: An encounter that locks the field of its combatants.
KEEPING = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=FORM,
    transitions=(roster.add("L1", FORM),),
    prefill_actor=lambda scene, actor_id, procedure: {"level": 4},
    locked_inputs=lambda scene, actor_id, procedure: ("level",),
)


def table(strongest: int) -> Table:
    """Return a table with values from all sources up to the strongest."""
    encounter = KEEPING
    chapters = (Chapter("Layers", (one, two)),)
    game = Game("layers", "", "", "", Path(), chapters, sheet=FORM, encounter=encounter)
    ash: CharacterRecord = {"name": "Ash", "kind": "pc", "archived": False, "data": {}}
    document: Document = {**EMPTY, "game": "layers"}
    if strongest >= 1:
        document["house"] = {"level": 1}
    if strongest >= 2:
        document = {**document, "order": ["ash"], "characters": {"ash": ash}}
    if strongest >= 4:
        joined = encounter.apply(encounter.begin(_known), "add", {"id": "ash"})
        document["encounter"] = dict(joined.scene.state)
    result = Table(Model({"layers": game}))
    result.send(JournalOpened(Journal("layers", document, 1)))
    result.send(RouteOpened("#/layers/two" if strongest >= 3 else "#/layers/one"))
    result.send(PartCast("self", "ash"))
    if strongest >= 3:
        result.send(FieldTyped("level", "3"))
    return result


def _known(id: str) -> Any:
    return ("Ash", FORM.fill()) if id == "ash" else None


def level(at_table: Table) -> str:
    """Return the text in the field."""
    typed: Mapping[str, str] = at_table.model.form.desk.typed
    return typed["level"]


@pytest.mark.parametrize("strongest", range(len(ORDER)), ids=ORDER)
def test_each_goes_over_those_before(strongest: int) -> None:
    assert level(table(strongest)) == str(strongest)


def test_a_value_of_a_link_counts_as_typed() -> None:
    at_table = table(2)
    at_table.send(RouteOpened("#/layers/one?level=7"))
    assert level(at_table) == "7"
    at_table.send(PartCast("self", ""))
    at_table.send(PartCast("self", "ash"))
    assert level(at_table) == "7"


def test_a_filled_in_value_leaves_with_its_character() -> None:
    at_table = table(2)
    at_table.send(PartCast("self", ""))
    assert level(at_table) == "1"  # the house rule applies again


def with_default_typed() -> Table:
    """Return a table whose field has the default typed over the sheet's value."""
    at_table = table(2)
    at_table.send(RouteOpened("#/layers/two"))
    assert level(at_table) == "2"
    at_table.send(FieldTyped("level", "0"))
    return at_table


def test_a_default_typed_over_a_filled_in_value_stays() -> None:
    at_table = with_default_typed()
    assert level(at_table) == "0"
    at_table.send(RouteOpened("#/layers/one"))
    at_table.send(RouteOpened("#/layers/two"))
    assert level(at_table) == "0"
    at_table.send(FormReset())
    assert level(at_table) == "2"


def test_a_field_steps_down_to_its_default() -> None:
    at_table = with_default_typed()
    at_table.send(FormReset())
    texts = []
    for _ in range(3):
        at_table.send(FieldStepped("level", -1))
        texts.append(level(at_table))
    assert texts == ["1", "0", "0"]


def test_a_typed_value_equal_to_the_filled_in_one_follows_again() -> None:
    at_table = with_default_typed()
    at_table.send(FieldTyped("level", "2"))
    at_table.send(PartCast("self", ""))
    assert level(at_table) == "0"
    at_table.send(PartCast("self", "ash"))
    assert level(at_table) == "2"


def test_a_typed_value_leaves_with_the_character_it_replaced() -> None:
    at_table = with_default_typed()
    at_table.send(PartCast("self", ""))
    at_table.send(PartCast("self", "ash"))
    assert level(at_table) == "2"


def test_a_text_typed_by_hand_is_there_though_the_address_does_not_say_it_yet() -> None:
    at_table = table(2)
    at_table.send(RouteOpened("#/layers/two?level=1"))
    at_table.send(FieldTyped("level", "2"))
    at_table.send(PartCast("self", "ash"))
    left = open_play_record(at_table.model, at_table.model.form)
    assert left is not None
    again = table(2)
    again.send(RouteOpened("#/layers/two"))
    again.send(PlayLeft(left))
    assert (level(at_table), level(again)) == ("2", "2")


def test_a_value_typed_over_another_is_restored_at_the_next_visit() -> None:
    at_table = with_default_typed()
    left = open_play_record(at_table.model, at_table.model.form)
    assert left is not None
    assert is_play(left)
    again = table(2)
    again.send(RouteOpened("#/layers/two"))
    again.send(PartCast("self", ""))  # at a visit the stored play is read before any cast
    again.send(PlayLeft(left))
    assert level(again) == "0"


def test_numbers_of_the_sheet_are_no_fault_before_a_roll() -> None:
    """S43: Dara Voss has no HX, EX or FX; a rest says so once it is tried."""
    table = at_table("striker", fights=False)
    table.send(RouteOpened("#/striker/rest"))
    table.send(PartCast("self", "hero"))
    assert table.model.form.desk.faults()
    assert table.model.form.visible_faults == {}
    table.send(RollTapped())
    assert list(table.model.form.visible_faults) == ["hx"]
