"""The journal as a list: rolls and other entries, newest first."""

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
from app.campaign.journal.superseded import find_superseded, original_rolls
from app.campaign.state.document import EffectRecord
from app.campaign.state.effects import effect_of
from app.campaign.state.state import NAMELESS, SCENE
from app.campaign.state.values import exact, plain
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import Effect
from app.widgets.fight.journal.descriptions import PASSING, happening, names_of_joined, preset_words
from app.widgets.journal.summary import Summary, Telling
from app.widgets.odds.pins import pin_words
from app.widgets.roll.favourites.favourites import star_words
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import LONGEST, link, path_of
from app.widgets.roll.result.words import effect_words, field_labels, number

#: Kinds of entries to filter by, with labels.
KINDS = {
    "roll": "Rolls",
    "change": "Changes",
    "fight": "Fight and time",
    "other": "Notes, characters, rules",
}

#: Settings of the players' screen: words for off and on.
VISIBILITY_WORDS = {
    "table.tells_all": ("own conditions", "all conditions"),
    "table.in_words": ("HP as bars", "HP in words"),
}

Kind = Literal["roll", "change", "fight", "other"]


@dataclass(frozen=True)
class JournalLine:
    """An entry of the list."""

    id: str
    n: int
    at: str
    kind: Kind
    #: The verdict, or the kind of entry.
    words: str
    #: The actor, and the target.
    who: str
    #: The title, with its total.
    what: str
    #: Changed numbers: `Raider 1: HP 10 → 6`.
    moved: tuple[str, ...]
    #: The ids of the characters and combatants concerned.
    people: frozenset[str]
    tone: str
    #: The address that replays the roll, empty for none.
    href: str
    undone: bool
    hidden: bool = False
    #: Whether its result is not shown.
    concealed: bool = False
    #: Whether it only passes the turn on.
    passes: bool = False
    #: The acting seat, empty for none.
    by: str = ""


class Lines:
    """A cache of lines: an entry's line is rebuilt only if its words changed."""

    def __init__(self) -> None:
        self._about: tuple[object, ...] = ()
        self._cached: dict[str, tuple[Entry, tuple[object, ...], JournalLine | None]] = {}

    def of(self, page: Page, game: Game, names: Mapping[str, str], shows_hidden: bool) -> Lines:
        """Keep the cached lines that are valid for these entries and names."""
        about = (game.id, names, shows_hidden)
        known = self._cached if about == self._about else {}
        self._about = about
        self._cached = {entry.id: known[entry.id] for entry in page.entries if entry.id in known}
        return self

    def line(
        self, entry: Entry, about: tuple[object, ...], make: Callable[[], JournalLine | None]
    ) -> JournalLine | None:
        """Return an entry's line, cached unless an argument changed.

        about: everything else that it depends on. make: builds the line.
        """
        known = self._cached.get(entry.id)
        if known is None or known[0] is not entry or known[1] != about:
            known = self._cached[entry.id] = (entry, about, make())
        return known[2]


def lines(
    page: Page,
    game: Game,
    names: Mapping[str, str] | None = None,
    telling: Telling | None = None,
    shows_hidden: bool = False,
) -> tuple[JournalLine, ...]:
    """Return a page's lines, newest first; undo and redo show on the undone entries.

    names: of present characters and combatants, by id; a departed combatant keeps its name from
    joining. telling: the journal's summaries. shows_hidden: whether to show results of hidden
    rolls.
    """
    return tuple(each_line(page, game, names, telling, shows_hidden))


def each_line(
    page: Page,
    game: Game,
    names: Mapping[str, str] | None = None,
    telling: Telling | None = None,
    shows_hidden: bool = False,
    cache: Lines | None = None,
) -> Iterator[JournalLine]:
    """Yield the lines of `lines` one after another. cache: of lines."""
    all_names, superseded = {**names_of_joined(page), **(names or {})}, find_superseded(page)
    summaries, rolls = telling or Telling(), original_rolls(page)
    cache = (cache or Lines()).of(page, game, all_names, shows_hidden)

    def line(entry: Entry) -> JournalLine | None:
        about = page.holds(entry.n), summaries.of(entry.id), rolls.get(entry.id)
        make = partial(_line, entry, *about, game, all_names, shows_hidden)
        return cache.line(entry, about, make)

    built = (line(entry) for entry in reversed(page.entries) if not _is_pin(entry, game))
    shown = (line for line in built if line is not None)
    return (
        replace(line, what=f"{line.what} · replaced") if line.id in superseded else line
        for line in shown
    )


def line_of(entry: Entry, page: Page, game: Game, names: Mapping[str, str]) -> JournalLine | None:
    """Return the line of one entry; None if no list shows it. names: as in `lines`."""
    all_names, summary = {**names_of_joined(page), **names}, Telling().of(entry.id)
    roll = original_rolls(page).get(entry.id)
    return _line(entry, page.holds(entry.n), summary, roll, game, all_names, False)


def _line(
    entry: Entry,
    holds: bool,
    summary: Summary,
    roll: Rolled | None,
    game: Game,
    names: Mapping[str, str],
    shows_hidden: bool,
) -> JournalLine | None:
    fact, labels = entry.fact, field_labels(game.id)
    none: frozenset[str] = frozenset()
    result = JournalLine(
        entry.id, entry.n, entry.at, "other", "", "", "", (), none, "", "", not holds, by=entry.by
    )
    moved, people = moved_words(summary.shifts, names), {shift.who for shift in summary.shifts}
    if isinstance(fact, Rolled | Changed):
        result = _roll_line(result, fact, roll, game, names, shows_hidden)
        people |= {str(each) for each in roll.who.values()} if roll is not None else set()
        moved = () if result.concealed else moved
    elif isinstance(fact, Applied):
        other_effects = [effect for effect in fact.effects if not _tells(summary, effect)]
        what = effects_words(other_effects, names, game.id)
        result = replace(result, kind="change", words="Applied", what=what)
        people |= {str(effect.get("to", "")) for effect in fact.effects}
    elif named := _named(fact, game, names):
        result = replace(result, words=named[0], what=named[1])
        people |= {str(getattr(fact, name, "")) for name in ("character", "about")}
    elif step := happening(fact, game, names):
        actor = names.get(summary.turn or _turn_given(entry), "")
        if actor and getattr(fact, "step", "") in PASSING:
            result = replace(result, words=f"{actor}’s turn", passes=not step[1])
        else:
            # A step that is about nobody and hands on the turn was its last action.
            about = getattr(fact, "inputs", {}).get("who")
            actor = names.get("" if about else _turn_given(entry, was=True), actor)
            result = replace(result, words=step[0], who=actor if summary.turn else "")
        result = replace(result, kind="fight", what=step[1])
        people |= _stepping(fact) | {summary.turn}
    elif isinstance(fact, Veiled) and fact.said:
        result = replace(result, words=fact.said)
    elif entry.is_turn or entry.n == 1 or isinstance(fact, Veiled):
        return None
    else:
        kind: Kind = "change" if isinstance(fact, Edited | SceneSet) else "other"
        what = _about(fact, names, labels, summary)
        result = replace(result, kind=kind, words=label_of(entry.kind), what=what)
        people |= {str(getattr(fact, "character", ""))}
    named_ids = frozenset(person for person in people if person in names)
    return replace(result, moved=moved, people=named_ids, tone=result.tone or "plain")


def _named(fact: Fact, game: Game, names: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the kind and the text of a setting, a note or a renaming; None for other facts."""
    match fact:
        case HouseSet():
            rules = (_house_rule(game, name, value) for name, value in fact.rules.items())
            return "House rules", ", ".join(rules)
        case SceneSet():
            return _setting(fact.values, game, names)
        case NoteWritten():
            return "Note", _first_words(fact.text) if fact.text else "deleted"
        case CharacterRenamed():
            kind = "PC" if fact.of_kind == "pc" else "NPC"
            return "Character", f"{fact.name or NAMELESS}: {kind}"
    return None


def _setting(
    values: Mapping[str, Any], game: Game, names: Mapping[str, str]
) -> tuple[str, str] | None:
    """Return the kind and the text of a change of settings; None if it has no words of its own."""
    for kind, text in (
        ("Favourite", star_words(values, game, names)),
        ("Comparison", pin_words(values, game)),
        ("Preset", preset_words(values)),
    ):
        if text:
            return kind, text
    if values.keys() <= VISIBILITY_WORDS.keys():
        shown = (VISIBILITY_WORDS[name][bool(value)] for name, value in values.items())
        return "Players’ screen", "; ".join(shown)
    return None


def _is_pin(entry: Entry, game: Game) -> bool:
    """Tell whether an entry pins or unpins a form, which no list shows."""
    fact = entry.fact
    return isinstance(fact, SceneSet) and bool(pin_words(fact.values, game))


def _turn_given(entry: Entry, was: bool = False) -> str:
    """Return the id of the combatant that an entry gave the turn to, or took it from."""
    given = (change for change in entry.changes if change.at == "/encounter/current")
    return next((str((each.was if was else each.now) or "") for each in given), "")


def _roll_line(
    base: JournalLine,
    fact: Rolled | Changed,
    roll: Rolled | None,
    game: Game,
    names: Mapping[str, str],
    shows_hidden: bool,
) -> JournalLine:
    procedure = game.procedures.get(fact.procedure)
    # An original roll that is not in memory may have been secret.
    roles, hidden = (roll.who, roll.hidden) if roll is not None else ({}, True)
    title = procedure.title_of(fact.inputs) if procedure else fact.procedure
    href = roll_link(fact.procedure, fact.inputs, fact.answers, base.id) if procedure else ""
    cast_words = _cast_words(roles, names)
    if hidden and not shows_hidden:
        return replace(
            base,
            kind="roll",
            words="Secret roll",
            who=cast_words,
            what=title,
            href=href,
            hidden=True,
            concealed=True,
        )
    total = "" if fact.total is None else f" · {number(exact(fact.total))}"
    changed = "changed: " if isinstance(fact, Changed) else ""
    note = f" · {fact.note}" if fact.note else ""
    return replace(
        base,
        kind="roll",
        words=fact.words,
        who=cast_words,
        what=f"{changed}{title}{total}{note}",
        tone=fact.tone,
        href=href,
        hidden=hidden,
    )


def _stepping(fact: Fact) -> set[str]:
    """Return the ids of the combatants that a step is about."""
    actors = getattr(fact, "inputs", {}).get("who")
    records = actors if isinstance(actors, list) else [actors]
    return {
        str(record.get("who") or record.get("id")) if isinstance(record, Mapping) else str(record)
        for record in records
    }


def _cast_words(roles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return the actor and the target: `Mara → Raider 1`; empty without roles.

    A roll without an actor, as in a chase, names all: `Mara, Raider 1`.
    """
    actor, target = (names.get(roles.get(role, ""), "") for role in ("self", "target"))
    if not actor and not target:
        return ", ".join(filter(None, (names.get(id, "") for id in roles.values())))
    return f"{actor} \u2192 {target}" if target else actor


def moved_words(shifts: Sequence[Shift], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the changed numbers: `Raider 1: HP 10 → 6`, `Group AP 0 → 1`."""
    return tuple(
        f"{names.get(shift.who, shift.who)}: {_moved(shift)}" if shift.who else _moved(shift)
        for shift in shifts
    )


def _moved(shift: Shift) -> str:
    return f"{shift.label} {number(shift.was)} \u2192 {number(shift.now)}"


def _tells(summary: Summary, effect: Mapping[str, object]) -> bool:
    """Tell whether the changed numbers show this effect already."""
    field = effect.get("field")
    of = (str(effect.get("to", "")), SCENE)
    return any(shift.id == field and shift.who in of for shift in summary.shifts)


def effects_words(records: Sequence[EffectRecord], names: Mapping[str, str], game: str) -> str:
    """Describe applied effects, each with its target's name."""
    return "; ".join(_effect(record, names, game) for record in records)


def _effect(record: EffectRecord, names: Mapping[str, str], game: str) -> str:
    """Describe an applied effect with its target's name."""
    effect = effect_of(record)
    target = names.get(record.get("to", ""))
    return effect_words(effect, {effect.who: target} if target else None, game)


def _about(
    fact: Fact, names: Mapping[str, str], labels: Mapping[str, str], summary: Summary
) -> str:
    """Describe an entry without a roll: a name, or the edited fields."""
    changes = getattr(fact, "changes", None) or getattr(fact, "values", None)
    character = names.get(str(getattr(fact, "character", "")), "")
    if isinstance(changes, Mapping):
        shown_fields = {shift.id for shift in summary.shifts}
        values = ", ".join(
            f"{labels.get(name) or label_of(name.rpartition('.')[2])}: {_short(value)}"
            for name, value in changes.items()
            if name not in shown_fields
        )
        return f"{character}: {values}" if character and values else values
    return str(getattr(fact, "name", "") or getattr(fact, "label", "") or character)


def _first_words(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else f"{words[:79]}…"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "1 entry" if len(value) == 1 else f"{len(value)} entries"
    return _value_words(value)[:80] or "none"


def _value_words(value: Any) -> str:
    """Format a value: yes or no, numbers with a true minus, texts unchanged."""
    value = exact(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, (int, Fraction)) else field_text(value)


def _house_rule(game: Game, name: str, value: Any) -> str:
    """Describe a house rule that was set: `Injuries heal: One after another`."""
    rule = game.house.get(name)
    words = "as written" if value is None else _value_words(value)
    if rule is not None and isinstance(rule.kind, OneOf):
        words = rule.kind.choices.get(value, words)
    return f"{rule.label if rule is not None else label_of(name)}: {words}"


def roll_link(procedure: str, inputs: Values, answers: Sequence[object], entry: str = "") -> str:
    """Return the address that replays the stored roll of an entry; empty if it is too long."""
    if len(answers) > LONGEST // 2:
        return ""
    return link(path_of(procedure), typed_texts(inputs), answers_of(answers), entry=entry)


def typed_texts(inputs: Values) -> dict[str, str]:
    """Return the texts of a form with the inputs of a stored roll."""
    return {name: field_text(exact(value)) for name, value in inputs.items()}


def applied_places(page: Page, entry: str, effects: Sequence[Effect]) -> frozenset[int]:
    """Return the indexes of a roll's effects that valid entries have applied."""
    proposed = [plain(effect) for effect in effects]
    indexes: set[int] = set()
    for applied in page.entries:
        fact = applied.fact
        if isinstance(fact, Applied) and fact.of == entry and page.holds(applied.n):
            for record in fact.effects:
                bare = {key: value for key, value in record.items() if key != "to"}
                matches = [
                    p for p, effect in enumerate(proposed) if effect == bare and p not in indexes
                ]
                indexes.update(matches[:1])
    return frozenset(indexes)
