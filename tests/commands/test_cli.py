"""The commands for people: results, errors and exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import app.__main__ as machine
from app import VERSION
from app.commands import cli, forecast
from app.commands.printing import PIPE
from app.core.odds.odds import chances
from app.headless import answer, to_line
from app.systems import games
from app.widgets.odds.odds import percent
from building.paths import ROOT
from tests.forecast.fights import samples

GARDEN = ("garden.skill_test", "skill_level=3", "attribute=2", "target_number=6")
FILES = Path(__file__).parent.parent / "data" / "files"


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.out.splitlines()]


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command."""

    def run(*words: str) -> Result:
        code = cli.main(list(words))
        shown = capsys.readouterr()
        return Result(code, shown.out, shown.err)

    return run


def request(**fields: Any) -> dict[str, Any]:
    """Return the reply of the headless mode."""
    inputs = {"skill_level": 3, "attribute": 2, "target_number": 6}
    line = json.dumps({"procedure": "garden.skill_test", "inputs": inputs, **fields})
    return json.loads(to_line(answer(games(), line)))  # type: ignore[no-any-return]


# --- roll ---


def test_a_roll_says_its_grade_first(run: Run) -> None:
    result = run("roll", *GARDEN, "--dice", "5,5,2")
    assert result.code == 0
    assert result.lines[:3] == [
        "Yes  8 against 6",
        "Skill: 5 5 (match +1) 2 (set aside)",
        "5 highest die + 1 critical + 2 attribute = 8, needed 6",
    ]
    assert "Success 79.6%" in result.lines
    assert any(re.match(r"Yes +39.4% +this roll", line) for line in result.lines)
    assert "\x1b" not in result.out


def test_its_odds_can_be_left_out(run: Run) -> None:
    assert "%" not in run("roll", *GARDEN, "--no-odds").out


def test_json_is_the_answer_without_a_browser(run: Run) -> None:
    words = ("--format", "json")
    assert json.loads(run("roll", *GARDEN, "--dice", "5,5,2", *words).out) == request(
        dice=[5, 5, 2]
    )
    for seed in (7, "seven"):
        rolled = json.loads(run("roll", *GARDEN, "--seed", str(seed), *words).out)
        assert rolled == request(seed=seed)
    odds = json.loads(run("odds", *GARDEN, *words).out)
    assert odds == request(odds=True)
    helped = json.loads(run("odds", *GARDEN, "--helps", *words).out)
    assert helped["helps"] == request(helps=True)["helps"]
    best = json.loads(run("odds", *GARDEN, "--policy", "never", *words).out)
    assert best == request(odds=True, policy="never")


def test_every_procedure_is_rolled_for_people(run: Run) -> None:
    """A worked example of each procedure, with its dice, prints the grade first."""
    for id, game in games().items():
        path = Path(__file__).parent.parent / "data" / id / "examples.json"
        examples = json.loads(path.read_text(encoding="utf-8"))
        done: set[str] = set()
        for example in examples:
            if example["procedure"] in done or "dice" not in example:
                continue
            done.add(example["procedure"])
            procedure = game.procedures[example["procedure"]]
            given = [f"{n}={typed(v)}" for n, v in example.get("inputs", {}).items()]
            dice = ["--dice", ",".join(map(str, example["dice"]))]
            chosen = [
                word
                for name, value in example.get("choices", {}).items()
                for word in ("--choose", f"{name}={typed(value)}")
            ]
            result = run("roll", procedure.id, *given, *dice, *chosen, "--no-odds")
            assert result.code == 0, (example, result.err)
            expected = answer(games(), json.dumps({k: example[k] for k in REQUEST if k in example}))
            words = procedure.grade(expected["grade"]).words
            assert result.lines[0].startswith(words), example
        assert done


REQUEST = ("procedure", "inputs", "dice", "choices")


def typed(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_dice_by_a_formula(run: Run) -> None:
    result = run("roll", "4d6kh3+2", "--dice", "6,5,4,1")
    assert result.lines[0] == "Rolled  17"
    assert any(line.startswith("Total: average 14.24") for line in result.lines)
    assert run("roll", "2d6", "+", "1", "--dice", "1,1").lines[0] == "Rolled  3"


@pytest.mark.parametrize(
    ("formula", "dice", "total"),
    [
        ("d10", "0", 10),
        ("d100", "00", 100),
        ("2d100", "0,07", None),
        ("d20", "0", None),
        ("3d6", "5 5+2", 12),
        ("3d6", "552", 12),
        ("2d20", "17,3", 20),
        ("2d6", "５、２", 7),
        ("2d6", "٥,2", None),
        ("4dF", "- + 0 +", 1),
        ("4dF", "-,2,+,+", None),
        ("d6", "-1", None),
        ("d6", "½", None),
    ],
)
def test_dice_are_read_as_on_the_page(run: Run, formula: str, dice: str, total: int | None) -> None:
    """A face that no die has is named."""
    rolled, odds = (run(do, formula, "--dice", dice) for do in ("roll", "odds"))
    if total is None:
        assert (rolled.code, odds.code) == (2, 2)
        assert "no face" in rolled.err
        assert "no face" in odds.err
    else:
        assert rolled.lines[0] == f"Rolled  {total}"
        assert odds.code == 0


def test_a_decision_beforehand(run: Run) -> None:
    tie = ("roll", *GARDEN[:2], "attribute=0", "target_number=4", "--dice", "4,3,2", "--no-odds")
    assert run(*tie).lines[0].startswith("Maybe")
    assert "Succeed at cost: decline" in run(*tie).lines
    assert "Succeed at cost: accept" in run(*tie, "--choose", "succeed_at_cost=accept").lines


def test_next_rolls_are_commands_that_run(run: Run) -> None:
    import shlex

    words = ("weapon_class=small-guns", "attribute=8", "skill=3", "target_range=close")
    result = run("roll", "wasteland.attack", *words, "--dice", "1,1,5", "--no-odds")
    assert result.code == 0, result.err
    offered = [line for line in result.lines if line.startswith("Next: ")]
    assert offered
    for line in offered:
        command = shlex.split(line[line.index("tableside") :])
        again = run(*command[1:], "--no-odds")
        assert again.code in (0, 2), again.err
        assert again.code == 0 or "is missing" in again.err


# --- odds, scan ---


def test_odds_are_those_of_the_rules(run: Run) -> None:
    for game in games().values():
        for procedure in list(game)[:6]:
            try:
                known = chances(procedure.bind({})).grades
            except ValueError:
                continue
            out = run("odds", procedure.id).out
            for grade, chance in known.items():
                words = re.escape(procedure.grade(grade).words)
                found = re.search(rf"^{words} +(\S+%)", out, re.MULTILINE)
                assert found or len(known) == 1, (procedure.id, out)
                assert found is None or found[1] == percent(chance)


def test_odds_of_a_certain_result_say_so(run: Run) -> None:
    assert run("odds", "d6>=7").lines[1:3] == ["Success 0%", "Missed  100%"]
    assert run("odds", "d6").lines[1].startswith("Total: average")


def test_a_wrong_answer_is_named_though_its_decision_does_not_come_up(run: Run) -> None:
    wrong = run("roll", *GARDEN, "--dice", "6,6,6", "--choose", "succeed_at_cost=perhaps")
    assert wrong.code == 2
    assert "succeed_at_cost is 'perhaps'; give accept or decline" in wrong.err
    assert "complex" not in wrong.out


def test_odds_as_csv(run: Run) -> None:
    lines = run("odds", *GARDEN, "--format", "csv").lines
    assert lines[0] == "Result,exactly %,this or better %,exact"
    assert sum(Fraction(line.rpartition(",")[2]) for line in lines[1:]) == 1


def test_odds_from_the_middle_name_each_answer(run: Run) -> None:
    words = ("attribute=6", "skill=3", "difficulty=2", "rerolls=1")
    lines = run("odds", "wasteland.skill_test", *words, "--dice", "5,17").lines
    index = lines.index("Reroll, the odds after each answer")
    answers = {line.split("  ")[0]: line for line in lines[index + 1 :]}
    assert {"none", "1", "2"} <= set(answers)
    assert "Success 45.0%" in answers["2"]


def test_changes_that_help_are_named_with_their_input(run: Run) -> None:
    result = run("odds", *GARDEN, "--helps")
    assert any(re.match(r"\+\d+\.\d% .* modifier=1", line) for line in result.lines)
    assert "Nothing here would improve" in run("odds", "d20", "--helps").out


def test_a_scan_is_a_table(run: Run) -> None:
    one = run("scan", "garden.skill_test", "skill_level=0..4").lines
    assert one[0].split()[:2] == ["skill_level", "success"]
    assert [line.split()[:2] for line in one[1:3]] == [["0", "13.9%"], ["1", "33.3%"]]
    two = run("scan", "garden.skill_test", "skill_level=0..2", "target_number=3..4").lines
    assert two[0].split() == ["skill_level", "\\", "target_number", "3", "4"]
    assert two[1].split() == ["0", "27.8%", "13.9%"]


@pytest.mark.parametrize("form", ["csv", "markdown", "json"])
def test_a_scan_is_that_of_the_machine(
    run: Run, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    words = ["scan", "garden.skill_test", "skill_level=0..2", "--format", form]
    assert machine.main(words) == 0
    expected = capsys.readouterr().out
    assert expected
    assert run(*words).out == expected


# --- forecast, luck, fair, list ---


def test_a_forecast(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(samples("striker")), encoding="utf-8")
    words = ["forecast", str(file), "--fights", "20", "--seed", "7", "--workers", "1"]
    assert machine.main([*words, "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert json.loads(run(*words, "--format", "json").out) == expected
    text = run(*words)
    assert text.lines[0] == "20 fights, seed 7"
    assert re.match(r"Heroes wins +\d+ % ± ", text.lines[1])
    assert text.err == ""


def test_a_stopped_forecast_prints_its_results_so_far(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = forecast.counting

    def stopped(*arguments: Any) -> Any:
        yield next(begun(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(forecast, "counting", stopped)
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(samples("striker")), encoding="utf-8")
    result = run("forecast", str(file), "--fights", "40", "--workers", "1")
    assert result.code == 130
    assert result.lines[0] == "5 fights, seed 0"
    assert result.err == "Stopped after 5 of 40 fights.\n"


def test_luck(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = (FILES / "wasteland").glob("*-campaign.json")
    for form in ("markdown", "csv", "json"):
        words = ["luck", str(file), "--of", "campaign", "--format", form]
        assert machine.main(words) == 0
        expected = capsys.readouterr().out
        assert run(*words).out == expected
    assert ": " in run("luck", str(file), "--of", "campaign").lines[0]


def test_luck_of_a_character_asks_for_a_campaign(run: Run) -> None:
    (file,) = (FILES / "wasteland").glob("*-character.json")
    result = run("luck", str(file))
    assert (result.code, result.out) == (2, "")
    assert "a character has no rolls; give a campaign" in result.err


def test_a_fight_with_a_byte_order_mark_is_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(samples("striker")), encoding="utf-8-sig")
    assert run("forecast", str(file), "--fights", "1", "--workers", "1").code == 0


def test_fair(run: Run) -> None:
    faces = "1,2,3,4,5,6," * 10
    result = run("fair", "6", faces)
    assert result.lines[1] == "d6, 60 rolls"
    assert [line.split() for line in result.lines[2:8]] == [[str(n), "10"] for n in range(1, 7)]
    assert json.loads(run("fair", "d6", faces, "--format", "json").out)["counts"] == [10] * 6


def test_the_list(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in run("list").lines[:6]] == [*games(), "dice"]
    for game in games().values():
        out = run("list", game.id).out
        assert [id for id in game.procedures if not re.search(rf"^{id}\b", out, re.MULTILINE)] == []
    assert machine.main(["list"]) == 0
    catalogue = capsys.readouterr().out
    assert run("list", "--json").out == catalogue


def test_the_list_of_a_procedure_has_every_input(run: Run) -> None:
    for game in games().values():
        for procedure in game:
            out = run("list", procedure.id).out
            for name in procedure.inputs:
                assert re.search(rf"^{name} ", out, re.MULTILINE), (procedure.id, name)
            assert all(len(line) <= PIPE for line in out.splitlines())
    assert re.search(r"^skill_level +=0 +0\.\.20 ", run("list", "garden.skill_test").out, re.M)


def test_json_lines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    from types import SimpleNamespace

    lines = b'{"procedure": "dice.roll", "inputs": {"notation": "d6"}, "dice": [4]}\nnonsense\n'
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(lines)))
    first, second = map(json.loads, run("json").lines)
    assert first["values"]["total"] == 4
    assert second["error"]["field"] == "request"


# --- errors ---


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["rol"], 2, "Did you mean 'roll'?"),
        (["roll", "garden.skil_test"], 2, "did you mean garden.skill_test?"),
        (["roll", "garden.skill_test", "skill_lvel=3"], 2, "did you mean skill_level?"),
        (["roll", "garden.skill_test", "skill_level"], 2, "name=value"),
        (["roll", "garden.skill_test", "skill_level=99"], 2, "whole number from 0 to 20"),
        (["roll", "garden.skill_test", "criticals=sixs"], 2, "did you mean sixes?"),
        (["roll", "garden.skill_test", "--dice", "5,9"], 2, "a d6 has no face 9"),
        (["roll", "garden.skill_test", "--dice", "5"], 2, "too few faces"),
        (["roll", "garden.skill_test", "--dice", "5,4,3"], 2, "too many faces"),
        (["roll", "garden.skill_test", "--dice", "ask"], 2, "only a terminal"),
        (["roll", "garden.skill_test", "--choose", "x=1"], 2, "succeed_at_cost"),
        (["odds", "garden.skill_test", "--choose", "succeed_at_cost=" + "9" * 5_000], 2, "accept"),
        (["roll", "garden.skill_test", "skill_level=" + "[" * 100_000], 2, "0 to 20"),
        (["roll", "4d6kh"], 2, "notation"),
        (["odds", "garden.skill_test", "--polcy", "best"], 2, "Did you mean '--policy'?"),
        (["scan", "garden.skill_test"], 2, "one or two inputs"),
        (["scan", "garden.skill_test", "skill_level=0..99"], 2, "0 to 20"),
        (["list", "garde"], 2, "did you mean garden?"),
        (["luck", "nothing.json"], 2, "nothing.json"),
        (["forecast", "nothing.json"], 2, "nothing.json"),
        (["fair", "1", "2"], 2, "d2 to d100"),
        (["fair", "6", "7"], 2, "7"),
        (["fair", "20", ","], 2, "no faces"),
        (["fair", "6", *(["1"] * 40), "--dice", "9" * 400], 2, "1 to 1,000"),
        (["serve", "nowhere"], 2, "make build"),
        (["serve", ".", "--port", "99999"], 2, "0<=x<=65535"),
        (["completion", "csh"], 2, "'bash'"),
    ],
)
def test_a_wrong_word_is_named(run: Run, words: list[str], code: int, hint: str) -> None:
    result = run(*words)
    assert (result.code, result.out) == (code, ""), result
    assert hint in result.err
    assert "Traceback" not in result.err


def test_another_page_is_not_served(run: Run, tmp_path: Path) -> None:
    for name, text in (("index.html", "<p>Hello"), ("version.json", "{}")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run("serve", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert "holds another page" in result.err


def test_a_refusal_of_the_rules_ends_with_1(run: Run) -> None:
    """These inputs are valid one by one, but impossible together."""
    found = 0
    for id, game in games().items():
        path = Path(__file__).parent.parent / "data" / id / "bad.json"
        for each in json.loads(path.read_text(encoding="utf-8")):
            procedure = game.procedures.get(each["procedure"])
            if procedure is None:
                continue
            try:
                procedure.signature.check(each.get("inputs", {}))
            except ValueError:
                continue
            given = [f"{n}={typed(v)}" for n, v in each.get("inputs", {}).items()]
            result = run("roll", procedure.id, *given)
            if result.code == 1:
                found += 1
                assert result.err.startswith("Error: ")
    assert found


def test_nothing_is_answered_with_the_help(run: Run) -> None:
    result = run()
    assert "Usage: tableside" in result.out + result.err
    assert "Traceback" not in result.err


def test_a_long_seed_is_a_word(run: Run) -> None:
    words = ("roll", "d20", "--format", "json", "--seed", "9" * 5_000)
    assert run(*words).out == run(*words).out != ""


def test_help_and_version(run: Run) -> None:
    assert run("--version").out == f"tableside, version {VERSION}\n"
    result = run("--help")
    assert result.code == 0
    for command in ("roll", "odds", "scan", "forecast", "luck", "fair", "list", "serve", "json"):
        assert re.search(rf"^  {command} ", result.out, re.MULTILINE)
        assert run(command, "--help").code == 0


def test_the_policies_are_those_of_the_odds() -> None:
    from app.core.odds.policies import POLICIES

    assert tuple(POLICIES) == cli.POLICIES


def test_help_appears_at_once() -> None:
    """It imports neither the rules nor the modules that draw tables."""
    code = "import sys, app.commands.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    heavy = {"rich", "app.systems", "app.core.games", "app.widgets", "jinja2", "multiprocessing"}
    assert not heavy & set(done.stdout.split())
