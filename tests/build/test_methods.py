"""Methods of dataclasses are compiled by the build and stored with their module's code."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from importlib.util import source_hash
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

import pytest

from app.browser.platform import methods
from building.chunks.reachable import module_name
from tests.build.test_library import members, run_built

MODULE = "dice_of_a_test"

SOURCE = """
import dataclasses

@dataclasses.dataclass(frozen=True)
class Die:
    sides: int = 6

def pool():
    @dataclasses.dataclass(frozen=True)
    class Pool:
        sides: int = 6
    return Pool
"""


@pytest.fixture
def sources() -> Iterator[list[str]]:
    """Yield the sources that `dataclasses` writes and executes for the module."""
    texts: list[str] = []

    def record(text: str, names: dict[str, Any], within: dict[str, Any]) -> None:
        texts.append(text)
        exec(text, names, within)

    dataclasses.exec = record  # type: ignore[attr-defined]
    yield texts
    del sys.modules[MODULE]
    del dataclasses.exec  # type: ignore[attr-defined]


def import_code(code: CodeType) -> Any:
    """Run the code as the module, as an import does."""
    module = sys.modules[MODULE] = ModuleType(MODULE)
    exec(code, module.__dict__)
    return module


def with_methods(code: CodeType, compiled: object) -> CodeType:
    """Add the compiled methods to the code, as the build does."""
    return code.replace(co_consts=(*code.co_consts, compiled))


def test_compiled_methods_are_found_by_their_source(
    sources: list[str],
) -> None:
    code = compile(SOURCE, "dice", "exec")
    import_code(code).pool()
    compiled = {
        source_hash(text.encode()): compile(
            text.replace("return hash(", "return len("), "_", "exec"
        )
        for text in sources
    }
    changed = compile(SOURCE.replace("sides", "faces"), "dice", "exec")
    methods.install()
    module = import_code(with_methods(code, compiled))
    assert hash(module.Die()) == 1
    assert hash(module.pool()()) == hash((6,))  # it was imported before
    assert hash(import_code(with_methods(changed, compiled)).Die()) == hash((6,))
    assert hash(import_code(with_methods(code, None)).Die()) == hash((6,))


#: Classes that inherit, hide a field or define a method themselves.
CLASSES = """
from dataclasses import dataclass, field

def made():
    @dataclass(frozen=True)
    class Die:
        sides: int = 6
        owner: object = None
        secret: int = field(default=1, repr=False)
    return Die

class Heir(made()):
    pass

@dataclass(frozen=True)
class Loaded(made()):
    weight: int = 2

@dataclass(frozen=True, repr=False)
class Quiet(made()):
    weight: int = 2

@dataclass(frozen=True)
class Own(made()):
    def __repr__(self):
        return "own"

@dataclass
class Open:
    owner: object = None
"""
BAD = """
@dataclass(frozen=True)
class Bad:
    def __delattr__(self, name):
        pass
"""


def test_shared_methods_do_as_those_of_the_library(dist: Path) -> None:
    script = f"""
        import dataclasses, json
        from app.browser.platform import methods

        def result_of(call):
            try:
                return repr(call())
            except Exception as fault:
                return type(fault).__name__ + ": " + str(fault)

        def use_classes():
            names = {{"__name__": "dice_of_a_test"}}
            exec({CLASSES!r}, names)
            results = [repr(names["made"]()()), names["made"]().__setattr__.__qualname__]
            for name in ("Heir", "Loaded", "Quiet", "Own", "Open"):
                die = names[name]()
                results.append(repr(die))
                for field in ("sides", "weight", "other"):
                    results.append(result_of(lambda: setattr(die, field, 7)))
                    results.append(result_of(lambda: delattr(die, field)))
                results.append(repr(die))
            ring = names["Open"]()
            ring.owner = ring
            return [*results, repr(ring), result_of(lambda: exec({BAD!r}, names))]

        stock = use_classes()
        methods.install()
        methods.install()
        shared = use_classes()
        ours = dataclasses._FuncBuilder.__module__ == methods.__name__
        json.dumps([ours, stock, shared])
    """
    ours, stock, shared = cast("tuple[bool, list[str], list[str]]", run_built(dist, script))
    assert ours
    assert shared == stock
    assert "made.<locals>.Die(sides=6, owner=None)" in shared
    assert "Open(owner=...)" in shared[-2]
    assert "FrozenInstanceError: cannot assign to field 'sides'" in shared
    assert shared[-1] == "TypeError: Cannot overwrite attribute __delattr__ in class Bad"


def test_of_the_built_app_nothing_is_left_to_compile(dist: Path) -> None:
    """Modules that need a page are left out: Node has none."""
    browsers = ("app.browser", "app.main")
    names = [module_name(name) for name in members(dist)]
    ours = [name for name in names if name.startswith("app.") and not name.startswith(browsers)]
    script = f"""
        import importlib, json
        from app.browser.platform import methods

        compiled, left = methods._compiled, []
        def watch(text, names):
            code = compiled(text, names)
            if code is None:
                left.append(names["__name__"])
            return code
        methods._compiled = watch
        for name in {ours!r}:
            importlib.import_module(name)
        json.dumps(left)
    """
    assert len(ours) > 500
    assert run_built(dist, script) == []
