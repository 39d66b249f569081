"""What a line comes to for a character: M and R looked up and summed (S26-S28)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.sheet import Known
from app.systems.striker.notation.tokens import BLANKS, plainly_dashed
from app.systems.striker.notation.tree import (
    Amount,
    EffectDice,
    Line,
    Lookup,
    Ref,
    Save,
    Sub,
    Term,
)

#: M of a skill that is not on the sheet, where the house rule lets it count as untrained (S27).
UNTRAINED = -3


@dataclass(frozen=True)
class Meaning:
    """The numbers behind a line.

    roll_modifier, effect_modifier: None where the line has no roll or no effect (S28).
    ranks: R of the first M(...) in the roll's sum, whatever its sign; None without one (S19).
    """

    roll_modifier: int | None
    effect_modifier: int | None
    ranks: int | None


def evaluate(line: Line, subject: str, sheet: Known, unknown_skill: str = "error") -> Meaning:
    """The line for a character; Malformed E08 or E09 for the first name that is not found.

    Every name is looked up, used or not, from left to right.
    """
    names = Names(line.sub, subject, sheet, untrained=unknown_skill == "untrained")
    roll_modifier = effect_modifier = ranks = None
    if line.roll:
        if isinstance(line.roll, Save):
            names.ranks(line.roll.ref)
        roll_modifier = names.summed(line.roll.terms)
        first = next((each for each in line.roll.terms if _asks(each, "M")), None)
        ranks = names.ranks(first.ref) if isinstance(first, Lookup) else None
    if line.effect:
        effect_modifier = names.summed(line.effect.terms)
    return Meaning(roll_modifier, effect_modifier, ranks)


def _asks(term: Term, letter: Literal["M", "R"]) -> bool:
    return isinstance(term, Lookup) and term.letter == letter


def _key(name: str) -> str:
    """A name as it is matched, in any case: A to Z (S24), and no letter that only looks so."""
    return name.lower() if name.isascii() else name


class Names:
    """The names of one line, looked up in the order of S27."""

    def __init__(self, sub: Sub | None, subject: str, sheet: Known, untrained: bool) -> None:
        self._sub = sub
        self._subject = plainly_dashed(subject).strip(BLANKS)
        self._sheet = sheet
        self._untrained = untrained
        # S27 (2): with sub(A for S), both A and S are R(A) + M(S); the base of A plays no part.
        self._replaced: dict[str, tuple[int, int]] = {}
        if sub:
            ranks = self._ranks_of_technique(sub.technique)
            modifier = self._modifier_of_skill(self.name(sub.skill), sub.skill)
            for ref in (sub.technique, sub.skill):
                self._replaced[_key(self.name(ref))] = (ranks + modifier, ranks)

    def summed(self, terms: Iterable[Term | EffectDice]) -> int:
        """The signed sum of the terms; dice are not part of a modifier (S28)."""
        return sum(self.value(term) for term in terms if not isinstance(term, EffectDice))

    def value(self, term: Term) -> int:
        """What one term adds."""
        if isinstance(term, Amount):
            value = term.number
        else:
            value = self.modifier(term.ref) if term.letter == "M" else self.ranks(term.ref)
        return -value if term.minus else value

    def base_of(self, ref: Ref) -> str:
        """The skill whose M counts in M of this technique, empty for a skill."""
        key = _key(self.name(ref))
        if key in self._replaced and self._sub:
            return self.name(self._sub.skill)
        technique = self._sheet.techniques.get(key)
        return technique.base if technique else ""

    def modifier(self, ref: Ref) -> int:
        """M of a skill or technique."""
        name = self.name(ref)
        key = _key(name)
        if key in self._replaced:
            return self._replaced[key][0]
        if technique := self._sheet.techniques.get(key):
            return technique.ranks + self._modifier_of_skill(technique.base, ref)
        if skill := self._sheet.skills.get(key):
            return skill.modifier
        return self._unknown("skill or technique", name, ref, counts=UNTRAINED)

    def ranks(self, ref: Ref) -> int:
        """R of a skill or technique; its base skill is not asked for."""
        name = self.name(ref)
        key = _key(name)
        if key in self._replaced:
            return self._replaced[key][1]
        if found := self._sheet.techniques.get(key) or self._sheet.skills.get(key):
            return found.ranks
        return self._unknown("skill or technique", name, ref, counts=0)

    def name(self, ref: Ref) -> str:
        """The name that is looked up: `this` is the subject (S27)."""
        if not ref.is_this:
            return ref.word
        if not self._subject:
            raise Malformed("E09")
        return self._subject

    def _ranks_of_technique(self, ref: Ref) -> int:
        name = self.name(ref)
        if technique := self._sheet.techniques.get(_key(name)):
            return technique.ranks
        wrong_kind = _key(name) in self._sheet.skills
        return self._unknown("technique", name, ref, counts=0, wrong_kind=wrong_kind)

    def _modifier_of_skill(self, name: str, ref: Ref) -> int:
        if skill := self._sheet.skills.get(_key(name)):
            return skill.modifier
        wrong_kind = _key(name) in self._sheet.techniques
        return self._unknown("skill", name, ref, counts=UNTRAINED, wrong_kind=wrong_kind)

    def _unknown(
        self, kind: str, name: str, ref: Ref, counts: int, wrong_kind: bool = False
    ) -> int:
        """What a name that is not on the sheet counts; a name of the wrong kind never counts."""
        if self._untrained and not wrong_kind:
            return counts
        raise Malformed("E08", ref.at, kind=kind, X=name)
