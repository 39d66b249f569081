"""Devices at a table over the net: by a link, and a login that the host types once."""

from __future__ import annotations

from tests.browser.support.devices import Device
from tests.browser.support.driving import settle
from tests.browser.support.nats_servers import PASSWORD, USER

#: What a browser says of a server that is not there, or not any more, whatever the page does.
ABSENT = ("WebSocket connection to", "WebSocket is already in CLOSING")


def opens(host: Device, password: str = PASSWORD) -> None:
    """The host says who they are at the server."""
    host.sees("[data-together=login]")
    host.fill("[data-together=login] [name=user]", USER)
    host.fill("[data-together=login] [name=password]", password)
    host.press("[data-together=login] [name=password]", "Enter")


def joins(host: Device, guest: Device) -> None:
    """By a link alone."""
    host.go("together").tap("[data-do=invite-net]")
    host.sees("[data-code]")
    guest.open(host.text("[data-code-text]"))
    guest.sees("[data-who-am-i]")


def closed(*devices: Device) -> None:
    """At the end nobody has anything to complain of but a server that was not there."""
    for each in devices:
        settle(each.page)
        each.close(but=ABSENT)
