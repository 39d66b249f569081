"""Imports module by module, dependencies first, so that a page stays responsive.

An import loads all dependencies at once, which takes a browser a while. Here each module is one
step. The dependencies are read from its compiled code; any that are missed are loaded by the import
itself.

A package whose `__init__` imports all its modules would be one step. So it is registered empty
until its last step, or until one of its names is read.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from types import CodeType, ModuleType

#: The prefix of modules that are imported in steps; others are few, and small.
OURS = "app."

Steps = Generator[None, None, None]


class FileMissing(ImportError):
    """The file that holds a module could not be fetched; a later import tries again."""


def is_here(name: str) -> bool:
    """Tell whether a module can be imported now, without waiting for the file that holds it."""
    has_file = (getattr(finder, "has_file", None) for finder in sys.meta_path)
    return name in sys.modules or all(has(name) for has in has_file if has is not None)


def import_steps(*names: str) -> Steps:
    """Import modules, one per step."""
    begun: set[str] = set()
    for name in names:
        yield from _one(name, begun)


def _one(name: str, begun: set[str]) -> Steps:
    if name in sys.modules or name in begun:
        return
    begun.add(name)
    yield from _one(name.rpartition(".")[0] or name, begun)
    spec = find_spec(name)  # which imports its package
    if spec is None or name in sys.modules:
        return
    if spec.submodule_search_locations is not None:
        _register_empty(spec)
    code = getattr(spec.loader, "get_code", lambda _: None)(name)
    yield from _needed(code, begun)
    if name not in sys.modules:
        _register_empty(spec)
    module = sys.modules[name]
    if isinstance(module, _Empty):
        _fill(module, code)
    yield


def _needed(code: CodeType | None, begun: set[str]) -> Steps:
    """Import the modules that a module's code names in full."""
    for name in code.co_names if code is not None else ():
        if name.startswith(OURS):
            yield from _one(name, begun)


class _Empty(ModuleType):
    """A package without its contents, which are loaded when one of its names is read."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # present already, or never
            raise AttributeError(name)
        within = f"{self.__name__}.{name}"
        if find_spec(within) is not None:  # the reader may be part of the contents
            return import_module(within)
        _fill(self)
        return getattr(self, name)


def _register_empty(spec: ModuleSpec) -> None:
    """Register a module without its contents."""
    module = module_from_spec(spec)
    module.__class__ = _Empty
    sys.modules[spec.name] = module
    parent, _, leaf = spec.name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], leaf, module)


def _fill(module: ModuleType, code: CodeType | None = None) -> None:
    """Execute a module that was registered empty. code: its compiled code, if known."""
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
