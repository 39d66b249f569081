"""A release, tested without its host: notes, checksums and packages."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from app import VERSION
from building.paths import ROOT
from building.release import assemble, notes
from building.release.notes import NotesError, check_version, release_notes

CHANGELOG = """# Changelog

## [Unreleased]

## [1.1.0] - 2027-02-01

### Fixed

- Dice roll.

## [1.0.0] - 2026-11-30

### Added

- Everything. See [docs](docs/README.md).

## [0.9.0] - 2026-10-01

[1.1.0]: https://example.org/compare/v1.0.0...v1.1.0
[1.0.0]: https://example.org/releases/v1.0.0
"""


def test_notes_are_the_section_of_the_version() -> None:
    assert release_notes(CHANGELOG, "1.1.0") == "### Fixed\n\n- Dice roll.\n"
    text = release_notes(CHANGELOG, "1.0.0")
    assert text == "### Added\n\n- Everything. See [docs](docs/README.md).\n"


@pytest.mark.parametrize(
    ("changelog", "version", "message"),
    [
        (CHANGELOG, "1.2.0", "0 sections"),
        (CHANGELOG, "1.0", "0 sections"),
        (CHANGELOG, "0.9.0", "nothing below"),
        (CHANGELOG + "\n## 1.1.0\n", "1.1.0", "2 sections"),
    ],
)
def test_a_version_without_notes_is_not_released(
    changelog: str, version: str, message: str
) -> None:
    with pytest.raises(NotesError, match=message):
        release_notes(changelog, version)


def test_a_version_that_the_sources_do_not_have_is_not_released() -> None:
    check_version(VERSION)
    with pytest.raises(NotesError, match=rf"9\.9\.9.*{VERSION}"):
        check_version("9.9.9")


def test_the_command_prints_notes_or_says_why_not() -> None:
    command = [sys.executable, "-m", "building.release.notes", "9.9.9"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Tableside: The release is 9.9.9")


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    text = notes.CHANGELOG.read_text(encoding="utf-8")
    versions = [found["version"] for found in notes._HEADING.finditer(text)]
    released = [version for version in versions if version != "Unreleased"]
    assert released[:1] in ([], [VERSION])


def test_checksums_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(b"")
    (tmp_path / "a b.txt").write_bytes(b"Tableside\n")
    sums = assemble.checksums(tmp_path)
    first, second = sums.splitlines()
    assert first.endswith("  a b.txt")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert second == f"{empty}  b.txt"
    (tmp_path / "SUMS").write_text(sums, encoding="utf-8")
    check = ["sha256sum", "--check", "--quiet", "SUMS"]
    subprocess.run(check, cwd=tmp_path, check=True)
    (tmp_path / "b.txt").write_bytes(b"!")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_a_release_holds_packages_page_checksums_and_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(f"## [{VERSION}] - 2026-11-30\n\n- News.\n", encoding="utf-8")
    monkeypatch.setattr(assemble, "CHANGELOG", changelog)
    page = tmp_path / "page.html"
    with pytest.raises(NotesError, match="make portable"):
        assemble.assemble(tmp_path / "out", VERSION, page)
    page.write_text("<!doctype html>", encoding="utf-8")
    files = assemble.assemble(tmp_path / "out", VERSION, page)
    wheel, sdist = f"tableside-{VERSION}-py3-none-any.whl", f"tableside-{VERSION}.tar.gz"
    listed = sorted([wheel, sdist, "tableside.html"])
    assert sorted(path.name for path in files) == sorted([*listed, "NOTES.md", "SHA256SUMS"])
    sums = (tmp_path / "out" / "SHA256SUMS").read_text(encoding="utf-8")
    assert [line.split("  ")[1] for line in sums.splitlines()] == listed
    assert (tmp_path / "out" / "NOTES.md").read_text(encoding="utf-8") == "- News.\n"
    with zipfile.ZipFile(tmp_path / "out" / wheel) as package:
        assert "tableside/commands/cli.py" in package.namelist()
    with tarfile.open(tmp_path / "out" / sdist) as package:
        assert f"tableside-{VERSION}/app/commands/cli.py" in package.getnames()
