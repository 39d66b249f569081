"""Who joins an encounter: a character of the campaign, or a line such as `3 raiders, HP 7`.

Both become the inputs of the game's own `add`, one record for everybody who joins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from app.campaign.state import Character
from app.campaign.values import plain
from app.core.encounters import Encounter
from app.core.errors import BadInput, listed
from app.core.games import Game
from app.core.inputs import Input
from app.core.kinds import OneOf, Row, Whole
from app.core.outcomes import rounded

AnyEncounter = Encounter[Any, Any]

#: So many of a kind at most join at once.
MOST = 30

#: Inputs of `add` that are not written in a line: what is counted, and how it is called.
OWN = ("id", "name")

_COUNTED = re.compile(
    r"(?P<count>\d{1,3})\s*[x×]?\s+(?P<name>.+)|(?:(?:an?|the)\s+)?(?P<bare>.+)", re.IGNORECASE
)
_PAIR = re.compile(r"(?P<label>.*?[^\d\s:=+−-])\s*[:=]?\s*(?P<value>[+−-]?\d[\d.]*)")
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


def quick(encounter: AnyEncounter, line: str, taken: Mapping[str, str]) -> list[dict[str, Any]]:
    """Those whom a line names; BadInput on `quick` says which words it does not know.

    taken: the names of those who are there already, by id. `;` and line ends part several kinds.
    """
    made: list[dict[str, Any]] = []
    names = dict(taken)
    for entry in re.split(r"[;\n]", line):
        if entry.strip():
            for each in _kind_of(encounter, entry, names):
                names[each["id"]] = each["name"]
                made.append(each)
    if not made:
        raise BadInput("quick", "say who joins, such as: 3 raiders, HP 7")
    return made


def _kind_of(encounter: AnyEncounter, entry: str, taken: Mapping[str, str]) -> list[dict[str, Any]]:
    """Those of one kind: `3 raiders, HP 7, hidden`."""
    inputs = adding(encounter)
    first, *others = [part.strip() for part in entry.split(",")]
    counted = _COUNTED.fullmatch(first)
    if counted is None:
        raise BadInput("quick", f"{entry.strip()[:40]!r} names nobody; begin with who joins")
    count = int(counted["count"] or 1)
    if not 1 <= count <= MOST:
        raise BadInput("quick", f"{count} are too many or too few; add 1 to {MOST} at once")
    given: dict[str, Any] = {}
    for part in others:
        if part:
            name, value = _said(inputs, part)
            given[name] = value
    shared = {**other_side(inputs), **_with_most(inputs, given)}
    stem = _one_of(counted["name"]) if counted["name"] and count > 1 else first_words(counted)
    if count > 1 and "group" in inputs and "group" not in given:
        shared["group"] = first_words(counted)[:40]
    return [
        {"id": _id(called, taken), "name": called, **shared}
        for called in _numbered(stem, count, taken.values())
    ]


def first_words(counted: re.Match[str]) -> str:
    """The kind as it was written, with a capital."""
    words = (counted["name"] or counted["bare"]).strip()[:60]
    return words[:1].upper() + words[1:]


def _one_of(words: str) -> str:
    """One of a kind: `raiders` -> `Raider`."""
    words = words.strip()[:60]
    for many, one in (("men", "man"), ("ies", "y"), ("wolves", "wolf"), ("ss", "ss")):
        if words.lower().endswith(many):
            words = words[: -len(many)] + one
            break
    else:
        if re.search(r"(?:x|ch|sh|ss)es$", words.lower()):
            words = words[:-2]
        elif words.lower().endswith("s"):
            words = words[:-1]
    return words[:1].upper() + words[1:]


def _numbered(stem: str, count: int, names: Collection[str]) -> list[str]:
    """`Raider 4`, `Raider 5` where three are there already; one alone keeps the bare name."""
    if count == 1 and stem not in names:
        return [stem]
    pattern = re.compile(re.escape(stem) + r" (\d{1,6})")
    known = [int(match[1]) for each in names if (match := pattern.fullmatch(each))]
    start = max(known, default=1 if stem in names and count == 1 else 0)
    return [f"{stem} {start + number}" for number in range(1, count + 1)]


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
            written = meant.kind.written(value.strip().replace("−", "-"))
            try:
                return meant.name, plain(rounded(meant.check(written), 6))
            except BadInput as fault:
                raise BadInput("quick", f"{part}: {fault.message}") from None
    known = [each.label for each in inputs.values() if each.name not in OWN]
    raise BadInput("quick", f"{part[:40]!r} is not known here; say {listed(known)}")


def _readings(part: str) -> list[tuple[str, str]]:
    """The ways to read a piece as a label and a value."""
    found = []
    if said := _SAID.fullmatch(part):
        found.append((said["label"], said["value"]))
    if pair := _PAIR.fullmatch(part):
        found.append((pair["label"], pair["value"]))
    if turned := re.fullmatch(r"([+−-]?\d[\d.]*)\s+(.+)", part):
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
