"""A build for tables over the net adds one server and one script, and nothing else."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import build
from building.page.render import POLICY, policy

#: The content hash in a file's name.
HASH = re.compile(r"[0-9a-f]{12,64}")


def page(dist: Path) -> str:
    return (dist / "index.html").read_text(encoding="utf-8")


def read_all(dist: Path, end: str) -> list[str]:
    """Return the texts of all files of the build with this suffix."""
    return [each.read_text(encoding="utf-8") for each in sorted(dist.rglob(f"*{end}"))]


def files(dist: Path) -> set[str]:
    """Return the paths of all files, without the hash of their content."""
    paths = (each.relative_to(dist).as_posix() for each in dist.rglob("*") if each.is_file())
    return {HASH.sub("*", path) for path in paths}


def test_one_origin_more_and_one_script(dist: Path, net_dist: Path, net_port: int) -> None:
    server = f"wss://localhost:{net_port}"
    assert policy(server) == POLICY.replace("connect-src 'self'", f"connect-src 'self' {server}")
    ours, theirs = (HASH.sub("*", page(each)) for each in (dist, net_dist))
    assert theirs.count(server) == 2
    assert theirs.replace(f' data-sync="{server}"', "").replace(f" {server}", "") == ours
    assert files(net_dist) - files(dist) == {"static/js/net.*.js"}
    assert files(dist) <= files(net_dist)


def test_its_script_is_loaded_on_demand_only(dist: Path, net_dist: Path) -> None:
    """Only the gate imports it; no file that the page loads at its start does."""
    assert not any("wsconnect" in each or "./net." in each for each in read_all(dist, ".js"))
    scripts = (net_dist / "static" / "js").glob("*.js")
    loaders = [script for script in scripts if "./net." in script.read_text("utf-8")]
    assert [re.sub(r"\..*", "", loader.name) for loader in loaders] == ["trusted"]
    assert 'import("./net.' in loaders[0].read_text("utf-8")
    assert "static/js/net." not in page(net_dist)


def test_the_default_build_names_no_server(dist: Path) -> None:
    assert "data-sync" not in page(dist)
    assert not re.search(r"wss?:", page(dist))
    assert "wss:" not in POLICY


@pytest.mark.parametrize(
    "server",
    ["https://example.org", "wss://example.org/path", "wss://a b", "wss://*", "wss://x; y"],
)
def test_a_server_is_an_origin_and_no_more(
    server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["build.py", "--sync", server])
    with pytest.raises(SystemExit) as end:
        build.main()
    assert end.value.code == 2
    assert "wss://host:port" in capsys.readouterr().err
