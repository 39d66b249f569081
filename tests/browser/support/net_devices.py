"""Devices of a table over the net: the host logs in once, guests join by a link."""

from __future__ import annotations

from tests.browser.support.devices import Device
from tests.browser.support.driving import settle
from tests.browser.support.nats_servers import PASSWORD, USER

#: A browser's console errors about an absent server, which no page can prevent.
ABSENT = ("WebSocket connection to", "WebSocket is already in CLOSING")


def log_in(host: Device, password: str = PASSWORD) -> None:
    """Fill in and send the host's login to the server."""
    host.sees("[data-together=login]")
    host.fill("[data-together=login] [name=user]", USER)
    host.fill("[data-together=login] [name=password]", password)
    host.press("[data-together=login] [name=password]", "Enter")


def join_by_link(host: Device, guest: Device) -> None:
    """Open the host's invitation link on the guest."""
    host.go("together").tap("[data-do=invite-net]")
    host.sees("[data-code]")
    guest.open(host.text("[data-code-text]"))
    guest.sees("[data-who-am-i]")


def close_all(*devices: Device) -> None:
    """Close the devices and check their faults; an absent server is none."""
    for device in devices:
        settle(device.page)
        device.close(but=ABSENT)
