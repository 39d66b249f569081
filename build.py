"""Build `dist/`: the whole page as static files, from this folder and the pinned packages.

    python build.py [--out DIST] [--cache FOLDER] [--sync wss://host:port]

The same commit gives the same bytes. Compiled files and archives are cached in `.build/`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from app import VERSION
from building.addresses import Addresses, MissingFileError, name_imports, name_pictures
from building.compile.compiler import CompileError
from building.page.render import PageError, render_page
from building.page.styles import write_styles
from building.paths import CACHE, DIST, STATIC, STYLES
from building.runtime.write_runtime import write_runtime
from building.service_worker.offline_list import write_service_worker
from building.vendor.copies import bundle_net, copy_fonts, copy_idb, copy_pyscript, copy_qr_reader

#: A server for tables over the net: an origin that the page's policy can name.
SYNC = re.compile(r"wss?://[a-z0-9.-]+(:\d+)?")


def build(out: Path, cache_folder: Path = CACHE, sync: str = "") -> str:
    """Write everything below `out`, which may exist; return the hash of the content.

    sync: a NATS server's WebSocket (`wss://host:port`), for tables over the net (empty: none).
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".dist-") as folder:
        dist = Path(folder) / "dist"
        version = _write(dist, cache_folder, sync)
        if out.exists():
            shutil.rmtree(out)
        dist.rename(out)
    return version


def _write(dist: Path, cache_folder: Path, sync: str) -> str:
    dist.mkdir()
    addresses = Addresses(dist)
    write_runtime(dist, addresses, cache_folder)
    shutil.copytree(STATIC, dist / "static", ignore=shutil.ignore_patterns(STYLES.name, ".*"))
    copy_qr_reader(dist / "static" / "js")
    if sync:
        bundle_net(dist / "static" / "js")
    name_imports("static/js", addresses)
    name_pictures("static/manifest.webmanifest", addresses)
    copy_fonts(dist / "static" / "fonts")
    write_styles(dist / "static" / "css", addresses)
    pyscript = copy_pyscript(dist / "pyscript")
    copy_idb(dist / "vendor")
    html = render_page(VERSION, pyscript, addresses, sync)
    (dist / "index.html").write_text(html, encoding="utf-8")
    content = write_service_worker(dist)
    record = {"version": VERSION, "content": content}
    (dist / "version.json").write_text(json.dumps(record) + "\n", encoding="utf-8")
    return content


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the page as static files.")
    parser.add_argument("--out", type=Path, default=DIST, help="where to (default: dist)")
    parser.add_argument("--cache", type=Path, default=CACHE, help="what was compiled before")
    parser.add_argument("--sync", default="", help="a NATS server: wss://host:port (none)")
    arguments = parser.parse_args()
    if arguments.sync and not SYNC.fullmatch(arguments.sync):
        parser.error(f"--sync {arguments.sync!r}: give the server as wss://host:port, and no more")
    started = time.perf_counter()
    try:
        content = build(arguments.out.resolve(), arguments.cache.resolve(), arguments.sync)
    except (CompileError, MissingFileError, PageError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in arguments.out.rglob("*") if path.is_file())
    seconds = time.perf_counter() - started
    print(f"{arguments.out}: {size / 1e6:.1f} MB, content {content}, in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
