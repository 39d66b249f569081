"""The numbers of a line for a character: M and R looked up and summed (S26-S28, S36-S43)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, prod

from app.core.support.characters import BLANKS
from app.systems.striker.notation.dialects import CORE, REFERENCE
from app.systems.striker.notation.effects import MEASURES
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.sheet import CATEGORIES, Known, Skill, Technique, skill_key
from app.systems.striker.notation.tokens import key, plainly_dashed
from app.systems.striker.notation.tree import (
    Against,
    Amount,
    Bracket,
    Challenge,
    Cost,
    EffectDice,
    Lookup,
    Named,
    NotationLine,
    Product,
    Ref,
    Save,
    Share,
    Sub,
    Term,
)

#: M of a skill that is not on the sheet, where the house rule lets it count as untrained (S27).
UNTRAINED = -3
#: The challenge of an area, unless the line or the form says otherwise (S39).
AREA = 8

Numeric = int | Fraction


@dataclass(frozen=True)
class Beside:
    """The numbers, points and dialect of a line, besides skills and techniques.

    numbers: by their keys, of the sheet and the form. points: spent on the starred modifiers (S37),
    None for as many as the line says.
    """

    numbers: Mapping[str, int] = field(default_factory=dict)
    points: int | None = None
    dialect: str = REFERENCE


@dataclass(frozen=True)
class Meaning:
    """The numbers behind a line."""

    #: None for a line without a roll (S28).
    roll_modifier: int | None
    #: Of the first loss; None for a line without an effect (S28).
    effect_modifier: int | None
    #: R of the first M(...) in the roll's sum, of either sign; None without one (S19).
    ranks: int | None
    #: The number of the challenge, if the line has it; names may be in `missing`.
    challenge: int | None = None
    #: The challenge of the save that is imposed (S41).
    imposed: int | None = None
    #: The challenge that is set for another's check (S39).
    sets: int | None = None
    #: The number of a trait line (S43).
    trait: int | None = None
    #: The modifier of each value of the effects, in the order written.
    values: tuple[int, ...] = ()
    #: The names of numbers that neither sheet nor form gives (S42).
    missing: tuple[str, ...] = ()


def evaluate(
    line: NotationLine,
    subject: str,
    sheet: Known,
    unknown_skill: str = "error",
    beside: Beside | None = None,
) -> Meaning:
    """Evaluate a line for a character; Malformed E08, E09, E19 to E21 for the first fault.

    Every name is looked up, used or not, from left to right.
    """
    names = Names(line.sub, subject, sheet, unknown_skill, beside, line)
    roll_modifier = effect_modifier = ranks = challenge = None
    if line.action and line.action.ranked:
        names.require_rank(line.action.ranked_at)
    if line.roll:
        if isinstance(line.roll, Save) and line.roll.ref:
            names.ranks(line.roll.ref)
        challenge = names.challenge(line.roll.challenge)
        roll_modifier = names.sum_terms(line.roll.terms)
        ranks = names.ranks(line.ranked) if line.ranked else None
    value = line.trait.value if line.trait else None
    sets, imposed, trait = (
        names.sum_terms(part.terms) if part else None for part in (line.sets, line.imposed, value)
    )
    names.in_effect = names.widely
    values = tuple(names.sum_terms(value.terms) for value in line.values)
    if losses := line.losses:
        numbers = zip(line.values, values, strict=True)
        effect_modifier = next((number for value, number in numbers if value is losses[0]), 0)
    missing = tuple(names.missing)
    return Meaning(
        roll_modifier, effect_modifier, ranks, challenge, imposed, sets, trait, values, missing
    )


def first_cost(line: NotationLine) -> Cost | None:
    """Return the cost that rises with the points spent; None for a line without an action (S37).

    Without a cost of its own the line costs the points of its star.
    """
    if line.action is None:
        return None
    points = line.starred.points if line.starred else 0
    return next(iter(line.action.costs), Cost(points, "fp"))


def costs(line: NotationLine, points: int | None) -> tuple[Cost, ...]:
    """Return the costs of a line by pool, with each point spent beyond its own (S34, S37)."""
    first, star = first_cost(line), line.starred
    if line.action is None or first is None:
        return ()
    more = 0 if star is None or points is None else points - star.points
    by_pool: dict[str, Cost] = {}
    for cost in (replace(first, amount=first.amount + more), *line.action.costs[1:]):
        before = by_pool.get(cost.pool)
        total = cost if before is None else replace(before, amount=before.amount + cost.amount)
        by_pool[cost.pool] = total
    return tuple(cost for cost in by_pool.values() if cost.amount)


class Names:
    """The names of one line, looked up in the order of S27."""

    def __init__(
        self,
        sub: Sub | None,
        subject: str,
        sheet: Known,
        unknown_skill: str,
        beside: Beside | None = None,
        line: NotationLine | None = None,
    ) -> None:
        beside = beside or Beside(dialect=CORE)
        self._subject = plainly_dashed(subject).strip(BLANKS)
        self._sheet = sheet
        self._untrained = unknown_skill == "untrained"
        self._numbers = beside.numbers
        self.widely = beside.dialect != CORE
        #: Whether the names are those of an effect, where a measure may be meant (S42).
        self.in_effect = False
        #: Points spent beyond those that the line says (S37).
        self._more = _points_beyond(line, beside.points)
        #: Names of numbers that were asked for in vain, in their order.
        self.missing: dict[str, None] = {}
        self._base = ""
        # S27 (2): with sub(A for S), both A and S are R(A) + M(S); the base of A plays no part.
        self._replaced: dict[str, Skill] = {}
        if sub:
            technique = self._technique(sub.technique)
            added = self._added_by(technique, sub.technique)
            self._base = self.name(sub.skill)
            m = added + self._modifier_of_skill(self._base, sub.skill)
            skill = sheet.skills.get(self._key_of(self._base))
            category = skill.category if skill else ""
            both = Skill(self._base, m, technique.ranks, category)
            self._replaced = {self._key(ref): both for ref in (sub.technique, sub.skill)}

    def sum_terms(self, terms: Iterable[Term | EffectDice]) -> int:
        """Return the signed sum of the terms without dice, rounded down (S28, S42)."""
        return floor(self._exact(terms))

    def _exact(self, terms: Iterable[Term | EffectDice]) -> Numeric:
        return sum(self._value(term) for term in terms if not isinstance(term, EffectDice))

    def value(self, term: Term) -> int:
        """Return the signed value of one term, rounded down."""
        return floor(self._value(term))

    def _value(self, term: Term) -> Numeric:
        value = self._bare(term)
        return -value if term.minus else value

    def _bare(self, term: Term) -> Numeric:
        """Return the value of a term without its sign."""
        if isinstance(term, Amount):
            return term.number
        if isinstance(term, Share):
            return term.of
        if isinstance(term, Bracket):
            return self._exact(term.terms)
        if isinstance(term, Product):
            return prod(self._bare(factor) for factor in term.factors)
        if isinstance(term, Named):
            return self._named(term)
        value = self.modifier(term.ref) if term.letter == "M" else self.ranks(term.ref)
        return value + self._spent(term)

    def _spent(self, term: Lookup) -> int:
        """Return the points that count beside M or R (S37); E20 for an enabler without ranks."""
        if term.star is None:
            return 0
        if isinstance(entry := self._found(term.ref), Technique):
            self._added_by(entry, term.ref)
        return term.star.times * (term.star.points + self._more)

    def _named(self, term: Named) -> int:
        """Return a number by its name, else M of a skill or technique (S42)."""
        name = key(term.name)
        if name in self._numbers:
            return self._numbers[name]
        ref = Ref(term.name, term.at)
        if self._found(ref) is not None:
            return self.modifier(ref)
        self.missing[term.name] = None
        return 0

    def challenge(self, challenge: Challenge) -> int | None:
        """Return the number of a challenge; None where it is given with the roll (S39)."""
        if isinstance(challenge, int):
            return challenge
        if not isinstance(challenge, Against):
            return None
        if challenge.terms:
            return self.sum_terms(challenge.terms)
        given = self._numbers.get(key(challenge.name))
        return AREA if given is None and challenge.is_area else given

    def require_rank(self, at: int) -> None:
        """Raise E19 unless the subject has at least one rank (S35)."""
        this = Ref("this", at)
        if self.ranks(this) < 1:
            raise Malformed("E19", at, X=self.name(this))

    def base_of(self, ref: Ref) -> str:
        """Return the skill that supplies M of this technique, empty for a skill."""
        if self._key(ref) in self._replaced:
            return self._base
        entry = self._found(ref)
        return entry.base if isinstance(entry, Technique) else ""

    def modifier(self, ref: Ref) -> int:
        """Return M of a skill or technique."""
        entry = self._found(ref)
        if entry is None:
            return self._unknown("skill or technique", self.name(ref), ref, counts=UNTRAINED)
        if isinstance(entry, Technique):
            return self._added_by(entry, ref) + self._modifier_of_skill(entry.base, ref)
        return entry.modifier

    def _added_by(self, technique: Technique, ref: Ref) -> int:
        """Return the part of M that a technique adds to a skill: its ranks, by its kind (S8)."""
        if not technique.ranks and technique.kind == "enabler":
            raise Malformed("E20", ref.at, X=technique.name)
        if not technique.ranks and technique.kind == "facilitator":
            return UNTRAINED
        return technique.ranks

    def ranks(self, ref: Ref) -> int:
        """Return R of a skill or technique, without its base skill."""
        entry = self._found(ref)
        if entry is None:
            return self._unknown("skill or technique", self.name(ref), ref, counts=0)
        return entry.ranks

    def _found(self, ref: Ref) -> Skill | Technique | None:
        """Return the skill or technique of a name, in the order of S27."""
        if ref.any:
            return self._best_of(ref.word.lower())
        name = self._key(ref)
        technique = self._replaced.get(name) or self._sheet.techniques.get(name)
        return technique or self._sheet.skills.get(name)

    def _key(self, ref: Ref) -> str:
        return self._key_of(self.name(ref))

    def _key_of(self, name: str) -> str:
        """Return the key by which the sheet is asked for a name; the core knows no short ones."""
        return skill_key(name, self._sheet.skills, self._sheet.techniques, short=self.widely)

    def _best_of(self, begun: str) -> Skill | None:
        """Return the best skill on the sheet of the category with this beginning (S36)."""
        skills = {**self._sheet.skills, **self._replaced}
        of_it = [
            skill
            for name, skill in skills.items()
            if CATEGORIES.get(name, skill.category).startswith(begun)
        ]
        return max(of_it, key=lambda skill: skill.modifier, default=None)

    def name(self, ref: Ref) -> str:
        """Return the name to look up: `this` is the subject (S27)."""
        if not ref.is_this:
            return ref.written
        if not self._subject:
            raise Malformed("E09")
        return self._subject

    def _technique(self, ref: Ref) -> Technique:
        name, of = self.name(ref), self._key(ref)
        if technique := self._sheet.techniques.get(of):
            return technique
        wrong_kind = of in self._sheet.skills
        ranks = self._unknown("technique", name, ref, counts=0, wrong_kind=wrong_kind)
        return Technique(name, ranks, base="")

    def _modifier_of_skill(self, name: str, ref: Ref) -> int:
        of = self._key_of(name)
        if skill := self._sheet.skills.get(of):
            return skill.modifier
        wrong_kind = of in self._sheet.techniques
        return self._unknown("skill", name, ref, counts=UNTRAINED, wrong_kind=wrong_kind)

    def _unknown(
        self, kind: str, name: str, ref: Ref, counts: int, wrong_kind: bool = False
    ) -> int:
        """Return the value of an unknown name, if allowed; one of the wrong kind never is."""
        if self._untrained and not wrong_kind:
            return counts
        is_measure = self.in_effect and key(name) in MEASURES
        advice = f"Try: M(this)({name})" if is_measure else ""
        raise Malformed("E08", ref.at, advice, kind=kind, X=name)


def _points_beyond(line: NotationLine | None, points: int | None) -> int:
    """Return the points spent beyond those of the line; E21 for fewer (S37)."""
    star = line.starred if line else None
    if star is None or points is None:
        return 0
    if points < star.points:
        raise Malformed("E21", N=star.points)
    return points - star.points
