"""The names by which the page asks for its files: each carries the hash of the content.

So no browser and no host on the way, however long it keeps a file, ever mixes an older one into a
newer page: what another version needs has another name.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath


class Addresses:
    """Names the files of a build, each when it is first asked for: then it is as it is to be."""

    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.given: dict[str, str] = {}

    def of(self, path: str) -> str:
        """`./app.zip` -> `./app.1f0c9a27be43.zip`, where it then lies. Raises MissingFileError."""
        path = path.removeprefix("./")
        if path not in self.given:
            file = self.dist / path
            if not file.is_file():
                raise MissingFileError(f"the page asks for {path}, which is not in the build")
            named = file.rename(file.with_stem(f"{file.stem}.{content_hash(file)}"))
            self.given[path] = f"./{named.relative_to(self.dist).as_posix()}"
        return self.given[path]

    def as_it_is(self, path: str) -> str:
        """That path, which says by a folder what it holds, and so keeps its name."""
        self.given[path] = f"./{path}"
        return path

    def beside(self, path: str) -> str:
        """The same for a file that lies in the folder of the one that asks for it."""
        return f"./{PurePosixPath(self.of(path)).name}"


#: How one of our scripts imports another, at once or when it is first used.
IMPORT = re.compile(r'(?:(?<=from ")|(?<=import\("))\./(?P<name>[\w-]+\.js)(?="[;)])')

#: How the manifest names a picture.
PICTURE = re.compile(r'(?<="src": ")(?P<path>[\w./-]+)(?=")')

#: How one of our scripts asks for the other Python's.
WORKER = re.compile(r'(?<=")\./pyodide/[\w-]+\.js(?=")')


def name_imports(folder: str, addresses: Addresses) -> None:
    """Let the scripts of a folder import each other by such addresses too.

    A module is one only under one address: so they share it with the page that asks for it. A
    script is named when what it imports has been, as its content changes with that. What this build
    is without (an import that is only tried when it is used) keeps its name.
    """
    files = {path.name: path for path in sorted((addresses.dist / folder).glob("*.js"))}
    named: set[str] = set()

    def name(file: str) -> str:
        path = files.get(file)
        if path is None:
            return f"./{file}"
        if file not in named:
            named.add(file)
            text = path.read_text(encoding="utf-8")
            text = WORKER.sub(lambda found: addresses.of(found[0]), text)
            path.write_text(IMPORT.sub(lambda found: name(found["name"]), text), encoding="utf-8")
        return addresses.beside(f"{folder}/{file}")

    for file in files:
        name(file)


def name_pictures(manifest: str, addresses: Addresses) -> None:
    """Let the manifest ask for its pictures by their names."""
    path = addresses.dist / manifest
    folder = PurePosixPath(manifest).parent

    def named(found: re.Match[str]) -> str:
        address = addresses.of(str(folder / found["path"]))
        return str(PurePosixPath(address).relative_to(folder))

    path.write_text(PICTURE.sub(named, path.read_text(encoding="utf-8")), encoding="utf-8")


class MissingFileError(Exception):
    """Which file the page asks for in vain."""


def content_hash(path: Path) -> str:
    """Enough of the file's SHA-256 to tell any two versions of it apart."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
