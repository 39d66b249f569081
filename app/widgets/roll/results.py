"""A finished play as a card: dice as dice, the sum step by step, effects, rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from app.core.play.asks import Choose, OneOf, YesNo
from app.core.play.play import Chosen, Finished, Thrown, Wanted
from app.core.procedures.kinds import of_count, spelled
from app.core.procedures.outcomes import TIME, Effect, Grade, Outcome, Step, reported, rounded
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.systems import games
from app.widgets.roll.cast import called
from app.widgets.roll.forms import field_text
from app.widgets.roll.links import link
from app.widgets.roll.status import UNKEPT, Standing

#: What the marks mean where the game has no word of its own for it.
_MEANT = {"kept": "kept", "matched": "match", "struck": "set aside", "exploded": "goes on"}


@dataclass(frozen=True)
class Die:
    """One drawn die: its size, what stands on it, and how it is marked.

    tint: ivory ones are of whoever rolls, dark ones stand against them, gold ones made more fall.
    art: what is drawn on it instead of its words, if anything. said: the words below it.
    """

    sides: int = 6
    face: int = 0
    words: str = ""
    mark: str = ""
    tint: str = "ivory"
    art: str = ""
    said: str = ""

    @property
    def spoken(self) -> str:
        said = "" if self.said == self.words else self.said
        return f"{self.words or 'blank'}{', ' + said if said else ''}"

    @property
    def digits(self) -> tuple[str, ...]:
        """Percentile dice are two: the tens, and the units."""
        if self.sides != 100 or not self.words.isdigit():
            return ()
        return f"{self.face // 10 % 10}0", str(self.face % 10)


@dataclass(frozen=True)
class Roll:
    """Dice that fell together, with their label. who: whose they are, empty if of who rolls."""

    label: str = ""
    who: str = ""
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Change:
    """A proposed effect in words, with its place among the effects. gone: it fell away.

    by_hand: nothing here keeps what it changes.
    before, after: the number that it changes, and what comes of it; empty where it is none.
    """

    place: int
    words: str
    applied: bool
    gone: bool = False
    before: str = ""
    after: str = ""
    by_hand: bool = False

    @property
    def open(self) -> bool:
        """Is it still to be applied?"""
        return not (self.applied or self.gone or self.by_hand)


@dataclass(frozen=True)
class Option:
    """An answer that a decision offers: its value as text, its words, and if it was taken.

    comes_to: what it surely ends in, in words, empty where dice follow; tone: of that.
    is_best: does it succeed, where another one does not?
    """

    value: str
    words: str
    taken: bool
    comes_to: str = ""
    tone: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Decision:
    """A decision that can still be changed without another die falling.

    counts: the words of what counts until somebody decides; empty once somebody has.
    """

    name: str
    label: str
    help: str
    options: tuple[Option, ...]
    counts: str = ""


@dataclass(frozen=True)
class Follow:
    """What may be rolled next: the form it opens, filled in, and where on the sheet it stands.

    who: rolls it, where that is somebody else than before. rating: how good they are at it.
    due: the id of what it settles. target: whom it is aimed at, empty for nobody yet, None where
    that stays as it is. others: who plays the other parts, by role.
    """

    label: str
    href: str
    procedure: str
    place: str
    who: str = ""
    rating: str = ""
    due: str = ""
    target: str | None = None
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Card:
    """Everything the result card shows. verdict: what it came to; empty if the grade says all."""

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
    standing: Standing = UNKEPT
    follows: tuple[Follow, ...] = ()
    verdict: str = ""

    @property
    def pending(self) -> int:
        """So many of its changes are still to be applied."""
        return sum(change.open for change in self.changes)


#: What an effect changes, by its place: the number before it, and after.
Moves = Mapping[int, tuple[Any, Any]]


def card(
    procedure: Procedure,
    play: Finished,
    decisions: tuple[Decision, ...] = (),
    standing: Standing = UNKEPT,
    names: Mapping[str, str] | None = None,
    follows: tuple[Rollable, ...] = (),
    inputs: Mapping[str, Any] | None = None,
    moves: Moves | None = None,
    by_hand: frozenset[int] = frozenset(),
) -> Card:
    """The card of a finished play.

    standing: where it stands in the journal. names: who plays which role.
    follows: what may be rolled next; nothing does on what counts no more.
    inputs: what the procedure was told. moves: what the effects would change. by_hand: places of
    those that nothing here keeps.
    """
    outcome = play.outcome
    return Card(
        procedure,
        procedure.grade(outcome.grade),
        {True: "true", False: "false", None: "null"}[outcome.success],
        rolls(play.rolls, names),
        tuple(step_words(step) for step in outcome.steps),
        tuple((spelled(name), shown(value)) for name, value in outcome.values.items()),
        tuple(
            Change(
                place,
                effect_words(effect, names, field_labels(procedure.game)),
                place in standing.applied,
                standing.falls_away(place, effect),
                *(_moved((moves or {}).get(place))),
                place in by_hand and place not in standing.applied,
            )
            for place, effect in enumerate(outcome.effects)
        ),
        outcome.notes,
        outcome.rules,
        decisions if standing.counts else (),
        standing,
        tuple(map(follow, follows)) if standing.counts else (),
        verdict(procedure, inputs, outcome),
    )


def _moved(move: tuple[Any, Any] | None) -> tuple[str, str]:
    """A number before and after, for the eye."""
    return (shown(move[0]), shown(move[1])) if move is not None else ("", "")


def verdict(procedure: Procedure, inputs: Mapping[str, Any] | None, outcome: Outcome) -> str:
    """What an outcome came to, in a word or two: as its procedure says of these inputs, else its
    total."""
    says = procedure.verdict
    said = says(inputs, outcome) if says is not None and inputs is not None else ""
    return said or _total(outcome.values.get("total"))


def _total(value: Any) -> str:
    """What a roll came to, for its headline; empty where it comes to no number."""
    is_number = isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)
    return number(value) if is_number else ""


def typed_of(rollable: Rollable) -> dict[str, str]:
    """What a button types into the form that it opens."""
    return {name: field_text(value) for name, value in rollable.inputs.items()}


def follow(rollable: Rollable, rating: str = "") -> Follow:
    """A button that opens a form filled in so."""
    typed = typed_of(rollable)
    path = rollable.procedure.replace(".", "/")
    who = rollable.roles.get("self", "")
    return Follow(
        rollable.label,
        link(path, typed),
        rollable.procedure,
        rollable.place,
        who,
        rating,
        rollable.due,
        rollable.roles.get("target"),
        tuple((role, id) for role, id in rollable.roles.items() if role not in ("self", "target")),
    )


def rolls(thrown: Sequence[Thrown], names: Mapping[str, str] | None = None) -> tuple[Roll, ...]:
    """Rolls as drawn dice. names: who plays which role."""
    return tuple(Roll(each.label, _whose(each, names or {}), dice(each)) for each in thrown)


def _whose(thrown: Thrown, names: Mapping[str, str]) -> str:
    """Whose dice these are: a name, else the part, unless the label says it: `Helper 1`."""
    if thrown.who == "self":
        return ""
    part = called(thrown.who)
    return names.get(thrown.who) or ("" if part.lower() in thrown.label.lower() else part.lower())


def dice(thrown: Thrown) -> tuple[Die, ...]:
    """Dice that fell, as they are drawn."""
    meant = {**_MEANT, **dict(thrown.words)}
    # Where all of several count alike there is nothing to tell apart.
    if set(thrown.marks) == {"kept"} and "kept" not in dict(thrown.words):
        meant["kept"] = ""
    return tuple(
        _die(thrown, face, mark, meant.get(mark, ""))
        for face, mark in zip(thrown.faces, thrown.marks, strict=True)
    )


def _die(thrown: Thrown, face: int, mark: str, said: str) -> Die:
    words = thrown.art[face - 1] if thrown.art else str(face)
    art = thrown.pictures[face - 1] if thrown.pictures else ""
    ringed = mark if said else "plain"
    colour = "gold" if mark == "exploded" else tint(thrown)
    return Die(thrown.sides, face, words, ringed, colour, art, said or (words if art else ""))


def tint(of: Thrown | Wanted) -> str:
    """Tell a roller's ivory dice from the dark ones that stand against them."""
    return "dark" if of.theirs or of.who == "target" else "ivory"


def number(value: int | Fraction | Decimal | float) -> str:
    """A number for the eye: a true minus sign, at most two decimals."""
    tidy = rounded(Fraction(value)) if not isinstance(value, int) else value
    return f"{tidy}".replace("-", "\u2212")


def signed(value: Any) -> str:
    """A number with its sign, as what it adds; other values as they are shown."""
    told = reported(value)
    if isinstance(told, (int, float)) and told > 0:
        return f"+{number(told)}"
    return shown(value)


def shown(value: Any) -> str:
    """A named value for the eye."""
    told = reported(value)
    if isinstance(told, list):
        return ", ".join(shown(each) for each in told) or "none"
    if isinstance(told, (int, float)):
        return number(told)
    return spelled(told) if isinstance(told, str) and told.islower() else str(told)


def step_words(step: Step) -> tuple[str, str, str]:
    """A line of the sum: sign, number, label; to add less than nothing is to subtract."""
    if step.op == "+" and step.value < 0:
        return "\u2212", number(-step.value), of_count(step.value, step.label)
    return step.op, number(step.value), of_count(step.value, step.label)


@cache
def field_labels(game: str) -> Mapping[str, str]:
    """Field id -> its label on the game's sheet, or that of its counter."""
    form, counters = games()[game].sheet, games()[game].counters
    written = {id: each.label for id, each in form.by_id.items()} if form else {}
    held = {id: label for each in counters for id, label in ((each.id, each.label), each.beyond)}
    return {**held, **written}


def effect_words(
    effect: Effect,
    names: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """`Target: HP −5`, `Prone: yes`, `Conditions: + unconscious, 4 hours`, `5 minutes pass`.

    names: role -> name of who plays it; such a name stands instead of the role.
    labels: field -> its label on the sheet. A field within a list (`weapons/0/shots`) is called
    by its last word.
    """
    if effect.who == TIME:
        passes = "passes" if effect.value == 1 else "pass"
        return f"{number(effect.value)} {of_count(effect.value, effect.field)} {passes}"
    role = "" if effect.who == "self" else called(effect.who)
    whose = (names or {}).get(effect.who, role)
    whose = f"{whose}: " if whose else ""
    name = (labels or {}).get(effect.field) or spelled(effect.field.rpartition("/")[2])
    if effect.op == "add":
        sign = "+" if effect.value >= 0 else ""
        return f"{whose}{name} {sign}{number(effect.value)}"
    if effect.op == "append":
        return f"{whose}{name}: + {_record_words(effect.value)}"
    return f"{whose}{name}: {_record_words(effect.value)}"


#: A word that is an id: `weapon-fumble`.
_ID = re.compile(r"[a-z]+(-[a-z]+)+")


def _record_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        said = [spelled(str(value["name"]))] if "name" in value else []
        if value.get("lasts") is not None:
            unit = of_count(value["lasts"], str(value.get("unit", "")))
            said.append(f"{number(value['lasts'])} {unit}".strip())
        elif value.get("unit") not in (None, "none"):
            said.append(str(value["unit"]))
        rest = {k: v for k, v in value.items() if k not in ("name", "lasts", "unit") and v}
        said += [f"{spelled(key).lower()} {shown(each)}" for key, each in rest.items()]
        return ", ".join(said)
    if isinstance(value, (list, tuple)):
        return ", ".join(_record_words(each) for each in value) or "none"
    if isinstance(value, (int, float, Fraction)):
        return number(value)
    text = str(value)
    return text.replace("-", " ") if _ID.fullmatch(text) else text


def options(choice: Choose, taken: Any = None) -> tuple[Option, ...]:
    """The answers a decision offers, `taken` marked; dice by their places have none."""
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
    """A decision that was taken, for the log."""
    value = chosen.value
    if isinstance(value, tuple):
        value = "dice " + ", ".join(map(str, value)) if value else "none"
    elif isinstance(value, bool):
        value = "yes" if value else "no"
    return f"{spelled(chosen.name)}: {value}"
