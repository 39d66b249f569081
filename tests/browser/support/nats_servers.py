"""NATS servers for a test, run by the configuration that the documentation gives; and a reader.

What stands there in capitals is filled in, ports and folders are the test's own, and nothing else
is changed. `Reader` is what somebody sees who runs such a server: everything that lies there.
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

Told = TypeVar("Told")

CONFIGURATION = ROOT / "docs" / "nats-server.conf"

#: The login that the test's servers take.
USER, PASSWORD = "table", "open, sesame"


def certificate(folder: Path) -> None:
    """One for localhost that nobody has vouched for, and its key, as the configuration has them."""
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    files = ["-keyout", str(folder / "KEY.pem"), "-out", str(folder / "CERTIFICATE.pem")]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command.split(), *files, *name], capture_output=True, check=True)


class Server:
    """One server. port: of its WebSocket, for browsers; origin: of the page that may speak to it.

    cluster: the ports of all servers of a cluster, place: which of them this one is. limits: other
    changes of the configuration, as (what stands there, what shall).
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        origin: str,
        cluster: tuple[int, ...] = (),
        place: int = 0,
        limits: tuple[tuple[str, str], ...] = (),
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        certificate(folder)
        self.port = port
        self._origin, self._certificate = origin, folder / "CERTIFICATE.pem"
        self._said = folder / "said"
        self.store, self._settings = folder / "store", folder / "nats-server.conf"
        (self.plain,) = free_ports(1)
        text = CONFIGURATION.read_text(encoding="utf-8")
        changes = [
            ("tableside-1", f"tableside-{place + 1}"),
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
            text = _clustered(text, cluster, cluster[place])
        self._settings.write_text(text, encoding="utf-8")
        self._running: subprocess.Popen[bytes] | None = None

    def check(self) -> str:
        """What the server says of its configuration, without being started."""
        said = subprocess.run([*self._command, "-t"], capture_output=True, text=True, check=False)
        return said.stdout + said.stderr

    @property
    def _command(self) -> list[str]:
        return [nats_server() or "nats-server", "-c", str(self._settings)]

    def start(self) -> Server:
        """Until browsers can connect."""
        with self._said.open("wb") as said:
            self._running = subprocess.Popen(self._command, stdout=said, stderr=said)
        until = time.monotonic() + SOON_S
        while not self._greets():
            assert self._running.poll() is None, self._said.read_text(encoding="utf-8")
            assert time.monotonic() < until, self._said.read_text(encoding="utf-8")
            time.sleep(0.02)
        return self

    def _greets(self) -> bool:
        """Does it take a WebSocket, as a browser asks for one, and say who it is?"""
        trusting = ssl.create_default_context(cafile=self._certificate)
        asks = [
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
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
            trusting.wrap_socket(line, server_hostname="localhost") as sealed,
        ):
            sealed.sendall("\r\n".join([*asks, "", ""]).encode())
            came = b""
            while b"INFO {" not in came and (more := sealed.recv(4096)):
                came += more
            return b"INFO {" in came
        return False

    def restart(self) -> None:
        """The power goes and comes back."""
        self.kill()
        self.start()

    def kill(self) -> None:
        """As when the power goes."""
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None

    @property
    def stored(self) -> bytes:
        """All that lies in its files."""
        while True:
            with suppress(FileNotFoundError):  # it has just put another in the place of one
                return b"".join(
                    each.read_bytes() for each in self.store.rglob("*") if each.is_file()
                )


def three_servers(folder: Path, port: int, origin: str) -> list[Server]:
    """Those of a cluster, not started yet; browsers speak to the first, by this port."""
    *routes, one, two = free_ports(5)
    return [
        Server(folder / f"server-{place}", each, origin, tuple(routes), place)
        for place, each in enumerate((port, one, two))
    ]


def _clustered(text: str, cluster: tuple[int, ...], port: int) -> str:
    """With the part for a cluster, which is commented out; within one machine it needs no TLS."""
    head, mark, part = text.partition("# --- a cluster")
    assert mark
    told = re.sub(r"^# ?", "", part, flags=re.MULTILINE)
    block = told[told.index("cluster {") : told.index("\n}") + 2]
    block = re.sub(r"tls \{[^}]*\}", "", block).replace("0.0.0.0:6222", f"127.0.0.1:{port}")
    for name, each in zip(("ONE", "TWO", "THREE"), cluster, strict=True):
        block = block.replace(f"{name}:6222", f"127.0.0.1:{each}")
    return head + block


class Reader:
    """Whoever runs a server: reads and writes all that lies there, by the server's own protocol.

    patience: so many seconds without an answer are a `TimeoutError`.
    """

    def __init__(self, server: Server, patience: float = 10) -> None:
        self._patience = patience
        until = time.monotonic() + SOON_S
        while not self._is_let_in(server):  # whoever was there before may count still
            assert time.monotonic() < until, "the server lets nobody in"
            time.sleep(0.02)
        self._say("SUB _INBOX.reader 1")

    def _is_let_in(self, server: Server) -> bool:
        self._line = socket.create_connection(("127.0.0.1", server.plain), self._patience)
        self._file = self._line.makefile("rb")
        login = {"verbose": False, "pedantic": False, "user": USER, "pass": PASSWORD}
        login |= {"lang": "python", "version": "1", "protocol": 1, "headers": True}
        with suppress(OSError):
            self._file.readline()
            self._say(f"CONNECT {json.dumps(login)}", "PING")
            if self._file.readline().startswith(b"PONG"):
                return True
        self._line.close()
        return False

    def _say(self, *lines: str) -> None:
        self._line.sendall("".join(f"{each}\r\n" for each in lines).encode())

    def asked(self, subject: str, said: str = "") -> Any:
        """The server's answer."""
        self._say(f"PUB {subject} _INBOX.reader {len(said.encode())}", said)
        while True:
            line = self._file.readline()
            assert line, "the server has closed the connection"
            words = line.split()
            if words and words[0] == b"PING":
                self._say("PONG")
            elif words and words[0] == b"MSG":
                text = self._file.read(int(words[-1]))
                self._file.readline()
                return json.loads(text)
            elif words and words[0] in (b"HMSG", b"-ERR"):
                raise AssertionError(words)

    def streams(self) -> list[str]:
        return list(self.asked("$JS.API.STREAM.NAMES")["streams"] or ())

    def all(self) -> list[tuple[str, str]]:
        """Every message of every stream, in order: its subject, and what it says."""
        found = []
        for name in self.streams():
            state = self.asked(f"$JS.API.STREAM.INFO.{name}")["state"]
            for place in range(state["first_seq"], state["last_seq"] + 1):
                told = self.asked(f"$JS.API.STREAM.MSG.GET.{name}", json.dumps({"seq": place}))
                if message := told.get("message"):
                    said = base64.b64decode(message.get("data", "")).decode()
                    found.append((str(message["subject"]), said))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self._file.close()
        self._line.close()


def agreed(server: Server, ask: Callable[[Reader], Told]) -> Told:
    """What a cluster tells once its servers agree on who decides.

    Before, it answers nobody, or that it cannot: it is asked again.
    """
    until = time.monotonic() + SOON_S
    while time.monotonic() < until:
        with suppress(TimeoutError, KeyError), Reader(server, patience=1) as reader:
            return ask(reader)
        time.sleep(0.02)
    raise AssertionError("the servers do not agree")


def leads(server: Server) -> None:
    """Until the servers that are there have agreed on who decides."""
    agreed(server, lambda reader: reader.asked("$JS.API.INFO")["streams"])


def copies(server: Server) -> list[int]:
    """On so many servers each stream is to lie."""
    return agreed(
        server,
        lambda reader: [
            reader.asked(f"$JS.API.STREAM.INFO.{each}")["config"]["num_replicas"]
            for each in reader.streams()
        ],
    )
