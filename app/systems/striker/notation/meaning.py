"""The numbers of a line for a character: M and R looked up and summed (S26-S28)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.support.characters import BLANKS
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.sheet import Known, Skill, Technique
from app.systems.striker.notation.tokens import key, plainly_dashed
from app.systems.striker.notation.tree import (
    Amount,
    EffectDice,
    NotationLine,
    Ref,
    Save,
    Sub,
    Term,
)

#: M of a skill that is not on the sheet, where the house rule lets it count as untrained (S27).
UNTRAINED = -3


@dataclass(frozen=True)
class Meaning:
    """The numbers behind a line."""

    #: None for a line without a roll (S28).
    roll_modifier: int | None
    #: None for a line without an effect (S28).
    effect_modifier: int | None
    #: R of the first M(...) in the roll's sum, of either sign; None without one (S19).
    ranks: int | None


def evaluate(
    line: NotationLine, subject: str, sheet: Known, unknown_skill: str = "error"
) -> Meaning:
    """Evaluate a line for a character; Malformed E08 or E09 for the first unknown name.

    Every name is looked up, used or not, from left to right.
    """
    names = Names(line.sub, subject, sheet, unknown_skill)
    roll_modifier = effect_modifier = ranks = None
    if line.roll:
        if isinstance(line.roll, Save):
            names.ranks(line.roll.ref)
        roll_modifier = names.summed(line.roll.terms)
        ranks = names.ranks(line.ranked) if line.ranked else None
    if line.effect:
        effect_modifier = names.summed(line.effect.terms)
    return Meaning(roll_modifier, effect_modifier, ranks)


class Names:
    """The names of one line, looked up in the order of S27."""

    def __init__(self, sub: Sub | None, subject: str, sheet: Known, unknown_skill: str) -> None:
        self._subject = plainly_dashed(subject).strip(BLANKS)
        self._sheet = sheet
        self._untrained = unknown_skill == "untrained"
        self._base = ""
        # S27 (2): with sub(A for S), both A and S are R(A) + M(S); the base of A plays no part.
        self._replaced: dict[str, Skill] = {}
        if sub:
            ranks = self._ranks_of_technique(sub.technique)
            self._base = self.name(sub.skill)
            both = Skill(self._base, ranks + self._modifier_of_skill(self._base, sub.skill), ranks)
            self._replaced = {key(self.name(ref)): both for ref in (sub.technique, sub.skill)}

    def summed(self, terms: Iterable[Term | EffectDice]) -> int:
        """Return the signed sum of the terms; dice are not part of a modifier (S28)."""
        return sum(self.value(term) for term in terms if not isinstance(term, EffectDice))

    def value(self, term: Term) -> int:
        """Return the signed value of one term."""
        if isinstance(term, Amount):
            value = term.number
        else:
            value = self.modifier(term.ref) if term.letter == "M" else self.ranks(term.ref)
        return -value if term.minus else value

    def base_of(self, ref: Ref) -> str:
        """Return the skill that supplies M of this technique, empty for a skill."""
        if key(self.name(ref)) in self._replaced:
            return self._base
        entry = self._found(ref)
        return entry.base if isinstance(entry, Technique) else ""

    def modifier(self, ref: Ref) -> int:
        """Return M of a skill or technique."""
        entry = self._found(ref)
        if entry is None:
            return self._unknown("skill or technique", self.name(ref), ref, counts=UNTRAINED)
        if isinstance(entry, Technique):
            return entry.ranks + self._modifier_of_skill(entry.base, ref)
        return entry.modifier

    def ranks(self, ref: Ref) -> int:
        """Return R of a skill or technique, without its base skill."""
        entry = self._found(ref)
        if entry is None:
            return self._unknown("skill or technique", self.name(ref), ref, counts=0)
        return entry.ranks

    def _found(self, ref: Ref) -> Skill | Technique | None:
        """Return the skill or technique of a name, in the order of S27."""
        name = key(self.name(ref))
        technique = self._replaced.get(name) or self._sheet.techniques.get(name)
        return technique or self._sheet.skills.get(name)

    def name(self, ref: Ref) -> str:
        """Return the name to look up: `this` is the subject (S27)."""
        if not ref.is_this:
            return ref.word
        if not self._subject:
            raise Malformed("E09")
        return self._subject

    def _ranks_of_technique(self, ref: Ref) -> int:
        name = self.name(ref)
        if technique := self._sheet.techniques.get(key(name)):
            return technique.ranks
        wrong_kind = key(name) in self._sheet.skills
        return self._unknown("technique", name, ref, counts=0, wrong_kind=wrong_kind)

    def _modifier_of_skill(self, name: str, ref: Ref) -> int:
        if skill := self._sheet.skills.get(key(name)):
            return skill.modifier
        wrong_kind = key(name) in self._sheet.techniques
        return self._unknown("skill", name, ref, counts=UNTRAINED, wrong_kind=wrong_kind)

    def _unknown(
        self, kind: str, name: str, ref: Ref, counts: int, wrong_kind: bool = False
    ) -> int:
        """Return the value of an unknown name, if allowed; one of the wrong kind never is."""
        if self._untrained and not wrong_kind:
            return counts
        raise Malformed("E08", ref.at, kind=kind, X=name)
