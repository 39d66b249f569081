"""The chances of a form if a simple rule makes all decisions."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

from app.core.errors import BadInput
from app.core.odds.policies import SUGGESTED, ByPolicy, iter_by_policy
from app.core.procedures.labels import of_count
from app.widgets.odds.odds import percent
from app.widgets.roll.desk import Desk
from app.widgets.roll.result.words import number

#: The policies in the order of their rows, as the page calls them.
ROWS = {
    SUGGESTED: "Suggested",
    "best": "Best odds",
    "cheapest": "Cheapest",
    "always": "Accept all",
    "never": "Decline all",
}


@dataclass(frozen=True)
class Policy:
    """A decision policy with its chance of success and mean price.

    p: the exact chance, empty where it takes too long. share: length of the bar, an SVG length.
    """

    policy: str
    words: str
    p: str
    success: str
    share: str
    price: str
    is_best: bool


def deciding(desk: Desk) -> Generator[float | None, None, tuple[Policy, ...]]:
    """Evaluate each policy incrementally.

    Returns nothing where the form is invalid, its rules have no success, or no decision matters.
    """
    try:
        bound = desk.bound()
        if (yield from desk.iter_chances()).success is None:
            return ()
    except BadInput:
        return ()
    results: dict[str, ByPolicy | None] = {}
    for policy in ROWS:
        try:
            results[policy] = yield from iter_by_policy(bound, policy)
        except BadInput:  # too many branches
            results[policy] = None
        yield None
    evaluated = [result for result in results.values() if result is not None]
    if all(
        (each.chances, each.price) == (evaluated[0].chances, evaluated[0].price)
        for each in evaluated
    ):
        return ()
    best = max(map(_success, evaluated))
    return tuple(_row(policy, each, best) for policy, each in results.items())


def _success(result: ByPolicy) -> Fraction:
    return result.chances.success or Fraction(0)


def _row(policy: str, result: ByPolicy | None, best: Fraction) -> Policy:
    if result is None:
        return Policy(policy, ROWS[policy], "", "\u2013", "0%", "", False)
    success = _success(result)
    prices = [price_words(mean, unit) for unit, mean in sorted(result.prices.items()) if mean]
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
    """Format a mean price: `0.8 luck`; a small price is never 0."""
    tenth = Fraction(int(mean * 10 + Fraction(1, 2)), 10)
    amount = number(tenth) if tenth else "<0.1"
    return f"{amount} {of_count(tenth, unit)}".strip()
