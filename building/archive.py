"""Writes the same zip, byte for byte, from the same files: sorted, dateless, one setting."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

# The earliest moment that a zip can name.
NO_DATE = (1980, 1, 1, 0, 0, 0)


def write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Each file deflated by itself: few hosts compress a .zip on its way."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, files[name], compresslevel=9)
