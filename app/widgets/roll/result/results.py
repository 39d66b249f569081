"""A finished play as a card: dice, the sum step by step, effects, rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from app.core.errors import capitalized
from app.core.play.asks import AnyChoose, OneOf, YesNo
from app.core.play.play import Chosen, Finished, Thrown, Wanted
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import of_count, spelled, within
from app.core.procedures.outcomes import TIME, Effect, Grade, Outcome, SumStep, reported, rounded
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.systems import games
from app.widgets.roll.form.cast import called
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import link
from app.widgets.roll.result.status import UNKEPT, PlayStatus

#: What the owner of dice does with them, by their label.
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
        owner = capitalized(self.who)
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

    @property
    def open(self) -> bool:
        """Tell whether it can still be applied."""
        return not (self.applied or self.gone or self.by_hand)


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
        tuple((spelled(name), shown(value)) for name, value in outcome.values.items()),
        tuple(
            Change(
                index,
                effect_words(effect, names, field_labels(procedure.game)),
                index in standing.applied,
                standing.falls_away(index, effect),
                *(_moved((moves or {}).get(index))),
                index in by_hand and index not in standing.applied,
            )
            for index, effect in enumerate(outcome.effects)
        ),
        outcome.notes,
        outcome.rules,
        decisions if standing.counts else (),
        standing,
        tuple(map(follow, follows)) if standing.counts else (),
        words := verdict(procedure, inputs, outcome),
        _score(words, outcome),
    )


def _score(words: str, outcome: Outcome) -> str:
    """Return the compared numbers, `6 against 4`, unless the verdict is in words."""
    if not any(character.isalpha() for character in words):
        for before, step in pairwise(outcome.steps):
            if step.op == "against":
                return f"{number(before.value)} against {number(step.value)}"
    return words


def _moved(move: tuple[object, object] | None) -> tuple[str, str]:
    """Format a number before and after."""
    return (shown(move[0]), shown(move[1])) if move is not None else ("", "")


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
    path = rollable.procedure.replace(".", "/")
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
    return tuple(Roll(each.label, _owner(each, names or {}), dice(each)) for each in thrown)


def _owner(thrown: Thrown, names: Mapping[str, str]) -> str:
    """Return the owner of dice: a name, else the role, unless the label has it: `Helper 1`."""
    if thrown.who == "self":
        return ""
    part = called(thrown.who)
    return names.get(thrown.who) or ("" if part.lower() in thrown.label.lower() else part.lower())


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


def number(value: int | Fraction | Decimal | float) -> str:
    """Format a number: a true minus sign, at most two decimals."""
    tidy = rounded(Fraction(value)) if not isinstance(value, int) else value
    return f"{tidy}".replace("-", "\u2212")


def signed(value: Any) -> str:
    """Format a number with its sign, as a summand; other values as usual."""
    plain = reported(value)
    if isinstance(plain, (int, float)) and plain > 0:
        return f"+{number(plain)}"
    return shown(value)


def shown(value: object) -> str:
    """Format a named value."""
    plain = reported(value)
    if isinstance(plain, list):
        return ", ".join(shown(each) for each in plain) or "none"
    if isinstance(plain, (int, float)):
        return number(plain)
    return spelled(plain) if isinstance(plain, str) and plain.islower() else str(plain)


#: Steps that begin a clause or a sentence, with their signs.
CLAUSES = {"needed": ", needed", "earned": ".", "effect": ". Effect"}


def step_words(step: SumStep) -> tuple[str, str, str]:
    """Return a step of the sum as sign, number, label; a negative summand is subtracted."""
    label = of_count(step.value, step.label)
    if step.op == "+" and step.value < 0:
        return "\u2212", number(-step.value), label
    if step.op == "earned":
        return CLAUSES[step.op], f"+{number(step.value)}", label
    return CLAUSES.get(step.op, step.op), number(step.value), label


#: Labels of numbers that a roll has to reach.
NEEDED = ("challenge", "difficulty", "target", "target number")


def sentence(steps: Sequence[SumStep]) -> tuple[tuple[str, str, str], ...]:
    """Return the steps of a sum as a sentence: `4 + 1 match = 5, needed 4`.

    A total is not called one; the difference to the number needed is left to the details.
    """
    result: list[tuple[str, str, str]] = []
    was_compared = False
    for place, step in enumerate(steps):
        sign, value, label = step_words(step)
        if step.op == "=" and was_compared:
            continue  # the margin
        if step.op == "=" and place == 1 and step.value == steps[0].value:
            continue  # a sum of one number
        if step.op == "against":
            is_needed = label in NEEDED
            sign, label = (", needed", "") if is_needed else (", against", label)
        elif step.op == "" and was_compared:
            sign = "."
        elif step.op == "=" and label == "total":
            label = ""
        was_compared = step.op == "against"
        result.append((sign, value, within(label) if label else ""))
    return tuple(result)


def sum_words(steps: Sequence[tuple[str, str, str]]) -> str:
    """Join steps to a text: `2 successes, needed 1. +1 AP`."""
    text = ""
    for step in steps:
        part = " ".join(filter(None, step))
        text += part if not text or part[0] in ",." else f" {part}"
    return text


@cache
def field_labels(game: str) -> Mapping[str, str]:
    """Map field ids to their labels on the game's sheet, or of its counters."""
    form, counters = games()[game].sheet, games()[game].counters
    of_fields = {id: each.label for id, each in form.by_id.items()} if form else {}
    of_counters = {
        id: label for each in counters for id, label in ((each.id, each.label), each.beyond)
    }
    return {**of_counters, **of_fields}


def effect_words(
    effect: Effect,
    names: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Describe an effect: `Target: HP −5`, `Prone: yes`, `5 minutes pass`.

    Appended records: `Conditions: + unconscious, 4 hours`. names: role -> name of its combatant,
    shown instead of the role. labels: field -> its label on the sheet. A field within a list
    (`weapons/0/shots`) is named by its last word.
    """
    if effect.who == TIME:
        passes = "passes" if effect.value == 1 else "pass"
        return f"{number(effect.value)} {of_count(effect.value, effect.field)} {passes}"
    role = "" if effect.who == "self" else called(effect.who)
    owner = (names or {}).get(effect.who, role)
    owner = f"{owner}: " if owner else ""
    name = (labels or {}).get(effect.field) or spelled(effect.field.rpartition("/")[2])
    if effect.op == "add":
        sign = "+" if effect.value >= 0 else ""
        return f"{owner}{name} {sign}{number(effect.value)}"
    if effect.op == "append":
        return f"{owner}{name}: + {_record_words(effect.value)}"
    return f"{owner}{name}: {_record_words(effect.value)}"


#: A word that is an id: `weapon-fumble`.
_ID = re.compile(r"[a-z]+(-[a-z]+)+")


def _record_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = [spelled(str(value["name"]))] if "name" in value else []
        if value.get("lasts") is not None:
            unit = of_count(value["lasts"], str(value.get("unit", "")))
            parts.append(f"{number(value['lasts'])} {unit}".strip())
        elif value.get("unit") not in (None, "none"):
            parts.append(str(value["unit"]))
        rest = {k: v for k, v in value.items() if k not in ("name", "lasts", "unit") and v}
        parts += [f"{spelled(key).lower()} {shown(each)}" for key, each in rest.items()]
        return ", ".join(parts)
    if isinstance(value, (list, tuple)):
        return ", ".join(_record_words(each) for each in value) or "none"
    if isinstance(value, (int, float, Fraction)):
        return number(value)
    text = str(value)
    return text.replace("-", " ") if _ID.fullmatch(text) else text


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


def chosen_words(chosen: Chosen) -> str:
    """Describe a made decision, for the log."""
    value = chosen.value
    if isinstance(value, tuple):
        value = "dice " + ", ".join(map(str, value)) if value else "none"
    elif isinstance(value, bool):
        value = "yes" if value else "no"
    return f"{spelled(chosen.name)}: {value}"
