"""Files that several builds write at once."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file; other processes read all of it, or its previous content."""
    partial = path.with_name(f".{uuid4().hex}")
    partial.write_bytes(content)
    partial.replace(path)
