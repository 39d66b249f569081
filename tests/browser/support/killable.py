"""A browser that a test can kill instead of closing it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from building.checks.find_chromium import find
from tests.browser.conftest import ARGUMENTS
from tests.serving import free_ports


class Killable:
    """A separate Chromium process, with a profile on the disk, that can be killed."""

    def __init__(self, profile: Path, *flags: str) -> None:
        self.profile = profile
        (self.port,) = free_ports(1)
        path = find()
        assert path
        self.process = subprocess.Popen(
            [
                path,
                *ARGUMENTS,
                # It lives for seconds: compiling its WebAssembly a second time would not pay.
                "--js-flags=--liftoff-only",
                *flags,
                "--headless=new",
                f"--remote-debugging-port={self.port}",
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def connect(self, playwright: Playwright) -> Browser:
        end = time.monotonic() + 30
        while True:
            try:
                return playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{self.port}")
            except Exception:
                assert time.monotonic() < end, "Chromium did not start"
                time.sleep(0.1)

    def kill(self) -> None:
        """Kill the whole process group, without a chance to write anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
