"""The options that would help most, as lines beside the chances, with gain and price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from app.core.errors import BadInput
from app.core.odds.helping import Improvement, rank_gains
from app.core.odds.odds import GOOD, chances
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Whole
from app.core.procedures.levers import NO_COST
from app.core.procedures.procedure import Procedure
from app.widgets.odds.odds import percent
from app.widgets.roll.form.forms import input_text

#: Lines shown at once; the others unfold.
SHORT = 2

#: The smallest gain that is shown.
LEAST = Fraction(1, 1000)

#: Choices tried to find out whether a procedure has a success.
TRIED = 6


@dataclass(frozen=True)
class Offer:
    """A step that can be taken from the open form.

    place: the place on the sheet of another weapon to roll instead. extra: further costs of the
    fight action that pays for it, in words.
    """

    step: Improvement
    place: str = ""
    extra: str = ""


@dataclass(frozen=True)
class HelpLine:
    """An option with its gain and its price."""

    words: str
    gain: str
    price: str
    best: bool
    #: The field to change.
    name: str
    #: The field's new text.
    text: str
    #: The place on the sheet of another weapon.
    place: str
    #: The fight action that pays.
    action: str
    #: Stable id across drawings.
    key: str


def room(procedure: Procedure) -> int:
    """Return the most lines a procedure can show; 0 where nothing can help."""
    if not procedure.asks or not any(grade.tone in GOOD for grade in procedure.grades):
        return 0
    levers = [each.kind.lever for each in procedure.inputs.values() if each.kind.lever]
    if not levers or not _judged(procedure):
        return 0
    return min(SHORT, sum(lever.room for lever in levers) + bool(procedure.verb))


def _judged(procedure: Procedure) -> bool:
    """Tell whether the rules have a success, with small or large numbers; damage has none."""
    tried = False
    for large, index in product((False, True), range(TRIED)):
        values = {
            name: _some(each.kind, large, index)
            for name, each in procedure.inputs.items()
            if each.required or (large and isinstance(each.kind, Number))
        }
        try:
            if chances(procedure.bind(values)).success is not None:
                return True
            tried = True
        except BadInput:
            continue
    return not tried


def _some(kind: Kind, large: bool, index: int) -> object:
    """Return a value of this kind; of choices the one at this index, or the last."""
    if isinstance(kind, Whole | Number):
        return kind.high if large else kind.low
    if isinstance(kind, OneOf):
        return list(kind.choices)[: index + 1][-1]
    return [_some(kind.of, large, index)] * kind.least if isinstance(kind, ListOf) else ""


def lines(procedure: Procedure, gains: Iterable[tuple[Offer, Fraction]]) -> tuple[HelpLine, ...]:
    """Return the options, the greatest gain first, the best for its price marked."""
    offers = {(offer.step, offer.place): (offer, gain) for offer, gain in gains if gain >= LEAST}
    by_step = {step: offer for (step, _), (offer, _) in offers.items()}
    result: list[HelpLine] = []
    for help in rank_gains((offer.step, gain) for offer, gain in offers.values()):
        offer, step = by_step[help.step], help.step
        text = "" if offer.place else input_text(procedure, step.name, step.value)
        name = offer.place or step.name
        repeated = any(each.key == f"help-{name}" for each in result)
        result.append(
            HelpLine(
                step.words,
                f"+{percent(help.gain)}",
                _price(offer),
                help.best,
                step.name,
                text,
                offer.place,
                step.action if offer.extra or step.action else "",
                f"help-{name}-{text}" if repeated else f"help-{name}",
            )
        )
    return tuple(result)


def _price(offer: Offer) -> str:
    """Describe a price: `1 minor action, 1 AP`, `if the GM agrees`; empty for none."""
    parts = (offer.step.cost.words, offer.extra, offer.step.if_so)
    return ", ".join(part for part in parts if part)


def another(place: str, label: str) -> Offer:
    """Return the offer to roll another weapon of the sheet instead."""
    step = Improvement(place, place, f"With {label}", NO_COST, "if at hand")
    return Offer(step, place)
