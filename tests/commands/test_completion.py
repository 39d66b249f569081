"""The completion of names in each shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.cli import COMPLETE, NAME, commands
from app.commands.completion import SHELLS
from building.paths import ROOT


def complete(monkeypatch: pytest.MonkeyPatch, shell: str, *words: str) -> list[str]:
    """Return the completions that a shell offers for the last of these words."""
    split = [NAME]
    for word in words:
        name, equals, value = word.partition("=")
        is_cut = shell == "bash" and equals
        split += [name, "=", *([value] if value else [])] if is_cut else [word]
    last = split[-1] if shell == "fish" else str(len(split) - 1)
    monkeypatch.setenv("COMP_WORDS", "\n".join(split))
    monkeypatch.setenv("COMP_CWORD", last)
    answer = SHELLS[shell](commands, {}, NAME, COMPLETE).complete()
    lines = answer.splitlines()
    if shell == "zsh":
        return [value.replace("\\:", ":") for value in lines[1::3]]
    return [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", SHELLS)
def test_names(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    def offered(*words: str) -> list[str]:
        return complete(monkeypatch, shell, *words)

    assert offered("fore") == ["forecast"]
    assert offered("roll", "g")[:2] == ["garden.skill_test", "garden.attribute_test"]
    assert offered("roll", "garden.sk") == ["garden.skill_test"]
    assert offered("odds", "garden.skill_test", "target") == ["target_number="]
    assert offered("list", "pri") == ["prism"]
    assert offered("list", "striker.ev") == ["striker.evaluate_line"]
    assert offered("odds", "garden.skill_test", "--policy", "b") == ["best"]
    assert offered("roll", "garden.skill_test", "--choose", "s") == ["succeed_at_cost="]
    assert offered("roll", "nothing.here", "x") == []
    assert offered("roll", "garden.skill_test", "nothing") == []
    value = "" if shell == "bash" else "criticals="
    assert offered("roll", "garden.skill_test", "criticals=a") == [f"{value}any-face"]
    value = "" if shell == "bash" else "offer_cost="
    assert offered("roll", "garden.skill_test", "offer_cost=") == [f"{value}true", f"{value}false"]


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_an_empty_word_offers_the_rest(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    given = [NAME, "roll", "garden.skill_test", "skill_level=3"]
    cut = [NAME, "roll", "garden.skill_test", "skill_level", "=", "3"]
    words = cut if shell == "bash" else given
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    answer = SHELLS[shell](commands, {}, NAME, COMPLETE).complete()
    assert "attribute=" in answer
    assert "skill_level=" not in answer.replace("unskilled", "")


def test_bash_itself(tmp_path: Path) -> None:
    """A real Bash runs the script, with a command that is not installed."""
    command = tmp_path / NAME
    code = "import sys; from app.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    command.write_text(
        f"#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -c '{code}' \"$@\"\n", encoding="utf-8"
    )
    command.chmod(0o755)
    script = f"""
        PATH={tmp_path}:$PATH
        eval "$({NAME} completion bash)"
        compopt() {{ echo "compopt $1 $2"; }}
        offered() {{
            COMP_WORDS=({NAME} "$@"); COMP_CWORD=$#; COMPREPLY=()
            _{NAME}_completion {NAME}
            echo "${{COMPREPLY[*]}}"
        }}
        offered roll garden.sk
        offered roll garden.skill_test criticals = any
        offered roll garden.skill_test target
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, check=True
    )
    lines = ["garden.skill_test", "any-face", "compopt -o nospace", "target_number="]
    assert done.stdout.splitlines() == lines
