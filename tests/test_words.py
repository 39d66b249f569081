"""The language of the code and the docs: counts that may only fall (CONTRIBUTING.md).

When a count falls, lower its ceiling here in the same commit.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes

ROOT = Path(__file__).parent.parent

#: Pronouns in the place of a noun.
NOUNLESS = re.compile(
    r"\b(what|whatever|who|whom|whose|whoever|somebody|nobody|everybody|someone's)\b", re.IGNORECASE
)

#: Words that name no value; use a noun for the value instead (docs/glossary.md).
_RETIRED = "told said came seen kept whose whom fed fell laid land lands landed landing"
RETIRED = frozenset(_RETIRED.split())

#: Words that a docstring may begin with and that are no imperative verb.
_NOT_VERBS = """
the a an what who whom whose whoever somebody nobody everybody all how is are was were has have
does do can may where when which why this that these those it one no nothing something every
each so such of in on at by for from with without to as if its their his her same likewise here
there then up down also only more most many some any other others whether rules dice names words
two three four five first last next not they he she we you i
"""
NOT_VERBS = frozenset(_NOT_VERBS.split())

#: Verbs that end like a plural or a participle.
_VERBS = "bring embed feed seed need speed focus bias alias canvas"
VERBS = frozenset(_VERBS.split())

#: The highest count allowed for each. It only falls.
CEILING = {
    "retired names": 57,
    "nounless docstrings": 17,
    "nounless docstrings of tests": 15,
    "nounless names of tests": 4,
    "docstrings without a verb": 13,
    "docstrings of test helpers without a verb": 11,
    "nounless sentences": 0,
}


#: The code of the product, and that which tests and measures it.
PRODUCT = ("app", "building", "build.py")
TESTS = ("tests", "bench")

Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS: tuple[type[Function], ...] = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS: tuple[type[Function | ast.ClassDef], ...] = (*FUNCTIONS, ast.ClassDef)

#: The field of each kind of node that holds a name.
NAMED: dict[type[ast.AST], str] = {
    ast.Name: "id",
    ast.arg: "arg",
    ast.Attribute: "attr",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
}


@cache
def sources(places: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the Python files of these folders, and these files."""
    return tuple(
        path
        for place in places
        for path in (sorted((ROOT / place).rglob("*.py")) or [ROOT / place])
    )


def docstrings(places: tuple[str, ...], *kinds: type[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each node of these kinds; a module has no name."""
    for path in sources(places):
        for node in nodes(path, *kinds):
            text = ast.get_docstring(node)  # type: ignore[arg-type]
            if text:
                yield getattr(node, "name", ""), text.strip()


def names() -> Iterator[str]:
    """Yield every name that the code gives or uses."""
    for path in sources(PRODUCT):
        for node in nodes(path, *NAMED):
            yield getattr(node, NAMED[type(node)])


def parts(name: str) -> list[str]:
    """Split `landedInTime` and `landed_in_time` into words."""
    return re.split(r"_+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())


def begins_with_a_verb(docstring: str) -> bool:
    """Tell an imperative verb from other words, plurals and participles."""
    found = re.match(r"[A-Za-z'’-]+", docstring)
    word = found[0].lower() if found else ""
    return (
        bool(word)
        and word not in NOT_VERBS
        and (word in VERBS or word.endswith("ss") or not word.endswith(("ing", "ed", "s")))
    )


def sentences() -> Iterator[str]:
    """Yield the sentences of docs/, without code."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"`[^`\n]*`", "`code`", text)
        yield from (each for each in re.split(r"(?<=[.!?:;])\s+", text) if len(each.split()) >= 4)


def test_values_are_named_by_nouns() -> None:
    counts: Counter[str] = Counter()
    for name, count in Counter(names()).items():
        for word in RETIRED.intersection(parts(name)):
            counts[word] += count * parts(name).count(word)
    assert counts.total() <= CEILING["retired names"], counts.most_common()


@pytest.mark.parametrize(("places", "suffix"), [(PRODUCT, ""), (TESTS, " of tests")])
def test_docstrings_name_the_thing(places: tuple[str, ...], suffix: str) -> None:
    every = docstrings(places, *DEFINITIONS, ast.Module)
    first = [text.partition("\n\n")[0] for _, text in every]
    found = [text for text in first if NOUNLESS.search(text)]
    assert len(found) <= CEILING[f"nounless docstrings{suffix}"], found


def test_tests_are_named_by_nouns() -> None:
    every = [node.name for path in sources(TESTS) for node in nodes(path, *FUNCTIONS)]
    found = [name for name in every if NOUNLESS.search(name.replace("_", " "))]
    assert len(found) <= CEILING["nounless names of tests"], found


def test_docstrings_explain_names_that_exist() -> None:
    """`count: the dice to throw.` needs a parameter, a field or a key of that name."""
    found = []
    for path in sources(PRODUCT):
        for node in nodes(path, *DEFINITIONS):
            text = ast.get_docstring(node) or ""
            explained = set(re.findall(r"(?:(?<=[.;] )|^)([a-z_]\w*): ", text, re.MULTILINE))
            if explained:
                code = "\n".join(map(ast.unparse, node.body[1:]))
                code += "" if isinstance(node, ast.ClassDef) else ast.unparse(node.args)
                unknown = explained - set(re.findall(r"[a-z]\w*", code))
                found += [(path.relative_to(ROOT), node.name, name) for name in unknown]
    assert found == []


def test_functions_are_described_by_verbs() -> None:
    every = docstrings(PRODUCT, *FUNCTIONS)
    found = [text for _, text in every if not begins_with_a_verb(text)]
    assert len(found) <= CEILING["docstrings without a verb"], found


def test_helpers_of_tests_are_described_by_verbs() -> None:
    """A test's docstring is the rule that it checks."""
    every = docstrings(TESTS, *FUNCTIONS)
    found = [
        text
        for name, text in every
        if not name.startswith("test_") and not begins_with_a_verb(text)
    ]
    assert len(found) <= CEILING["docstrings of test helpers without a verb"], found


def test_docs_name_the_thing() -> None:
    every = list(sentences())
    found = [text for text in every if NOUNLESS.search(text)]
    assert len(found) <= CEILING["nounless sentences"], f"{len(found)} of {len(every)}"
