"""Moments as this device writes them."""

from __future__ import annotations

from pyscript import window

from app.browser.dom import Js

_TIME: Js = window.JSON.parse('{"hour": "numeric", "minute": "2-digit"}')
_DAY: Js = window.JSON.parse('{"weekday": "long", "day": "numeric", "month": "long"}')
_DATE: Js = window.JSON.parse(
    '{"weekday": "long", "day": "numeric", "month": "long", "year": "numeric"}'
)


def clock(at: str) -> str:
    """The time of day."""
    return str(window.Date.new(at).toLocaleTimeString(None, _TIME))


def day(at: str) -> str:
    """The day, with its year."""
    return str(window.Date.new(at).toLocaleDateString(None, _DATE))


def near_day(at: str) -> str:
    """The day, for who knows the year; today as that."""
    when, now = window.Date.new(at), window.Date.new()
    if str(when.toDateString()) == str(now.toDateString()):
        return "Today"
    same_year = when.getFullYear() == now.getFullYear()
    return str(when.toLocaleDateString(None, _DAY if same_year else _DATE))
