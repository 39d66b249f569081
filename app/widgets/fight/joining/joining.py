"""New combatants: a character of the campaign, or a line such as `3 raiders, HP 7`.

Both become the inputs of the game's own `add`, one record for each combatant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.campaign.state.state import CampaignState, Character
from app.campaign.state.values import plain
from app.core.encounters.encounter import Encounter
from app.core.errors import BadInput, listed
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf, Row, Whole
from app.core.procedures.outcomes import rounded
from app.core.support.typed_numbers import normalize
from app.widgets.fight.board.board import people
from app.widgets.fight.joining.nouns import NUMBERS, is_plural, singular
from app.widgets.roll.form.forms import field_text

AnyEncounter = Encounter[Any, Any]

#: Most combatants of a kind that join at once.
MOST = 30

#: Inputs of `add` that a line does not set.
OWN = ("id", "name")

_NUMBER_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True))
#: `3 raiders`, `3x raiders`, `x3 raiders`.
_COUNT_FIRST = re.compile(r"[x×]?\s*(?P<count>-?\d+)\s*[x×*]?\s+(?P<name>\D.*)", re.IGNORECASE)
#: `raiders x3`, `raiders × 3`, `raiders (3)`.
_COUNT_LAST = re.compile(
    r"(?P<name>.*?[^\s\d])\s*(?:\sx|\*|×)\s*(?P<count>\d+)"
    r"|(?P<bare>.*?[^\s\d])\s*\((?P<within>\d+)\)",
    re.IGNORECASE,
)
#: `three raiders`.
_COUNT_WORD = re.compile(rf"(?P<count>{_NUMBER_WORDS})\s+(?P<name>.+)", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the)\s+(?P<name>.+)", re.IGNORECASE)
#: `1,000 raiders`, before the line is split at its commas.
_THOUSANDS = re.compile(r"\s*(?P<number>\d{1,3}(?:[,.'’\s]\d{3})+)\s+\D")
#: `2d4 raiders`.
_DICE = re.compile(r"(?P<dice>\d*d\d+\S*)\s+(?P<name>.+)", re.IGNORECASE)
_PAIR = re.compile(
    r"(?P<label>.*?[^\d\s:=+-])\s*[:=]?\s*(?P<value>[+-]?\s*\d(?:[\d.'_]| (?=\d{3}(?!\d)))*)"
)
_LABELLED = re.compile(r"(?P<label>[^:=]+)[:=](?P<value>.*)")


def adding(encounter: AnyEncounter) -> Mapping[str, Input]:
    """Return the inputs of the game's `add`."""
    return encounter.by_id["add"].inputs


# --- characters ---


def of_character(game: Game, character: Character) -> dict[str, Any]:
    """Return the inputs of `add` for a character; the sheet is shared, not copied.

    Where there are two sides, a character of no player joins the other one.
    """
    assert game.encounter is not None
    inputs = adding(game.encounter)
    record: dict[str, Any] = {"id": character.id, "name": character.name[:80]}
    if character.kind != "pc":
        record |= other_side(inputs)
    return record


def _fits(declared: Input, value: Any) -> bool:
    try:
        declared.check(value)
    except BadInput:
        return False
    return True


def other_side(inputs: Mapping[str, Input]) -> dict[str, Any]:
    """Return the side that is not the default one, where there are just two."""
    side = inputs.get("side")
    if side is None or not isinstance(side.kind, OneOf) or len(side.kind.choices) != 2:
        return {}
    return {"side": next(choice for choice in side.kind.choices if choice != side.default)}


# --- a line ---


@dataclass(frozen=True)
class Kind:
    """Combatants of one kind that join together."""

    count: int
    #: The name of one of them, capitalized.
    name: str
    #: Their name as a group.
    group: str
    #: The inputs of `add` that all of them share, without `id` and `name`.
    inputs: Mapping[str, Any]
    #: Those of them that the line gave.
    given: Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """The combatants that a line adds to an encounter."""

    #: The inputs of `add`, for each new combatant.
    joins: tuple[dict[str, Any], ...]
    #: New names of combatants who are there already, by id.
    renames: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()


def quick(
    encounter: AnyEncounter, line: str, taken: Mapping[str, str], own: Container[str] = ()
) -> Entry:
    """Parse the combatants that a line adds.

    taken: the names of present combatants, by id. own: the ids of those of them that may be
    renamed, as `Goblin` becomes `Goblin 1` when a second joins. Raises BadInput on `quick`.
    """
    return of_kinds(kinds(encounter, line), taken, own)


def of_kinds(all_kinds: tuple[Kind, ...], taken: Mapping[str, str], own: Container[str]) -> Entry:
    """Return the combatants of these kinds, with names and ids of their own."""
    crowd = _Crowd(taken, own)
    for kind in all_kinds:
        crowd.add(kind)
    return Entry(tuple(crowd.joins.values()), crowd.renames, all_kinds)


def read_entry(game: Game, state: CampaignState, line: str) -> Entry:
    """Parse the combatants that a line adds to the running encounter; BadInput on `quick`."""
    assert game.encounter is not None
    return quick(game.encounter, line, people(state), own_ids(state))


def own_ids(state: CampaignState) -> set[str]:
    """Return the ids of combatants without a character, which may be renamed."""
    here = (state.encounter or {}).get("combatants", {})
    return {id for id, combatant in here.items() if "sheet" in combatant}


def kinds(encounter: AnyEncounter, line: str) -> tuple[Kind, ...]:
    """Parse the kinds of a line, separated by `;` or line ends. Raises BadInput on `quick`."""
    result = tuple(_kind_of(encounter, part) for part in re.split(r"[;\n]", line) if part.strip())
    if not result:
        raise BadInput("quick", "Start with a name, for example: 3 raiders")
    return result


def preview(entry: Entry, encounter: AnyEncounter, taken: Mapping[str, str]) -> str:
    """Describe an entry's effect in a line. taken: the names of all combatants, by id."""
    inputs = adding(encounter)
    names = [str(each["name"]) for each in entry.joins]
    parts = []
    for kind in entry.kinds:
        own_names, names = names[: kind.count], names[kind.count :]
        last = f" to {own_names[-1]}" if kind.count > 1 else ""
        fields = (_shown(inputs[name], value) for name, value in kind.given.items())
        parts.append(", ".join([own_names[0] + last, *fields]))
    changed = (f"{taken[id]} becomes {name}" for id, name in entry.renames.items())
    return ". ".join([f"Adds {'; '.join(parts)}", *changed])


def _shown(declared: Input, value: Any) -> str:
    if isinstance(declared.kind, OneOf):
        return f"{declared.label} {declared.kind.choices.get(value, value)}"
    return declared.label if value is True else f"{declared.label} {field_text(value)}"


def _kind_of(encounter: AnyEncounter, entry: str) -> Kind:
    """Parse combatants of one kind: `3 raiders, HP 7, hidden`."""
    inputs = adding(encounter)
    if thousands := _THOUSANDS.match(entry):
        raise _too_many(thousands["number"])
    first, *others = [part.strip() for part in entry.split(",")]
    first, given = _with_fields(inputs, first)
    count, name = _counted(first)
    for part in others:
        if times := re.fullmatch(r"[x×*]\s*(\d+)", part, re.IGNORECASE):
            count = int(times[1])
        elif part:
            label, value = _parse_field(inputs, part)
            given[label] = value
    if not name or name.isdecimal():
        raise BadInput("quick", "Start with a name, for example: 3 raiders")
    if not 1 <= count <= MOST:
        raise _too_many(str(count))
    group = _capital(name)
    shared = {**other_side(inputs), **_with_most(inputs, given)}
    if count > 1 and "group" in inputs and "group" not in given:
        shared["group"] = group[:40]
    single = _capital(singular(name)) if count > 1 else group
    return Kind(count, single, group, shared, given)


def _too_many(count: str) -> BadInput:
    return BadInput("quick", f"Add 1 to {MOST} at a time, not {count}")


def _counted(text: str) -> tuple[int, str]:
    """Parse the count and the name."""
    if dice := _DICE.fullmatch(text):
        message = f"Roll {dice['dice']} first, then enter the number: 3 {dice['name']}"
        raise BadInput("quick", message)
    if match := _COUNT_FIRST.fullmatch(text):
        return int(match["count"]), match["name"].strip()
    if match := _COUNT_LAST.fullmatch(text):
        return int(match["count"] or match["within"]), (match["name"] or match["bare"]).strip()
    if match := _COUNT_WORD.fullmatch(text):
        count, name = NUMBERS[" ".join(match["count"].lower().split())], match["name"]
        # `Three Fingers Jack` and `One Eye` are names.
        if is_plural(name) if count > 1 else name[:1].islower():
            return count, name
    article = _ARTICLE.fullmatch(text)
    return 1, article["name"] if article else text


def _capital(words: str) -> str:
    """Capitalize the words and cut them to the longest name."""
    words = words.strip()[:60]
    return words[:1].upper() + words[1:]


def _with_fields(inputs: Mapping[str, Input], text: str) -> tuple[str, dict[str, Any]]:
    """Split a name from the fields behind it: `raiders HP 7` -> raiders, and 7 HP."""
    words = text.split()
    for start in range(1, len(words)):
        pieces = _pieces(inputs, words[start:])
        if pieces is not None:
            return " ".join(words[:start]), dict(_parse_field(inputs, each) for each in pieces)
    return text.strip(), {}


def _pieces(inputs: Mapping[str, Input], words: list[str]) -> list[str] | None:
    """Split words into fields with a number each; None where that fails."""
    if not words:
        return []
    for length in range(1, min(len(words), 4) + 1):
        piece = " ".join(words[:length])
        if any(_names_field(inputs, *each) for each in _readings(piece)):
            rest = _pieces(inputs, words[length:])
            if rest is not None:
                return [piece, *rest]
    return None


def _names_field(inputs: Mapping[str, Input], label: str, value: str) -> bool:
    """Tell whether that is the label of a field, and a number."""
    letters = len(_bare(label)) > 1
    return letters and bool(re.search(r"\d", value)) and _find_input(inputs, label) is not None


class _Crowd:
    """Present and new combatants, numbered so that no two share a name."""

    def __init__(self, taken: Mapping[str, str], own: Container[str]) -> None:
        self._names = dict(taken)
        self._own = own
        self.joins: dict[str, dict[str, Any]] = {}
        self.renames: dict[str, str] = {}

    def add(self, kind: Kind) -> None:
        """Add the combatants of a kind."""
        for name in self._next(kind.name, kind.count):
            id = _id(name, self._names)
            self._names[id] = name
            self.joins[id] = {"id": id, "name": name, **kind.inputs}

    def _next(self, stem: str, count: int) -> Iterator[str]:
        """Yield free names: `Raider 4` and on where three exist, a single one without a number."""
        numbered = re.compile(re.escape(stem) + r" (\d{1,6})", re.IGNORECASE)
        numbers = [
            int(match[1]) for name in self._names.values() if (match := numbered.fullmatch(name))
        ]
        unnumbered = [id for id, name in self._names.items() if name.casefold() == stem.casefold()]
        if count == 1 and not numbers and not unnumbered:
            yield stem
            return
        number = max(numbers, default=0)
        for id in unnumbered:
            number += 1
            self._rename(id, f"{stem} {number}")
        for _ in range(count):
            number += 1
            yield f"{stem} {number}"

    def _rename(self, id: str, name: str) -> None:
        """Give a number to a combatant that was the only one; a character keeps its name."""
        if id in self.joins:
            self.joins[id]["name"] = name
        elif id in self._own:
            self.renames[id] = name
        else:
            return
        self._names[id] = name


def _id(name: str, taken: Collection[str]) -> str:
    """Return a short unique id made from the name."""
    bare = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "one"
    if bare not in taken:
        return bare
    return next(f"{bare}.{n}" for n in range(2, 10_000) if f"{bare}.{n}" not in taken)


# --- fields ---


def _parse_field(inputs: Mapping[str, Input], part: str) -> tuple[str, Any]:
    """Parse a field: `HP 7`, `7 HP`, `defense: 1`, `hidden`, `heavy`, `armour heavy`."""
    for declared in inputs.values():
        if isinstance(declared.kind, OneOf):
            match = re.match(re.escape(declared.label) + r"\b[\s:=]*", part, re.IGNORECASE)
            rest = part[match.end() if match else 0 :].lower()
            for choice, words in declared.kind.choices.items():
                bare, _, _ = words.partition(" (")  # `Hard (d8)` is `hard` or `d8`
                if rest in (str(choice).lower(), words.lower(), bare.lower()):
                    return declared.name, choice
    for label, value in _readings(part):
        declaration = _find_input(inputs, label)
        if declaration is not None:
            written = declaration.kind.written(value.strip())
            try:
                return declaration.name, plain(rounded(declaration.check(written), 6))
            except BadInput as fault:
                raise BadInput("quick", f"{part}: {fault.message}") from None
    labels = [each.label for each in inputs.values() if each.name not in OWN]
    raise BadInput("quick", _unknown(part, labels))


def _unknown(part: str, labels: list[str]) -> str:
    """Return the message on an unknown field, with the most similar known one."""
    from difflib import get_close_matches  # only an unknown field needs it

    typed = " ".join(re.findall(r"[^\W\d_]+", part))[:40] or part[:40]
    words = {word: label for label in reversed(labels) for word in (_bare(label), *_words(label))}
    similar = [label for label in labels if _bare(label).startswith(_bare(typed) or " ")]
    similar += [words[word] for word in get_close_matches(_bare(typed), words, 1)]
    hint = f"Did you mean “{similar[0]}”?" if similar else f"Try {listed(labels[:3])}."
    return f"Don’t know “{typed}”. {hint}"


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
    words = _bare(label)
    if not words:
        return None
    candidates = [declared for name, declared in inputs.items() if name not in OWN]
    for declared in candidates:
        if words in (_bare(declared.label), _bare(declared.name)):
            return declared
    initials = [
        declared
        for declared in candidates
        if words == "".join(word[0] for word in _words(declared.label))
    ]
    matches = initials or [
        declared for declared in candidates if _bare(declared.label).startswith(words)
    ]
    return matches[0] if len(matches) == 1 else None


def _words(label: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", label.lower())


def _bare(label: str) -> str:
    return "".join(_words(label))


def _with_most(inputs: Mapping[str, Input], given: Mapping[str, Any]) -> dict[str, Any]:
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


# --- help for the line ---


def hint(encounter: AnyEncounter | None) -> str:
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


def known(encounter: AnyEncounter | None) -> str:
    """Return the labels of all fields that a line may hold."""
    inputs = adding(encounter) if encounter else {}
    fit = (each for each in inputs.values() if not isinstance(getattr(each.kind, "of", 0), Row))
    return ", ".join(each.label for each in fit if each.name not in OWN)
