"""By how one decides: the chances of a form if all its decisions are taken by a simple rule."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

from app.core.errors import BadInput
from app.core.odds.policies import POLICIES, SUGGESTED, ByPolicy, in_slices
from app.core.procedures.kinds import of_count
from app.widgets.odds.odds import percent
from app.widgets.roll.desk import Desk
from app.widgets.roll.results import number

#: The policies in the order of their rows, with what each does.
ROWS = {SUGGESTED: "as it is suggested", **POLICIES}


@dataclass(frozen=True)
class Policy:
    """A policy beside others: its chance of success, and what it costs in the mean.

    p: exactly, empty where it takes too long. share: of the bar, as an SVG writes it.
    """

    policy: str
    words: str
    p: str
    success: str
    share: str
    price: str
    is_best: bool


def deciding(desk: Desk) -> Generator[float | None, None, tuple[Policy, ...]]:
    """What each policy comes to, in slices; nothing where the form cannot be played, its rules know
    no success, or no decision matters."""
    try:
        bound = desk.bound()
        if (yield from desk.weighing()).success is None:
            return ()
    except BadInput:
        return ()
    found: dict[str, ByPolicy | None] = {}
    for policy in ROWS:
        try:
            found[policy] = yield from in_slices(bound, policy)
        except BadInput:  # it would take too long
            found[policy] = None
        yield None
    known = [each for each in found.values() if each is not None]
    if all((each.chances, each.price) == (known[0].chances, known[0].price) for each in known):
        return ()
    best = max(map(_success, known))
    return tuple(_row(policy, each, best) for policy, each in found.items())


def _success(found: ByPolicy) -> Fraction:
    return found.chances.success or Fraction(0)


def _row(policy: str, found: ByPolicy | None, best: Fraction) -> Policy:
    if found is None:
        return Policy(policy, ROWS[policy], "", "\u2013", "0%", "", False)
    success = _success(found)
    prices = [price_words(mean, unit) for unit, mean in sorted(found.prices.items()) if mean]
    return Policy(
        policy,
        ROWS[policy],
        str(success),
        percent(success),
        f"{float(success) * 100:.2f}%",
        ", ".join(prices),
        success == best,
    )


def price_words(mean: Fraction, unit: str) -> str:
    """`0.8 luck`; never nothing at all where something may be paid."""
    tenth = Fraction(int(mean * 10 + Fraction(1, 2)), 10)
    said = number(tenth) if tenth else "<0.1"
    return f"{said} {of_count(tenth, unit)}".strip()
