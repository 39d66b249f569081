"""What is wished of this device, kept on it for every tab, beside the theme."""

from __future__ import annotations

import json
from typing import Any

from pyscript import window

from app.browser.platform.dom import tell
from app.core.support.untrusted_json import decode
from app.widgets.settings.device import Device, device_from

#: Their names there, and how long and how deep they may be.
PLACE, LONGEST, DEEPEST = "tableside-device", 10_000, 4
LINEUPS, LONGEST_LINEUPS, DEEPEST_LINEUPS = "tableside-lineups", 500_000, 12


def kept() -> Device:
    """What was wished at the last visit."""
    return device_from(_read(PLACE, LONGEST, DEEPEST))


def keep(record: Any) -> None:
    """Keep it, where the browser lets us; else it lasts as long as the page."""
    _write(PLACE, record)


def kept_lineups() -> dict[str, Any]:
    """Who fought whom in forecasts, by campaign."""
    found = _read(LINEUPS, LONGEST_LINEUPS, DEEPEST_LINEUPS)
    return found if isinstance(found, dict) else {}


def keep_lineups(record: Any) -> None:
    """Keep these, as long as the browser lets us."""
    _write(LINEUPS, record)


def _read(place: str, longest: int, deepest: int) -> Any:
    try:
        text = window.localStorage.getItem(place)
        return decode(text, longest, deepest) if isinstance(text, str) else None
    except Exception:  # the browser may forbid it, or something else lies there
        return None


def _write(place: str, record: Any) -> None:
    try:
        window.localStorage.setItem(place, json.dumps(record))
    except Exception:
        tell("This browser does not keep settings; they last until the page is closed.")
