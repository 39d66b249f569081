"""Kinds: the valid values of an input or a sheet field, and the messages for faulty ones.

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

from app.core.errors import BadInput, join_words, short_text
from app.core.procedures.labels import label_of
from app.core.procedures.levers import Lever
from app.core.support import typed_numbers

Exact = int | Fraction

#: The most decimals accepted: as fractions, longer ones would grow without bound.
DECIMALS = 30


#: Values that mean "nothing": no, 0, none, an empty text or list, no value.
NOTHING: tuple[object, ...] = (None, False, 0, "", "none", ())


@dataclass(frozen=True)
class When:
    """A condition on another input of the same form."""

    #: The name of that input.
    input: str
    #: The values that fulfil the condition; empty: any value but those in `NOTHING`.
    among: tuple[Any, ...] = ()

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Tell whether these inputs fulfil it; a form without that input does."""
        if self.input not in values:
            return True
        value = values[self.input]
        return value in self.among if self.among else value not in NOTHING


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """The declaration that every input carries."""

    #: The label of the field (default: made from the input's name).
    label: str = ""
    #: One sentence for the person who fills it in.
    help: str = ""
    #: The sheet field that feeds it; `target:defense` reads it from another role.
    sheet: str = ""
    #: A house rule: collected per game, remembered per campaign.
    house: bool = False
    #: Shown at the front of a long form, not behind a heading.
    front: bool = False
    #: The heading under which a long form shows it.
    part: str = ""
    #: Conditions without which it has no effect, so that a form omits it.
    only_if: tuple[When, ...] = ()
    #: How the acting side can change it at the table, and its price.
    lever: Lever | None = None
    #: Ids of the rules about it.
    rules: tuple[str, ...] = ()

    def matters(self, values: Mapping[str, Any]) -> bool:
        """Tell whether it can have an effect with these other inputs."""
        return all(condition.holds(values) for condition in self.only_if)

    @abstractmethod
    def check(self, name: str, value: object) -> Any:
        """Return the value as the rules take it; BadInput names `name` and the correction."""

    def words(self, value: Any) -> str:
        """Return a value as people read it; empty if that is the value itself."""
        return ""

    def schema(self) -> dict[str, Any]:
        """Return the kind's entry in the catalogue."""
        return {}

    def parse(self, text: str) -> Any:
        """Convert a form field's text to a request's value; unreadable text stays text."""
        return text


def _number(name: str, value: object, low: Exact, high: Exact, advice: str) -> Exact:
    """Return a value as an exact number in its range; `advice` ends every message."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction)):
        raise BadInput(name, f"{name} is {short_text(value)}; {advice}")
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal) and not value.is_finite():
        raise BadInput(name, f"{name} is {value}; {advice}")
    if not low <= value <= high:
        raise BadInput(name, f"{name} is {_plainly(value)}; {advice}")
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and exponent < -DECIMALS:
            raise BadInput(name, f"{name} has too many decimals; give {DECIMALS} at most")
        value = Fraction(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


def _plainly(value: Exact | Decimal) -> str:
    """Return a number for a message, shortened if it is too long to read."""
    if value >= 10**15 or value <= -(10**15):
        return "a huge number"
    if isinstance(value, Fraction):
        value = Decimal(value.numerator) / value.denominator
    return str(value) if len(str(value)) <= 40 else "a very long number"


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number from low to high, both included."""

    low: int
    high: int
    #: The sheet field that limits the offered values, such as points to spend.
    at_most_field: str = ""
    #: The yes/no input that takes one of them.
    less: str = ""
    #: The role of the counted participants: `target` for target1, target2, and on.
    each: str = ""

    def check(self, name: str, value: object) -> int:
        if type(value) is int and self.low <= value <= self.high:
            return value  # the common case
        advice = f"give a whole number from {self.low} to {self.high}"
        number = _number(name, value, self.low, self.high, advice)
        if not isinstance(number, int):
            raise BadInput(name, f"{name} is {_plainly(number)}; {advice}")
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def parse(self, text: str) -> Any:
        number = typed_numbers.read_whole(text)
        return text if number is None else number


@dataclass(frozen=True)
class Number(Kind):
    """A number from low to high, both included, exactly the decimal that was written."""

    low: Exact
    high: Exact
    unit: str = ""

    def check(self, name: str, value: object) -> Exact:
        if type(value) is int and self.low <= value <= self.high:
            return value  # the common case
        advice = f"give a number from {_bound(self.low)} to {_bound(self.high)}"
        if isinstance(value, str) and (readings := typed_numbers.both_readings(value)) is not None:
            advice = f"give {readings[0]}, or {readings[1]} with decimals"
        return _number(name, value, self.low, self.high, advice)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "number",
            "minimum": _bound(self.low),
            "maximum": _bound(self.high),
            **({"unit": self.unit} if self.unit else {}),
        }

    def parse(self, text: str) -> Any:
        number = typed_numbers.read_decimal(text)
        return text if number is None else number


def clamp(kind: Kind | None, value: Any) -> Any:
    """Return a number held to the range of its kind; any other value as it is."""
    is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    if not (is_number and isinstance(kind, Whole | Number)):
        return value
    return min(max(value, kind.low), kind.high)


def _bound(value: Exact) -> int | float:
    return value if isinstance(value, int) else float(value)


@dataclass(frozen=True)
class YesNo(Kind):
    """Yes or no."""

    def check(self, name: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise BadInput(name, f"{name} is {short_text(value)}; give true or false")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def parse(self, text: str) -> Any:
        return {"true": True, "1": True, "on": True, "false": False, "0": False, "": False}.get(
            text.strip().lower(), text
        )


class OneOf(Kind):
    """One of several words (or, in a few places, numbers).

    Built from bare choices, `OneOf("short", "long")`, or from a mapping of choice to label, as a
    table's `labels()` returns it: then the choices come from the table that the rules look up.
    """

    choices: Mapping[str | int, str]

    def __init__(self, *choices: str | int | Mapping[Any, str], **kind: Any) -> None:
        super().__init__(**kind)
        words: dict[str | int, str] = {}
        for choice in choices:
            if isinstance(choice, Mapping):
                words.update(choice)
            else:
                words[choice] = label_of(str(choice))
        object.__setattr__(self, "choices", words)

    def _key(self) -> tuple[Any, ...]:
        return (
            *(getattr(self, attribute.name) for attribute in fields(Kind)),
            *self.choices.items(),
        )

    # `Annotated` merges equal kinds, so kinds with other choices must differ.
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
        raise BadInput(name, f"{name} is {short_text(value)}; give {join_words(words)}")

    def schema(self) -> dict[str, Any]:
        return {"type": "choice", "choices": list(self.choices)}

    def parse(self, text: str) -> Any:
        typed = text.strip()
        for same in (typed, typed.lower()):  # keyboards of phones capitalize the first letter
            for choice in self.choices:
                if str(choice) == same:
                    return choice
        number = typed_numbers.read_whole(text)
        return number if number in self.choices else text


@dataclass(frozen=True)
class Text(Kind):
    """A text of at most `longest` characters."""

    longest: int = 200
    #: A regular expression that the whole text matches.
    pattern: str = ""
    #: The correction named in the message if it does not.
    correction: str = ""
    #: Texts that are offered, and that the tests try.
    examples: tuple[str, ...] = ()

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadInput(name, f"{name} is {short_text(value)}; give text")
        if len(value) > self.longest:
            raise BadInput(name, f"{name} has {len(value)} characters; at most {self.longest}")
        if any("\ud800" <= character <= "\udfff" for character in value):
            # Half a surrogate pair: valid in JSON, but not in a file or browser storage.
            raise BadInput(name, f"{name} has a broken character; leave it out")
        if self.pattern and re.fullmatch(self.pattern, value) is None:
            raise BadInput(name, f"{name} is {short_text(value)}; give {self.correction}")
        return value

    def schema(self) -> dict[str, Any]:
        pattern = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        examples = {"examples": list(self.examples)} if self.examples else {}
        return {"type": "text", "maxLength": self.longest, **pattern, **examples}


@dataclass(frozen=True)
class Somebody(Text):
    """The id of a character of the campaign or of a combatant."""

    longest: int = 64
    #: The condition under which an empty choice is the actor.
    oneself: When | None = None

    def is_oneself(self, values: Mapping[str, Any]) -> bool:
        """Tell whether an empty choice is the actor beside these values."""
        chosen = self.oneself
        return chosen is not None and chosen.input in values and chosen.holds(values)


@dataclass(frozen=True)
class ListOf(Kind):
    """A list of values of one kind, `least` to `most` of them. Faults name the list."""

    of: Kind
    most: int
    least: int = 0
    #: The role of the entries' participants: `helper` for helper1, helper2, and on.
    each: str = ""
    #: The meanings of the entries of a line, where a form writes several per line.
    line: tuple[str, ...] = ()

    def check(self, name: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadInput(name, f"{name} is {short_text(value)}; give a list")
        if not self.least <= len(value) <= self.most:
            count = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
            raise BadInput(name, f"{name} has {len(value)} entries; give {count}")
        return tuple(_item(name, i, self.of, item) for i, item in enumerate(value, 1))

    def words(self, value: Any) -> str:
        several = value if isinstance(value, (list, tuple)) else ()
        return ", ".join(filter(None, map(self.of.words, several)))

    def schema(self) -> dict[str, Any]:
        return {
            "type": "list",
            "of": self.of.schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }

    def parse(self, text: str) -> Any:
        """Split at commas, semicolons or lines; unless entries are texts, at blanks too."""
        if isinstance(self.of, Text):
            parts = re.split(r"[,;\n]", text)
        else:
            parts = re.split(r"[,;\s]", typed_numbers.normalize(text))
        return [self._entry(part.strip()) for part in parts if part.strip()]

    def _entry(self, text: str) -> Any:
        # `1,000` is not a list of 1 and 0: a group of three that begins with 0 stays a text.
        return text if re.fullmatch(r"0\d\d", text) else self.of.parse(text)


@dataclass(frozen=True)
class Row(Kind):
    """A short list with a meaning for each position, such as [name, modifier, ranks].

    last: a column that may be left out, and its default.
    """

    of: tuple[tuple[str, Kind], ...]
    last: tuple[str, Kind, object] | None = None

    def check(self, name: str, value: object) -> tuple[Any, ...]:
        columns = self.of if self.last is None else (*self.of, self.last[:2])
        allowed = {len(self.of), len(columns)}
        if not isinstance(value, (list, tuple)) or len(value) not in allowed:
            names = ", ".join(column for column, _ in self.of)
            raise BadInput(name, f"{name} has {short_text(value)}; give [{names}]")
        row = tuple(
            _item(name, column, kind, item)
            for (column, kind), item in zip(columns, value, strict=False)
        )
        return row if len(row) == len(columns) or self.last is None else (*row, self.last[2])

    def schema(self) -> dict[str, Any]:
        columns = {column: kind.schema() for column, kind in self.of}
        if self.last is None:
            return {"type": "row", "of": columns}
        column, kind, default = self.last
        return {
            "type": "row",
            "of": columns,
            "last": {column: {**kind.schema(), "default": default}},
        }


def _item(name: str, position: object, kind: Kind, item: object) -> Any:
    """Check an entry of a list; the fault names the list and the entry."""
    try:
        return kind.check(f"{name} {position}", item)
    except BadInput as fault:
        raise BadInput(name, fault.message) from None
