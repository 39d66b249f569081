"""Cells of an odds table: each has the texts that a tap on it puts into the form."""

from __future__ import annotations

import pytest

from app.core.procedures.procedure import Procedure
from app.systems import games
from app.update.messages.reading import CellTaken
from app.update.odds.scans import texts_at
from app.widgets.odds.scans import scannable_inputs
from tests.fights.table import Table
from tests.update.roll.test_dependence import PROCEDURES, bare, changes


def check_cell(table: Table, cell: dict[str, str]) -> dict[str, str]:
    """Return the texts of a cell after checking that a tap on it puts them into the form."""
    texts = texts_at(table.model, cell)
    before = table.model
    table.send(CellTaken(cell))
    assert dict(table.model.form.desk.typed) == texts, cell
    table.model = before
    return texts


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_cell_has_the_texts_that_depend_on_it(procedure: Procedure) -> None:
    table = bare(procedure)
    offered = dict(scannable_inputs(procedure))
    for name, text, follow in changes(table, procedure):
        if name in offered:
            texts = check_cell(table, {name: text})
            assert {each: texts[each] for each in follow} == follow


def test_a_cell_keeps_both_of_its_texts() -> None:
    table = bare(games()["garden"].procedures["garden.attack"])
    filled_in = table.model.form.desk.typed["attacker_attribute"]
    for cell in (
        {"attacker_attribute": filled_in, "attack_kind": "unarmed"},
        {"attack_kind": "unarmed", "attacker_attribute": filled_in},
    ):
        assert check_cell(table, cell)["attacker_attribute"] == filled_in
        assert texts_at(table.model, {"attack_kind": "unarmed"})["attacker_attribute"] != filled_in
