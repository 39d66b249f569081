"""The service worker with the list of all files and their hashes written into it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

NAME = "sw.js"
SOURCE = Path(__file__).with_name(NAME)
PLACE = "/* build.py writes the list here */"


def write_service_worker(dist: Path) -> str:
    """Write `dist/sw.js`, the last file of a build; return the hash of the content."""
    files = {path: sha256(dist / path) for path in listed_files(dist)}
    lines = "\n".join(f"{path} {digest}" for path, digest in files.items())
    version = hashlib.sha256(lines.encode()).hexdigest()[:16]
    source = SOURCE.read_text(encoding="utf-8")
    if source.count(PLACE) != 1:
        raise RuntimeError(f"building/service_worker/{NAME} must contain once: {PLACE}")
    constants = (
        f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files, indent=2)};"
    )
    (dist / NAME).write_text(source.replace(PLACE, constants), encoding="utf-8")
    return version


def listed_files(dist: Path) -> list[str]:
    """Return every file of the build but the worker itself, by its path below `dist`."""
    paths = [path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()]
    return sorted(path for path in paths if path not in (NAME, "version.json"))


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
