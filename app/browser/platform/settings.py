"""Settings of this device, stored for all tabs beside the theme."""

from __future__ import annotations

import json

from pyscript import window

from app.browser.platform.dom import notify
from app.core.support.untrusted_json import decode
from app.widgets.settings.device import Device, device_from

#: Storage keys, with limits of length and depth.
PLACE, LONGEST, DEEPEST = "tableside-device", 10_000, 4
LINEUPS, LONGEST_LINEUPS, DEEPEST_LINEUPS = "tableside-lineups", 500_000, 12

#: The notice where the browser stores no settings.
NOT_SAVING = "This browser isn’t saving settings. They reset when you close the page."


def read_device() -> Device:
    """Return the stored settings of this device."""
    return device_from(_read(PLACE, LONGEST, DEEPEST))


def keep(record: object) -> None:
    """Store the settings; without storage they last as long as the page."""
    _write(PLACE, record)


def read_lineups() -> dict[str, object]:
    """Return the stored lineups of forecasts, by campaign."""
    lineups = _read(LINEUPS, LONGEST_LINEUPS, DEEPEST_LINEUPS)
    return lineups if isinstance(lineups, dict) else {}


def keep_lineups(record: object) -> None:
    """Store the lineups of forecasts."""
    _write(LINEUPS, record)


def _read(key: str, longest: int, deepest: int) -> object:
    try:
        text = window.localStorage.getItem(key)
        return decode(text, longest, deepest) if isinstance(text, str) else None
    except Exception:  # storage is forbidden or holds something else
        return None


def _write(key: str, record: object) -> None:
    try:
        window.localStorage.setItem(key, json.dumps(record))
    except Exception:
        notify(NOT_SAVING)
