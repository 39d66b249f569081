"""Report missing programs clearly, before anything is installed.

It runs under any Python, so it uses nothing newer than Python 3.7.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

PYTHON = (3, 11)
NODE = 20


def missing_python() -> str | None:
    if sys.version_info < PYTHON:
        version = ".".join(map(str, sys.version_info[:2]))
        return (
            f"Python 3.11 or later is needed; this is {version} ({sys.executable}). Install a "
            "newer one, or say where it is: make PYTHON=/path/to/python3.11 ..."
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return (
            "This Python cannot make virtual environments. On Debian and Ubuntu: "
            "apt install python3-venv"
        )
    return None


def missing_node() -> str | None:
    advice = "Install Node.js 20 or later (nodejs.org, or your system's package manager)."
    if not shutil.which("node"):
        return "Node.js is needed to compile for the browser's Python. " + advice
    version = subprocess.check_output(["node", "--version"]).decode().strip()
    try:
        major = int(version.lstrip("v").split(".")[0])
    except ValueError:
        return f"`node --version` says {version!r}, which is no version. {advice}"
    if major < NODE:
        return f"Node.js 20 or later is needed; this is {version}. {advice}"
    if not shutil.which("npm"):
        return "npm, which comes with Node.js, is missing. " + advice
    return None


def main() -> int:
    lacks = [lack for lack in (missing_python(), missing_node()) if lack]
    for lack in lacks:
        print(f"Tableside: {lack}", file=sys.stderr)
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
