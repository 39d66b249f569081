"""The numbers of a line for a character, term by term (S26-S28, S41-S43)."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.procedures.notations import Sum
from app.core.procedures.notations import Term as Shown
from app.core.support.characters import with_minus
from app.systems.striker.notation.canonical import bare_term
from app.systems.striker.notation.meaning import Names
from app.systems.striker.notation.spoken import with_sign
from app.systems.striker.notation.tree import Amount, EffectDice, Lookup, NotationLine, Term


def sums(line: NotationLine, names: Names) -> tuple[Sum, ...]:
    """Return the sums of the roll and of its effects; Malformed if a name is unknown.

    A sum with a number that is still asked for is left out (S42).
    """
    return tuple(_sums(line, names))


def _sums(line: NotationLine, names: Names) -> Iterator[Sum]:
    if line.roll:
        yield from _sum("Roll", "d20", line.roll.terms, names)
    if line.imposed:
        yield from _sum("Save against", "", line.imposed.terms, names)
    if line.sets:
        yield from _sum(line.sets.name, "", line.sets.terms, names)
    if line.trait and line.trait.value:
        yield from _sum(line.trait.name, "", line.trait.value.terms, names)
    for place, value in enumerate(line.losses):
        # S9: the dice of an effect are the weapon's; those of the line fall beside them.
        label = f"Effect {place + 1}" if place else "Effect"
        weapon = "weapon’s dice" if place == line.armed and not value.pool else ""
        if value.terms:
            yield from _sum(label, weapon, value.terms, names)


def _sum(
    label: str, first: str, terms: tuple[Term | EffectDice, ...], names: Names
) -> Iterator[Sum]:
    before = len(names.missing)
    total = names.sum_terms(terms)
    if len(names.missing) > before:
        return
    is_sum = bool(first) or any(isinstance(term, EffectDice) for term in terms)
    shown = tuple(_shown(term, names) for term in terms)
    beside = (Shown(first), *shown) if first else shown
    yield Sum(label, beside, with_sign(total) if is_sum else with_minus(total))


def _shown(term: Term | EffectDice, names: Names) -> Shown:
    if isinstance(term, EffectDice):
        return Shown(f"{term.count}d{term.sides}")
    value = with_sign(names.value(term))
    if isinstance(term, Amount):
        return Shown("number", value)
    if not isinstance(term, Lookup):
        return Shown(bare_term(term), value)
    star = term.star.written if term.star else ""
    return Shown(f"{term.letter}{star}({names.name(term.ref)})", value, _how(term, names))


def _how(term: Lookup, names: Names) -> str:
    """Describe M of a technique: its own ranks and the M of a skill (S8)."""
    base = names.base_of(term.ref)
    if term.letter == "R" or not base:
        return ""
    ranks = names.ranks(term.ref)
    return f"R {ranks} and M {with_sign(names.modifier(term.ref) - ranks)} of {base}"
