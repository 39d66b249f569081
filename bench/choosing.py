"""The time to evaluate a decision and to compute policies, in the page.

Measured is from the last die of the heaviest decisions, or from an edit of the heaviest form with
decisions, until all results are shown; in between the page handles taps.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from tests.browser.support.driving import settle, wait_for

#: Form, how it is filled, and the faces that are typed one after another.
DECISIONS = {
    "a decision: which of 5d20 again": (
        "wasteland/attack",
        "weapon_class=small-guns&attribute=7&skill=3&tagged=true&target_range=medium&bought_dice=3"
        "&rerolls=3&complication_range=2&ap_pool=6&assist_targets=9,10,11,12,13",
        (5, 8, 12, 13, 17),
    ),
    "a decision: which of 12 combat dice again": (
        "wasteland/damage",
        "weapon_class=big-guns&damage_rating=8&bonus_dice=4&rerolls=3&cover_dice=6&dr=3"
        "&target_prone=true",
        (1, 2, 3, 5, 1, 2, 3, 5, 1, 2, 5, 5),
    ),
}
POLICIES = "by how one decides: attack, 5d20, 5 assistants"

#: The target at full speed, in milliseconds; the work is incremental, so no task is that long.
TARGETS = {**dict.fromkeys(DECISIONS, 1_000), POLICIES: 3_000}

# Takes the last face back and types it anew; measured until the last number is shown.
WEIGH = """([path, face]) => new Promise((told) => {
    const view = document.querySelector(`[data-view="${path}"]`);
    view.querySelector('[data-do="back"]').click();
    const slot = view.querySelector('[data-slot="play"]');
    const began = performance.now();
    new MutationObserver((_, watch) => {
        if (!view.querySelector(".pick-row[data-do]")) return;
        watch.disconnect();
        told(performance.now() - began);
    }).observe(slot, { subtree: true, childList: true });
    view.querySelector(`[data-do="face"][data-face="${face}"]`).click();
})"""

# Waits for a moment before typing, which is not measured.
LEARN = """([path, value]) => new Promise((told) => {
    const view = document.querySelector(`[data-view="${path}"]`);
    const slot = view.querySelector('[data-slot="policies"]');
    const field = view.querySelector('[name="attribute"]');
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const began = performance.now();
    new MutationObserver((_, watch) => {
        if (slot.classList.contains("is-late")) return;
        watch.disconnect();
        told(performance.now() - began - 400);
    }).observe(slot, { attributes: true });
})"""


def measured(page: Page, rounds: int) -> dict[str, float]:
    """Return the medians, in milliseconds."""
    found = {}
    for what, (path, typed, faces) in DECISIONS.items():
        opened(page, path, typed)
        view = page.locator(f'[data-view="{path}"]')
        view.locator('[data-do="enter"]').first.click()
        for face in faces:
            view.locator(f'[data-do="face"][data-face="{face}"]').click()
        settle(page)
        times = [float(page.evaluate(WEIGH, [path, str(faces[-1])])) for _ in range(rounds)]
        found[what] = statistics.median(times)
    path, typed, _ = DECISIONS["a decision: which of 5d20 again"]
    opened(page, path, typed)
    settle(page)
    page.locator(f'[data-view="{path}"] .odds-fold > summary').click()
    settle(page)
    found[POLICIES] = statistics.median(
        float(page.evaluate(LEARN, [path, str(value)])) for value in range(8, 8 + min(rounds, 3))
    )
    return found


def opened(page: Page, path: str, typed: str) -> None:
    page.evaluate("hash => { location.hash = hash }", f"#/{path}?{typed}")
    settle(page)
    wait_for(page, f"!document.querySelector('[data-view=\"{path}\"]').hidden")
