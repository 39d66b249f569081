"""The head of a rule, or of a step, names what it asks for: the declarations stand above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SYSTEMS = Path(__file__).parents[2] / "app" / "systems"
DECLARE = {"procedure", "transition"}


def declared(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a file that are declared as a procedure or a transition."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
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
