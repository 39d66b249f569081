"""Asks: the few requests that a running procedure can make.

`roll`, `throw`, `choose`, `settle` and `foresee` are the only functions of this project that yield
to a driver. A procedure calls them with `yield from` and never knows the source of the answers:
chance, a hand that types real dice, or the odds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from app.core.errors import BadInput, join_words, short_text
from app.core.play.readings import Chain, Reading, Value

T = TypeVar("T")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Pool(Generic[Value]):
    """Equal dice thrown together, and their reading."""

    label: str
    #: 0 to 100.
    count: int
    #: 2 to 1000.
    sides: int
    reading: Reading[Value]
    #: The role that throws the dice (`self`, `target`, ...).
    who: str = "self"
    #: For the odds of *grades* only: values with an equal key have the same grade and success.
    merge_key: Callable[[Value], Hashable] | None = None
    #: The text on each face, from face 1 on; default: the numbers.
    art: tuple[str, ...] = ()
    #: The picture on each face instead, one of readings.PICTURES.
    pictures: tuple[str, ...] = ()
    #: Whether the dice are against the actor (a difficulty, a defence, a hit location).
    theirs: bool = False
    #: The game's name for such dice (`CD`); default: `d6`.
    called: str = ""


@dataclass(frozen=True)
class OpenPool(Generic[Value]):
    """Dice of one size rolled one after another while the chain asks for more."""

    label: str
    sides: int
    chain: Chain[Value]
    who: str = "self"
    merge_key: Callable[[Value], Hashable] | None = None


@dataclass(frozen=True)
class Throw:
    """Pools thrown at once; answered by the value of each reading, in the order of the pools.

    merge_key: as in a pool, of one value for each pool. joined: joins two values, pool by pool; the
    procedure then gets only the joined value, and the odds merge equal ones.
    """

    pools: tuple[Pool[Any] | OpenPool[Any], ...]
    merge_key: Callable[..., Hashable] | None = None
    joined: Callable[[Any, Any], Hashable] | None = None

    def answer(self, values: tuple[object, ...]) -> tuple[Any, ...]:
        """Return the answer to the procedure from the values of the pools."""
        return values if self.joined is None else (reduce(self.joined, values),)


class Options(Protocol[Answer]):
    """The possible answers of a decision."""

    def check(self, name: str, answer: object) -> Answer: ...
    def nothing(self, default: Answer) -> Answer: ...
    def all(self, default: Answer) -> Answer: ...
    def amount(self, answer: Answer) -> int: ...


@dataclass(frozen=True)
class OneOf:
    """Pick one word. `words` describes each in the game's terms."""

    words: Mapping[str, str]

    def check(self, name: str, answer: object) -> str:
        if isinstance(answer, str) and answer in self.words:
            return answer
        raise BadInput(name, f"{name} is {short_text(answer)}; give {join_words(list(self.words))}")

    def nothing(self, default: str) -> str:
        """Return the declining answer, which only the decision itself can declare."""
        return default

    def all(self, default: str) -> str:
        """Return the accepting answer, likewise."""
        return default

    def amount(self, answer: str) -> int:
        """Return the amount that an answer takes."""
        return 0


@dataclass(frozen=True)
class YesNo:
    """Pick yes or no."""

    def check(self, name: str, answer: object) -> bool:
        if isinstance(answer, bool):
            return answer
        raise BadInput(name, f"{name} is {short_text(answer)}; give true or false")

    def nothing(self, default: bool) -> bool:
        return False

    def all(self, default: bool) -> bool:
        return True

    def amount(self, answer: bool) -> int:
        return int(answer)


@dataclass(frozen=True)
class Places:
    """Pick dice by their positions in the pool, 1 to `count`, each once, at most `at_most`.

    faces: the faces in those positions, for the screen.
    policies: named ways to pick, so that odds can follow another tactic than the default.
    """

    count: int
    at_most: int
    faces: tuple[int, ...] = ()
    sides: int = 6
    policies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def check(self, name: str, answer: object) -> tuple[int, ...]:
        if isinstance(answer, str) and answer in self.policies:
            return self.policies[answer]
        if not isinstance(answer, (list, tuple)):
            raise BadInput(name, f"{name} is {short_text(answer)}; give a list of places")
        for position in answer:
            if isinstance(position, bool) or not isinstance(position, int):
                raise BadInput(name, f"{short_text(position)} is no place; count the dice from 1")
            if not 1 <= position <= self.count:
                raise BadInput(name, f"there is no die {position}; places are 1 to {self.count}")
        if len(set(answer)) != len(answer):
            raise BadInput(name, f"{name} names a die twice")
        if len(answer) > self.at_most:
            raise BadInput(name, f"{name} names {len(answer)} dice; at most {self.at_most} here")
        return tuple(sorted(answer))

    def nothing(self, default: tuple[int, ...]) -> tuple[int, ...]:
        return ()

    def all(self, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return the first named way to pick, else as many dice as allowed."""
        most = min(self.at_most, self.count)
        return next(iter(self.policies.values()), tuple(range(1, most + 1)))

    def amount(self, answer: tuple[int, ...]) -> int:
        return len(answer)

    def kinds(self) -> Iterator[tuple[int, ...]]:
        """Yield one pick of each kind, the smaller first: dice with the same face are alike."""
        positions: dict[object, list[int]] = {}
        for position in range(1, self.count + 1):
            face = self.faces[position - 1] if self.faces else position
            positions.setdefault(face, []).append(position)
        numbers = product(
            *(range(min(len(alike), self.at_most) + 1) for alike in positions.values())
        )
        for picked in sorted((alike for alike in numbers if sum(alike) <= self.at_most), key=sum):
            of_each = zip(positions.values(), picked, strict=True)
            yield tuple(
                sorted(position for alike, number in of_each for position in alike[:number])
            )


@dataclass(frozen=True)
class Choose(Generic[Answer]):
    """A decision in the middle of a play."""

    #: Its name in requests, declared with the procedure.
    name: str
    options: Options[Answer]
    #: The answer without a decision (and in the odds).
    default: Answer
    label: str
    help: str = ""
    #: The role that decides.
    who: str = "self"
    #: The answer that declines every offer; default: no, no dice, else the default.
    never: Answer | None = None
    #: The answer that takes every offer; default: yes, the first named way to pick dice, else the
    #: default.
    always: Answer | None = None
    #: The cost of an answer, 0 or more; default: 1 for yes and 1 for each die, else nothing.
    price: Callable[[Answer], int] | None = None
    #: The unit of the cost (`luck`).
    unit: str = ""

    @property
    def declined(self) -> Answer:
        """Return the answer that declines every offer."""
        if self.never is not None:
            return self.never
        return self.options.nothing(self.default)

    @property
    def accepted(self) -> Answer:
        """Return the answer that takes every offer."""
        if self.always is not None:
            return self.always
        return self.options.all(self.default)

    def costs(self, answer: Answer) -> int:
        """Return the cost of an answer, in its unit."""
        return self.options.amount(answer) if self.price is None else self.price(answer)


@dataclass(frozen=True)
class Settle:
    """A promise that the rest depends on this state alone. Only the odds use it."""

    state: Hashable
    #: For values of the outcome (or `grade`, `success`): the further state that they depend on; the
    #: odds use it only when they are asked for that value.
    also_by: Mapping[str, Hashable] = field(default_factory=dict)
    #: Starts the rest of the play from this state; the odds then need not repeat all that came
    #: before.
    onward: Callable[[], Rule[Any]] | None = None

    def known_by(self, names: Collection[str]) -> Hashable:
        """Return the state that these values of the outcome depend on."""
        further = tuple((name, self.also_by[name]) for name in names if name in self.also_by)
        return self.state, further


class Asked(NamedTuple):
    """A question for odds: answers to mid-way choices by name, and the values in question."""

    choices: Mapping[str, object]
    values: Collection[str]


@dataclass(frozen=True)
class Foresee:
    """Several asks in one. Only the odds use it.

    ways: each possible result with its number of ways, out of the sum of them all; None: the odds
    go through the asks as a play does. merge_key: as in a pool.
    """

    ways: Callable[[Asked], Mapping[Any, int] | None]
    merge_key: Callable[[Any], Hashable] | None = None


#: A decision with whatever answer.
AnyChoose = Choose[Any]

Ask = Throw | AnyChoose | Settle | Foresee

#: A running procedure: a generator of asks that ends in a value (mostly an Outcome).
Rule = Generator[Ask, Any, T]


def roll(pool: Pool[Value] | OpenPool[Value]) -> Rule[Value]:
    """Throw one pool; return the value of its reading."""
    value: Value
    (value,) = yield Throw((pool,))
    return value


def throw(
    *pools: Pool[Any] | OpenPool[Any], merge_key: Callable[..., Hashable] | None = None
) -> Rule[tuple[Any, ...]]:
    """Throw several pools at once; return the value of each reading, in their order.

    merge_key: for the odds of grades only: values with an equal key have the same grade.
    """
    values: tuple[Any, ...] = yield Throw(pools, merge_key)
    return values


def throw_sum(*pools: Pool[int] | OpenPool[int]) -> Rule[int]:
    """Throw several pools at once, such as dice of several sizes; return their sum."""
    if not pools:
        return 0
    total: int
    (total,) = yield Throw(pools, joined=operator.add)
    return total


def choose(ask: Choose[Answer]) -> Rule[Answer]:
    """Ask for a decision; return the answer, checked."""
    answer: Answer = yield ask
    return answer


def settle(*state: Hashable, **also_by: Hashable) -> Rule[None]:
    """Promise that the rest depends on this state alone: equal states have equal odds.

    A procedure that settles in several places begins each state with the name of the place.
    also_by: for single values of the outcome, the further state that they depend on, such as
    `rolled=7` where only the damage left over matters from here on; other values depend on the
    state alone.
    """
    yield Settle(state, also_by)


def settle_onward(
    onward: Callable[[], Rule[Any]], *state: Hashable, **also_by: Hashable
) -> Rule[None]:
    """Settle in a long play, for a loop that can be entered at any of its rounds.

    onward: the rest of the play up to its outcome; it begins with this very settling. A play goes
    on as it is; the odds begin there, so that a round costs them the same early and late.
    """
    yield Settle(state, also_by, onward)


def foresee(
    ways: Callable[[Asked], Mapping[Any, int] | None],
    merge_key: Callable[[Any], Hashable] | None = None,
) -> Rule[Any]:
    """Return the result of all that follows, where the odds can know it directly.

    In a play it returns None, and the play goes on ask by ask; also where `ways` returns None.
    """
    return (yield Foresee(ways, merge_key))
