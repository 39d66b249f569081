"""Several devices at one table: each a page of its own, told apart by what a person does there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Error, Page, StorageState

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

#: Keeps every text that another device sends, as it arrives; sealed ones also as they were opened.
OVERHEARD = """(() => {
    window.overheard = [];
    const Channel = globalThis.RTCDataChannel;
    const listen = Channel.prototype.addEventListener;
    Channel.prototype.addEventListener = function (what, heard, ...rest) {
        if (what === "message" && !this.overheard) {
            this.overheard = true;
            listen.call(this, "message", ({ data }) => window.overheard.push(String(data)));
        }
        return listen.call(this, what, heard, ...rest);
    };
    const keep = (bytes) => window.overheard.push(new TextDecoder("utf-8").decode(bytes));
    const Socket = globalThis.WebSocket;
    globalThis.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => keep(data));
        }
    };
    if (!globalThis.SubtleCrypto) return; // an empty page
    const open = SubtleCrypto.prototype.decrypt;
    SubtleCrypto.prototype.decrypt = async function (...given) {
        const opened = await open.apply(this, given);
        keep(opened);
        return opened;
    };
})()"""

#: Remembers the channels that this page made, each with its connection, and its lines to a server.
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
        const made = createDataChannel.apply(this, given);
        window.channels.push({ channel: made, connection: this });
        return made;
    };
})()"""

#: Those over which something can be said.
OPEN = "window.channels.filter(({ channel }) => channel.readyState === 'open')"

#: Those that are agreed on, and wait for somebody who comes back: they were offered here.
WAITING = """window.channels.filter(({ channel, connection }) =>
    channel.readyState === 'connecting' && connection.signalingState === 'stable'
    && connection.remoteDescription?.type === 'answer')"""

#: Every row of every store, as text.
STORED = """new Promise((told, failed) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = async () => {
        const db = opening.result, rows = [];
        for (const name of db.objectStoreNames) {
            rows.push(...await new Promise((done) => {
                const asked = db.transaction(name).objectStore(name).getAll();
                asked.onsuccess = () => done(asked.result);
            }));
        }
        db.close();
        told(JSON.stringify(rows));
    };
})"""


def rows_of(store: str) -> str:
    """Every row that is stored there, as one text in a promise."""
    return f"""new Promise((told, failed) => {{
        const opening = indexedDB.open("tableside");
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {{
            const all = opening.result.transaction("{store}").objectStore("{store}").getAll();
            all.onsuccess = () => {{ opening.result.close(); told(JSON.stringify(all.result)); }};
        }};
    }})"""


#: The journal as the page shows it, newest first: each row's entry, its verdict, is it undone?
JOURNAL = """[...document.querySelectorAll("[data-slot=journal] [data-entry]")].map((row) =>
    [row.dataset.entry, row.querySelector(".entry-grade").textContent, "undone" in row.dataset])"""

#: So many of the newest rows are compared.
ROWS = 40

#: The fight as the open page shows it: the round, who is there in their order, who has the turn.
FIGHT = """(() => {
    const shown = document.querySelector("[data-view$='/encounter']:not([hidden])");
    const places = [...(shown?.querySelectorAll(".order [data-place]") ?? [])];
    return {
        round: shown?.querySelector(".turn-heading").textContent,
        there: places.map((each) => each.dataset.name),
        turn: shown?.querySelector(".turn-who")?.textContent.trim() ?? "",
    };
})()"""

#: What a person reads there, in short.
SEEN = """() => [...document.querySelectorAll("[data-notice], .is-away, [data-view]:not([hidden])")]
    .map((each) => each.innerText.replace(/\\s+/g, " ").slice(0, 1500)).join(" | ")"""


class Device:
    """A page in a profile of its own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        width: int = 820,
        height: int = 1180,
        kept: StorageState | None = None,
    ) -> None:
        """kept: what another device has stored, of which this one is a copy."""
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=kept,
            ignore_https_errors=True,  # a server of a test vouches for itself
        )
        self.context.add_init_script(OVERHEARD)
        self.context.add_init_script(CHANNELS)
        self.trouble = Trouble(self.context)
        self.address = address
        self.page: Page = self.context.new_page()

    def open(self, address: str = "") -> Device:
        open_ready(self.page, address or self.address)
        self._stays()
        return self

    def _stays(self) -> None:
        """To make a next start shorter, seconds after this one, is worth nothing here."""
        self.page.evaluate("document.documentElement.dataset.memory ??= 'refused'")
        settle(self.page)

    def again(self, tapped: str = "") -> None:
        """The tab is closed and opened anew. tapped: there, before it has started."""
        where = self.page.url
        self.page.close()
        self.page = self.context.new_page()
        if tapped:
            self.page.goto(where, wait_until="commit")
            self.page.locator(f"{tapped}:visible").first.click()
            assert wait_for_start(self.page) == "ready"
            self._stays()
        else:
            self.open(where)

    def go(self, path: str) -> Device:
        self.page.evaluate("path => { location.hash = `#/${path}` }", path)
        settle(self.page)
        return self

    def tap(self, selector: str) -> Device:
        """Taps it; what is in the menu of a form or a result, after its ⋯."""
        within = self.page.locator(f"[data-view]:not([hidden]) .foot-more:has({selector})")
        if within.count() and not self.page.locator(f"{selector}:visible").count():
            within.locator("summary").first.click()
        try:
            self.page.locator(f"{selector}:visible").first.click()
        except Error as fault:
            fault.add_note(f"There stands: {self.page.evaluate(SEEN)}")
            raise
        settle(self.page)
        return self

    def press(self, selector: str, key: str) -> Device:
        """A key, where the focus stands there."""
        self.page.locator(f"{selector}:visible").first.press(key)
        settle(self.page)
        return self

    def stored(self, pattern: str) -> list[str]:
        """All that is stored here in this form (its first group), quotes unescaped."""
        return re.findall(pattern, str(self.page.evaluate(STORED)).replace("\\", ""))

    def fill(self, selector: str, text: str) -> Device:
        self.page.locator(f"{selector}:visible").first.fill(text)
        return self

    def write(self, selector: str, text: str) -> Device:
        """Write it, and leave the field."""
        self.fill(selector, text).page.keyboard.press("Tab")
        settle(self.page)
        return self

    def run(self, code: str) -> Any:
        """The value of the last line of this Python, in the page's own interpreter."""
        return run(self.page, code)

    def text(self, selector: str) -> str:
        return self.page.locator(f"{selector}:visible").first.input_value()

    def sees(self, selector: str, words: str = "") -> str:
        """What stands there, once it is to be seen and says these words."""
        said = json.dumps(words)
        found = f"""[...document.querySelectorAll({json.dumps(selector)})].find((each) =>
            each.checkVisibility() && each.textContent.includes({said}))"""
        try:
            wait_for(self.page, f"{found} !== undefined")
        except AssertionError as fault:
            fault.add_note(f"There stands: {self.page.evaluate(SEEN)}")
            raise
        return str(self.page.evaluate(f"{found}?.textContent ?? ''")).strip()

    def sees_no(self, selector: str) -> None:
        wait_for(self.page, f"document.querySelector({json.dumps(selector)}) === null")

    def has_entries(self, count: int) -> list[dict[str, Any]]:
        """The facts that are stored here and shown in the journal, once there are so many."""
        there = rows_of("entries")
        wait_for(self.page, f"{there}.then((text) => JSON.parse(text).length >= {count})")
        rows = json.loads(self.page.evaluate(there))
        entries = sorted((json.loads(each["text"]) for each in rows), key=lambda each: each["n"])
        assert len(entries) == count, [each["fact"] for each in entries]
        self._shows(entries)
        return entries

    def _shows(self, entries: Sequence[dict[str, Any]]) -> None:
        """The page's journal tells these entries, and no others."""
        journal = folded(entries)
        state = journal.state
        rows = lines(journal.page, games()[state.game], people(state))[:ROWS]
        wanted = json.dumps([[each.id, each.words, each.undone] for each in rows])
        shown = f"JSON.stringify({JOURNAL}.slice(0, {ROWS}))"
        try:
            wait_for(self.page, f"{shown} === JSON.stringify({wanted})", SOON_S)
        except AssertionError as fault:
            fault.add_note(f"The journal shows {self.page.evaluate(shown)} instead of {wanted}")
            raise

    def newest(self, count: int) -> list[str]:
        """The ids of so many entries on top of the journal, newest first."""
        found: list[str] = self.page.evaluate(f"{JOURNAL}.slice(0, {count}).map(([id]) => id)")
        return found

    def shows_newest(self, wanted: Sequence[str]) -> None:
        """These entries stand on top of the journal, newest first."""
        shown = f"{JOURNAL}.slice(0, {len(wanted)}).map(([id]) => id)"
        wait_for(self.page, f"JSON.stringify({shown}) === JSON.stringify({json.dumps(wanted)})")

    def shows_fight(self, wanted: dict[str, Any]) -> None:
        """The fight that stands open here is that one (`fight` of another device)."""
        try:
            same = f"JSON.stringify({FIGHT}) === JSON.stringify({json.dumps(wanted)})"
            wait_for(self.page, same, SOON_S)
        except AssertionError as fault:
            fault.add_note(f"There is {self.fight} instead of {wanted}")
            raise

    @property
    def fight(self) -> dict[str, Any]:
        """The fight as it stands open here."""
        settle(self.page)
        found: dict[str, Any] = self.page.evaluate(FIGHT)
        return found

    def waits(self, ways: int) -> None:
        """Others whose pages are closed find their way here, by one of so many, without a code."""
        wait_for(self.page, f"{WAITING}.length >= {ways}")

    @property
    def got(self) -> str:
        """All that other devices sent here, and all that is stored of it."""
        return "".join(self.page.evaluate("window.overheard")) + str(self.page.evaluate(STORED))

    def end(self) -> None:
        """Its browser is there no more."""
        self.context.close()

    def close(self, but: tuple[str, ...] = ()) -> None:
        """Nothing went wrong here until the end, but what has one of these words in it."""
        self.end()
        found = [each for each in self.trouble.found if not any(word in each for word in but)]
        assert not found, "\n".join(found)


def folded(entries: Sequence[Any]) -> Journal:
    """The journal of these entries."""
    journal = Journal("table")
    for each in entries:
        journal = append_entry(journal, Entry.read(each))
    return journal


def pair(host: Device, guest: Device) -> None:
    """The two codes, given by hand: what two cameras do in a room."""
    let_in(host, answer(guest, invite(host)))
    host.sees("[data-code-notice]", "That device joined.")
    host.tap("[data-do=invite-close]")


def invite(host: Device) -> str:
    """The invitation that the host shows, as a link."""
    host.go("together").tap("[data-do=invite]")
    host.sees("[data-invite]")
    return host.text("[data-invite] [data-code-text]")


def answer(guest: Device, invitation: str) -> str:
    """The code that the guest shows in return."""
    guest.open(invitation)
    guest.sees("[data-view=join] [data-code]")
    return guest.text("[data-code-text]")


def let_in(host: Device, reply: str) -> None:
    """The host reads the code that a guest shows in return."""
    host.fill("form[data-together=code] input", reply)
    host.tap("form[data-together=code] button:not([type=button])")
