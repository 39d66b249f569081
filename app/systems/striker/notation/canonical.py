"""Writing a line in the one form in which it is shown again (S29): the inverse of its readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from unicodedata import numeric

from app.systems.striker.notation.tree import (
    Action,
    Against,
    Amount,
    Bracket,
    Challenge,
    Check,
    Effect,
    EffectDice,
    Item,
    Mark,
    Named,
    NotationLine,
    Own,
    Product,
    Save,
    Share,
    Sub,
    Term,
    Value,
    Words,
)

_SHARES = {Fraction(numeric(sign)).limit_denominator(10): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"}


def canonical(line: NotationLine) -> str:
    """Return the line in its canonical form; reading that gives the same line again."""
    if line.trait:
        return f"{line.trait.name} = {_items(line.trait.items, is_trait=True)}"
    if line.remark:
        return _items(line.remark)
    written = " ".join(_before(line))
    # A comma and a space before `eff` when there is a roll, one space elsewhere.
    apart = bool(line.roll or line.sets)
    for step in _steps(line):
        between = ", " if apart else " " if written else ""
        written, apart = f"{written}{between}{step}", True
    return written


def _before(line: NotationLine) -> Iterator[str]:
    if line.action:
        yield _action(line.action)
    if line.sub:
        yield _sub(line.sub)
    if line.roll:
        yield _roll(line.roll)
    if line.sets:
        yield f"set({line.sets.name}) = {plain(line.sets.terms)}"


def _steps(line: NotationLine) -> Iterator[str]:
    if line.imposed:
        terms = f",{plain(line.imposed.terms)}" if line.imposed.terms else ""
        yield f"imp(sv,{line.imposed.ref.word}{terms})"
    yield from (_effect(effect) for effect in line.effects)


def _action(action: Action) -> str:
    if not action.times:
        return action.name
    return f"{action.name}({', '.join((times(action), *costs_and_conditions(action)))})"


def times(action: Action) -> str:
    """Return the durations of an action: `round & day+`."""
    written = (f"{time.duration}{'+' if time.at_least else ''}" for time in action.times)
    return f" {action.joint} ".join(written)


def costs_and_conditions(action: Action) -> Iterator[str]:
    yield from (f"{cost.amount}{cost.pool}" for cost in action.costs)
    if action.ranked:
        yield "R"
    yield from action.conditions


def _sub(sub: Sub) -> str:
    return f"sub({sub.technique.word} for {sub.skill.word})"


def _roll(roll: Check | Save) -> str:
    terms = " ".join(["d20", *(_term(term) for term in roll.terms)])
    challenge = _challenge(roll.challenge)
    if isinstance(roll, Save):
        inside = f"({roll.ref.word},{challenge})" if roll.ref else ""
        return f"sv{inside} = {terms}"
    either = "|sv" if roll.either else ""
    return f"chk{either}({challenge}) = {terms}{' to hit' if roll.to_hit else ''}"


def _challenge(challenge: Challenge) -> str:
    if not isinstance(challenge, Against):
        return str(challenge)
    return ",".join(part for part in (challenge.name, plain(challenge.terms)) if part)


def _effect(effect: Effect) -> str:
    opens = "with" if effect.given else "eff ="
    return f"{opens} {_items(effect.items, is_given=effect.given)}".rstrip()


def _items(items: tuple[Item, ...], is_trait: bool = False, is_given: bool = False) -> str:
    # A value that stands alone has a sign, as in the core; one beside words has none.
    alone = not is_trait and not any(
        isinstance(item, Words) or (isinstance(item, Value) and item.tags) for item in items
    )
    written = ""
    for index, (item, after) in enumerate(zip(items, (*items[1:], None), strict=False)):
        bare = is_trait and not index
        # `eff` alone, before words or behind `with` would begin an effect.
        ends = not is_given and len(items) > 1 and (after is None or isinstance(after, Mark))
        own = "eff" if ends else "as weapon"
        piece = own if isinstance(item, Own) else _item(item, signed=alone, bare=bare)
        close = not written or (isinstance(item, Mark) and item.sign == ",")
        written += piece if close else f" {piece}"
    return written


def _item(item: Words | Mark | Value, signed: bool, bare: bool) -> str:
    if isinstance(item, Words):
        return item.text
    if isinstance(item, Mark):
        return item.sign
    tags = f"({','.join(item.tags)})" if item.tags else ""
    first = item.terms[0] if item.terms else None
    # A bracket or a name alone would be read as words.
    needs_sign = isinstance(first, Bracket | Named) and not bare
    if isinstance(first, Product) and not bare:
        needs_sign = isinstance(first.factors[0], Bracket)
    signed = signed or item.plus or needs_sign
    terms = " ".join(_terms(item.terms)) if signed else plain(item.terms)
    return f"{terms}{tags}"


def _terms(terms: Iterable[Term | EffectDice]) -> Iterator[str]:
    for index, term in enumerate(terms):
        if isinstance(term, EffectDice):
            yield f"{'+' if index else ''}{term.count}d{term.sides}"
        else:
            yield _term(term)


def plain(terms: tuple[Term | EffectDice, ...]) -> str:
    """Return a sum without a plus before its first term."""
    return " ".join(_terms(terms)).removeprefix("+")


def _term(term: Term) -> str:
    return f"{'-' if term.minus else '+'}{bare_term(term)}"


def bare_term(term: Term) -> str:
    """Return a term without its sign."""
    if isinstance(term, Amount):
        return str(term.number)
    if isinstance(term, Share):
        of = term.of
        return _SHARES.get(of) or f"{of.numerator}/{of.denominator}"
    if isinstance(term, Named):
        return term.name
    if isinstance(term, Bracket):
        return f"({plain(term.terms)})"
    if isinstance(term, Product):
        return "•".join(bare_term(factor) for factor in term.factors)
    star = term.star.written if term.star else ""
    return f"{term.letter}{star}({term.ref.written})"
