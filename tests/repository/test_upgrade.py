"""Trying other versions of Pyodide and PyScript, without a network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from building.paths import MODULES, ROOT
from building.upgrade import try_upgrade
from building.upgrade.check_patches import check_patches, find_fault
from building.upgrade.registry import (
    UpgradeError,
    find_version,
    pin_versions,
    pinned_versions,
    read_wishes,
)
from building.upgrade.try_upgrade import Row, broken_tests, render_details, summarize_tests
from building.vendor.patches import PATCHED_FILES, Patch

SEARCH = Patch("search", "if(fn.length)for(let{name:t}of fn(t))", "")


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """Return a folder with copies of the patched files only."""
    for patched in PATCHED_FILES:
        (source,) = (MODULES / patched.package).glob(patched.pattern)
        copy = tmp_path / source.relative_to(MODULES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    return tmp_path


def faults(modules: Path) -> dict[str, str]:
    return {patch.patch: patch.fault for patch in check_patches(modules) if patch.fault}


def test_every_patch_is_checked_and_applies_today(modules: Path) -> None:
    names = [finding.patch for finding in check_patches(modules)]
    expected = [patch.name for patched in PATCHED_FILES for patch in patched.patches]
    assert names == [*expected, "PyScript's Python"]
    assert len(names) == len(set(names)), "a report names each patch"
    assert faults(modules) == {}


def test_a_changed_file_breaks_the_patches_of_that_place_alone(modules: Path) -> None:
    (loader,) = modules.glob("pyodide/pyodide.mjs")
    text = loader.read_text(encoding="utf-8")
    loader.write_text(text.replace("instantiateStreaming(n,s)", "instantiateStreaming(q,r)"))
    (fault,) = faults(modules).items()
    assert fault[0] == "any type of the WebAssembly"
    assert "With other short names: WebAssembly.instantiateStreaming(q,r)" in fault[1]


def test_a_missing_or_second_file_breaks_all_its_patches(modules: Path) -> None:
    (modules / "pyodide" / "pyodide.asm.mjs").rename(modules / "pyodide" / "pyodide.asm.js")
    (core,) = modules.glob("@pyscript/core/dist/core-*.js")
    shutil.copy(core, core.with_name("core-2.js"))
    messages = faults(modules)
    of_script, of_core = PATCHED_FILES[1].patches, PATCHED_FILES[2].patches
    assert messages.keys() == {each.name for each in (*of_script, *of_core)} | {"PyScript's Python"}
    assert "Its scripts: pyodide.asm.js, pyodide.mjs" in messages["strict mode"]
    assert "2 such files" in messages["no eval"]


def test_a_fault_shows_the_text_with_other_short_names() -> None:
    assert find_fault("a;" + SEARCH.before + ";b", SEARCH) == ""
    fault = find_fault("a;if(pn.length)for(let{name:x}of pn(x));b", SEARCH)
    assert fault.endswith("With other short names: if(pn.length)for(let{name:x}of pn(x))")
    # One name is one name.
    assert "With other" not in find_fault("if(pn.length)for(let{name:x}of qn(x))", SEARCH)
    assert "Found 2 times" in find_fault(SEARCH.before * 2, SEARCH)


def test_a_fault_shows_the_longest_piece_and_the_text_around_it() -> None:
    fault = find_fault("let a=1;while(fn.length)for(let{name:t}in fn)b();let c", SEARCH)
    assert "Its longest piece: (fn.length)for(let{name:t}" in fault
    assert "Around it now: let a=1;while(fn.length)for(let{name:t}in fn)b();let c" in fault
    assert "No piece of it is there any more." in find_fault("0" * 50, SEARCH)


def test_wishes_name_a_package_and_a_version() -> None:
    assert read_wishes([]) == {"pyodide": "latest", "pyscript": "latest"}
    assert read_wishes(["pyscript=0.7.20"]) == {"pyodide": "latest", "pyscript": "0.7.20"}
    for wrong in ("pyodide", "pyodide=", "python=3", "=1"):
        with pytest.raises(UpgradeError, match="give pyodide=VERSION"):
            read_wishes([wrong])


@pytest.mark.parametrize(
    ("code", "answer", "found"),
    [
        (0, '"314.0.7"', "314.0.7"),
        (0, '["0.29.0", "0.29.1"]', "may be 0.29.0, 0.29.1"),
        (1, '{"error": {"summary": "No match found"}}', "No match found"),
        (1, "", "npm has no pyodide@1: offline"),
        (0, "", "npm has no pyodide@1"),
    ],
)
def test_npm_is_asked_for_the_exact_version(
    code: int, answer: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\necho offline >&2\necho '{answer}'\nexit {code}\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if code == 0 and answer.startswith('"'):
        assert find_version("pyodide", "1") == found
    else:
        with pytest.raises(UpgradeError, match=found):
            find_version("pyodide", "1")


def test_versions_are_written_into_the_copy_alone(tmp_path: Path) -> None:
    path = tmp_path / "package.json"
    shutil.copy(ROOT / "package.json", path)
    before = path.read_text(encoding="utf-8")
    pin_versions(path, pinned_versions(path))
    assert path.read_text(encoding="utf-8") == before
    pin_versions(path, {"pyodide": "1.2.3"})
    assert pinned_versions(path) == pinned_versions(ROOT / "package.json") | {"pyodide": "1.2.3"}
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["devDependencies"] == json.loads(before)["devDependencies"]


def test_the_copy_has_the_sources_and_nothing_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, cache = tmp_path / "project", tmp_path / "project" / ".build"
    for name in (
        "app/main.py",
        ".build/compiled/a.pyc",
        ".build/other",
        "node_modules/a",
        ".git/a",
        "build/lib/a",
        "tests/build/test_a.py",
        "bench/node_modules/a",
    ):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).touch()
    monkeypatch.setattr(try_upgrade, "ROOT", project)
    monkeypatch.setattr(try_upgrade, "CACHE", cache)
    try_upgrade.copy_project(tmp_path / "copy")
    copied = {
        path.relative_to(tmp_path / "copy").as_posix() for path in (tmp_path / "copy").rglob("*")
    }
    assert {path for path in copied if (tmp_path / "copy" / path).is_file()} == {
        "app/main.py",
        ".build/compiled/a.pyc",
        "tests/build/test_a.py",
    }


def test_broken_patches_end_the_try_before_the_build(
    modules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = modules.parent / "copy"
    copy.mkdir()
    shutil.copy(ROOT / "package.json", copy)
    modules.rename(copy / "node_modules")
    lock = {"info": {"python": "3.15.0"}}
    (copy / "node_modules" / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock))
    (copy / "node_modules" / "qr" / "decode.js").write_text("")
    monkeypatch.setattr(try_upgrade, "_run", lambda step, *_, **__: Row(step, "ok"))
    rows = list(try_upgrade.try_versions(copy, {"pyodide": "1"}))
    assert (rows[0].step, rows[1].result) == ("install", "3.15.0")
    (broken,) = (row for row in rows if row.is_broken)
    assert broken.step == "patch: name of the reader's module"
    assert broken.details.startswith("qr/decode.js\nFound 0 times")
    assert rows[-1] == Row("build and tests", "not tried: they need all patches")


def test_the_result_of_tests_is_their_counts_and_the_faults() -> None:
    output = "F..\nFAILED tests/a.py::test_b - assert 1 == 2\n1 failed, 2 passed in 0.10s"
    assert summarize_tests(output) == "1 failed, 2 passed"
    assert broken_tests(output) == ["FAILED tests/a.py::test_b - assert 1 == 2"]
    assert summarize_tests("no tests ran in 0.01s") == "no test ran"


def test_the_same_fault_is_shown_once() -> None:
    rows = [Row("a", "broken", True, "x\ny"), Row("b", "ok"), Row("c", "broken", True, "x\ny")]
    assert render_details(rows) == "a; c\n    x\n    y"


def test_the_tests_that_are_run_exist() -> None:
    for files in try_upgrade.TESTS.values():
        for file in files:
            assert (ROOT / file).exists(), file


def test_a_wish_for_an_unknown_package_is_refused() -> None:
    command = [sys.executable, "-m", "building.upgrade.try_upgrade", "numpy=2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "give pyodide=VERSION" in done.stderr
