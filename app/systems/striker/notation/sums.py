"""The numbers of a line for a character, term by term (S26-S28)."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.procedures.notations import Sum
from app.core.procedures.notations import Term as Shown
from app.systems.striker.notation.meaning import Names
from app.systems.striker.notation.tree import Amount, EffectDice, Lookup, NotationLine, Term
from app.systems.striker.notation.words import signed


def sums(line: NotationLine, names: Names) -> tuple[Sum, ...]:
    """Return the sums of the roll and of the effect; Malformed if a name is unknown."""
    return tuple(_sums(line, names))


def _sums(line: NotationLine, names: Names) -> Iterator[Sum]:
    if line.roll:
        terms = (Shown("d20"), *(_shown(term, names) for term in line.roll.terms))
        yield Sum("Roll", terms, signed(names.summed(line.roll.terms)))
    if line.effect and line.effect.terms:
        # S9: the dice of an effect are the weapon's; those of the line fall beside them.
        terms = (Shown("weapon’s dice"), *(_shown(term, names) for term in line.effect.terms))
        yield Sum("Effect", terms, signed(names.summed(line.effect.terms)))


def _shown(term: Term | EffectDice, names: Names) -> Shown:
    if isinstance(term, EffectDice):
        return Shown(f"{term.count}d{term.sides}")
    value = signed(names.value(term))
    if isinstance(term, Amount):
        return Shown("number", value)
    return Shown(f"{term.letter}({names.name(term.ref)})", value, _how(term, names))


def _how(term: Lookup, names: Names) -> str:
    """Describe M of a technique: its own ranks and the M of a skill (S8)."""
    base = names.base_of(term.ref)
    if term.letter == "R" or not base:
        return ""
    ranks = names.ranks(term.ref)
    return f"R {ranks} and M {signed(names.modifier(term.ref) - ranks)} of {base}"
