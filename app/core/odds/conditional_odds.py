"""Odds from the middle of a play: given its dice so far, by option of the next decision.

    at = find_position(bound, source)   the position of the play where its source ends
    chances_from(bound, at)             exact chances from there on
    evaluate_options(bound, at)         the same for each option of the open decision

Every later decision is answered by its default, or by a policy.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from app.core.odds.odds import Chances, chances_of, grade_tree
from app.core.odds.policies import options_to_evaluate, policy_tree, read_prices
from app.core.odds.tree import Odds, Prefix, Tree
from app.core.play.asks import AnyChoose, Choose, Foresee, OpenPool, Places, Pool, Settle, Throw
from app.core.play.play import Source, check_face
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: The faces of each pool of a throw.
Faces = tuple[tuple[int, ...], ...]

#: The most options of a decision that are evaluated.
MOST = 64


@dataclass(frozen=True)
class Position:
    """The position of a play."""

    midway: Prefix
    #: The open decision; None where a die is next.
    decision: AnyChoose | None = None
    #: Names of the decisions so far.
    names: frozenset[str] = frozenset()
    #: Answers to later decisions, by name.
    choices: Mapping[str, object] = field(default_factory=dict)
    #: The policy for all other decisions; empty: their defaults.
    policy: str = ""


@dataclass(frozen=True)
class OptionValue:
    """An option of a decision, and the exact chances from there on if it is taken."""

    value: Any
    chances: Chances


def find_position(
    bound: Bound, source: Source, choices: Mapping[str, object] | None = None, policy: str = ""
) -> Position:
    """Return the position of a play where its source has no more answers.

    choices: answers to later decisions, by name; the others take their default, or follow the
    policy. BadInput on `dice`, or on a decision's name, for an answer that does not fit.
    """
    running, replies, reply = bound.start(), [], None
    names: set[str] = set()
    decision: AnyChoose | None = None
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
                fallen, complete = _fallen(ask, source)
                if not complete:
                    throw = ask
                    break
                reply = ask.answer(tuple(map(_read, ask.pools, fallen)))
            replies.append(reply)
    except StopIteration:
        pass
    running.close()
    midway = Prefix(tuple(replies), throw, fallen if throw is not None else ())
    return Position(midway, decision, frozenset(names), dict(choices or {}), policy)


def _fallen(throw: Throw, source: Source) -> tuple[Faces, bool]:
    """Return the fallen faces of each pool, and whether the throw is complete."""
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


def _wants(pool: Pool[object] | OpenPool[object], faces: tuple[int, ...]) -> bool:
    if isinstance(pool, Pool):
        return len(faces) < pool.count
    return not faces or pool.chain.more(_chain_state(pool, faces))


def _chain_state(pool: OpenPool[object], faces: tuple[int, ...]) -> object:
    state = pool.chain.start
    for face in faces:
        state = pool.chain.step(state, face)
    return state


def _read(pool: Pool[object] | OpenPool[object], faces: tuple[int, ...]) -> object:
    if isinstance(pool, Pool):
        return pool.reading.read(faces)
    return pool.chain.finish(_chain_state(pool, faces))


def chances_from(bound: Bound, at: Position) -> Chances:
    """Return exact chances from there on; an open decision is answered as later ones.

    BadInput names the procedure's `long` input where it would take too long, and `policy` where one
    looks for success and the rules know none.
    """
    return _chances(bound, at, _tree(bound, at).solve(at.midway))


def _tree(bound: Bound, at: Position) -> Tree:
    if at.policy:
        return policy_tree(bound, at.policy, at.choices)
    return grade_tree(bound, at.choices)


def _chances(bound: Bound, at: Position, solved: Odds) -> Chances:
    return read_prices(bound, solved).chances if at.policy else chances_of(bound, solved)


def evaluate_options(bound: Bound, at: Position) -> tuple[OptionValue, ...]:
    """Return the options of the open decision with their chances, at most MOST.

    Options with different chances come before those that repeat chances.
    """
    if at.decision is None:
        return ()
    evaluator = OptionEvaluator(bound, at, at.decision)
    evaluated = [
        OptionValue(value, evaluator.of(value)) for value in islice(_options(at.decision), MOST)
    ]
    distinct: list[Chances] = []
    repeated: list[OptionValue] = []
    first: list[OptionValue] = []
    for option in evaluated:
        (repeated if option.chances in distinct else first).append(option)
        distinct.append(option.chances)
    return (*first, *repeated)


class OptionEvaluator:
    """An evaluator of answers to the open decision; equivalent ones are computed once."""

    def __init__(self, bound: Bound, at: Position, decision: AnyChoose) -> None:
        self._bound, self._at, self._decision = bound, at, decision
        self._tree = _tree(bound, at)
        self._known: dict[object, Chances] = {}

    def of(self, answer: object) -> Chances:
        """Return exact chances after an answer.

        BadInput for an invalid answer, and on the procedure's `long` input where it would take too
        long.
        """
        return run_to_end(self.iter_chances(answer))

    def iter_chances(self, answer: object) -> Generator[float, None, Chances]:
        """Like `of()`, but incremental."""
        key = _equivalence_key(self._decision, answer)
        if key not in self._known:
            reply = self._decision.options.check(self._decision.name, answer)
            solved = yield from self._tree.iter_solve(Prefix((*self._at.midway.replies, reply)))
            self._known[key] = _chances(self._bound, self._at, solved)
        return self._known[key]


def _equivalence_key(ask: AnyChoose, value: Any) -> object:
    """Return a key shared by equivalent options: dice that show the same face."""
    options = ask.options
    if not isinstance(options, Places) or not options.faces:
        return value
    return tuple(sorted(options.faces[position - 1] for position in value))


def _options(ask: AnyChoose) -> Iterator[object]:
    """Yield every answer to a decision; one pick of dice per kind comes first."""
    yield from (kinds := [*options_to_evaluate(ask)])
    options = ask.options
    if isinstance(options, Places):
        for size in range(min(options.at_most, options.count) + 1):
            for pick in combinations(range(1, options.count + 1), size):
                if pick not in kinds:
                    yield pick
