"""Kinds: what an input or a field of a sheet may hold, and how a faulty value is named.

Numbers stay exact: 0.1 is one tenth, a `Fraction`; whole numbers are `int`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, listed, shown
from app.core.procedures.levers import Lever
from app.core.support import typed_numbers

Exact = int | Fraction

#: Longer decimals than this are refused: as fractions they would grow without bound.
DECIMALS = 30


#: What says of nothing: no, 0, none, an empty text or list, nothing at all.
NOTHING: tuple[object, ...] = (None, False, 0, "", "none", ())


@dataclass(frozen=True)
class When:
    """A condition on another input of the same form.

    input: its name. among: the values that fulfil it; left out, any that says something.
    """

    input: str
    among: tuple[Any, ...] = ()

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Is it fulfilled by these inputs? Where the form has no such input, it is."""
        if self.input not in values:
            return True
        value = values[self.input]
        return value in self.among if self.among else value not in NOTHING


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """What every declared input says of itself.

    label: what stands before the field (left out: made of the input's name).
    help: one sentence for the person who fills it.
    sheet: the sheet field that feeds it; `target:defense` reads it from another role.
    house: a house rule: collected per game, remembered per campaign.
    front: does it stand in front of a long form (else behind a heading)?
    part: the heading under which a long form shows it.
    only_if: where one of these is not fulfilled, nothing hangs on it, and a form leaves it away.
    lever: what the acting side can change of it at the table, and at what price.
    rules: ids of the rules that speak of it.
    """

    label: str = ""
    help: str = ""
    sheet: str = ""
    house: bool = False
    front: bool = False
    part: str = ""
    only_if: tuple[When, ...] = ()
    lever: Lever | None = None
    rules: tuple[str, ...] = ()

    def matters(self, values: Mapping[str, Any]) -> bool:
        """Can anything hang on it, the other inputs being these?"""
        return all(each.holds(values) for each in self.only_if)

    @abstractmethod
    def check(self, name: str, value: object) -> Any:
        """The value as the rules take it; BadInput names `name` and says what would be right."""

    def schema(self) -> dict[str, Any]:
        """The kind as the catalogue lists it."""
        return {}

    def written(self, text: str) -> Any:
        """A form field's text as the value a request would carry; what cannot be one stays text."""
        return text


def _number(name: str, value: object, low: Exact, high: Exact, said: str) -> Exact:
    """The value as an exact number within its range; `said` ends every message."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction)):
        raise BadInput(name, f"{name} is {shown(value)}; {said}")
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal) and not value.is_finite():
        raise BadInput(name, f"{name} is {value}; {said}")
    if not low <= value <= high:
        raise BadInput(name, f"{name} is {_plainly(value)}; {said}")
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and exponent < -DECIMALS:
            raise BadInput(name, f"{name} has too many decimals; give {DECIMALS} at most")
        value = Fraction(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


def _plainly(value: Exact | Decimal) -> str:
    """A number for a message; one too long to read is only said to be so."""
    if value >= 10**15 or value <= -(10**15):
        return "a huge number"
    if isinstance(value, Fraction):
        value = Decimal(value.numerator) / value.denominator
    return str(value) if len(str(value)) <= 40 else "a very long number"


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number from low to high, both included.

    at_most_field: the sheet field that a form offers no more than, such as points to spend.
    less: the yes/no input that takes one of them.
    each: the part of whoever is counted: `target` where they are target1, target2, and on.
    """

    low: int
    high: int
    at_most_field: str = ""
    less: str = ""
    each: str = ""

    def check(self, name: str, value: object) -> int:
        if type(value) is int and self.low <= value <= self.high:
            return value  # as nearly always
        said = f"give a whole number from {self.low} to {self.high}"
        number = _number(name, value, self.low, self.high, said)
        if not isinstance(number, int):
            raise BadInput(name, f"{name} is {_plainly(number)}; {said}")
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def written(self, text: str) -> Any:
        number = typed_numbers.read_whole(text)
        return text if number is None else number


@dataclass(frozen=True)
class Number(Kind):
    """A number from low to high, both included, taken as exactly the decimal that was written."""

    low: Exact
    high: Exact
    unit: str = ""

    def check(self, name: str, value: object) -> Exact:
        if type(value) is int and self.low <= value <= self.high:
            return value  # as nearly always
        said = f"give a number from {_bound(self.low)} to {_bound(self.high)}"
        if isinstance(value, str) and (both := typed_numbers.both_readings(value)) is not None:
            said = f"give {both[0]}, or {both[1]} with decimals"
        return _number(name, value, self.low, self.high, said)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "number",
            "minimum": _bound(self.low),
            "maximum": _bound(self.high),
            **({"unit": self.unit} if self.unit else {}),
        }

    def written(self, text: str) -> Any:
        number = typed_numbers.read_decimal(text)
        return text if number is None else number


def _bound(value: Exact) -> int | float:
    return value if isinstance(value, int) else float(value)


@dataclass(frozen=True)
class YesNo(Kind):
    """Yes or no."""

    def check(self, name: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise BadInput(name, f"{name} is {shown(value)}; give true or false")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def written(self, text: str) -> Any:
        return {"true": True, "1": True, "on": True, "false": False, "0": False, "": False}.get(
            text.strip().lower(), text
        )


class OneOf(Kind):
    """One of some words (or, in a few places, of some numbers).

    Built from bare choices, `OneOf("short", "long")`, or from a mapping of choice to the words a
    person reads, as a table's `labels()` gives it: the table that the rules look up is then where
    the choices come from.
    """

    choices: Mapping[str | int, str]

    def __init__(self, *choices: str | int | Mapping[Any, str], **kind: Any) -> None:
        super().__init__(**kind)
        words: dict[str | int, str] = {}
        for choice in choices:
            if isinstance(choice, Mapping):
                words.update(choice)
            else:
                words[choice] = spelled(str(choice))
        object.__setattr__(self, "choices", words)

    def _key(self) -> tuple[Any, ...]:
        return (*(getattr(self, each.name) for each in fields(Kind)), *self.choices.items())

    # `Annotated` keeps one of two kinds that are equal: other choices make another kind.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneOf) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def check(self, name: str, value: object) -> str | int:
        if isinstance(value, Decimal) and value.is_finite() and value in self.choices:
            value = int(value)
        if not isinstance(value, bool):
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        words = [str(choice) for choice in self.choices]
        raise BadInput(name, f"{name} is {shown(value)}; give {listed(words)}")

    def schema(self) -> dict[str, Any]:
        return {"type": "choice", "choices": list(self.choices)}

    def written(self, text: str) -> Any:
        for choice in self.choices:
            if str(choice) == text.strip():
                return choice
        number = typed_numbers.read_whole(text)
        return number if number in self.choices else text


@dataclass(frozen=True)
class Text(Kind):
    """Some text of at most `longest` characters.

    pattern: a regular expression that the whole text matches. said: what to give instead.
    examples: texts worth offering, and those that the tests try.
    """

    longest: int = 200
    pattern: str = ""
    said: str = ""
    examples: tuple[str, ...] = ()

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadInput(name, f"{name} is {shown(value)}; give text")
        if len(value) > self.longest:
            raise BadInput(name, f"{name} has {len(value)} characters; at most {self.longest}")
        if any("\ud800" <= each <= "\udfff" for each in value):
            # Half a surrogate pair: JSON can say it, no file or browser can keep it.
            raise BadInput(name, f"{name} has a broken character; leave it out")
        if self.pattern and re.fullmatch(self.pattern, value) is None:
            raise BadInput(name, f"{name} is {shown(value)}; give {self.said}")
        return value

    def schema(self) -> dict[str, Any]:
        pattern = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        examples = {"examples": list(self.examples)} if self.examples else {}
        return {"type": "text", "maxLength": self.longest, **pattern, **examples}


@dataclass(frozen=True)
class Somebody(Text):
    """The id of somebody: of a character of the campaign, or of whoever is in an encounter."""

    longest: int = 64


@dataclass(frozen=True)
class ListOf(Kind):
    """A list of things of one kind, `least` to `most` of them. Faults name the list.

    each: the part of whoever an entry is about: `helper` where they are helper1, helper2, and on.
    line: what each entry of a line means, where a form writes so many of them to a line.
    """

    of: Kind
    most: int
    least: int = 0
    each: str = ""
    line: tuple[str, ...] = ()

    def check(self, name: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadInput(name, f"{name} is {shown(value)}; give a list")
        if not self.least <= len(value) <= self.most:
            count = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
            raise BadInput(name, f"{name} has {len(value)} entries; give {count}")
        return tuple(_item(name, i, self.of, item) for i, item in enumerate(value, 1))

    def schema(self) -> dict[str, Any]:
        return {
            "type": "list",
            "of": self.of.schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }

    def written(self, text: str) -> Any:
        """Entries are parted by commas, semicolons or lines; all but texts by blanks as well."""
        if isinstance(self.of, Text):
            parts = re.split(r"[,;\n]", text)
        else:
            parts = re.split(r"[,;\s]", typed_numbers.normalize(text))
        return [self._entry(part.strip()) for part in parts if part.strip()]

    def _entry(self, text: str) -> Any:
        # `1,000` is no list of 1 and 0: a group of three that begins with 0 stays a text.
        return text if re.fullmatch(r"0\d\d", text) else self.of.written(text)


@dataclass(frozen=True)
class Row(Kind):
    """A short list with a meaning for each place, such as [name, modifier, ranks]."""

    of: tuple[tuple[str, Kind], ...]

    def check(self, name: str, value: object) -> tuple[Any, ...]:
        places = ", ".join(place for place, _ in self.of)
        if not isinstance(value, (list, tuple)) or len(value) != len(self.of):
            raise BadInput(name, f"{name} has {shown(value)}; give [{places}]")
        return tuple(
            _item(name, place, kind, item)
            for (place, kind), item in zip(self.of, value, strict=True)
        )

    def schema(self) -> dict[str, Any]:
        return {"type": "row", "of": {place: kind.schema() for place, kind in self.of}}


def _item(name: str, place: object, kind: Kind, item: object) -> Any:
    """An entry of a list, checked; the fault names the list and says which entry."""
    try:
        return kind.check(f"{name} {place}", item)
    except BadInput as fault:
        raise BadInput(name, fault.message) from None


#: Words that stand for several, whichever game says them.
INITIALS = frozenset({"ap", "cd", "db", "dr", "gm", "hp", "npc", "ob", "sv"})


#: What is counted, in the plural: how one of it is called, whichever game counts it.
ONE_OF = {
    "successes": "success",
    "criticals": "critical",
    "injuries": "injury",
    "days": "day",
    "hours": "hour",
    "minutes": "minute",
    "rounds": "round",
    "turns": "turn",
    "targets": "target",
    "drawbacks": "drawback",
}


def of_count(count: Exact, words: str) -> str:
    """What is counted, as it is called if there are so many: 1 `success in all`, 2 `successes`."""
    first, space, rest = words.partition(" ")
    return f"{ONE_OF.get(first, first)}{space}{rest}" if abs(count) == 1 else words


def spelled(name: str) -> str:
    """`target_number` -> `Target number`, `ap_cost` -> `AP cost`."""
    words = name.replace("_", " ").replace("-", " ").split()
    said = " ".join(word.upper() if word in INITIALS else word for word in words)
    return said[:1].upper() + said[1:]


def within(words: str) -> str:
    """What is spelled so, within a sentence: `target number`, but `AP cost` and `DR`."""
    return words if words[1:2].isupper() else f"{words[:1].lower()}{words[1:]}"
