"""Dates and times in the format of this device."""

from __future__ import annotations

from pyscript import window

from app.browser.platform.elements import Js

_TIME: Js = window.JSON.parse('{"hour": "numeric", "minute": "2-digit"}')
_DAY: Js = window.JSON.parse('{"weekday": "long", "day": "numeric", "month": "long"}')
_DATE: Js = window.JSON.parse(
    '{"weekday": "long", "day": "numeric", "month": "long", "year": "numeric"}'
)


def clock(at: str) -> str:
    """Return the time of day."""
    return str(window.Date.new(at).toLocaleTimeString(None, _TIME))


def local(at: str) -> str:
    """Return a time in this device's zone as `2026-01-31 21:05:00`, which table programs read."""
    return str(window.Date.new(at).toLocaleString("sv-SE"))


def today() -> str:
    """Return this device's date, in a form that is quick to make and to compare."""
    return str(window.Date.new().toDateString())


def day(at: str) -> str:
    """Return the day of an ISO time with its year: `Saturday, 31 January 2026`."""
    return str(window.Date.new(at).toLocaleDateString(None, _DATE))


def near_day(at: str) -> str:
    """Return the day without its year in the current year, or `Today`."""
    when, now = window.Date.new(at), window.Date.new()
    if str(when.toDateString()) == today():
        return "Today"
    same_year = when.getFullYear() == now.getFullYear()
    return str(when.toLocaleDateString(None, _DAY if same_year else _DATE))
