"""New combatants: a character of the campaign, or a line such as `3 raiders, HP 7`.

Both become the inputs of the game's own `add`, one record for each combatant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.campaign.state.document import combatants_in
from app.campaign.state.state import CampaignState, Character
from app.campaign.state.values import plain
from app.core.encounters.encounter import Encounter
from app.core.encounters.presets import Preset
from app.core.encounters.roster import SHEET
from app.core.errors import BadInput, capitalized, listed
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import OneOf, Row, Whole, YesNo
from app.core.procedures.outcomes import rounded
from app.core.support.typed_numbers import normalize
from app.widgets.fight.joining.nouns import NUMBERS, is_plural, singular
from app.widgets.roll.form.forms import field_text

AnyEncounter = Encounter[Any, Any]

#: Most combatants of a kind that join at once.
MOST = 30

#: Inputs of `add` that a line does not set.
OWN = ("id", "name")

#: Inputs of `add` that are no stats.
BESIDE_STATS = {"group", "hidden", "side"}

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
#: Where a line may part: a comma, or `and` before a count.
_COMMA = re.compile(
    rf",|\s+(?:and|plus|&)\s+(?=(?:\d+|an?|the|{_NUMBER_WORDS})[x×]?\s)", re.IGNORECASE
)
#: `raiders wobble 4`: a name with an unknown field behind it.
_NUMBERED_TAIL = re.compile(r".*\S\s+(?P<tail>[^\W\d_]{2,}\s*\d+)")
_PAIR = re.compile(
    r"(?P<label>.*?[^\d\s:=+-])\s*[:=]?\s*(?P<value>[+-]?\s*\d(?:[\d.'_]| (?=\d{3}(?!\d)))*)"
)
_LABELLED = re.compile(r"(?P<label>[^:=]+)[:=](?P<value>.*)")


def adding(encounter: AnyEncounter) -> Mapping[str, Input]:
    """Return the inputs of the game's `add`."""
    return encounter.by_id["add"].inputs


# --- characters ---


def of_character(game: Game, character: Character) -> dict[str, object]:
    """Return the inputs of `add` for a character; the sheet is shared, not copied.

    Where there are two sides, a character of no player joins the other one.
    """
    assert game.encounter is not None
    inputs = adding(game.encounter)
    record: dict[str, object] = {"id": character.id, "name": character.name[:80]}
    if character.kind != "pc":
        record |= other_side(inputs)
    return record


def _fits(declared: Input, value: object) -> bool:
    try:
        declared.check(value)
    except BadInput:
        return False
    return True


def other_side(inputs: Mapping[str, Input]) -> dict[str, object]:
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
    inputs: Values
    #: Those of them that the line gave.
    given: Values
    #: The id of the preset that it is, empty for none.
    preset: str = ""


@dataclass(frozen=True)
class Entry:
    """The combatants that a line adds to an encounter."""

    #: The inputs of `add`, for each new combatant.
    joins: tuple[dict[str, object], ...]
    #: New names of combatants who are there already, by id.
    renames: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()


def quick(
    encounter: AnyEncounter,
    line: str,
    taken: Mapping[str, str],
    own: Container[str] = (),
    presets: Collection[Preset] = (),
) -> Entry:
    """Parse the combatants that a line adds.

    taken: the names of present combatants, by id. own: the ids of those of them that may be
    renamed, as `Goblin` becomes `Goblin 1` when a second joins. presets: those that a name may
    mean. Raises BadInput on `quick`.
    """
    return of_kinds(kinds(encounter, line, presets), taken, own)


def of_kinds(all_kinds: tuple[Kind, ...], taken: Mapping[str, str], own: Container[str]) -> Entry:
    """Return the combatants of these kinds, with names and ids of their own."""
    crowd = _Crowd(taken, own)
    for kind in all_kinds:
        crowd.add(kind)
    return Entry(tuple(crowd.joins.values()), crowd.renames, all_kinds)


def own_ids(state: CampaignState) -> set[str]:
    """Return the ids of combatants without a character, which may be renamed."""
    here = combatants_in(state.document)
    return {id for id, combatant in here.items() if "sheet" in combatant}


def kinds(encounter: AnyEncounter, line: str, presets: Collection[Preset] = ()) -> tuple[Kind, ...]:
    """Parse the kinds of a line. Raises BadInput on `quick`.

    `;`, a new line, or a comma or `and` before another count separates them.
    """
    known = _Known(adding(encounter), by_name(presets))
    result = tuple(
        _kind_of(known, pieces)
        for part in re.split(r"[;\n]", line)
        if part.strip()
        for pieces in _apart(known, part)
    )
    if not result:
        raise BadInput("quick", "Start with a name, for example: 3 raiders")
    return result


def by_name(presets: Iterable[Preset]) -> dict[str, Preset]:
    """Map the names of presets, of one and of several, to them; the first of a name wins."""
    result: dict[str, Preset] = {}
    for preset in presets:
        for name in (preset.name, preset.group):
            result.setdefault(name.casefold(), preset)
    return result


@dataclass(frozen=True)
class _Known:
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


def preview(entry: Entry, encounter: AnyEncounter, taken: Mapping[str, str]) -> str:
    """Describe an entry's effect in a line. taken: the names of all combatants, by id."""
    inputs = adding(encounter)
    names = [str(each["name"]) for each in entry.joins]
    parts = []
    for kind in entry.kinds:
        own_names, names = names[: kind.count], names[kind.count :]
        last = f" to {own_names[-1]}" if kind.count > 1 else ""
        parts.append(", ".join([own_names[0] + last, *kind_words(kind, inputs)]))
    changed = (f"{taken[id]} becomes {name}" for id, name in entry.renames.items())
    return ". ".join([f"Adds {'; '.join(parts)}", *changed])


def kind_words(kind: Kind, inputs: Mapping[str, Input]) -> list[str]:
    """Describe the fields that a line gave to a kind."""
    return [_shown(inputs[name], value) for name, value in kind.given.items()]


def _shown(declared: Input, value: Any) -> str:
    if isinstance(declared.kind, OneOf):
        return f"{declared.label} {declared.kind.choices.get(value, value)}"
    return declared.label if value is True else f"{declared.label} {field_text(value)}"


def _apart(known: _Known, part: str) -> Iterator[list[str]]:
    """Yield the pieces of each kind of a part: a piece with a count begins another kind."""
    if thousands := _THOUSANDS.match(part):
        raise _too_many(thousands["number"])
    pieces: list[str] = []
    for piece in (each.strip() for each in _COMMA.split(part)):
        if pieces and _begins_kind(known, piece):
            yield pieces
            pieces = []
        if piece or not pieces:
            pieces.append(piece)
    yield pieces


def _begins_kind(known: _Known, piece: str) -> bool:
    """Tell whether a piece names further combatants, rather than a field of the last ones."""
    if _is_field(known, piece):
        return False
    try:
        _, name = _counted(_with_fields(known, piece)[0])
    except BadInput:
        return False
    if known.preset(name):
        return True
    is_counted = name != piece and bool(re.fullmatch(r"[^\d:=]*[^\W\d_][^\d:=]*", name))
    return is_counted and not _similar(_bare(name), known.labels)


def _is_field(known: _Known, piece: str) -> bool:
    try:
        _parse_field(known, piece)
    except BadInput:
        return False
    return True


def _kind_of(known: _Known, pieces: list[str]) -> Kind:
    """Parse combatants of one kind: `3 raiders`, `HP 7`, `hidden`."""
    inputs = known.inputs
    first, *others = pieces
    first, given = _with_fields(known, first)
    count, name = _counted(first)
    for part in others:
        if times := re.fullmatch(r"[x×*]\s*(\d+)", part, re.IGNORECASE):
            count = int(times[1])
        else:
            label, value = _parse_field(known, part)
            given[label] = value
    if not name or name.isdecimal():
        raise BadInput("quick", "Start with a name, for example: 3 raiders")
    if not 1 <= count <= MOST:
        raise _too_many(str(count))
    if count > 1 and (tail := _NUMBERED_TAIL.fullmatch(name)):
        raise BadInput("quick", _unknown(tail["tail"], known))
    # Stats that are typed describe another foe of that name.
    preset = known.preset(name) if given.keys() <= BESIDE_STATS else None
    group = preset.group if preset is not None and count > 1 else _capital(name)
    shared = {**other_side(inputs), **(preset.inputs if preset is not None else {})}
    shared |= _with_most(inputs, given)
    if preset is not None:
        shared[SHEET] = dict(preset.sheet)
    if count > 1 and "group" in inputs and "group" not in given:
        shared["group"] = group[:40]
    if preset is not None:
        return Kind(count, preset.name, group, shared, given, preset.id)
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
    return capitalized(words.strip()[:60])


def _with_fields(known: _Known, text: str) -> tuple[str, dict[str, object]]:
    """Split a name from the fields behind it: `raiders HP 7 hidden` -> raiders, 7 HP, hidden."""
    words = text.split()
    for start in range(1, len(words)):
        if known.preset(_counted(" ".join(words))[1]):
            break  # a preset's own name ends with a word that is known
        pieces = _pieces(known, words[start:])
        if pieces is not None:
            return " ".join(words[:start]), dict(_parse_field(known, each) for each in pieces)
    return text.strip(), {}


def _pieces(known: _Known, words: list[str]) -> list[str] | None:
    """Split words into fields; None where that fails."""
    if not words:
        return []
    for length in range(1, min(len(words), 4) + 1):
        piece = " ".join(words[:length])
        if any(_names_field(known, *each) for each in _readings(piece)) or _is_word(known, piece):
            rest = _pieces(known, words[length:])
            if rest is not None:
                return [piece, *rest]
    return None


def _names_field(known: _Known, label: str, value: str) -> bool:
    """Tell whether that is the label of a field, and a number."""
    letters = len(_bare(label)) > 1
    return (
        letters and bool(re.search(r"\d", value)) and _find_input(known.inputs, label) is not None
    )


def _is_word(known: _Known, piece: str) -> bool:
    """Tell whether a piece without a number is a field: `hidden`, `heavy`, `armour heavy`.

    Only as it is said in running text: `Hidden` may be part of a name.
    """
    if not piece[:1].islower():
        return False
    if _choice(known.inputs, piece) is not None:
        return True
    flags = (each for each in known.inputs.values() if isinstance(each.kind, YesNo))
    return any(_bare(piece) in (_bare(each.label), _bare(each.name)) for each in flags)


class _Crowd:
    """Present and new combatants, numbered so that no two share a name."""

    def __init__(self, taken: Mapping[str, str], own: Container[str]) -> None:
        self._names = dict(taken)
        self._own = own
        self.joins: dict[str, dict[str, object]] = {}
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


def _parse_field(known: _Known, part: str) -> tuple[str, object]:
    """Parse a field: `HP 7`, `7 HP`, `defense: 1`, `hidden`, `heavy`, `armour heavy`."""
    inputs = known.inputs
    if (choice := _choice(inputs, part)) is not None:
        return choice
    for label, value in _readings(part):
        declaration = _find_input(inputs, label)
        if declaration is not None:
            written = declaration.kind.written(value.strip())
            try:
                return declaration.name, plain(rounded(declaration.check(written), 6))
            except BadInput as fault:
                raise BadInput("quick", f"{part}: {fault.message}") from None
    raise BadInput("quick", _unknown(part, known))


def _choice(inputs: Mapping[str, Input], part: str) -> tuple[str, object] | None:
    """Return the field and the choice that a piece names, with or without its label."""
    for declared in inputs.values():
        if isinstance(declared.kind, OneOf):
            match = re.match(re.escape(declared.label) + r"\b[\s:=]*", part, re.IGNORECASE)
            rest = part[match.end() if match else 0 :].lower()
            for choice, words in declared.kind.choices.items():
                bare, _, _ = words.partition(" (")  # `Hard (d8)` is `hard` or `d8`
                if rest in (str(choice).lower(), words.lower(), bare.lower()):
                    return declared.name, choice
    return None


def _unknown(part: str, known: _Known) -> str:
    """Return the message on an unknown word, with the most similar known one."""
    typed = " ".join(re.findall(r"[^\W\d_]+", part))[:40] or part[:40]
    similar = _similar(_bare(typed), [*known.labels, *known.names])
    hint = f"Did you mean “{similar}”?" if similar else f"Try {listed(known.labels[:3])}."
    return f"Don’t know “{typed}”. {hint}"


def _similar(typed: str, labels: list[str]) -> str:
    """Return the label most like a typed word, empty for none. typed: bare."""
    from difflib import get_close_matches  # only an unknown word needs it

    parts = {word: label for label in reversed(labels) for word in _words(label)}
    words = parts | {_bare(label): label for label in reversed(labels)}
    begun = next((label for label in labels if typed and _bare(label).startswith(typed)), "")
    return begun or next((words[word] for word in get_close_matches(typed, words, 1)), "")


def similar_preset(kind: Kind, presets: Collection[Preset]) -> str:
    """Return the name of the preset that a kind without one may mean, empty for none."""
    return "" if kind.preset else _similar(_bare(kind.name), [each.name for each in presets])


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


def _with_most(inputs: Mapping[str, Input], given: Values) -> dict[str, object]:
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
