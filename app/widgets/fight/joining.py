"""Who joins an encounter: a character of the campaign, or a line such as `3 raiders, HP 7`.

Both become the inputs of the game's own `add`, one record for everybody who joins.
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
from app.widgets.fight.board import people
from app.widgets.fight.nouns import NUMBERS, is_plural, singular
from app.widgets.roll.forms import field_text

AnyEncounter = Encounter[Any, Any]

#: So many of a kind at most join at once.
MOST = 30

#: Inputs of `add` that are not written in a line: what is counted, and how it is called.
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
_COUNT_SAID = re.compile(rf"(?P<count>{_NUMBER_WORDS})\s+(?P<name>.+)", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the)\s+(?P<name>.+)", re.IGNORECASE)
#: `1,000 raiders`, before the line is parted at its commas.
_THOUSANDS = re.compile(r"\s*(?P<number>\d{1,3}(?:[,.'’\s]\d{3})+)\s+\D")
#: `2d4 raiders`.
_DICE = re.compile(r"(?P<dice>\d*d\d+\S*)\s+(?P<name>.+)", re.IGNORECASE)
_PAIR = re.compile(
    r"(?P<label>.*?[^\d\s:=+-])\s*[:=]?\s*(?P<value>[+-]?\s*\d(?:[\d.'_]| (?=\d{3}(?!\d)))*)"
)
_SAID = re.compile(r"(?P<label>[^:=]+)[:=](?P<value>.*)")


def adding(encounter: AnyEncounter) -> Mapping[str, Input]:
    """What the game's `add` takes."""
    return encounter.by_id["add"].inputs


# --- characters ---


def of_character(game: Game, character: Character) -> dict[str, Any]:
    """A character who joins. The sheet is theirs there as well, and nothing of it is copied.

    Where there are two sides, whoever is no player's character stands on the other one.
    """
    assert game.encounter is not None
    inputs = adding(game.encounter)
    made: dict[str, Any] = {"id": character.id, "name": character.name[:80]}
    if character.kind != "pc":
        made |= other_side(inputs)
    return made


def _fits(declared: Input, value: Any) -> bool:
    try:
        declared.check(value)
    except BadInput:
        return False
    return True


def other_side(inputs: Mapping[str, Input]) -> dict[str, Any]:
    """The side that is not the default one, where there are just two."""
    side = inputs.get("side")
    if side is None or not isinstance(side.kind, OneOf) or len(side.kind.choices) != 2:
        return {}
    return {"side": next(each for each in side.kind.choices if each != side.default)}


# --- a line ---


@dataclass(frozen=True)
class Kind:
    """Some of one kind who join together."""

    count: int
    #: What one of them is called, with a capital.
    name: str
    #: What they are called together.
    group: str
    #: The inputs of `add` that all of them share, without `id` and `name`.
    inputs: Mapping[str, Any]
    #: Those of them that the line gave.
    given: Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """What a line adds to an encounter."""

    #: The inputs of `add`, for each who joins.
    joins: tuple[dict[str, Any], ...]
    #: New names of combatants who are there already, by id.
    renames: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()


def quick(
    encounter: AnyEncounter, line: str, taken: Mapping[str, str], own: Container[str] = ()
) -> Entry:
    """Read whom a line adds; BadInput on `quick` says what it does not understand.

    taken: the names of those who are there already, by id. own: the ids of those of them who may
    be renamed, as `Goblin` becomes `Goblin 1` when a second comes.
    """
    found = kinds(encounter, line)
    crowd = _Crowd(taken, own)
    for kind in found:
        crowd.add(kind)
    return Entry(tuple(crowd.joins.values()), crowd.renames, found)


def read_entry(game: Game, state: CampaignState, line: str) -> Entry:
    """Read whom a line adds to the running encounter; BadInput on `quick`."""
    assert game.encounter is not None
    here = (state.encounter or {}).get("combatants", {})
    own = {id for id, kept in here.items() if "sheet" in kept}
    return quick(game.encounter, line, people(state), own)


def kinds(encounter: AnyEncounter, line: str) -> tuple[Kind, ...]:
    """Read the kinds that a line names; `;` and line ends part them. BadInput on `quick`."""
    made = tuple(_kind_of(encounter, each) for each in re.split(r"[;\n]", line) if each.strip())
    if not made:
        raise BadInput("quick", "say who joins, such as: 3 raiders, HP 7")
    return made


def preview(entry: Entry, encounter: AnyEncounter, taken: Mapping[str, str]) -> str:
    """Say in a line what an entry adds, before it is added. taken: the names of all, by id."""
    inputs = adding(encounter)
    names = [str(each["name"]) for each in entry.joins]
    found = []
    for kind in entry.kinds:
        mine, names = names[: kind.count], names[kind.count :]
        last = f" to {mine[-1]}" if kind.count > 1 else ""
        said = (_shown(inputs[name], value) for name, value in kind.given.items())
        found.append(", ".join([mine[0] + last, *said]))
    changed = (f"{taken[id]} becomes {name}" for id, name in entry.renames.items())
    return ". ".join([f"Adds {'; '.join(found)}", *changed])


def _shown(declared: Input, value: Any) -> str:
    if isinstance(declared.kind, OneOf):
        return f"{declared.label} {declared.kind.choices.get(value, value)}"
    return declared.label if value is True else f"{declared.label} {field_text(value)}"


def _kind_of(encounter: AnyEncounter, entry: str) -> Kind:
    """Read those of one kind: `3 raiders, HP 7, hidden`."""
    inputs = adding(encounter)
    if many := _THOUSANDS.match(entry):
        raise _too_many(many["number"])
    first, *others = [part.strip() for part in entry.split(",")]
    first, given = _with_fields(inputs, first)
    count, name = _counted(first)
    for part in others:
        if times := re.fullmatch(r"[x×*]\s*(\d+)", part, re.IGNORECASE):
            count = int(times[1])
        elif part:
            label, value = _said(inputs, part)
            given[label] = value
    if not name or name.isdecimal():
        raise BadInput("quick", f"{entry.strip()[:40]!r} names nobody; begin with who joins")
    if not 1 <= count <= MOST:
        raise _too_many(str(count))
    group = _capital(name)
    shared = {**other_side(inputs), **_with_most(inputs, given)}
    if count > 1 and "group" in inputs and "group" not in given:
        shared["group"] = group[:40]
    one = _capital(singular(name)) if count > 1 else group
    return Kind(count, one, group, shared, given)


def _too_many(count: str) -> BadInput:
    return BadInput("quick", f"{count} are too many or too few; add 1 to {MOST} at once")


def _counted(text: str) -> tuple[int, str]:
    """Read how many, and what they are called."""
    if dice := _DICE.fullmatch(text):
        says = f"roll {dice['dice']} first, then write how many: 3 {dice['name']}"
        raise BadInput("quick", says)
    if found := _COUNT_FIRST.fullmatch(text):
        return int(found["count"]), found["name"].strip()
    if found := _COUNT_LAST.fullmatch(text):
        return int(found["count"] or found["within"]), (found["name"] or found["bare"]).strip()
    if found := _COUNT_SAID.fullmatch(text):
        count, name = NUMBERS[" ".join(found["count"].lower().split())], found["name"]
        # `Three Fingers Jack` and `One Eye` are names.
        if is_plural(name) if count > 1 else name[:1].islower():
            return count, name
    article = _ARTICLE.fullmatch(text)
    return 1, article["name"] if article else text


def _capital(words: str) -> str:
    """The words with a capital, as long as a name may be."""
    words = words.strip()[:60]
    return words[:1].upper() + words[1:]


def _with_fields(inputs: Mapping[str, Input], text: str) -> tuple[str, dict[str, Any]]:
    """Part a name from the fields behind it: `raiders HP 7` -> raiders, and 7 HP."""
    words = text.split()
    for start in range(1, len(words)):
        pieces = _pieces(inputs, words[start:])
        if pieces is not None:
            return " ".join(words[:start]), dict(_said(inputs, each) for each in pieces)
    return text.strip(), {}


def _pieces(inputs: Mapping[str, Input], words: list[str]) -> list[str] | None:
    """Part words into fields with a number each; None where some are none."""
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
    """Is that the label of a field, and a number?"""
    letters = len(_bare(label)) > 1
    return letters and bool(re.search(r"\d", value)) and _meant(inputs, label) is not None


class _Crowd:
    """Those who are there and those who join: numbered on, and none with the name of another."""

    def __init__(self, taken: Mapping[str, str], own: Container[str]) -> None:
        self._names = dict(taken)
        self._own = own
        self.joins: dict[str, dict[str, Any]] = {}
        self.renames: dict[str, str] = {}

    def add(self, kind: Kind) -> None:
        """Let those of a kind join."""
        for name in self._next(kind.name, kind.count):
            id = _id(name, self._names)
            self._names[id] = name
            self.joins[id] = {"id": id, "name": name, **kind.inputs}

    def _next(self, stem: str, count: int) -> Iterator[str]:
        """Yield free names: `Raider 4` and on where three are there, one alone without a number."""
        numbered = re.compile(re.escape(stem) + r" (\d{1,6})", re.IGNORECASE)
        known = [
            int(each[1]) for name in self._names.values() if (each := numbered.fullmatch(name))
        ]
        alone = [id for id, name in self._names.items() if name.casefold() == stem.casefold()]
        if count == 1 and not known and not alone:
            yield stem
            return
        number = max(known, default=0)
        for id in alone:
            number += 1
            self._rename(id, f"{stem} {number}")
        for _ in range(count):
            number += 1
            yield f"{stem} {number}"

    def _rename(self, id: str, name: str) -> None:
        """Give a number to somebody who was alone; a character keeps the name."""
        if id in self.joins:
            self.joins[id]["name"] = name
        elif id in self._own:
            self.renames[id] = name
        else:
            return
        self._names[id] = name


def _id(name: str, taken: Collection[str]) -> str:
    """A short id made of the name, unlike all others."""
    bare = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "one"
    if bare not in taken:
        return bare
    return next(f"{bare}.{n}" for n in range(2, 10_000) if f"{bare}.{n}" not in taken)


# --- what is said of them ---


def _said(inputs: Mapping[str, Input], part: str) -> tuple[str, Any]:
    """`HP 7`, `7 HP`, `defense: 1`, `hidden`, `heavy`, `armour heavy`: the input and its value."""
    for declared in inputs.values():
        if isinstance(declared.kind, OneOf):
            named = re.match(re.escape(declared.label) + r"\b[\s:=]*", part, re.IGNORECASE)
            said = part[named.end() if named else 0 :].lower()
            for choice, words in declared.kind.choices.items():
                bare, _, _ = words.partition(" (")  # `Hard (d8)` is `hard` or `d8`
                if said in (str(choice).lower(), words.lower(), bare.lower()):
                    return declared.name, choice
    for label, value in _readings(part):
        meant = _meant(inputs, label)
        if meant is not None:
            written = meant.kind.written(value.strip())
            try:
                return meant.name, plain(rounded(meant.check(written), 6))
            except BadInput as fault:
                raise BadInput("quick", f"{part}: {fault.message}") from None
    known = [each.label for each in inputs.values() if each.name not in OWN]
    raise BadInput("quick", f"{part[:40]!r} is not known here; say {listed(known)}")


def _readings(part: str) -> list[tuple[str, str]]:
    """The ways to read a piece as a label and a value."""
    found = []
    part = normalize(part)
    if said := _SAID.fullmatch(part):
        found.append((said["label"], said["value"]))
    if pair := _PAIR.fullmatch(part):
        found.append((pair["label"], pair["value"]))
    if turned := re.fullmatch(r"([+−-]?\d[\d.]*)(?:\s+|(?=[^\W\d_]{2}))(.+)", part):
        found.append((turned[2], turned[1]))
    if " " in part:
        label, _, value = part.rpartition(" ")
        found.append((label, value))
    found.append((part, "true"))
    return found


def _meant(inputs: Mapping[str, Input], label: str) -> Input | None:
    """The input of this label or id; else the only one that begins so. A bare word is a switch."""
    words = _bare(label)
    if not words:
        return None
    open_to = [each for name, each in inputs.items() if name not in OWN]
    for each in open_to:
        if words in (_bare(each.label), _bare(each.name)):
            return each
    initials = [
        each for each in open_to if words == "".join(word[0] for word in _words(each.label))
    ]
    alike = initials or [each for each in open_to if _bare(each.label).startswith(words)]
    return alike[0] if len(alike) == 1 else None


def _words(label: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", label.lower())


def _bare(label: str) -> str:
    return "".join(_words(label))


def _with_most(inputs: Mapping[str, Input], given: Mapping[str, Any]) -> dict[str, Any]:
    """`HP 7` of somebody new means 7 of 7: the maximum follows where nobody said it."""
    made = dict(given)
    for name, value in given.items():
        for most in (f"max_{name}", f"{name}_max"):
            declared = inputs.get(most)
            if declared is None or most in given:
                continue
            starts_full = inputs[name].default in (None, declared.default)
            if starts_full and _fits(declared, value):
                made[most] = value
    return made


# --- what the line may say, for whoever writes one ---


def hint(encounter: AnyEncounter | None) -> str:
    """An example of what is said of those who join."""
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
    """Everything that may be said of them; rows of several fields no line can hold."""
    inputs = adding(encounter) if encounter else {}
    fit = (each for each in inputs.values() if not isinstance(getattr(each.kind, "of", 0), Row))
    return ", ".join(each.label for each in fit if each.name not in OWN)
