"""Every command shown in the documents runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.commands.cli import NAME, commands
from app.headless import answer
from app.systems import games
from building.paths import ROOT
from tests.forecast.fights import samples

DOCUMENTS = ("README.md", "docs/command-line.md", "docs/headless.md", "docs/forecast.md")


def shown() -> list[str]:
    """Return the lines with a prompt in all documents, without repeats."""
    lines = [
        line
        for name in DOCUMENTS
        for block in re.findall(r"```\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]
    return [line[2:] for line in dict.fromkeys(lines)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the documents name, and the commands."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "fight.json").write_text(json.dumps(samples("striker", 1)), encoding="utf-8")
    (campaign,) = (ROOT / "tests" / "data" / "files" / "prism").glob("*-campaign.json")
    shutil.copy(campaign, folder / "campaign.json")
    code = "import sys; from app.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    for name, command in ((NAME, f"-c '{code}'"), ("python", "")):
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return folder


@pytest.mark.parametrize("line", shown())
def test_a_shown_command_runs(folder: Path, line: str) -> None:
    # The shown number of fights would take minutes.
    line = re.sub(r"--fights \d+", "--fights 4", line)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), line
    assert done.stdout
    assert not done.stdout.startswith('{"error"')


def test_the_shown_python_plays_a_fight() -> None:
    page = (ROOT / "docs" / "forecast.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, object] = {"record": samples("striker", 1)}
    *lines, words = re.sub(r"\b500\b", "2", block).strip().splitlines()
    exec("\n".join(lines), names)
    assert re.fullmatch(r"\d+(\.\d+)? %.*", eval(words, names))


def test_the_answers_are_described() -> None:
    page = (ROOT / "docs" / "headless.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page.partition("## Answers")[2], re.MULTILINE)
    described = dict(rows)
    played = reply({"procedure": "garden.fever", "seed": 1})
    test = {
        "procedure": "wasteland.skill_test",
        "inputs": {"attribute": 6, "skill": 3, "rerolls": 1},
    }
    assert described.keys() == {
        *played,
        *reply(test | {"dice": [5, 17], "odds": True}),
        *reply({"procedure": "garden.skill_test", "scan": {"attribute": [0, 1]}}),
    }
    effect, roll = played["effects"][0], played["rolls"][0]
    assert words(described["effects"]) >= effect.keys()
    assert words(described["rolls"]) >= roll.keys()


def reply(request: dict[str, object]) -> dict[str, Any]:
    return answer(games(), json.dumps(request))


def words(text: str) -> set[str]:
    """Return the names in code of a text."""
    return set(re.findall(r"`(\w+)`", text))


def test_the_first_hour_changes_an_input(tmp_path: Path) -> None:
    """After its change, made in a copy, its command prints the answer on the page."""
    page = (ROOT / "docs" / "first-hour.md").read_text("utf-8")
    blocks = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    (declared,) = (block for block in blocks if "Annotated[" in block)
    (shown,) = (block for block in blocks if block.startswith("$ "))
    (named,) = re.findall(r"`(app/systems/\S+/inputs\.py)`", page)
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    inputs = tmp_path / named
    text = inputs.read_text("utf-8")
    assert text.count(declared) == declared.count("100") == 1
    inputs.write_text(text.replace(declared, declared.replace("100", "50")), encoding="utf-8")
    command, answer = shown.removeprefix("$ ").splitlines()
    done = subprocess.run(
        ["bash", "-c", command.replace(".venv/bin/python", sys.executable)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.stdout == answer + "\n"


def test_the_documents_show_every_command() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for name in commands.commands:
        assert re.search(rf"\| `{name}\b", text), name
