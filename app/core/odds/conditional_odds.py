"""Odds from the middle of a play: what has fallen lies there, and each way to decide is weighed.

    at = standing(bound, source)     where the play stands when its source has no more answers
    chances_from(bound, at)          exact chances from there on
    weighed(bound, at)               of each option of the decision that is open there

Every later decision is answered by its default, or by a policy.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from app.core.odds.odds import Chances, chances_of, grade_tree
from app.core.odds.policies import policy_tree, priced, worth_weighing
from app.core.odds.tree import Odds, Prefix, Tree
from app.core.play.asks import Choose, Foresee, OpenPool, Places, Pool, Settle, Throw
from app.core.play.play import Source, check_face
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: The faces of each pool of a throw.
Faces = tuple[tuple[int, ...], ...]

#: So many options of a decision are weighed at the most.
MOST = 64


@dataclass(frozen=True)
class Position:
    """Where a play stands. decision: what is to be decided there, None where a die is to fall.

    names: of the decisions that came up so far. choices: how later ones of a name are answered;
    policy: by which the others are, empty for their defaults.
    """

    midway: Prefix
    decision: Choose | None = None
    names: frozenset[str] = frozenset()
    choices: Mapping[str, Any] = field(default_factory=dict)
    policy: str = ""


@dataclass(frozen=True)
class OptionValue:
    """An option of a decision, and the exact chances from there on if it is taken."""

    value: Any
    chances: Chances


def find_position(
    bound: Bound, source: Source, choices: Mapping[str, Any] | None = None, policy: str = ""
) -> Position:
    """Where the play stands when its source has no more answers.

    choices: how decisions are answered that come later; the others take their default, or what a
    policy says.
    BadInput on `dice`, or on a decision's name, for an answer that does not fit.
    """
    running, replies, reply = bound.start(), [], None
    names: set[str] = set()
    decision: Choose | None = None
    throw: Throw | None = None
    fallen: Faces = ()
    try:
        while True:
            ask = running.send(reply)
            if isinstance(ask, Settle):
                reply = None
                continue
            if isinstance(ask, Choose):
                names.add(ask.name)
                decided = source.decide(ask)
                if decided is None:
                    decision = ask
                    break
                reply = ask.options.check(ask.name, decided.value)
            elif isinstance(ask, Foresee):
                reply = None
            else:
                fallen, whole = _fallen(ask, source)
                if not whole:
                    throw = ask
                    break
                reply = ask.told(tuple(map(_seen, ask.pools, fallen)))
            replies.append(reply)
    except StopIteration:
        pass
    running.close()
    midway = Prefix(tuple(replies), throw, fallen if throw is not None else ())
    return Position(midway, decision, frozenset(names), dict(choices or {}), policy)


def _fallen(throw: Throw, source: Source) -> tuple[Faces, bool]:
    """The faces of each pool as far as they have fallen, and whether all of them have."""
    pools: list[tuple[int, ...]] = []
    for pool in throw.pools:
        faces: tuple[int, ...] = ()
        while _wants(pool, faces):
            face = source.face(pool.sides)
            if face is None:
                return (*pools, faces), False
            faces += (check_face(face, pool.sides),)
        pools.append(faces)
    return tuple(pools), True


def _wants(pool: Pool[Any] | OpenPool[Any], faces: tuple[int, ...]) -> bool:
    if isinstance(pool, Pool):
        return len(faces) < pool.count
    return not faces or pool.chain.more(_climbed(pool, faces))


def _climbed(pool: OpenPool[Any], faces: tuple[int, ...]) -> Any:
    state = pool.chain.start
    for face in faces:
        state = pool.chain.step(state, face)
    return state


def _seen(pool: Pool[Any] | OpenPool[Any], faces: tuple[int, ...]) -> Any:
    if isinstance(pool, Pool):
        return pool.reading.read(faces)
    return pool.chain.finish(_climbed(pool, faces))


def chances_from(bound: Bound, at: Position) -> Chances:
    """Exact chances from there on, an open decision as the later ones.

    BadInput names the procedure's `long` input where it would take too long, and `policy` where one
    looks for success and none is known.
    """
    return _chances(bound, at, _tree(bound, at).solve(at.midway))


def _tree(bound: Bound, at: Position) -> Tree:
    if at.policy:
        return policy_tree(bound, at.policy, at.choices)
    return grade_tree(bound, at.choices)


def _chances(bound: Bound, at: Position, solved: Odds) -> Chances:
    return priced(bound, solved).chances if at.policy else chances_of(bound, solved)


def evaluate_options(bound: Bound, at: Position) -> tuple[OptionValue, ...]:
    """The options of the open decision, each with its chances: at most MOST, those that differ
    before those that come to the same."""
    if at.decision is None:
        return ()
    scales = Scales(bound, at, at.decision)
    found = [OptionValue(value, scales.of(value)) for value in islice(_options(at.decision), MOST)]
    told: list[Chances] = []
    again: list[OptionValue] = []
    new: list[OptionValue] = []
    for each in found:
        (again if each.chances in told else new).append(each)
        told.append(each.chances)
    return (*new, *again)


class Scales:
    """Weighs the answers to the decision that is open, those that are alike once."""

    def __init__(self, bound: Bound, at: Position, decision: Choose) -> None:
        self._bound, self._at, self._decision = bound, at, decision
        self._tree = _tree(bound, at)
        self._known: dict[Any, Chances] = {}

    def of(self, answer: Any) -> Chances:
        """Exact chances if this is answered; BadInput for what is no answer, and on the procedure's
        `long` input where it would take too long."""
        return run_to_end(self.in_slices(answer))

    def in_slices(self, answer: Any) -> Generator[float, None, Chances]:
        """The same with a breath now and then."""
        alike = _alike(self._decision, answer)
        if alike not in self._known:
            reply = self._decision.options.check(self._decision.name, answer)
            solved = yield from self._tree.in_slices(Prefix((*self._at.midway.replies, reply)))
            self._known[alike] = _chances(self._bound, self._at, solved)
        return self._known[alike]


def _alike(ask: Choose, value: Any) -> Any:
    """Options with the same answer come to the same: dice that show the same face."""
    options = ask.options
    if not isinstance(options, Places) or not options.faces:
        return value
    return tuple(sorted(options.faces[place - 1] for place in value))


def _options(ask: Choose) -> Iterator[Any]:
    """Every answer to a decision; of dice by places one of each kind of pick comes first, then
    those that only take another die of the same face."""
    yield from (kinds := [*worth_weighing(ask)])
    options = ask.options
    if isinstance(options, Places):
        for size in range(min(options.at_most, options.count) + 1):
            for pick in combinations(range(1, options.count + 1), size):
                if pick not in kinds:
                    yield pick
