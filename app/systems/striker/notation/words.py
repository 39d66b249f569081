"""A line in plain English, with its numbers where a character is known (S25-S28, S32-S43)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.core.support.characters import with_minus
from app.systems.striker.notation.canonical import plain
from app.systems.striker.notation.meaning import AREA, Meaning
from app.systems.striker.notation.spoken import points, speak_remarks
from app.systems.striker.notation.tree import (
    Action,
    Against,
    Amount,
    Bracket,
    Challenge,
    Check,
    EffectDice,
    Named,
    NotationLine,
    Product,
    Ref,
    Save,
    Share,
    Term,
    Value,
    Words,
)

_AGAINST = {"C": "the challenge", "TC": "the target’s challenge (TC)"}


def words(line: NotationLine, subject: str = "", meaning: Meaning | None = None) -> str:
    """Describe a line in words.

    `d20 + 3 against the challenge, Wpn-Pistols for Cbt-Ranged; on a hit add 3 to the weapon’s
    dice`.
    subject: the meaning of `this`.
    """
    speaker = _Speaker(subject, meaning)
    if line.trait:
        return speaker.trait(line)
    if line.remark:
        return _advantage(line) or f"remark: {_plain_words(line)}"
    clauses = [speaker.roll(line)] if line.roll else []
    if not line.roll and line.sub and not line.effects:
        clauses.append(speaker.sub(line))
    if line.sets:
        known = meaning.sets if meaning else None
        number = plain(line.sets.terms) if known is None else str(known)
        clauses.append(f"sets {line.sets.name} to {number}")
    if line.imposed:
        clauses.append(speaker.imposed_save(line))
    clauses += speaker.effects(line)
    sentence = "; ".join(clause for clause in clauses if clause)
    return f"{_named(line)}{sentence}" if sentence else _named(line).rstrip(": ")


def _named(line: NotationLine) -> str:
    if line.action is None:
        return ""
    conditions = "; ".join(_conditions(line.action))
    return f"{line.action.name} ({conditions}): " if conditions else f"{line.action.name}: "


def _conditions(action: Action) -> Iterator[str]:
    lasts = [f"{time.duration}{' or longer' if time.at_least else ''}" for time in action.times]
    if lasts:
        yield {"|": " or ", "&": ", then each time "}.get(action.joint, "").join(lasts)
    if action.costs:
        yield f"costs {' and '.join(points(cost.amount, cost.pool) for cost in action.costs)}"
    if action.ranked:
        yield "needs 1 rank"
    yield from action.conditions


def _plain_words(line: NotationLine) -> str:
    return " ".join(item.text for item in line.remark if isinstance(item, Words))


def _advantage(line: NotationLine) -> str:
    """Describe `adv(sv,Health)`: advantage on saves with Health."""
    text = _plain_words(line)
    which, bracket, inside = text.partition("(")
    sort, _, of = inside.rstrip(")").partition(",")
    rolls = {"sv": "saves", "chk": "checks"}.get(sort.strip().lower())
    if not bracket or rolls is None or which.lower() not in ("adv", "dadv"):
        return ""
    side = "advantage" if which.lower() == "adv" else "disadvantage"
    return f"{side} on {rolls}{f' with {of.strip()}' if of.strip() else ''}"


class _Speaker:
    def __init__(self, subject: str, meaning: Meaning | None) -> None:
        self._subject = subject
        # Without all numbers a total would be wrong: the sum is written out.
        self._meaning = meaning if meaning and not meaning.missing else None

    def name(self, ref: Ref) -> str:
        return (self._subject or "the skill of this listing") if ref.is_this else ref.written

    def trait(self, line: NotationLine) -> str:
        trait, number = line.trait, self._meaning.trait if self._meaning else None
        assert trait is not None
        rest = " ".join(item.text for item in trait.items if isinstance(item, Words))
        if trait.value is None:
            return f"{trait.name}: {rest}"
        terms = _unsigned(self.terms(trait.value.terms)) if number is None else str(number)
        return f"{trait.name} is {terms} {rest}".rstrip()

    def roll(self, line: NotationLine) -> str:
        roll = line.roll
        assert roll is not None
        known = self._meaning.roll_modifier if self._meaning else None
        modifier = _signed(known) if known is not None else self.terms(roll.terms)
        saving = f"save with {self.name(roll.ref)}: " if isinstance(roll, Save) and roll.ref else ""
        if isinstance(roll, Save) and not roll.ref:
            saving = "save: "
        if isinstance(roll, Check) and roll.either:
            saving = "check or save: "
        sentence = f"{saving}d20{modifier} against {self.against(roll.challenge)}"
        return f"{sentence}, {self.sub(line)}" if line.sub else sentence

    def against(self, challenge: Challenge) -> str:
        if not isinstance(challenge, Against):
            return _AGAINST.get(str(challenge), str(challenge))
        known = self._meaning.challenge if self._meaning else None
        if challenge.is_area:
            return f"{AREA if known is None else known} (an area)"
        if challenge.terms:
            return str(known) if known is not None else _unsigned(self.terms(challenge.terms))
        return challenge.name if known is None else f"{challenge.name}, {known}"

    def sub(self, line: NotationLine) -> str:
        if line.sub is None:
            return ""
        return f"{self.name(line.sub.technique)} for {self.name(line.sub.skill)}"

    def imposed_save(self, line: NotationLine) -> str:
        imposed = line.imposed
        assert imposed is not None
        known = self._meaning.imposed if self._meaning else None
        number = _unsigned(self.terms(imposed.terms)) if known is None else str(known)
        when = _when(line) if line.roll else ""
        return f"{when}the target saves with {self.name(imposed.ref)} against {number}"

    def effects(self, line: NotationLine) -> Iterator[str]:
        when = "where the save fails " if line.imposed else _when(line)
        for place, value in enumerate(line.losses):
            known = self._number(line, value)
            yield f"{when}{self.loss(value, known, armed=place == line.armed)}"
        for effect in line.effects:
            if remark := speak_remarks(effect, lambda value: self.value(line, value)):
                yield remark

    def _number(self, line: NotationLine, value: Value) -> int | None:
        if self._meaning is None:
            return None
        numbers = zip(line.values, self._meaning.values, strict=False)
        return next((number for each, number in numbers if each is value), 0)

    def value(self, line: NotationLine, value: Value) -> str:
        known = self._number(line, value)
        if known is None or value.dice:
            dice = _dice(value)
            number = self.terms(_undiced(value)) if known is None else _signed(known)
            return f"{dice}{number}" if dice else _unsigned(number)
        return f"+{known}" if value.plus and known >= 0 else with_minus(known)

    def loss(self, value: Value, known: int | None, armed: bool) -> str:
        """Describe a loss. armed: the weapon's dice are a part of it."""
        dice = _dice(value)
        if value.pool or not armed:
            number = self.terms(_undiced(value)) if known is None else _signed(known)
            kind = f" ({value.damage_kind})" if value.damage_kind else ""
            amount = f"{dice}{number}" if dice else _unsigned(number) or 0
            return f"{amount} {value.pool or 'hp'}{kind}"
        if known is None:
            return f"{dice or 'the weapon’s dice'}{self.terms(_undiced(value))}"
        if dice:
            return f"{dice}{_signed(known)}, beside the weapon’s dice"
        if known == 0:
            return "the weapon’s dice as they fall"
        verb, to = ("add", "to") if known > 0 else ("take", "from")
        return f"{verb} {abs(known)} {to} the weapon’s dice"

    def terms(self, terms: Iterable[Term | EffectDice]) -> str:
        return "".join(
            f" {'−' if term.minus else '+'} {self.term(term)}"
            for term in terms
            if not isinstance(term, EffectDice)
        )

    def term(self, term: Term) -> str:
        if isinstance(term, Amount):
            return str(term.number)
        if isinstance(term, Share):
            return f"{term.of.numerator}/{term.of.denominator}"
        if isinstance(term, Named):
            return term.name
        if isinstance(term, Bracket):
            return f"({_unsigned(self.terms(term.terms))})"
        if isinstance(term, Product):
            return " × ".join(self.term(factor) for factor in term.factors)
        what = "M" if term.letter == "M" else "ranks"
        spent = ""
        if star := term.star:
            counts = star.points * star.times
            spent = f" and {counts} point{'' if counts == 1 else 's'} spent"
        return f"{what} of {self.name(term.ref)}{spent}"


def _undiced(value: Value) -> list[Term]:
    return [term for term in value.terms if not isinstance(term, EffectDice)]


def _dice(value: Value) -> str:
    return " + ".join(f"{die.count}d{die.sides}" for die in value.dice)


def _unsigned(terms: str) -> str:
    return terms.removeprefix(" + ").strip()


def _when(line: NotationLine) -> str:
    if line.roll is None:
        return "effect: "
    if line.kind == "save":
        return "whatever the save, "  # S14: how much of it is left the table decides
    return "on a hit " if line.is_attack else "on a success "


def _signed(number: int) -> str:
    if number == 0:
        return ""
    return f" + {number}" if number > 0 else f" − {-number}"
