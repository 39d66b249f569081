"""Many at one table: seated by their codes, rolling all at once, each with what it stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.support.devices import Device, pair
from tests.browser.support.driving import settle, wait_for

#: A roll that is over when its dice lie there.
ROLL = "garden/skill_test?offer_cost=false"

#: How somebody comes to a table: the host, and the guest.
Joins = Callable[[Device, Device], None]

#: Rolls so often, each as soon as the page has done the one before.
ROLLS = """(times) => {
    const root = document.documentElement;
    const quiet = () => new Promise((told) => {
        const look = () => "busy" in root.dataset ? setTimeout(look, 4) : told();
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

#: How many entries are stored here.
COUNT = """new Promise((told, failed) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction("entries").objectStore("entries").count();
        asked.onsuccess = () => { opening.result.close(); told(asked.result); };
    };
})"""


def seated(host: Device, guests: Sequence[Device], joins: Joins = pair) -> None:
    """Everybody comes (by two codes); who finds no character there plays somebody new."""
    for number, guest in enumerate(guests, 1):
        joins(host, guest)
        guest.sees("[data-who-am-i]")
        guest.fill("form[data-together=new] input", f"Guest {number}")
        guest.tap("form[data-together=new] button")
        guest.sees("[data-view='garden/character']", f"Guest {number}")


def roll_at_once(
    devices: Sequence[Device], times: int, meanwhile: Callable[[], object] = bool
) -> list[list[dict[str, Any]]]:
    """Each rolls so often, all at the same time; what every device has stored afterwards."""
    for each in devices:
        each.go(ROLL)
    before = entries_there(devices[0])
    for each in devices:
        each.page.evaluate(ROLLS, times)
    meanwhile()
    for each in devices:
        wait_for(each.page, f"window.rolled === {times}", 400)
    return [entries_of(each, before + times * len(devices)) for each in devices]


def entries_of(device: Device, count: int) -> list[dict[str, Any]]:
    """What is stored there, in its order, once there are so many entries, and not one more."""
    wait_for(device.page, f"{COUNT}.then((there) => there >= {count})", 400)
    settle(device.page)
    return device.has_entries(count)


def numbers(entries: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """By the device that acted, the numbers that its acts have there, as they stand in the log."""
    found: dict[str, list[int]] = defaultdict(list)
    for each in entries:
        line, dot, number = str(each["id"]).partition(".")
        if dot:
            found[line].append(int(number.partition("-")[0]))
    return dict(found)


def entries_there(device: Device) -> int:
    """How many are stored there just now."""
    return int(device.page.evaluate(COUNT))


def check(stored: Sequence[Sequence[dict[str, Any]]]) -> None:
    """Every device has the same acts in the same order, none twice, each person's in their own."""
    ids = [[each["id"] for each in entries] for entries in stored]
    for each in ids:
        assert len(each) == len(set(each)), "something is there twice"
        assert each == ids[0], "two devices tell another story"
    for line, told in numbers(stored[0]).items():
        assert told == sorted(told), f"the acts of {line} are not in their order"
