"""What stands in a form's field, whoever else has a say: one order, from the weakest up."""

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
from app.update.model import Model
from app.update.roll.desks import open_play_record
from tests.fights.table import Table

#: From the weakest to the strongest, as `app.update.roll.filling` tells them; and what each says.
ORDER = ("the rule", "the house", "the sheet", "somebody types", "the encounter keeps")

Level = Annotated[int, Whole(0, 20, house=True, sheet="level")]


@procedure("layers.one", title="One", grades=(Grade("done", "Done"),), rules="L1")
def one(level: Level = 0) -> Outcome:
    """What stands in its only field."""
    return Outcome("done")


#: What somebody types into a house rule's field is agreed on: so no house rule.
Plain = Annotated[int, Whole(0, 20, sheet="level")]


@procedure("layers.two", title="Two", grades=(Grade("done", "Done"),), rules="L1")
def two(level: Plain = 0) -> Outcome:
    """The same without a house rule."""
    return Outcome("done")


class Form(SheetForm):
    """A sheet with the one field."""

    fields = (Field("level", Whole(0, 20), 2),)


FORM = Form()


#: An encounter that keeps the field of whoever is in it.
KEEPING = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=FORM,
    transitions=(roster.add("L1", FORM),),
    prefill_actor=lambda scene, who, procedure: {"level": 4},
    locked_inputs=lambda scene, who, procedure: ("level",),
)


def table(strongest: int) -> Table:
    """A table where those up to the strongest have a say."""
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
    made = Table(Model({"layers": game}))
    made.send(JournalOpened(Journal("layers", document, 1)))
    made.send(RouteOpened("#/layers/two" if strongest >= 3 else "#/layers/one"))
    made.send(PartCast("self", "ash"))
    if strongest >= 3:
        made.send(FieldTyped("level", "3"))
    return made


def _known(id: str) -> Any:
    return ("Ash", FORM.filled()) if id == "ash" else None


def level(made: Table) -> str:
    typed: Mapping[str, str] = made.model.form.desk.typed
    return typed["level"]


@pytest.mark.parametrize("strongest", range(len(ORDER)), ids=ORDER)
def test_each_goes_over_those_before(strongest: int) -> None:
    assert level(table(strongest)) == str(strongest)


def test_what_a_link_says_counts_as_typed() -> None:
    made = table(2)
    made.send(RouteOpened("#/layers/one?level=7"))
    assert level(made) == "7"
    made.send(PartCast("self", ""))
    made.send(PartCast("self", "ash"))
    assert level(made) == "7"


def test_what_filled_itself_in_goes_with_whoever_brought_it() -> None:
    made = table(2)
    made.send(PartCast("self", ""))
    assert level(made) == "1"  # the house has its say again


def insisting() -> Table:
    """The sheet says two, and somebody types the default over it."""
    made = table(2)
    made.send(RouteOpened("#/layers/two"))
    assert level(made) == "2"
    made.send(FieldTyped("level", "0"))
    return made


def test_the_default_typed_over_what_filled_a_field_in_stays() -> None:
    made = insisting()
    assert level(made) == "0"
    made.send(RouteOpened("#/layers/one"))
    made.send(RouteOpened("#/layers/two"))
    assert level(made) == "0"
    made.send(FormReset())
    assert level(made) == "2"


def test_a_field_steps_down_to_its_default() -> None:
    made = insisting()
    made.send(FormReset())
    said = []
    for _ in range(3):
        made.send(FieldStepped("level", -1))
        said.append(level(made))
    assert said == ["1", "0", "0"]


def test_what_is_typed_as_it_was_filled_in_follows_again() -> None:
    made = insisting()
    made.send(FieldTyped("level", "2"))
    made.send(PartCast("self", ""))
    assert level(made) == "0"
    made.send(PartCast("self", "ash"))
    assert level(made) == "2"


def test_what_was_typed_over_goes_with_whoever_filled_it_in() -> None:
    made = insisting()
    made.send(PartCast("self", ""))
    made.send(PartCast("self", "ash"))
    assert level(made) == "2"


def test_a_text_typed_by_hand_is_there_though_the_address_does_not_say_it_yet() -> None:
    made = table(2)
    made.send(RouteOpened("#/layers/two?level=1"))
    made.send(FieldTyped("level", "2"))
    made.send(PartCast("self", "ash"))
    left = open_play_record(made.model, made.model.form)
    assert left is not None
    again = table(2)
    again.send(RouteOpened("#/layers/two"))
    again.send(PlayLeft(left))
    assert (level(made), level(again)) == ("2", "2")


def test_what_is_typed_over_stands_there_at_the_next_visit() -> None:
    made = insisting()
    left = open_play_record(made.model, made.model.form)
    assert left is not None
    assert is_play(left)
    again = table(2)
    again.send(RouteOpened("#/layers/two"))
    again.send(PartCast("self", ""))  # at a visit nobody is cast before this is read
    again.send(PlayLeft(left))
    assert level(again) == "0"
