"""What the views hold, in files of their own: index.html carries the frame and the first screen.

In the rendered page a view's content stands in a comment. Here it is cut out: the forms of a game
go into one file, its tables into another, its rulebook into a third (a file for each form would be
twice the bytes), and the view says in `data-from` where its content lies. static/views.js fetches
a file when one of its views is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from building.addresses import Addresses

FOLDER = "views"

#: A view whose content waits to be made elements of.
WAITING = re.compile(
    r'<section data-view="(?P<path>[^"]*)"(?P<more>[^>]*)><!--(?P<held>.*?)--></section>', re.DOTALL
)

#: Stands before the content of each view, and at the end: what was cut on the way lacks it.
BEGINS = "<!--{}-->"
ENDS = "whole"

#: What is read from end to end has a file for itself.
BOOKS = ("tables", "rules")


def unwrapped(html: str) -> str:
    """The page as it is once every view was opened."""
    return WAITING.sub(r'<section data-view="\g<path>"\g<more>>\g<held></section>', html)


def file_of(path: str) -> str:
    """`garden/skill_test` -> `views/garden-forms.html`"""
    game, _, name = path.partition("/")
    return f"{FOLDER}/{game}-{name if name in BOOKS else 'forms'}.html"


def files_of(html: str) -> dict[str, str]:
    """By its path, each file with what the views of a page hold."""
    found: dict[str, list[str]] = {}
    for view in WAITING.finditer(html):
        held = found.setdefault(file_of(view["path"]), [])
        held.append(f"{BEGINS.format(view['path'])}{view['held']}")
    return {path: "".join([*held, BEGINS.format(ENDS), "\n"]) for path, held in found.items()}


def without_views(html: str, addresses: Mapping[str, str]) -> str:
    """The page alone. addresses: of the files, by their paths."""

    def emptied(view: re.Match[str]) -> str:
        place = addresses[file_of(view["path"])]
        return f'<section data-view="{view["path"]}"{view["more"]} data-from="{place}"></section>'

    return WAITING.sub(emptied, html)


def write_views(html: str, addresses: Addresses) -> str:
    """Writes the files into the build; tells what is left of the page."""
    (addresses.dist / FOLDER).mkdir()
    files = files_of(html)
    for path, text in files.items():
        (addresses.dist / path).write_text(text, encoding="utf-8")
    return without_views(html, {path: addresses.of(path) for path in files})


def read_views(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Path and content of every view in such files, as static/views.js reads them."""
    for text in texts.values():
        _, *parts = re.split(r"<!--(.*?)-->", text)
        yield from zip(parts[:-2:2], parts[1:-2:2], strict=True)
