"""Addresses: a link is read as it was written, and no link can do harm."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import Answer, Asking, Chosen, Finished, by_chance, by_hand, replay
from app.systems import games
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.links import ALSO, OF_ROLL, Address, link, read, split_known, unknown_words
from tests.examples import cases

texts = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    ["", " ", "&=?#%/;+~.", "%41", "%2E", "é 龍 🐉", "\u202e\u2028\x00\n", "<b>'\"&amp;", "-3,5"]
)
names = texts.filter(lambda name: not name.startswith(OF_ROLL))
paths = (
    st.lists(texts.filter(lambda part: "/" not in part and part), min_size=1, max_size=3)
    .map("/".join)
    .filter(lambda path: path not in ALSO)
)  # these paths are aliases
decisions = st.builds(
    Chosen, texts, st.booleans() | texts | st.lists(st.integers(1, 99), max_size=6).map(tuple)
)
answers = st.lists(st.integers(0, 99_999) | decisions, max_size=12).map(tuple)


@given(paths, st.dictionaries(names, texts, max_size=6), st.none() | answers)
def test_a_link_is_read_as_it_was_written(
    path: str, typed: dict[str, str], answered: tuple[Answer, ...] | None
) -> None:
    assert read(link(path, typed, answered)) == Address(path, typed, answered)


@given(paths, st.dictionaries(names, texts, max_size=6), st.none() | answers)
def test_a_link_holds_only_signs_that_survive_a_chat(
    path: str, typed: dict[str, str], answered: tuple[Answer, ...] | None
) -> None:
    written = link(path, typed, answered)
    assert written.isascii()
    assert not set(written) & set(" <>\"'\\`{}|^\n")


def test_unknown_inputs_are_named_in_the_words_of_the_link() -> None:
    typed = read("#/garden/skill_test?foo=3&skill_level=2&=1").typed
    known, unknown = split_known(typed, find(games(), "garden.skill_test").inputs)
    assert (known, unknown) == ({"skill_level": "2"}, {"foo": "3", "": "1"})
    assert unknown_words(unknown) == "Some of the link couldn’t be read (“foo=3”, “=1”)"
    assert unknown_words({}) == ""
    many = unknown_words({f"x{number}": "y" * 900 for number in range(40)})
    assert many.endswith("…” and 35 more)")
    assert len(many) < 500


@given(st.text())
def test_any_address_is_read(hash: str) -> None:
    assert isinstance(read(hash), Address)


@given(st.text(), st.text(), st.text())
def test_any_roll_is_read(path: str, name: str, text: str) -> None:
    address = read(f"#/{path}?{name}={text}&{OF_ROLL}dice={text}")
    assert all(isinstance(answer, (int, Chosen)) for answer in address.answers or ())


@given(st.text(), st.text())
def test_text_that_is_half_a_character_can_be_linked(name: str, text: str) -> None:
    assert link("a/b", {name: text + "\ud83d"}).isascii()


@pytest.mark.parametrize(
    ("hash", "address"),
    [
        ("", Address("")),
        ("#", Address("")),
        ("#/", Address("")),
        ("#/garden/", Address("garden")),
        ("garden", Address("garden")),
        ("#/a/b?x=1&y=", Address("a/b", {"x": "1", "y": ""})),
        ("#/a/b?x=1&x=2", Address("a/b", {"x": "2"})),
        ("#/a/b?x", Address("a/b", {"x": ""})),
        ("#/a/b?x=a+b%20c", Address("a/b", {"x": "a b c"})),
        ("#/a/b?~who=me", Address("a/b")),
        ("#/a/b?~dice=", Address("a/b", {}, ())),
        ("#/a/b?~dice=5.5.2", Address("a/b", {}, (5, 5, 2))),
        ('#/a/b?~dice=6.{"keep":true}.3', Address("a/b", {}, (6, Chosen("keep", True), 3))),
        ("#/a/b?~dice=x.-1.1e3.999999", Address("a/b", {}, (0, 0, 0, 0))),
        ("#/%E2%28%A1", Address("\ufffd(\ufffd")),
    ],
)
def test_addresses_as_people_write_them(hash: str, address: Address) -> None:
    assert read(hash) == address


@pytest.mark.parametrize(
    "decision",
    [
        "[" * 9_000 + "]" * 9_000,
        '{"a":' * 3_000 + "1" + "}" * 3_000,
        '{"a":[[1]]}',
        '{"a":[{}]}',
        '{"a":1,"b":2}',
        '{"a":' + "9" * 5_000 + "}",
        '{"a":NaN}',
    ],
    ids=lambda text: text[:12],
)
def test_an_invalid_decision_is_read_as_an_impossible_face(decision: str) -> None:
    written = decision.replace("%", "%25").replace(".", "%2E")
    address = read(f"#/garden/skill_test?skill_level=3&~dice=5.{written}")
    assert address.answers == (5, 0)
    with pytest.raises(BadInput):
        desk_of(f"5.{written}").play()


def test_an_address_that_is_too_long_is_not_read_by_halves() -> None:
    address = read("#/garden/skill_test?skill_level=3&~dice=" + "5." * 10_000 + "25")
    assert (address.path, address.typed, address.answers) == ("garden/skill_test", {}, (0,))
    assert len(read("#/" + "x" * 50_000).path) <= 20_000


def desk_of(dice: str) -> Desk:
    """Return the desk of a link with these dice."""
    procedure = find(games(), "garden.skill_test")
    address = read(f"#/garden/skill_test?skill_level=3&~dice={dice}")
    return Desk(procedure, {**default_text(procedure), **address.typed}, address.answers, True)


@pytest.mark.parametrize(
    "dice", ["9.9.9", "0.0.0", '{"a":1}', "5.5.2.1.1.1", "x", "[1].2", '{"a":{"b":[]}}', "²"]
)
def test_a_roll_that_does_not_fit_names_the_dice(dice: str) -> None:
    with pytest.raises(BadInput) as fault:
        desk_of(dice).play()
    assert fault.value.field == "dice"


def test_a_roll_of_too_few_dice_waits_for_the_others() -> None:
    asking = desk_of("5.5").play()
    assert isinstance(asking, Asking)
    assert asking.wanted is not None
    assert (asking.wanted.faces, asking.wanted.missing) == ((5, 5), 1)


@pytest.mark.parametrize(
    "procedure", [p for game in games().values() for p in game], ids=lambda p: p.id
)
def test_a_link_shows_the_same_roll(procedure: Any) -> None:
    examples = [case.values[0] for case in cases("examples")]
    chosen_case: dict[str, Any] = next(
        (one for one in examples if one["procedure"] == procedure.id), {}
    )
    bound = procedure.bind(chosen_case.get("inputs", {}))
    if "dice" in chosen_case:
        play = by_hand(bound, chosen_case["dice"], chosen_case.get("choices"))
    else:
        play = by_chance(bound)
    address = read(link(procedure.id.replace(".", "/"), {}, play.answers))
    assert address.answers == play.answers
    again = replay(bound, address.answers)
    assert isinstance(again, Finished)
    assert again.outcome == play.outcome
