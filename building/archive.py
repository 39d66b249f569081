"""Reproducible archives: the same bytes from the same files; sorted, dateless, one setting."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import shutil
import time
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from building.files import write_atomically

# The earliest moment that a zip can name.
NO_DATE = (1980, 1, 1, 0, 0, 0)

#: Seconds for which an unused archive stays in the cache.
KEPT_S = 14 * 24 * 3600


def write_archive(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip of plain files, compressed as a whole.

    So it takes four fifths of the size with files compressed one by one, and Python imports from it
    without further unpacking. The page opens it (building/vendor/unpacking.mjs).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, gzip.compress(zip_files(files), 9, mtime=0))


def write_cached_archive(path: Path, files: Mapping[str, bytes], cache_folder: Path) -> None:
    """Write an archive as `write_archive` does, compressed only if no recent build did so."""
    version = zlib.ZLIB_RUNTIME_VERSION.encode()
    cached = cache_folder / "archives" / hashlib.sha256(version + zip_files(files)).hexdigest()
    if cached.exists():
        cached.touch()  # recent again
    else:
        write_archive(cached, files)
        _remove_old(cached.parent)
    shutil.copyfile(cached, path)


def _remove_old(folder: Path) -> None:
    """Remove the archives that no build has used for a while."""
    for each in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another build may remove it meanwhile
            if time.time() - each.stat().st_mtime > KEPT_S:
                each.unlink()


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of plain files, as Python imports from it."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def open_archive(path: Path) -> zipfile.ZipFile:
    """Open an archive that `write_archive` wrote."""
    return zipfile.ZipFile(BytesIO(gzip.decompress(path.read_bytes())))
