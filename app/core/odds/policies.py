"""Policies: the odds of a form if its decisions are taken by a simple rule.

    never      the actor declines every offer
    always     the actor takes every offer
    best       at each decision, the option with the greatest chance of success
    cheapest   the same, and of equal options the cheapest

The last two are exact: the branches after every option are solved, and the best of them is the
value of the branch before. Decisions of others than the actor are answered by their defaults.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, join_words, short_text
from app.core.odds.odds import Chances, chances, chances_of
from app.core.odds.tree import Odds, Start, Tree
from app.core.play.asks import AnyChoose, Asked, Foresee, OneOf, Places
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: The policies, in words.
POLICIES = {
    "never": "decline everything",
    "always": "take everything",
    "best": "whatever succeeds most often",
    "cheapest": "the cheapest that succeeds as often",
}

#: The policies that look ahead for success.
LOOKING_AHEAD = ("best", "cheapest")


#: The policy of taking every default, as plain odds do.
SUGGESTED = "suggested"


@dataclass(frozen=True)
class Price:
    """The key of the mean cost of decisions, in one unit (`luck`), among a tree's results."""

    unit: str


@dataclass(frozen=True)
class ByPolicy:
    """Exact chances by a policy. prices: the mean cost of its decisions, by unit."""

    chances: Chances
    prices: Mapping[str, Fraction]

    @property
    def price(self) -> Fraction:
        """Return the mean cost in all units together."""
        return sum(self.prices.values(), Fraction(0))


def check_policy(name: object) -> str:
    """Return the name of a policy; BadInput on `policy` for any other."""
    if isinstance(name, str) and name in POLICIES:
        return name
    raise BadInput("policy", f"policy is {short_text(name)}; give {join_words(list(POLICIES))}")


def by_policy(bound: Bound, policy: str, choices: Mapping[str, object] | None = None) -> ByPolicy:
    """Return exact chances if decisions follow this policy. choices: fixed answers.

    BadInput names the procedure's `long` input where it would take too long, and `policy` where one
    looks for success and the procedure knows none.
    """
    return run_to_end(iter_by_policy(bound, policy, choices))


def iter_by_policy(
    bound: Bound, policy: str, choices: Mapping[str, object] | None = None
) -> Generator[float, None, ByPolicy]:
    """Like `by_policy()`, but incremental."""
    solved = yield from policy_tree(bound, policy, choices or {}).iter_solve()
    return read_prices(bound, solved)


def policy_tree(bound: Bound, policy: str, choices: Mapping[str, object]) -> PolicyTree:
    """Return the tree of a procedure with decisions taken by a policy.

    BadInput on `policy` where it looks for success and the rules know none.
    """
    if policy in LOOKING_AHEAD and chances(bound, choices).success is None:
        message = f"{bound.procedure.id} knows no success to look for; give never or always"
        raise BadInput("policy", message)
    return PolicyTree(bound, policy, choices)


def read_prices(bound: Bound, solved: Odds) -> ByPolicy:
    """Read chances and prices from a solved `policy_tree`."""
    prices = {result.unit: mean for result, mean in solved.items() if isinstance(result, Price)}
    joint = {result: chance for result, chance in solved.items() if not isinstance(result, Price)}
    return ByPolicy(chances_of(bound, joint), prices)


class _Watched(dict[str, object]):
    """Answers to choices; `missed` tells whether an absent one was looked up."""

    missed = False

    def get(self, name: str, default: object = None) -> object:
        self.missed |= name not in self
        return super().get(name, default)


class PolicyTree(Tree):
    """The branches of a procedure, solved from the leaves up with decisions by a policy."""

    def __init__(self, bound: Bound, policy: str, choices: Mapping[str, object]) -> None:
        super().__init__(bound, choices, _result_of, ("grade", "success"), grades_only=True)
        self._policy = policy
        self._ranks = [grade.id for grade in bound.procedure.grades]

    def _evaluate(
        self, ask: AnyChoose, replies: tuple[object, ...], start: Start | None, begun: Hashable
    ) -> Odds | None:
        if ask.name in self._asked.choices:
            answers = iter((self._asked.choices[ask.name],))
        elif ask.who != "self":
            return None
        elif self._policy == SUGGESTED:
            answers = iter((ask.default,))
        elif self._policy == "never":
            answers = iter((ask.declined,))
        elif self._policy == "always":
            answers = iter((ask.accepted,))
        else:
            answers = options_to_evaluate(ask)
        checked = (ask.options.check(ask.name, answer) for answer in answers)
        options = (self._price(ask, answer, replies, start, begun) for answer in checked)
        return max(options, key=self._worth)  # the first of equal ones

    def _price(
        self,
        ask: AnyChoose,
        answer: object,
        replies: tuple[object, ...],
        start: Start | None,
        begun: Hashable,
    ) -> Odds:
        """Return the results after an answer, with its cost."""
        after = self._from((*replies, answer), start, begun)
        costs = ask.costs(answer) if ask.who == "self" else 0
        price = Price(ask.unit)
        return {**after, price: after.get(price, Fraction(0)) + costs} if costs else after

    def _worth(self, after: Odds) -> tuple[Fraction, ...]:
        """Rate results by the policy, the most important number first."""
        grades = dict.fromkeys(self._ranks, Fraction(0))
        success = Fraction(0)
        price = Fraction(0)
        for result, chance in after.items():
            if isinstance(result, Price):
                price += chance
                continue
            assert isinstance(result, tuple)
            grade, succeeds = result
            grades[grade] += chance
            success += chance if succeeds else 0
        if self._policy == "cheapest":
            return success, -price
        return success, *grades.values()

    def _foreseen(self, ask: Foresee) -> Any:
        """Solve dice that a decision depends on ask by ask."""
        answered = _Watched(self._asked.choices)
        ways = ask.ways(Asked(answered, self._asked.values))
        if ways is None or answered.missed:
            return None
        return super()._foreseen(ask)


def _result_of(outcome: Any) -> Hashable:
    return outcome.grade, outcome.success


def options_to_evaluate(ask: AnyChoose) -> Iterator[object]:
    """Yield the answers that may differ in value: the default, the declining one, the others.

    Of picks of dice, one of each kind.
    """
    first = ask.options.check(ask.name, ask.default), ask.options.check(ask.name, ask.declined)
    options = ask.options
    if isinstance(options, Places):
        others: Any = options.kinds()
    else:
        others = options.words if isinstance(options, OneOf) else (True, False)
    yield from dict.fromkeys((*first, *others))
