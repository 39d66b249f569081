"""The methods of dataclasses come compiled, beside the code of the module that has the class."""

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
def written() -> Iterator[list[str]]:
    """What `dataclasses` writes for that module while it is not told otherwise."""
    texts: list[str] = []

    def noted(text: str, names: dict[str, Any], within: dict[str, Any]) -> None:
        texts.append(text)
        exec(text, names, within)

    dataclasses.exec = noted  # type: ignore[attr-defined]
    yield texts
    del sys.modules[MODULE]
    del dataclasses.exec  # type: ignore[attr-defined]


def imported(code: CodeType) -> Any:
    """As an import does it."""
    module = sys.modules[MODULE] = ModuleType(MODULE)
    exec(code, module.__dict__)
    return module


def with_methods(code: CodeType, made: object) -> CodeType:
    """As the build writes it."""
    return code.replace(co_consts=(*code.co_consts, made))


def test_what_was_compiled_is_taken_by_the_text_that_it_was_compiled_of(
    written: list[str],
) -> None:
    code = compile(SOURCE, "dice", "exec")
    imported(code).pool()
    made = {
        source_hash(text.encode()): compile(
            text.replace("return hash(", "return len("), "_", "exec"
        )
        for text in written
    }
    changed = compile(SOURCE.replace("sides", "faces"), "dice", "exec")
    methods.install()
    module = imported(with_methods(code, made))
    assert hash(module.Die()) == 1
    assert hash(module.pool()()) == hash((6,))  # it was imported before
    assert hash(imported(with_methods(changed, made)).Die()) == hash((6,))
    assert hash(imported(with_methods(code, None)).Die()) == hash((6,))


#: Classes that inherit, that hide a field, and that have a method of their own.
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

        def told(call):
            try:
                return repr(call())
            except Exception as fault:
                return type(fault).__name__ + ": " + str(fault)

        def tried():
            names = {{"__name__": "dice_of_a_test"}}
            exec({CLASSES!r}, names)
            seen = [repr(names["made"]()()), names["made"]().__setattr__.__qualname__]
            for name in ("Heir", "Loaded", "Quiet", "Own", "Open"):
                die = names[name]()
                seen.append(repr(die))
                for field in ("sides", "weight", "other"):
                    seen.append(told(lambda: setattr(die, field, 7)))
                    seen.append(told(lambda: delattr(die, field)))
                seen.append(repr(die))
            ring = names["Open"]()
            ring.owner = ring
            return [*seen, repr(ring), told(lambda: exec({BAD!r}, names))]

        stock = tried()
        methods.install()
        methods.install()
        shared = tried()
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
    """Under Node there is no page, so without what needs one."""
    browsers = ("app.browser", "app.main")
    names = [module_name(name) for name in members(dist)]
    ours = [each for each in names if each.startswith("app.") and not each.startswith(browsers)]
    script = f"""
        import importlib, json
        from app.browser.platform import methods

        compiled, left = methods._compiled, []
        def watched(text, names):
            found = compiled(text, names)
            if found is None:
                left.append(names["__name__"])
            return found
        methods._compiled = watched
        for name in {ours!r}:
            importlib.import_module(name)
        json.dumps(left)
    """
    assert len(ours) > 500
    assert run_built(dist, script) == []
