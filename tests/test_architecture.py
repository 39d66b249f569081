"""Imports point one way, and the pure parts do not depend on a browser."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from app.systems import IDS
from tests.sources import nodes, tree

ROOT = Path(__file__).parent.parent
APP = ROOT / "app"

#: A folder with more files needs subfolders.
MOST_FILES = 24

#: Which folders of app/ each folder may import, beside itself.
MAY_IMPORT = {
    "core": set(),
    "systems": {"core"},
    "campaign": {"core"},
    "forecast": {"core", "campaign", "systems"},
    "sync": {"core", "campaign"},
    "update": {"core", "campaign", "systems", "forecast", "sync", "widgets"},
    "widgets": {"core", "campaign", "systems", "forecast", "sync"},
    "browser": {"core", "campaign", "systems", "forecast", "sync", "update", "widgets"},
    "commands": {"core", "campaign", "systems", "forecast", "widgets", "headless", "look_back"},
}
BROWSER = {"js", "pyodide", "pyodide_js", "pyscript"}
PURE = ("core", "systems", "campaign", "forecast", "sync", "update")


IMPORTS: tuple[type[ast.Import | ast.ImportFrom], ...] = (ast.Import, ast.ImportFrom)


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports."""
    names: set[str] = set()
    for node in nodes(path, *IMPORTS):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif node.module:
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


def modules() -> dict[str, set[str]]:
    """Return every module of app/ with its imports of any kind."""
    paths = {
        ".".join(path.relative_to(APP.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in APP.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        found[name] = set()
        for node in nodes(path, *IMPORTS):
            if isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
            elif node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                found[name] |= inside & paths.keys() or {node.module}
        found[name] &= paths.keys() - {name}
    return found


def test_imports_make_no_circle() -> None:
    remaining = modules()
    while ends := {name for name, imports in remaining.items() if not imports & remaining.keys()}:
        remaining = {name: imports for name, imports in remaining.items() if name not in ends}
    assert not remaining, "these modules are part of a circle, or import one"


def test_folders_are_small() -> None:
    tops = ("app", "static", "building", "tests", "bench", "docs")
    files = [path for top in tops for path in (ROOT / top).rglob("*") if path.is_file()]
    generated = {"__pycache__", "node_modules"}
    # The pictures of docs/ count as a folder of their own.
    counts = Counter(
        (str(path.parent), path.suffix == ".png")
        for path in files
        if not generated.intersection(path.parts)
    )
    assert not {place: n for place, n in counts.items() if n > MOST_FILES}


NAMELESS = sorted(
    path
    for folder in ("forecast", "sync", "update", "widgets")
    for path in (APP / folder).rglob("*.*")
    if path.suffix in {".py", ".html", ".jinja"}
)


@pytest.mark.parametrize("path", NAMELESS, ids=lambda p: p.name)
def test_code_above_the_games_never_names_one(path: Path) -> None:
    words = path.read_text(encoding="utf-8").lower()
    assert not [id for id in IDS if id in words]


#: Draws without meaning: the pitch of a knock.
MEANINGLESS = {"browser/platform/sounds.py"}


def test_no_dice_come_from_the_shared_generator() -> None:
    """A memory snapshot freezes its state (docs/performance.md): every start would roll alike."""
    drawing = set()
    for path in sorted(APP.rglob("*.py")):
        for node in nodes(path, ast.Attribute, ast.ImportFrom, ast.Call):
            match node:
                case ast.Attribute(value=ast.Name(id="random"), attr=name):
                    if name not in {"Random", "SystemRandom"}:
                        drawing.add(path.relative_to(APP).as_posix())
                case ast.ImportFrom(module="random"):
                    drawing.add(path.relative_to(APP).as_posix())
                case ast.Call(func=ast.Attribute(attr="Random"), args=[], keywords=[]):
                    drawing.add(path.relative_to(APP).as_posix())
    assert drawing == MEANINGLESS


def test_no_event_is_handled_by_when() -> None:
    """PyScript's `@when` makes a proxy for each element and never frees it."""
    for path in sorted(APP.rglob("*.py")):
        for node in nodes(path, ast.ImportFrom):
            if node.module == "pyscript":
                assert "when" not in {alias.name for alias in node.names}, path


def test_the_browser_handles_every_effect() -> None:
    """No type checker notices an effect without an entry in `HANDLERS`."""
    declared = tree(APP / "update/campaigns/effects.py")
    effects = {node.name for node in declared.body if isinstance(node, ast.ClassDef)}
    run: set[str] = set()
    for path in (APP / "browser").rglob("*.py"):
        for each in nodes(path, ast.Dict):
            run |= {key.id for key in each.keys if isinstance(key, ast.Name)}
        for case in nodes(path, ast.MatchClass):
            if isinstance(case.cls, ast.Name):
                run.add(case.cls.id)
    assert effects <= run
