"""Play: a procedure being played. A play is its list of answers, nothing else.

`walk` is the one driver of plays; it runs the generator from its start and lets a *source* answer.
Chance answers with random dice, a hand with given faces, a record with earlier answers. Replaying a
record provides suspension while dice are typed, undo (drop the last answer), saving and links.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.core.errors import BadInput, short_text
from app.core.play.asks import AnyChoose, Ask, Choose, Foresee, OpenPool, Pool, Settle
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound


@dataclass(frozen=True)
class Chosen:
    """The answer to a mid-way choice."""

    name: str
    value: Any


#: One answer of a play: the face of a single die, or a decision.
Answer = int | Chosen


@dataclass(frozen=True)
class Thrown:
    """Fallen dice: the log of a play lists them in their order."""

    label: str
    who: str
    sides: int
    faces: tuple[int, ...]
    #: For each face one of readings.MARKS.
    marks: tuple[str, ...]
    #: The text on each face of such a die.
    art: tuple[str, ...] = ()
    #: The picture on each face of such a die.
    pictures: tuple[str, ...] = ()
    #: Whether the dice are against the actor.
    theirs: bool = False
    #: The meanings of the marks.
    words: tuple[tuple[str, str], ...] = ()

    @property
    def dice(self) -> str:
        return f"{len(self.faces)}d{self.sides}"


@dataclass(frozen=True)
class Wanted:
    """Dice to throw next."""

    label: str
    who: str
    sides: int
    #: The fallen dice of the pool.
    faces: tuple[int, ...]
    #: The number of dice that are surely still to come in this pool (one at a time in a chain).
    missing: int
    art: tuple[str, ...] = ()
    #: The game's name for such dice, where it is not `d6`.
    called: str = ""
    #: The name of the chain.
    chain: str = ""
    #: The faces of the chain so far, which made it ask for one more.
    climbed: tuple[int, ...] = ()
    pictures: tuple[str, ...] = ()
    theirs: bool = False


@dataclass(frozen=True)
class Asking:
    """A play that waits for an answer: dice (`wanted`) or a decision (`choice`)."""

    answers: tuple[Answer, ...]
    log: tuple[Thrown | Chosen, ...]
    wanted: Wanted | None = None
    choice: AnyChoose | None = None


@dataclass(frozen=True)
class Finished:
    """A play that has reached its outcome."""

    answers: tuple[Answer, ...]
    log: tuple[Thrown | Chosen, ...]
    outcome: Outcome

    @property
    def rolls(self) -> tuple[Thrown, ...]:
        return tuple(entry for entry in self.log if isinstance(entry, Thrown))


class Source(Protocol):
    """A source of answers. None means: not yet."""

    def face(self, sides: int) -> int | None: ...

    def decide(self, choice: AnyChoose) -> Chosen | None: ...


class _Waiting(Exception):
    """Raised inside `walk` when its source has no answer yet."""

    def __init__(self, wanted: Wanted | None = None, choice: AnyChoose | None = None) -> None:
        self.wanted = wanted
        self.choice = choice


def walk(bound: Bound, source: Source) -> Asking | Finished:
    """Run the procedure from its start as far as the source answers."""
    answers: list[Answer] = []
    log: list[Thrown | Chosen] = []
    running = bound.start()
    reply: Any = None
    try:
        while True:
            ask = running.send(reply)
            reply = _answer(ask, source, answers, log)
    except StopIteration as end:
        return Finished(tuple(answers), tuple(log), end.value)
    except _Waiting as waiting:
        running.close()
        return Asking(tuple(answers), tuple(log), waiting.wanted, waiting.choice)


def _answer(ask: Ask, source: Source, answers: list[Answer], log: list[Thrown | Chosen]) -> object:
    if isinstance(ask, (Settle, Foresee)):
        return None
    if isinstance(ask, Choose):
        chosen = source.decide(ask)
        if chosen is None:
            raise _Waiting(choice=ask)
        chosen = replace(chosen, value=ask.options.check(ask.name, chosen.value))
        answers.append(chosen)
        log.append(chosen)
        return chosen.value
    return ask.answer(tuple(_throw_pool(pool, source, answers, log) for pool in ask.pools))


def _throw_pool(
    pool: Pool[object] | OpenPool[object],
    source: Source,
    answers: list[Answer],
    log: list[Thrown | Chosen],
) -> object:
    if isinstance(pool, OpenPool):
        return _throw_chain(pool, source, answers, log)
    faces: tuple[int, ...] = ()
    for missing in range(pool.count, 0, -1):
        faces += (_throw_die(pool, source, answers, faces, missing),)
    if faces:
        reading = pool.reading
        drawn = (reading.mark(faces), pool.art, pool.pictures, pool.theirs, reading.words)
        log.append(Thrown(pool.label, pool.who, pool.sides, faces, *drawn))
    return pool.reading.read(faces)


def _throw_chain(
    pool: OpenPool[object], source: Source, answers: list[Answer], log: list[Thrown | Chosen]
) -> object:
    chain = pool.chain
    state = chain.start
    climbed: tuple[int, ...] = ()
    while True:
        face = source.face(pool.sides)
        if face is None:
            wanted = Wanted(pool.label, pool.who, pool.sides, (), 1)
            raise _Waiting(replace(wanted, chain=chain.name, climbed=climbed))
        answers.append(check_face(face, pool.sides))
        climbed += (face,)
        state = chain.step(state, face)
        more = chain.more(state)
        mark = "exploded" if more else "kept"
        log.append(Thrown(pool.label, pool.who, pool.sides, (face,), (mark,)))
        if not more:
            return chain.finish(state)


def _throw_die(
    pool: Pool[object],
    source: Source,
    answers: list[Answer],
    faces: tuple[int, ...],
    missing: int,
) -> int:
    face = source.face(pool.sides)
    if face is None:
        wanted = Wanted(pool.label, pool.who, pool.sides, faces, missing, pool.art)
        raise _Waiting(
            replace(wanted, pictures=pool.pictures, theirs=pool.theirs, called=pool.called)
        )
    answers.append(check_face(face, pool.sides))
    return face


def check_face(face: object, sides: int) -> int:
    """Return the face if a die of that size has it; else BadInput on `dice`."""
    if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
        raise BadInput("dice", f"a d{sides} has no face {short_text(face)}; give 1 to {sides}")
    return face


# --- the sources ---


class Chance:
    """Random dice; a missing decision takes its default."""

    def __init__(self, dice: random.Random, choices: Mapping[str, object] | None = None) -> None:
        self._dice = dice
        self._choices = choices or {}

    def face(self, sides: int) -> int:
        return self._dice.randint(1, sides)

    def decide(self, choice: AnyChoose) -> Chosen | None:
        return Chosen(choice.name, self._choices.get(choice.name, choice.default))


class Hand:
    """Given faces, one after another; a missing decision takes its default."""

    def __init__(
        self, faces: Sequence[object], choices: Mapping[str, object] | None = None
    ) -> None:
        self._faces = faces
        self._next = 0
        self._choices = choices or {}

    @property
    def left(self) -> int:
        return len(self._faces) - self._next

    def face(self, sides: int) -> int | None:
        if self.left == 0:
            return None
        face = self._faces[self._next]
        self._next += 1
        return check_face(face, sides)

    def decide(self, choice: AnyChoose) -> Chosen | None:
        return Chosen(choice.name, self._choices.get(choice.name, choice.default))


class Record:
    """Earlier answers; after them `then` goes on (without it, the play waits)."""

    def __init__(self, answers: Sequence[Answer], then: Source | None = None) -> None:
        self._answers = answers
        self._next = 0
        self._then = then

    @property
    def left(self) -> int:
        return len(self._answers) - self._next

    def face(self, sides: int) -> int | None:
        if self.left == 0:
            return self._then.face(sides) if self._then else None
        answer = self._answers[self._next]
        if isinstance(answer, Chosen):
            raise BadInput("dice", f"a decision ({answer.name}) was given where a d{sides} falls")
        self._next += 1
        return check_face(answer, sides)  # a null would pass for "no answer yet"

    def decide(self, choice: AnyChoose) -> Chosen | None:
        if self.left == 0:
            return self._then.decide(choice) if self._then else None
        answer = self._answers[self._next]
        if not isinstance(answer, Chosen) or answer.name != choice.name:
            raise BadInput(choice.name, f"the play asks {choice.name} here")
        self._next += 1
        return answer


class Midpoint:
    """The middle face of every die and default decisions: for values that depend on no die."""

    def face(self, sides: int) -> int:
        return (sides + 1) // 2

    def decide(self, choice: AnyChoose) -> Chosen:
        return Chosen(choice.name, choice.default)


# --- the three ways to play ---


def by_chance(
    bound: Bound, dice: random.Random | None = None, choices: Mapping[str, object] | None = None
) -> Finished:
    """Play to the end with random dice (cryptographic ones unless others are given)."""
    bound.procedure.check_choices(choices or {})
    play = walk(bound, Chance(dice or random.SystemRandom(), choices))
    assert isinstance(play, Finished)  # chance always answers
    return play


def by_hand(
    bound: Bound, faces: Sequence[object], choices: Mapping[str, object] | None = None
) -> Finished:
    """Play to the end with these faces, in the order the rolls ask for them.

    BadInput on `dice` for a face the die does not have, too few or too many faces.
    """
    bound.procedure.check_choices(choices or {})
    hand = Hand(faces, choices)
    play = walk(bound, hand)
    if isinstance(play, Asking):
        wanted = play.wanted
        assert wanted is not None  # a hand always decides
        dice = f"{wanted.missing}d{wanted.sides} ({wanted.label})"
        raise BadInput("dice", f"too few faces: {len(faces)} given, {dice} still to fall")
    if hand.left:
        raise BadInput("dice", f"too many faces: {len(faces)} given, {hand.left} left over")
    return play


def replay(bound: Bound, answers: Sequence[Answer]) -> Asking | Finished:
    """Return the play of these answers: waiting for the next one, or finished.

    BadInput if they do not fit: a face the die does not have, a decision that is not on offer,
    answers left over.
    """
    record = Record(answers)
    play = walk(bound, record)
    if record.left:
        raise BadInput("dice", f"too many answers: {len(answers)} given, {record.left} left over")
    return play


def tally(bound: Bound) -> dict[str, object]:
    """Return the values of the procedure's `tally`, which depend on its inputs alone."""
    if not bound.procedure.tally:
        return {}
    play = walk(bound, Midpoint())
    assert isinstance(play, Finished)  # the middle always answers
    values = play.outcome.values
    return {name: values[name] for name in bound.procedure.tally if name in values}


def finish(bound: Bound, answers: Sequence[Answer], dice: random.Random | None = None) -> Finished:
    """Finish a play with random dice and default decisions where the answers end."""
    play = walk(bound, Record(answers, Chance(dice or random.SystemRandom())))
    assert isinstance(play, Finished)  # chance always answers
    return play
