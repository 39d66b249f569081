"""A desk: a form in use, from its typed fields to a decided play."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.games import find
from app.core.play.asks import Ask
from app.core.play.play import Answer, Asking, Chosen, Finished, by_hand, replay
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound, Procedure
from app.systems import games
from app.widgets.odds.odds import words_without
from app.widgets.roll.desk import Desk, _answers_to, default_text
from tests.strategies import inputs
from tests.widgets.shelf import NONSENSE, PROCEDURES, SHARED, example, filled

SEEDS = st.integers(0, 2**32)


def desk_with(procedure: Procedure, data: st.DataObject) -> Desk:
    """Draw a desk with playable inputs, those of the worked example if the drawn ones clash."""
    for given_inputs in (data.draw(inputs(procedure)), example(procedure).get("inputs", {})):
        desk = Desk(procedure, filled(procedure, given_inputs))
        if not desk.faults():
            return desk
    return Desk(procedure, default_text(procedure))


def finish(desk: Desk, dice: random.Random) -> Desk:
    """Answer every decision of a desk at random."""
    while isinstance(play := desk.play(), Asking):
        assert play.choice is not None
        desk = desk.answer(dice.choice(list(_answers_to(play.choice))), dice)
    return desk


@pytest.mark.parametrize("procedure", PROCEDURES)
@SHARED
@given(data=st.data(), seed=SEEDS)
def test_a_roll_ends_or_waits_for_a_decision_that_dice_hang_on(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    desk = desk_with(procedure, data)
    if desk.faults():
        return
    rolled = desk.roll(random.Random(seed))
    play = rolled.play()
    if isinstance(play, Asking):
        assert play.wanted is None
        assert play.choice is not None
        assert any(
            isinstance(after := replace(rolled, answers=(*play.answers, each)).play(), Asking)
            and after.wanted is not None
            for each in _answers_to(play.choice)
        )
    assert isinstance(finish(rolled, random.Random(seed)).play(), Finished)


@pytest.mark.parametrize("procedure", PROCEDURES)
@SHARED
@given(data=st.data(), seed=SEEDS)
def test_a_die_taken_back_was_never_typed(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    desk = desk_with(procedure, data)
    if desk.faults():
        return
    dice = random.Random(seed)
    at = desk.entering().settle()
    for _ in range(40):
        play = at.play()
        if not isinstance(play, Asking):
            break
        if play.wanted is not None:
            after = at.answer(dice.randint(1, play.wanted.sides), dice)
            assert after.take_back() == at
        else:
            assert play.choice is not None
            after = at.answer(dice.choice(list(_answers_to(play.choice))), dice)
        at = after
    for _ in range(len(at.answers or ()) + 1):
        at = at.take_back()
    assert at.answers == ()


@pytest.mark.parametrize("procedure", PROCEDURES)
@SHARED
@given(data=st.data(), seed=SEEDS)
def test_decisions_at_the_end_can_be_taken_otherwise_without_a_die(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    desk = desk_with(procedure, data)
    if desk.faults():
        return
    finished = finish(desk.roll(random.Random(seed)), random.Random(seed))
    faces = [answer for answer in finished.answers or () if isinstance(answer, int)]
    for decision in finished.decisions():
        taken_options = [option for option in decision.options if option.taken]
        assert bool(taken_options) is not bool(
            decision.counts
        )  # either decided, or with the answer that counts until then
        current = next(
            option.value
            for option in decision.options
            if finished.decide_anew(decision.name, option.value).answers == finished.answers
        )
        for option in decision.options:
            other = finished.decide_anew(decision.name, option.value)
            assert isinstance(other.play(), Finished)
            assert [answer for answer in other.answers or () if isinstance(answer, int)] == faces
            decided = next(each for each in other.decisions() if each.name == decision.name)
            assert [option.value for option in decided.options if option.taken] == [option.value]
            assert other.decide_anew(decision.name, current).answers == finished.answers


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_typed_faces_come_to_the_worked_example(procedure: Procedure) -> None:
    case = example(procedure)
    desk = Desk(procedure, filled(procedure, case.get("inputs", {}))).entering().settle()
    expected = by_hand(desk.bound(), case.get("dice", []), case.get("choices"))
    answers: list[Answer] = list(expected.answers)
    while isinstance(asking := desk.play(), Asking):
        desk = desk.answer(answers[len(asking.answers)], random.Random(0))
    for decision in desk.decisions():
        if decision.name in case.get("choices", {}):
            value = case["choices"][decision.name]
            text = {True: "true", False: "false"}.get(value, value)
            desk = desk.decide_anew(decision.name, text)
    play = desk.play()
    assert isinstance(play, Finished)
    assert play.outcome.grade == expected.outcome.grade == case.get("grade", play.outcome.grade)
    assert play.outcome == expected.outcome


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_nonsense_in_the_form_is_named_and_never_raised(procedure: Procedure) -> None:
    usual = filled(procedure, example(procedure).get("inputs", {}))
    for index, name in enumerate(procedure.inputs):
        text = NONSENSE[index % len(NONSENSE)]
        desk = Desk(procedure, {**usual, name: text})
        faults = desk.faults()
        assert all(message for message in faults.values())
        if faults:
            with pytest.raises(BadInput) as fault:
                desk.roll(random.Random(0))
            assert fault.value.field in faults


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("text", ["nan", "<script>", "1e400", "🎲"])
def test_every_field_at_fault_is_named_at_once(procedure: Procedure, text: str) -> None:
    faults = Desk(procedure, dict.fromkeys(procedure.inputs, text)).faults()
    alone = {
        name
        for name in procedure.inputs
        if name in Desk(procedure, {**default_text(procedure), name: text}).faults()
    }
    required = {name for name, declared in procedure.inputs.items() if declared.required}
    assert alone - required <= set(faults)


def garden(**typed: Any) -> Desk:
    """Return the desk of a skill test with these texts."""
    procedure = find(games(), "garden.skill_test")
    return Desk(procedure, {**default_text(procedure), **typed})


NO_DICE = random.Random(0)


def type_answers(desk: Desk, *answers: Answer) -> Desk:
    """Type these answers."""
    desk = desk.entering()
    for answer in answers:
        desk = desk.answer(answer, NO_DICE)
    return desk


def outcome(desk: Desk) -> Any:
    """Return the outcome of a finished desk."""
    play = desk.play()
    assert isinstance(play, Finished)
    return play.outcome


class TestATie:
    """A tie: 3 dice, 2 + 4 = 6 against 6; the roller may still succeed at a cost."""

    tie = garden(skill_level="3", attribute="2", target_number="6")

    def test_is_taken_by_default_and_offered(self) -> None:
        desk = type_answers(self.tie, 4, 2, 1)
        (decision,) = desk.decisions()
        assert decision.name == "succeed_at_cost"
        assert len(decision.options) == 2

    def test_decided_otherwise_it_is_another_result(self) -> None:
        desk = type_answers(self.tie, 4, 2, 1)
        (decision,) = desk.decisions()
        after = desk.decide_anew(decision.name, "accept")
        assert outcome(after).success is not outcome(desk).success

    def test_nothing_looks_taken_before_a_decision(self) -> None:
        desk = type_answers(self.tie, 4, 2, 1)
        (open_still,) = desk.decisions()
        assert not any(option.taken for option in open_still.options)
        assert open_still.counts == "Fail"
        (decided,) = desk.decide_anew("succeed_at_cost", "decline").decisions()
        assert [option.words for option in decided.options if option.taken] == ["Fail"]
        assert decided.counts == ""

    def test_another_roll_is_undecided_again(self) -> None:
        decided = type_answers(self.tie, 4, 2, 1).decide_anew("succeed_at_cost", "decline")
        assert decided.take_back().decided == frozenset()
        assert decided.roll(random.Random(1)).decided == frozenset()

    def test_is_gone_when_a_die_goes_back(self) -> None:
        desk = type_answers(self.tie, 4, 2, 1)
        assert desk.take_back().answers == (4, 2)


def test_another_edit_ends_a_play_and_the_same_one_does_not() -> None:
    desk = type_answers(garden(skill_level="3"), 5)
    assert desk.with_typed(dict(desk.typed)) is desk
    assert desk.with_typed({**desk.typed, "skill_level": "2"}).answers is None


def test_entering_again_keeps_the_typed_dice() -> None:
    desk = type_answers(garden(skill_level="3"), 5)
    assert desk.entering() is desk


def test_a_die_that_does_not_fit_leaves_the_desk_as_it_was() -> None:
    desk = type_answers(garden(skill_level="3"), 5)
    for wrong in (0, 7, 9, -1, True):
        with pytest.raises(BadInput) as fault:
            desk.answer(wrong, NO_DICE)
        assert fault.value.field == "dice"
    with pytest.raises(BadInput):
        desk.answer(Chosen("succeed_at_cost", "accept"), NO_DICE)
    assert desk.answers == (5,)


def test_a_desk_replays_its_answers() -> None:
    desk = type_answers(garden(skill_level="3", attribute="2"), 5, 5, 2)
    finished = replay(desk.bound(), desk.answers or ())
    assert isinstance(finished, Finished)
    assert finished.outcome.values["total"] == 8


def test_a_long_roll_runs_its_rule_a_few_times_and_not_once_a_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    procedure = find(games(), "garden.pass_time")
    body = {"hours": "5000", "injuries": "flesh-wound/open", "wound_boxes": "40", "body": "10"}
    started: list[Bound] = []
    start = Bound.start

    def counting(bound: Bound) -> Generator[Ask, Any, Outcome]:
        started.append(bound)
        return start(bound)

    monkeypatch.setattr(Bound, "start", counting)
    desk = Desk(procedure, {**default_text(procedure), **body}).roll(random.Random(0))
    assert len(desk.answers or ()) > 50
    assert len(started) < 10


def test_dice_rolled_by_chance_are_not_taken_back() -> None:
    desk = type_answers(garden(skill_level="3"), 5)
    assert desk.goes_back
    rest = replace(desk, by_hand=False).roll_on(random.Random(0))
    assert rest.final_answers == 3
    assert not rest.goes_back
    assert rest.take_back() == rest
    assert not replace(rest, answers=None).goes_on(rest)
    assert rest.goes_on(desk)


@pytest.mark.parametrize("procedure", PROCEDURES)
@SHARED
@given(data=st.data(), seed=SEEDS)
def test_a_play_that_is_left_ends_as_suggested_with_the_dice_that_fell(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    desk = desk_with(procedure, data)
    if desk.faults():
        return
    dice = random.Random(seed)
    rolled = desk.roll(dice)
    settled = rolled.as_suggested(dice)
    assert isinstance(settled.play(), Finished)
    assert settled.goes_on(rolled)
    assert (settled.answers or ())[: len(rolled.answers or ())] == rolled.answers


LINE = "gen chk(C) = d20 +2"


@pytest.mark.parametrize(
    ("typed", "missing", "words"),
    [
        ({}, ("text",), "Fill in the required fields (*)."),
        ({"text": LINE}, ("challenge",), "Fill in the form to see the odds."),
        ({"text": f"{LINE}?"}, (), "Fix the highlighted fields first."),
        ({"text": LINE, "challenge": "x"}, (), "Fix the highlighted fields first."),
        ({"text": LINE, "challenge": "12"}, (), ""),
    ],
)
def test_an_input_that_only_a_line_needs_is_missing_too(
    typed: dict[str, str], missing: tuple[str, ...], words: str
) -> None:
    line_action = games()["striker"].procedures["striker.line_action"]
    desk = Desk(line_action, {**default_text(line_action), **typed})
    faults = desk.faults()
    assert desk.missing() == missing
    assert (words_without(line_action, faults, desk.missing()) if faults else "") == words
