"""Asks: the few things a procedure may say while it runs.

`roll`, `throw`, `choose`, `settle` and `foresee` are the only functions of this project that yield
to a driver. A procedure calls them with `yield from` and never knows who answers: chance, a hand
that types real dice, or the odds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from app.core.errors import BadInput, listed, shown
from app.core.play.readings import Chain, Reading, Value

T = TypeVar("T")


@dataclass(frozen=True)
class Pool(Generic[Value]):
    """Equal dice thrown together, and how they are read.

    count 0..100, sides 2..1000. who: the role whose dice they are (`self`, `target`, ...).
    merge_key: for the odds of *grades* only: values with the same answer need no telling apart (the
    grade and its success are the same for all of them).
    art: what stands on each face of the die, from face 1 on; left out, the numbers.
    pictures: what is drawn on each instead, one of readings.PICTURES.
    theirs: do these dice stand against whoever rolls (a difficulty, a defence, where it hits)?
    called: what the table calls such dice (`CD`); left out, `d6`.
    """

    label: str
    count: int
    sides: int
    reading: Reading[Value]
    who: str = "self"
    merge_key: Callable[[Value], Hashable] | None = None
    art: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    theirs: bool = False
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
    """Pools thrown at once; answered by what each reading sees, in the order of the pools.

    merge_key: as in a pool, for what all of them show together: of one value for each pool.
    joined: makes one value of two, pool by pool; the procedure is then told only what all come to
    together, and the odds need not tell apart what comes to the same.
    """

    pools: tuple[Pool[Any] | OpenPool[Any], ...]
    merge_key: Callable[..., Hashable] | None = None
    joined: Callable[[Any, Any], Hashable] | None = None

    def told(self, seen: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the procedure is told of what the pools show."""
        return seen if self.joined is None else (reduce(self.joined, seen),)


@dataclass(frozen=True)
class OneOf:
    """Pick one word. `words` says in the game's terms what each means."""

    words: Mapping[str, str]

    def check(self, name: str, answer: object) -> str:
        if isinstance(answer, str) and answer in self.words:
            return answer
        raise BadInput(name, f"{name} is {shown(answer)}; give {listed(list(self.words))}")

    def nothing(self, default: Any) -> Any:
        """The answer that takes nothing: words say so only where a decision declares it."""
        return default

    def all(self, default: Any) -> Any:
        """The answer that takes all of it, likewise."""
        return default

    def amount(self, answer: Any) -> int:
        """How much an answer takes."""
        return 0


@dataclass(frozen=True)
class YesNo:
    """Pick yes or no."""

    def check(self, name: str, answer: object) -> bool:
        if isinstance(answer, bool):
            return answer
        raise BadInput(name, f"{name} is {shown(answer)}; give true or false")

    def nothing(self, default: Any) -> bool:
        return False

    def all(self, default: Any) -> bool:
        return True

    def amount(self, answer: Any) -> int:
        return int(answer)


@dataclass(frozen=True)
class Places:
    """Pick dice by their places in the pool, 1 to `count`, each once, at most `at_most`.

    faces: the faces now lying in those places, for the screen.
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
            raise BadInput(name, f"{name} is {shown(answer)}; give a list of places")
        for place in answer:
            if isinstance(place, bool) or not isinstance(place, int):
                raise BadInput(name, f"{shown(place)} is no place; count the dice from 1")
            if not 1 <= place <= self.count:
                raise BadInput(name, f"there is no die {place}; places are 1 to {self.count}")
        if len(set(answer)) != len(answer):
            raise BadInput(name, f"{name} names a die twice")
        if len(answer) > self.at_most:
            raise BadInput(name, f"{name} names {len(answer)} dice; at most {self.at_most} here")
        return tuple(sorted(answer))

    def nothing(self, default: Any) -> tuple[int, ...]:
        return ()

    def all(self, default: Any) -> tuple[int, ...]:
        """The first named way to pick, else as many as there may be."""
        most = min(self.at_most, self.count)
        return next(iter(self.policies.values()), tuple(range(1, most + 1)))

    def amount(self, answer: Any) -> int:
        return len(answer)

    def kinds(self) -> Iterator[tuple[int, ...]]:
        """One pick of each kind, the smaller first: dice that show the same face are alike."""
        places: dict[object, list[int]] = {}
        for place in range(1, self.count + 1):
            face = self.faces[place - 1] if self.faces else place
            places.setdefault(face, []).append(place)
        numbers = product(*(range(min(len(each), self.at_most) + 1) for each in places.values()))
        for picked in sorted((each for each in numbers if sum(each) <= self.at_most), key=sum):
            of_each = zip(places.values(), picked, strict=True)
            yield tuple(sorted(place for each, number in of_each for place in each[:number]))


@dataclass(frozen=True)
class Choose:
    """A decision in the middle of a play.

    name: how requests name it; declared with the procedure.
    default: what happens when nobody decides (and in the odds).
    who: the part of whoever decides.
    never: the answer of whoever takes nothing that is offered; left out, no, no dice, else the
        default. always: of whoever takes all of it; left out, yes, the first named way to pick
        dice, else the default.
    price: what an answer costs, 0 or more; left out, 1 for yes and 1 for each die, else nothing.
    unit: what it is paid in (`luck`).
    """

    name: str
    options: OneOf | YesNo | Places
    default: Any
    label: str
    help: str = ""
    who: str = "self"
    never: Any = None
    always: Any = None
    price: Callable[[Any], int] | None = None
    unit: str = ""

    @property
    def declined(self) -> Any:
        """The answer of whoever takes nothing that is offered."""
        if self.never is not None:
            return self.never
        return self.options.nothing(self.default)

    @property
    def accepted(self) -> Any:
        """The answer of whoever takes all that is offered."""
        if self.always is not None:
            return self.always
        return self.options.all(self.default)

    def costs(self, answer: Any) -> int:
        """What an answer costs, in its unit."""
        return self.options.amount(answer) if self.price is None else self.price(answer)


@dataclass(frozen=True)
class Settle:
    """From here on nothing but this state matters. Only the odds listen.

    besides: for named values (or `grade`, `success`) of the outcome, what they need to be known
    beside the state; the odds heed it only when they are asked for that value.
    onward: makes the rest of the play from this state on; the odds then need not go again through
    all that came before it.
    """

    state: Hashable
    also_by: Mapping[str, Hashable] = field(default_factory=dict)
    onward: Callable[[], Rule[Any]] | None = None

    def known_by(self, names: Collection[str]) -> Hashable:
        """The state as far as these values of the outcome are asked for."""
        told = tuple((name, self.also_by[name]) for name in names if name in self.also_by)
        return self.state, told


class Asked(NamedTuple):
    """What the odds are asked: answers to mid-way choices by name, and for which values."""

    choices: Mapping[str, Any]
    values: Collection[str]


@dataclass(frozen=True)
class Foresee:
    """Several asks in one. Only the odds listen.

    ways: each thing that they may come to with its number of ways, out of the sum of them all;
        None: the odds go through the asks as a play does.
    merge_key: as in a pool.
    """

    ways: Callable[[Asked], Mapping[Any, int] | None]
    merge_key: Callable[[Any], Hashable] | None = None


Ask = Throw | Choose | Settle | Foresee

#: What a procedure is: a generator of asks that ends in a value (mostly an Outcome).
Rule = Generator[Ask, Any, T]


def roll(pool: Pool[Value] | OpenPool[Value]) -> Rule[Value]:
    """Throw one pool; returns what its reading sees."""
    (seen,) = yield Throw((pool,))
    return seen  # type: ignore[no-any-return]  # what a generator is sent is untyped


def throw(
    *pools: Pool[Any] | OpenPool[Any], merge_key: Callable[..., Hashable] | None = None
) -> Rule[tuple[Any, ...]]:
    """Throw several pools at once; returns what each reading sees, in their order.

    merge_key: for the odds of grades only: what the pools show together, as far as grades tell.
    """
    return (yield Throw(pools, merge_key))  # type: ignore[no-any-return]


def throw_sum(*pools: Pool[int] | OpenPool[int]) -> Rule[int]:
    """Throw several pools at once, such as dice of several sizes; returns their sum."""
    if not pools:
        return 0
    (total,) = yield Throw(pools, joined=operator.add)
    return total  # type: ignore[no-any-return]


def choose(ask: Choose) -> Rule[Any]:
    """Let somebody decide; returns the answer, checked."""
    return (yield ask)


def settle(*state: Hashable, **also_by: Hashable) -> Rule[None]:
    """Say that from here on nothing but this state matters: equal states have equal odds.

    A procedure that settles in several places begins each state with the name of the place.
    besides: what single values of the outcome hang on beside the state, such as `rolled=7` where
    only the damage left over matters from here on; a value not named hangs on the state alone.
    """
    yield Settle(state, also_by)


def settle_onward(
    onward: Callable[[], Rule[Any]], *state: Hashable, **also_by: Hashable
) -> Rule[None]:
    """The same in a long play, for a loop that can be entered anew at any of its rounds.

    onward: the rest of the play up to its outcome; it begins with this very settling. A play goes
    on as it is; the odds begin there, so that a round costs them the same early and late.
    """
    yield Settle(state, also_by, onward)


def foresee(
    ways: Callable[[Asked], Mapping[Any, int] | None],
    merge_key: Callable[[Any], Hashable] | None = None,
) -> Rule[Any]:
    """Say what all that now follows comes to, where that is known without going through it.

    Returns None in a play, which then goes on ask by ask; in the odds, what they take it to come to
    (or None, where `ways` knows nothing of what they are asked).
    """
    return (yield Foresee(ways, merge_key))
