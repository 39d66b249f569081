"""Tables by the forms that use them or roll on them, and the contents of a rulebook."""

from __future__ import annotations

import pytest

from app.core.games import Game
from app.core.procedures.kinds import OneOf
from app.systems import games
from app.widgets.reference.reading import contents, fills, form_of_table
from building.page.rulebook import rulebooks

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


@pytest.mark.parametrize("game", GAMES)
def test_every_row_is_a_choice_of_the_forms_it_goes_into(game: Game) -> None:
    for table in game.tables:
        for fill in fills(game, table):
            kind = game.procedures[fill.path.replace("/", ".")].inputs[fill.input].kind
            assert isinstance(kind, OneOf)
            assert {str(row[0]) for row in table} <= {str(choice) for choice in kind.choices}


def filled_inputs(game: str, table: str) -> set[tuple[str, str]]:
    """Return the paths and inputs that a table's rows fill."""
    found = next(each for each in games()[game].tables if each.id == table)
    return {(fill.path, fill.input) for fill in fills(games()[game], found)}


def test_tables_go_where_their_rows_are_chosen() -> None:
    assert filled_inputs("garden", "garden.tbl_fall_surfaces") == {("garden/fall", "surface")}
    assert ("trueworld/action_roll", "ability_die") in filled_inputs(
        "trueworld", "trueworld.ability_ratings"
    )
    ratings = filled_inputs("trueworld", "trueworld.difficulty_ratings")
    assert ("trueworld/action_roll", "difficulty") in ratings
    # Its values 8, 10 and 20 are no numbers of weapon dice.
    assert {input for _, input in filled_inputs("striker", "striker.zero_rolling")} == {"take"}


def test_a_form_that_is_called_as_a_table_rolls_on_it() -> None:
    wasteland = games()["wasteland"]
    by_id = {table.id: form_of_table(wasteland, table) for table in wasteland.tables}
    procedure = by_id["wasteland.hit_location"]
    assert procedure is not None
    assert procedure.id == "wasteland.hit_location"
    assert by_id["wasteland.chems"] is None


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_has_contents_that_lead_to_its_rules(game: Game) -> None:
    entries = contents(rulebooks([game])[game.id])
    assert len(entries) > 3
    assert {rule for _, rule in entries} <= set(game.rules)
