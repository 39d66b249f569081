"""The wheel, installed into an environment of its own: only what it declares is there."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from app import VERSION
from app.headless import catalogue
from app.systems import games
from building.backend import NAME, SOURCE, renamed
from building.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip install .` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and the packages that it asks for, and no others."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    (library,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    subprocess.run([*pip, "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
    (metadata,) = library.glob(f"{NAME}-*.dist-info")
    for name in needed(metadata):
        copy_package(name, library)
    return folder


def needed(metadata: Path) -> set[str]:
    """The names of all packages that a wheel needs, without extras."""
    pending, found = requirements(distribution_at(metadata).requires), set[str]()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += requirements(distribution(name).requires)
    return found


def distribution_at(metadata: Path) -> Any:
    from importlib.metadata import PathDistribution

    return PathDistribution(metadata)


def requirements(lines: list[str] | None) -> list[str]:
    every = [Requirement(line) for line in lines or []]
    return [each.name for each in every if each.marker is None or each.marker.evaluate()]


def copy_package(name: str, library: Path) -> None:
    package = distribution(name)
    for file in package.files or []:
        source = Path(str(package.locate_file(file)))
        if ".." not in file.parts and source.is_file():
            (library / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, library / file)


class Result:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def ran(installed: Path, *words: str, given: str = "", folder: Path | None = None) -> Result:
    """Run the installed command away from the sources."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(installed / "bin" / NAME), *words],
        input=given.encode(),
        capture_output=True,
        cwd=folder or installed,
        env=environment,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def modules(wheel: Path) -> Iterator[tuple[str, ast.Module]]:
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if name.endswith(".py"):
                yield name, ast.parse(files.read(name))


def test_its_only_package_has_its_own_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        tops = {name.partition("/")[0] for name in files.namelist()}
        (top_level,) = [n for n in files.namelist() if n.endswith("/top_level.txt")]
        assert files.read(top_level).decode().split() == [NAME]
        licences = {Path(n).name for n in files.namelist() if "/licenses/" in n}
    assert {top for top in tops if not top.endswith(".dist-info")} == {NAME}
    assert licences == {"LICENSE", "THIRD-PARTY-NOTICES.md"}


def test_no_module_means_the_package_of_the_sources(wheel: Path) -> None:
    for name, tree in modules(wheel):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] != SOURCE, name
            elif isinstance(node, ast.Import):
                assert all(each.name.split(".")[0] != SOURCE for each in node.names), name
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not node.value.startswith(f"{SOURCE}."), name


def test_renaming_leaves_other_words_alone() -> None:
    text = "from app import VERSION\n    import app.core.errors\nNAME = 'app.core'\n"
    expected = "from tableside import VERSION\n    import tableside.core.errors\n"
    assert renamed(text) == f"{expected}NAME = 'tableside.core'\n"
    for same in ('HEAD = {"app": 1}', "application = happy.value", "from apples.core import x"):
        assert renamed(same) == same


def test_every_module_is_imported_there(installed: Path) -> None:
    code = (
        f"import importlib, pkgutil, sys, {NAME}\n"
        f"names = [m.name for m in pkgutil.walk_packages({NAME}.__path__, '{NAME}.')]\n"
        "for name in names:\n"
        "    if not name.endswith('__main__'): importlib.import_module(name)\n"
        f"assert '{SOURCE}' not in sys.modules\n"
        "print(len(names))"
    )
    done = subprocess.run(
        [str(installed / "bin" / "python"), "-c", code],
        capture_output=True, text=True, cwd=installed, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300


def test_only_the_declared_packages_are_there(installed: Path) -> None:
    with pytest.raises(PackageNotFoundError):
        distribution(NAME)
    (library,) = installed.glob("lib/python*/site-packages")
    assert not [each for each in ("app", "pytest", "distributed") if (library / each).exists()]


def test_it_names_the_version(installed: Path) -> None:
    assert ran(installed, "--version").out == f"tableside, version {VERSION}\n"


def test_the_page_has_the_same_version_and_catalogue(installed: Path, dist: Path) -> None:
    """The forms of the built page are those of the wheel: procedures, inputs, choices."""
    record = json.loads((dist / "version.json").read_text(encoding="utf-8"))
    assert record["version"] == VERSION
    listed = json.loads(ran(installed, "list", "--json").out)
    assert listed == json.loads(json.dumps(catalogue(games())))
    forms = page_forms(dist)
    for game in listed["games"]:
        for each in game["procedures"]:
            names = {declared["name"] for declared in each["inputs"]}
            assert forms[each["id"]] == names, each["id"]


def page_forms(dist: Path) -> dict[str, set[str]]:
    """The names of the fields of each form, in all files of the page."""
    import re

    forms: dict[str, set[str]] = {}
    pages = [path for path in dist.rglob("*.html") if path.name != "tableside.html"]
    for path in pages:
        text = path.read_text(encoding="utf-8")
        for form in re.findall(r"<form[^>]*data-procedure.*?</form>", text, re.DOTALL):
            (id,) = re.findall(r"<form[^>]*data-procedure=\"([^\"]+)\"", form)
            forms.setdefault(id, set()).update(re.findall(r"\bname=\"([a-z0-9_]+)\"", form))
    return forms
