"""The structure of a line: a small tree of frozen records (S25, S26)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Ref:
    """A skill or technique in the line: a name as typed, or `this`.

    at: its position in the line; lines that differ in blanks are equal.
    """

    word: str
    at: int = field(default=1, compare=False)

    @property
    def is_this(self) -> bool:
        return self.word == "this"


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


@dataclass(frozen=True)
class EffectDice:
    """Dice in the sum of an effect; they are only added."""

    count: int
    sides: int


Term = Amount | Lookup


@dataclass(frozen=True)
class Action:
    """The action's name and its normal duration."""

    name: str
    duration: str | None = None


@dataclass(frozen=True)
class Sub:
    """`sub(A for S)`: technique A replaces skill S when modifiers are determined."""

    technique: Ref
    skill: Ref


#: `C` and `TC` stand for numbers from outside the line.
Challenge = int | Literal["C", "TC"]


@dataclass(frozen=True)
class Check:
    """A check: d20 and these terms against the challenge. to_hit: it is an attack."""

    challenge: Challenge
    terms: tuple[Term, ...] = ()
    to_hit: bool = False


@dataclass(frozen=True)
class Save:
    """A save: d20 and these terms; without a sum, M of its first argument (S26)."""

    ref: Ref
    challenge: Challenge
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Effect:
    """The modifier of the effect, and dice where the line has some, in the order written."""

    terms: tuple[Term | EffectDice, ...] = ()

    @property
    def dice(self) -> tuple[EffectDice, ...]:
        return tuple(term for term in self.terms if isinstance(term, EffectDice))


@dataclass(frozen=True)
class NotationLine:
    """A line: any of its parts may be missing, but a complete line has a roll or an effect."""

    action: Action | None = None
    sub: Sub | None = None
    roll: Check | Save | None = None
    effect: Effect | None = None

    @property
    def kind(self) -> Literal["check", "save", "effect"]:
        if isinstance(self.roll, Check):
            return "check"
        return "save" if isinstance(self.roll, Save) else "effect"

    @property
    def duration(self) -> str | None:
        return self.action.duration if self.action else None

    @property
    def challenge(self) -> int | None:
        """Return the challenge, if the line has a number for it."""
        value = self.roll.challenge if self.roll else None
        return value if isinstance(value, int) else None

    @property
    def ranked(self) -> Ref | None:
        """Return the name in the roll's first M(...), with the ranks for taking a number (S19)."""
        terms = self.roll.terms if self.roll else ()
        refs = (term.ref for term in terms if isinstance(term, Lookup) and term.letter == "M")
        return next(refs, None)

    @property
    def to_hit(self) -> bool:
        return isinstance(self.roll, Check) and self.roll.to_hit

    @property
    def is_attack(self) -> bool:
        """Tell whether its effect applies to a target: a check `to hit` or of action `attack`."""
        named = self.action is not None and self.action.name.lower() == "attack"
        return isinstance(self.roll, Check) and (self.to_hit or named)
