"""Versions of the patched packages: those of the project, and those of the npm registry."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

#: The names on the command line, and those in package.json.
PACKAGES = {"pyodide": "pyodide", "pyscript": "@pyscript/core"}

NEWEST = "latest"


class UpgradeError(Exception):
    """A wish that cannot be tried."""


def read_wishes(words: Iterable[str]) -> dict[str, str]:
    """Return the version for each package: `pyodide=315.0.0`; without a wish the newest."""
    wishes = dict.fromkeys(PACKAGES, NEWEST)
    for word in words:
        name, separator, version = word.partition("=")
        if name not in PACKAGES or not separator or not version:
            raise UpgradeError(f"{word!r}: give pyodide=VERSION or pyscript=VERSION")
        wishes[name] = version
    return wishes


def find_version(package: str, wish: str) -> str:
    """Return the exact version of a wish, a version or a tag, from npm. UpgradeError: none."""
    command = ["npm", "view", f"{package}@{wish}", "version", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(run.stdout or "null")
    except ValueError:
        answer = None
    if run.returncode == 0 and isinstance(answer, str):
        return answer
    if isinstance(answer, list):
        raise UpgradeError(f"{package}@{wish} may be {', '.join(answer)}: give one of them")
    reason = answer["error"]["summary"] if isinstance(answer, dict) else run.stderr.strip()
    raise UpgradeError(f"npm has no {package}@{wish}: {reason or 'it found none'}")


def pinned_versions(package_json: Path) -> dict[str, str]:
    """Return the versions that a package.json pins, by the names on the command line."""
    pinned = json.loads(package_json.read_text(encoding="utf-8"))["dependencies"]
    return {name: pinned[package] for name, package in PACKAGES.items()}


def pin_versions(package_json: Path, versions: Mapping[str, str]) -> None:
    """Write versions into a package.json, and change nothing else there."""
    content = json.loads(package_json.read_text(encoding="utf-8"))
    for name, version in versions.items():
        content["dependencies"][PACKAGES[name]] = version
    package_json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
