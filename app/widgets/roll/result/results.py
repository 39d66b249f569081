"""A finished play as a card: dice, the sum step by step, effects, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from app.core.errors import capitalize
from app.core.play.asks import AnyChoose, OneOf, YesNo
from app.core.play.play import Finished, Thrown, Wanted
from app.core.procedures.inputs import Values
from app.core.procedures.labels import label_of, within
from app.core.procedures.outcomes import Effect, Grade, Outcome
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.widgets.roll.form.cast import role_label
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import link, path_of
from app.widgets.roll.result.status import UNKEPT, PlayStatus
from app.widgets.roll.result.words import (
    effect_words,
    format_value,
    note_words,
    number,
    sentence,
)

#: Verbs for an owner's dice, by their label.
DOES = {"Defence": "defends"}

#: Default words of the marks.
_MEANT = {"kept": "kept", "matched": "match", "struck": "set aside", "exploded": "goes on"}


@dataclass(frozen=True)
class Die:
    """A drawn die."""

    sides: int = 6
    face: int = 0
    words: str = ""
    mark: str = ""
    #: Ivory for the roller, dark for the opposition, gold where it caused more dice.
    tint: str = "ivory"
    #: The drawing on it, instead of its words.
    art: str = ""
    #: The words below it.
    meaning: str = ""

    @property
    def spoken(self) -> str:
        """Return its words for a screen reader."""
        meaning = "" if self.meaning == self.words else self.meaning
        return f"{self.words or 'blank'}{', ' + meaning if meaning else ''}"

    @property
    def digits(self) -> tuple[str, ...]:
        """Return the two dice of a percentile roll: the tens, and the units."""
        if self.sides != 100 or not self.words.isdigit():
            return ()
        return f"{self.face // 10 % 10}0", str(self.face % 10)


@dataclass(frozen=True)
class Roll:
    """Dice that fell together. who: the name of their owner, empty for the roller."""

    label: str = ""
    who: str = ""
    dice: tuple[Die, ...] = ()

    @property
    def words(self) -> str:
        """Return `Skill`, `Rowan Vale defends`, or `Rowan Vale: hit location`."""
        owner = capitalize(self.who)
        if not owner or not self.label:
            return owner or self.label
        return (
            f"{owner} {DOES[self.label]}"
            if self.label in DOES
            else f"{owner}: {within(self.label)}"
        )


@dataclass(frozen=True)
class Change:
    """A proposed effect in words."""

    #: Its index among the effects.
    place: int
    words: str
    applied: bool
    #: Whether it no longer applies.
    gone: bool = False
    #: The number before it, empty for none.
    before: str = ""
    #: The number after it, empty for none.
    after: str = ""
    #: Whether the page does not store the changed value.
    by_hand: bool = False
    #: Whether it writes an input of the roll unchanged, so that no list shows it.
    idle: bool = False

    @property
    def open(self) -> bool:
        """Tell whether it can still be applied."""
        return not (self.applied or self.gone or self.by_hand or self.idle)


@dataclass(frozen=True)
class Option:
    """An answer that a decision offers."""

    value: str
    words: str
    taken: bool
    #: Its certain result in words, empty where dice follow.
    comes_to: str = ""
    #: The tone of that result.
    tone: str = ""
    #: Whether it succeeds, where another answer does not.
    is_best: bool = False


@dataclass(frozen=True)
class Decision:
    """A decision that can still be changed without another die.

    counts: the answer that counts while it is undecided, in words; else empty.
    """

    name: str
    label: str
    help: str
    options: tuple[Option, ...]
    counts: str = ""


@dataclass(frozen=True)
class Follow:
    """A possible next roll: the form it opens, filled in."""

    label: str
    href: str
    procedure: str
    #: Where on the sheet it stands.
    place: str
    #: The actor's id, if another than before.
    who: str = ""
    #: The actor's rating for it.
    rating: str = ""
    #: The id of the due roll it settles.
    due: str = ""
    #: The target's id, empty for none yet, None to keep it.
    target: str | None = None
    #: Ids of the other roles, by role.
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Card:
    """The result card. verdict: the result; empty if the grade says all."""

    procedure: Procedure
    grade: Grade
    success: str  # true, false or null
    rolls: tuple[Roll, ...]
    steps: tuple[tuple[str, str, str], ...]  # sign, number, label
    values: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    decisions: tuple[Decision, ...]
    standing: PlayStatus = UNKEPT
    follows: tuple[Follow, ...] = ()
    verdict: str = ""
    #: The numbers behind a yes or no, `6 against 4`, or else the verdict.
    score: str = ""

    @property
    def shown(self) -> tuple[Change, ...]:
        """Return the listed changes."""
        return tuple(change for change in self.changes if not change.idle)

    @property
    def is_bare(self) -> bool:
        """Tell whether a reading without dice shows nothing but its grade beside the details."""
        beside = self.rolls or self.verdict or self.steps or self.notes or self.shown
        return self.success == "null" and not beside

    @property
    def pending(self) -> int:
        """Return the number of changes that can still be applied."""
        return sum(change.open for change in self.changes)


#: The number before and after an effect, by its index.
Moves = Mapping[int, tuple[Any, Any]]


def card(
    procedure: Procedure,
    play: Finished,
    decisions: tuple[Decision, ...] = (),
    standing: PlayStatus = UNKEPT,
    names: Mapping[str, str] | None = None,
    follows: tuple[Rollable, ...] = (),
    inputs: Values | None = None,
    moves: Moves | None = None,
    by_hand: frozenset[int] = frozenset(),
) -> Card:
    """Return the card of a finished play.

    standing: its status in the journal. names: the combatant of each role. follows: possible next
    rolls, dropped for a superseded result. inputs: of the procedure. moves: the numbers that the
    effects would change. by_hand: indexes of effects that the page does not store.
    """
    outcome = play.outcome
    return Card(
        procedure,
        procedure.grade(outcome.grade),
        {True: "true", False: "false", None: "null"}[outcome.success],
        rolls(play.rolls, names),
        sentence(outcome.steps),
        tuple((label_of(name), format_value(value)) for name, value in outcome.values.items()),
        tuple(
            Change(
                index,
                effect_words(effect, names, procedure.game),
                index in standing.applied,
                standing.falls_away(index, effect),
                *(_moved((moves or {}).get(index))),
                index in by_hand and index not in standing.applied,
                index not in (moves or {}) and _is_idle(effect, inputs or {}),
            )
            for index, effect in enumerate(outcome.effects)
        ),
        tuple(note_words(note, names) for note in outcome.notes),
        outcome.rules,
        decisions if standing.counts else (),
        standing,
        tuple(map(follow, follows)) if standing.counts else (),
        words := verdict(procedure, inputs, outcome),
        _score(words, outcome),
    )


def _is_idle(effect: Effect, inputs: Values) -> bool:
    """Tell whether an effect sets a field to the input that came from it."""
    if (effect.op, effect.who) != ("set", "self") or effect.field not in inputs:
        return False
    value = tuple(effect.value) if isinstance(effect.value, list) else effect.value
    return bool(inputs[effect.field] == value)


def _score(words: str, outcome: Outcome) -> str:
    """Return the compared numbers, `6 against 4`, unless the verdict is in words."""
    if not any(character.isalpha() for character in words):
        for before, step in pairwise(outcome.steps):
            if step.op == "against":
                return f"{number(before.value)} against {number(step.value)}"
    return words


def _moved(move: tuple[object, object] | None) -> tuple[str, str]:
    """Format a number before and after."""
    return (format_value(move[0]), format_value(move[1])) if move is not None else ("", "")


def verdict(procedure: Procedure, inputs: Values | None, outcome: Outcome) -> str:
    """Return the outcome in a word or two: by the procedure's verdict, else its total."""
    describe = procedure.verdict
    text = describe(inputs, outcome) if describe is not None and inputs is not None else ""
    return text or _total(outcome.values.get("total"))


def _total(value: Any) -> str:
    """Return a roll's total for its headline; empty where it has none."""
    is_number = isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)
    return number(value) if is_number else ""


def typed_of(rollable: Rollable) -> dict[str, str]:
    """Return the texts that a button enters into the form it opens."""
    return {name: field_text(value) for name, value in rollable.inputs.items()}


def follow(rollable: Rollable, rating: str = "") -> Follow:
    """Return a button that opens a form filled in."""
    typed = typed_of(rollable)
    path = path_of(rollable.procedure)
    actor_id = rollable.roles.get("self", "")
    return Follow(
        rollable.label,
        link(path, typed),
        rollable.procedure,
        rollable.place,
        actor_id,
        rating,
        rollable.due,
        rollable.roles.get("target"),
        tuple((role, id) for role, id in rollable.roles.items() if role not in ("self", "target")),
    )


def rolls(thrown: Sequence[Thrown], names: Mapping[str, str] | None = None) -> tuple[Roll, ...]:
    """Return rolls as drawn dice. names: the combatant of each role."""
    known = names or {}
    return tuple(
        Roll(each.label, owner_of(each.label, each.who, known), dice(each)) for each in thrown
    )


def owner_of(label: str, who: str, names: Mapping[str, str]) -> str:
    """Return the owner of dice: a name, else the role, unless the label has it: `Helper 1`."""
    if who == "self":
        return ""
    part = role_label(who)
    return names.get(who) or ("" if part.lower() in label.lower() else part.lower())


def dice(thrown: Thrown) -> tuple[Die, ...]:
    """Return thrown dice for drawing."""
    meanings = {**_MEANT, **dict(thrown.words)}
    # Dice that all count alike need no mark.
    if set(thrown.marks) == {"kept"} and "kept" not in dict(thrown.words):
        meanings["kept"] = ""
    return tuple(
        _die(thrown, face, mark, meanings.get(mark, ""))
        for face, mark in zip(thrown.faces, thrown.marks, strict=True)
    )


def _die(thrown: Thrown, face: int, mark: str, meaning: str) -> Die:
    words = thrown.art[face - 1] if thrown.art else str(face)
    art = thrown.pictures[face - 1] if thrown.pictures else ""
    ringed = mark if meaning else "plain"
    colour = "gold" if mark == "exploded" else tint(thrown)
    return Die(thrown.sides, face, words, ringed, colour, art, meaning or (words if art else ""))


def tint(of: Thrown | Wanted) -> str:
    """Return the tint of dice: ivory for the roller, dark for the opposition."""
    return "dark" if of.theirs or of.who == "target" else "ivory"


def options(choice: AnyChoose, taken: object = None) -> tuple[Option, ...]:
    """Return the answers of a decision, `taken` marked; none for dice by index."""
    if isinstance(choice.options, OneOf):
        return tuple(
            Option(value, words, value == taken) for value, words in choice.options.words.items()
        )
    if isinstance(choice.options, YesNo):
        return tuple(
            Option(value, words, taken is answer)
            for value, words, answer in (("true", "Yes", True), ("false", "No", False))
        )
    return ()
