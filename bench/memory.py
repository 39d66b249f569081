"""The memory and the idle processor time of a later visit, against the bare page's.

`python -m bench.memory [--rounds 3]`, from `make bench`. Both pages are opened as by a returning
player (`bench/startup.py`). Once the page has rested, its renderer's memory is read (proportional
set size, in megabytes), after a garbage collection; then its processor time over `IDLE_S` seconds.
It reads `/proc`, so it needs Linux.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

from bench.startup import (
    BARE,
    FORM,
    OURS,
    ROLLS_BEFORE_LATER,
    WATCH,
    print_row,
    print_value,
    profile,
    ready_after,
    served_pages,
    visit,
)
from building.serving import Site

#: The target: the share of the bare page's memory.
MEMORY_TARGET = 1.3

#: The target: the share of one core that an untouched page takes.
IDLE_TARGET = 0.005

#: From ready to the reading: by then all imports of a start are done.
RESTS_S = 8.0

IDLE_S = 20.0

TICK = os.sysconf("SC_CLK_TCK")


def measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Return megabytes and the share of a core, by page."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with served_pages() as sites, sync_playwright() as playwright:
        for number in range(rounds):
            for name, site in sites.items():
                found[name].append(later_visit(playwright, site, name))
            print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    return found


def later_visit(playwright: Playwright, site: Site, name: str) -> tuple[float, float]:
    """Visit twice, start the browser anew, and read memory and idle time of a third visit."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with profile(playwright, folder) as context:
            visit(context, site, name, 1)
            visit(context, site, name, 1, *((FORM, ROLLS_BEFORE_LATER) if name == OURS else ()))
        with profile(playwright, folder) as context:
            return rested(context.pages[0], site)


def rested(page: Page, site: Site) -> tuple[float, float]:
    """Open the page, let it rest, and return its megabytes and its share of a core."""
    page.add_init_script(WATCH)
    ready_after(page, site.address)
    time.sleep(RESTS_S)
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.detach()
    time.sleep(1)
    renderers = list(renderers_of(os.getpid()))
    memory = sum(map(proportional_size, renderers))
    before = sum(map(processor_time, renderers))
    time.sleep(IDLE_S)
    return memory, (sum(map(processor_time, renderers)) - before) / IDLE_S


def renderers_of(process: int) -> Iterator[int]:
    """Yield the renderers among the descendants of a process."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_text()
        except OSError:  # it has ended
            continue
        if parent == process:
            if "--type=renderer" in command:
                yield int(folder.name)
            yield from renderers_of(int(folder.name))


def proportional_size(process: int) -> float:
    """Return the memory of a process in megabytes; shared pages count by their share."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


def processor_time(process: int) -> float:
    """Return the processor time of a process so far, in seconds."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / TICK


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the memory of a later visit.")
    parser.add_argument("--rounds", type=int, default=3)
    found = measure(parser.parse_args().rounds)
    bare, ours = (statistics.median(memory for memory, _ in found[name]) for name in (BARE, OURS))
    idle = statistics.median(share for _, share in found[OURS])
    print(f"{'':34}{'bare':>8}{'ours':>8}{'ratio':>8}{'target':>8}")
    reached = print_row("memory of a later visit, MB", bare, ours, MEMORY_TARGET)
    most = IDLE_TARGET
    reached &= print_value("idle page: share of a core", f"{idle:.2%}", f"{most:.2%}", idle <= most)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
