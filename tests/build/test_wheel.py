"""The wheel, installed in an environment with only the packages that it declares."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from html.parser import HTMLParser
from importlib.metadata import PathDistribution, distribution
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

from app.headless import catalogue, to_line
from app.systems import games
from building.archive import open_archive
from building.backend import NAME, SOURCE, renamed
from building.paths import ROOT
from tests.forecast.fights import samples


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel that `pip install .` builds."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the wheel, the packages that it requires, and no others."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    (library,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    subprocess.run([*pip, "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
    (metadata,) = library.glob(f"{NAME}-*.dist-info")
    for name in required_packages(metadata):
        copy_package(name, library)
    return folder


def required_packages(metadata: Path) -> set[str]:
    """Return the names of all packages that a wheel requires, without extras."""
    pending, names = requirements(PathDistribution(metadata).requires), set[str]()
    while pending:
        name = pending.pop()
        if name not in names:
            names.add(name)
            pending += requirements(distribution(name).requires)
    return names


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


def run_command(
    installed: Path, *words: str, stdin: str = "", folder: Path | None = None
) -> Result:
    """Run the installed command away from the sources."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(installed / "bin" / NAME), *words],
        input=stdin.encode(),
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
        packages = {name.partition("/")[0] for name in files.namelist()}
        (top_level,) = [n for n in files.namelist() if n.endswith("/top_level.txt")]
        assert files.read(top_level).decode().split() == [NAME]
        licences = {Path(n).name for n in files.namelist() if "/licenses/" in n}
    assert {top for top in packages if not top.endswith(".dist-info")} == {NAME}
    assert licences == {"LICENSE", "THIRD-PARTY-NOTICES.md"}


def test_no_module_means_the_package_of_the_sources(wheel: Path) -> None:
    for name, tree in modules(wheel):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] != SOURCE, name
            elif isinstance(node, ast.Import):
                assert all(name.name.split(".")[0] != SOURCE for name in node.names), name
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
    (library,) = installed.glob("lib/python*/site-packages")
    assert (library / NAME).is_dir()
    assert not [each for each in (SOURCE, "pytest", "distributed") if (library / each).exists()]


# --- the page ---


class Forms(HTMLParser):
    """The fields of each form in the page's files: their ranges, choices and defaults."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, dict[str, dict[str, Any]]] = {}
        self._form = self._field = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = values.get("data-procedure", "")
            self.fields.setdefault(self._form, {})
        elif self._form and tag == "option" and values["value"]:
            self.fields[self._form][self._field].setdefault("choices", []).append(values["value"])
        elif self._form and "name" in values and tag in ("input", "select", "textarea"):
            self._field = values["name"]
            ends = {
                end: values[f"data-{end}"] for end in ("low", "high") if f"data-{end}" in values
            }
            self.fields[self._form].setdefault(self._field, ends)

    def handle_endtag(self, tag: str) -> None:
        self._form = "" if tag == "form" else self._form


def page_forms(dist: Path) -> dict[str, dict[str, dict[str, Any]]]:
    forms = Forms()
    for path in sorted((dist / "views").glob("*.html")):
        forms.feed(path.read_text(encoding="utf-8"))
    return forms.fields


def test_the_page_has_the_same_version_and_catalogue(installed: Path, dist: Path) -> None:
    record = json.loads((dist / "version.json").read_text(encoding="utf-8"))
    assert run_command(installed, "--version").out == f"{NAME}, version {record['version']}\n"
    listed = json.loads(run_command(installed, "list", "--json").out)
    assert listed == json.loads(to_line(catalogue(games())))
    forms, compared = page_forms(dist), 0
    for game in listed["games"]:
        (rulebook,) = (dist / "views").glob(f"{game['id']}-rules.*.html")
        ids = re.findall(r'id="rule-([^"]+)"', rulebook.read_text(encoding="utf-8"))
        assert ids == game["rules"]
        for procedure in game["procedures"]:
            fields = forms[procedure["id"]]
            assert fields.keys() == {each["name"] for each in procedure["inputs"]}
            for each in procedure["inputs"]:
                field = fields[each["name"]]
                if each["type"] in ("integer", "number"):
                    ends = [Fraction(field[end]) for end in ("low", "high")]
                    assert ends == [Fraction(str(each[end])) for end in ("minimum", "maximum")]
                    compared += 1
                elif each["type"] == "choice":
                    assert field["choices"] == [str(choice) for choice in each["choices"]]
                    compared += 1
    assert compared > 300


def test_the_page_carries_nothing_of_the_command_line(dist: Path) -> None:
    archives = list((dist / "pyodide").glob("*.bin"))
    names = [name for path in archives for name in open_archive(path).namelist()]
    assert any(name.startswith(f"{SOURCE}/core/") for name in names)
    alone = (f"{SOURCE}/commands/", f"{SOURCE}/headless", "building/", "click/", "rich/")
    assert not [name for name in names if name.startswith(alone)]


def test_the_file_format_is_the_documented_one(installed: Path, tmp_path: Path) -> None:
    python = str(installed / "bin" / "python")
    module = f"{NAME}.campaign.files.schema"
    subprocess.run([python, "-m", module, str(tmp_path)], cwd=installed, check=True)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    documented = ROOT / "docs" / "schema"
    assert written == {path.name: path.read_text(encoding="utf-8") for path in documented.iterdir()}


# --- each command ---


def test_every_command_runs(installed: Path, tmp_path: Path) -> None:
    def out(*words: str, stdin: str = "") -> str:
        done = run_command(installed, *words, stdin=stdin, folder=tmp_path)
        assert (done.code, done.err) == (0, ""), (words, done.err)
        assert done.out
        return done.out

    (tmp_path / "fight.json").write_text(json.dumps(samples("striker")), encoding="utf-8")
    (campaign,) = (ROOT / "tests" / "data" / "files" / "prism").glob("*-campaign.json")
    assert out("roll", "garden.skill_test", "skill_level=3", "--dice", "5,5,2").startswith("Yes")
    assert out("roll", "4d6kh3+2").startswith("Rolled")
    assert "Success 58.3%" in out("odds", "garden.skill_test", "skill_level=2", "--helps")
    assert out("scan", "garden.skill_test", "skill_level=0..4").startswith("skill_level")
    fights = ("--fights", "20", "--workers", "2")
    assert out("forecast", "fight.json", *fights).startswith("20 fights")
    assert out("luck", str(campaign), "--of", "campaign")
    assert "d20, 5 rolls" in out("fair", "20", "3,5,20,11,7")
    assert out("list", "garden").startswith("Autonomous Garden")
    assert out("completion", "bash").startswith(f"_{NAME}_completion()")
    request = '{"procedure": "dice.roll", "inputs": {"notation": "d6"}, "dice": [4]}\n'
    answer = json.loads(out("json", stdin=request))
    assert answer["values"]["total"] == 4
    refused = run_command(installed, "roll", "garden.skil_test")
    assert refused.code == 2
    assert "did you mean garden.skill_test?" in refused.err


def test_its_module_answers_json_as_the_sources_do(installed: Path) -> None:
    lines = b'{"procedure": "garden.skill_test", "odds": true}\n{}\n'
    answers = [
        subprocess.run(
            [python, "-m", module], input=lines, capture_output=True, cwd=folder, check=True
        ).stdout
        for python, module, folder in (
            (str(installed / "bin" / "python"), NAME, installed),
            (sys.executable, SOURCE, ROOT),
        )
    ]
    assert answers[0] == answers[1] != b""


def test_a_pipe_of_plain_ascii_is_no_fault(installed: Path) -> None:
    command = [str(installed / "bin" / NAME), "odds", "garden.skill_test"]
    done = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"}, cwd=installed
    )
    assert rb"MoS \u2264" in done.stdout


@pytest.mark.parametrize("words", ["list garden", "list --json", "scan garden.jump athletics=0..8"])
def test_a_pipe_that_closes_early_ends_quietly(installed: Path, words: str) -> None:
    command = f"set -o pipefail; {installed / 'bin' / NAME} {words} | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stdout), done.stderr) == (0, 1, "")


def at_terminal(installed: Path, *words: str, keys: str = "", **environment: str) -> str:
    """Run a command in a terminal of 80 columns, type the keys and return the output."""
    ours, theirs = os.openpty()
    with os.fdopen(ours, "r+b", buffering=0) as terminal:
        tty = {"TERM": "xterm-256color", "COLUMNS": "80", "LC_ALL": "C.UTF-8", **environment}
        process = subprocess.Popen(
            [str(installed / "bin" / NAME), *words],
            stdin=theirs, stdout=theirs, stderr=theirs, env=tty, cwd=installed,
        )  # fmt: skip
        os.close(theirs)
        terminal.write(keys.encode())
        shown = b""
        with suppress(OSError):  # the terminal is closed
            while piece := terminal.read(65_536):
                shown += piece
        assert process.wait() == 0, shown
    return shown.decode()


def test_a_terminal_has_colours_and_bars(installed: Path) -> None:
    words = ("odds", "garden.skill_test", "skill_level=2")
    shown = at_terminal(installed, *words)
    assert "\x1b[32m" in shown
    assert "━━━" in shown
    plain = at_terminal(installed, *words, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", plain)
    assert "━━━" in plain
    assert "━" not in at_terminal(installed, *words, TERM="dumb")
    assert "━" not in run_command(installed, *words).out
    narrow = at_terminal(installed, "list", "garden.skill_test", COLUMNS="50")
    assert max(len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", narrow).splitlines()) <= 50


def test_a_terminal_asks_for_faces_and_decisions(installed: Path) -> None:
    words = ("attribute=6", "skill=3", "difficulty=2", "rerolls=1", "--no-odds")
    shown = at_terminal(
        installed,
        "roll",
        "wasteland.skill_test",
        *words,
        "--dice",
        "ask",
        keys="5 99\n5 17\n2\n9\n",
    )
    assert "a d20 has no face 99" in shown
    assert "success 45.0%" in shown
    after = re.sub(r"\x1b\[[0-9;]*m", "", shown).partition("success 45.0%")[2]
    assert "2 successes, needed 2" in after
    assert "Reroll: die 2" in after


def test_serve_finds_the_built_page(installed: Path, dist: Path) -> None:
    command = [str(installed / "bin" / NAME), "serve", "--port", "0"]
    # Tests in the background ignore Ctrl-C, and a child process would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=dist.parent)
    signal.signal(signal.SIGINT, before)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with urlopen(address) as page:
            assert b"<html" in page.read()
        wasm = next(dist.rglob("*.wasm"))
        with urlopen(f"{address}{wasm.relative_to(dist).as_posix()}") as answer:
            assert answer.headers["Content-Type"] == "application/wasm"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.wait()
    nothing = run_command(installed, "serve")
    assert nothing.code == 2
    assert "make build" in nothing.err


# --- other ways to install it ---


def test_an_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    code = "import sys; from building.backend import build_sdist; print(build_sdist(sys.argv[1]))"
    copy = tmp_path / "sources"
    shutil.copytree(ROOT / SOURCE, copy / SOURCE, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "building").mkdir()
    for name in ("building/__init__.py", "building/backend.py", "MANIFEST.in", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    for name in ("LICENSE", "THIRD-PARTY-NOTICES.md"):
        shutil.copy(ROOT / name, copy / name)
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=copy, check=True, capture_output=True
    )
    (archive,) = tmp_path.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(tmp_path), str(archive)], check=True)
    (again,) = tmp_path.glob("*.whl")
    assert contents(again) == contents(wheel)


def contents(wheel: Path) -> dict[str, int]:
    with zipfile.ZipFile(wheel) as files:
        return {each.filename: each.CRC for each in files.infolist()}


def test_an_editable_install_uses_the_sources(tmp_path: Path) -> None:
    """The test uses a copy, since setuptools writes metadata beside the sources."""
    copy = tmp_path / "sources"
    shutil.copytree(ROOT / SOURCE, copy / SOURCE, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "building").mkdir()
    for name in ("building/__init__.py", "building/backend.py", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copy(ROOT / "THIRD-PARTY-NOTICES.md", copy)
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    (library,) = (tmp_path / "env").glob("lib/python*/site-packages")
    for name in ("setuptools", *requirements(["click", "jinja2", "rich"])):
        copy_package(name, library)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(copy)], check=True)
    (copy / SOURCE / "__init__.py").write_text('VERSION = "9.9.9"\n', encoding="utf-8")
    command = [str(tmp_path / "env" / "bin" / NAME), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == f"{NAME}, version 9.9.9\n"
