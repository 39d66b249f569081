"""The agreement between a game's rulebook and its code, in both directions."""

from __future__ import annotations

import pytest

from app.core.encounters.scenes import Transition
from app.core.games import Game
from app.core.procedures.kinds import Kind
from app.core.sheets import Column, Derived, Track
from app.systems import games

EVERY = [pytest.param(game, id=game.id) for game in games().values()]


def citations(game: Game) -> set[str]:
    """Return all rule ids that procedures, inputs, tables, the sheet or the encounter cite."""
    cited: set[str] = set()
    kinds: list[Kind] = []
    for procedure in game:
        cited.update(procedure.rule_ids)
        kinds += [declared.kind for declared in procedure.inputs.values()]
    for table in game.tables:
        cited.update(table.rule_ids)
    if game.sheet:
        kinds += [field.kind for field in game.sheet.fields]
        columns = (column for each in game.sheet.lists for column in each.derived)
        ruled: tuple[Derived | Track | Column, ...] = (
            *game.sheet.derived,
            *game.sheet.tracks,
            *columns,
        )
        for derived in ruled:
            cited.update(derived.rules)
    steps: tuple[Transition, ...] = game.encounter.transitions if game.encounter else ()
    for step in steps:
        cited.update(step.rules)
    for kind in kinds:
        cited.update(kind.rules)
    return cited


@pytest.mark.parametrize("game", EVERY)
def test_no_citation_of_a_rule_that_does_not_exist(game: Game) -> None:
    assert citations(game) - set(game.rules) == set()


@pytest.mark.parametrize("game", EVERY)
def test_no_rule_that_nothing_honours(game: Game) -> None:
    assert set(game.rules) - citations(game) == set()


@pytest.mark.parametrize("game", EVERY)
def test_ids_belong_to_their_game(game: Game) -> None:
    # A table may bear the name of the procedure that looks it up (prism.modifiers).
    procedures = [procedure.id for chapter in game.chapters for procedure in chapter.procedures]
    for ids in (procedures, [table.id for table in game.tables]):
        assert all(id.startswith(f"{game.id}.") for id in ids)
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("game", EVERY)
def test_a_house_rule_means_the_same_everywhere(game: Game) -> None:
    for procedure in game:
        for name, declared in procedure.inputs.items():
            if declared.kind.house:
                first = game.house[name]
                assert declared.kind.schema() == first.kind.schema()
                assert declared.default == first.default
