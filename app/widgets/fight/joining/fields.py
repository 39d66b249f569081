"""Fields of new combatants: the inputs of the game's `add`, and the words of a line for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.state.values import plain
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Preset
from app.core.errors import BadInput, join_words
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import OneOf, Row, Whole, YesNo
from app.core.procedures.outcomes import round_number
from app.core.support.typed_numbers import normalize
from app.widgets.fight.joining.nouns import singular
from app.widgets.roll.form.forms import fault_words

AnyEncounter = Encounter[Any, Any]

#: Inputs of `add` that a line does not set.
OWN = ("id", "name")

#: Inputs of `add` that are no stats.
BESIDE_STATS = {"group", "hidden", "side"}

_PAIR = re.compile(
    r"(?P<label>.*?[^\d\s:=+-])\s*[:=]?\s*(?P<value>[+-]?\s*\d(?:[\d.'_]| (?=\d{3}(?!\d)))*)"
)
_LABELLED = re.compile(r"(?P<label>[^:=]+)[:=](?P<value>.*)")


def adding(encounter: AnyEncounter) -> Mapping[str, Input]:
    """Return the inputs of the game's `add`."""
    return encounter.by_id["add"].inputs


def other_side(inputs: Mapping[str, Input]) -> dict[str, object]:
    """Return the side that is not the default one, where there are just two."""
    side = inputs.get("side")
    if side is None or not isinstance(side.kind, OneOf) or len(side.kind.choices) != 2:
        return {}
    return {"side": next(choice for choice in side.kind.choices if choice != side.default)}


@dataclass(frozen=True)
class Vocabulary:
    """Everything that the words of a line may mean."""

    inputs: Mapping[str, Input]
    #: Presets by their names in lower case.
    presets: Mapping[str, Preset]

    def preset(self, name: str) -> Preset | None:
        """Return the preset of this name, of one or of several."""
        return self.presets.get(name.casefold()) or self.presets.get(singular(name).casefold())

    @property
    def labels(self) -> list[str]:
        """Return the labels of all fields."""
        return [each.label for each in self.inputs.values() if each.name not in OWN]

    @property
    def names(self) -> list[str]:
        """Return the names of all presets."""
        return list(dict.fromkeys(preset.name for preset in self.presets.values()))


def parse_field(known: Vocabulary, part: str) -> tuple[str, object]:
    """Parse a field: `HP 7`, `7 HP`, `defense: 1`, `hidden`, `heavy`, `armour heavy`."""
    inputs = known.inputs
    if (choice := _choice(inputs, part)) is not None:
        return choice
    for label, value in _readings(part):
        declaration = _find_input(inputs, label)
        if declaration is not None:
            written = declaration.kind.parse(value.strip())
            try:
                return declaration.name, plain(round_number(declaration.check(written), 6))
            except BadInput as fault:
                words = fault_words(inputs, BadInput("", fault.message))  # no ids
                raise BadInput("quick", f"{part}: {words}") from None
    raise BadInput("quick", unknown(part, known))


def is_field(known: Vocabulary, piece: str) -> bool:
    """Tell whether a piece is a field with a valid value."""
    try:
        parse_field(known, piece)
    except BadInput:
        return False
    return True


def split_fields(known: Vocabulary, words: list[str]) -> list[str] | None:
    """Split words into fields; None where that fails."""
    if not words:
        return []
    for length in range(1, min(len(words), 4) + 1):
        piece = " ".join(words[:length])
        if any(_names_field(known, *reading) for reading in _readings(piece)) or _is_word(
            known, piece
        ):
            rest = split_fields(known, words[length:])
            if rest is not None:
                return [piece, *rest]
    return None


def _names_field(known: Vocabulary, label: str, value: str) -> bool:
    """Tell whether that is the label of a field, and a number."""
    letters = len(bare(label)) > 1
    return (
        letters and bool(re.search(r"\d", value)) and _find_input(known.inputs, label) is not None
    )


def _is_word(known: Vocabulary, piece: str) -> bool:
    """Tell whether a piece without a number is a field: `hidden`, `heavy`, `armour heavy`.

    Only as it is said in running text: `Hidden` may be part of a name.
    """
    if not piece[:1].islower():
        return False
    if _choice(known.inputs, piece) is not None:
        return True
    flags = (each for each in known.inputs.values() if isinstance(each.kind, YesNo))
    return any(bare(piece) in (bare(flag.label), bare(flag.name)) for flag in flags)


def _choice(inputs: Mapping[str, Input], part: str) -> tuple[str, object] | None:
    """Return the field and the choice that a piece names, with or without its label."""
    for declared in inputs.values():
        if isinstance(declared.kind, OneOf):
            match = re.match(re.escape(declared.label) + r"\b[\s:=]*", part, re.IGNORECASE)
            rest = part[match.end() if match else 0 :].lower()
            for choice, words in declared.kind.choices.items():
                short, _, _ = words.partition(" (")  # `Hard (d8)` is `hard` or `d8`
                if rest in (str(choice).lower(), words.lower(), short.lower()):
                    return declared.name, choice
    return None


def unknown(part: str, known: Vocabulary) -> str:
    """Return the message on an unknown word, with the most similar known one."""
    typed = " ".join(re.findall(r"[^\W\d_]+", part))[:40] or part[:40]
    likely = similar(bare(typed), [*known.labels, *known.names])
    advice = f"Did you mean “{likely}”?" if likely else f"Try {join_words(known.labels[:3])}."
    return f"Don’t know “{typed}”. {advice}"


def similar(typed: str, labels: list[str]) -> str:
    """Return the label most like a typed word, empty for none. typed: bare."""
    from difflib import get_close_matches  # only an unknown word needs it

    parts = {word: label for label in reversed(labels) for word in _words(label)}
    words = parts | {bare(label): label for label in reversed(labels)}
    begun = next((label for label in labels if typed and bare(label).startswith(typed)), "")
    return begun or next((words[word] for word in get_close_matches(typed, words, 1)), "")


def _readings(part: str) -> list[tuple[str, str]]:
    """Return the ways to read a piece as a label and a value."""
    readings = []
    part = normalize(part)
    if labelled := _LABELLED.fullmatch(part):
        readings.append((labelled["label"], labelled["value"]))
    if pair := _PAIR.fullmatch(part):
        readings.append((pair["label"], pair["value"]))
    if reversed_pair := re.fullmatch(r"([+−-]?\d[\d.]*)(?:\s+|(?=[^\W\d_]{2}))(.+)", part):
        readings.append((reversed_pair[2], reversed_pair[1]))
    if " " in part:
        label, _, value = part.rpartition(" ")
        readings.append((label, value))
    readings.append((part, "true"))
    return readings


def _find_input(inputs: Mapping[str, Input], label: str) -> Input | None:
    """Return the input of this label or id, else the only one that begins with it."""
    words = bare(label)
    if not words:
        return None
    candidates = [declared for name, declared in inputs.items() if name not in OWN]
    for declared in candidates:
        if words in (bare(declared.label), bare(declared.name)):
            return declared
    initials = [
        declared
        for declared in candidates
        if words == "".join(word[0] for word in _words(declared.label))
    ]
    matches = initials or [
        declared for declared in candidates if bare(declared.label).startswith(words)
    ]
    return matches[0] if len(matches) == 1 else None


def _words(label: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", label.lower())


def bare(label: str) -> str:
    """Return the letters and digits of a label, joined, in lower case."""
    return "".join(_words(label))


def with_most(inputs: Mapping[str, Input], given: Values) -> dict[str, object]:
    """Set the maximum of a new combatant where only the value is given: `HP 7` is 7 of 7."""
    inputs_given = dict(given)
    for name, value in given.items():
        for most in (f"max_{name}", f"{name}_max"):
            declared = inputs.get(most)
            if declared is None or most in given:
                continue
            starts_full = inputs[name].default in (None, declared.default)
            if starts_full and _fits(declared, value):
                inputs_given[most] = value
    return inputs_given


def _fits(declared: Input, value: object) -> bool:
    try:
        declared.check(value)
    except BadInput:
        return False
    return True


def example(encounter: AnyEncounter | None) -> str:
    """Return an example of a field in a line."""
    inputs = adding(encounter) if encounter else {}
    for name, declared in inputs.items():
        if isinstance(declared.kind, Whole) and declared.kind.front and name not in OWN:
            return f"{declared.label} {min(7, declared.kind.high)}"
    for name, declared in inputs.items():
        if isinstance(declared.kind, OneOf) and declared.kind.front and name not in (*OWN, "side"):
            choices = list(declared.kind.choices)
            return f"{declared.label} {choices[len(choices) // 2]}"
    return "hidden"


def labels(encounter: AnyEncounter | None) -> str:
    """Return the labels of all fields that a line may hold."""
    inputs = adding(encounter) if encounter else {}
    fit = (each for each in inputs.values() if not isinstance(getattr(each.kind, "of", 0), Row))
    return ", ".join(each.label for each in fit if each.name not in OWN)
