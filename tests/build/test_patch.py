"""PyScript's core as this page needs it: every patch fits exactly once, or the build fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from building.paths import PYSCRIPT
from building.vendor import NO_EVAL, PATCHES, Patch, patched


def test_the_built_core_carries_every_patch(dist: Path) -> None:
    (core,) = dist.glob("pyscript/core-*.js")
    text = core.read_text(encoding="utf-8")
    original = (PYSCRIPT / "dist" / core.name).read_text(encoding="utf-8")
    for patch in PATCHES:
        assert patch.before in original
        assert patch.before not in text
        assert patch.after in text


@pytest.mark.parametrize("patch", PATCHES)
@pytest.mark.parametrize("times", [0, 2])
def test_another_pyscript_fails_the_build(patch: Patch, times: int) -> None:
    others = "".join(other.before for other in PATCHES if other is not patch)
    with pytest.raises(RuntimeError, match=f"{times} times instead of once"):
        patched(others + patch.before * times)


def test_nothing_else_changes() -> None:
    text = "before;" + ";".join(patch.before for patch in PATCHES) + ";after"
    assert patched(text) == "before;" + ";".join(patch.after for patch in PATCHES) + ";after"
    assert "Function(" not in NO_EVAL.after
