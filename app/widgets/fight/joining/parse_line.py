"""A typed line of combatants, such as `3 raiders, HP 7`, read as kinds with their fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.core.encounters.presets import Preset
from app.core.encounters.roster import SHEET
from app.core.errors import BadInput, capitalize
from app.core.procedures.inputs import Input, Values
from app.widgets.fight.joining.fields import (
    BESIDE_STATS,
    AnyEncounter,
    Vocabulary,
    adding,
    bare,
    is_field,
    other_side,
    parse_field,
    similar,
    split_fields,
    unknown,
    with_most,
)
from app.widgets.fight.joining.nouns import NUMBERS, is_plural, singular
from app.widgets.roll.form.forms import labelled_value

#: Most combatants of a kind that join at once.
MOST = 30

#: The longest line.
LONGEST = 1000

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


def kinds(encounter: AnyEncounter, line: str, presets: Collection[Preset] = ()) -> tuple[Kind, ...]:
    """Parse the kinds of a line. Raises BadInput on `quick`.

    `;`, a new line, or a comma or `and` before another count separates them.
    """
    if len(line) > LONGEST:
        raise BadInput("quick", f"Enter at most {LONGEST} characters at a time")
    known = Vocabulary(adding(encounter), by_name(presets))
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


def kind_words(kind: Kind, inputs: Mapping[str, Input]) -> list[str]:
    """Describe the fields that a line gave to a kind."""
    return [labelled_value(inputs[name], value) for name, value in kind.given.items()]


def similar_preset(kind: Kind, presets: Collection[Preset]) -> str:
    """Return the name of the preset that a kind without one may mean, empty for none."""
    return "" if kind.preset else similar(bare(kind.name), [preset.name for preset in presets])


def _apart(known: Vocabulary, part: str) -> Iterator[list[str]]:
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


def _begins_kind(known: Vocabulary, piece: str) -> bool:
    """Tell whether a piece names further combatants, rather than a field of the last ones."""
    if is_field(known, piece):
        return False
    try:
        _, name = _counted(_with_fields(known, piece)[0])
    except BadInput:
        return False
    if known.preset(name):
        return True
    is_counted = name != piece and bool(re.fullmatch(r"[^\d:=]*[^\W\d_][^\d:=]*", name))
    is_one = bool(_ARTICLE.fullmatch(piece))  # no field has an article
    return is_counted and (is_one or not similar(bare(name), known.labels))


def _kind_of(known: Vocabulary, pieces: list[str]) -> Kind:
    """Parse combatants of one kind: `3 raiders`, `HP 7`, `hidden`."""
    inputs = known.inputs
    first, *others = pieces
    first, given = _with_fields(known, first)
    count, name = _counted(first)
    for part in others:
        if times := re.fullmatch(r"[x×*]\s*(\d+)", part, re.IGNORECASE):
            count = int(times[1])
        else:
            label, value = parse_field(known, part)
            given[label] = value
    if not name or name.isdecimal():
        raise BadInput("quick", "Start with a name, for example: 3 raiders")
    if not 1 <= count <= MOST:
        raise _too_many(str(count))
    if count > 1 and (tail := _NUMBERED_TAIL.fullmatch(name)):
        raise BadInput("quick", unknown(tail["tail"], known))
    # Stats that are typed describe another foe of that name.
    preset = known.preset(name) if given.keys() <= BESIDE_STATS else None
    group = preset.group if preset is not None and count > 1 else _capital(name)
    shared = {**other_side(inputs), **(preset.inputs if preset is not None else {})}
    shared |= with_most(inputs, given)
    if preset is not None:
        shared[SHEET] = dict(preset.sheet)
    if count > 1 and "group" in inputs and "group" not in given:
        shared["group"] = group[:40]
    if preset is not None:
        return Kind(count, preset.name, group, shared, given, preset.id)
    single = _capital(singular(name)) if count > 1 else group
    return Kind(count, single, group, shared, given)


def _with_fields(known: Vocabulary, text: str) -> tuple[str, dict[str, object]]:
    """Split a name from the fields behind it: `raiders HP 7 hidden` -> raiders, 7 HP, hidden."""
    words = text.split()
    if len(words) > 1 and known.preset(_counted(" ".join(words))[1]):
        return text.strip(), {}  # a preset's own name ends with a word that is known
    for start in range(1, len(words)):
        pieces = split_fields(known, words[start:])
        if pieces is not None:
            return " ".join(words[:start]), dict(parse_field(known, piece) for piece in pieces)
    return text.strip(), {}


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


def _too_many(count: str) -> BadInput:
    return BadInput("quick", f"Add 1 to {MOST} at a time, not {count}")


def _capital(words: str) -> str:
    """Capitalize the words and cut them to the longest name."""
    return capitalize(words.strip()[:60])
