"""The built page, served: what the tests of the build and of the browser share."""

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

#: Below those that systems give to outgoing connections: no browser takes one meanwhile.
PORTS = range(20_000, 32_000)


def build_into(folder: Path, cache_folder: Path = CACHE, sync: str = "") -> Path:
    """Runs build.py as `make build` does, in a process of its own; tells where the page lies."""
    dist = folder / "dist"
    command = [sys.executable, "build.py", "--out", str(dist), "--cache", str(cache_folder)]
    command += ["--sync", sync] if sync else []
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return dist


def named(dist: Path, path: str) -> Path:
    """`app.zip` -> where the build put it: its name carries the hash of its content."""
    plain = dist / path
    (found,) = plain.parent.glob(f"{plain.stem}.{'[0-9a-f]' * 12}{plain.suffix}")
    return found


def free_ports(count: int) -> list[int]:
    """So many ports on which nobody listens, none of them twice."""
    found: list[int] = []
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with socket.socket() as asked, suppress(OSError):
            asked.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("no port is free")
