"""One build for all tests that need it, shared by all processes."""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import build_into, free_ports
from tests.slow import has_slow, sifted

# `make bench` measures times, so a busy machine fails no test. Each run tries the same cases, so a
# failure repeats. `make check` and `make fuzz` try new ones.
settings.register_profile("unhurried", deadline=None, derandomize=True, database=None)
settings.load_profile("unhurried")


#: The slowest files, started first, so that all processes end together.
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
    """Move the slowest files to the front and apply `--slow`."""
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))
    which = config.getoption("slow")
    if which:
        items[:], left_out = sifted(items, which)
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Collect garbage rarely, because tracing ten thousand tests is slow."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    # Nor are they traced again when Python ends.
    atexit.register(gc.freeze)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a slow test if only slow ones are requested."""
    is_candidate = config.getoption("slow") == "only" and collection_path.match("test_*.py")
    return True if is_candidate and not has_slow(collection_path) else None


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the built page; the first process builds it while the others wait."""
    return _build_once(tmp_path_factory, "built")


@pytest.fixture(scope="session")
def net_dist(tmp_path_factory: pytest.TempPathFactory, net_port: int) -> Path:
    """Return the page built for tables over the net, with a server on this machine."""
    return _build_once(tmp_path_factory, "built-for-the-net", f"wss://localhost:{net_port}")


@pytest.fixture(scope="session")
def net_port(tmp_path_factory: pytest.TempPathFactory) -> int:
    """Return the port of that server, the same for all processes, as it is built into the page."""
    file = _shared(tmp_path_factory) / "net_port"
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            (port,) = free_ports(1)
            file.write_text(str(port), encoding="utf-8")
    return int(file.read_text(encoding="utf-8"))


def _shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for all processes of this run: that of `make test`, or one of pytest."""
    if path := os.environ.get("BUILT"):
        folder = Path(path).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    base = tmp_path_factory.getbasetemp()
    # Each worker has a folder of its own below the shared one.
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def _build_once(tmp_path_factory: pytest.TempPathFactory, name: str, sync: str = "") -> Path:
    """Build the page, unless another process has built it."""
    built = _shared(tmp_path_factory) / name
    with built.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            half = built.with_name(f"half-{name}")
            half.mkdir()
            build_into(half, sync=sync)
            half.rename(built)
    return built / "dist"
