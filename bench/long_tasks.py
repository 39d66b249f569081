"""The longest tasks of the page's main thread, by two clocks.

`lasted` is the time by the observer in the page (`PerformanceObserver`, long tasks), as a person
feels it. `worked` is the processor time by the browser's trace, which does not depend on other
processes. A task is too long if both are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.support.driving import open_ready, settle
from tests.browser.support.tracing import Trace

#: The limit for a task, in milliseconds.
LONGEST = 100

#: Traced categories: tasks, and the marks between steps.
TRACED = ("disabled-by-default-devtools.timeline", "blink.user_timing")
TASK, MARK = "RunTask", "step "

#: The first step begins when the page is ready.
READY = "it has become ready"

WATCH = """
    window.longTasks = [];
    window.noted = (list) => list.forEach(({ startTime, duration }) => {
        window.longTasks.push([startTime, duration]);
    });
    window.watchesTasks = new PerformanceObserver((list) => window.noted(list.getEntries()));
    window.watchesTasks.observe({ type: "longtask", buffered: true });
    new MutationObserver((_, observer) => {
        if (document.documentElement?.dataset.state !== "ready") return;
        observer.disconnect();
        performance.mark("step 0");
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
"""

#: The observed tasks, after the browser has reported all of them.
OBSERVED = """() => new Promise((told) => requestAnimationFrame(() => setTimeout(() => {
    window.noted(window.watchesTasks.takeRecords());
    told(window.longTasks);
})))"""

BEGUN = "performance.getEntriesByName('step 0')[0].startTime"


@dataclass(frozen=True)
class Took:
    """The longest task of a step in milliseconds: by the clock, and in processor time.

    lasted is 0 where the observer saw none; it sees those of more than 50 ms.
    """

    step: str
    lasted: float
    worked: float

    def is_over(self, most: float = LONGEST) -> bool:
        """Tell whether the task is longer by both clocks. most: in milliseconds."""
        return self.lasted > most and self.worked > most


class Watch:
    """A recording of the page's tasks by step, from ready on."""

    def __init__(self, page: Page, session: CDPSession, address: str) -> None:
        self._page = page
        self._trace = Trace(page, session, TRACED)
        page.add_init_script(WATCH)
        open_ready(page, address)
        self._steps: list[tuple[str, float]] = [(READY, float(page.evaluate(BEGUN)))]

    def begins(self, step: str) -> None:
        """Begin a step; later tasks belong to it."""
        settle(self._page)
        mark = f"{MARK}{len(self._steps)}"
        at = self._page.evaluate("mark => performance.mark(mark).startTime", mark)
        self._steps.append((step, float(at)))

    def took(self) -> list[Took]:
        """Return the longest task of each step."""
        self.begins("")
        observed: list[list[float]] = self._page.evaluate(OBSERVED)
        return list(self._told(observed, self._trace.events()))

    def _told(self, observed: list[list[float]], events: list[dict[str, Any]]) -> Iterator[Took]:
        marks = {str(event["name"]): event for event in events if MARK in str(event["name"])}
        main = {(mark["pid"], mark["tid"]) for mark in marks.values()}
        tasks = [
            event
            for event in events
            if TASK in event["name"] and "tdur" in event and (event["pid"], event["tid"]) in main
        ]
        for place, (step, begun) in enumerate(self._steps[:-1]):
            ended = self._steps[place + 1][1]
            first, last = (marks[f"{MARK}{n}"]["ts"] for n in (place, place + 1))
            lasted = [long for at, long in observed if begun - 1 <= at < ended]
            worked = [task["tdur"] / 1e3 for task in tasks if first <= task["ts"] < last]
            yield Took(step, max(lasted, default=0), max(worked, default=0))


@contextmanager
def watched(page: Page, address: str) -> Iterator[Watch]:
    """Open the page in an empty tab and watch its tasks once it is ready."""
    session = page.context.new_cdp_session(page)
    try:
        yield Watch(page, session, address)
    finally:
        session.detach()
