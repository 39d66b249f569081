"""The game of `docs/add-a-game.md` can be built from the page's own text, and it works.

The blocks of the page are written into a temporary tree, which links to everything else in this
one. Its folder of games becomes part of `app.systems`, and the one changed line takes effect.
This tree stays untouched. Then the game must pass the tests that all games must pass.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

import app.systems
from app.core.encounters.encounter import Encounter
from app.core.encounters.validate import validate_steps
from app.core.games import Game
from app.core.odds.odds import odds
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.page import context, view_game
from app.widgets.sheet.sheets import sheet_view
from building.page.rulebook import rulebooks
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.rendered import BUILD
from tests.systems import test_agreement, test_examples, test_heads, test_helping
from tests.test_architecture import imported
from tests.test_words import FUNCTIONS, NOUNLESS, Function, begins_with_a_verb
from tests.twin import brute
from tests.widgets.templates import rendered

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")

#: A block of the page: the path of a file on a line of its own, then its text.
BLOCK = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = {each["path"]: each["text"] for each in BLOCK.finditer(PAGE)}

#: The only file outside of the game's own folders that the page changes.
REGISTER = "app/systems/__init__.py"
PYTHON = [path for path in BLOCKS if path.endswith(".py") and path != REGISTER]

#: The most lines of Python that a small game may take, empty ones included.
MOST_LINES = 150


@dataclass(frozen=True)
class BuiltGame:
    """The game built from the page, and its folder."""

    folder: Path
    game: Game

    @property
    def data(self) -> Path:
        return self.folder / "tests" / "data" / self.game.id

    def run(self, *module: str) -> subprocess.CompletedProcess[str]:
        """Run a module in the tree of the built game."""
        command = [sys.executable, "-m", *module]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def cases(self, kind: str) -> list[Any]:
        """Return the game's test cases of a kind."""
        return list(json.loads((self.data / f"{kind}.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltGame]:
    """Yield the game built from the page, registered among the games."""
    folder = tmp_path_factory.mktemp("sixth")
    systems = folder / "app" / "systems"
    systems.mkdir(parents=True)
    link_contents(ROOT, folder, leave=("app", "tests"))
    link_contents(ROOT / "app", folder / "app", leave=("systems",))
    link_contents(ROOT / "app" / "systems", systems, leave=("__init__.py",))
    for path, text in BLOCKS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / REGISTER).write_text(with_the_line(), encoding="utf-8")
    (id,) = set(registered()) - set(app.systems.IDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.systems, "__path__", [*app.systems.__path__, str(systems)])
        patch.setattr(app.systems, "IDS", registered())
        yield BuiltGame(folder, games()[id])
    for name in [module for module in sys.modules if module.startswith(f"app.systems.{id}")]:
        del sys.modules[name]
    vars(app.systems).pop(id, None)


def registered() -> tuple[str, ...]:
    """Return the ids of all games, with the page's line applied."""
    found = re.search(r"^IDS = \((.*)\)$", BLOCKS[REGISTER], re.MULTILINE)
    assert found is not None
    return tuple(re.findall(r'"(\w+)"', found[1]))


def with_the_line() -> str:
    """Return the register of games, with the page's line applied."""
    text = (ROOT / REGISTER).read_text(encoding="utf-8")
    return re.sub(r"^IDS = .*\n", BLOCKS[REGISTER], text, flags=re.MULTILINE)


def link_contents(old: Path, new: Path, leave: tuple[str, ...]) -> None:
    """Link the contents of a folder into the new tree."""
    for path in old.iterdir():
        if path.name not in leave and not path.name.startswith("."):
            (new / path.name).symlink_to(path)


# --- the work it takes ---


def test_it_takes_two_folders_and_one_line_elsewhere() -> None:
    (id,) = set(registered()) - set(app.systems.IDS)
    own = (f"app/systems/{id}/", f"tests/data/{id}/")
    assert [path for path in BLOCKS if not path.startswith(own)] == [REGISTER]
    before = (ROOT / REGISTER).read_text(encoding="utf-8").splitlines()
    after = with_the_line().splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed == BLOCKS[REGISTER].splitlines()
    assert len(changed) == 1
    assert registered()[:-1] == app.systems.IDS


def test_it_is_described_as_its_neighbours_are() -> None:
    for path in PYTHON:
        for node in ast.walk(ast.parse(BLOCKS[path])):
            if isinstance(node, ast.Module | ast.ClassDef | Function):
                text = ast.get_docstring(node) or ""
                assert not NOUNLESS.search(text), text
                assert not text or not isinstance(node, FUNCTIONS) or begins_with_a_verb(text), text


def test_it_names_every_declaration() -> None:
    for record in (Encounter, Procedure, Game):
        for name in (field.name for field in fields(record) if field.name != "function"):
            assert re.search(rf"[`.]{name}=?`|\b{name}=|^    {name}: ", PAGE, re.MULTILINE), name


def test_it_is_small() -> None:
    assert sum(len(BLOCKS[path].splitlines()) for path in PYTHON) <= MOST_LINES


def test_it_is_written_as_its_neighbours_are(built: BuiltGame) -> None:
    system = built.folder / "app" / "systems" / built.game.id
    for path in sorted(system.rglob("*.py")):
        for name in imported(path):
            if name.startswith("app."):
                assert name.startswith(("app.core", f"app.systems.{built.game.id}"))
        for head in test_heads.declared(path):
            test_heads.test_every_input_has_a_name_of_its_own(head)


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=" ".join)
def test_it_is_styled_as_the_tree_is(built: BuiltGame, check: list[str]) -> None:
    result = built.run("ruff", *check, "--no-cache", f"app/systems/{built.game.id}")
    assert result.returncode == 0, result.stdout + result.stderr


def test_its_types_are_sound(built: BuiltGame) -> None:
    result = built.run("mypy", "--cache-dir", "types", f"app/systems/{built.game.id}")
    assert result.returncode == 0, result.stdout + result.stderr


def test_another_program_is_offered_it(built: BuiltGame) -> None:
    """A separate process lists the game, with the one line changed."""
    listed = json.loads(built.run("app", "list").stdout)
    assert [game["id"] for game in listed["games"]] == list(registered())


# --- the tests of every game ---


@pytest.mark.parametrize("kind", ["examples", "odds", "bad"])
def test_its_cases_hold(built: BuiltGame, kind: str) -> None:
    checks = {
        "examples": test_examples.test_worked_example,
        "odds": test_examples.test_exact_odds,
        "bad": test_examples.test_bad_input_names_its_field,
    }
    cases = built.cases(kind)
    assert cases
    for case in cases:
        checks[kind](case)


def test_its_inputs_are_decided_about(built: BuiltGame) -> None:
    test_helping.decided(built.game, json.loads((built.data / "levers.json").read_text("utf-8")))


def test_every_procedure_has_an_example(built: BuiltGame) -> None:
    assert {case["procedure"] for case in built.cases("examples")} == {
        each.id for each in built.game
    }


def test_its_odds_agree_with_their_brute_force_twin(built: BuiltGame) -> None:
    all_cases = [*built.cases("examples"), *built.cases("odds")]
    for case in all_cases:
        bound = built.game.procedures[case["procedure"]].bind(case.get("inputs", {}))
        assert odds(bound) == brute(bound)


def test_rulebook_and_code_agree(built: BuiltGame) -> None:
    test_agreement.test_no_citation_of_a_rule_that_does_not_exist(built.game)
    test_agreement.test_no_rule_that_nothing_honours(built.game)
    test_agreement.test_ids_belong_to_their_game(built.game)
    test_agreement.test_a_house_rule_means_the_same_everywhere(built.game)


def test_its_fights_are_played_there_and_back_again(built: BuiltGame) -> None:
    paths = sorted((built.data / "fights").glob("*.json"))
    assert paths
    counted: set[str] = set()
    for path in paths:
        record = json.loads(path.read_text(encoding="utf-8"))
        fight = Fight(built.game.id, path.stem, record.get("house", {}), record["acts"])
        table = Headless(fight)
        play(table, fight)
        assert table.state.encounter is None
        assert table.state.due == ()
        counted |= table.state.scene.keys()
        there = table.undo_all()
        assert table.redo_all() == there[::-1]
    assert {counter.id for counter in built.game.counters} <= counted


def test_a_stored_encounter_is_sound(built: BuiltGame) -> None:
    """A stored encounter is validated with every hook, for every combatant."""
    encounter = built.game.encounter
    assert encounter is not None
    scene = encounter.begin()
    for id in ("one", "two"):
        scene = encounter.apply(scene, "add", {"id": id}).scene
    scene = encounter.apply(scene, "next").scene
    assert sum(1 for _ in validate_steps(built.game, scene.state, {})) == 2


# --- its pages ---


def test_its_page_renders(built: BuiltGame) -> None:
    """The page has every form with the default odds, the tables and the rulebook."""
    books = rulebooks([built.game])
    values = {**context(), "game_views": (view_game(built.game),)}
    page = rendered("index.html", **values, rulebooks=books, build=BUILD)
    assert page.wrong == []
    forms = [each for tag, each in page.elements if tag == "form" and "data-procedure" in each]
    assert {form["data-procedure"] for form in forms} == {*built.game.procedures, "dice.roll"}
    assert {f"rule-{rule}" for rule in built.game.rules} <= set(page.all("id"))


def test_its_sheets_render(built: BuiltGame) -> None:
    form = built.game.sheet
    assert form is not None
    table = Headless(Fight(built.game.id, "sheets", {}, []))
    for character in table.state.characters:
        for editing in (False, True):
            view = sheet_view(built.game, character)
            page = rendered("sheet.html", sheet=view, game=built.game, editing=editing)
            assert page.wrong == []
            for roll in form.rolls(character.sheet(built.game)):
                assert roll.procedure in built.game.procedures
