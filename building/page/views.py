"""Contents of the views, in files of their own: index.html carries frame and first screen.

In the rendered page a view's content is a comment. Here it is cut out: the forms of a game go into
one file, its tables into another, its rulebook into a third (a file for each form would be twice
the bytes); Help and About have one each. The view names its file in `data-from`.
static/js/views.js fetches a file when one of its views is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from building.addresses import Addresses

FOLDER = "views"

#: A view with its content as a comment.
WAITING = re.compile(
    r'<section data-view="(?P<path>[^"]*)"(?P<more>[^>]*)><!--(?P<held>.*?)--></section>', re.DOTALL
)

#: Marks before the content of each view, and at the end, which a truncated file lacks.
BEGINS = "<!--{}-->"
ENDS = "whole"

#: Views that are read from end to end have files of their own.
BOOKS = ("tables", "rules")


def insert_views(html: str) -> str:
    """Return the page as it is once every view was opened."""
    return WAITING.sub(r'<section data-view="\g<path>"\g<more>>\g<held></section>', html)


def file_of(path: str) -> str:
    """Return the file of a view: `garden/skill_test` -> `views/garden-forms.html`, `help` alone."""
    game, _, name = path.partition("/")
    if not name:
        return f"{FOLDER}/{path}.html"
    return f"{FOLDER}/{game}-{name if name in BOOKS else 'forms'}.html"


def split_views(html: str) -> dict[str, str]:
    """Return each file with the contents of a page's views, by path."""
    files: dict[str, list[str]] = {}
    for view in WAITING.finditer(html):
        parts = files.setdefault(file_of(view["path"]), [])
        parts.append(f"{BEGINS.format(view['path'])}{view['held']}")
    return {path: "".join([*parts, BEGINS.format(ENDS), "\n"]) for path, parts in files.items()}


def remove_views(html: str, addresses: Mapping[str, str]) -> str:
    """Return the page alone. addresses: of the files, by their paths."""

    def emptied(view: re.Match[str]) -> str:
        address = addresses[file_of(view["path"])]
        return f'<section data-view="{view["path"]}"{view["more"]} data-from="{address}"></section>'

    return WAITING.sub(emptied, html)


def write_views(html: str, addresses: Addresses) -> str:
    """Write the files into the build; return the page without them."""
    (addresses.dist / FOLDER).mkdir()
    files = split_views(html)
    for path, text in files.items():
        (addresses.dist / path).write_text(text, encoding="utf-8")
    return remove_views(html, {path: addresses.of(path) for path in files})


def read_views(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield path and content of every view in such files, as static/js/views.js reads them."""
    for text in texts.values():
        _, *parts = re.split(r"<!--(.*?)-->", text)
        yield from zip(parts[:-2:2], parts[1:-2:2], strict=True)
