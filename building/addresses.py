"""The names by which the page requests its files: each carries the hash of the content.

So no browser cache or proxy can mix an older file into a newer page, however long it keeps a file:
another content has another name.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath


class Addresses:
    """Names of a build's files, each set at its first request: the content is final by then."""

    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.given: dict[str, str] = {}

    def of(self, path: str) -> str:
        """Rename a file and return its address: `./app.zip` -> `./app.1f0c9a27be43.zip`.

        Raises MissingFileError.
        """
        path = path.removeprefix("./")
        if path not in self.given:
            file = self.dist / path
            if not file.is_file():
                raise MissingFileError(f"the page asks for {path}, which is not in the build")
            renamed = file.rename(file.with_stem(f"{file.stem}.{content_hash(file)}"))
            self.given[path] = f"./{renamed.relative_to(self.dist).as_posix()}"
        return self.given[path]

    def as_it_is(self, path: str) -> str:
        """Keep a path of which a folder carries the hash, and return it."""
        self.given[path] = f"./{path}"
        return path

    def beside(self, path: str) -> str:
        """Return the address of a file in the same folder as the one that requests it."""
        return f"./{PurePosixPath(self.of(path)).name}"


#: An import of another of our scripts, static or dynamic.
IMPORT = re.compile(r'(?:(?<=from ")|(?<=import\("))\./(?P<name>[\w-]+\.js)(?="[;)])')

#: A picture in the manifest.
PICTURE = re.compile(r'(?<="src": ")(?P<path>[\w./-]+)(?=")')

#: A path of the worker's Python in one of our scripts.
WORKER = re.compile(r'(?<=")\./pyodide/[\w-]+\.js(?=")')


def name_imports(folder: str, addresses: Addresses) -> None:
    """Rename the scripts of a folder and the imports among them.

    A module loaded under two addresses would be two modules, so imports use the page's addresses. A
    script is renamed after its imports, since its content changes with them. An import that is not
    in this build (tried only when it is used) keeps its name.
    """
    files = {path.name: path for path in sorted((addresses.dist / folder).glob("*.js"))}
    renamed: set[str] = set()

    def name(file: str) -> str:
        path = files.get(file)
        if path is None:
            return f"./{file}"
        if file not in renamed:
            renamed.add(file)
            text = path.read_text(encoding="utf-8")
            text = WORKER.sub(lambda match: addresses.of(match[0]), text)
            path.write_text(IMPORT.sub(lambda match: name(match["name"]), text), encoding="utf-8")
        return addresses.beside(f"{folder}/{file}")

    for file in files:
        name(file)


def name_pictures(manifest: str, addresses: Addresses) -> None:
    """Rename the manifest's pictures."""
    path = addresses.dist / manifest
    folder = PurePosixPath(manifest).parent

    def renamed(match: re.Match[str]) -> str:
        address = addresses.of(str(folder / match["path"]))
        return str(PurePosixPath(address).relative_to(folder))

    path.write_text(PICTURE.sub(renamed, path.read_text(encoding="utf-8")), encoding="utf-8")


class MissingFileError(Exception):
    """A file that the page requests and the build lacks."""


def content_hash(path: Path) -> str:
    """Return enough of a file's SHA-256 to distinguish all its versions."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
