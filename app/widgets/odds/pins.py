"""Pins: a form as it stood, beside the form as it stands, with the difference in its chances.

A form has up to four, each in a place of its own, from A to D. A pin is a value of the scene, by a
name of its own (`table.pin …`), so that it comes and goes with the campaign and is undone like
anything else; one that a link brought, or that was made before there is a campaign, is a record of
the same form that lasts as long as the page is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.games import Game
from app.core.odds.odds import Chances
from app.core.procedures.outcomes import Grade
from app.core.procedures.procedure import Procedure
from app.widgets.odds.odds import Row, percent, rows, success_words
from app.widgets.roll.desk import default_text
from app.widgets.roll.favourites import input_words

#: How the name of a pin among the scene's values begins.
PIN = "table.pin "

#: The places of the pins of one form.
PLACES = "ABCD"

#: The longest name of a pin.
LONGEST = 60

#: So much of what a pin says otherwise stands beside it.
SAID = 4


@dataclass(frozen=True)
class Pin:
    """A form as it stood. place: A to D. typed: what stood in its fields, by input."""

    place: str
    name: str
    typed: Mapping[str, str]


def pin_key(procedure: str, place: str) -> str:
    """The name of a pin among the scene's values."""
    return f"{PIN}{procedure}|{place}"


def pin_record(name: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """What is kept of a pin: JSON, by names of its own."""
    return {"name": name[:LONGEST], "typed": dict(typed)}


def pins(procedure: Procedure, values: Mapping[str, Any]) -> tuple[Pin, ...]:
    """The pins of a form among the scene's values (or those of the page), by their places.

    What the form has no input for any more is left out.
    """
    there = [(place, values.get(pin_key(procedure.id, place))) for place in PLACES]
    if not any(kept for _, kept in there):
        return ()
    found, stood = [], default_text(procedure)
    for place, kept in there:
        typed = kept.get("typed") if isinstance(kept, Mapping) else None
        if isinstance(kept, Mapping) and isinstance(typed, Mapping):
            told = {name: str(text) for name, text in typed.items() if name in stood}
            found.append(Pin(place, str(kept.get("name", ""))[:LONGEST], {**stood, **told}))
    return tuple(found)


def free_place(procedure: str, *values: Mapping[str, Any]) -> str:
    """The first place that no pin of the form has; empty if all are taken."""
    taken = {key for each in values for key in each}
    return next((place for place in PLACES if pin_key(procedure, place) not in taken), "")


def pin_words(values: Mapping[str, Any], game: Game) -> str:
    """`Skill test: B, Close range, pinned` of a pin among values of the scene; empty of others."""
    for key, kept in values.items():
        if key.startswith(PIN):
            id, _, place = key.removeprefix(PIN).partition("|")
            procedure = game.procedures.get(id)
            title = procedure.title if procedure else id
            name = str(kept.get("name", "")) if isinstance(kept, Mapping) else ""
            called = ", ".join(filter(None, (place, name)))
            return f"{title}: {called}, {'no longer pinned' if kept is None else 'pinned'}"
    return ""


# --- side by side ---


@dataclass(frozen=True)
class Beside:
    """A pin, or the form as it stands (place empty), as it is seen beside the others.

    said: what it says otherwise than the form as it stands. strip: its grades, side by side.
    success: `62.5%`, empty where the rules know none. more: how much more likely the form as it
    stands is to succeed. fault: why it has no chances.
    """

    place: str
    name: str
    said: str
    strip: tuple[Row, ...]
    success: str
    more: str
    fault: str = ""


@dataclass(frozen=True)
class Compared:
    """One line of the table: success, or a grade; each cell its chance, and how the form as it
    stands differs from it."""

    words: str
    tone: str
    cells: tuple[tuple[str, str], ...]


#: What chances a form has, or why it has none.
Found = Chances | str


def beside(
    procedure: Procedure,
    typed: Mapping[str, str],
    now: Found,
    pinned: Iterable[tuple[Pin, Found]],
) -> tuple[Beside, ...]:
    """The form as it stands, and its pins. typed: what stands in the form now."""
    made = [_beside(procedure, "", "", "", now, now)]
    for pin, found in pinned:
        said = said_otherwise(procedure, typed, pin.typed)
        made.append(_beside(procedure, pin.place, pin.name, said, found, now))
    return tuple(made)


def _beside(
    procedure: Procedure, place: str, name: str, said: str, found: Found, now: Found
) -> Beside:
    if isinstance(found, str):
        return Beside(place, name, said, (), "", "", found)
    strip = tuple(row for row in rows(procedure, found.grades) if row.p != "0")
    more = ""
    if not isinstance(now, str) and place and found.success is not None:
        more = difference((now.success or Fraction(0)) - found.success)
    return Beside(place, name, said, strip, success_words(found), more)


def compared(
    procedure: Procedure, now: Found, pinned: Iterable[tuple[Pin, Found]]
) -> tuple[Compared, ...]:
    """Success, and every grade that comes up somewhere: now and of each pin."""
    all = [now, *(found for _, found in pinned)]
    known = [each for each in all if not isinstance(each, str)]
    made = []
    if any(each.success is not None for each in known):
        made.append(Compared("success", "", _cells(all, _success)))
    for grade in procedure.grades:
        if any(each.grades.get(grade.id) for each in known):
            made.append(Compared(grade.words, grade.tone, _cells(all, _of(grade))))
    return tuple(made)


def _success(found: Chances) -> Fraction | None:
    return found.success


def _of(grade: Grade) -> Any:
    return lambda found: found.grades.get(grade.id, Fraction(0))


def _cells(all: list[Found], chance: Any) -> tuple[tuple[str, str], ...]:
    now, made = all[0], []
    for place, each in enumerate(all):
        told = None if isinstance(each, str) else chance(each)
        first = None if isinstance(now, str) else chance(now)
        more = difference(first - told) if place and told is not None and first is not None else ""
        made.append(("–" if told is None else percent(told), more))
    return tuple(made)


def difference(more: Fraction) -> str:
    """How much more likely: `+12.0`, `−3.5`, `±0`, in points of per cent."""
    if not more:
        return "±0"
    sign, tenths = "+" if more > 0 else "\u2212", abs(more) * 1000
    rounded = int(tenths + Fraction(1, 2)) or 1
    return f"{sign}{rounded / 10:.1f}" if tenths >= Fraction(1, 2) else f"{sign}<0.1"


def said_otherwise(procedure: Procedure, now: Mapping[str, str], then: Mapping[str, str]) -> str:
    """What a pin says that the form does not say now: `Aim 2 · Range band close`."""
    other = [
        input_words(procedure, name, text)
        for name, text in then.items()
        if text != now.get(name, "") and name in procedure.inputs
    ]
    more = f" · {len(other) - SAID} more" if len(other) > SAID else ""
    return " · ".join(other[:SAID]) + more
