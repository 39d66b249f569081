"""Everything that a release offers, in one folder.

python -m building.release.assemble [VERSION] [--out FOLDER]

    tableside-1.0.0-py3-none-any.whl   the command line
    tableside-1.0.0.tar.gz             its sources
    tableside.html                     the page as one file, which `make portable` wrote
    SHA256SUMS                         checked by `sha256sum --check SHA256SUMS`
    NOTES.md                           the version's section of CHANGELOG.md
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from app import VERSION
from building.backend import BESIDE, NAME, SOURCE
from building.page.portable import NAME as PAGE
from building.paths import CACHE, DIST, ROOT
from building.release.notes import CHANGELOG, NotesError, check_version, release_notes

OUT = CACHE / "release"
SUMS, NOTES = "SHA256SUMS", "NOTES.md"

#: Files that the packages are made from, beside the folder `app`.
SOURCES = (
    "building/__init__.py",
    "building/backend.py",
    "MANIFEST.in",
    "pyproject.toml",
    "README.md",
    *BESIDE,
)

#: The earliest moment that a zip can name: the same sources give the same wheel.
NO_DATE = "315532800"

_SDIST = "import sys; from building.backend import build_sdist; build_sdist(sys.argv[1])"


def assemble(out: Path, version: str, page: Path) -> list[Path]:
    """Write all files of a release into a new folder; return them. NotesError: not to be released.

    page: the page as one file.
    """
    check_version(version)
    notes = release_notes(CHANGELOG.read_text(encoding="utf-8"), version)
    if not page.exists():
        raise NotesError(f"There is no {page}: run `make portable` first.")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    build_packages(out)
    shutil.copy(page, out / PAGE)
    (out / SUMS).write_text(checksums(out), encoding="utf-8")
    (out / NOTES).write_text(notes, encoding="utf-8")
    return sorted(out.iterdir())


def build_packages(out: Path) -> None:
    """Build the sdist, and the wheel from it: a proof that the sdist is complete."""
    environment = os.environ | {"SOURCE_DATE_EPOCH": NO_DATE}
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-release-") as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / SOURCE, copy / SOURCE, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "building").mkdir()
        for name in SOURCES:
            shutil.copy(ROOT / name, copy / name)
        sdist = [sys.executable, "-c", _SDIST, str(out)]
        subprocess.run(sdist, cwd=copy, env=environment, check=True, stdout=subprocess.DEVNULL)
    (made,) = out.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(made)]
    subprocess.run(pip, env=environment, check=True)


def checksums(folder: Path) -> str:
    """Return a line for each file of a folder, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Write all files of a release into one folder.")
    parser.add_argument("version", nargs="?", default=VERSION)
    parser.add_argument("--out", type=Path, default=OUT, help="where to (default: .build/release)")
    arguments = parser.parse_args()
    try:
        files = assemble(arguments.out.resolve(), arguments.version, DIST / PAGE)
    except NotesError as error:
        print(f"Tableside: {error}", file=sys.stderr)
        return 1
    for path in files:
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
