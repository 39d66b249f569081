"""Devices of one table: each a page in a profile of its own, driven as a person uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Error, Page, StorageState, ViewportSize

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.systems import games
from app.widgets.fight.board.board import people
from app.widgets.journal.journal import lines
from tests.browser.support.driving import (
    SOON_S,
    Trouble,
    open_ready,
    run,
    settle,
    wait_for,
    wait_for_start,
)
from tests.browser.support.workshop import Workshop

#: Records every text that other devices send, as it arrives, and every text that is decrypted.
OVERHEARD = """(() => {
    window.overheard = [];
    const Channel = globalThis.RTCDataChannel;
    const listen = Channel.prototype.addEventListener;
    Channel.prototype.addEventListener = function (type, listener, ...rest) {
        if (type === "message" && !this.overheard) {
            this.overheard = true;
            listen.call(this, "message", ({ data }) => window.overheard.push(String(data)));
        }
        return listen.call(this, type, listener, ...rest);
    };
    const record = (bytes) => window.overheard.push(new TextDecoder("utf-8").decode(bytes));
    const Socket = globalThis.WebSocket;
    globalThis.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => record(data));
        }
    };
    if (!globalThis.SubtleCrypto) return; // an empty page
    const open = SubtleCrypto.prototype.decrypt;
    SubtleCrypto.prototype.decrypt = async function (...given) {
        const plaintext = await open.apply(this, given);
        record(plaintext);
        return plaintext;
    };
})()"""

#: Records the channels that this page makes, each with its connection, and its server sockets.
CHANNELS = """(() => {
    window.channels = [];
    window.lines = [];
    const Socket = globalThis.WebSocket;
    globalThis.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            window.lines.push(this);
        }
    };
    if (!globalThis.RTCPeerConnection) return; // an empty page
    const { createDataChannel } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.createDataChannel = function (...given) {
        const channel = createDataChannel.apply(this, given);
        window.channels.push({ channel, connection: this });
        return channel;
    };
})()"""

#: Keeps a page from storing itself for offline use, as on a connection that is slow in fetching it:
#: most profiles here are too short-lived to use the copy.
WITHOUT_COPY = """{
    const { ServiceWorkerContainer: Container } = globalThis; // missing in an empty page
    if (Container) Container.prototype.register = () => new Promise(() => {});
}"""

#: The open channels.
OPEN = "window.channels.filter(({ channel }) => channel.readyState === 'open')"

#: The standby channels: offered here and answered, they wait for the other device to rejoin.
WAITING = """window.channels.filter(({ channel, connection }) =>
    channel.readyState === 'connecting' && connection.signalingState === 'stable'
    && connection.remoteDescription?.type === 'answer')"""

#: Every row of every store, as text.
STORED = """new Promise((resolve, reject) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = async () => {
        const db = opening.result, rows = [];
        for (const name of db.objectStoreNames) {
            rows.push(...await new Promise((done) => {
                const request = db.transaction(name).objectStore(name).getAll();
                request.onsuccess = () => done(request.result);
            }));
        }
        db.close();
        resolve(JSON.stringify(rows));
    };
})"""


def rows_of(store: str) -> str:
    """Return JavaScript for all rows of this object store: a promise of one JSON text."""
    return f"""new Promise((resolve, reject) => {{
        const opening = indexedDB.open("tableside");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {{
            const all = opening.result.transaction("{store}").objectStore("{store}").getAll();
            all.onsuccess = () => {{
                opening.result.close();
                resolve(JSON.stringify(all.result));
            }};
        }};
    }})"""


#: The journal as the page shows it, newest first: each row's entry, grade, and whether undone.
JOURNAL = """[...document.querySelectorAll("[data-slot=journal] [data-entry]")].map((row) =>
    [row.dataset.entry, row.querySelector(".entry-grade").textContent, "undone" in row.dataset])"""

#: How many of the newest journal rows are compared.
ROWS = 40

#: The fight as the open page shows it: the round, the combatants in order, and the current one.
FIGHT = """(() => {
    const shown = document.querySelector("[data-view$='/encounter']:not([hidden])");
    const places = [...(shown?.querySelectorAll(".order [data-place]") ?? [])];
    return {
        round: shown?.querySelector(".turn-heading").textContent,
        there: places.map((each) => each.dataset.name),
        turn: shown?.querySelector(".turn-who")?.textContent.trim() ?? "",
    };
})()"""

#: A summary of the visible text, for failure messages.
VISIBLE_TEXT = """() =>
    [...document.querySelectorAll("[data-notice], .is-away, [data-view]:not([hidden])")]
    .map((each) => each.innerText.replace(/\\s+/g, " ").slice(0, 1500)).join(" | ")"""


class Device:
    """A page in a profile of its own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        width: int = 820,
        height: int = 1180,
        storage: StorageState | None = None,
    ) -> None:
        """storage: the stored data of another device, to start with a copy of it."""
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=storage,
            ignore_https_errors=True,  # the servers of the tests have self-signed certificates
        )
        self.context.add_init_script(OVERHEARD)
        self.context.add_init_script(CHANNELS)
        self.context.add_init_script(WITHOUT_COPY)
        self.trouble = Trouble(self.context)
        self.address = address
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        return self.context.new_page()

    def open(self, address: str = "") -> Device:
        open_ready(self.page, address or self.address)
        self._skip_snapshot()
        return self

    def _skip_snapshot(self) -> None:
        """Keep the page from making a snapshot: these profiles are too short-lived to use it."""
        self.page.evaluate("document.documentElement.dataset.memory ??= 'refused'")
        settle(self.page)

    def reopen(self, tap: str = "") -> None:
        """Close the tab and open it again. tap: a selector to tap before the page has started."""
        address = self.page.url
        self.page.close()
        self.page = self.new_page()
        if tap:
            self.page.goto(address, wait_until="commit")
            self.page.locator(f"{tap}:visible").first.click()
            assert wait_for_start(self.page) == "ready"
            self._skip_snapshot()
        else:
            self.open(address)

    def go(self, path: str) -> Device:
        self.page.evaluate("path => { location.hash = `#/${path}` }", path)
        settle(self.page)
        return self

    def tap(self, selector: str) -> Device:
        """Tap an element; open the ⋯ menu of its form or result first if it is in there."""
        within = self.page.locator(f"[data-view]:not([hidden]) .foot-more:has({selector})")
        if within.count() and not self.page.locator(f"{selector}:visible").count():
            within.locator("summary").first.click()
        try:
            self.page.locator(f"{selector}:visible").first.click()
        except Error as fault:
            fault.add_note(f"The page shows: {self.page.evaluate(VISIBLE_TEXT)}")
            raise
        settle(self.page)
        return self

    def press(self, selector: str, key: str) -> Device:
        """Press a key in this element."""
        self.page.locator(f"{selector}:visible").first.press(key)
        settle(self.page)
        return self

    def stored(self, pattern: str) -> list[str]:
        """Return the first group of each match in the stored data, with quotes unescaped."""
        return re.findall(pattern, str(self.page.evaluate(STORED)).replace("\\", ""))

    def fill(self, selector: str, text: str) -> Device:
        self.page.locator(f"{selector}:visible").first.fill(text)
        return self

    def write(self, selector: str, text: str) -> Device:
        """Fill a field and leave it."""
        self.fill(selector, text).page.keyboard.press("Tab")
        settle(self.page)
        return self

    def run(self, code: str) -> Any:
        """Run Python in the page's own interpreter; return the value of its last line."""
        return run(self.page, code)

    def text(self, selector: str) -> str:
        return self.page.locator(f"{selector}:visible").first.input_value()

    def sees(self, selector: str, words: str = "") -> str:
        """Wait for a visible element that contains these words; return its text."""
        text = json.dumps(words)
        found = f"""[...document.querySelectorAll({json.dumps(selector)})].find((each) =>
            each.checkVisibility() && each.textContent.includes({text}))"""
        try:
            wait_for(self.page, f"{found} !== undefined")
        except AssertionError as fault:
            fault.add_note(f"The page shows: {self.page.evaluate(VISIBLE_TEXT)}")
            raise
        return str(self.page.evaluate(f"{found}?.textContent ?? ''")).strip()

    def sees_no(self, selector: str) -> None:
        wait_for(self.page, f"document.querySelector({json.dumps(selector)}) === null")

    def has_entries(self, count: int) -> list[dict[str, Any]]:
        """Wait for `count` stored entries, check that the journal shows them, and return them."""
        stored = rows_of("entries")
        wait_for(self.page, f"{stored}.then((text) => JSON.parse(text).length >= {count})")
        rows = json.loads(self.page.evaluate(stored))
        entries = sorted((json.loads(row["text"]) for row in rows), key=lambda each: each["n"])
        assert len(entries) == count, [entry["fact"] for entry in entries]
        self._shows(entries)
        return entries

    def _shows(self, entries: Sequence[dict[str, Any]]) -> None:
        """Wait until the page's journal shows these entries and no others."""
        journal = rebuild_journal(entries)
        state = journal.state
        rows = lines(journal.page, games()[state.game], people(state))[:ROWS]
        wanted = json.dumps([[row.id, row.words, row.undone] for row in rows])
        shown = f"JSON.stringify({JOURNAL}.slice(0, {ROWS}))"
        try:
            wait_for(self.page, f"{shown} === JSON.stringify({wanted})", SOON_S)
        except AssertionError as fault:
            fault.add_note(f"The journal shows {self.page.evaluate(shown)} instead of {wanted}")
            raise

    def newest(self, count: int) -> list[str]:
        """Return the ids of the newest entries in the journal, newest first."""
        found: list[str] = self.page.evaluate(f"{JOURNAL}.slice(0, {count}).map(([id]) => id)")
        return found

    def shows_newest(self, wanted: Sequence[str]) -> None:
        """Wait until these are the newest entries in the journal, newest first."""
        shown = f"{JOURNAL}.slice(0, {len(wanted)}).map(([id]) => id)"
        wait_for(self.page, f"JSON.stringify({shown}) === JSON.stringify({json.dumps(wanted)})")

    def shows_fight(self, wanted: dict[str, Any]) -> None:
        """Wait until this page shows this fight (`fight` of another device)."""
        try:
            same = f"JSON.stringify({FIGHT}) === JSON.stringify({json.dumps(wanted)})"
            wait_for(self.page, same, SOON_S)
        except AssertionError as fault:
            fault.add_note(f"The page shows {self.fight} instead of {wanted}")
            raise

    @property
    def fight(self) -> dict[str, Any]:
        """The fight as the open page shows it."""
        settle(self.page)
        found: dict[str, Any] = self.page.evaluate(FIGHT)
        return found

    def waits(self, ways: int) -> None:
        """Wait for that many standby channels, by which closed pages rejoin without a code."""
        wait_for(self.page, f"{WAITING}.length >= {ways}")

    @property
    def received(self) -> str:
        """Everything that other devices have sent here, and everything stored here."""
        return "".join(self.page.evaluate("window.overheard")) + str(self.page.evaluate(STORED))

    def end(self) -> None:
        """Close the profile."""
        self.context.close()

    def close(self, but: tuple[str, ...] = ()) -> None:
        """Close the profile and check its faults. but: texts of faults that are allowed."""
        self.end()
        found = [each for each in self.trouble.found if not any(word in each for word in but)]
        assert not found, "\n".join(found)


class WorkshopDevice(Device):
    """A device in a shared profile with a cached page: it starts sooner, as on a later visit."""

    def __init__(self, workshop: Workshop, address: str, width: int = 820) -> None:
        self._workshop = workshop
        self._size: ViewportSize = {"width": width, "height": 1180}
        self.context = workshop.context
        self.trouble = Trouble(self.context)
        self.address = address
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self._workshop.open()
        page.set_viewport_size(self._size)
        for script in (OVERHEARD, CHANNELS):
            page.add_init_script(script)
        return page

    def end(self) -> None:
        """Stop recording faults: the profile is cleared after the test."""
        self.trouble.close()


def rebuild_journal(entries: Sequence[Any]) -> Journal:
    """Return the journal of these entries."""
    journal = Journal("table")
    for entry in entries:
        journal = append_entry(journal, Entry.read(entry))
    return journal


def pair(host: Device, guest: Device) -> None:
    """Connect two devices by their two codes, which are filled in instead of scanned."""
    let_in(host, answer(guest, invite(host)))
    host.sees("[data-code-notice]", "That device joined.")
    host.tap("[data-do=invite-close]")


def invite(host: Device) -> str:
    """Return the host's invitation, as a link."""
    host.go("together").tap("[data-do=invite]")
    host.sees("[data-invite]")
    return host.text("[data-invite] [data-code-text]")


def answer(guest: Device, invitation: str) -> str:
    """Open the invitation on the guest; return the reply code that it shows."""
    guest.open(invitation)
    guest.sees("[data-view=join] [data-code]")
    return guest.text("[data-code-text]")


def let_in(host: Device, reply: str) -> None:
    """Enter a guest's reply code on the host."""
    host.fill("form[data-together=code] input", reply)
    host.tap("form[data-together=code] button:not([type=button])")
