"""Inputs of a procedure, declared once in its signature.

    def jump(athletics: Skill = 0, surface: Surface = "standard", ...) -> Rule[Outcome]:

`Skill` is `Annotated[int, Whole(0, 8, ...)]`. The form on screen, the check of a request, the
message that names the field and the catalogue all come from that one declaration. Inputs that
always travel together are a frozen dataclass derived from `Group`, whose fields are annotated the
same way; a parameter of that type takes them all, and its default instance gives their defaults.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, join_words, short_text
from app.core.procedures.kinds import Kind
from app.core.procedures.labels import label_of


class Group:
    """Base of frozen dataclasses that group inputs."""

    def check(self) -> None:
        """Check the fields against each other; BadInput names the field at fault."""


#: Values of inputs, or of a sheet's fields, by name.
Values = Mapping[str, Any]

#: The default of an input that must be given.
REQUIRED: object = inspect.Parameter.empty


@dataclass(frozen=True)
class Input:
    """A declared input: its name, kind and default (REQUIRED if it must be given)."""

    name: str
    kind: Kind
    default: Any

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def label(self) -> str:
        return self.kind.label or label_of(self.name)

    def check(self, value: object) -> Any:
        if value is None and self.default is None:
            return None
        return self.kind.check(self.name, value)

    def schema(self) -> dict[str, Any]:
        described: dict[str, object] = {
            "name": self.name,
            "label": self.label,
            **self.kind.schema(),
        }
        if self.required:
            described["required"] = True
        else:
            described["default"] = _plain(self.default)
        if self.kind.help:
            described["help"] = self.kind.help
        if self.kind.sheet:
            described["sheet"] = self.kind.sheet
        if self.kind.house:
            described["house"] = True
        if self.kind.rules:
            described["rules"] = list(self.kind.rules)
        return described


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


class Signature:
    """The inputs of a procedure, read from its signature, in the order written."""

    def __init__(self, function: Callable[..., object], leave: tuple[str, ...] = ()) -> None:
        hints = typing.get_type_hints(function, include_extras=True)
        self._groups: dict[str, tuple[type[Group], tuple[Input, ...]]] = {}
        self._single: dict[str, Input] = {}
        ordered: list[Input] = []
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name in leave:
                continue
            hint = hints[parameter.name]
            if isinstance(hint, type) and issubclass(hint, Group):
                default = None if parameter.default is REQUIRED else parameter.default
                members = tuple(_members(hint, default))
                self._groups[parameter.name] = (hint, members)
                ordered.extend(members)
            else:
                single = Input(parameter.name, _kind(parameter.name, hint), parameter.default)
                self._single[parameter.name] = single
                ordered.append(single)
        names = [declared.name for declared in ordered]
        if len(set(names)) != len(names):
            raise TypeError(f"{function.__name__} declares an input twice: {names}")
        self.inputs: dict[str, Input] = {declared.name: declared for declared in ordered}

    def check(self, given: Values) -> tuple[dict[str, object], dict[str, Any]]:
        """Check inputs: return (arguments for the function, every input with its value).

        BadInput names an unknown input first, then faults in the order of the inputs, then faults
        that groups find between their fields.
        """
        for name in given:
            if name not in self.inputs:
                raise BadInput(
                    str(name), f"there is no input {short_text(name)}; {_known(self.inputs)}"
                )
        values: dict[str, object] = {}
        for name, declared in self.inputs.items():
            if name in given:
                value = given[name]
                values[name] = value if value is declared.default else declared.check(value)
            elif declared.required:
                raise BadInput(name, f"{name} is missing")
            else:
                values[name] = declared.default
        arguments: dict[str, object] = {name: values[name] for name in self._single}
        for parameter, (group, members) in self._groups.items():
            instance = group(**{member.name: values[member.name] for member in members})
            instance.check()
            arguments[parameter] = instance
        return arguments, values


def _known(names: Iterable[str]) -> str:
    names = list(names)
    return f"the inputs are {join_words(names, 'and')}" if names else "there are no inputs"


def _kind(name: str, hint: object) -> Kind:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, Kind):
            return extra
    raise TypeError(f"input {name} does not say what kind it is")


def _members(group: type[Group], default: Group | None) -> Iterable[Input]:
    if not is_dataclass(group):
        raise TypeError(f"{group.__name__} is no dataclass")
    hints = typing.get_type_hints(group, include_extras=True)
    plain = group() if default is None and _all_default(group) else default
    for field in fields(group):
        value = getattr(plain, field.name) if plain is not None else _default(field)
        yield Input(field.name, _kind(field.name, hints[field.name]), value)


def _all_default(group: Any) -> bool:
    return all(_default(field) is not REQUIRED for field in fields(group))


def _default(each: Any) -> Any:
    if each.default is not MISSING:
        return each.default
    if each.default_factory is not MISSING:
        return each.default_factory()
    return REQUIRED
