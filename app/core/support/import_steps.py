"""Modules imported one by one, what a module needs before itself: whoever waits has their turn.

An import brings all that it stands on in one go, which a browser takes a while for. Here each
module is one step. Which modules those are its compiled code says; what is missed there comes with
the import itself, so nothing can be missing.

So that a package whose contents page imports all that is in it is not one step, it stands there
without its contents until its last one, or until somebody asks it for some of them.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from types import CodeType, ModuleType
from typing import Any

#: Whose modules are gone through; others are few, and small.
OURS = "app."

Steps = Generator[None, None, None]


class FileMissing(ImportError):
    """The file that holds a module could not be fetched; a later import tries again."""


def import_steps(*names: str) -> Steps:
    """Import these, a module at a step."""
    begun: set[str] = set()
    for name in names:
        yield from _one(name, begun)


def _one(name: str, begun: set[str]) -> Steps:
    if name in sys.modules or name in begun:
        return
    begun.add(name)
    yield from _one(name.rpartition(".")[0] or name, begun)
    spec = find_spec(name)  # which imports what it lies in
    if spec is None or name in sys.modules:
        return
    if spec.submodule_search_locations is not None:
        _stand_in(spec)
    code = getattr(spec.loader, "get_code", lambda _: None)(name)
    yield from _needed(code, begun)
    if name not in sys.modules:
        _stand_in(spec)
    module = sys.modules[name]
    if isinstance(module, _Empty):
        _fill(module, code)
    yield


def _needed(code: CodeType | None, begun: set[str]) -> Steps:
    """What the code of a module imports by a whole name."""
    for name in code.co_names if code is not None else ():
        if name.startswith(OURS):
            yield from _one(name, begun)


class _Empty(ModuleType):
    """A package without its contents, which come as soon as somebody asks for one of them."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # these it has already, or never
            raise AttributeError(name)
        within = f"{self.__name__}.{name}"
        if find_spec(within) is not None:  # what asks may be on the way to the contents itself
            return import_module(within)
        _fill(self)
        return getattr(self, name)


def _stand_in(spec: ModuleSpec) -> None:
    """Let this module be there without its contents."""
    module = module_from_spec(spec)
    module.__class__ = _Empty
    sys.modules[spec.name] = module
    parent, _, leaf = spec.name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], leaf, module)


def _fill(module: ModuleType, code: CodeType | None = None) -> None:
    """What an import does with a module that has just been found. code: where it was read."""
    spec = module.__spec__
    assert spec is not None
    assert spec.loader is not None
    module.__class__ = ModuleType
    try:
        if code is None:
            spec.loader.exec_module(module)
        else:
            exec(code, vars(module))
    except BaseException:
        del sys.modules[spec.name]
        parent, _, leaf = spec.name.rpartition(".")
        if parent:
            delattr(sys.modules[parent], leaf)
        raise
