"""The signature of a rule or a step names its inputs; their declarations stand above it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.games import Game
from app.systems import IDS, games
from app.widgets.roll.form.cast import parts
from tests.sources import nodes, tree

SYSTEMS = Path(__file__).parents[2] / "app" / "systems"
DECLARE = {"procedure", "transition"}


def declared(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a file that are declared as a procedure or a transition."""
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef):
            names = {
                each.func.id
                for each in node.decorator_list
                if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
            }
            if names & DECLARE:
                yield node


HEADS = [
    pytest.param(node, id=f"{path.relative_to(SYSTEMS)}:{node.name}")
    for path in sorted(SYSTEMS.rglob("*.py"))
    for node in declared(path)
]


def test_there_are_heads_to_look_at() -> None:
    assert len(HEADS) > 150


@pytest.mark.parametrize("node", HEADS)
def test_every_input_has_a_name_of_its_own(node: ast.FunctionDef) -> None:
    for each in (*node.args.args, *node.args.kwonlyargs):
        assert each.annotation is not None
        names = {node.id for node in ast.walk(each.annotation) if isinstance(node, ast.Name)}
        assert "Annotated" not in names, f"{each.arg} is declared within the head"


#: An encounter gets the id of the procedure that was rolled.
BY_ID = "encounter"

IDS_OF = re.compile(rf"(?:{'|'.join(IDS)})\.\w+")

FILES = [
    pytest.param(path, id=str(path.relative_to(SYSTEMS)))
    for path in sorted(SYSTEMS.rglob("*.py"))
    if BY_ID not in path.parts
]


@pytest.mark.parametrize("path", FILES)
def test_no_code_asks_which_procedure_it_has(path: Path) -> None:
    """Facts about a procedure stand in its head or follow from its signature."""
    for node in nodes(path, ast.Compare, ast.match_case):
        words = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
        assert not [word for word in words if isinstance(word, str) and IDS_OF.fullmatch(word)]


@pytest.mark.parametrize("game", games().values(), ids=IDS)
def test_sheets_prefill_only_declared_inputs(game: Game) -> None:
    """In any role, a sheet prefills only inputs that the procedure declares."""
    assert game.sheet is not None
    sheets = [game.sheet.fill(data) for data in game.sheet.samples]
    for procedure in game:
        defaults = {
            name: each.default for name, each in procedure.inputs.items() if not each.required
        }
        roles = [part.role for part in parts(procedure)]
        for sheet in sheets:
            prefilled = game.sheet.feed(procedure, dict.fromkeys(roles, sheet), defaults)
            assert set(prefilled) <= set(procedure.inputs), procedure.id
