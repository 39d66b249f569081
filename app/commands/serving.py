"""The built page on this machine, like any static host serves it."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from app.core.errors import BadInput

#: The page's folder below a checkout.
BUILT = "dist"

#: Types that some systems have wrong; WebAssembly must have its own to stream.
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class Handler(SimpleHTTPRequestHandler):
    """A request handler with the page's types, without a log."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Ask browsers to revalidate: a newer build may follow."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def find_page(folder: Path | None = None) -> Path:
    """Return the folder of the built page: the given one, `dist/` here, or that of the checkout.

    BadInput on `folder` says how to build it.
    """
    checkout = Path(__file__).parent.parent.parent
    places = [folder, folder / BUILT] if folder else [Path(BUILT), checkout / BUILT]
    for place in places:
        if (place / "index.html").is_file() and (place / "version.json").is_file():
            return place.resolve()
    where = f"in {folder}" if folder else f"in {BUILT}/ here"
    raise BadInput("folder", f"there is no built page {where}; `make build` in a checkout makes it")


def version_of(page: Path) -> str:
    """Return the version of a built page; BadInput on `folder` for any other page."""
    try:
        return str(json.loads((page / "version.json").read_text(encoding="utf-8"))["version"])
    except (ValueError, KeyError, TypeError):
        message = f"{page} holds another page; `make build` in a checkout makes ours"
        raise BadInput("folder", message) from None


def serve(page: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder on localhost; 0 takes any free port. BadInput on `port`."""
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(page)))
    except OSError as fault:
        message = f"port {port} cannot be used ({fault.strerror}); give another with --port"
        raise BadInput("port", message) from None
