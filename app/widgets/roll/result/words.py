"""Numbers, sums, effects and decisions of a roll in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from app.core.errors import capitalize
from app.core.play.play import Chosen
from app.core.procedures.labels import label_of, of_count, within
from app.core.procedures.outcomes import TIME, Effect, SumStep, round_number, to_report
from app.core.sheets import Field
from app.core.support.characters import with_minus
from app.systems import games
from app.widgets.roll.form.cast import role_label


def number(value: int | Fraction | Decimal | float) -> str:
    """Format a number: a true minus sign, at most two decimals."""
    tidy = round_number(Fraction(value)) if not isinstance(value, int) else value
    return with_minus(tidy)


def with_sign(value: Any) -> str:
    """Format a number with its sign, as a summand; other values as usual."""
    plain = to_report(value)
    if isinstance(plain, (int, float)) and plain > 0:
        return f"+{number(plain)}"
    return format_value(value)


def format_value(value: object) -> str:
    """Format a named value."""
    plain = to_report(value)
    if isinstance(plain, list):
        return ", ".join(format_value(each) for each in plain) or "none"
    if isinstance(plain, (int, float)):
        return number(plain)
    return label_of(plain) if isinstance(plain, str) and plain.islower() else str(plain)


#: Steps that begin a clause or a sentence, with their signs.
CLAUSES = {"needed": ", needed", "earned": ".", "effect": ". Effect"}


def step_words(step: SumStep) -> tuple[str, str, str]:
    """Return a step of the sum as sign, number, label; a negative summand is subtracted."""
    label = of_count(step.value, step.label)
    if step.op == "+" and step.value < 0:
        return "\u2212", number(-step.value), label
    if step.op == "earned":
        return CLAUSES[step.op], f"+{number(step.value)}", label
    return CLAUSES.get(step.op, step.op), number(step.value), label


#: Labels of numbers that a roll has to reach.
NEEDED = ("challenge", "difficulty", "target", "target number")


def sentence(steps: Sequence[SumStep]) -> tuple[tuple[str, str, str], ...]:
    """Return the steps of a sum as a sentence: `4 + 1 match = 5, needed 4`.

    A total is not called one; the difference to the number needed is left to the details.
    """
    result: list[tuple[str, str, str]] = []
    was_compared = False
    for place, step in enumerate(steps):
        sign, value, label = step_words(step)
        if step.op == "=" and was_compared:
            continue  # the margin
        before = steps[place - 1] if place else step
        if step.op == "=" and before.op == "" and step.value == before.value:
            continue  # a sum of one number
        if step.op == "against":
            is_needed = label in NEEDED
            sign, label = (", needed", "") if is_needed else (", against", label)
        elif step.op == "" and result:
            sign = ";" if was_compared else "."  # the next sum: `8. 6` would be one number
        elif step.op == "=" and label == "total":
            label = ""
        was_compared = step.op == "against"
        result.append((sign, value, within(label) if label else ""))
    return tuple(result)


def sum_words(steps: Sequence[tuple[str, str, str]]) -> str:
    """Join steps to a text: `2 successes, needed 1. +1 AP`."""
    text = ""
    for step in steps:
        part = " ".join(filter(None, step))
        text += part if not text or part[0] in ",.;" else f" {part}"
    return text


def _declared(game: str) -> Mapping[str, Any]:
    """Return the fields of the game's sheet by id."""
    form = games()[game].sheet if game else None
    return form.by_id if form is not None else {}


@cache
def field_labels(game: str) -> Mapping[str, str]:
    """Map field ids to their labels on the game's sheet, or of its counters."""
    counters = games()[game].counters if game else ()
    of_fields = {id: each.label for id, each in _declared(game).items()}
    of_counters = {
        id: label
        for counter in counters
        for id, label in ((counter.id, counter.label), counter.beyond)
    }
    return {**of_counters, **of_fields}


def effect_words(
    effect: Effect,
    names: Mapping[str, str] | None = None,
    game: str = "",
) -> str:
    """Describe an effect: `Target: HP −5`, `Prone: yes`, `5 minutes pass`.

    Appended records: `Conditions: + unconscious, 4 hours`. names: role -> name of its combatant,
    shown instead of the role. game: its id, for the words of its sheet. A field within a list
    (`weapons/0/shots`) is named by its last word.
    """
    if effect.who == TIME:
        passes = "passes" if effect.value == 1 else "pass"
        return f"{number(effect.value)} {of_count(effect.value, effect.field)} {passes}"
    role = "" if effect.who == "self" else role_label(effect.who)
    owner = (names or {}).get(effect.who, role)
    owner = f"{owner}: " if owner else ""
    name = field_labels(game).get(effect.field) or label_of(effect.field.rpartition("/")[2])
    if effect.op == "add":
        sign = "+" if effect.value >= 0 else ""
        return f"{owner}{name} {sign}{number(effect.value)}"
    if effect.op == "append":
        return f"{owner}{name}: + {_record_words(effect.value)}"
    declared = _declared(game).get(effect.field)
    words = declared.kind.words(effect.value) if isinstance(declared, Field) else ""
    return f"{owner}{name}: {words or _record_words(effect.value)}"


#: A word that is an id: `weapon-fumble`.
_ID = re.compile(r"[a-z]+(-[a-z]+)+")


def note_words(note: str, names: Mapping[str, str] | None = None) -> str:
    """Return a note of an outcome; one that is an id in words: `Too many major`.

    names: role -> name of its combatant, put in place of a role that the note is about.
    """
    if _ID.fullmatch(note):
        return capitalize(_id_words(note))
    label, colon, words = note.partition(": ")
    named = (name for role, name in (names or {}).items() if role_label(role) == label)
    return f"{next(named, label)}{colon}{words}"


def _id_words(text: str) -> str:
    return text.replace("-", " ") if _ID.fullmatch(text) else text


def _record_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = [label_of(str(value["name"]))] if "name" in value else []
        if value.get("lasts") is not None:
            unit = of_count(value["lasts"], str(value.get("unit", "")))
            parts.append(f"{number(value['lasts'])} {unit}".strip())
        elif value.get("unit") not in (None, "none"):
            parts.append(str(value["unit"]))
        rest = {k: v for k, v in value.items() if k not in ("name", "lasts", "unit") and v}
        parts += [_entry_words(key, each) for key, each in rest.items()]
        return ", ".join(parts)
    if isinstance(value, (list, tuple)):
        return ", ".join(_record_words(each) for each in value) or "none"
    if isinstance(value, (int, float, Fraction)):
        return number(value)
    return _id_words(str(value))


#: Lengths of time in a record, in words.
LENGTHS = {"": "{}", "starts": "starts in {}", "step": "1 less every {}"}


def _entry_words(key: str, value: Any) -> str:
    """Describe a value of a record: `penalty −4`, `starts in 24 hours`, `17 days`."""
    if key == "value":
        return format_value(value)
    name, _, unit = key.rpartition("_")
    if unit not in ("hours", "days") or not isinstance(value, (int, float, Fraction)):
        return f"{label_of(key).lower()} {format_value(value)}"
    count = Fraction(value)
    if unit == "hours" and count >= 48 and count % 24 == 0:
        count, unit = count / 24, "days"
    return LENGTHS.get(name, f"{name} {{}}").format(f"{number(count)} {of_count(count, unit)}")


def chosen_words(chosen: Chosen) -> str:
    """Describe a made decision, for the log."""
    value = chosen.value
    if isinstance(value, tuple):
        dice = "die" if len(value) == 1 else "dice"
        value = f"{dice} {', '.join(map(str, value))}" if value else "none"
    elif isinstance(value, bool):
        value = "yes" if value else "no"
    return f"{label_of(chosen.name)}: {_id_words(str(value))}"
