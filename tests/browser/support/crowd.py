"""Many devices at one table that roll at the same time, and checks of their stored entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.support.devices import Device, pair
from tests.browser.support.driving import settle, wait_for

#: A roll without decisions: it ends as soon as its dice are rolled.
ROLL = "garden/skill_test?offer_cost=false"

#: Brings a guest to the host's table; called with the host and the guest.
Join = Callable[[Device, Device], None]

#: Rolls `times` times, each time as soon as the page has finished the roll before.
ROLLS = """(times) => {
    const root = document.documentElement;
    const quiet = () => new Promise((resolve) => {
        const look = () => "busy" in root.dataset ? setTimeout(look, 4) : resolve();
        setTimeout(look);
    });
    const roll = '[data-view="garden/skill_test"] [data-do=roll]';
    window.rolled = 0;
    (async () => {
        for (; window.rolled < times; window.rolled += 1) {
            document.querySelector(roll).click();
            await quiet();
        }
    })();
}"""

#: The number of entries stored on this device.
COUNT = """new Promise((resolve, reject) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const request = opening.result.transaction("entries").objectStore("entries").count();
        request.onsuccess = () => { opening.result.close(); resolve(request.result); };
    };
})"""


#: The state of a device for the report of a failure: entries and rolls, and notices on its page.
STATE = f"""async () => [await {COUNT}, window.rolled, "busy" in document.documentElement.dataset,
    ...[...document.querySelectorAll("[role=status], [role=alert], .is-away, [data-pending]")]
        .map((each) => each.textContent.trim()).filter(Boolean)]"""


def seat_guests(host: Device, guests: Sequence[Device], join: Join = pair) -> None:
    """Seat all guests; each creates a new character. join: connects one, by default by codes."""
    for number, guest in enumerate(guests, 1):
        join(host, guest)
        guest.sees("[data-who-am-i]")
        guest.fill("form[data-together=new] input", f"Guest {number}")
        guest.tap("form[data-together=new] button")
        guest.sees("[data-view='garden/character']", f"Guest {number}")


def roll_at_once(
    devices: Sequence[Device], times: int, meanwhile: Callable[[], object] = bool
) -> list[list[dict[str, Any]]]:
    """Roll `times` times on each device, all at once; return the entries stored on each device.

    meanwhile: called while they roll.
    """
    for device in devices:
        device.go(ROLL)
    before = count_entries(devices[0])
    for device in devices:
        device.page.evaluate(ROLLS, times)
    meanwhile()
    try:
        for device in devices:
            wait_for(device.page, f"window.rolled === {times}", 400)
        return [entries_of(device, before + times * len(devices)) for device in devices]
    except AssertionError as fault:
        for device in devices:
            fault.add_note(str(device.page.evaluate(STATE)))
        raise


def entries_of(device: Device, count: int) -> list[dict[str, Any]]:
    """Return a device's stored entries in order, once there are exactly `count`."""
    wait_for(device.page, f"{COUNT}.then((stored) => stored >= {count})", 400)
    settle(device.page)
    return device.has_entries(count)


def numbers(entries: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """Return the mutation ids of each client, in the order of the log."""
    found: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        client_id, dot, number = str(entry["id"]).partition(".")
        if dot:
            found[client_id].append(int(number.partition("-")[0]))
    return dict(found)


def count_entries(device: Device) -> int:
    """Return how many entries the device has stored now."""
    return int(device.page.evaluate(COUNT))


def check(stored: Sequence[Sequence[dict[str, Any]]]) -> None:
    """Check that all devices have the same entries, and each client's mutations in sequence."""
    ids = [[entry["id"] for entry in entries] for entries in stored]
    for each in ids:
        assert len(each) == len(set(each)), "an entry is stored twice"
        assert each == ids[0], "two devices have different entries"
    for client_id, sequence in numbers(stored[0]).items():
        assert sequence == sorted(sequence), f"the mutations of {client_id} are not in order"
