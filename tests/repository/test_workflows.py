"""Workflows, templates and settings of the host: they parse, and name what exists."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from building.paths import ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))

Job = dict[str, Any]

#: `owner/action@v7` or the hash of a commit.
PINNED = re.compile(r"[\w.-]+/[\w./-]+@(v\d+(\.\d+)*|[0-9a-f]{40})")

#: Permissions that a job may have beyond reading; each is granted to one job alone.
WRITES = {
    "publish.yml": {"publish": {"pages": "write", "id-token": "write"}},
    "release.yml": {"publish": {"contents": "write"}},
}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def jobs() -> Iterator[tuple[str, str, Job]]:
    """Yield the file, the name and the content of every job."""
    for path in WORKFLOWS:
        for name, job in read(path)["jobs"].items():
            yield path.name, name, job


def steps() -> Iterator[tuple[str, Job]]:
    """Yield every step with its place."""
    for file, name, job in jobs():
        for step in job.get("steps", []):
            yield f"{file}: {name}", step


def commands() -> list[tuple[str, list[str]]]:
    """Return every command of every step with its place, in words."""
    result = []
    for place, step in steps():
        for line in step.get("run", "").replace("\\\n", " ").splitlines():
            for command in re.split(r"&&|\|", line):
                words = shlex.split(command)
                if words:
                    result.append((place, words))
    return result


def targets() -> set[str]:
    """Return the targets of the Makefile that a person may name."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][\w-]*):(?!=)", text, re.MULTILINE))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_whole(path: Path) -> None:
    workflow = read(path)
    # YAML 1.1 reads the key `on` as true.
    assert workflow[True], "nothing starts it"
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow["concurrency"]) == {"group", "cancel-in-progress"}
    # The branch of a fork may be called main too, and would end the run of ours.
    assert "head_ref" not in workflow["concurrency"]["group"]
    for name, job in workflow["jobs"].items():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= workflow["jobs"].keys(), name
        allowed = WRITES.get(path.name, {}).get(name)
        assert job.get("permissions") == allowed, f"{name}: permissions"
        if "uses" not in job:
            assert 0 < job["timeout-minutes"] <= 60, f"{name}: timeout"


def test_actions_are_pinned_each_to_one_version() -> None:
    versions = defaultdict(set)
    for place, step in steps():
        if "uses" in step:
            assert PINNED.fullmatch(step["uses"]), f"{place}: {step['uses']}"
            action, _, version = step["uses"].partition("@")
            versions[action].add(version)
    assert {"actions/checkout", "actions/setup-node"} <= versions.keys()
    assert {action: found for action, found in versions.items() if len(found) > 1} == {}


def test_a_checkout_keeps_no_credentials() -> None:
    for place, step in steps():
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False, place


def test_called_workflows_exist_and_can_be_called() -> None:
    called = {job["uses"] for _, _, job in jobs() if "uses" in job}
    assert called == {"./.github/workflows/test.yml"}
    assert "workflow_call" in read(GITHUB / "workflows" / "test.yml")[True]


def test_commands_name_targets_modules_and_tests_that_exist() -> None:
    names = set()
    for place, words in commands():
        if words[0] == "make":
            goals = [word for word in words[1:] if "=" not in word]
            assert set(goals) <= targets(), f"{place}: {words}"
            names.update(goals)
        if "-m" in words and "." in words[words.index("-m") + 1]:
            module = ROOT / words[words.index("-m") + 1].replace(".", "/")
            assert module.with_suffix(".py").exists(), f"{place}: {words}"
            names.add(module.stem)
        for word in words:
            path = word.partition("=")[2] if word.startswith("--ignore=") else word
            if path.startswith(("tests/", "docs/", "building/")):
                assert (ROOT / path).exists(), f"{place}: {path}"
    assert {"check", "test", "portable", "release", "notes"} <= names


def test_no_script_contains_names_that_strangers_choose() -> None:
    """A branch or a title may hold any text, and `${{ }}` pastes it into the script."""
    for place, step in steps():
        assert "${{" not in step.get("run", ""), place


def test_the_matrix_matches_the_promise_of_the_package() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    ((_, _, job),) = [found for found in jobs() if "strategy" in found[2]]
    assert job["strategy"]["matrix"]["python"] == promised
    assert f'requires-python = ">={promised[0]}"' in project


def test_updates_cover_every_kind_of_dependency() -> None:
    updates = read(GITHUB / "dependabot.yml")["updates"]
    kinds = {(update["package-ecosystem"], update["directory"]) for update in updates}
    assert kinds == {
        ("pip", "/"),
        ("npm", "/"),
        ("npm", "/bench/lighthouse"),
        ("github-actions", "/"),
    }
    for update in updates:
        assert update["schedule"] == {"interval": "monthly"}
        assert update["groups"], "one pull request, not one a package"


def test_the_runtime_is_upgraded_by_hand() -> None:
    """Pyodide and PyScript are patched; docs/upgrading.md says how to try a new version."""
    (npm,) = [
        update
        for update in read(GITHUB / "dependabot.yml")["updates"]
        if (update["package-ecosystem"], update["directory"]) == ("npm", "/")
    ]
    assert {each["dependency-name"] for each in npm["ignore"]} == {"pyodide", "@pyscript/core"}


FORMS = sorted(
    path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"
)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_an_issue_form_is_whole(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids))
    for field in form["body"]:
        assert field["type"] in {"markdown", "textarea", "input", "dropdown", "checkboxes"}
        if field["type"] != "markdown":
            assert field["attributes"]["label"]


def test_there_is_a_form_for_each_kind_of_issue() -> None:
    assert [path.stem for path in FORMS] == ["bug", "feature", "rule"]
    config = read(GITHUB / "ISSUE_TEMPLATE" / "config.yml")
    assert config == {"blank_issues_enabled": True}
