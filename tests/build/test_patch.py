"""PyScript's core as this page needs it: every patch fits exactly once, or the build fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from building.paths import PYODIDE, PYSCRIPT
from building.vendor.patches import (
    NO_EVAL,
    PYODIDE_PATCHES,
    PYSCRIPT_PATCHES,
    SCRIPT_PATCHES,
    Patch,
    apply_patches,
)
from tests.serving import named


def test_the_built_core_carries_every_patch(dist: Path) -> None:
    (core,) = dist.glob("pyscript/*/core-*.js")
    text = core.read_text(encoding="utf-8")
    original = (PYSCRIPT / "dist" / core.name).read_text(encoding="utf-8")
    for patch in PYSCRIPT_PATCHES:
        assert patch.before in original
        assert patch.before not in text
        assert patch.after in text


def test_the_built_runtime_asks_for_its_parts_by_their_names(dist: Path) -> None:
    text = named(dist, "pyodide/pyodide.js").read_text(encoding="utf-8")
    original = (PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")
    for patch in PYODIDE_PATCHES:
        assert patch.before in original
        assert patch.before not in text
    assert text.count(named(dist, "pyodide/pyodide.asm.wasm").name) == 1
    loading = named(dist, "pyodide/loading.js").read_text(encoding="utf-8")
    assert loading.count(named(dist, "pyodide/pyodide.asm.js").name) == 1


def test_the_largest_script_is_plain_and_can_be_imported_too(dist: Path) -> None:
    text = named(dist, "pyodide/pyodide.asm.js").read_text(encoding="utf-8")
    original = (PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8")
    for patch in SCRIPT_PATCHES:
        assert original.count(patch.before) == 1
        assert patch.after in text
    assert "import.meta" not in text
    assert not re.search(r"\bexport\s*(default|\{|\*)", text)


def test_every_script_has_a_name_that_hosts_know(dist: Path) -> None:
    assert not list(dist.rglob("*.mjs"))


@pytest.mark.parametrize("patch", PYSCRIPT_PATCHES)
@pytest.mark.parametrize("times", [0, 2])
def test_another_pyscript_fails_the_build(patch: Patch, times: int) -> None:
    others = "".join(other.before for other in PYSCRIPT_PATCHES if other is not patch)
    with pytest.raises(RuntimeError, match=f"{times} times instead of once"):
        apply_patches(others + patch.before * times, PYSCRIPT_PATCHES)


def test_nothing_else_changes() -> None:
    text = "before;" + ";".join(patch.before for patch in PYSCRIPT_PATCHES) + ";after"
    after = ";".join(patch.after for patch in PYSCRIPT_PATCHES)
    assert apply_patches(text, PYSCRIPT_PATCHES) == f"before;{after};after"
    assert "Function(" not in NO_EVAL.after
