"""The addresses by which the page asks for its files: each carries the hash of the content.

So a browser that kept an older file of that name never mixes it into a newer page.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath


class Addresses:
    """Hands out addresses of the files of one build, and remembers them for the service worker."""

    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.given: dict[str, str] = {}

    def of(self, path: str) -> str:
        """`./app.zip` -> `./app.zip?1f0c9a27be43.zip`. Raises MissingFileError.

        The ending is repeated because PyScript tells an archive by the end of its address.
        """
        path = path.removeprefix("./")
        file = self.dist / path
        if not file.is_file():
            raise MissingFileError(f"the page asks for {path}, which is not in the build")
        suffix = PurePosixPath(path).suffix
        self.given[path] = f"./{path}?{content_hash(file)}{suffix}"
        return self.given[path]


#: How one of our scripts imports another.
IMPORT = re.compile(r'(?<=from ")\./(?P<name>[\w-]+\.js)(?=";)')


def name_imports(folder: str, addresses: Addresses) -> None:
    """Let the scripts of a folder import each other by such addresses too.

    A module is one only under one address: so they share it with the page that asks for it. A
    script is named when what it imports has been, as its content changes with that.
    """
    files = {path.name: path for path in sorted((addresses.dist / folder).glob("*.js"))}
    named: set[str] = set()

    def name(file: str) -> str:
        path = files[file]
        if file not in named:
            named.add(file)
            text = path.read_text(encoding="utf-8")
            path.write_text(IMPORT.sub(lambda found: name(found["name"]), text), encoding="utf-8")
        return addresses.of(f"{folder}/{file}").replace(f"./{folder}/", "./")

    for file in files:
        name(file)


class MissingFileError(Exception):
    """Which file the page asks for in vain."""


def content_hash(path: Path) -> str:
    """Enough of the file's SHA-256 to tell any two versions of it apart."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
