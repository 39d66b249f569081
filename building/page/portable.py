"""Write `dist/tableside.html`: the whole built page in one file, opened by a double click.

    python -m building.page.portable [DIST]

A page in a folder of a device (`file:`) may not fetch or import modules. So scripts are `data:`
addresses of an import map, styles and typefaces are in the page, and fetched files (Python, its
library, the app) are base64 blocks, from which building/page/portable.js answers. There is no
service worker and no need of one.

Its policy: scripts, styles and fetched files come from the page itself, by their hash, or are
`data:`, which only this file can have written; and from nowhere else.
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

from building.page.render import POLICY
from building.paths import DIST

NAME = "tableside.html"
FETCHING = Path(__file__).with_name("portable.js")

#: Types of fetched files; everything else is the page, a script, a style or a picture.
FETCHED = {
    ".bin": "application/octet-stream",
    ".wasm": "application/wasm",
    ".html": "text/html",
}

#: Without a host nothing is cached, and no file of it can be damaged.
LEFT_OUT = re.compile(r"static/js/(?:offline|diagnosis|snapshot)\.")

LINK = re.compile(r'[ \t]*<link rel="(?P<rel>[\w-]+)" href="\./(?P<path>[^"]+)"(?P<more>[^>]*)>\n?')
SCRIPT = re.compile(r'<script(?P<more>[^>]*) src="\./(?P<path>[^"]+)"></script>')
META = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*(?=">)')
# Embedded files need no preload.
EARLY = re.compile(r'<meta name="tableside-(?:python|snapshot|start)"[^>]*>\n?')
PROMISE = re.compile(r"(?<=<span data-offline-promise>)[^<]*(?=</span>)")
STORAGE_NOTE = (
    "Everything is in this one file. Your data is stored in this browser, and only for this file "
    "in this folder: download a copy after each session."
)

# Imports among the scripts, and their own address.
IMPORT = re.compile(r'(?P<how>(?:from|import) *\(?)"\./(?P<name>[\w.-]+\.js)"')
PLACE = re.compile(r"import\.meta(?P<url>\.url)?")
# A page in a file has no origin that a server could accept, so it connects to none.
SERVER = re.compile(r' data-sync="[^"]*"')
URL = re.compile(r'url\("(?P<path>\.\./[\w./-]+)"\)')


def render_portable(dist: Path) -> str:
    """Return the page of the build in that folder, with all files embedded."""
    page = _Page(dist)
    text = (dist / "index.html").read_text(encoding="utf-8")
    text = EARLY.sub("", SERVER.sub("", text))
    text = LINK.sub(page.link, text)
    text = SCRIPT.sub(page.script, text)
    first = text.index("<script")
    head = page.inline("", FETCHING.read_text(encoding="utf-8"))
    head += page.inline(' type="importmap"', page.import_map())
    text = text[:first] + head + text[first:]
    text = PROMISE.sub(STORAGE_NOTE, text)
    text = text.replace("</body>", f"{page.files()}</body>")
    return META.sub(html.escape(page.policy(), quote=True), text)


class _Page:
    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.scripts: list[str] = []
        #: Scripts embedded as they are: no module imports them.
        self.plain: set[str] = set()
        self.styles: list[str] = []

    def link(self, match: re.Match[str]) -> str:
        path = match["path"]
        if match["rel"] == "stylesheet":
            return self._style(path, match["more"])
        if match["rel"] == "icon":
            return f'<link rel="icon" href="{self._data(path)}"{match["more"]}>\n'
        return ""  # preloads, and links for an installed page

    def script(self, match: re.Match[str]) -> str:
        path = match["path"]
        if LEFT_OUT.match(path):
            return ""
        if 'type="module"' not in match["more"]:
            self.plain.add(path)
            return self.inline(match["more"], (self.dist / path).read_text(encoding="utf-8"))
        return self.inline(match["more"], f'import "{_bare(path)}";')

    def inline(self, more: str, text: str) -> str:
        """Return a script element, and note its hash for the policy."""
        self.scripts.append(text)
        return f"<script{more}>{text}</script>\n"

    def _style(self, path: str, more: str) -> str:
        folder = PurePosixPath(path).parent
        text = (self.dist / path).read_text(encoding="utf-8")
        text = URL.sub(lambda match: f'url("{self._data(str(folder / match["path"]))}")', text)
        self.styles.append(text)
        return f"<style{more}>{text}</style>\n"

    def import_map(self) -> str:
        """Return the import map: each script under its address, and under its bare name."""
        imports: dict[str, str] = {}
        for file in sorted(self.dist.rglob("*.js")):
            path = file.relative_to(self.dist).as_posix()
            if path == "sw.js" or LEFT_OUT.match(path) or path in self.plain:
                continue
            imports[f"./{path}"] = imports[_bare(path)] = self._module(path)
        return json.dumps({"imports": imports}, separators=(",", ":"))

    def _module(self, path: str) -> str:
        folder = PurePosixPath(path).parent

        def renamed(match: re.Match[str]) -> str:
            imported = str(folder / match["name"])
            if not (self.dist / imported).is_file():
                return match[0]  # a part of PyScript that is not in the build
            return f'{match["how"]}"{_bare(imported)}"'

        text = IMPORT.sub(renamed, (self.dist / path).read_text(encoding="utf-8"))
        place = f'new URL("./{path}",document.baseURI)'
        text = PLACE.sub(
            lambda match: f"{place}.href" if match["url"] else f"{{url:{place}.href}}", text
        )
        return f"data:text/javascript;base64,{_base64(text.encode())}"

    def files(self) -> str:
        """Return the fetched files, each in a block that no browser runs."""
        files = [file for file in sorted(self.dist.rglob("*")) if file.suffix in FETCHED]
        pages = {self.dist / "index.html", self.dist / NAME}
        return "".join(self._file(file) for file in files if file not in pages)

    def _file(self, file: Path) -> str:
        path = file.relative_to(self.dist).as_posix()
        packed = _base64(gzip.compress(file.read_bytes(), 9, mtime=0))
        attributes = f'data-file="{path}" data-type="{FETCHED[file.suffix]}"'
        return f'<script type="application/octet-stream" {attributes}>{packed}</script>\n'

    def policy(self) -> str:
        """Return the page's policy with embedded sources."""
        scripts, styles = _hashes(self.scripts), _hashes(self.styles)
        changed = {
            "script-src": f"{scripts} data: 'wasm-unsafe-eval'",
            "style-src": styles,
            "connect-src": "data:",
            "font-src": "data:",
            "img-src": "data:",
        }
        dropped = {"manifest-src", "worker-src"}
        directives = [directive.strip().partition(" ") for directive in POLICY.split(";")]
        return "; ".join(
            f"{name} {changed.get(name, value)}"
            for name, _, value in directives
            if name not in dropped
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
    file.write_text(render_portable(dist), encoding="utf-8")
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, to be opened by a double click")
    return 0


if __name__ == "__main__":
    sys.exit(main())
