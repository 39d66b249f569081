"""NATS servers for tests, run with the documented configuration, and a reader of their data.

Tests fill in the placeholders of the configuration and set their own ports and folders; they
change nothing else. `Reader` reads everything on a server, as its operator can.
"""

from __future__ import annotations

import base64
import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from building.checks.find_engines import nats_server
from building.paths import ROOT
from tests.browser.support.driving import SOON_S
from tests.serving import free_ports

Answer = TypeVar("Answer")

CONFIGURATION = ROOT / "docs" / "nats-server.conf"

#: The login of the test servers.
USER, PASSWORD = "table", "open, sesame"


def certificate(folder: Path) -> None:
    """Write a self-signed certificate for localhost and its key, named as in the configuration."""
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    files = ["-keyout", str(folder / "KEY.pem"), "-out", str(folder / "CERTIFICATE.pem")]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command.split(), *files, *name], capture_output=True, check=True)


class Server:
    """A NATS server. port: its WebSocket's, for browsers; origin: of the page that may connect.

    cluster: the ports of all servers of a cluster; index: of this server among them. limits: other
    changes to the configuration, as pairs of an old and a new text.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        origin: str,
        cluster: tuple[int, ...] = (),
        index: int = 0,
        limits: tuple[tuple[str, str], ...] = (),
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        certificate(folder)
        self.port = port
        self._origin, self._certificate = origin, folder / "CERTIFICATE.pem"
        self._log = folder / "said"
        self.store, self._settings = folder / "store", folder / "nats-server.conf"
        (self.plain,) = free_ports(1)
        text = CONFIGURATION.read_text(encoding="utf-8")
        changes = [
            ("tableside-1", f"tableside-{index + 1}"),
            ("listen: 127.0.0.1:4222", f"listen: 127.0.0.1:{self.plain}"),
            ("/var/lib/nats", str(self.store)),
            ("listen: 0.0.0.0:8443", f"listen: 127.0.0.1:{port}"),
            ("https://PAGE.EXAMPLE.ORG", origin),
            ('"PASSWORD"', json.dumps(PASSWORD)),
            *limits,
        ]
        for before, after in changes:
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        text = text.replace("/etc/nats", str(folder))
        if cluster:
            text = _with_cluster(text, cluster, cluster[index])
        self._settings.write_text(text, encoding="utf-8")
        self._running: subprocess.Popen[bytes] | None = None

    def check(self) -> str:
        """Check the configuration by the server itself, without a start; return its output."""
        run = subprocess.run([*self._command, "-t"], capture_output=True, text=True, check=False)
        return run.stdout + run.stderr

    @property
    def _command(self) -> list[str]:
        return [nats_server() or "nats-server", "-c", str(self._settings)]

    def start(self) -> Server:
        """Start the server and wait until browsers can connect."""
        with self._log.open("wb") as log:
            self._running = subprocess.Popen(self._command, stdout=log, stderr=log)
        until = time.monotonic() + SOON_S
        while not self._accepts_websocket():
            assert self._running.poll() is None, self._log.read_text(encoding="utf-8")
            assert time.monotonic() < until, self._log.read_text(encoding="utf-8")
            time.sleep(0.02)
        return self

    def _accepts_websocket(self) -> bool:
        """Return whether it accepts a WebSocket as a browser opens one, and sends its INFO."""
        context = ssl.create_default_context(cafile=self._certificate)
        request = [
            "GET / HTTP/1.1",
            "Host: localhost",
            f"Origin: {self._origin}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        ]
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as plain,
            context.wrap_socket(plain, server_hostname="localhost") as connection,
        ):
            connection.sendall("\r\n".join([*request, "", ""]).encode())
            received = b""
            while b"INFO {" not in received and (more := connection.recv(4096)):
                received += more
            return b"INFO {" in received
        return False

    def restart(self) -> None:
        """Kill the server and start it again, as after a power cut."""
        self.kill()
        self.start()

    def kill(self) -> None:
        """Kill the server, as a power cut does."""
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None

    @property
    def stored(self) -> bytes:
        """The content of all its files."""
        while True:
            with suppress(FileNotFoundError):  # the server has just replaced a file
                return b"".join(
                    each.read_bytes() for each in self.store.rglob("*") if each.is_file()
                )


def three_servers(folder: Path, port: int, origin: str) -> list[Server]:
    """Return a cluster of three, not started yet; browsers connect to the first, at this port."""
    *routes, one, two = free_ports(5)
    return [
        Server(folder / f"server-{index}", each, origin, tuple(routes), index)
        for index, each in enumerate((port, one, two))
    ]


def _with_cluster(text: str, cluster: tuple[int, ...], port: int) -> str:
    """Return the configuration with its cluster part uncommented, without TLS between servers."""
    head, mark, part = text.partition("# --- a cluster")
    assert mark
    uncommented = re.sub(r"^# ?", "", part, flags=re.MULTILINE)
    block = uncommented[uncommented.index("cluster {") : uncommented.index("\n}") + 2]
    block = re.sub(r"tls \{[^}]*\}", "", block).replace("0.0.0.0:6222", f"127.0.0.1:{port}")
    for name, each in zip(("ONE", "TWO", "THREE"), cluster, strict=True):
        block = block.replace(f"{name}:6222", f"127.0.0.1:{each}")
    return head + block


class Reader:
    """The operator of a server: reads and writes all its data by the NATS protocol.

    patience: seconds without an answer until a `TimeoutError`.
    """

    def __init__(self, server: Server, patience: float = 10) -> None:
        self._patience = patience
        until = time.monotonic() + SOON_S
        while not self._log_in(server):  # an earlier connection may still count as open
            assert time.monotonic() < until, "the server accepts no connection"
            time.sleep(0.02)
        self._send("SUB _INBOX.reader 1")

    def _log_in(self, server: Server) -> bool:
        self._socket = socket.create_connection(("127.0.0.1", server.plain), self._patience)
        self._file = self._socket.makefile("rb")
        login = {"verbose": False, "pedantic": False, "user": USER, "pass": PASSWORD}
        login |= {"lang": "python", "version": "1", "protocol": 1, "headers": True}
        with suppress(OSError):
            self._file.readline()
            self._send(f"CONNECT {json.dumps(login)}", "PING")
            if self._file.readline().startswith(b"PONG"):
                return True
        self._socket.close()
        return False

    def _send(self, *lines: str) -> None:
        self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def request(self, subject: str, payload: str = "") -> Any:
        """Send a request; return the server's answer."""
        self._send(f"PUB {subject} _INBOX.reader {len(payload.encode())}", payload)
        while True:
            line = self._file.readline()
            assert line, "the server has closed the connection"
            words = line.split()
            if words and words[0] == b"PING":
                self._send("PONG")
            elif words and words[0] == b"MSG":
                text = self._file.read(int(words[-1]))
                self._file.readline()
                return json.loads(text)
            elif words and words[0] in (b"HMSG", b"-ERR"):
                raise AssertionError(words)

    def streams(self) -> list[str]:
        return list(self.request("$JS.API.STREAM.NAMES")["streams"] or ())

    def messages(self) -> list[tuple[str, str]]:
        """Return every message of every stream, in order, as its subject and its text."""
        found = []
        for name in self.streams():
            state = self.request(f"$JS.API.STREAM.INFO.{name}")["state"]
            for seq in range(state["first_seq"], state["last_seq"] + 1):
                answer = self.request(f"$JS.API.STREAM.MSG.GET.{name}", json.dumps({"seq": seq}))
                if message := answer.get("message"):
                    text = base64.b64decode(message.get("data", "")).decode()
                    found.append((str(message["subject"]), text))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._socket.close()


def ask_cluster(server: Server, ask: Callable[[Reader], Answer]) -> Answer:
    """Ask a cluster until its servers have elected a leader; return the answer.

    Before the election, requests fail or get no answer.
    """
    until = time.monotonic() + SOON_S
    while time.monotonic() < until:
        with suppress(TimeoutError, KeyError), Reader(server, patience=1) as reader:
            return ask(reader)
        time.sleep(0.02)
    raise AssertionError("the servers have elected no leader")


def wait_for_leader(server: Server) -> None:
    """Wait until the running servers have elected a leader."""
    ask_cluster(server, lambda reader: reader.request("$JS.API.INFO")["streams"])


def replica_counts(server: Server) -> list[int]:
    """Return the number of replicas that each stream is configured to have."""
    return ask_cluster(
        server,
        lambda reader: [
            reader.request(f"$JS.API.STREAM.INFO.{stream}")["config"]["num_replicas"]
            for stream in reader.streams()
        ],
    )
