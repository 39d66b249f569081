"""Each patch by itself: whether it fits the installed packages, and else the nearest text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from building.vendor.patches import PATCHED_FILES, Patch
from building.vendor.pyscript import pyscript_sources

#: Shorter names are a minifier's, and change with every version; these short words are not.
_SHORT_NAME = re.compile(r"(?<![\w$])(?!(?:if|of|in|do|as)\b)[A-Za-z_$][\w$]?(?![\w$])")

#: A shorter piece of a text is found anywhere.
_LEAST_PIECE = 8
_AROUND = 60


@dataclass(frozen=True)
class Finding:
    """A patch of a file. fault: `""` where it applies, else all that helps to mend it."""

    file: str
    patch: str
    fault: str = ""


def check_patches(modules: Path) -> Iterator[Finding]:
    """Yield every patch, for the packages in that `node_modules`."""
    for patched in PATCHED_FILES:
        folder = modules / patched.package
        found = sorted(folder.glob(patched.pattern))
        name = f"{patched.package}/{patched.pattern}"
        if len(found) != 1:
            scripts = (folder / patched.pattern).parent.glob("*js")
            names = ", ".join(sorted(path.name for path in scripts))
            fault = f"There are {len(found)} such files instead of one. Its scripts: {names}"
            yield from (Finding(name, patch.name, fault) for patch in patched.patches)
            continue
        text = found[0].read_text(encoding="utf-8")
        name = f"{patched.package}/{found[0].relative_to(folder).as_posix()}"
        for patch in patched.patches:
            yield Finding(name, patch.name, find_fault(text, patch))
    yield Finding("@pyscript/core/dist/core-*.js", "PyScript's Python", _python_fault(modules))


def find_fault(text: str, patch: Patch) -> str:
    """Return the reason why a patch does not fit a text exactly once; `""` where it does."""
    count = text.count(patch.before)
    if count == 1:
        return ""
    lines = [f"Found {count} times instead of once: {patch.before}"]
    if not count:
        lines += nearest(text, patch.before)
    return "\n".join(lines)


def nearest(text: str, before: str) -> list[str]:
    """Return where the text may be now: with other short names, else its longest piece."""
    renamed = {match[0] for match in _with_any_names(before).finditer(text)}
    if renamed:
        return [f"With other short names: {each}" for each in sorted(renamed)[:3]]
    start, end = _longest_piece(text, before)
    if end - start < _LEAST_PIECE:
        return ["No piece of it is there any more."]
    place = text.index(before[start:end])
    around = text[max(0, place - _AROUND) : place + end - start + _AROUND]
    return [f"Its longest piece: {before[start:end]}", f"Around it now: {around}"]


def _with_any_names(before: str) -> re.Pattern[str]:
    """Return the text as a pattern in which each short name may be another, the same throughout."""
    pattern, position, groups = "", 0, dict[str, str]()
    for match in _SHORT_NAME.finditer(before):
        pattern += re.escape(before[position : match.start()])
        if match[0] in groups:
            pattern += rf"(?P={groups[match[0]]})"
        else:
            groups[match[0]] = group = f"name{len(groups)}"
            pattern += rf"(?P<{group}>[A-Za-z_$][\w$]*)"
        position = match.end()
    return re.compile(pattern + re.escape(before[position:]))


def _longest_piece(text: str, before: str) -> tuple[int, int]:
    """Return start and end of the longest part of `before` that the text contains."""
    best, start = (0, 0), 0
    for end in range(1, len(before) + 1):
        while before[start:end] not in text:
            start += 1
        if end - start > best[1] - best[0]:
            best = (start, end)
    return best


def _python_fault(modules: Path) -> str:
    try:
        pyscript_sources(modules / "@pyscript" / "core")
    except (RuntimeError, KeyError, ValueError) as error:
        return f"building/vendor/pyscript.py: {error}"
    return ""
