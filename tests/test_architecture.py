"""Imports point one way, and the pure parts know nothing of a browser."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app.systems import IDS

APP = Path(__file__).parent.parent / "app"

#: Which folders of app/ each folder may import, beside itself.
MAY_IMPORT = {
    "core": set(),
    "systems": {"core"},
    "campaign": {"core"},
    "table": {"core", "campaign", "systems", "widgets"},
    "widgets": {"core", "campaign", "systems", "table", "headless"},
    "browser": {"core", "campaign", "systems", "table", "widgets"},
}
BROWSER = {"js", "pyodide", "pyodide_js", "pyscript"}
PURE = ("core", "systems", "campaign", "table")


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are written in full"
            names.add(node.module)
    return names


SOURCES = [
    pytest.param(path, id=str(path.relative_to(APP)))
    for folder in MAY_IMPORT
    for path in sorted((APP / folder).rglob("*.py"))
]


@pytest.mark.parametrize("path", SOURCES)
def test_imports_point_one_way(path: Path) -> None:
    folder = path.relative_to(APP).parts[0]
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "app" and len(parts) > 1:
            assert parts[1] in MAY_IMPORT[folder] | {folder}, name
        if folder in PURE:
            assert parts[0] not in BROWSER, name
        if folder == "systems" and parts[:2] == ["app", "systems"] and len(parts) > 2:
            inside = path.relative_to(APP / "systems").parts[0]
            assert parts[2] == inside, f"games never import each other: {name}"


NAMELESS = sorted([*(APP / "table").rglob("*.*"), *(APP / "widgets").rglob("*.*")])


@pytest.mark.parametrize("path", NAMELESS, ids=lambda p: p.name)
def test_table_and_widgets_never_name_a_game(path: Path) -> None:
    if path.suffix in {".py", ".html", ".jinja"}:
        words = path.read_text(encoding="utf-8").lower()
        assert not [id for id in IDS if id in words]


def test_every_errand_is_run_by_the_browser() -> None:
    """No type checker sees whether `DOINGS`, by the kind of errand, lacks one."""
    declared = ast.parse((APP / "table/campaigns/errands.py").read_text(encoding="utf-8"))
    errands = {node.name for node in declared.body if isinstance(node, ast.ClassDef)}
    run: set[str] = set()
    for path in (APP / "browser").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                run |= {key.id for key in node.keys if isinstance(key, ast.Name)}
            elif isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
                run.add(node.cls.id)
    assert errands <= run
