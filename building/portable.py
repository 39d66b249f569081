"""Writes `dist/tableside.html`: the whole built page in one file, which opens by a double click.

    python -m building.portable [DIST]

A page that lies in a folder of a device (`file:`) may fetch nothing and import no module. So
scripts stand in an import map as `data:` addresses, styles and typefaces in the page, and what is
fetched (Python, its library, the app) as base64, which building/portable.js answers from. There is
no service worker and no need of one.

Its policy: scripts, styles and what is fetched come from the page itself, told by their hash, or
are `data:`, which nothing but this file can have written; and from nowhere else.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import html
import json
import re
import sys
from pathlib import Path, PurePosixPath

from building.page import POLICY
from building.paths import DIST

NAME = "tableside.html"
FETCHING = Path(__file__).with_name("portable.js")

#: What is fetched; everything else is the page, a script, a style or a picture.
FETCHED = {
    ".bin": "application/octet-stream",
    ".wasm": "application/wasm",
    ".html": "text/html",
}

#: Without a host there is nothing to keep for later, and no file of it that could be wrong.
LEFT_OUT = re.compile(r"static/(?:offline|diagnosis|memory)\.")

LINK = re.compile(r'[ \t]*<link rel="(?P<rel>[\w-]+)" href="\./(?P<path>[^"]+)"(?P<more>[^>]*)>\n?')
SCRIPT = re.compile(r'<script(?P<more>[^>]*) src="\./(?P<path>[^"]+)"></script>')
META = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*(?=">)')
# What lies in the page need not be asked for early.
EARLY = re.compile(r'<meta name="tableside-(?:python|memory|start)"[^>]*>\n?')
PROMISE = re.compile(r"(?<=<span data-offline-promise>)[^<]*(?=</span>)")
KEPT_HERE = (
    "All of it is in this one file. What happens is kept by this browser, for this file where it "
    "lies now: download your campaigns after each evening."
)

# How the scripts ask for each other, and for where they lie.
IMPORT = re.compile(r'(?P<how>(?:from|import) *\(?)"\./(?P<name>[\w.-]+\.js)"')
PLACE = re.compile(r"import\.meta(?P<url>\.url)?")
# A page in a file has no origin by which a server could know it: it speaks to none.
SERVER = re.compile(r' data-sync="[^"]*"')
URL = re.compile(r'url\("\./(?P<path>[\w./-]+)"\)')


def portable(dist: Path) -> str:
    """The page of the build in that folder, with all of it inside."""
    page = _Page(dist)
    text = (dist / "index.html").read_text(encoding="utf-8")
    text = EARLY.sub("", SERVER.sub("", text))
    text = LINK.sub(page.link, text)
    text = SCRIPT.sub(page.script, text)
    first = text.index("<script")
    head = page.inline("", FETCHING.read_text(encoding="utf-8"))
    head += page.inline(' type="importmap"', page.import_map())
    text = text[:first] + head + text[first:]
    text = PROMISE.sub(KEPT_HERE, text)
    text = text.replace("</body>", f"{page.files()}</body>")
    return META.sub(html.escape(page.policy(), quote=True), text)


class _Page:
    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.scripts: list[str] = []
        #: The scripts that stand in the page as they are: no module imports them.
        self.plain: set[str] = set()
        self.styles: list[str] = []

    def link(self, found: re.Match[str]) -> str:
        path = found["path"]
        if found["rel"] == "stylesheet":
            return self._style(path, found["more"])
        if found["rel"] == "icon":
            return f'<link rel="icon" href="{self._data(path)}"{found["more"]}>\n'
        return ""  # what is fetched before it is needed, and what is for an installed page

    def script(self, found: re.Match[str]) -> str:
        path = found["path"]
        if LEFT_OUT.match(path):
            return ""
        if 'type="module"' not in found["more"]:
            self.plain.add(path)
            return self.inline(found["more"], (self.dist / path).read_text(encoding="utf-8"))
        return self.inline(found["more"], f'import "{_bare(path)}";')

    def inline(self, more: str, text: str) -> str:
        """A script in the page, which the policy knows by its hash."""
        self.scripts.append(text)
        return f"<script{more}>{text}</script>\n"

    def _style(self, path: str, more: str) -> str:
        folder = PurePosixPath(path).parent
        text = (self.dist / path).read_text(encoding="utf-8")
        text = URL.sub(lambda found: f'url("{self._data(str(folder / found["path"]))}")', text)
        self.styles.append(text)
        return f"<style{more}>{text}</style>\n"

    def import_map(self) -> str:
        """Each script under its address, and under a name for those that lie nowhere themselves."""
        imports: dict[str, str] = {}
        for file in sorted(self.dist.rglob("*.js")):
            path = file.relative_to(self.dist).as_posix()
            if path == "sw.js" or LEFT_OUT.match(path) or path in self.plain:
                continue
            imports[f"./{path}"] = imports[_bare(path)] = self._module(path)
        return json.dumps({"imports": imports}, separators=(",", ":"))

    def _module(self, path: str) -> str:
        folder = PurePosixPath(path).parent

        def named(found: re.Match[str]) -> str:
            imported = str(folder / found["name"])
            if not (self.dist / imported).is_file():
                return found[0]  # of a part of PyScript that is not in the build
            return f'{found["how"]}"{_bare(imported)}"'

        text = IMPORT.sub(named, (self.dist / path).read_text(encoding="utf-8"))
        place = f'new URL("./{path}",document.baseURI)'
        text = PLACE.sub(
            lambda found: f"{place}.href" if found["url"] else f"{{url:{place}.href}}", text
        )
        return f"data:text/javascript;base64,{_base64(text.encode())}"

    def files(self) -> str:
        """What is fetched, each in a block that no browser runs."""
        files = [file for file in sorted(self.dist.rglob("*")) if file.suffix in FETCHED]
        pages = {self.dist / "index.html", self.dist / NAME}
        return "".join(self._file(file) for file in files if file not in pages)

    def _file(self, file: Path) -> str:
        path = file.relative_to(self.dist).as_posix()
        packed = _base64(gzip.compress(file.read_bytes(), 9, mtime=0))
        said = f'data-file="{path}" data-type="{FETCHED[file.suffix]}"'
        return f'<script type="application/octet-stream" {said}>{packed}</script>\n'

    def policy(self) -> str:
        """The page's own, but for where its parts come from."""
        scripts, styles = _hashes(self.scripts), _hashes(self.styles)
        changed = {
            "script-src": f"{scripts} data: 'wasm-unsafe-eval'",
            "style-src": styles,
            "connect-src": "data:",
            "font-src": "data:",
            "img-src": "data:",
        }
        left = {"manifest-src", "worker-src"}
        given = [each.strip().partition(" ") for each in POLICY.split(";")]
        return "; ".join(
            f"{name} {changed.get(name, value)}" for name, _, value in given if name not in left
        )

    def _data(self, path: str) -> str:
        types = {".woff2": "font/woff2", ".svg": "image/svg+xml"}
        file = self.dist / path
        return f"data:{types[file.suffix]};base64,{_base64(file.read_bytes())}"


def _bare(path: str) -> str:
    return f"tableside/{path}"


def _base64(text: bytes) -> str:
    return base64.b64encode(text).decode("ascii")


def _hashes(texts: list[str]) -> str:
    digests = [hashlib.sha256(text.encode()).digest() for text in dict.fromkeys(texts)]
    return " ".join(f"'sha256-{_base64(digest)}'" for digest in digests)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the built page as one file.")
    parser.add_argument("dist", type=Path, nargs="?", default=DIST)
    dist = parser.parse_args().dist
    file = dist / NAME
    file.write_text(portable(dist), encoding="utf-8")
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, to be opened by a double click")
    return 0


if __name__ == "__main__":
    sys.exit(main())
