"""What would help most, as lines beside the chances: each with its gain and its price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from app.core.errors import BadInput
from app.core.odds.helping import Step, ranked
from app.core.odds.odds import GOOD, chances
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Whole
from app.core.procedures.levers import NO_COST
from app.core.procedures.procedure import Procedure
from app.widgets.odds.odds import percent
from app.widgets.roll.forms import input_text

#: So many lines stand there at once; the others unfold.
SHORT = 4

#: What gains less is not worth a line: it would stand there as nothing.
LEAST = Fraction(1, 1000)

#: So many choices are tried, to see whether a procedure knows a success at all.
TRIED = 6


@dataclass(frozen=True)
class Offer:
    """A step that can be taken from the open form.

    place: of another weapon on the sheet, which is rolled then. extra: what the action of the fight
    that pays for it costs besides, in words.
    """

    step: Step
    place: str = ""
    extra: str = ""


@dataclass(frozen=True)
class Line:
    """One line: what to do, what it gains, at what price.

    name, text: the field and what it would say. place: of another weapon on the sheet. action: of
    the fight, that pays. key: finds it again in the next drawing.
    """

    words: str
    gain: str
    price: str
    best: bool
    name: str
    text: str
    place: str
    action: str
    key: str


def room(procedure: Procedure) -> int:
    """So many lines may stand there at once; 0 where there is nothing to help with."""
    if not procedure.asks or not any(each.tone in GOOD for each in procedure.grades):
        return 0
    levers = [each.kind.lever for each in procedure.inputs.values() if each.kind.lever]
    if not levers or not _judged(procedure):
        return 0
    return min(SHORT, sum(each.room for each in levers) + bool(procedure.verb))


def _judged(procedure: Procedure) -> bool:
    """Do its rules know a success, with small numbers or with large ones? Damage has none."""
    tried = False
    for large, place in product((False, True), range(TRIED)):
        given = {
            name: _some(each.kind, large, place)
            for name, each in procedure.inputs.items()
            if each.required or (large and isinstance(each.kind, Number))
        }
        try:
            if chances(procedure.bind(given)).success is not None:
                return True
            tried = True
        except BadInput:
            continue
    return not tried


def _some(kind: Kind, large: bool, place: int) -> Any:
    """A value of this kind; of choices the one at this place, or the last."""
    if isinstance(kind, Whole | Number):
        return kind.high if large else kind.low
    if isinstance(kind, OneOf):
        return list(kind.choices)[: place + 1][-1]
    return [_some(kind.of, large, place)] * kind.least if isinstance(kind, ListOf) else ""


def lines(procedure: Procedure, found: Iterable[tuple[Offer, Fraction]]) -> tuple[Line, ...]:
    """What helps, the greatest gain first, with the best for its price marked."""
    offers = {(offer.step, offer.place): (offer, gain) for offer, gain in found if gain >= LEAST}
    by_step = {step: offer for (step, _), (offer, _) in offers.items()}
    made: list[Line] = []
    for help in ranked((offer.step, gain) for offer, gain in offers.values()):
        offer, step = by_step[help.step], help.step
        text = "" if offer.place else input_text(procedure, step.name, step.value)
        name = offer.place or step.name
        again = any(each.key == f"help-{name}" for each in made)
        made.append(
            Line(
                step.words,
                f"+{percent(help.gain)}",
                _price(offer),
                help.best,
                step.name,
                text,
                offer.place,
                step.action if offer.extra or step.action else "",
                f"help-{name}-{text}" if again else f"help-{name}",
            )
        )
    return tuple(made)


def _price(offer: Offer) -> str:
    """`1 minor action, 1 AP`, `if the GM agrees`; empty where it costs nothing."""
    parts = (offer.step.cost.words, offer.extra, offer.step.if_so)
    return ", ".join(part for part in parts if part)


def another(place: str, label: str) -> Offer:
    """Another weapon of the sheet in the place of this one."""
    step = Step(place, place, f"With {label}", NO_COST, "if it is at hand")
    return Offer(step, place)
