"""Methods of dataclasses without compiling them at run time.

The build compiles most of them: they are the last constant of each module's code
(building/compile/methods.py), keyed by the hash of their source text. A missing one is compiled at
run time. The others are the same functions for all classes.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from importlib.util import source_hash
from reprlib import recursive_repr
from types import CodeType, FrameType
from typing import Any


def install() -> None:
    """Make `dataclasses` use the precompiled and the shared methods."""
    dataclasses.exec = _executed  # type: ignore[attr-defined]
    share()


# --- precompiled ---


def _executed(text: str, names: dict[str, object], within: dict[str, object]) -> None:
    """Replace `exec` in `dataclasses`."""
    exec(_compiled(text, names) or text, names, within)


def _compiled(text: str, names: dict[str, object]) -> CodeType | None:
    """Return the precompiled code of a text from the module that is being imported."""
    frame: FrameType | None = sys._getframe()
    while frame and not (frame.f_globals is names and frame.f_code.co_name == "<module>"):
        frame = frame.f_back
    methods = frame and frame.f_code.co_consts[-1]
    return methods.get(source_hash(text.encode())) if isinstance(methods, dict) else None


# --- shared ---


def share() -> None:
    """Make `dataclasses` use the shared methods; the build does so too."""
    stock: Any = getattr(dataclasses, "_FuncBuilder", None)
    if stock is None or stock.__module__ == __name__:
        return  # before Python 3.13 there is none; the second time it is ours

    class Builder(stock):  # type: ignore[misc]
        """The writer of a class's methods, without those that are shared."""

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._shared: list[str] = []

        def add_fn(self, name: str, *arguments: object, **options: object) -> None:
            if name in SHARED:
                self._shared.append(name)
            else:
                super().add_fn(name, *arguments, **options)

        def add_fns_to_class(self, cls: type) -> None:
            super().add_fns_to_class(cls)
            for name in self._shared:
                _add(cls, name)

    dataclasses._FuncBuilder = Builder  # type: ignore[attr-defined]


def _add(cls: type, name: str) -> None:
    """Add a shared method as `dataclasses` adds its own."""
    if name not in vars(cls):
        method = SHARED[name](cls)
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
    elif name != "__repr__":
        raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")


def _repr_of(cls: Any) -> Callable[..., str]:
    @recursive_repr()
    def __repr__(self: object) -> str:
        shown = (field.name for field in dataclasses.fields(cls) if field.repr)
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({values})"

    return __repr__


def _set_of(cls: Any) -> Callable[..., None]:
    def __setattr__(self: object, name: str, value: object) -> None:
        if type(self) is cls or _is_field(cls, name):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    return __setattr__


def _delete_of(cls: Any) -> Callable[..., None]:
    def __delattr__(self: object, name: str) -> None:
        if type(self) is cls or _is_field(cls, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __delattr__


def _is_field(cls: Any, name: str) -> bool:
    return any(field.name == name for field in dataclasses.fields(cls))


#: The methods that are the same for all classes; for speed the others are written out.
SHARED: dict[str, Callable[[Any], Callable[..., object]]] = {
    "__repr__": _repr_of,
    "__setattr__": _set_of,
    "__delattr__": _delete_of,
}
