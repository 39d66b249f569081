"""The syntax trees of the code, parsed and walked once for all tests."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes(path: Path, *kinds: type[Node]) -> Iterator[Node]:
    """Yield the nodes of a file that are of these kinds, kind by kind."""
    by_kind = _by_kind(path)
    for kind in kinds:
        yield from by_kind.get(kind, ())  # type: ignore[misc]  # each list holds its own kind


@cache
def _by_kind(path: Path) -> dict[type[ast.AST], list[ast.AST]]:
    found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree(path)):
        found[type(node)].append(node)
    return found
