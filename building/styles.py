"""One style sheet joined from those in static/, so that a start requests one file."""

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

#: A file beside a sheet, as the sheet requests it.
URL = re.compile(r'url\("\./(?P<path>[\w./-]+)"\)')

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
RULE = re.compile(r"(?P<who>[^{}]+)\{(?P<says>[^{}]*)\}")
TWOFOLD = re.compile(r"--[\w-]+: light-dark\((?P<day>[^,()]+), (?P<night>[^,()]+)\);\s*")

#: Selectors of dark areas, for a browser without `light-dark()`.
CHOSEN_DARK = ':root[data-theme="dark"]'
AUTO = ':root[data-theme="auto"]'
FELT = ".felt"


def join_styles(folder: Path, addresses: Addresses) -> None:
    """Write `folder`/tableside.css in place of its single sheets."""
    texts = [(folder / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS]
    for name in SHEETS:
        (folder / f"{name}.css").unlink()
    joined = COMMENT.sub("", "\n".join([for_older_browsers(texts[0]), *texts[1:]]))
    (folder / NAME).write_text(
        URL.sub(lambda match: f'url("{_beside(folder, match["path"], addresses)}")', joined),
        encoding="utf-8",
    )


def _beside(folder: Path, path: str, addresses: Addresses) -> str:
    return addresses.of(f"{folder.name}/{path}").replace(f"./{folder.name}/", "./")


def for_older_browsers(tokens: str) -> str:
    """Return the tokens twice: also for browsers without `light-dark()`.

    It came in 2024: a tablet that no longer gets updates is often the one at the table.
    """
    tokens = COMMENT.sub("", tokens)
    twofold = [
        (rule["who"].strip(), list(TWOFOLD.finditer(rule["says"])))
        for rule in RULE.finditer(tokens)
        if TWOFOLD.search(rule["says"])
    ]

    def rules(which: str, where: str = "") -> str:
        return "".join(
            f"{_where(who, where)} {{ {' '.join(_plain(token, which) for token in says)} }}\n"
            for who, says in twofold
        )

    both = "".join(
        f"{who} {{ {''.join(token[0].strip() for token in says)} }}\n" for who, says in twofold
    )
    return (
        f"@supports (color: light-dark(red, red)) {{\n{both}}}\n"
        "@supports not (color: light-dark(red, red)) {\n"
        f"{rules('day')}{rules('night', CHOSEN_DARK)}"
        f"@media (prefers-color-scheme: dark) {{\n{rules('night', AUTO)}}}\n"
        f"{rules('night', FELT)}}}\n"
    ) + TWOFOLD.sub("", tokens)


def _plain(match: re.Match[str], which: str) -> str:
    name, _, _ = match[0].partition(":")
    return f"{name}: {match[which]};"


def _where(who: str, where: str) -> str:
    """Return the selectors of a rule in a dark area: the area itself, or elements in it."""
    if not where:
        return who
    parts = [selector.strip() for selector in who.split(",")]
    return ", ".join(
        where if selector == ":root" else f"{where}{selector}, {where} {selector}"
        for selector in parts
    )
