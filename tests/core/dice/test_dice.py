"""Bare dice: lines are read or refused at their place, rolled, and checked by two libraries."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import HealthCheck, example, given, reject, settings
from hypothesis import strategies as st

from app.core.dice import tray, ways
from app.core.dice.faults import Malformed
from app.core.dice.grammar import LONGEST, parse
from app.core.dice.saying import to_notation, words
from app.core.dice.tree import DiceLine
from app.core.dice.writing import can_follow, readings, tap_key, understood
from app.core.errors import BadInput
from app.core.odds.conditional_odds import chances_from, find_position
from app.core.odds.odds import chances, spread
from app.core.play.play import Finished, Record, by_chance, by_hand, replay
from app.headless import answer
from app.systems import games
from tests.core.dice.lines import SIGNS, lines, rewrite
from tests.core.dice.second import DOES, line
from tests.tries import tries
from tests.twin import TooManyError, brute, outcomes

ROLL = tray.tray("dice.roll")
UNHURRIED = settings(deadline=None, suppress_health_check=list(HealthCheck))
KEYS = tuple(key.id for key in tray.KEYS)


def ask(notation: object, **more: Any) -> dict[str, Any]:
    """Answer a request to roll a line."""
    request = {"procedure": "dice.roll", "inputs": {"notation": notation}, **more}
    return answer(games(), json.dumps(request))


@pytest.mark.parametrize(
    ("text", "plain", "description"),
    [
        ("4d6kh3+2", "4d6kh3 + 2", "The highest 3 of 4d6 plus 2"),
        ("2D20 KL1", "2d20kl1", "The lowest of 2d20"),
        ("4d6k3", "4d6kh3", "The highest 3 of 4d6"),
        ("4d6dl1", "4d6kh3", "The highest 3 of 4d6"),
        ("4d6", "4d6", "The sum of 4d6"),
        ("4d6dl1dh1", "4d6dh1dl1", "4d6 without the highest and the lowest"),
        ("d%", "d%", "D100"),
        ("d100", "d%", "D100"),
        ("4dF", "4dF", "The sum of 4dF (each \u22121, 0 or +1)"),
        ("8d6≥5", "8d6>=5", "How many of 8d6 show 5 or more"),
        ("d20>10", "d20 > 10", "D20; a success if that is more than 10"),
        ("d20cs>10", "d20cs>10", "Whether d20 shows more than 10"),
        ("(d20>10)*5", "d20cs>10 * 5", None),
        ("8d6>=5+d10>=5", "8d6>=5 + d10cs>=5", None),
        ("d20>=15", "d20 vs 15", "D20; a success if that is at least 15"),
        ("d20>=15+0", "d20 vs 15 + 0", None),
        ("0+d20>=15", "0 + d20 vs 15", None),
        ("d100<=45", "d% <= 45", "D100; a success if that is at most 45"),
        ("d20r1>=15", "d20r1 vs 15", None),
        ("d6>=5!", "d6cs>=5!", None),
        ("d6!>=5", "d6!>=5", None),
        ("(2d6) > 7", "(2d6) > 7", "The sum of 2d6; a success if that is more than 7"),
        ("d6+1 != 8", "d6 + 1 <> 8", "D6 plus 1; a success if that is anything but 8"),
        ("2d6≠6", "2d6<>6", "How many of 2d6 show anything but 6"),
        ("2d6!=5", "2d6!=5", None),
        ("d6!=5+d20>=15", "d6!=5 + d20 vs 15", None),
        ("2d20kh", "2d20kh1", "The highest of 2d20"),
        ("2d20kl+1", "2d20kl1 + 1", None),
        ("4d6dl", "4d6kh3", None),
        ("d20 adv", "2d20kh1", "The highest of 2d20"),
        ("1d20 disadvantage + 5", "2d20kl1 + 5", None),
        ("/r 1d20+5", "d20 + 5", "D20 plus 5"),
        ("!roll 2d6", "2d6", None),
        ("2d6 vs. 8", "2d6 vs 8", None),
        ("d66", "d66", "D66 (tens and ones)"),
        ("d666*2 + d66 [luck]", "d666 * 2 + d66 [luck]", None),
        ("100d6", "100d6", "The sum of 100d6"),
        ("d1000", "d1000", "D1000"),
        ("2d6\u20131", "2d6 - 1", "The sum of 2d6 minus 1"),
        ("6#4d6", "6#4d6", "6 rolls, each the sum of 4d6; the total is the sum of them all"),
        ("6#4d6kh3", "6#4d6kh3", None),
        ("3#d20+5>=15", "3#d20 + 5 vs 15", None),
        ("1#d6", "d6", None),
        ("2d6 vs 8", "2d6 vs 8", "The sum of 2d6; a success if that is at least 8"),
        ("2d6+1 >= 8", "2d6 + 1 vs 8", "The sum of 2d6 plus 1; a success if that is at least 8"),
        ("4d6kh3>=12", "4d6kh3 vs 12", "The highest 3 of 4d6; a success if that is at least 12"),
        ("8d6>=5 vs 3", "8d6>=5 vs 3", None),
        ("8d6>=5!", "8d6>=5!", None),
        ("8d6!>=5", "8d6!>=5", None),
        ("d6! x 2", "d6! * 2", None),
        ("d6!x1", "d6!x1", "D6 (a die that shows 6 is thrown again and added, at most once)"),
        ("d6r1", "d6r1", "D6 (a die that shows 1 is thrown again until it shows something else)"),
        ("d20min10", "d20min10", "D20 (less than 10 counts as 10)"),
        ("-d4 + (d6−1)×2", "-d4 + (d6 - 1) * 2", "Minus d4 plus (d6 minus 1) times 2"),
        ("8d6/2 [fire]", "8d6 / 2 [fire]", "The sum of 8d6 divided (rounded down) by 2 (fire)"),
        ("d6 vs 2d6", "d6 vs 2d6", "D6; a success if that is at least the sum of 2d6"),
        ("d4<dF!", "d4 < dF!", None),
        ("d4<=dFmax0", "d4 <= dFmax0", None),
    ],
)  # fmt: skip
def test_a_line_is_read_written_and_said(text: str, plain: str, description: str | None) -> None:
    assert to_notation(parse(text)) == plain
    assert parse(plain) == parse(text)
    assert description is None or words(parse(text)) == description


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("  ", 1, "write dice, such as 2d6+3"),
        ("4d6kh", 6, "`4d6kh` wants a number after kh"),
        ("4d6kh5", 6, "5 is out of range; write 1 to 4"),
        ("4d6dh2dl2", 7, "no die is left; keep at least one"),
        ("4d6kh3kl1", 7, "kh says already which dice are kept; leave kl out"),
        ("3d6kh2dl1", 7, "kh says already which dice are kept; leave dl out"),
        ("4d6kh3kh1", 7, "kh stands here twice"),
        ("3d20 adv", 6, "adv is of one die, such as d20 adv"),
        ("d", 2, "`d` wants a number after d, such as 6"),
        ("d6r", 4, "`d6r` wants a number, such as r1"),
        ("d6r7", 3, "no face of such a die is thrown again by this"),
        ("d20r<=19", 4, "it would be thrown for ever; at least 1 face in 10 must stand"),
        ("d6!>=1", 3, "every face of such a die explodes by this"),
        ("d6!x", 5, "`d6!x` wants a number after x"),
        ("2d6>=8", 4, "no such die shows this; for their sum write 2d6 vs 8"),
        ("2d6>7", 4, "no such die shows this; for their sum write (2d6) > 7"),
        ("d20+2d4>=15", 8, "no such die shows this; for their sum write d20 + 2d4 vs 15"),
        ("2d6>=8 vs 3", 4, "no such die shows this"),
        ("3d6<=12", 4, "every die shows this; for their sum write (3d6) <= 12"),
        ("6x4d6kh3", 2, "write 6#4d6kh3 for 6 rolls, 6 * 4d6kh3 for one roll times 6"),
        ("2d6 != 6", 5, "write <> for anything but 6, or != without a blank to explode"),
        ("2d66", 1, "d66 is 2 dice already; write d66 + d66"),
        ("4d6>=3kh2", 7, "dice are either kept or counted, not both"),
        ("d6min5max2", 7, "min 5 is above max 2"),
        ("101d6", 1, "101 is out of range; write 1 to 100"),
        ("50d6+51d6", 6, "that makes 101 dice; 100 at most"),
        ("21#d6", 1, "21 is out of range; write 1 to 20"),
        ("11#10d6", 4, "that makes 110 dice; 100 at most"),
        ("d1001", 2, "1001 is out of range; write 2 to 1000"),
        ("2d6 4", 5, "write + or − before 4"),
        ("2d6 fire", 5, "“fire” is not dice notation; put a label in [ ]"),
        ("2d6 damage", 5, "“damage” is not dice notation; put a label in [ ]"),
        ("2d6 $", 5, "“$” is no dice notation; after dice come kh, kl, !, r, >= or + and −"),
        ("4d6 drop lowest", 5, "for “drop lowest” write 4d6dl1"),
        ("d20+5 with advantage", 7, "for “with advantage” write d20 adv+5"),
        ("2d6++", 5, "after + write dice or a number, such as d6 or 3"),
        ("2d6 vs", 7, "after vs write dice or a number, such as d6 or 3"),
        ("2d6 vs 8 vs 9", 10, "the line is held against something already"),
        ("(2d6", 5, "close the bracket with )"),
        ("2d6)", 4, "this bracket closes nothing"),
        ("((((((((((d6))))))))))", 9, "brackets within brackets, 8 deep at most"),
        ("d6/0", 4, "0 is out of range; write 1 to 9999"),
        ("d6[", 3, "close the label with ]"),
        ("d6[ ]", 3, "write what it is for between [ and ]"),
        ("3+4", 1, "no dice in it; write some, such as d20"),
        ("d6+99999999999", 4, "a huge number is out of range; write 0 to 9999"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(Malformed) as fault:
        parse(text)
    assert (fault.value.start + 1, fault.value.says) == (at, message)
    assert ask(text)["error"] == {"field": "notation", "message": f"notation, at {at}: {message}"}
    shown = understood(text, len(text)).wrong
    assert not text.strip() or (shown is not None and shown.message == fault.value.hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("d", "Add a number after “d”, e.g. d6"),
        ("4d6kh", "Add a number after “kh”, e.g. 4d6kh3"),
        ("d6r", "Add a number after “r”, e.g. d6r1"),
        ("d6!x", "Add a number after “x”, e.g. d6!x1"),
        ("d20min", "Add a number after “min”, e.g. d20min2"),
        ("8d6>=", "Add a number after “>=”"),
    ],
)
def test_a_missing_number_is_asked_for_with_an_example(text: str, hint: str) -> None:
    shown = understood(text, len(text)).wrong
    assert shown is not None
    assert shown.message == hint
    example = hint.rpartition("e.g. ")[2]
    assert example == hint or parse(example)


@pytest.mark.parametrize("wrong", [None, 6, True, [], "d6" * (LONGEST // 2 + 1), "d6\ud800"])
def test_an_invalid_line_names_its_input(wrong: object) -> None:
    assert ask(wrong)["error"]["field"] == "notation"


@pytest.mark.parametrize(
    ("text", "faces", "total", "grade"),
    [
        ("4d6kh3+2", [3, 6, 1, 4], 15, "rolled"),
        ("2d20kl1", [17, 4], 4, "rolled"),
        ("d100!", [100, 100, 7], 207, "rolled"),
        ("8d6>=5", [1, 5, 6, 2, 2, 5, 4, 3], 3, "rolled"),
        ("3d6!", [6, 2, 6, 1, 6, 3], 24, "rolled"),
        ("3d6!x1", [6, 2, 6, 1, 6], 21, "rolled"),
        ("2d6>=5!", [6, 5, 6, 1], 3, "rolled"),
        ("3d6!kh1", [6, 6, 1, 2, 5], 11, "rolled"),
        ("2d6r1", [1, 1, 1, 4, 3], 7, "rolled"),
        ("2d6ro1", [1, 5, 1], 6, "rolled"),
        ("d20+d4", [11, 3], 14, "rolled"),
        ("2d6 vs 8", [4, 4], 8, "made"),
        ("2d6 vs 8", [4, 3], 7, "missed"),
        ("2d6 vs 2d6", [4, 3, 4, 4], 7, "missed"),
        ("2d6+1 < 8", [4, 3], 8, "missed"),
        ("4dF", [1, 2, 3, 3], 1, "rolled"),
        ("d20min10", [3], 10, "rolled"),
        ("7 - d6/2", [5], 5, "rolled"),
        ("d20>=15", [15], 15, "made"),
        ("d20>=15+0", [14], 14, "missed"),
        ("d100<=45", [45], 45, "made"),
        ("d20cs>=15", [15], 1, "rolled"),
        ("2d6+1 != 8", [3, 4], 8, "missed"),
        ("d20 adv", [3, 17], 17, "rolled"),
        ("d20 dis + 1", [3, 17], 4, "rolled"),
        ("d66", [3, 5], 35, "rolled"),
        ("d666+1", [3, 5, 6], 357, "rolled"),
        ("d1000", [637], 637, "rolled"),
        ("3#2d6", [1, 2, 3, 4, 5, 6], 21, "rolled"),
        ("3#d20 >= 11", [10, 11, 20], 2, "rolled"),
    ],
)
def test_typed_faces_come_to_this(text: str, faces: list[int], total: int, grade: str) -> None:
    reply = ask(text, dice=faces)
    assert (reply.get("grade"), reply["values"]["total"]) == (grade, total), reply
    for wrong in (faces[:-1], [*faces, 1]):
        assert ask(text, dice=wrong)["error"]["field"] == "dice"


def test_dice_are_marked_as_they_are_read() -> None:
    def marks(text: str, faces: list[int]) -> list[tuple[str, ...]]:
        return [roll.marks for roll in by_hand(ROLL.bind({"notation": text}), faces).rolls]

    assert marks("4d6kh3", [3, 1, 1, 4]) == [("kept", "kept", "struck", "kept")]
    assert marks("4d6kl2", [4, 4, 4, 6]) == [("kept", "kept", "struck", "struck")]
    assert marks("3d6!", [6, 2, 1, 3]) == [("exploded", "plain", "plain"), ("plain",)]
    assert marks("2d6ro1", [1, 3, 1]) == [("struck", "plain"), ("plain",)]
    assert marks("3d6>=5", [5, 2, 6]) == [("good", "plain", "good")]


def test_an_average_of_nothing_has_no_sign() -> None:
    assert understood("0-d1000cs>=1000", None).notes == ("From \u22121 to 0, 0.00 on average.",)


def test_each_game_has_its_tray_and_counts_it_among_none_of_its_rules() -> None:
    for id, game in games().items():
        reply = answer(
            games(), json.dumps({"procedure": f"{id}.dice", "inputs": {"notation": "d6"}})
        )
        assert reply["values"].keys() == {"total"}
        assert game.tray not in list(game)
        assert game.procedures[f"{id}.dice"].title_of({"notation": "d6"}) == "Dice: d6"
    assert "dice" not in list(games())
    assert ask("d6")["grade"] == "rolled"


# --- random lines and taps ---


@UNHURRIED
@given(lines(), st.randoms(use_true_random=False))
def test_a_written_line_is_read_back(drawn: DiceLine, dice: random.Random) -> None:
    plain = to_notation(drawn)
    if len(plain) > LONGEST:
        reject()
    read = parse(plain)
    assert to_notation(read) == plain
    assert words(read)
    other = rewrite(plain, dice)
    if len(other) <= LONGEST:
        assert to_notation(parse(other)) == plain


@settings(UNHURRIED, max_examples=tries(300))
@given(st.text(alphabet="0123456789dkhlr!xo<>=+-*/()[] vs%Fmina", max_size=30) | st.text())
@example("9" * 200)
@example("d100r<=89!>=2x20+" * 10 + "d6")
def test_any_text_is_rolled_or_refused_by_name(text: str) -> None:
    reply = ask(text, seed=1)
    assert reply.get("error", {"field": "notation"})["field"] == "notation", reply
    known = ask(text, odds=True)
    assert known.get("error", {"field": "notation"})["field"] == "notation", known
    assert understood(text, len(text)).wrong is None or "error" in reply


@UNHURRIED
@given(st.lists(st.sampled_from(KEYS), max_size=25))
def test_no_taps_make_a_wrong_line(keys: list[str]) -> None:
    text = ""
    for key in keys:
        before, text = text, tap_key(text, key)
        shown = understood(text, None).wrong
        assert shown is None or shown.unfinished, (before, key, text)
        assert can_follow(before, key) == (text != before)
    # An unfinished line can be finished within three taps.
    begun = [text]
    for _ in range(3):
        if any(understood(each, None).wrong is None for each in begun):
            break
        begun = [after for each in begun for key in KEYS if (after := tap_key(each, key)) != each]
    assert any(not each or understood(each, None).wrong is None for each in begun)
    while text:
        before, text = text, tap_key(text, "back")
        assert text != before


@given(st.text("d0123456789kh!>=<+- vs%fxr()[]a", max_size=12), st.sampled_from(KEYS))
def test_a_tap_leaves_a_right_line_right(text: str, key: str) -> None:
    after = tap_key(text, key)
    shown = understood(after, None).wrong
    assert after == text or key == "back" or shown is None or shown.unfinished


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("d6 d6 d6", "3d6"),
        ("d6 d6 d4", "2d6+d4"),
        ("d20 kh", "2d20kh1"),
        ("d20 kl", "2d20kl1"),
        ("d6 d6 d6 d6 kh", "4d6kh3"),
        ("d6 d6 d6 d6 kh + d8", "4d6kh3+d8"),
        ("d6 !", "d6!"),
        ("d6 + - d4", "d6-d4"),
        ("d6 d6 vs", "2d6 vs "),
        ("d6 d6 back", "d6"),
        ("d6 d6 + back", "2d6"),
        ("! kh +", ""),
        ("8 d6", "8d6"),
        ("2 d20 kh", "2d20kh1"),
        ("1 2 d6", "12d6"),
        ("0 d6", "0+d6"),
        ("d6 + 8 d6", "d6+8d6"),
        ("d6 5 d8", "d6+5d8"),
        ("4 d6 kh d8", "4d6kh3+d8"),
        ("d6 ! >= 5", "d6!+5"),
        ("d6 ! d6", "d6!+d6"),
        ("d20 >= 1 5", "d20>=15"),
        ("d20 >= 1 5 d6", "d20>=15+d6"),
        ("8 d20 >= 1 5", "8d20>=15"),
        ("2 d6 >= 7 1 5", "2d6>=5"),
        ("8 d6 >= 5 vs 3", "8d6>=5 vs 3"),
        ("d20 >= 1 vs 5", "d20>=15"),
        ("2 d6 vs vs 2 d6", "2d6 vs 2d6"),
        ("2 d6 vs + d6", "2d6 vs d6"),
        ("1 0 1 d6", "101+d6"),
        ("- d6", "-d6"),
    ],
)
def test_taps(keys: str, text: str) -> None:
    tapped_so_far = ""
    for key in keys.split():
        tapped_so_far = tap_key(tapped_so_far, key)
    assert tapped_so_far == text


# --- suggestions for wrong lines ---


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("2d6>=7", ["2d6 vs 7", "2d6cs>=7"]),
        ("2d6>7", ["(2d6) > 7", "2d6cs>7"]),
        ("3d6<=12", ["(3d6) <= 12", "3d6cs<=12"]),
        ("6x4d6kh3", ["6#4d6kh3", "6 * 4d6kh3"]),
        ("6x d20+5", ["6#d20 + 5", "6 * d20 + 5"]),
        ("2d6 != 6", ["(2d6) <> 6", "2d6<>6", "2d6!"]),
        ("d20 != 5", ["d20 <> 5", "d20!=5"]),
        ("4d6kh", ["4d6kh3", "4d6kh1"]),
        ("d20kl", ["2d20kl1"]),
        ("2d66", ["d66 + d66"]),
        ("2d6 damage", ["2d6 [damage]"]),
        ("2d6 fire damage vs 8", ["2d6 [fire damage] vs 8"]),
        ("2d6 fire + d4 cold", ["2d6 [fire] + d4 [cold]"]),
        ("Fireball: 8d6", ["8d6 [Fireball]"]),
        ("attack d20+5", ["(d20 + 5) [attack]"]),
        ("d20+5 # attack", ["d20 + 5 [attack]"]),
        ("d20+5 adv", ["2d20kh1 + 5"]),
        ("4d6 drop lowest", ["4d6kh3"]),
        ("4d6 keep highest 3", ["4d6kh3"]),
        ("2d6 [fire] damage", []),
        ("2d6++", []),
    ],
)
def test_right_lines_are_offered_for_a_wrong_one(text: str, lines: list[str]) -> None:
    result = understood(text, None)
    assert result.wrong is not None
    assert [offer.insert for offer in result.offers] == lines
    assert {(offer.start, offer.end) for offer in result.offers} <= {(0, len(text))}
    assert all(understood(line, None).canonical == line for line in lines)


@settings(UNHURRIED, max_examples=tries(60))
@given(lines(most_dice=3, sides=(4, 6, 8)), st.integers(2, 4), st.data())
def test_offers_mean_the_same_as_the_typed_line(drawn: DiceLine, count: int, data: Any) -> None:
    """A comparison that no die or every die passes tests the sum, or counts dice."""
    sign = data.draw(st.sampled_from(SIGNS))
    number = data.draw(st.integers(0, 30))
    before = f"{to_notation(drawn.left)} + " if data.draw(st.booleans()) else ""
    dice = f"{before}{count}d6"
    text = f"{dice}{sign}{number}"
    try:
        parse(text)
        reject()
    except Malformed as fault:
        offers = list(readings(fault))
        message = fault.says
    if any(dice_.counts is not None for dice_ in drawn.dice) and before:
        reject()  # then the whole line counts dice
    left, _, _ = line(f"({dice})")
    theirs = left.map(lambda total: DOES[sign](total, number)).probability(True)
    assert len(offers) == 2
    try:
        assert chances(ROLL.bind({"notation": offers[0].line})).success == theirs
        assert chances(ROLL.bind({"notation": message.partition("write ")[2]})).success == theirs
        counted, _, _ = line(f"{dice}cs{sign}{number}")
        assert distribution(offers[1].line) == {
            int(v): Fraction(q, counted.denominator()) for v, q in counted.items()
        }
    except BadInput:
        reject()


@settings(max_examples=tries(60))
@given(st.integers(1, 4), st.sampled_from((4, 6, 20)), st.sampled_from(SIGNS), st.integers(0, 30))
def test_adding_nothing_leaves_the_question(count: int, sides: int, sign: str, number: int) -> None:
    """`d20>=15` means the same as `d20+0>=15` and `0+d20>=15`."""
    plain = chances(ROLL.bind({"notation": f"d{sides}{sign}{number}"}))
    for same in (f"d{sides}+0{sign}{number}", f"0+d{sides}{sign}{number}"):
        assert chances(ROLL.bind({"notation": same})).success == plain.success
    assert plain.success is not None


# --- odds ---


def distribution(notation: str) -> dict[Any, Fraction]:
    """Return the odds of a line's total."""
    return dict(spread(ROLL.bind({"notation": notation}), "total")["total"])


@settings(UNHURRIED, max_examples=tries(25))
@given(lines(most_dice=2, sides=(2, 3, 4)))
def test_odds_agree_with_every_face(drawn: DiceLine) -> None:
    bound = ROLL.bind({"notation": to_notation(drawn)})
    try:
        every = outcomes(bound, {}, 200)
    except TooManyError:
        reject()
    found: dict[Any, Fraction] = {}
    for chance, outcome in every:
        total = outcome.values["total"]
        found[total] = found.get(total, Fraction(0)) + chance
    assert distribution(to_notation(drawn)) == found
    assert chances(bound).grades == brute(bound, limit=200)


@settings(UNHURRIED, max_examples=tries(40))
@given(lines(most_dice=3, sides=(2, 3, 4, 6)), st.integers(0, 2**32), st.integers(0, 8))
def test_odds_from_the_middle_agree_with_every_face(drawn: DiceLine, seed: int, first: int) -> None:
    bound = ROLL.bind({"notation": to_notation(drawn)})
    answers = by_chance(bound, random.Random(seed)).answers[:first]
    try:
        expected = brute(bound, limit=150, begun=answers)
    except TooManyError:
        reject()
    at = find_position(bound, Record(answers))
    assert chances_from(bound, at).grades == expected


@pytest.mark.parametrize(
    ("text", "faces", "made"),
    [
        ("d6r1 vs 4", [1], Fraction(3, 5)),
        ("d6r1 vs 4", [1, 1], Fraction(3, 5)),
        ("d6ro1 vs 4", [1], Fraction(1, 2)),
        ("2d6r1 vs 8", [1, 6], Fraction(1)),
        ("d3r<2!x1 vs 3", [1], Fraction(1, 2)),
    ],
)
def test_a_die_rerolled_until_it_stands_never_stands_at_such_a_face(
    text: str, faces: list[int], made: Fraction
) -> None:
    bound = ROLL.bind({"notation": text})
    at = find_position(bound, Record(faces))
    assert chances_from(bound, at).success == made


@settings(UNHURRIED, max_examples=tries(120))
@given(lines(most_dice=5), st.randoms(use_true_random=False))
def test_odds_agree_with_a_second_reader_and_a_second_library(
    drawn: DiceLine, dice: random.Random
) -> None:
    text = rewrite(to_notation(drawn), dice)
    try:
        read = parse(text)
        several = read.repeats > 1
        found = ways.of_line(read) if not several else {}
        mine: Counter[int] = Counter(ways.of_total(read) if several else ())
    except BadInput:
        reject()
    left, sign, right = line(text)
    for (value, _), each in found.items():
        mine[value] += each
    whole = sum(mine.values())
    theirs = {int(v): Fraction(q, left.denominator()) for v, q in left.items()}
    assert {v: Fraction(each, whole) for v, each in mine.items()} == theirs
    assert (right is None) == (drawn.right is None or several)
    if right is None:
        return
    success = icepool.map(lambda a, b: DOES[sign](a, b), left, right)
    assert chances(ROLL.bind({"notation": text})).success == success.probability(True)


@pytest.mark.parametrize(
    "text", ["99d6", "40d6kh20", "20d6!", "30d10>=8", "20d20kh10", "99dF", "100d20"]
)
def test_many_dice_are_weighed_as_icepool_does(text: str) -> None:
    left, _, _ = line(text)
    whole = left.denominator()
    found = ways.of_node(parse(text).left)
    total = sum(found.values())
    assert found.keys() == {int(value) for value in left.outcomes()}
    assert all(found[int(v)] * whole == q * total for v, q in left.items())


@pytest.mark.parametrize("text", ["99d100kh50", "d100!>=2x20", "99d100!", "99d1000"])
def test_odds_that_take_too_long_are_refused_but_still_roll(text: str) -> None:
    assert ask(text, odds=True)["error"]["field"] == "notation"
    assert ask(text, seed=3)["grade"] == "rolled"


@UNHURRIED
@given(lines(), st.integers(0, 2**32))
def test_a_play_is_its_answers(drawn: DiceLine, seed: int) -> None:
    bound = ROLL.bind({"notation": to_notation(drawn)})
    once = by_chance(bound, random.Random(seed))
    again = replay(bound, once.answers)
    assert isinstance(again, Finished)
    assert (again.outcome, again.log) == (once.outcome, once.log)
