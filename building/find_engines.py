"""Finds the engines beside Chromium in which the page is tested, or installs them, or says so.

Firefox, WebKitGTK with what drives it, and the NATS server of tables over the net: these are
Debian's packages. A machine that has none of them tests in Chromium alone and without such tables,
and is told that it does.
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

#: Debian's package of the server puts it where only root looks.
NATS_SERVERS = ("nats-server", "/usr/sbin/nats-server", "/usr/local/sbin/nats-server")

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


def nats_server() -> str | None:
    """The NATS server named by NATS_SERVER, else the system's."""
    named = os.environ.get("NATS_SERVER")
    return named or next(filter(None, map(shutil.which, NATS_SERVERS)), None)


@cache
def lacks() -> tuple[Lack, ...]:
    """What is missing here, engine by engine."""
    found = []
    if not firefox():
        found.append(Lack("Firefox", ("firefox",), ("firefox-esr",)))
    webkit = (
        ("WebKitWebDriver", "webkit2gtk-driver", shutil.which("WebKitWebDriver")),
        ("Xvfb", "xvfb", shutil.which("Xvfb")),
        ("WebKitGTK for Python", "python3-gi gir1.2-webkit2-4.1", _knows_webkit()),
    )
    nats = (
        ("nats-server", "nats-server", nats_server()),
        ("openssl", "openssl", shutil.which("openssl")),
    )
    for engine, parts in (("WebKitGTK", webkit), ("Tables over the net", nats)):
        missing = [(name, packages) for name, packages, there in parts if not there]
        if missing:
            names, packages = zip(*missing, strict=True)
            found.append(Lack(engine, names, tuple(" ".join(packages).split())))
    return tuple(found)


def missing() -> set[str]:
    """The engines that are not there."""
    return {lack.engine for lack in lacks()}


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
