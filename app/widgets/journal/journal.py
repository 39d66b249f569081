"""What was rolled and what came of it, as a list: newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from app.campaign.facts import (
    Applied,
    Changed,
    CharacterRenamed,
    Edited,
    HouseSet,
    NoteWritten,
    Rolled,
    SceneSet,
    Veiled,
)
from app.campaign.facts.base import Fact
from app.campaign.journal.answers import answers_of
from app.campaign.journal.changes_by_entry import Shift
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import replaced
from app.campaign.state.effects import effect_of
from app.campaign.state.state import SCENE
from app.campaign.state.values import exact, plain
from app.core.games import Game
from app.core.procedures.kinds import spelled
from app.core.procedures.outcomes import Effect
from app.widgets.fight.descriptions import happening, joined
from app.widgets.journal.summary import Telling, Told
from app.widgets.odds.pins import pin_words
from app.widgets.roll.favourites import star_words
from app.widgets.roll.forms import field_text
from app.widgets.roll.links import LONGEST, link
from app.widgets.roll.results import effect_words, field_labels, number

#: What the entries can be sifted by, and which words say so.
KINDS = {
    "roll": "Rolls",
    "change": "Changes",
    "fight": "Fight and time",
    "other": "Notes, people, rules",
}

#: What the game master wishes of the players' screen: without it, and with it.
TOLD = {
    "table.tells_all": ("what is upon their own", "what is upon everybody"),
    "table.in_words": ("hit points as bars", "hit points in words"),
}

Kind = Literal["roll", "change", "fight", "other"]


@dataclass(frozen=True)
class Line:
    """One entry of the list.

    words: the verdict, or what kind of thing it was. who: who did it, and to whom. what: what it
    was, with its number. moved: what is another number since, `Raider 1: HP 10 → 6`. people: the
    ids of those it is about. href: shows that roll again; empty where there is nothing to show.
    """

    id: str
    n: int
    at: str
    kind: Kind
    words: str
    who: str
    what: str
    moved: tuple[str, ...]
    people: frozenset[str]
    tone: str
    href: str
    undone: bool
    hidden: bool = False


class Lines:
    """Those that were made: an entry's is made anew only where it says something else by now."""

    def __init__(self) -> None:
        self._about: tuple[object, ...] = ()
        self._made: dict[str, tuple[Entry, bool, Told, Line | None]] = {}

    def of(self, page: Page, game: Game, names: Mapping[str, str], shows_hidden: bool) -> Lines:
        """For these entries, whose people are called so."""
        about = (game.id, names, shows_hidden)
        known = self._made if about == self._about else {}
        self._about = about
        self._made = {each.id: known[each.id] for each in page.entries if each.id in known}
        return self

    def line(
        self, entry: Entry, holds: bool, told: Told, make: Callable[[], Line | None]
    ) -> Line | None:
        """The entry's, as it was made (`make`) when all of this was the same."""
        known = self._made.get(entry.id)
        if known is None or known[0] is not entry or known[1:3] != (holds, told):
            known = self._made[entry.id] = (entry, holds, told, make())
        return known[3]


def lines(
    page: Page,
    game: Game,
    names: Mapping[str, str] | None = None,
    telling: Telling | None = None,
    shows_hidden: bool = False,
) -> tuple[Line, ...]:
    """The entries of a page of the journal, newest first; undo and redo show in what they undid.

    names: of those who are known now, by id; whoever left an encounter is called as on joining.
    telling: what the journal tells of them besides. shows_hidden: what hidden rolls came to, too.
    """
    return tuple(each_line(page, game, names, telling, shows_hidden))


def each_line(
    page: Page,
    game: Game,
    names: Mapping[str, str] | None = None,
    telling: Telling | None = None,
    shows_hidden: bool = False,
    kept: Lines | None = None,
) -> Iterator[Line]:
    """The same, one after another. kept: those that were made before."""
    called, gone = {**joined(page), **(names or {})}, replaced(page)
    told, known = telling or Telling(), (kept or Lines()).of(page, game, called, shows_hidden)

    def line(entry: Entry) -> Line | None:
        holds, of_it = page.holds(entry.n), told.of(entry.id)
        make = partial(_line, entry, holds, game, called, of_it, shows_hidden)
        return known.line(entry, holds, of_it, make)

    made = (line(entry) for entry in reversed(page.entries))
    found = (line for line in made if line is not None)
    return (
        replace(line, what=f"{line.what} · counts no more") if line.id in gone else line
        for line in found
    )


def line_of(entry: Entry, page: Page, game: Game, names: Mapping[str, str]) -> Line | None:
    """One entry of a page; None for one that no list shows. names: as in `lines`."""
    called, told = {**joined(page), **names}, Telling().of(entry.id)
    return _line(entry, page.holds(entry.n), game, called, told, False)


def _line(
    entry: Entry, holds: bool, game: Game, names: Mapping[str, str], told: Told, shows_hidden: bool
) -> Line | None:
    fact, labels = entry.fact, field_labels(game.id)
    made = Line(
        entry.id, entry.n, entry.at, "other", "", "", "", (), frozenset(), "", "", not holds
    )
    moved, people = moved_words(told.shifts, names), {each.who for each in told.shifts}
    if isinstance(fact, Rolled | Changed):
        made, people = _roll_line(made, fact, game, names, shows_hidden), _cast(fact) | people
        moved = () if made.hidden and not shows_hidden else moved
    elif isinstance(fact, Applied):
        left = [each for each in fact.effects if not _tells(told, each)]
        what = effects_words(left, names, labels)
        made = replace(made, kind="change", words="Applied", what=what)
        people |= {str(each.get("to", "")) for each in fact.effects}
    elif isinstance(fact, HouseSet):
        what = ", ".join(f"{spelled(name)}: {_set_to(v)}" for name, v in fact.rules.items())
        made = replace(made, words="House rules", what=what)
    elif isinstance(fact, SceneSet) and (starred := star_words(fact.values, game, names)):
        made = replace(made, words="Favourite", what=starred)
    elif isinstance(fact, SceneSet) and (pinned := pin_words(fact.values, game)):
        made = replace(made, words="Pin", what=pinned)
    elif isinstance(fact, SceneSet) and set(fact.values) <= set(TOLD):
        what = "; ".join(TOLD[name][bool(value)] for name, value in fact.values.items())
        made = replace(made, words="Players’ screen", what=what)
    elif isinstance(fact, NoteWritten):
        what = _first_words(fact.text) if fact.text else "taken away"
        made, people = replace(made, words="Note", what=what), {fact.about}
    elif isinstance(fact, CharacterRenamed):
        what = f"{fact.name}: {'a player’s' if fact.of_kind == 'pc' else 'the game master’s'}"
        made = replace(made, words="Character", what=what)
        people = {fact.character}
    elif happened := happening(fact, game, names):
        who = names.get(told.turn, "")
        made = replace(made, kind="fight", words=happened[0], who=who, what=happened[1])
        people |= _stepping(fact) | {told.turn}
    elif isinstance(fact, Veiled) and fact.said:
        made = replace(made, words=fact.said)
    elif entry.is_turn or entry.n == 1 or isinstance(fact, Veiled):
        return None
    else:
        kind: Kind = "change" if isinstance(fact, Edited | SceneSet) else "other"
        what = _about(fact, names, labels, told)
        made = replace(made, kind=kind, words=spelled(entry.kind), what=what)
        people |= {str(getattr(fact, "character", ""))}
    known = frozenset(each for each in people if each in names)
    return replace(made, moved=moved, people=known, tone=made.tone or "plain")


def _roll_line(
    made: Line, fact: Rolled | Changed, game: Game, names: Mapping[str, str], shows_hidden: bool
) -> Line:
    procedure, roles = game.procedures.get(fact.procedure), getattr(fact, "who", {})
    title = procedure.title_of(fact.inputs) if procedure else fact.procedure
    href = roll_link(fact.procedure, fact.inputs, fact.answers) if procedure else ""
    hidden = bool(getattr(fact, "hidden", False))
    who = _cast_words(roles, names)
    if hidden and not shows_hidden:
        return replace(
            made, kind="roll", words="Hidden roll", who=who, what=title, href=href, hidden=True
        )
    total = "" if fact.total is None else f" · {number(exact(fact.total))}"
    changed = "changed: " if isinstance(fact, Changed) else ""
    note = f" · {fact.note}" if fact.note else ""
    return replace(
        made,
        kind="roll",
        words=fact.words,
        who=who,
        what=f"{changed}{title}{total}{note}",
        tone=fact.tone,
        href=href,
        hidden=hidden,
    )


def _cast(fact: Rolled | Changed) -> set[str]:
    return {str(each) for each in getattr(fact, "who", {}).values()}


def _stepping(fact: Fact) -> set[str]:
    """The ids of those whom a step is about."""
    named = getattr(fact, "inputs", {}).get("who")
    each = named if isinstance(named, list) else [named]
    return {
        str(one.get("who") or one.get("id")) if isinstance(one, Mapping) else str(one)
        for one in each
    }


def _cast_words(roles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who rolled, and at whom: `Mara → Raider 1`; empty where nobody was cast."""
    who, at = (names.get(roles.get(role, ""), "") for role in ("self", "target"))
    return f"{who} \u2192 {at}" if at else who


def moved_words(moved: Sequence[Shift], names: Mapping[str, str]) -> tuple[str, ...]:
    """What numbers are others since: `Raider 1: HP 10 → 6`, `Group AP 0 → 1`."""
    return tuple(
        f"{names.get(each.who, each.who)}: {_moved(each)}" if each.who else _moved(each)
        for each in moved
    )


def _moved(each: Shift) -> str:
    return f"{each.label} {number(each.was)} \u2192 {number(each.now)}"


def _tells(told: Told, effect: Mapping[str, Any]) -> bool:
    """Do the numbers before and after tell of this effect already?"""
    field = effect.get("field")
    of = (str(effect.get("to", "")), SCENE)
    return any(each.id == field and each.who in of for each in told.shifts)


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


def _about(fact: Fact, names: Mapping[str, str], labels: Mapping[str, str], told: Told) -> str:
    """What an entry without a roll is about: a name, the fields that were written."""
    changes = getattr(fact, "changes", None) or getattr(fact, "values", None)
    character = names.get(str(getattr(fact, "character", "")), "")
    if isinstance(changes, Mapping):
        moved = {each.id for each in told.shifts}
        values = ", ".join(
            f"{labels.get(name) or spelled(name.rpartition('.')[2])}: {_short(value)}"
            for name, value in changes.items()
            if name not in moved
        )
        return f"{character}: {values}" if character and values else values
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
