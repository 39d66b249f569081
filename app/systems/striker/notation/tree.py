"""The structure of a line: a small tree of frozen records (S25, S26, S32-S43).

The core and the reference share it: a line of the core is the same tree in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

#: Pools that an effect reduces: hit points, energy points, focus points.
POOLS = ("hp", "ep", "fp")

# --- sums ---


@dataclass(frozen=True)
class Ref:
    """A skill or technique in the line: a name as typed, or `this`.

    at: its position in the line; lines that differ in blanks are equal. any: the best skill of the
    category with this beginning (`Eng,any`, S36).
    """

    word: str
    at: int = field(default=1, compare=False)
    any: bool = False

    @property
    def is_this(self) -> bool:
        return self.word == "this"

    @property
    def written(self) -> str:
        return f"{self.word},any" if self.any else self.word


@dataclass(frozen=True)
class Star:
    """`*[2•3]`: the points spent count beside M or R, here three of them, each twice (S37)."""

    points: int = 1
    times: int = 1

    @property
    def written(self) -> str:
        return f"*[{self.times}•{self.points}]" if self.times != 1 else f"*[{self.points}]"


@dataclass(frozen=True)
class Amount:
    """A signed number in a sum."""

    number: int
    minus: bool = False


@dataclass(frozen=True)
class Lookup:
    """M or R of a skill or technique in a sum."""

    letter: Literal["M", "R"]
    ref: Ref
    minus: bool = False
    star: Star | None = None


@dataclass(frozen=True)
class Share:
    """A fraction in a sum: `½` (S42)."""

    of: Fraction
    minus: bool = False


@dataclass(frozen=True)
class Named:
    """A number of the sheet or the form by its name: `Size`, `Vcl-Hawk` (S42)."""

    name: str
    at: int = field(default=1, compare=False)
    minus: bool = False


@dataclass(frozen=True)
class Bracket:
    """A sum in brackets within a sum."""

    terms: tuple[Term, ...]
    minus: bool = False


@dataclass(frozen=True)
class Product:
    """Terms multiplied with each other: `2•M(this)`."""

    factors: tuple[Term, ...]
    minus: bool = False


@dataclass(frozen=True)
class EffectDice:
    """Dice in the sum of an effect; they are only added."""

    count: int
    sides: int


Term = Amount | Lookup | Share | Named | Bracket | Product


def within(terms: tuple[Term | EffectDice, ...]) -> Iterator[Term]:
    """Yield every term of a sum, also those in brackets and products, from left to right."""
    for term in terms:
        if isinstance(term, Product):
            yield from within(term.factors)
        elif isinstance(term, Bracket):
            yield from within(term.terms)
        elif not isinstance(term, EffectDice):
            yield term


# --- the head of a line ---


@dataclass(frozen=True)
class Time:
    """A duration; at_least: it may last longer, `day+` (S33)."""

    duration: str
    at_least: bool = False


@dataclass(frozen=True)
class Cost:
    """Points that the action costs (S34). at: its position in the line."""

    amount: int
    pool: str
    at: int = field(default=1, compare=False)


@dataclass(frozen=True)
class Action:
    """The action's name, its normal duration, and further conditions of the reference.

    joint: `&`, the first begins it and the second keeps it up; `|`, one of them (S33). ranked_at:
    the position of `R`, at least one rank of the subject (S35).
    """

    name: str
    times: tuple[Time, ...] = ()
    joint: Literal["", "&", "|"] = ""
    costs: tuple[Cost, ...] = ()
    ranked: bool = False
    conditions: tuple[str, ...] = ()
    ranked_at: int = field(default=1, compare=False)

    @property
    def duration(self) -> str | None:
        """Return the duration of the slot: the first (S33)."""
        return self.times[0].duration if self.times else None

    @property
    def upkeep(self) -> Time | None:
        """Return the time that each keeping up takes; None for an action that just ends."""
        return self.times[-1] if self.joint == "&" else None

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the durations of which one is chosen."""
        return tuple(time.duration for time in self.times) if self.joint == "|" else ()


@dataclass(frozen=True)
class Sub:
    """`sub(A for S)`: technique A replaces skill S when modifiers are determined."""

    technique: Ref
    skill: Ref


# --- rolls ---


@dataclass(frozen=True)
class Against:
    """A challenge of the reference: a name, an area, or a sum with a number asked for (S39)."""

    name: str = ""
    terms: tuple[Term, ...] = ()

    @property
    def is_area(self) -> bool:
        return self.name.upper().endswith("-A")


#: `C` and `TC` stand for numbers from outside the line.
Challenge = int | Literal["C", "TC"] | Against


@dataclass(frozen=True)
class Check:
    """A check: d20 and these terms against the challenge.

    to_hit: it is an attack. either: it may be made as a save with the same sum (S38).
    """

    challenge: Challenge
    terms: tuple[Term, ...] = ()
    to_hit: bool = False
    either: bool = False


@dataclass(frozen=True)
class Save:
    """A save: d20 and these terms; without a sum, M of its first argument (S26).

    ref: None for a save that is written without brackets (S38).
    """

    ref: Ref | None
    challenge: Challenge
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Imposed:
    """`imp(sv, X, n)`: the save that the target makes, and the sum that is its challenge (S41)."""

    ref: Ref
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True)
class SetChallenge:
    """`set(SC) 8+M`: no roll, the sum is the challenge of the other's check (S39)."""

    name: str
    terms: tuple[Term, ...] = ()


# --- effects ---


@dataclass(frozen=True)
class Words:
    """Words of an effect: a remark (S42)."""

    text: str


@dataclass(frozen=True)
class Value:
    """A sum of an effect with dice, and the words in brackets behind it: `1d6(hp,prc)`.

    plus: written with a sign, as what is added to something.
    """

    terms: tuple[Term | EffectDice, ...] = ()
    tags: tuple[str, ...] = ()
    plus: bool = field(default=False, compare=False)

    @property
    def dice(self) -> tuple[EffectDice, ...]:
        return tuple(term for term in self.terms if isinstance(term, EffectDice))

    @property
    def pool(self) -> str:
        """Return the points that are lost, `hp`, `ep` or `fp`; empty without a name (S42)."""
        first = self.tags[0].lower() if self.tags else ""
        return first if first in POOLS else ""

    @property
    def damage_kind(self) -> str:
        return ", ".join(self.tags[1:]) if self.pool else ""

    @property
    def sorts(self) -> tuple[str, ...]:
        return tuple(tag.lower() for tag in self.tags)


@dataclass(frozen=True)
class Own:
    """The weapon's own effect: `eff` at the end, or `as weapon` (S42)."""


#: The loss of the weapon's own effect where it stands apart: its dice alone.
OWN_LOSS = Value()


@dataclass(frozen=True)
class Mark:
    """A comma or `&` between parts of an effect."""

    sign: Literal[",", "&"]


Item = Words | Value | Own | Mark


@dataclass(frozen=True)
class Effect:
    """The parts of an effect in the order written. given: behind `with`, of the weapon (S42)."""

    items: tuple[Item, ...] = ()
    given: bool = False

    @property
    def values(self) -> tuple[Value, ...]:
        return tuple(item for item in self.items if isinstance(item, Value))

    @property
    def losses(self) -> tuple[Value, ...]:
        """Return the losses of the target; values among words, or with other tags, are remarks."""
        return tuple(loss for loss, _ in self.armed_losses)

    @property
    def armed_losses(self) -> Iterator[tuple[Value, bool]]:
        """Yield each loss, and whether the weapon's own effect is a part of it (S42)."""
        if self.given:
            return
        padded = (None, *self.items, None)
        for before, item, after in zip(padded, padded[1:], padded[2:], strict=False):
            if isinstance(item, Own) and not isinstance(before, Value | Own):
                yield OWN_LOSS, True
            elif (
                isinstance(item, Value)
                and not isinstance(before, Words)
                and (item.pool or not (item.tags or isinstance(after, Words)))
            ):
                yield item, isinstance(after, Own)

    @property
    def is_counted(self) -> bool:
        """Tell whether it has anything but words."""
        return any(isinstance(item, Value | Own) for item in self.items)


@dataclass(frozen=True)
class Trait:
    """A line of the sheet's numbers: `hp,max = HX•(1 +M(Health))` (S43)."""

    name: str
    items: tuple[Item, ...] = ()

    @property
    def value(self) -> Value | None:
        """Return its sum; None for words alone."""
        first = self.items[0] if self.items else None
        return first if isinstance(first, Value) else None


Kind = Literal["check", "save", "effect", "imposed", "set", "trait", "action", "remark"]


@dataclass(frozen=True)
class NotationLine:
    """A line: any of its parts may be missing, but one of the core has a roll or an effect."""

    action: Action | None = None
    sub: Sub | None = None
    roll: Check | Save | None = None
    effects: tuple[Effect, ...] = ()
    imposed: Imposed | None = None
    sets: SetChallenge | None = None
    trait: Trait | None = None
    #: Words that are no part of a roll.
    remark: tuple[Item, ...] = ()
    #: The name of the action says that it is an attack, by the reference (`melee-att`).
    named_attack: bool = field(default=False, compare=False)

    @property
    def kind(self) -> Kind:
        if isinstance(self.roll, Check):
            return "check"
        if isinstance(self.roll, Save):
            return "save"
        if self.trait or self.remark:
            return "trait" if self.trait else "remark"
        if self.imposed or self.sets:
            return "imposed" if self.imposed else "set"
        counted = any(effect.is_counted for effect in self.effects)
        return "effect" if counted or self.action is None else "action"

    @property
    def duration(self) -> str | None:
        return self.action.duration if self.action else None

    @property
    def challenge(self) -> int | None:
        """Return the challenge, if the line has a number for it."""
        value = self.roll.challenge if self.roll else None
        return value if isinstance(value, int) else None

    @property
    def named_challenge(self) -> str:
        """Return the own name of the challenge, `STRIKEC`, that is asked for (S39)."""
        value = self.roll.challenge if self.roll else None
        is_asked = isinstance(value, Against) and not value.is_area and not value.terms
        return value.name if isinstance(value, Against) and is_asked else ""

    @property
    def ranked(self) -> Ref | None:
        """Return the name in the roll's first M(...), with the ranks for taking a number (S19)."""
        terms = within(self.roll.terms) if self.roll else ()
        refs = (term.ref for term in terms if isinstance(term, Lookup) and term.letter == "M")
        return next(refs, None)

    @property
    def tested(self) -> Ref | None:
        """Return the name that the roll is of: of a save its first, of a check that of `ranked`."""
        return self.roll.ref if isinstance(self.roll, Save) and self.roll.ref else self.ranked

    @property
    def values(self) -> tuple[Value, ...]:
        """Return the values of all effects in the order written."""
        return tuple(value for effect in self.effects for value in effect.values)

    @property
    def losses(self) -> tuple[Value, ...]:
        """Return the losses of the target, the weapon's own effect included."""
        losses = tuple(value for effect in self.effects for value in effect.losses)
        own = any(isinstance(item, Own) for effect in self.effects for item in effect.items)
        return losses or ((OWN_LOSS,) if own else ())

    @property
    def armed(self) -> int:
        """Return the place of the loss with the weapon's dice: its own effect, else the first."""
        losses = (armed_loss for effect in self.effects for armed_loss in effect.armed_losses)
        return next((place for place, (_, is_own) in enumerate(losses) if is_own), 0)

    @property
    def starred(self) -> Star | None:
        """Return the first star of the line, with the default of the points spent (S37)."""
        return next((term.star for term in self.lookups if term.star), None)

    @property
    def lookups(self) -> tuple[Lookup, ...]:
        return tuple(term for term in self.terms if isinstance(term, Lookup))

    @property
    def terms(self) -> tuple[Term, ...]:
        """Return every term of the line, also those in brackets, from left to right."""
        sums: list[tuple[Term | EffectDice, ...]] = []
        if self.roll:
            if isinstance(self.roll.challenge, Against):
                sums.append(self.roll.challenge.terms)
            sums.append(self.roll.terms)
        sums += [part.terms for part in (self.imposed, self.sets) if part]
        items = self.trait.items if self.trait else self.remark
        sums += [item.terms for item in items if isinstance(item, Value)]
        sums += [value.terms for value in self.values]
        return tuple(term for each in sums for term in within(each))

    @property
    def to_hit(self) -> bool:
        return isinstance(self.roll, Check) and self.roll.to_hit

    @property
    def has_target(self) -> bool:
        """Tell whether it is about another: their TC, their loss or their roll (S2, S39-S42)."""
        challenge = self.roll.challenge if isinstance(self.roll, Check) else None
        name = challenge.name.upper() if isinstance(challenge, Against) else challenge
        takes = isinstance(self.roll, Check) and any(value.pool for value in self.losses)
        against = name in ("TC", "TC-A") or takes
        return bool(against or self.is_attack or self.imposed or self.sets)

    @property
    def is_attack(self) -> bool:
        """Tell whether its effect applies to a target: a check `to hit` or of action `attack`."""
        named = self.action is not None and self.action.name.lower() == "attack"
        return isinstance(self.roll, Check) and (self.to_hit or named or self.named_attack)
