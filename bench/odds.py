"""The time of exact odds in the page: from an edit of a heavy form to the new rows.

`python -m bench.odds [--rounds 5]`, from `make bench`. A form is filled by its link, then one of
its fields gets another value each time; measured inside the page is the edit with all its
consequences: the check of the inputs, the odds, the rows on the screen. A tap on Roll is measured
to the result; decisions and policies are measured too (`bench/choosing.py`). Printed are medians in
milliseconds, at full speed and with the CPU slowed 4x.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, sync_playwright

from app.core.games import find
from app.systems import games
from app.widgets.odds.helps import room
from bench import choosing, comparing
from bench.startup import SPEEDS, fresh_profile
from building.paths import DIST
from building.serving import Site
from tests.browser.support.driving import open_ready, settle, wait_for

#: The targets at full speed, in milliseconds.
TARGET = 100
DISTRIBUTION_TARGET = 150
NOTATION_TARGET = 20
HELPS_TARGET = 150
TAP_TARGET = 100


@dataclass(frozen=True)
class Heavy:
    """A form with its heaviest link, and an edit: a field, with a value per round."""

    what: str
    procedure: str
    typed: str
    edited: tuple[str, tuple[str, ...]]
    target: int = TARGET
    distribution: bool = False

    @property
    def path(self) -> str:
        return self.procedure.replace(".", "/")


def _numbers(first: int, step: int = 1) -> tuple[str, ...]:
    return tuple(str(first + step * place) for place in range(30))


DAMAGE = (
    "weapon_class=big-guns&damage_rating=8&extra_shots=4&fire_rate=4&shots=99"
    "&cover_dice=6&dr=3&vicious=true&piercing=2"
)

#: Twelve in a zone, no two alike, some of them prone behind cover.
BLAST = (
    "weapon_class=explosives&damage_rating=6&rerolls=1&vicious=true&targets=12"
    f"&target_dr={','.join(str(number % 5) for number in range(72))}"
    "&target_cover=0,1,2,3,0,1,2,3,0,1,2,3&prone_targets=2,4,6"
    "&target_hp=1,2,3,4,5,6,7,8,9,10,9,8"
)

FORMS = (
    Heavy(
        "garden: attack, 8 dice aiming, against 8",
        "garden.attack",
        "attack_kind=ranged&attacker_skill=8&attacker_attribute=3&dv=5&aim=head&aim_rounds=3"
        "&defender_skill=8&defender_attribute=2&cover=light&range_band=medium&offer_cost=true",
        ("attacker_modifier", _numbers(-9)),
    ),
    Heavy(
        "wasteland: attack, 5d20 with a re-roll",
        "wasteland.attack",
        "weapon_class=small-guns&attribute=7&skill=3&tagged=true&target_range=medium"
        "&bought_dice=3&rerolls=1&complication_range=2&ap_pool=6",
        ("attribute", _numbers(1)),
    ),
    Heavy(
        "wasteland: damage, 12 combat dice and cover",
        "wasteland.damage",
        DAMAGE,
        ("max_hp", _numbers(10)),
    ),
    Heavy(
        "wasteland: its damage, number by number",
        "wasteland.damage",
        DAMAGE,
        ("dr", _numbers(1)),
        DISTRIBUTION_TARGET,
        distribution=True,
    ),
    Heavy(
        "wasteland: damage, 12 combat dice and luck",
        "wasteland.damage",
        DAMAGE + "&rerolls=3",
        ("max_hp", _numbers(10)),
    ),
    Heavy(
        "wasteland: a blast on twelve",
        "wasteland.blast",
        BLAST,
        ("damage_rating", ("6", "7", "8", "9", "10", "11") * 5),
    ),
    Heavy(
        "trueworld: assisted action, 4 helpers",
        "trueworld.assisted_action",
        "helper_dice=d12,d10,d8,unskilled&ability_die=d12&difficulty=d12&position=disadvantage",
        ("boost_dice", ("1", "2", "3", "4", "0") * 4),
    ),
    Heavy(
        "prism: static maneuver, one end of its range",
        "prism.static_maneuver",
        "bonus=400&difficulty=impossible&total_penalty=-200",
        ("other", _numbers(-300)),
    ),
    Heavy(
        "prism: moving maneuver, the other end",
        "prism.moving_maneuver",
        "bonus=-200&difficulty=routine",
        ("other", _numbers(271)),
    ),
    Heavy(
        "striker: attack with double dice",
        "striker.attack",
        "modifier=5&challenge=12&rsr=3&stance=reckless&effect_dice=20&effect_die=20",
        ("challenge", _numbers(10)),
    ),
    Heavy(
        "dice: 20d6 that explode, read and evaluated",
        "dice.roll",
        "",
        ("notation", tuple(f"20d6! vs {60 + n}" for n in range(30))),
    ),
    Heavy(
        "striker: a line, read and worked out",
        "striker.evaluate_line",
        "",
        ("text", tuple(f"attack(main-action) chk({n}) = d20 +3, eff = 2d6 +3" for n in range(30))),
        NOTATION_TARGET,
    ),
    Heavy(
        "striker: a line computed from a sheet's names",
        "striker.evaluate_line",
        "subject=Wpn-Blades-Short&techniques=Wpn-Blades-Short,3,Cbt-Melee"
        "&skills=Insight,-1,2%0AStrength,-2,1%0AAgility,2,4%0ACbt-Melee,2,4%0ACbt-Ranged,-2,1",
        (
            "text",
            tuple(
                f"attack(main-action) sub(this for Cbt-Melee) chk({n})= +M(this) to hit, "
                "eff= +M(this) +M(Strength)"
                for n in range(30)
            ),
        ),
        NOTATION_TARGET,
    ),
)

# Up to the odds, which come a moment later where they take long.
EDIT = """async ([procedure, name, value]) => {
    const form = document.querySelector(`form[data-procedure="${procedure}"]`);
    const field = form.querySelector(`[name="${name}"]`);
    const row = `[data-odds-of="${procedure}"] [data-odds]`;
    const said = () => [...document.querySelectorAll(row)].every(({ dataset }) => dataset.p !== "");
    field.value = value;
    const began = performance.now();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    while (!said() && performance.now() < began + 5000)
        await new Promise((told) => setTimeout(told));
    const took = performance.now() - began;
    const faults = [...form.querySelectorAll("[data-fault]")].map((at) => at.textContent).join("");
    return { took, faults, said: said() };
}"""

# A distribution is made a moment after the last edit, in one go: the longest task is its making.
WATCH = """() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
}"""
MARK = """(procedure) => {
    window.longest = 0;
    const slot = document.querySelector(
        `[data-view="${procedure.replace(".", "/")}"] [data-slot="spread"]`);
    slot.replaceChildren();
    window.spread = slot;
}"""

# The list is computed incrementally after the edit: the time to all of it, with the chances.
HELPS = """([procedure, name, value]) => new Promise((told) => {
    const view = document.querySelector(`[data-view="${procedure.replace(".", "/")}"]`);
    const slot = view.querySelector('[data-slot="helps"]');
    const field = view.querySelector(`form [name="${name}"]`);
    field.value = value;
    const began = performance.now();
    new MutationObserver((_, observer) => {
        if (slot.hasAttribute("aria-busy")) return;
        observer.disconnect();
        told(performance.now() - began);
    }).observe(slot, { attributes: true, attributeFilter: ["aria-busy"] });
    field.dispatchEvent(new Event("input", { bubbles: true }));
})"""

TAP = """(procedure) => {
    const view = document.querySelector(`[data-view="${procedure.replace(".", "/")}"]`);
    const began = performance.now();
    view.querySelector('[data-do="roll"]').click();
    if (!view.querySelector("[data-result]")) throw new Error("no result");
    view.getBoundingClientRect();
    return performance.now() - began;
}"""


def opened(page: Page, heavy: Heavy) -> None:
    page.evaluate("hash => { location.hash = hash }", f"#/{heavy.path}?{heavy.typed}")
    settle(page)  # two of them are the same form, which is open already
    wait_for(page, f"!document.querySelector('[data-view=\"{heavy.path}\"]').hidden")


def more_odds(page: Page, path: str) -> None:
    """Open the fold with charts and strategies, which are not computed while it is closed."""
    fold = page.locator(f'[data-view="{path}"] .odds-fold')
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    settle(page)


def edited(page: Page, heavy: Heavy, value: str) -> float:
    result: dict[str, Any] = page.evaluate(EDIT, [heavy.procedure, heavy.edited[0], value])
    assert not result["faults"], f"{heavy.what}: {result['faults']}"
    assert result["said"], f"{heavy.what}: the page shows no odds"
    return float(result["took"])


def spread_shown(page: Page, heavy: Heavy, value: str) -> float:
    """Return the time in which the distribution was computed; under 50 ms counts as 50."""
    more_odds(page, heavy.path)
    edited(page, heavy, value)
    page.evaluate(MARK, heavy.procedure)
    wait_for(page, "spread.childElementCount > 0")
    page.wait_for_timeout(100)
    return max(50.0, float(page.evaluate("longest")))


def helped(page: Page, heavy: Heavy, value: str) -> float:
    """Return the time from an edit to the whole list of useful changes."""
    return float(page.evaluate(HELPS, [heavy.procedure, heavy.edited[0], value]))


def measured(page: Page, rounds: int) -> dict[str, float]:
    """Return the median of each form, and of the tap on Roll."""
    page.evaluate(WATCH)
    found = {}
    for heavy in FORMS:
        opened(page, heavy)
        measure = spread_shown if heavy.distribution else edited
        # The first edit also imports modules that only this form needs.
        first, *others = heavy.edited[1][: rounds + 1]
        measure(page, heavy, first)
        times = [measure(page, heavy, value) for value in others]
        found[heavy.what] = statistics.median(times)
    for heavy in HELPED:
        opened(page, heavy)
        first, *others = heavy.edited[1][: rounds + 1]
        helped(page, heavy, first)
        found[_helps(heavy)] = statistics.median(helped(page, heavy, other) for other in others)
    opened(page, FORMS[0])
    taps = [float(page.evaluate(TAP, FORMS[0].procedure)) for _ in range(rounds + 1)]
    found[TAPPED] = statistics.median(taps[1:])
    return found | comparing.measured(page, rounds) | choosing.measured(page, rounds)


#: The forms with a list of the most useful changes.
HELPED = [
    heavy for heavy in FORMS if not heavy.distribution and room(find(games(), heavy.procedure))
]


def _helps(heavy: Heavy) -> str:
    """Return a row of the list of useful changes."""
    return f"what helps, {heavy.what}"


TAPPED = "a tap on Roll, to the result"
TARGETS = {
    **{heavy.what: heavy.target for heavy in FORMS},
    **{_helps(heavy): HELPS_TARGET for heavy in HELPED},
    TAPPED: TAP_TARGET,
    **comparing.TARGETS,
    **choosing.TARGETS,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure odds and rolls in the page.")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    figures: dict[str, dict[str, float]] = {}
    with Site(DIST) as site, sync_playwright() as playwright:
        for speed, slowness in SPEEDS.items():
            with fresh_profile(playwright) as context:
                page = context.new_page()
                session = context.new_cdp_session(page)
                open_ready(page, site.address)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
                figures[speed] = measured(page, rounds)
    full, slowed = (figures[speed] for speed in SPEEDS)
    print(f"{'exact odds after an edit, ms':58}{'full':>8}{'slowed':>8}{'target':>8}")
    reached = True
    for what, target in TARGETS.items():
        over = full[what] > target
        reached &= not over
        mark = "  over" if over else ""
        print(f"{what:58}{full[what]:>8.1f}{slowed[what]:>8.1f}{target:>8}{mark}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
