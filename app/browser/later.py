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

#: How a file begins that was compressed as a whole; what zlib calls such a one.
PACKED, AS_FILE = b"\x1f\x8b", 31


class Later:
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
            self._put(file, self._fetched(archive))
        place = "/".join([file, *parents[:-1]])
        if place not in self._importers:
            self._importers[place] = zipimporter(place)
        return self._importers[place].find_spec(name)

    def _put(self, file: str, content: bytes) -> None:
        if content.startswith(PACKED):
            content = zlib.decompress(content, AS_FILE)
        with open(file, "wb") as written:
            written.write(content)


def install() -> None:
    """From now on every import finds what comes later; once is enough."""
    from js import tablesideShelves

    if not any(isinstance(each, Later) for each in sys.meta_path):
        after = sys.meta_path.index(PathFinder) + 1
        sys.meta_path.insert(after, Later(tablesideShelves.held.to_py(), _fetched_now))


def _fetched_now(archive: str) -> bytes:
    from js import tablesideShelves

    return bytes(tablesideShelves.now(archive).to_bytes())


#: Has everything come?
here = False


async def all_here() -> None:
    """When this is done, no import waits for the network any more."""
    from js import tablesideShelves

    await tablesideShelves.all()
    global here
    here = True


def all_imported() -> None:
    """From here on Python looks for what nobody needs any more, but not among what was imported.

    That stays, and going through it would keep the page for longer than most taps.
    """
    gc.freeze()
    gc.enable()
