"""What is wished of this device, kept on it for every tab, beside the theme."""

from __future__ import annotations

import json
from typing import Any

from pyscript import window

from app.browser.dom import tell
from app.core.foreign import decoded
from app.widgets.device import Device, device_from

#: Its name there, and how long it may be.
PLACE, LONGEST = "tableside-device", 10_000


def kept() -> Device:
    """What was wished at the last visit."""
    try:
        text = window.localStorage.getItem(PLACE)
        return device_from(decoded(text, LONGEST, 4) if isinstance(text, str) else None)
    except Exception:  # the browser may forbid it, or something else lies there
        return Device()


def keep(record: Any) -> None:
    """Keep it, where the browser lets us; else it lasts as long as the page."""
    try:
        window.localStorage.setItem(PLACE, json.dumps(record))
    except Exception:
        tell("This browser does not keep settings; they last until the page is closed.")
