"""A missing engine is installed where that is allowed, and named where it is not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from building.checks import find_engines


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate a machine without Firefox, WebKitGTK and a NATS server."""
    for name in ("FIREFOX", "NATS_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(find_engines, "SYSTEM_PYTHON", "/nowhere/python3")
    monkeypatch.setattr(find_engines, "FIREFOX_PLACE", "/nowhere/firefox")
    find_engines.lacks.cache_clear()
    yield
    find_engines.lacks.cache_clear()


def test_missing_engines_are_named_with_their_packages() -> None:
    firefox, webkit, nats = find_engines.lacks()
    assert firefox.words == (
        "Firefox: not tested, for there is no firefox (Debian and Ubuntu: apt install firefox-esr)"
    )
    assert webkit.words.endswith(
        "apt install webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1)"
    )
    assert nats.words == (
        "Tables over the net: not tested, for there is no nats-server and no openssl "
        "(Debian and Ubuntu: apt install nats-server openssl)"
    )


def test_only_missing_engines_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    monkeypatch.setattr(find_engines, "is_debian_root", lambda: True)
    monkeypatch.setattr(find_engines, "run_aloud", lambda *words: commands.append(" ".join(words)))
    monkeypatch.setenv("FIREFOX", "/opt/firefox/firefox")
    assert find_engines.main() == 0
    update, webkit, nats = commands
    assert "update" in update
    assert webkit.endswith("webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1")
    assert nats.endswith("nats-server openssl")


def test_missing_engines_are_named_if_nothing_may_be_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(find_engines, "is_debian_root", lambda: False)
    assert find_engines.main() == 0
    output = capsys.readouterr().err
    assert "Firefox: not tested" in output
    assert "WebKitGTK: not tested" in output
    assert "Tables over the net: not tested" in output
