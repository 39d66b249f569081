"""Find a Chromium for the browser tests, else install one, else print advice.

Debian has it twice: as a desktop browser, and as a headless shell without a window: the same
engine, at little more than half the processor's time. Callers that need the browser itself use
`find_full`.

The path is printed alone on standard output; everything else goes to standard error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
ADVICE = """Tableside: no Chromium or Chrome was found, and none could be installed.
Install one (Debian and Ubuntu: apt install chromium; macOS: brew install --cask chromium),
or say where it is: CHROMIUM=/path/to/chromium make test"""


def find() -> str | None:
    """Return the browser named by CHROMIUM, else this system's shell, else a whole browser."""
    return os.environ.get("CHROMIUM") or shutil.which(SHELL) or find_full()


def find_full() -> str | None:
    """Return the browser named by CHROMIUM, else one of this system, else Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    for location in PLACES:
        if Path(location).exists():
            return location
    return _playwrights_own()


def install() -> None:
    """Install Debian's packages where that is allowed, else Playwright's download."""
    if is_debian_root():
        say("installing Debian's packages of Chromium ...")
        run_aloud("apt-get", "update")
        for package in ("chromium", SHELL):
            run_aloud("apt-get", "install", "-y", "--no-install-recommends", package)
    if find() is None:
        say("trying Playwright's download of Chromium ...")
        run_aloud(sys.executable, "-m", "playwright", "install", "chromium")


def _is_complete() -> bool:
    """Tell whether everything installable is present."""
    if os.environ.get("CHROMIUM"):
        return True
    return find_full() is not None and (not is_debian_root() or shutil.which(SHELL) is not None)


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def is_debian_root() -> bool:
    may_install = hasattr(os, "geteuid") and os.geteuid() == 0
    return may_install and shutil.which("apt-get") is not None


def run_aloud(*command: str) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, stdout=sys.stderr, env=environment, check=False).returncode == 0


def say(text: str) -> None:
    print(f"Tableside: {text}", file=sys.stderr)


def main() -> int:
    if not _is_complete():
        install()
    path = find()
    if path is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
