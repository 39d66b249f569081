"""A build for tables over the net may speak to one server more, and is else what it was."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from building.page.render import POLICY, policy
from building.paths import ROOT

#: What carries the address of another file of the build, by whose content it is named.
HASH = re.compile(r"[0-9a-f]{12,64}")


def page(dist: Path) -> str:
    return (dist / "index.html").read_text(encoding="utf-8")


def told(dist: Path, end: str) -> list[str]:
    """What lies in the build below a name of this end."""
    return [each.read_text(encoding="utf-8") for each in sorted(dist.rglob(f"*{end}"))]


def files(dist: Path) -> set[str]:
    """By their names without the hash of their content."""
    found = (each.relative_to(dist).as_posix() for each in dist.rglob("*") if each.is_file())
    return {HASH.sub("*", each) for each in found}


def test_one_origin_more_and_one_script(dist: Path, net_dist: Path, net_port: int) -> None:
    server = f"wss://localhost:{net_port}"
    assert policy(server) == POLICY.replace("connect-src 'self'", f"connect-src 'self' {server}")
    ours, theirs = (HASH.sub("*", page(each)) for each in (dist, net_dist))
    assert theirs.count(server) == 2
    assert theirs.replace(f' data-sync="{server}"', "").replace(f" {server}", "") == ours
    assert files(net_dist) - files(dist) == {"static/js/net.*.js"}
    assert files(dist) <= files(net_dist)


def test_its_script_is_loaded_by_who_needs_it_alone(dist: Path, net_dist: Path) -> None:
    """The gate knows it; nothing that a page loads at its start names it."""
    assert not any("wsconnect" in each or "./net." in each for each in told(dist, ".js"))
    scripts = (net_dist / "static" / "js").glob("*.js")
    named = [each for each in scripts if "./net." in each.read_text("utf-8")]
    assert [re.sub(r"\..*", "", each.name) for each in named] == ["trusted"]
    assert 'import("./net.' in named[0].read_text("utf-8")
    assert "static/js/net." not in page(net_dist)


def test_the_default_build_names_no_server(dist: Path) -> None:
    assert "data-sync" not in page(dist)
    assert not re.search(r"wss?:", page(dist))
    assert "wss:" not in POLICY


@pytest.mark.parametrize(
    "server",
    ["https://example.org", "wss://example.org/path", "wss://a b", "wss://*", "wss://x; y"],
)
def test_a_server_is_an_origin_and_no_more(server: str) -> None:
    run = subprocess.run(
        [sys.executable, "build.py", "--sync", server],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "wss://host:port" in run.stderr
