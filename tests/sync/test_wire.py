"""Texts in frames, and the heartbeat of a connection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.sync.wire import BEAT, LONGEST, PART, BadFrame, FrameAssembler, Heartbeat, frames


@given(st.lists(st.text(max_size=40) | st.integers(0, 3).map(lambda n: "aé"[n % 2] * n * PART)))
def test_texts_come_out_as_they_went_in(texts: list[str]) -> None:
    assembler, received = FrameAssembler(), []
    for text in texts:
        for frame in frames(text):
            assert len(frame.encode("utf-8", "surrogatepass")) <= PART + 1
            assert assembler.add(BEAT) is None
            received += [] if (whole := assembler.add(frame)) is None else [whole]
    assert received == texts


def test_a_megabyte_is_as_much_as_there_may_be() -> None:
    assembler = FrameAssembler()
    assert [assembler.add(frame) for frame in frames("x" * LONGEST)][-1] == "x" * LONGEST
    with pytest.raises(ValueError, match="more than 1000000 bytes"):
        next(frames("é" * (LONGEST // 2 + 1)))
    for _ in range(LONGEST // PART):
        assembler.add("+" + "x" * PART)
    with pytest.raises(BadFrame, match="more than a megabyte"):
        assembler.add("+" + "x" * PART)


@pytest.mark.parametrize("frame", ["", "x", "\0", "**"])
def test_an_unknown_frame_is_refused(frame: str) -> None:
    with pytest.raises(BadFrame, match="no Tableside sends"):
        FrameAssembler().add(frame)


def test_silence_is_noticed_within_seconds_and_a_word_ends_it() -> None:
    pulse = Heartbeat.begin(100.0)
    beats = 0
    for second in range(101, 107):
        pulse = pulse.look(second)
        if pulse.due:
            beats += 1
            pulse = pulse.say(second)
        assert not pulse.gone
    assert beats == 6
    assert pulse.hear(106.5).look(107.0).gone is False
    assert pulse.look(107.0).gone is True


def test_a_device_that_slept_gives_the_other_its_time_anew() -> None:
    pulse = Heartbeat.begin(0.0).look(1.0).look(600.0)
    assert not pulse.gone
    assert pulse.due
    for second in range(601, 607):
        pulse = pulse.look(second)
    assert pulse.look(607.0).gone
