"""Makes one style sheet of those in static/, so that a start asks for one file and not for many."""

from __future__ import annotations

import re
from pathlib import Path

from building.addresses import Addresses

#: The sheets of the screen in the order in which they win; paper has a sheet of its own.
SHEETS = (
    "tokens",
    "fonts",
    "base",
    "frame",
    "home",
    "forms",
    "roll",
    "charts",
    "helps",
    "comparing",
    "choosing",
    "dice",
    "avatar",
    "notation",
    "tray",
    "sheets",
    "making",
    "fight",
    "forecast",
    "journal",
    "past",
    "screen",
    "reading",
    "finding",
    "campaigns",
    "together",
    "device",
    "access",
)
NAME = "tableside.css"

#: How a sheet asks for a file beside it.
URL = re.compile(r'url\("\./(?P<path>[\w./-]+)"\)')

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
RULE = re.compile(r"(?P<who>[^{}]+)\{(?P<says>[^{}]*)\}")
TWOFOLD = re.compile(r"--[\w-]+: light-dark\((?P<day>[^,()]+), (?P<night>[^,()]+)\);\s*")

#: Where it is dark, for a browser that cannot tell by itself.
CHOSEN_DARK = ':root[data-theme="dark"]'
AUTO = ':root[data-theme="auto"]'
FELT = ".felt"


def join_styles(folder: Path, addresses: Addresses) -> None:
    """Writes `folder`/tableside.css in place of the sheets it is made of."""
    texts = [(folder / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS]
    for name in SHEETS:
        (folder / f"{name}.css").unlink()
    joined = COMMENT.sub("", "\n".join([for_older_browsers(texts[0]), *texts[1:]]))
    (folder / NAME).write_text(
        URL.sub(lambda found: f'url("{_beside(folder, found["path"], addresses)}")', joined),
        encoding="utf-8",
    )


def _beside(folder: Path, path: str, addresses: Addresses) -> str:
    return addresses.of(f"{folder.name}/{path}").replace(f"./{folder.name}/", "./")


def for_older_browsers(tokens: str) -> str:
    """The tokens, said once more for browsers without `light-dark()`, which came in 2024: a tablet
    that no longer gets new ones is often the one at the table.
    """
    tokens = COMMENT.sub("", tokens)
    twofold = [
        (rule["who"].strip(), list(TWOFOLD.finditer(rule["says"])))
        for rule in RULE.finditer(tokens)
        if TWOFOLD.search(rule["says"])
    ]

    def said(which: str, where: str = "") -> str:
        return "".join(
            f"{_where(who, where)} {{ {' '.join(_plain(each, which) for each in says)} }}\n"
            for who, says in twofold
        )

    both = "".join(
        f"{who} {{ {''.join(each[0].strip() for each in says)} }}\n" for who, says in twofold
    )
    return (
        f"@supports (color: light-dark(red, red)) {{\n{both}}}\n"
        "@supports not (color: light-dark(red, red)) {\n"
        f"{said('day')}{said('night', CHOSEN_DARK)}"
        f"@media (prefers-color-scheme: dark) {{\n{said('night', AUTO)}}}\n"
        f"{said('night', FELT)}}}\n"
    ) + TWOFOLD.sub("", tokens)


def _plain(found: re.Match[str], which: str) -> str:
    name, _, _ = found[0].partition(":")
    return f"{name}: {found[which]};"


def _where(who: str, where: str) -> str:
    """The selectors of a rule where it is dark: the place itself, or what has a face in it."""
    if not where:
        return who
    parts = [each.strip() for each in who.split(",")]
    return ", ".join(
        where if each == ":root" else f"{where}{each}, {where} {each}" for each in parts
    )
