"""The trimmed standard library in the Pyodide of the page, under Node.

It has all imports of the app and its packages, also of modules that are imported by name.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import tempfile
from pathlib import Path

import pytest

from app.systems import IDS, games
from building.archive import open_archive
from building.chunks.reachable import ALLOWED, module_name
from building.paths import PYODIDE
from tests.serving import named

RUN = Path(__file__).with_name("run_built.mjs")


def run_built(dist: Path, script: str) -> object:
    """Run a script in the built runtime and return the JSON value of its last line."""
    with tempfile.TemporaryDirectory() as folder:
        for file in archives(dist):
            unpacked = Path(folder) / f"{file.name.partition('.')[0]}.zip"
            unpacked.write_bytes(gzip.decompress(file.read_bytes()))
        modules = (named(dist, f"pyodide/{name}.js") for name in ("loading", "chunks"))
        command = ["node", str(RUN), folder, *map(str, modules)]
        run = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def archives(dist: Path) -> list[Path]:
    return sorted((dist / "pyodide").glob("*.bin"))


def members(dist: Path) -> list[str]:
    """Return the file names in all archives; assert that no file is in two."""
    names = [name for file in archives(dist) for name in open_archive(file).namelist()]
    assert len(names) == len(set(names))
    return names


@pytest.fixture(scope="module")
def archived(dist: Path) -> list[str]:
    return [module_name(name) for name in members(dist)]


def test_everything_in_it_is_compiled(dist: Path) -> None:
    assert not [member for member in members(dist) if not member.endswith(".pyc")]


def test_it_is_not_much_larger_than_the_library_that_it_replaces(dist: Path) -> None:
    """Its size includes the app, the methods of its dataclasses and all packages."""
    size = sum(file.stat().st_size for file in archives(dist))
    assert size < 1.35 * (PYODIDE / "python_stdlib.zip").stat().st_size


def test_a_start_waits_for_a_part_only(dist: Path) -> None:
    """Home waits for the first archive; a form for those of a first roll and its game, too."""
    sizes = {file.name.partition(".")[0]: file.stat().st_size for file in archives(dist)}
    assert set(sizes) == {"python", "play", "later", *IDS}
    everything = sum(sizes.values())
    assert sizes["python"] < 0.25 * everything
    assert sizes["python"] + sizes["play"] + max(sizes[game] for game in IDS) < 0.6 * everything


def test_the_aids_for_writing_a_line_come_later(dist: Path) -> None:
    """A start in Striker fetches only the modules that read a line and its numbers."""
    folder = "app/systems/striker/notation/"
    names = {
        file.name.partition(".")[0]: {
            name.removeprefix(folder).removesuffix(".pyc")
            for name in open_archive(file).namelist()
            if name.startswith(folder)
        }
        for file in archives(dist)
    }
    later = {"advice", "canonical", "completion", "fields", "mending", "offers", "sums", "words"}
    assert later <= names["later"]
    assert names["striker"] >= {"effects", "grammar", "meaning", "reference", "tokens"}
    assert not names["python"] | names["play"]
    (striker,) = (file for file in archives(dist) if file.name.startswith("striker."))
    assert striker.stat().st_size < 120_000


def test_every_allowed_module_is_there(archived: list[str]) -> None:
    builtin = {"collections.abc", "itertools", "unicodedata"}
    assert set(ALLOWED) - builtin <= set(archived)


def test_every_module_can_be_imported(dist: Path, archived: list[str]) -> None:
    """Modules that need a browser are left out: Node has no document."""
    assert {"jinja2.environment", "segno", "app.core.odds.odds", "app.update.update"} <= set(
        archived
    )
    browsers = ("app.browser", "app.main", "app.widgets.", "pyscript")
    names = [name for name in archived if not name.startswith(browsers)]
    script = f"""
        import importlib, json
        failed = {{}}
        for name in {names!r}:
            try:
                importlib.import_module(name)
            except BaseException as error:
                failed[name] = repr(error)
        json.dumps(failed)
    """
    assert len(names) > 600
    assert run_built(dist, script) == {}


def test_templates_render_and_notation_parses(dist: Path) -> None:
    script = """
        import json
        from jinja2 import Environment
        import segno
        from app.systems.striker.notation.canonical import canonical
        from app.systems.striker.notation.grammar import parse
        text = "{% for d in dice %}<{{ d }}>{% endfor %}"
        html = Environment(autoescape=True).from_string(text).render(dice=["é", "<5>", 2])
        line = canonical(parse("chk(c)=+m(Insight) to HIT"))
        code = segno.make("https://example.org/#/garden").svg_data_uri()
        json.dumps([html, line, code[:19]])
    """
    assert run_built(dist, script) == [
        "<é><&lt;5&gt;><2>",
        "chk(C) = d20 +M(Insight) to hit",
        "data:image/svg+xml;",
    ]


def test_the_library_that_rules_and_storage_use_works(dist: Path) -> None:
    script = r"""
        import asyncio, codecs, copy, dataclasses, datetime, decimal, enum, fractions, hashlib
        import html, inspect, json, pickle, random, re, secrets, statistics, string, textwrap
        import traceback, typing, unicodedata, uuid, zipfile

        @dataclasses.dataclass(frozen=True)
        class Die:
            sides: int = 6

        results = [
            hashlib.sha256(b"").hexdigest()[:8], hashlib.md5(b"").hexdigest()[:8],
            str(fractions.Fraction("1/3") + 1), str(decimal.Decimal("0.1") * 3),
            codecs.decode(b"\\u00e9", "unicode_escape"), "é".encode("idna").decode(),
            unicodedata.name("é"), html.unescape("&eacute;"),
            datetime.date(2024, 2, 29).isoformat(), str(inspect.signature(Die)),
            repr(pickle.loads(pickle.dumps(Die(20)))),
            1 <= random.SystemRandom().randint(1, 6) <= 6, len(uuid.uuid4().hex),
        ]
        try:
            1 / 0
        except ZeroDivisionError:
            results.append(traceback.format_exc().splitlines()[-1])
        json.dumps(results)
    """
    assert run_built(dist, script) == [
        "e3b0c442",
        "d41d8cd9",
        "4/3",
        "0.3",
        "é",
        "xn--9ca",
        "LATIN SMALL LETTER E WITH ACUTE",
        "é",
        "2024-02-29",
        "(sides: int = 6) -> None",
        "Die(sides=20)",
        True,
        32,
        "ZeroDivisionError: division by zero",
    ]


def test_docstrings_of_procedures_and_steps_are_kept_for_the_forms(dist: Path) -> None:
    """Other docstrings are removed."""
    docstrings = {
        f"{id}.{each.id}": (each.function.__doc__ or "").partition("\n")[0]
        for id, game in games().items()
        for each in (*game, *(game.encounter.transitions if game.encounter else ()))
    }
    script = """
        import json
        from app.systems import IDS, games

        docstrings = {}
        for id, game in games().items():
            steps = game.encounter.transitions if game.encounter else ()
            for each in (*game, *steps):
                docstrings[f"{id}.{each.id}"] = each.function.__doc__ or ""
        others = games, type(games()["striker"]).scene_feeds, games()["striker"].next_rolls
        json.dumps([docstrings, [each.__doc__ for each in others]])
    """
    assert len(docstrings) > 100
    assert run_built(dist, script) == [docstrings, [None, None, None]]


def test_declared_inputs_are_kept_for_the_forms(dist: Path) -> None:
    """Annotations that are not read are removed."""
    schemas = {
        f"{id}.{each.id}": [declared.schema() for declared in each.inputs.values()]
        for id, game in games().items()
        for each in (*game, *(game.encounter.transitions if game.encounter else ()), game.tray)
    }
    script = """
        import json
        from app.systems import IDS, games

        schemas = {}
        for id, game in games().items():
            steps = game.encounter.transitions if game.encounter else ()
            for each in (*game, *steps, game.tray):
                inputs = each.inputs.values()
                schemas[f"{id}.{each.id}"] = [declared.schema() for declared in inputs]
        json.dumps([schemas, games.__annotations__])
    """
    assert len(schemas) > 100
    assert run_built(dist, script) == [schemas, {}]


def test_a_fault_says_the_line_of_ours_and_the_function_of_a_library(dist: Path) -> None:
    script = """
        import json, sys, traceback
        from app.core.support import untrusted_json

        try:
            json.loads("{")
        except ValueError as error:
            deep = traceback.extract_tb(error.__traceback__)[-1]
        lines = {line for _, _, line in untrusted_json.decode.__code__.co_lines() if line}
        columns = {place[2] for place in untrusted_json.decode.__code__.co_positions()}
        json.dumps([deep.name, deep.lineno > 1, len(lines) > 3, list(columns)])
    """
    assert run_built(dist, script) == ["raw_decode", True, True, [None]]
