"""One build for all tests that look at it, however many processes run them."""

from __future__ import annotations

import fcntl
import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import build_into, free_ports
from tests.slow import has_slow, sifted

# How long a case takes is measured by `make bench`; a busy machine is no fault. The same tests try
# the same cases: what is red is red again. New ones are tried by `make check` and `make fuzz`.
settings.register_profile("unhurried", deadline=None, derandomize=True, database=None)
settings.load_profile("unhurried")


#: Files that take longest: begun first, so that all processes end together.
LONGEST = (
    "tests/browser/engines/test_evening.py",
    "tests/browser/test_states.py",
    "tests/browser/roll/test_main_button.py",
    "tests/browser/start/test_missing_files.py",
    "tests/browser/sync/test_net.py",
    "tests/browser/sync/test_sync.py",
    "tests/browser/campaigns/test_campaigns_in_need.py",
    "tests/browser/fight/test_fights.py",
    "tests/browser/start/test_withheld.py",
    "tests/browser/test_accessibility.py",
    "tests/browser/storage/test_storage.py",
    "tests/browser/test_layout.py",
    "tests/browser/sync/test_cuts.py",
    "tests/browser/roll/test_taps.py",
    "tests/browser/campaigns/test_campaigns.py",
    "tests/browser/start/test_snapshot.py",
    "tests/browser/fight/test_encounter.py",
    "tests/browser/fight/test_by_hand.py",
    "tests/browser/start/test_updates.py",
    "tests/browser/start/test_hosts.py",
    "tests/browser/start/test_portable.py",
    "tests/browser/start/test_crash_recovery.py",
    "tests/browser/test_looks.py",
    "tests/browser/start/test_start.py",
    "tests/browser/journal/test_feedback.py",
    "tests/browser/roll/test_double_taps.py",
    "tests/browser/fight/test_fight_screen.py",
    "tests/browser/sheet/test_sheets.py",
    "tests/browser/fight/test_presets.py",
    "tests/browser/dice/test_notation.py",
    "tests/browser/dice/test_typing_dice.py",
    "tests/browser/fight/test_scene.py",
    "tests/browser/sync/test_channels.py",
    "tests/browser/storage/test_storage_tabs.py",
    "tests/browser/dice/test_phone_keys.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", choices=("without", "only"), help="the slowest (tests/slow.py)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is not one of these comes after them, as it was."""
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))
    which = config.getoption("slow")
    if which:
        items[:], left_out = sifted(items, which)
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Collect garbage seldom: ten thousand tests are no garbage, and tracing them takes long."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without a slow test are not even read where only those are asked for."""
    is_asked = config.getoption("slow") == "only" and collection_path.match("test_*.py")
    return True if is_asked and not has_slow(collection_path) else None


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built page: made by whoever needs it first, while the others wait."""
    return _made_once(tmp_path_factory, "built")


@pytest.fixture(scope="session")
def net_dist(tmp_path_factory: pytest.TempPathFactory, net_port: int) -> Path:
    """The page built for tables over the net, by a server on this machine."""
    return _made_once(tmp_path_factory, "built-for-the-net", f"wss://localhost:{net_port}")


@pytest.fixture(scope="session")
def net_port(tmp_path_factory: pytest.TempPathFactory) -> int:
    """Where that server is: one port for all processes, for it is written into the page."""
    told = _shared(tmp_path_factory) / "net_port"
    with told.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            (port,) = free_ports(1)
            told.write_text(str(port), encoding="utf-8")
    return int(told.read_text(encoding="utf-8"))


def _shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all processes of this run: `make test` says where, else it is pytest's own."""
    if told := os.environ.get("BUILT"):
        folder = Path(told).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # else each has its own


def _made_once(tmp_path_factory: pytest.TempPathFactory, name: str, sync: str = "") -> Path:
    made = _shared(tmp_path_factory) / name
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            half = made.with_name(f"half-{name}")
            half.mkdir()
            build_into(half, sync=sync)
            half.rename(made)
    return made / "dist"
