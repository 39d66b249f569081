"""Every link of the documents leads somewhere, and every command they name exists."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from building.paths import ROOT
from tests.commands.test_docs import DOCUMENTS as RUN
from tests.repository.test_workflows import targets

DOCS = ROOT / "docs"
#: All documents, and the pages of the project that newcomers read first.
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted(DOCS.glob("*.md")),
    *sorted((ROOT / ".github").glob("*.md")),
]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]

_MARKDOWN = MarkdownIt("commonmark").enable("table")

#: `https://host.tld/path`, as it stands in a link.
_ADDRESS = re.compile(r"https://([a-z0-9-]+\.)+[a-z]{2,}(/[\w./~%?=&#:+@-]*)?")
#: The page on this machine, which `make serve` serves.
_LOCAL = "http://localhost:8000"

_TOPS = ("app/", "bench/", "building/", "docs/", "static/", "tests/", ".github/")


@cache
def tokens(path: Path) -> tuple[Token, ...]:
    """Return all tokens of a document, those within paragraphs too."""
    every: list[Token] = []
    for token in _MARKDOWN.parse(path.read_text(encoding="utf-8")):
        every += [token, *(token.children or [])]
    return tuple(every)


def links(path: Path) -> Iterator[str]:
    """Yield the address of every link and picture."""
    for token in tokens(path):
        for name in ("href", "src"):
            if address := token.attrGet(name):
                yield str(address)


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a document's headings, as the host makes them."""
    every = _MARKDOWN.parse(path.read_text(encoding="utf-8"))
    headings = [every[i + 1] for i, token in enumerate(every) if token.type == "heading_open"]
    counts: Counter[str] = Counter()
    names = set()
    for heading in headings:
        words = "".join(child.content for child in heading.children or [])
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        names.add(f"{name}-{counts[name]}" if counts[name] else name)
        counts[name] += 1
    return frozenset(names)


def spans(path: Path) -> Iterator[str]:
    """Yield each piece of code in a line, and each line of a block without a language."""
    for token in tokens(path):
        if token.type == "code_inline":
            yield " ".join(token.content.split())
        elif token.type == "fence" and not token.info:
            yield from token.content.splitlines()


def commands(path: Path, first: str) -> Iterator[list[str]]:
    """Yield the words of every command that begins so, without comment and prompt."""
    for span in spans(path):
        line = span.removeprefix("$ ").partition("#")[0]
        for command in re.split(r"&&|\|", line):
            words = command.split()
            if words and re.fullmatch(first, words[0]):
                yield words


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    path = ROOT / name
    faults = []
    for address in links(path):
        if "://" in address or address.startswith("mailto:"):
            if not (_ADDRESS.fullmatch(address) or address == _LOCAL):
                faults.append(address)
            continue
        file, _, anchor = address.partition("#")
        target = (path.parent / file).resolve() if file else path
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(target)):
            faults.append(address)
    assert faults == []


def test_the_index_lists_every_document_once() -> None:
    index = DOCS / "README.md"
    listed = Counter(address for address in links(index) if address.endswith(".md"))
    others = {path.name for path in DOCS.glob("*.md")} - {index.name}
    of_the_project = {"CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY"}
    of_the_project |= {"THIRD-PARTY-NOTICES"}
    assert listed == Counter(others | {f"../{each}.md" for each in of_the_project})


def test_the_architecture_names_every_folder() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for place in ("app", "building", "static"):
        named = set(re.findall(rf"`{place}/(\w+)", text))
        assert {path.name for path in folders(ROOT / place)} - named <= {"fonts", "icons"}, place
    features = text.partition("name their features alike")[2].partition(".")[0]
    words = set(re.findall(r"\w+", features))
    assert {path.name for path in folders(ROOT / "app" / "widgets")} <= words


def test_terms_with_a_capital_are_classes() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    terms = set(re.findall(r"^\| ([A-Z]\w+) \|", text, re.MULTILINE))
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    assert len(terms) > 30
    assert terms <= set(re.findall(r"^(?:class )?([A-Z]\w+)(?:[(\[:]| = )", code, re.MULTILINE))


def folders(place: Path) -> list[Path]:
    return [path for path in place.iterdir() if path.is_dir() and path.name != "__pycache__"]


def packages() -> set[str]:
    """Return the names of all packages that the project asks for, without their publishers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = [project["dependencies"], *project["optional-dependencies"].values()]
    npm = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    return {
        *(re.match(r"[\w-]+", each)[0] for group in python for each in group),  # type: ignore[index]
        *(each.rpartition("/")[2] for each in {**npm["dependencies"], **npm["devDependencies"]}),
    }


@pytest.mark.parametrize("name", ["README.md", "THIRD-PARTY-NOTICES.md"])
def test_every_package_is_named(name: str) -> None:
    words = re.sub(r"[\s*]+", "-", (ROOT / name).read_text(encoding="utf-8").lower())
    assert {package for package in packages() if package not in words} == set()


def test_every_picture_is_shown_and_described() -> None:
    pictures = set()
    for path in DOCUMENTS:
        for token in tokens(path):
            if token.type == "image":
                assert token.content, f"{path}: a picture without words"
                pictures.add((path.parent / str(token.attrGet("src"))).resolve())
    assert pictures == set(DOCS.glob("*.png"))


@pytest.mark.parametrize("name", NAMES)
def test_every_target_of_make_exists(name: str) -> None:
    for words in commands(ROOT / name, "make"):
        goals = [word for word in words[1:] if "=" not in word]
        assert set(goals) <= targets(), words


@pytest.mark.parametrize("name", NAMES)
def test_every_module_and_test_that_runs_exists(name: str) -> None:
    for words in commands(ROOT / name, r"(\.venv/bin/)?python3?"):
        if "-m" not in words:
            continue
        module, *rest = words[words.index("-m") + 1 :]
        if module not in {"tableside", "pytest", "pip", "venv"}:
            place = ROOT / module.replace(".", "/")
            assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), words
        for word in rest:
            if word.startswith(("tests/", "docs/")):
                assert (ROOT / word).exists(), words


#: Documents that name files which a reader makes, or which existed once.
_OF_OTHER_TREES = {"docs/add-a-game.md", "CHANGELOG.md"}


@pytest.mark.parametrize("name", sorted({*NAMES} - _OF_OTHER_TREES))
def test_every_path_of_the_project_exists(name: str) -> None:
    """Paths in code spans are checked: `app/update`, `building/vendor/copies.py`."""
    faults = []
    for span in spans(ROOT / name):
        if span.startswith(_TOPS) and not re.search(r"[\s<>*{}…]", span):
            path = span.rstrip("/").partition("::")[0]
            if not (ROOT / path).exists():
                faults.append(span)
    assert faults == []


def test_documents_name_commands_and_paths() -> None:
    """The tests above have something to check."""
    assert sum(len(list(commands(path, "make"))) for path in DOCUMENTS) > 40
    assert sum(len(list(commands(path, r"\S*python3?"))) for path in DOCUMENTS) > 10
    assert sum(span.startswith(_TOPS) for path in DOCUMENTS for span in spans(path)) > 200


def test_shown_commands_are_run() -> None:
    """tests/commands/test_docs.py runs each line with a prompt, some by a test of their own."""
    shown = {name for name in NAMES if any(line.startswith("$ ") for line in spans(ROOT / name))}
    assert shown == {*RUN, "docs/first-hour.md"}
