"""What was rolled and what came of it, as a list: newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.campaign.answers import answers_of
from app.campaign.effects import effect_of
from app.campaign.entries import Entry
from app.campaign.facts import (
    Applied,
    Changed,
    CharacterRenamed,
    HouseSet,
    NoteWritten,
    Rolled,
    SceneSet,
)
from app.campaign.facts.base import Fact
from app.campaign.journal import Page
from app.campaign.standing import replaced
from app.campaign.values import exact, plain
from app.core.games import Game
from app.core.kinds import spelled
from app.core.outcomes import Effect
from app.widgets.favourites import star_words
from app.widgets.forms import field_text
from app.widgets.happenings import happening, joined
from app.widgets.links import LONGEST, link
from app.widgets.results import effect_words, field_labels, number


@dataclass(frozen=True)
class Line:
    """One entry of the list. href: shows that roll again; empty where there is nothing to show."""

    id: str
    n: int
    at: str
    words: str
    what: str
    tone: str
    href: str
    undone: bool


def lines(page: Page, game: Game, names: Mapping[str, str] | None = None) -> tuple[Line, ...]:
    """The entries of a page of the journal, newest first; undo and redo show in what they undid.

    names: of those who are known now, by id; whoever left an encounter is called as on joining.
    """
    called, gone = {**joined(page), **(names or {})}, replaced(page)
    made = (_line(entry, page.holds(entry.n), game, called) for entry in reversed(page.entries))
    found = (line for line in made if line is not None)
    return tuple(
        replace(line, what=f"{line.what} · counts no more") if line.id in gone else line
        for line in found
    )


def _line(entry: Entry, holds: bool, game: Game, names: Mapping[str, str]) -> Line | None:
    fact = entry.fact
    words = tone = href = what = ""
    if isinstance(fact, Rolled | Changed):
        procedure = game.procedures.get(fact.procedure)
        title = procedure.title if procedure else fact.procedure
        words, tone = fact.words, fact.tone
        total = "" if fact.total is None else f" · {number(exact(fact.total))}"
        changed = "changed: " if isinstance(fact, Changed) else ""
        cast = _cast_words(getattr(fact, "who", {}), names)
        note = f" · {fact.note}" if fact.note else ""
        what = f"{changed}{cast}{title}{total}{note}"
        if getattr(fact, "hidden", False):
            words, tone, what = "Hidden roll", "plain", f"{cast}{title}"
        href = roll_link(fact.procedure, fact.inputs, fact.answers) if procedure else ""
    elif isinstance(fact, Applied):
        words = "Applied"
        labels = field_labels(game.id)
        what = effects_words(fact.effects, names, labels)
    elif isinstance(fact, HouseSet):
        words = "House rules"
        what = ", ".join(f"{spelled(name)}: {_set_to(v)}" for name, v in fact.rules.items())
    elif isinstance(fact, SceneSet) and (starred := star_words(fact.values, game, names)):
        words, what = "Favourite", starred
    elif isinstance(fact, NoteWritten):
        words = "Note"
        what = _first_words(fact.text) if fact.text else "taken away"
    elif isinstance(fact, CharacterRenamed):
        words = "Character"
        what = f"{fact.name}: {'a player’s' if fact.of_kind == 'pc' else 'the game master’s'}"
    elif happened := happening(fact, game, names):
        words, what = happened
    elif entry.is_turn or entry.n == 1:
        return None
    else:
        words = spelled(entry.kind)
        what = _about(fact, names)
    return Line(entry.id, entry.n, entry.at, words, what, tone or "plain", href, not holds)


def _cast_words(roles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who rolled, and at whom: `Mara → Raider 1 · `; empty where nobody was cast."""
    who, at = (names.get(roles.get(role, ""), "") for role in ("self", "target"))
    if not who and not at:
        return ""
    return f"{who} \u2192 {at} · " if at else f"{who} · "


def effects_words(
    records: Sequence[Mapping[str, Any]], names: Mapping[str, str], labels: Mapping[str, str]
) -> str:
    """Effects that took place, each with the name of whom it landed on."""
    return "; ".join(_effect(each, names, labels) for each in records)


def _effect(record: Mapping[str, Any], names: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """An effect that took place, with the name of whom it landed on."""
    effect = effect_of(record)
    named = names.get(record.get("to", ""))
    return effect_words(effect, {effect.who: named} if named else None, labels)


def _about(fact: Fact, names: Mapping[str, str]) -> str:
    """What an entry without a roll is about: a name, the fields that were written."""
    changes = getattr(fact, "changes", None) or getattr(fact, "values", None)
    character = names.get(str(getattr(fact, "character", "")), "")
    if isinstance(changes, Mapping):
        values = ", ".join(f"{spelled(name)}: {_short(value)}" for name, value in changes.items())
        return f"{character}: {values}" if character else values
    return str(getattr(fact, "name", "") or getattr(fact, "label", "") or character)


def _first_words(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else f"{words[:79]}…"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "1 entry" if len(value) == 1 else f"{len(value)} entries"
    return _value_words(value)[:80]


def _value_words(value: Any) -> str:
    """A value for the eye: numbers with a true minus, texts as they are."""
    value = exact(value)
    is_number = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
    return number(value) if is_number else field_text(value)


def _set_to(value: Any) -> str:
    return "as written" if value is None else _value_words(value)


def roll_link(procedure: str, inputs: Mapping[str, Any], answers: Sequence[Any]) -> str:
    """The address that shows a kept roll; empty if it would be longer than any that is read."""
    if len(answers) > LONGEST // 2:
        return ""
    typed = {name: field_text(exact(value)) for name, value in inputs.items()}
    return link(procedure.replace(".", "/"), typed, answers_of(answers))


def applied_places(page: Page, entry: str, effects: Sequence[Effect]) -> frozenset[int]:
    """Which of a roll's effects (by place) entries that hold have applied."""
    proposed = [plain(effect) for effect in effects]
    places: set[int] = set()
    for each in page.entries:
        fact = each.fact
        if isinstance(fact, Applied) and fact.of == entry and page.holds(each.n):
            for record in fact.effects:
                bare = {key: value for key, value in record.items() if key != "to"}
                alike = [p for p, one in enumerate(proposed) if one == bare and p not in places]
                places.update(alike[:1])
    return frozenset(places)
