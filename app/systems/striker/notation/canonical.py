"""Writing a line in the one form in which it is shown again (S29): the inverse of `grammar`."""

from __future__ import annotations

from collections.abc import Iterator

from app.systems.striker.notation.tree import (
    Amount,
    Check,
    Effect,
    EffectDice,
    Lookup,
    NotationLine,
    Save,
    Sub,
    Term,
)


def canonical(line: NotationLine) -> str:
    """Return the line in its canonical form; reading that gives the same line again."""
    before = " ".join(_before(line))
    if line.effect is None:
        return before
    # A comma and a space before `eff` when there is a roll, one space elsewhere.
    between = ", " if line.roll else " " if before else ""
    return f"{before}{between}{_effect(line.effect)}"


def _before(line: NotationLine) -> Iterator[str]:
    if line.action:
        duration = line.action.duration
        yield f"{line.action.name}({duration})" if duration else line.action.name
    if line.sub:
        yield _sub(line.sub)
    if line.roll:
        yield _roll(line.roll)


def _sub(sub: Sub) -> str:
    return f"sub({sub.technique.word} for {sub.skill.word})"


def _roll(roll: Check | Save) -> str:
    terms = " ".join(["d20", *(_term(term) for term in roll.terms)])
    if isinstance(roll, Save):
        return f"sv({roll.ref.word},{roll.challenge}) = {terms}"
    return f"chk({roll.challenge}) = {terms}{' to hit' if roll.to_hit else ''}"


def _effect(effect: Effect) -> str:
    terms = []
    for index, term in enumerate(effect.terms):
        if isinstance(term, EffectDice):
            terms.append(f"{'+' if index else ''}{term.count}d{term.sides}")
        else:
            terms.append(_term(term))
    return f"eff = {' '.join(terms)}"


def _term(term: Term) -> str:
    sign = "-" if term.minus else "+"
    return f"{sign}{_bare(term)}"


def _bare(term: Amount | Lookup) -> str:
    if isinstance(term, Amount):
        return str(term.number)
    return f"{term.letter}({term.ref.word})"
