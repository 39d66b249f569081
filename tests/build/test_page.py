"""The rendered page: its policy, its addresses and content that it must not have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from building.addresses import content_hash
from building.page.render import POLICY, PageError, check_page
from building.page.views import read_views
from building.paths import STATIC

HEAD = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def test_the_built_page_keeps_to_its_policy(dist: Path) -> None:
    check_page((dist / "index.html").read_text(encoding="utf-8"))


def test_its_views_are_built_and_keep_to_the_policy_too(dist: Path) -> None:
    html = (dist / "index.html").read_text(encoding="utf-8")
    built = {f"./{path.relative_to(dist)}": path for path in dist.glob("views/*.html")}
    views = dict(re.findall(r'data-view="([^"]*)"[^>]* data-from="([^"]*)"', html))
    assert set(views.values()) == set(built)
    for address, file in built.items():
        contents = dict(read_views({address: file.read_text(encoding="utf-8")}))
        assert set(contents) == {path for path, of in views.items() if of == address}
        check_page(HEAD + "".join(contents.values()))


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<script>alert(1)</script>", "an inline script"),
        ('<script type="module">import "./a.js"</script>', "an inline script"),
        ("<style>p { color: red }</style>", "an inline style sheet"),
        ('<p style="color: red">', "style= on <p>"),
        ('<button onclick="go()">', "onclick= on <button>"),
        ('<script src="https://elsewhere.example/a.js"></script>', "a foreign or absolute address"),
        ('<img src="/icon.png">', "a foreign or absolute address"),
        ('<link rel="stylesheet" href="//elsewhere.example/a.css">', "foreign or absolute"),
    ],
)
def test_content_that_the_policy_blocks_fails_the_build(html: str, message: str) -> None:
    with pytest.raises(PageError, match=re.escape(message)):
        check_page(HEAD + html)


@pytest.mark.parametrize("html", ["", HEAD + HEAD, HEAD.replace("'none'", "*")])
def test_the_policy_stands_there_once_and_whole(html: str) -> None:
    with pytest.raises(PageError, match="policy"):
        check_page(html)


@pytest.mark.parametrize(
    "html",
    [
        '<script src="static/js/boot.js"></script>',
        '<script type="py">await start()</script>',
        '<a href="https://elsewhere.example/">a link</a>',
        '<a href="#/garden">a view</a>',
        '<img src="data:image/png;base64,AAAA">',
    ],
)
def test_content_that_the_policy_allows_passes(html: str) -> None:
    check_page(HEAD + html)


def test_two_apps_of_one_host_are_two() -> None:
    """An id would be resolved from the root of the host; without one the page's address serves."""
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert "id" not in manifest
    assert {manifest["start_url"], manifest["scope"]} == {"../"}


def test_every_file_that_the_page_loads_is_named_by_content(dist: Path) -> None:
    html = (dist / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href|data-from)="(?!#|data:|https?:)([^"]+)"', html)
    assert addresses
    for address in addresses:
        file = dist / address
        assert file.is_file(), address
        bundled = re.match(r"\./pyscript/[0-9a-f]{12}/", address)  # so its folder is named
        assert bundled or f".{content_hash(file)}." in file.name, address


def test_the_build_is_named_by_all_of_its_python(dist: Path) -> None:
    """So two devices compare their builds, and a report names its own."""
    html = (dist / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<meta name="tableside-content" content="(\w+)">', html)
    assert found
    named, unread = set[str](), [f"tableside.{found[1]}.js"]
    while unread:
        name = unread.pop()
        named.add(name)
        if name.endswith(".js"):
            text = (dist / "pyodide" / name).read_text(encoding="utf-8")
            unread += {*re.findall(r'"\./([\w.-]+\.(?:js|bin))"', text)} - named
    assert {path.name for path in dist.glob("pyodide/*.bin")} <= named
