"""Pins: stored versions of a form beside the current one, with the difference in chances.

A form has up to four, lettered A to D. A pin is a value of the scene with a name of its own
(`table.pin …`), so it belongs to the campaign and can be undone. A pin from a link, or made without
a campaign, is a record of the same form that lasts as long as the page is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.games import Game
from app.core.odds.odds import Chances
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Grade
from app.core.procedures.procedure import Procedure
from app.widgets.odds.odds import OddsRow, percent, rows, success_words
from app.widgets.roll.desk import default_text
from app.widgets.roll.favourites.favourites import input_words

#: Prefix of a pin's name among the scene's values.
PIN = "table.pin "

#: Letters of a form's pins.
PLACES = "ABCD"

#: The longest name of a pin.
LONGEST = 60

#: Differing inputs shown beside a pin.
MOST_DIFFERENCES = 4


@dataclass(frozen=True)
class Pin:
    """A stored version of a form. place: A to D. typed: its texts by input."""

    place: str
    name: str
    typed: Mapping[str, str]


def pin_key(procedure: str, place: str) -> str:
    """Return a pin's name among the scene's values."""
    return f"{PIN}{procedure}|{place}"


def pin_record(name: str, typed: Mapping[str, str]) -> dict[str, object]:
    """Return a pin as a JSON record."""
    return {"name": name[:LONGEST], "typed": dict(typed)}


def pins(procedure: Procedure, values: Values) -> tuple[Pin, ...]:
    """Return a form's pins among the scene's values (or those of the page), by letter.

    Texts of inputs that the form no longer has are left out.
    """
    records = [(letter, values.get(pin_key(procedure.id, letter))) for letter in PLACES]
    if not any(record for _, record in records):
        return ()
    result, defaults = [], default_text(procedure)
    for letter, record in records:
        typed = record.get("typed") if isinstance(record, Mapping) else None
        if isinstance(record, Mapping) and isinstance(typed, Mapping):
            texts = {name: str(text) for name, text in typed.items() if name in defaults}
            result.append(Pin(letter, str(record.get("name", ""))[:LONGEST], {**defaults, **texts}))
    return tuple(result)


def free_place(procedure: str, *values: Values) -> str:
    """Return the first free letter of a form; empty if all are taken."""
    taken = {key for value in values for key in value}
    return next((letter for letter in PLACES if pin_key(procedure, letter) not in taken), "")


def pin_words(values: Values, game: Game) -> str:
    """Describe a pin among values of the scene: `Skill test: B, Close range, added`.

    Empty for other values.
    """
    for key, record in values.items():
        if key.startswith(PIN):
            id, _, letter = key.removeprefix(PIN).partition("|")
            procedure = game.procedures.get(id)
            title = procedure.title if procedure else id
            name = str(record.get("name", "")) if isinstance(record, Mapping) else ""
            label = ", ".join(filter(None, (letter, name)))
            return f"{title}: {label}, {'removed' if record is None else 'added'}"
    return ""


# --- side by side ---


@dataclass(frozen=True)
class PinView:
    """A pin, or the current form (place empty), beside the others."""

    place: str
    name: str
    #: Its differences from the current form.
    differences: str
    #: Its grades, side by side.
    strip: tuple[OddsRow, ...]
    #: `62.5%`, empty where the rules have none.
    success: str
    #: How much likelier the current form succeeds.
    more: str
    #: Why it has no chances.
    fault: str = ""


@dataclass(frozen=True)
class Compared:
    """A row of the table: success, or a grade, with (chance, difference) cells."""

    words: str
    tone: str
    cells: tuple[tuple[str, str], ...]


#: A form's chances, or why it has none.
Found = Chances | str


def beside(
    procedure: Procedure,
    typed: Mapping[str, str],
    now: Found,
    pinned: Iterable[tuple[Pin, Found]],
) -> tuple[PinView, ...]:
    """Return the current form and its pins. typed: the current texts."""
    result = [_beside(procedure, "", "", "", now, now)]
    for pin, odds in pinned:
        differences = describe_differences(procedure, typed, pin.typed)
        result.append(_beside(procedure, pin.place, pin.name, differences, odds, now))
    return tuple(result)


def _beside(
    procedure: Procedure, place: str, name: str, differences: str, odds: Found, now: Found
) -> PinView:
    if isinstance(odds, str):
        return PinView(place, name, differences, (), "", "", odds)
    strip = tuple(row for row in rows(procedure, odds.grades) if row.p != "0")
    more = ""
    if not isinstance(now, str) and place and odds.success is not None:
        more = difference((now.success or Fraction(0)) - odds.success)
    return PinView(place, name, differences, strip, success_words(odds), more)


def comparison_rows(
    procedure: Procedure, now: Found, pinned: Iterable[tuple[Pin, Found]]
) -> tuple[Compared, ...]:
    """Return a row for success, and for every possible grade, of the form and its pins."""
    versions = [now, *(odds for _, odds in pinned)]
    valid = [version for version in versions if not isinstance(version, str)]
    result = []
    if any(each.success is not None for each in valid):
        result.append(Compared("Any success", "", _cells(versions, _success)))
    for grade in procedure.grades:
        if any(each.grades.get(grade.id) for each in valid):
            result.append(Compared(grade.words, grade.tone, _cells(versions, _of(grade))))
    return tuple(result)


def _success(odds: Chances) -> Fraction | None:
    return odds.success


def _of(grade: Grade) -> object:
    return lambda odds: odds.grades.get(grade.id, Fraction(0))


def _cells(versions: list[Found], chance: Any) -> tuple[tuple[str, str], ...]:
    now, cells = versions[0], []
    for index, version in enumerate(versions):
        value = None if isinstance(version, str) else chance(version)
        first = None if isinstance(now, str) else chance(now)
        more = (
            difference(first - value) if index and value is not None and first is not None else ""
        )
        cells.append(("–" if value is None else percent(value), more))
    return tuple(cells)


def difference(more: Fraction) -> str:
    """Format a difference in percentage points: `+12.0`, `−3.5`, `±0`."""
    if not more:
        return "±0"
    sign, tenths = "+" if more > 0 else "\u2212", abs(more) * 1000
    rounded = int(tenths + Fraction(1, 2)) or 1
    return f"{sign}{rounded / 10:.1f}" if tenths >= Fraction(1, 2) else f"{sign}<0.1"


def describe_differences(
    procedure: Procedure, now: Mapping[str, str], then: Mapping[str, str]
) -> str:
    """List a pin's inputs that differ from the form: `Aim 2 · Range band close`."""
    texts = [
        input_words(procedure, name, text)
        for name, text in then.items()
        if text != now.get(name, "") and name in procedure.inputs
    ]
    more = f" · {len(texts) - MOST_DIFFERENCES} more" if len(texts) > MOST_DIFFERENCES else ""
    return " · ".join(texts[:MOST_DIFFERENCES]) + more
