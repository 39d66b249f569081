"""WebKitGTK, driven by a client for the few WebDriver commands that the tests need.

https://www.w3.org/TR/webdriver/. WebKitWebDriver answers the commands and starts
`webkit_browser.py`. The windows open on a virtual screen (Xvfb).
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from building.checks.find_engines import SYSTEM_PYTHON
from tests.browser.engines.driver import download, is_complete, poll
from tests.browser.support.driving import PATIENCE_S
from tests.serving import free_ports

BROWSER = Path(__file__).with_name("webkit_browser.py")

#: WebDriver's key for a reference to an element.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

#: WebDriver's code of the Enter key.
ENTER = "\ue007"

#: The first visible element.
VISIBLE = (
    "(selector) => [...document.querySelectorAll(selector)].find((at) => at.checkVisibility())"
)
ANY = "(selector) => document.querySelector(selector)"

#: A virtual screen, which prints its number.
SCREEN = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
QUIETLY: Any = {"stderr": subprocess.DEVNULL, "start_new_session": True}

#: There is no desktop to ask. WebAssembly is compiled once: a page that lives for a minute gains
#: nothing from a second, optimizing compilation. The processor draws directly, because emulating
#: a graphics card is slower.
ENVIRONMENT = {
    "NO_AT_BRIDGE": "1",
    "GSETTINGS_BACKEND": "memory",
    "GTK_USE_PORTAL": "0",
    "JSC_useOMGJIT": "0",
    "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1",
}

#: WebKit's log of a console error: `CONSOLE JS ERROR ReferenceError: …`. It supports neither
#: manifests nor a policy for them, and logs an error about the policy on each page.
COMPLAINT = re.compile(r"^(?:\S+ )?CONSOLE (?:\w+ )?ERROR (?!.*manifest-src).*$", re.M)


def complete_pdf(pdf: bytes) -> bytes | None:
    """Return the PDF if it is complete, else None."""
    return pdf if pdf.rstrip().endswith(b"%%EOF") else None


class Refused(Exception):
    """The driver refused a command; it says why."""


class WebKitBrowser:
    """WebKitGTK with its profile in this folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "said.txt"
        self._read_length = 0
        self._started: list[subprocess.Popen[bytes]] = []
        self._session = ""
        self._port = 0

    def open(self) -> WebKitTab:
        if self._session:
            self.ask("POST", "/window", {"handle": self.ask("GET", "/window/handles")[0]})
            window = self.ask("POST", "/window/new", {"type": "window"})["handle"]
        else:
            self._start()
            window = self.ask("GET", "/window")
        return WebKitTab(self, self._folder, window)

    def _start(self) -> None:
        screen = subprocess.Popen(SCREEN, stdout=subprocess.PIPE, **QUIETLY)
        assert screen.stdout
        display = screen.stdout.readline().decode().strip()
        (self._port,) = free_ports(1)
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self._port}"],
            env=os.environ | ENVIRONMENT | {"DISPLAY": f":{display}"},
            stdout=subprocess.DEVNULL,
            **QUIETLY,
        )
        self._started = [screen, driver]
        program = {"binary": SYSTEM_PYTHON, "args": [str(BROWSER), str(self._folder)]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": program}}
        # Retried until the driver listens.
        answer = poll(lambda: self._send("POST", "/session", {"capabilities": wanted}), URLError)
        self._session = answer["sessionId"]
        self.ask("POST", "/timeouts", {"script": PATIENCE_S * 3000, "pageLoad": PATIENCE_S * 1000})

    def quit(self) -> None:
        if self._session:
            with suppress(Refused, OSError):  # it has ended already
                self.ask("DELETE", "")
        self.kill()

    def kill(self) -> None:
        for each in reversed(self._started):
            os.killpg(each.pid, signal.SIGKILL)
            each.wait()
        self._started = []
        self._session = ""

    def complaints(self) -> list[str]:
        text = self._log.read_text("utf-8", "replace") if self._log.exists() else ""
        found = COMPLAINT.findall(text[self._read_length :])
        self._read_length = len(text)
        return found

    def ask(self, method: str, path: str, given: Any = None) -> Any:
        """Send a command of this session; return the answer."""
        return self._send(method, f"/session/{self._session}{path}", given)

    def _send(self, method: str, path: str, given: Any = None) -> Any:
        body = json.dumps(given or {}).encode() if method == "POST" else None
        request = Request(f"http://127.0.0.1:{self._port}{path}", body, method=method)
        try:
            with urlopen(request, timeout=PATIENCE_S * 4) as answer:
                return json.load(answer)["value"]
        except HTTPError as fault:
            raise Refused(fault.read().decode()) from None


class WebKitTab:
    def __init__(self, browser: WebKitBrowser, folder: Path, window: str) -> None:
        self._browser = browser
        self._folder = folder
        self._window = window

    def _ask(self, method: str, path: str, given: Any = None) -> Any:
        self._browser.ask("POST", "/window", {"handle": self._window})
        return self._browser.ask(method, path, given)

    def go(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    def reload(self) -> None:
        self._ask("POST", "/refresh")

    def close(self) -> None:
        self._ask("DELETE", "/window")

    def run(self, function: str, *given: Any) -> Any:
        script = f"return ({function})(...arguments)"
        return self._ask("POST", "/execute/sync", {"script": script, "args": given})

    def tap(self, selector: str) -> None:
        poll(lambda: self._click(selector), Refused)

    def _click(self, selector: str) -> bool:
        self._ask("POST", f"/element/{self._find(VISIBLE, selector)}/click")
        return True

    def fill(self, selector: str, text: str) -> None:
        found = self._find(VISIBLE, selector)
        self._ask("POST", f"/element/{found}/clear")
        self._ask("POST", f"/element/{found}/value", {"text": text})

    def type(self, keys: str) -> None:
        pressed = keys.replace("\n", ENTER)
        strokes = [{"type": way, "value": key} for key in pressed for way in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": strokes}
        self._ask("POST", "/actions", {"actions": [source]})

    def load(self, selector: str, file: Path) -> None:
        self._ask("POST", f"/element/{self._find(ANY, selector)}/value", {"text": str(file)})

    def save(self, selector: str, folder: Path) -> Path:
        return download(lambda: self.tap(selector), self._folder / "downloads", folder)

    def paper(self) -> bytes:
        paper = self._folder / "paper.pdf"
        paper.unlink(missing_ok=True)
        self.run("() => webkit.messageHandlers.paper.postMessage('')")

        def read() -> bytes | None:
            return complete_pdf(paper.read_bytes()) if is_complete(paper) else None

        return bytes(poll(read, FileNotFoundError))

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def _find(self, function: str, selector: str) -> str:
        return str(poll(lambda: self.run(function, selector))[ELEMENT])
