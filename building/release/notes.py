"""Release notes of one version, cut from CHANGELOG.md.

python -m building.release.notes [VERSION]    default: the version in app/__init__.py
"""

from __future__ import annotations

import argparse
import re
import sys

from app import VERSION
from building.paths import ROOT

CHANGELOG = ROOT / "CHANGELOG.md"

#: `## [1.0.0] - 2026-11-30`; the brackets and the date may be missing.
_HEADING = re.compile(
    r"^## \[?(?P<version>[^\]\s]+)\]?(?: - \d{4}-\d{2}-\d{2})?[ ]*$", re.MULTILINE
)

#: `[1.0.0]: https://…`, where a heading's brackets lead.
_REFERENCE = re.compile(r"^\[[^\]]+\]: \S+\n?", re.MULTILINE)


class NotesError(Exception):
    """A version that cannot be released as it stands."""


def check_version(version: str) -> None:
    """Raise NotesError where a version is not the one that the sources have."""
    if version != VERSION:
        raise NotesError(
            f"The release is {version}, app/__init__.py says {VERSION}. Raise VERSION, or tag "
            f"v{VERSION}."
        )


def release_notes(changelog: str, version: str) -> str:
    """Return a version's section without its heading. NotesError: none, several, or empty."""
    headings = list(_HEADING.finditer(changelog))
    found = [heading for heading in headings if heading["version"] == version]
    if len(found) != 1:
        raise NotesError(f"CHANGELOG.md has {len(found)} sections '## [{version}]' instead of one.")
    (heading,) = found
    later = [other.start() for other in headings if other.start() > heading.start()]
    text = changelog[heading.end() : min(later, default=len(changelog))]
    notes = _REFERENCE.sub("", text).strip()
    if not notes:
        raise NotesError(f"CHANGELOG.md has nothing below '## [{version}]'.")
    return notes + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Print the release notes of a version.")
    parser.add_argument("version", nargs="?", default=VERSION)
    version = parser.parse_args().version
    try:
        check_version(version)
        notes = release_notes(CHANGELOG.read_text(encoding="utf-8"), version)
    except NotesError as error:
        print(f"Tableside: {error}", file=sys.stderr)
        return 1
    print(notes, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
