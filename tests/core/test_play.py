"""A play is its answers: it waits for the next one, takes the last back, and repeats."""

from __future__ import annotations

import random
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput, RuleBroken
from app.core.play.asks import (
    Choose,
    OpenPool,
    Places,
    Pool,
    Rule,
    YesNo,
    choose,
    roll,
    settle,
    throw,
)
from app.core.play.play import (
    Answer,
    Asking,
    Chosen,
    Finished,
    by_chance,
    by_hand,
    check_face,
    finish,
    replay,
)
from app.core.play.readings import Chain, highest, sorted_faces, total
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from tests.tries import tries

DONE = (Grade("done", "Done"),)
SIXES: Chain[int] = Chain(
    "sixes",
    (0, True),
    lambda state, face: (state[0] + face, face == 6),
    lambda state: state[1],
    lambda state: state[0],
    lambda state: state[0] > 100,
)


@procedure("test.evening", title="Evening", grades=DONE, rules="", choices=("again", "brave"))
def evening(dice: Annotated[int, Whole(0, 6)] = 2) -> Rule[Outcome]:
    """Use every kind of ask, one after another."""
    faces, other = yield from throw(
        Pool("Mine", dice, 6, sorted_faces()), Pool("Theirs", 1, 20, highest, "target")
    )
    ask = Places(len(faces), len(faces), faces, policies={"ones": _ones(faces)})
    again = yield from choose(Choose("again", ask, default=(), label="Again?"))
    new = yield from roll(Pool("Again", len(again), 6, total))
    yield from settle("after", new)
    brave = yield from choose(Choose("brave", YesNo(), default=False, label="Brave?"))
    more = (yield from roll(OpenPool("Sixes", 6, SIXES))) if brave else 0
    remaining = sum(face for place, face in enumerate(faces, 1) if place not in again)
    return Outcome("done", values={"sum": remaining + new + more - other})


def _ones(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places of the ones."""
    return tuple(place for place, face in enumerate(faces, 1) if face == 1)


def play_at_random(dice: int, seed: int) -> Finished:
    """Return a complete play with random decisions."""
    chance = random.Random(seed)
    again = [place for place in range(1, dice + 1) if chance.random() < 0.5]
    brave = chance.random() < 0.7
    return by_chance(evening.bind({"dice": dice}), chance, {"again": again, "brave": brave})


PLAYS = {"dice": st.integers(0, 6), "seed": st.integers(0, 2**32)}


@settings(deadline=None, max_examples=tries(60))
@given(**PLAYS)
def test_taking_answers_back_goes_through_the_play_backwards(dice: int, seed: int) -> None:
    bound = evening.bind({"dice": dice})
    whole = play_at_random(dice, seed)
    answers = whole.answers
    assert replay(bound, answers) == whole
    while answers:
        last, answers = answers[-1], answers[:-1]
        waiting = replay(bound, answers)
        assert isinstance(waiting, Asking)
        assert waiting.answers == answers
        assert waiting.log == whole.log[: len(waiting.log)]
        if isinstance(last, Chosen):
            assert waiting.choice is not None
            assert waiting.wanted is None
            assert waiting.choice.name == last.name
            assert waiting.choice.options.check(last.name, last.value) == last.value
        else:
            assert waiting.choice is None
            assert waiting.wanted is not None
            assert 1 <= last <= waiting.wanted.sides
            assert waiting.wanted.missing >= 1
        # The same answer again leads to the same end.
        assert finish(bound, (*answers, last, *whole.answers[len(answers) + 1 :])) == whole


@settings(deadline=None, max_examples=tries(40))
@given(**PLAYS)
def test_faces_typed_one_by_one_count_down(dice: int, seed: int) -> None:
    bound = evening.bind({"dice": dice})
    for number in range(dice):
        waiting = replay(bound, (6,) * number)
        assert isinstance(waiting, Asking)
        assert waiting.wanted is not None
        assert (waiting.wanted.label, waiting.wanted.missing) == ("Mine", dice - number)
        assert waiting.wanted.faces == (6,) * number
    last = replay(bound, (6,) * dice)
    assert isinstance(last, Asking)
    assert last.wanted is not None
    assert (last.wanted.label, last.wanted.who, last.wanted.sides) == ("Theirs", "target", 20)


@settings(deadline=None, max_examples=tries(40))
@given(**PLAYS)
def test_the_same_seed_makes_the_same_play(dice: int, seed: int) -> None:
    assert play_at_random(dice, seed) == play_at_random(dice, seed)


@settings(deadline=None, max_examples=tries(40))
@given(cut=st.integers(0, 8), **PLAYS)
def test_an_open_play_can_be_finished_by_chance(cut: int, dice: int, seed: int) -> None:
    bound = evening.bind({"dice": dice})
    begun = play_at_random(dice, seed).answers[:cut]
    finished = finish(bound, begun, random.Random(seed))
    assert finished.answers[: len(begun)] == begun
    assert replay(bound, finished.answers) == finished


@settings(deadline=None, max_examples=tries(40))
@given(**PLAYS)
def test_the_log_holds_every_answer_once(dice: int, seed: int) -> None:
    whole = play_at_random(dice, seed)
    logged: list[Answer] = []
    for entry in whole.log:
        logged += [entry] if isinstance(entry, Chosen) else entry.faces
    assert tuple(logged) == whole.answers
    assert [entry for entry in whole.log if not isinstance(entry, Chosen)] == list(whole.rolls)
    for thrown in whole.rolls:
        assert thrown.dice == f"{len(thrown.faces)}d{thrown.sides}"
        assert len(thrown.marks) == len(thrown.faces)


# --- answers that do not fit ---


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ((7,), "dice"),
        ((0,), "dice"),
        ((True,), "dice"),
        ((2.0,), "dice"),
        (("3",), "dice"),
        ((None,), "dice"),
        ((3, 3, 21), "dice"),
        ((Chosen("again", ()),), "dice"),
        ((3, Chosen("brave", True)), "dice"),
        ((3, 3, 20, 4), "again"),
        ((3, 3, 20, Chosen("brave", True)), "brave"),
        ((3, 3, 20, Chosen("again", (3,))), "again"),
        ((3, 3, 20, Chosen("again", "twos")), "again"),
        ((3, 3, 20, Chosen("again", ()), Chosen("brave", 1)), "brave"),
        ((3, 3, 20, Chosen("again", ()), Chosen("brave", False), 5), "dice"),
        ((3, 3, 20, Chosen("again", ()), Chosen("brave", True), 6, 6, 5, 5), "dice"),
    ],
)
def test_answers_that_do_not_fit_name_their_field(answers: Any, field: str) -> None:
    with pytest.raises(BadInput) as fault:
        replay(evening.bind(), answers)
    # A decision under a wrong name is reported under the expected name.
    assert fault.value.field in {field, "again"}


@pytest.mark.parametrize(
    ("faces", "choices"),
    [
        ([], {}),
        ([3, 3], {}),
        ([3, 3, 20, 1], {}),
        ([3, 3, 20], {"again": [1]}),
        ([3, 3, 20], {"brave": True}),
        ([3, 3, 20, 6], {"brave": True}),
        ([3, 3, 20, 6, 5, 5], {"brave": True}),
    ],
)
def test_too_few_or_too_many_faces(faces: list[int], choices: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as fault:
        by_hand(evening.bind(), faces, choices)
    assert fault.value.field == "dice"
    assert fault.value.message.startswith("too ")


def test_choices_by_name_policy_or_default() -> None:
    bound = evening.bind({"dice": 3})
    assert by_hand(bound, [1, 4, 1, 5]).outcome.values == {"sum": 1}
    assert by_hand(bound, [1, 4, 1, 5, 6], {"again": [3]}).outcome.values == {"sum": 6}
    assert by_hand(bound, [1, 4, 1, 5, 6, 5], {"again": "ones"}).outcome.values == {"sum": 10}
    brave = by_hand(bound, [1, 4, 1, 5, 6, 6, 2], {"brave": True})
    assert brave.outcome.values == {"sum": 15}
    # Each die of a chain is a roll of its own.
    assert [thrown.dice for thrown in brave.rolls] == ["3d6", "1d20", "1d6", "1d6", "1d6"]


@pytest.mark.parametrize(
    "face",
    [0, -1, 7, True, False, None, "3", 3.0, float("nan"), [3], {}, 10**5_000],
    ids=lambda face: "huge" if type(face) is int and face > 7 else repr(face),
)
def test_a_face_the_die_does_not_have(face: object) -> None:
    with pytest.raises(BadInput) as fault:
        check_face(face, 6)
    assert fault.value.field == "dice"
    assert len(fault.value.message) < 120


def test_choices_that_are_never_asked() -> None:
    for play in (by_chance, lambda bound, _, choices: by_hand(bound, [3, 3, 20], choices)):
        with pytest.raises(BadInput) as fault:
            play(evening.bind(), None, {"flee": True})
        assert fault.value.field == "flee"


# --- the contract of a procedure ---


def test_a_grade_that_is_not_declared_is_our_fault() -> None:
    @procedure("test.stray", title="Stray", grades=DONE, rules="")
    def stray() -> Outcome:
        """Return a grade that is not declared."""
        return Outcome("lost")

    with pytest.raises(RuleBroken):
        by_hand(stray.bind(), [])


def test_a_choice_that_is_not_declared_is_our_fault() -> None:
    @procedure("test.asks", title="Asks", grades=DONE, rules="")
    def asks() -> Rule[Outcome]:
        """Ask for a choice that is not declared."""
        yield from roll(Pool("One", 1, 6, highest))
        yield from choose(Choose("why", YesNo(), default=False, label="Why?"))
        return Outcome("done")

    with pytest.raises(RuleBroken):
        by_hand(asks.bind(), [3])


def test_a_procedure_without_dice_is_done_at_once() -> None:
    @procedure("test.still", title="Still", grades=DONE, rules="G1-G3 W2.1")
    def still() -> Outcome:
        """Return an outcome without rolling."""
        return Outcome("done", rules=())

    finished = replay(still.bind(), ())
    assert isinstance(finished, Finished)
    assert (finished.answers, finished.log) == ((), ())
    assert finished.outcome.rules == ("G1", "G2", "G3", "W2.1")


def test_no_dice_leave_no_trace_in_the_log() -> None:
    finished = by_hand(evening.bind({"dice": 0}), [7])
    assert [thrown.label for thrown in finished.rolls] == ["Theirs"]
    assert finished.outcome.values == {"sum": -7}
