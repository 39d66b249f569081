"""A line in plain English, with its numbers where a character is known (S25-S28)."""

from __future__ import annotations

from collections.abc import Iterable

from app.systems.striker.notation.meaning import Meaning
from app.systems.striker.notation.tree import (
    Amount,
    Effect,
    EffectDice,
    NotationLine,
    Ref,
    Save,
    Term,
)

_AGAINST = {"C": "the challenge", "TC": "the target’s challenge (TC)"}


def words(line: NotationLine, subject: str = "", meaning: Meaning | None = None) -> str:
    """Describe a line in words.

    `d20 + 3 against the challenge, Wpn-Pistols for Cbt-Ranged; on a hit add 3 to the weapon’s
    dice`.
    subject: the meaning of `this`.
    """
    speaker = _Speaker(subject, meaning)
    clauses = [speaker.rolled(line)] if line.roll else []
    if line.effect:
        clauses.append(speaker.effect(line, line.effect))
    elif line.sub and not line.roll:
        clauses.append(speaker.replaced(line))
    sentence = "; ".join(clause for clause in clauses if clause)
    return f"{_named(line)}{sentence}" if sentence else _named(line).rstrip(": ")


def _named(line: NotationLine) -> str:
    if line.action is None:
        return ""
    duration = f" ({line.action.duration})" if line.action.duration else ""
    return f"{line.action.name}{duration}: "


class _Speaker:
    def __init__(self, subject: str, meaning: Meaning | None) -> None:
        self._subject = subject
        self._meaning = meaning

    def name(self, ref: Ref) -> str:
        return (self._subject or "the skill of this listing") if ref.is_this else ref.word

    def rolled(self, line: NotationLine) -> str:
        roll = line.roll
        assert roll is not None
        known = self._meaning.roll_modifier if self._meaning else None
        modifier = _signed(known) if known is not None else self.terms(roll.terms)
        against = _AGAINST.get(str(roll.challenge), str(roll.challenge))
        saving = f"save with {self.name(roll.ref)}: " if isinstance(roll, Save) else ""
        sentence = f"{saving}d20{modifier} against {against}"
        return f"{sentence}, {self.replaced(line)}" if line.sub else sentence

    def replaced(self, line: NotationLine) -> str:
        if line.sub is None:
            return ""
        return f"{self.name(line.sub.technique)} for {self.name(line.sub.skill)}"

    def effect(self, line: NotationLine, effect: Effect) -> str:
        when = _when(line)
        dice = " + ".join(f"{each.count}d{each.sides}" for each in effect.dice)
        known = self._meaning.effect_modifier if self._meaning else None
        if known is None:
            terms = [term for term in effect.terms if not isinstance(term, EffectDice)]
            return f"{when}{dice or 'the weapon’s dice'}{self.terms(terms)}"
        if dice:
            return f"{when}{dice}{_signed(known)}, beside the weapon’s dice"
        if known == 0:
            return f"{when}the weapon’s dice as they fall"
        verb, to = ("add", "to") if known > 0 else ("take", "from")
        return f"{when}{verb} {abs(known)} {to} the weapon’s dice"

    def terms(self, terms: Iterable[Term]) -> str:
        return "".join(f" {'−' if term.minus else '+'} {self.term(term)}" for term in terms)

    def term(self, term: Term) -> str:
        if isinstance(term, Amount):
            return str(term.number)
        what = "M" if term.letter == "M" else "ranks"
        return f"{what} of {self.name(term.ref)}"


def _when(line: NotationLine) -> str:
    if line.roll is None:
        return "effect: "
    if line.kind == "save":
        return "whatever the save, "  # S14: how much of it is left the table decides
    return "on a hit " if line.is_attack else "on a success "


def signed(number: int) -> str:
    """Return a signed modifier: `+3`, `−2`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def _signed(number: int) -> str:
    if number == 0:
        return ""
    return f" + {number}" if number > 0 else f" − {-number}"
