"""Policies: what the odds of a form are if its decisions are taken by a simple rule.

    never      whoever rolls takes nothing that is offered
    always     whoever rolls takes all of it
    best       at each decision, what leaves the greatest chance of success
    cheapest   the same, and of what leaves as much the cheapest

The last two are exact: the branches after every option are solved, and the best of them is what the
branch before is worth. Decisions of others than whoever rolls are answered by their defaults.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, listed, shown
from app.core.odds.odds import Chances, chances, chances_of
from app.core.odds.tree import Odds, Start, Tree
from app.core.play.asks import Asked, Choose, Foresee, OneOf, Places
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: What each policy does, in words.
POLICIES = {
    "never": "decline everything",
    "always": "take everything",
    "best": "whatever succeeds most often",
    "cheapest": "the cheapest that succeeds as often",
}

#: Those that look ahead for success.
LOOKING_AHEAD = ("best", "cheapest")


#: Every decision as it is suggested: what the odds of a form are by themselves.
SUGGESTED = "suggested"


@dataclass(frozen=True)
class Price:
    """Among what a tree is solved to: what its decisions cost of something (`luck`), in the
    mean."""

    unit: str


@dataclass(frozen=True)
class ByPolicy:
    """Exact chances by a policy. prices: what its decisions cost in the mean, by unit."""

    chances: Chances
    prices: Mapping[str, Fraction]

    @property
    def price(self) -> Fraction:
        """What they cost in all, whatever it is paid in."""
        return sum(self.prices.values(), Fraction(0))


def known(name: object) -> str:
    """The name of a policy; BadInput on `policy` for any other."""
    if isinstance(name, str) and name in POLICIES:
        return name
    raise BadInput("policy", f"policy is {shown(name)}; give {listed(list(POLICIES))}")


def by_policy(bound: Bound, policy: str, choices: Mapping[str, Any] | None = None) -> ByPolicy:
    """Exact chances if decisions are taken by this policy; choices: those that are answered so.

    BadInput names the procedure's `long` input where it would take too long, and `policy` where one
    looks for success and the procedure knows none.
    """
    return run_to_end(in_slices(bound, policy, choices))


def in_slices(
    bound: Bound, policy: str, choices: Mapping[str, Any] | None = None
) -> Generator[float, None, ByPolicy]:
    """The same, in slices that take a moment each."""
    found = yield from policy_tree(bound, policy, choices or {}).in_slices()
    return priced(bound, found)


def policy_tree(bound: Bound, policy: str, choices: Mapping[str, Any]) -> PolicyTree:
    """The branches of a procedure whose decisions are taken by a policy; BadInput on `policy` where
    it looks for success and there is none to look for."""
    if policy in LOOKING_AHEAD and chances(bound, choices).success is None:
        said = f"{bound.procedure.id} knows no success to look for; give never or always"
        raise BadInput("policy", said)
    return PolicyTree(bound, policy, choices)


def priced(bound: Bound, solved: Odds) -> ByPolicy:
    """What a `policy_tree` was solved to."""
    prices = {each.unit: mean for each, mean in solved.items() if isinstance(each, Price)}
    joint = {each: chance for each, chance in solved.items() if not isinstance(each, Price)}
    return ByPolicy(chances_of(bound, joint), prices)


class _Watched(dict[str, Any]):
    """Answers to choices; notes if one is looked for that is not among them."""

    missed = False

    def get(self, name: str, default: Any = None) -> Any:
        self.missed |= name not in self
        return super().get(name, default)


class PolicyTree(Tree):
    """The branches of a procedure, solved from the leaves up with decisions taken by a policy."""

    def __init__(self, bound: Bound, policy: str, choices: Mapping[str, Any]) -> None:
        super().__init__(bound, choices, _seen, ("grade", "success"), grades_only=True)
        self._policy = policy
        self._ranks = [grade.id for grade in bound.procedure.grades]

    def _weigh(
        self, ask: Choose, replies: tuple[Any, ...], start: Start | None, begun: Hashable
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
            answers = worth_weighing(ask)
        checked = (ask.options.check(ask.name, each) for each in answers)
        found = (self._priced(ask, each, replies, start, begun) for each in checked)
        return max(found, key=self._worth)  # of equal ones the first

    def _priced(
        self,
        ask: Choose,
        answer: Any,
        replies: tuple[Any, ...],
        start: Start | None,
        begun: Hashable,
    ) -> Odds:
        """What follows on an answer, with what it costs."""
        after = self._from((*replies, answer), start, begun)
        costs = ask.costs(answer) if ask.who == "self" else 0
        price = Price(ask.unit)
        return {**after, price: after.get(price, Fraction(0)) + costs} if costs else after

    def _worth(self, after: Odds) -> tuple[Fraction, ...]:
        """How good it is, by the policy: what counts first stands first."""
        grades = dict.fromkeys(self._ranks, Fraction(0))
        success = Fraction(0)
        price = Fraction(0)
        for each, chance in after.items():
            if isinstance(each, Price):
                price += chance
                continue
            assert isinstance(each, tuple)
            grade, succeeds = each
            grades[grade] += chance
            success += chance if succeeds else 0
        if self._policy == "cheapest":
            return success, -price
        return success, *grades.values()

    def _foreseen(self, ask: Foresee) -> Any:
        """What hangs on a decision is gone through."""
        answered = _Watched(self._asked.choices)
        ways = ask.ways(Asked(answered, self._asked.values))
        if ways is None or answered.missed:
            return None
        return super()._foreseen(ask)


def _seen(outcome: Any) -> Hashable:
    return outcome.grade, outcome.success


def worth_weighing(ask: Choose) -> Iterator[Any]:
    """The answers to a decision that may come to something of their own: the default first, then
    what takes nothing; of picks of dice one of each kind."""
    first = ask.options.check(ask.name, ask.default), ask.options.check(ask.name, ask.declined)
    options = ask.options
    if isinstance(options, Places):
        others: Any = options.kinds()
    else:
        others = options.words if isinstance(options, OneOf) else (True, False)
    yield from dict.fromkeys((*first, *others))
