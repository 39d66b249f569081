"""Two style sheets joined from those in static/css/: of the first frame, and of all the rest."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from building.addresses import Addresses
from building.paths import STYLES

#: The sheets of the screen in the order in which they win; paper has a sheet of its own. The first
#: frame needs the first of them, and is drawn before the others have come.
FIRST_SHEETS = ("base/tokens", "base/fonts", "base/base", "base/components", "base/frame")
SHEETS = (
    *FIRST_SHEETS,
    "features/home",
    "base/forms",
    "features/roll",
    "base/charts",
    "features/helps",
    "features/odds",
    "features/decisions",
    "features/dice",
    "base/avatar",
    "features/notation",
    "features/tray",
    "features/sheet",
    "features/sheet_editing",
    "features/fight",
    "features/presets",
    "features/fight_panels",
    "features/forecast",
    "features/journal",
    "features/luck",
    "features/players_screen",
    "features/reference",
    "features/search",
    "features/campaigns",
    "features/sync",
    "features/settings",
    "base/foot",
    "features/feedback",
    "features/places",
    "base/access",
)
FRAME = "frame.css"
SCREEN = "tableside.css"
PAPER = "print.css"

#: A file of static/, as a sheet in one of the rooms of static/css/ requests it.
URL = re.compile(r'url\("\.\./\.\./(?P<path>[\w./-]+)"\)')

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
RULE = re.compile(r"(?P<who>[^{}]+)\{(?P<says>[^{}]*)\}")
TWOFOLD = re.compile(r"--[\w-]+: light-dark\((?P<day>[^,()]+), (?P<night>[^,()]+)\);\s*")

#: Selectors of dark areas, for a browser without `light-dark()`.
CHOSEN_DARK = ':root[data-theme="dark"]'
AUTO = ':root[data-theme="auto"]'
FELT = ".felt"


def write_styles(folder: Path, addresses: Addresses) -> None:
    """Write the sheets into `folder`, the static/css of a build."""
    folder.mkdir()
    shutil.copyfile(STYLES / PAPER, folder / PAPER)
    texts = [(STYLES / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS]
    texts[0] = for_older_browsers(texts[0])
    first = len(FIRST_SHEETS)
    for name, parts in ((FRAME, texts[:first]), (SCREEN, texts[first:])):
        joined = COMMENT.sub("", "\n".join(parts))
        (folder / name).write_text(
            URL.sub(lambda match: f'url("{_from_css(match["path"], addresses)}")', joined),
            encoding="utf-8",
        )


def _from_css(path: str, addresses: Addresses) -> str:
    """Return the address of a file of static/ relative to static/css/."""
    return addresses.of(f"static/{path}").replace("./static/", "../")


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
