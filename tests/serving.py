"""The built page on a server, shared by the tests of the build and the browser."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from building.paths import CACHE, ROOT
from building.serving import Site

__all__ = ["Site", "build_into", "free_ports", "named"]

#: Below the ports that systems use for outgoing connections, so that no browser takes one.
PORTS = range(20_000, 32_000)


def build_into(folder: Path, cache_folder: Path = CACHE, sync: str = "") -> Path:
    """Run build.py like `make build` in its own process; return the page's folder."""
    dist = folder / "dist"
    command = [sys.executable, "build.py", "--out", str(dist), "--cache", str(cache_folder)]
    command += ["--sync", sync] if sync else []
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return dist


def named(dist: Path, path: str) -> Path:
    """Return the built file of a plain path such as `app.zip`; its name contains a hash."""
    plain = dist / path
    (found,) = plain.parent.glob(f"{plain.stem}.{'[0-9a-f]' * 12}{plain.suffix}")
    return found


def free_ports(count: int) -> list[int]:
    """Return so many different ports without a listener."""
    found: list[int] = []
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("no port is free")
