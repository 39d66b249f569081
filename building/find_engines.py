"""Finds the engines beside Chromium in which the page is tested, or installs them, or says so.

Firefox, and WebKitGTK with what drives it: these are Debian's packages. A machine that has none
of them tests in Chromium alone, and is told that it does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from building.find_chromium import is_debian_root, run_aloud, say

#: The system's own Python: Debian's packages of WebKitGTK's names are there.
SYSTEM_PYTHON = "/usr/bin/python3"

FIREFOXES = ("firefox-esr", "firefox")
FIREFOX_PLACE = "/Applications/Firefox.app/Contents/MacOS/firefox"

WEBKIT_NAMES = 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")'


@dataclass(frozen=True)
class Lack:
    """An engine that is not there: what of it is missing, and Debian's packages of that."""

    engine: str
    missing: tuple[str, ...]
    packages: tuple[str, ...]

    @property
    def words(self) -> str:
        return (
            f"{self.engine}: not tested, for there is no {' and no '.join(self.missing)} "
            f"(Debian and Ubuntu: apt install {' '.join(self.packages)})"
        )


def firefox() -> str | None:
    """The Firefox named by FIREFOX, else the system's."""
    if named := os.environ.get("FIREFOX"):
        return named
    found = next(filter(None, map(shutil.which, FIREFOXES)), None)
    return found or (FIREFOX_PLACE if Path(FIREFOX_PLACE).exists() else None)


@cache
def lacks() -> tuple[Lack, ...]:
    """What is missing here, engine by engine."""
    found = []
    if not firefox():
        found.append(Lack("Firefox", ("firefox",), ("firefox-esr",)))
    parts = [
        ("WebKitWebDriver", "webkit2gtk-driver", shutil.which("WebKitWebDriver")),
        ("Xvfb", "xvfb", shutil.which("Xvfb")),
        ("WebKitGTK for Python", "python3-gi gir1.2-webkit2-4.1", _knows_webkit()),
    ]
    missing = [(name, packages) for name, packages, there in parts if not there]
    if missing:
        names, packages = zip(*missing, strict=True)
        found.append(Lack("WebKitGTK", names, tuple(" ".join(packages).split())))
    return tuple(found)


def _knows_webkit() -> bool:
    if not Path(SYSTEM_PYTHON).exists():
        return False
    asked = subprocess.run([SYSTEM_PYTHON, "-c", WEBKIT_NAMES], capture_output=True, check=False)
    return asked.returncode == 0


def main() -> int:
    if lacks() and is_debian_root():
        run_aloud("apt-get", "update", "-qq")
        for lack in lacks():
            say(f"installing Debian's packages {' '.join(lack.packages)} ...")
            run_aloud("apt-get", "install", "-y", "-qq", "--no-install-recommends", *lack.packages)
        lacks.cache_clear()
    for lack in lacks():
        say(lack.words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
