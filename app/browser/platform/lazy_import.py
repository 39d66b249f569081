"""Modules that come after the start: wherever they lie, an import finds them.

The build packs Python into several archives (building/shelves.py), and the page fetches most of
them once it is ready. What is imported before its archive has come is fetched at that moment, and
the import waits for it: so nothing need know what lies where.
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

#: How a file begins that was compressed as a whole; what zlib calls such a one.
PACKED, AS_FILE = b"\x1f\x8b", 31

#: How an archive begins, and how its last 22 bytes do.
BEGINS, ENDS, AT_END = b"PK\x03\x04", b"PK\x05\x06", 22


class LazyFinder:
    """Finds what the first archive has not.

    held: the archive of each module, or of a package with all that is in it.
    fetched: the bytes of an archive as it is sent.
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
        """As Python's import system asks it, after everything else."""
        parents = name.split(".")
        known = (".".join(parents[:length]) for length in range(len(parents), 0, -1))
        archive = next((self._held[each] for each in known if each in self._held), None)
        if archive is None:
            return None
        file = f"{self._folder}/{archive}.zip"
        if not os.path.exists(file):
            self._put(file, self._fetched(archive), name)
        place = "/".join([file, *parents[:-1]])
        if place not in self._importers:
            self._importers[place] = zipimporter(place)
        return self._importers[place].find_spec(name)

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
    """From now on every import finds what comes later; once is enough."""
    from js import tablesideShelves

    if not any(isinstance(each, LazyFinder) for each in sys.meta_path):
        after = sys.meta_path.index(PathFinder) + 1
        sys.meta_path.insert(after, LazyFinder(tablesideShelves.held.to_py(), _fetched_now))


def _fetched_now(archive: str) -> bytes:
    from js import tablesideShelves
    from pyodide.ffi import JsException

    try:
        return bytes(tablesideShelves.now(archive).to_bytes())
    except JsException as fault:
        raise FileMissing(str(fault), name=archive) from None


#: The archive of all that is no game's.
REST = "later"

#: Archives that have come.
here: set[str] = set()


async def tried(archive: str) -> bool:
    """Has it come, after the first few tries? The page names it where it has not."""
    from js import tablesideShelves

    if await tablesideShelves.seek(archive).first:
        here.add(archive)
    return archive in here


async def come(archive: str) -> None:
    """Wait until it has come, however long that takes."""
    from js import tablesideShelves

    await tablesideShelves.seek(archive).here
    here.add(archive)


def import_all() -> None:
    """From here on Python looks for what nobody needs any more, but not among what was imported.

    That stays, and going through it would keep the page for longer than most taps.
    """
    gc.freeze()
    gc.enable()
