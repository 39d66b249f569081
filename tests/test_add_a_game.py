"""`docs/add-a-game.md` is true: the game that it leads through is made of its own text, and played.

The blocks of the page are written into a temporary tree, beside links to all that lies in this one;
its folder of games is made a part of `app.systems`, and the one line that the page changes takes
effect. Nothing of this tree is touched. Then the game is held to what holds for every game.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import app.systems
from app.core.encounters.validate import validate_steps
from app.core.games import Game
from app.core.odds.odds import odds
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
from tests.twin import brute
from tests.widgets.templates import rendered

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")

#: A block of the page and the file that it is: its path alone on the line before.
BLOCK = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = {each["path"]: each["text"] for each in BLOCK.finditer(PAGE)}

#: The only file outside of the game's own folders that the page changes.
REGISTER = "app/systems/__init__.py"
PYTHON = [path for path in BLOCKS if path.endswith(".py") and path != REGISTER]

#: So many lines of Python may a small game take, the empty ones counted too.
MOST_LINES = 150


@dataclass(frozen=True)
class Made:
    """The game as the page makes it: where it lies, and what it is."""

    folder: Path
    game: Game

    @property
    def data(self) -> Path:
        return self.folder / "tests" / "data" / self.game.id

    def run(self, *module: str) -> subprocess.CompletedProcess[str]:
        """A module run where the tree is as it is once the game is added."""
        command = [sys.executable, "-m", *module]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def cases(self, kind: str) -> list[Any]:
        return list(json.loads((self.data / f"{kind}.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("sixth")
    systems = folder / "app" / "systems"
    systems.mkdir(parents=True)
    neighbours(ROOT, folder, leave=("app", "tests"))
    neighbours(ROOT / "app", folder / "app", leave=("systems",))
    neighbours(ROOT / "app" / "systems", systems, leave=("__init__.py",))
    for path, text in BLOCKS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / REGISTER).write_text(with_the_line(), encoding="utf-8")
    (id,) = set(registered()) - set(app.systems.IDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.systems, "__path__", [*app.systems.__path__, str(systems)])
        patch.setattr(app.systems, "IDS", registered())
        yield Made(folder, games()[id])
    for name in [each for each in sys.modules if each.startswith(f"app.systems.{id}")]:
        del sys.modules[name]
    vars(app.systems).pop(id, None)


def registered() -> tuple[str, ...]:
    """The ids of all games once the page's line stands in its file."""
    found = re.search(r"^IDS = \((.*)\)$", BLOCKS[REGISTER], re.MULTILINE)
    assert found is not None
    return tuple(re.findall(r'"(\w+)"', found[1]))


def with_the_line() -> str:
    """The list of all games, with the page's line in the place of its own."""
    text = (ROOT / REGISTER).read_text(encoding="utf-8")
    return re.sub(r"^IDS = .*\n", BLOCKS[REGISTER], text, flags=re.MULTILINE)


def neighbours(old: Path, new: Path, leave: tuple[str, ...]) -> None:
    """What lies in a folder of the tree lies in that of the new one: links, nothing is copied."""
    for path in old.iterdir():
        if path.name not in leave and not path.name.startswith("."):
            (new / path.name).symlink_to(path)


# --- what it takes ---


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


def test_it_is_small() -> None:
    assert sum(len(BLOCKS[path].splitlines()) for path in PYTHON) <= MOST_LINES


def test_it_is_written_as_its_neighbours_are(made: Made) -> None:
    system = made.folder / "app" / "systems" / made.game.id
    for path in sorted(system.rglob("*.py")):
        for name in imported(path):
            if name.startswith("app."):
                assert name.startswith(("app.core", f"app.systems.{made.game.id}"))
        for head in test_heads.declared(path):
            test_heads.test_every_input_has_a_name_of_its_own(head)


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=" ".join)
def test_it_is_styled_as_the_tree_is(made: Made, check: list[str]) -> None:
    came = made.run("ruff", *check, "--no-cache", f"app/systems/{made.game.id}")
    assert came.returncode == 0, came.stdout + came.stderr


def test_its_types_are_sound(made: Made) -> None:
    came = made.run("mypy", "--cache-dir", "types", f"app/systems/{made.game.id}")
    assert came.returncode == 0, came.stdout + came.stderr


def test_another_program_is_offered_it(made: Made) -> None:
    """In a process of its own, from the changed tree: the one line is all that it takes."""
    listed = json.loads(made.run("app", "list").stdout)
    assert [each["id"] for each in listed["games"]] == list(registered())


# --- what holds for every game ---


@pytest.mark.parametrize("kind", ["examples", "odds", "bad"])
def test_its_cases_hold(made: Made, kind: str) -> None:
    held = {
        "examples": test_examples.test_worked_example,
        "odds": test_examples.test_exact_odds,
        "bad": test_examples.test_bad_input_names_its_field,
    }
    cases = made.cases(kind)
    assert cases
    for case in cases:
        held[kind](case)


def test_its_inputs_are_decided_about(made: Made) -> None:
    test_helping.decided(made.game, json.loads((made.data / "levers.json").read_text("utf-8")))


def test_every_procedure_has_an_example(made: Made) -> None:
    assert {case["procedure"] for case in made.cases("examples")} == {each.id for each in made.game}


def test_its_odds_agree_with_their_brute_force_twin(made: Made) -> None:
    told = [*made.cases("examples"), *made.cases("odds")]
    for case in told:
        bound = made.game.procedures[case["procedure"]].bind(case.get("inputs", {}))
        assert odds(bound) == brute(bound)


def test_rulebook_and_code_agree(made: Made) -> None:
    test_agreement.test_no_citation_of_a_rule_that_does_not_exist(made.game)
    test_agreement.test_no_rule_that_nothing_honours(made.game)
    test_agreement.test_ids_belong_to_their_game(made.game)
    test_agreement.test_a_house_rule_means_the_same_everywhere(made.game)


def test_its_fights_are_played_there_and_back_again(made: Made) -> None:
    paths = sorted((made.data / "fights").glob("*.json"))
    assert paths
    counted: set[str] = set()
    for path in paths:
        record = json.loads(path.read_text(encoding="utf-8"))
        fight = Fight(made.game.id, path.stem, record.get("house", {}), record["acts"])
        table = Headless(fight)
        play(table, fight)
        assert table.state.encounter is None
        assert table.state.due == ()
        counted |= table.state.scene.keys()
        there = table.undo_all()
        assert table.redo_all() == there[::-1]
    assert {each.id for each in made.game.counters} <= counted


def test_a_stored_encounter_is_sound(made: Made) -> None:
    """What a file brings is tried against the game: every hook answers for everybody."""
    encounter = made.game.encounter
    assert encounter is not None
    scene = encounter.begin()
    for id in ("one", "two"):
        scene = encounter.apply(scene, "add", {"id": id}).scene
    scene = encounter.apply(scene, "next").scene
    assert sum(1 for _ in validate_steps(made.game, scene.state, {})) == 2


# --- what is seen of it ---


def test_its_page_renders(made: Made) -> None:
    """Every form with the odds of its defaults, the tables, the rulebook with its rules."""
    books = rulebooks([made.game])
    told = {**context(), "game_views": (view_game(made.game),)}
    page = rendered("index.html", **told, rulebooks=books, build=BUILD)
    assert page.wrong == []
    forms = [each for tag, each in page.elements if tag == "form" and "data-procedure" in each]
    assert {each["data-procedure"] for each in forms} == {*made.game.procedures, "dice.roll"}
    assert {f"rule-{rule}" for rule in made.game.rules} <= set(page.all("id"))


def test_its_sheets_render(made: Made) -> None:
    form = made.game.sheet
    assert form is not None
    table = Headless(Fight(made.game.id, "sheets", {}, []))
    for character in table.state.characters:
        for editing in (False, True):
            seen = sheet_view(made.game, character)
            page = rendered("sheet.html", sheet=seen, game=made.game, editing=editing)
            assert page.wrong == []
            for roll in form.rolls(character.sheet(made.game)):
                assert roll.procedure in made.game.procedures
