"""Imports from archives that are fetched after the start.

The build packs Python into several archives (building/chunks/chunks.py), most of which are fetched
once the page is ready. An import from a missing archive fetches it and waits, so importers need not
know the archives.
"""

from __future__ import annotations

import gc
import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from zipimport import zipimporter

from app.core.support.import_steps import FileMissing

#: First bytes of a gzip file; the window size that makes zlib read it.
PACKED, AS_FILE = b"\x1f\x8b", 31

#: First bytes of a zip archive, and the signature and length of its end record.
BEGINS, ENDS, AT_END = b"PK\x03\x04", b"PK\x05\x06", 22


class LazyFinder:
    """An import finder for modules that are not in the first archive.

    held: the archive of each module, or of a package with all its modules.
    fetched: returns the bytes of an archive as sent.
    """

    def __init__(
        self, held: Mapping[str, str], fetched: Callable[[str], bytes], folder: str = "/lib"
    ) -> None:
        self._held = held
        self._fetched = fetched
        self._folder = folder
        self._importers: dict[str, zipimporter] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Implement `importlib.abc.MetaPathFinder.find_spec`."""
        archive = self._archive_of(name)
        if archive is None:
            return None
        file = self._file(archive)
        if not os.path.exists(file):
            self._put(file, self._fetched(archive), name)
        folder = "/".join([file, *name.split(".")[:-1]])
        if folder not in self._importers:
            self._importers[folder] = zipimporter(folder)
        return self._importers[folder].find_spec(name)

    def has_file(self, name: str) -> bool:
        """Tell whether a module's archive is here, if it is in one (`import_steps.is_here`)."""
        archive = self._archive_of(name)
        return archive is None or os.path.exists(self._file(archive))

    def _archive_of(self, name: str) -> str | None:
        parents = name.split(".")
        known = (".".join(parents[:length]) for length in range(len(parents), 0, -1))
        return next((self._held[each] for each in known if each in self._held), None)

    def _file(self, archive: str) -> str:
        return f"{self._folder}/{archive}.zip"

    def _put(self, file: str, content: bytes, name: str) -> None:
        try:
            if content.startswith(PACKED):
                content = zlib.decompress(content, AS_FILE)
        except zlib.error:
            content = b""
        if not content.startswith(BEGINS) or content[-AT_END:][:4] != ENDS:
            raise FileMissing("an archive arrived damaged", name=name, path=file)
        with open(file, "wb") as written:
            written.write(content)


def install() -> None:
    """Make imports fetch missing archives; further calls do nothing."""
    from js import tablesideChunks

    if not any(isinstance(each, LazyFinder) for each in sys.meta_path):
        after = sys.meta_path.index(PathFinder) + 1
        sys.meta_path.insert(after, LazyFinder(tablesideChunks.chunkOf.to_py(), _fetched_now))


def _fetched_now(archive: str) -> bytes:
    from js import tablesideChunks
    from pyodide.ffi import JsException

    try:
        return bytes(tablesideChunks.now(archive).to_bytes())
    except JsException as fault:
        raise FileMissing(str(fault), name=archive) from None


#: The archives of a first roll, and of all that comes after it (building/chunks/chunks.py).
PLAY, REST = "play", "later"

#: Loaded archives.
arrived: set[str] = set()


async def has_arrived(archive: str) -> bool:
    """Tell whether an archive arrived within the first tries; the page reports a missing one."""
    from js import tablesideChunks

    if await tablesideChunks.seek(archive).first:
        arrived.add(archive)
    return archive in arrived


async def wait_for(archive: str) -> None:
    """Wait until an archive has arrived, however long that takes."""
    from js import tablesideChunks

    await tablesideChunks.seek(archive).here
    arrived.add(archive)


def freeze_imports() -> None:
    """Enable garbage collection, without the modules imported so far.

    Tracing them would block the page for longer than most taps.
    """
    gc.freeze()
    gc.enable()
