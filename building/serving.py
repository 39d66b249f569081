"""Server of a folder over HTTP on localhost, like a plain static host.

`python -m building.serving dist --port 8000`, or from a test: `with Site(folder) as site: ...`.
"""

from __future__ import annotations

import argparse
import gzip
import socket
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from types import TracebackType

# Some systems' own tables lack these or have them wrong; WebAssembly must have its type to stream.
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

# Types that hosts usually compress; archives and pictures are compressed already.
COMPRESSED = {".css", ".html", ".js", ".mjs", ".json", ".svg", ".wasm", ".webmanifest"}


class Handler(SimpleHTTPRequestHandler):
    """A request handler that adds types and optional compression, without logging."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(self, *args: object, site: Site, **kwargs: object) -> None:
        self.site = site
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def send_head(self) -> BytesIO | None:
        """Answer every request with type, length, and a demand to revalidate."""
        beside = self.site.beside.get(self.path.removeprefix("/"))
        if beside is not None:
            return self._answer(self.path, beside)
        self.site.asked[self.path] += 1
        if self.path in self.site.redirects:
            self._redirect(self.site.redirects[self.path])
            return None
        if self.path in self.site.once:
            return self._answer(self.path, self.site.once.pop(self.path))
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path = path / "index.html"
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        modified = path.stat().st_mtime_ns
        tag = f'"{modified:x}-{path.stat().st_size:x}"'
        if self.site.validates and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return None
        headers = {"ETag": tag} if self.site.validates else {}
        if self.site.compressed and path.suffix in COMPRESSED:
            headers["Content-Encoding"] = "gzip"
            return self._answer(path, _gzipped(path, modified), headers)
        return self._answer(path, path.read_bytes(), headers)

    def _answer(
        self, path: Path | str, body: bytes, headers: Mapping[str, str] | None = None
    ) -> BytesIO:
        self.send_response(HTTPStatus.OK)
        ending = Path(path).suffix
        self.send_header("Content-Type", self.site.types.get(ending) or self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", self.site.cache_control)
        for name, text in {**self.site.headers, **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.site.sent[self.path] = self.site.sent.get(self.path, 0) + len(body)
        return BytesIO(body)

    def _redirect(self, address: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the page itself reports missing files."""


@lru_cache
def _gzipped(path: Path, modified: int) -> bytes:
    return gzip.compress(path.read_bytes(), compresslevel=9)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: Callable[..., Handler]) -> None:
        self._open: set[socket.socket] = set()
        super().__init__(address, handler)

    def get_request(self) -> tuple[socket.socket, object]:
        connection, client = super().get_request()
        self._open.add(connection)
        return connection, client

    def shutdown_request(self, request: object) -> None:
        self._open.discard(request)
        super().shutdown_request(request)  # type: ignore[arg-type]

    def cut(self) -> None:
        """Close the connections that browsers keep open: a stopped host would answer on them."""
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that goes away in the middle of an answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Site:
    """A served folder; `address` ends with a slash. Stopping it means offline."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        compressed: bool = False,
        cache_control: str = "no-cache",
        validates: bool = True,
        types: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        redirects: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.compressed = compressed
        self.cache_control = cache_control
        # Whether it validates by ETag.
        self.validates = validates
        # Peculiarities of this host: types by ending, headers of every answer, redirects.
        self.types = dict(types or {})
        self.headers = dict(headers or {})
        self.redirects = dict(redirects or {})
        # Bodies served beside the folder's files, by path.
        self.beside: dict[str, bytes] = {}
        # Bodies sent once in the place of a file, by path.
        self.once: dict[str, bytes] = {}
        # Bytes of bodies sent so far, for each address.
        self.sent: dict[str, int] = {}
        # The number of requests for each file, whatever the answer.
        self.asked: Counter[str] = Counter()
        self._handler = partial(Handler, directory=str(folder), site=self)
        self._server: _Server | None = None
        self.port = port
        self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"

    def start(self) -> None:
        """Start serving, also again after `stop`, on the same port."""
        self._server = _Server(("127.0.0.1", self.port), self._handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server.cut()
            self._server = None

    def __enter__(self) -> Site:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description="Serve a folder on localhost.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    try:
        site = Site(arguments.folder, arguments.port)
    except OSError as error:
        print(f"Port {arguments.port} cannot be used ({error.strerror}): make serve PORT=8001")
        return 1
    print(f"Tableside is at {site.address}  (Ctrl+C ends it)", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print()
    site.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
