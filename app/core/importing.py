"""Modules imported one by one, what a module needs before itself: whoever waits has their turn.

An import brings all that it stands on in one go, which a browser takes a while for. Here each
module is one step. Which modules those are its compiled code says; what is missed there comes with
the import itself, so nothing can be missing.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec

#: Whose modules are gone through; others are few, and small.
OURS = "app."

Steps = Generator[None, None, None]

#: Packages that stand there without what their contents page imports, outer ones first.
_empty: dict[str, ModuleSpec] = {}


def slowly(*names: str) -> Steps:
    """Import these, a module at a step."""
    begun: set[str] = set()
    for name in names:
        yield from _one(name, "", begun)


def package_slowly(name: str) -> Steps:
    """Import a package whose contents pages import all that is in it, a module at a step.

    Until the last step it stands there without its contents: whoever needs it asks for them before
    (`completed`).
    """
    yield from _one(name, f"{name}.", set())


def completed(name: str) -> None:
    """Let that package be there with all its contents, at once."""
    within = [each for each in _empty if f"{each}.".startswith(f"{name}.")]
    for each in reversed(within):
        _fill(each)
    import_module(name)


def _one(name: str, package: str, begun: set[str]) -> Steps:
    if name in sys.modules or name in begun:
        return
    begun.add(name)
    yield from _one(name.rpartition(".")[0] or name, package, begun)
    spec = find_spec(name)  # which imports what it lies in
    if spec is None or name in sys.modules:
        return
    if package and spec.submodule_search_locations is not None and f"{name}.".startswith(package):
        sys.modules[name] = module_from_spec(spec)
        _empty[name] = spec
    yield from _needed(spec, package, begun)
    if name in _empty:
        _fill(name)
    import_module(name)
    yield


def _fill(name: str) -> None:
    spec = _empty.pop(name)
    if spec.loader is not None:
        spec.loader.exec_module(sys.modules[name])


def _needed(spec: ModuleSpec, package: str, begun: set[str]) -> Steps:
    """What the code of a module imports by a whole name."""
    code = getattr(spec.loader, "get_code", lambda _: None)(spec.name)
    for name in code.co_names if code is not None else ():
        if name.startswith(OURS):
            yield from _one(name, package, begun)
