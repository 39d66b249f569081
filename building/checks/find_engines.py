"""Find the test engines beside Chromium, else install them, else say so.

Firefox, WebKitGTK with its driver, and the NATS server of tables over the net: these are Debian's
packages. A machine without them tests in Chromium alone and without such tables, and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from building.checks.find_chromium import is_debian_root, run_aloud, say

#: The system's own Python, which has Debian's bindings of WebKitGTK.
SYSTEM_PYTHON = "/usr/bin/python3"

FIREFOXES = ("firefox-esr", "firefox")
FIREFOX_PLACE = "/Applications/Firefox.app/Contents/MacOS/firefox"

#: Debian's package puts the server into a folder that only root searches.
NATS_SERVERS = ("nats-server", "/usr/sbin/nats-server", "/usr/local/sbin/nats-server")

WEBKIT_NAMES = 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")'


@dataclass(frozen=True)
class Lack:
    """An engine that is absent: its missing parts, and Debian's packages for them."""

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
    """Return the Firefox named by FIREFOX, else the system's."""
    if named := os.environ.get("FIREFOX"):
        return named
    path = next(filter(None, map(shutil.which, FIREFOXES)), None)
    return path or (FIREFOX_PLACE if Path(FIREFOX_PLACE).exists() else None)


def nats_server() -> str | None:
    """Return the NATS server named by NATS_SERVER, else the system's."""
    named = os.environ.get("NATS_SERVER")
    return named or next(filter(None, map(shutil.which, NATS_SERVERS)), None)


@cache
def lacks() -> tuple[Lack, ...]:
    """Return the missing parts here, engine by engine."""
    absent = []
    if not firefox():
        absent.append(Lack("Firefox", ("firefox",), ("firefox-esr",)))
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
        missing = [(name, packages) for name, packages, present in parts if not present]
        if missing:
            names, packages = zip(*missing, strict=True)
            absent.append(Lack(engine, names, tuple(" ".join(packages).split())))
    return tuple(absent)


def missing() -> set[str]:
    """Return the absent engines."""
    return {lack.engine for lack in lacks()}


def _knows_webkit() -> bool:
    if not Path(SYSTEM_PYTHON).exists():
        return False
    run = subprocess.run([SYSTEM_PYTHON, "-c", WEBKIT_NAMES], capture_output=True, check=False)
    return run.returncode == 0


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
