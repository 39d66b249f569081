"""The clock of one tab: its long timers wait for the test, and its time of day can be set.

Playwright's own clock would hold for all tabs of the shared profile.
"""

from __future__ import annotations

import json

from playwright.sync_api import Page

#: Runs timers of a second and more only by `advance(ms)`, however slow the machine is.
TIMERS = """{
    const { setTimeout: start, clearTimeout: stop } = globalThis;
    const waiting = new Map();
    let now = 0, last = 0;
    globalThis.setTimeout = (action, wait, ...given) => {
        if (!(wait >= 1000)) return start(action, wait, ...given);
        last -= 1;
        waiting.set(last, { action: () => action(...given), at: now + wait });
        return last;
    };
    globalThis.clearTimeout = (timer) => waiting.delete(timer) || stop(timer);
    globalThis.advance = (ms) => {
        now += ms;
        const due = [...waiting].filter(([, { at }]) => at <= now);
        due.sort(([, one], [, other]) => one.at - other.at);
        for (const [timer, { action }] of due) if (waiting.delete(timer)) action();
    };
}"""

#: Stops the time of day: `setTime(text)` sets it.
DATE = """{
    const Original = Date;
    let fixed;
    globalThis.setTime = (text) => { fixed = new Original(text).getTime(); };
    globalThis.Date = class extends Original {
        constructor(...given) { super(...(given.length ? given : [fixed])); }
        static now() { return fixed; }
    };
}"""


class TabClock:
    """Sets the time of a tab, from its next start on."""

    def __init__(self, page: Page, time: str = "") -> None:
        """time: the local time at which the tab's date stops; without one it goes on."""
        self._page = page
        page.add_init_script(TIMERS)
        if time:
            page.add_init_script(f"{DATE} setTime({json.dumps(time)});")

    def advance(self, seconds: float) -> None:
        """Run the timers that are due within so many seconds."""
        self._page.evaluate("ms => advance(ms)", seconds * 1000)

    def set(self, time: str) -> None:
        """Set the tab's stopped date to this local time."""
        self._page.evaluate("time => setTime(time)", time)
