"""Try other versions of Pyodide and PyScript in a copy of the project; print all faults.

python -m building.upgrade.try_upgrade [pyodide=VERSION] [pyscript=VERSION] [--keep]

Without versions it tries the newest of the npm registry. It ends with 1 where anything broke. The
working tree stays as it is.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from building.paths import CACHE, ROOT
from building.upgrade.check_patches import check_patches
from building.upgrade.registry import (
    PACKAGES,
    UpgradeError,
    find_version,
    pin_versions,
    pinned_versions,
    read_wishes,
)

#: Tests of all that depends on the two packages' insides; the build that they share is made before.
TESTS = {
    "tests of the build": (
        "tests/build/test_patch.py",
        "tests/build/test_library.py",
        "tests/build/test_methods.py",
        "tests/build/test_later.py",
        "tests/build/test_worker.py",
    ),
    "tests of a start": ("tests/browser/start/test_start.py",),
    "tests of the snapshot": ("tests/browser/start/test_snapshot.py",),
}

#: Made files, anywhere, and at the top: large, and not needed.
_MADE = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info", ".*_cache")
_LEFT_OUT = {".git", ".venv", ".build", ".hypothesis", "build", "dist", "screenshots"}

_LONGEST_S = 900
_LAST_LINES = 12


@dataclass(frozen=True)
class Row:
    """A step and its result. details: everything about a fault."""

    step: str
    result: str
    is_broken: bool = False
    details: str = ""


def copy_project(copy: Path) -> None:
    """Copy the sources as they are now, with the cache of compiled files."""

    def left_out(folder: str, names: list[str]) -> set[str]:
        return _MADE(folder, names) | (_LEFT_OUT if Path(folder) == ROOT else set())

    shutil.copytree(ROOT, copy, ignore=left_out)
    if (CACHE / "compiled").exists():
        shutil.copytree(CACHE / "compiled", copy / CACHE.name / "compiled")


def try_versions(copy: Path, versions: Mapping[str, str]) -> Iterator[Row]:
    """Yield the result of each step in that copy; later ones need the earlier ones."""
    pin_versions(copy / "package.json", versions)
    installed = _run("install", copy, "npm", "install", "--silent")
    yield installed
    if installed.is_broken:
        return
    yield Row("Python of Pyodide", python_version(copy / "node_modules"))
    is_broken = False
    for finding in check_patches(copy / "node_modules"):
        is_broken |= bool(finding.fault)
        result = "does not apply" if finding.fault else "applies"
        step = f"patch: {finding.patch}"
        details = f"{finding.file}\n{finding.fault}" if finding.fault else ""
        yield Row(step, result, bool(finding.fault), details)
    if is_broken:
        yield Row("build and tests", "not tried: they need all patches")
        return
    built = copy / CACHE.name / "tested"
    (built / "built").mkdir(parents=True)
    out = str(built / "built" / "dist")
    made = _run("build", copy, sys.executable, "build.py", "--out", out)
    yield made
    if made.is_broken:
        yield Row("tests", "not tried: they need the build")
        return
    for step, files in TESTS.items():
        command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
        yield _run(step, copy, *command, built=built, summarize=summarize_tests)


def python_version(modules: Path) -> str:
    """Return the version of Python that the installed Pyodide is."""
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    return str(lock["info"]["python"])


def summarize_tests(output: str) -> str:
    """Return the counts of pytest's last line: `2 failed, 7 passed`."""
    counts = re.findall(r"\d+ (?:failed|passed|errors?)", output.strip().rpartition("\n")[2])
    return ", ".join(counts) or "no test ran"


def broken_tests(output: str) -> list[str]:
    """Return pytest's lines on the tests that failed."""
    return re.findall(r"^(?:FAILED|ERROR) .+$", output, re.MULTILINE)


def _run(
    step: str,
    copy: Path,
    *command: str,
    built: Path | None = None,
    summarize: Callable[[str], str] | None = None,
) -> Row:
    # The variables of a `make` around it would reach the one that a test runs.
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    environment |= {"BUILT": str(built)} if built else {}
    started = time.monotonic()
    try:
        run = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Row(step, f"not done within {_LONGEST_S} s", True)
    output, is_broken = run.stdout.strip(), run.returncode != 0
    result = summarize(output) if summarize else "fails" if is_broken else "ok"
    details = broken_tests(output) or [line[:300] for line in output.splitlines()[-_LAST_LINES:]]
    seconds = f"{result} ({time.monotonic() - started:.0f} s)"
    return Row(step, seconds, is_broken, "\n".join(details) if is_broken else "")


def render_details(rows: list[Row]) -> str:
    """Return each fault once, with the steps that it breaks."""
    steps: dict[str, list[str]] = {}
    for row in rows:
        if row.details:
            steps.setdefault(row.details, []).append(row.step)
    return "\n\n".join(f"{'; '.join(names)}\n{_indented(each)}" for each, names in steps.items())


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Try other versions of Pyodide and PyScript; the working tree stays as it is."
    )
    parser.add_argument("wishes", nargs="*", metavar="pyodide=VERSION or pyscript=VERSION")
    parser.add_argument("--keep", action="store_true", help="keep the copy, to mend patches there")
    arguments = parser.parse_args()
    present = pinned_versions(ROOT / "package.json")
    try:
        wishes = read_wishes(arguments.wishes)
        versions = {name: find_version(PACKAGES[name], wish) for name, wish in wishes.items()}
    except UpgradeError as error:
        parser.error(str(error))
    for name, version in versions.items():
        now = present[name]
        change = f"{now}, as now" if version == now else f"{now} -> {version}"
        print(f"{PACKAGES[name]}: {change}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="tableside-upgrade-"))
    rows = []
    try:
        copy_project(folder / "copy")
        for row in try_versions(folder / "copy", versions):
            print(f"  {row.step:38}  {'BROKEN: ' if row.is_broken else ''}{row.result}", flush=True)
            rows.append(row)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if details := render_details(rows):
        print(f"\n{details}")
    if arguments.keep:
        print(f"\nThe copy is {folder / 'copy'}.")
    broken = sum(row.is_broken for row in rows)
    print(f"\n{broken or 'Nothing'} broken. The working tree is as it was; see docs/upgrading.md.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
