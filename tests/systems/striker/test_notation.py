"""Striker's notation: faults, canonical forms, words, completion, and random lines."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.support.characters import BLANKS
from app.headless import answer
from app.systems import games
from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.completion import complete, so_far
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.meaning import evaluate
from app.systems.striker.notation.sheet import known
from app.systems.striker.notation.tree import Check, NotationLine
from app.systems.striker.notation.words import words
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import ERRORS, THE_NINE
from tests.fuzz.fuzz_striker_notation import CODES, hold, made_line, mutated
from tests.tries import tries

DATA = Path(__file__).parents[2] / "data" / "striker"
SKILLS = (("Insight", 2, 4), ("Strength", -2, 1), ("Cbt-Ranged", 1, 4), ("Cbt-Melee", 2, 4))
TECHNIQUES = (("Wpn-Pistols", 2, "Cbt-Ranged"), ("Wpn-Blades-Short", 3, "Cbt-Melee"))
SHEET = known(SKILLS, TECHNIQUES)
PISTOL = "attack(main-action) sub(this for Cbt-Ranged) chk(C)= +M(this) to hit, eff= +M(this)"


def data(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return rows


def fault_of(text: str) -> Malformed:
    with pytest.raises(Malformed) as fault:
        parse(text)
    return fault.value


@pytest.mark.parametrize("case", data("malformed"), ids=lambda case: case["text"] or "(empty)")
def test_malformed_line(case: dict[str, Any]) -> None:
    fault = fault_of(case["text"])
    assert (fault.code, fault.at) == (case["code"], case["at"])
    assert fault.field == "text"


@pytest.mark.parametrize("case", data("faults"), ids=lambda case: case["message"][:40])
def test_fault_in_its_own_words(case: dict[str, Any]) -> None:
    request = {"procedure": case["procedure"], "inputs": case["inputs"]}
    reply = answer(games(), json.dumps(request))
    assert reply == {"error": {"field": case["field"], "message": case["message"]}}


def test_every_code_is_met() -> None:
    codes = {case["message"][:3] for case in data("faults")}
    assert codes >= {row.code for row in ERRORS}
    assert ", ".join(row.duration for row in DURATIONS) == THE_NINE


@pytest.mark.parametrize("case", data("canonical"), ids=lambda case: case["text"])
def test_canonical_form(case: dict[str, Any]) -> None:
    assert canonical(parse(case["text"])) == case["canonical"]
    assert canonical(parse(case["canonical"])) == case["canonical"]
    reply = answer(
        games(), json.dumps({"procedure": "striker.parse_line", "inputs": {"text": case["text"]}})
    )
    assert reply["values"]["canonical"] == case["canonical"]
    assert reply["notes"][0] == case["canonical"]


@settings(deadline=None, max_examples=tries(150))
@given(dice=st.randoms(use_true_random=False))
def test_lines_right_and_wrong_hold(dice: random.Random) -> None:
    line = made_line(dice)
    assert hold(line) in ("", "E13")
    hold(mutated(dice, line))


@settings(deadline=None, max_examples=tries(150))
@given(text=st.text(max_size=310) | st.text("chkC()=d20+ MRXef,", max_size=40))
def test_any_text_is_a_line_or_one_of_the_faults(text: str) -> None:
    assert hold(text) in CODES | {""}


def test_blanks_are_the_white_space_of_unicode() -> None:
    spaces = {chr(c) for c in range(0x110000) if chr(c).isspace()}
    assert set(BLANKS) == spaces - set("\x1c\x1d\x1e\x1f")


# --- meaning ---


@pytest.mark.parametrize(
    ("text", "subject", "roll", "effect", "ranks"),
    [
        (PISTOL, "Wpn-Pistols", 3, 3, 2),
        (PISTOL.replace("Cbt-Ranged", "cbt\u2013ranged"), "WPN\u2212pistols", 3, 3, 2),
        ("chk(C)=M(Wpn-Pistols)-R(Strength)+5", "", 7, None, 2),
        ("sv(Wpn-Blades-Short,12)", "", 5, None, 3),
        ("sv(Insight,12)=7", "", 7, None, None),
        ("chk(C)=5-M(Strength)+M(Insight)", "", 9, None, 1),
        # The replaced skill stands for the technique, in M and in R.
        ("sub(Wpn-Pistols for Insight) chk(C)=M(insight)+R(Insight)", "", 6, None, 2),
        ("sub(Wpn-Pistols for Insight) chk(C)=M(Wpn-Pistols)", "", 4, None, 2),
        ("eff=2d6-3+M(Strength)", "", None, -5, None),
    ],
)
def test_the_values_of_a_line(
    text: str, subject: str, roll: int | None, effect: int | None, ranks: int | None
) -> None:
    meaning = evaluate(parse(text), subject, SHEET)
    assert (meaning.roll_modifier, meaning.effect_modifier, meaning.ranks) == (roll, effect, ranks)


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("chk(C)=M(Focus)+R(Focus)", -3),
        ("sub(Foo for Cbt-Ranged) chk(C)=M(Foo)+R(Foo)", 1),
        ("sub(Wpn-Pistols for Focus) chk(C)=M(Focus)", -1),
        ("chk(C)=M(Odd)", -2),
    ],
)
def test_unknown_skills_may_count_as_untrained(text: str, roll: int) -> None:
    sheet = known(SKILLS, (*TECHNIQUES, ("Odd", 1, "Nothing")))
    assert evaluate(parse(text), "", sheet, "untrained").roll_modifier == roll


def test_the_base_skill_is_asked_for_with_m_only() -> None:
    sheet = known(SKILLS, (("Odd", 1, "Nothing"),))
    for text in ("chk(C)=R(Odd)", "sub(Odd for Insight) chk(C)=M(Odd)", "sv(Odd,5)=d20"):
        evaluate(parse(text), "", sheet)
    with pytest.raises(Malformed, match="E08 at 4: The sheet has no skill Nothing"):
        evaluate(parse("sv(Odd,5)"), "", sheet)


# --- words ---


@pytest.mark.parametrize(
    ("text", "subject", "description"),
    [
        (
            PISTOL,
            "Wpn-Pistols",
            "attack (main-action): d20 + 3 against the challenge, Wpn-Pistols for Cbt-Ranged; "
            "on a hit add 3 to the weapon’s dice",
        ),
        ("sv(Insight,15)", "", "save with Insight: d20 + 2 against 15"),
        ("chk(TC)=M(Strength)", "", "d20 − 2 against the target’s challenge (TC)"),
        ("attack eff=M(Strength)", "", "attack: effect: take 2 from the weapon’s dice"),
        (
            "chk(5)=0 eff=2d6+d4+1",
            "",
            "d20 against 5; on a success 2d6 + 1d4 + 1, beside the weapon’s dice",
        ),
        (
            "sv(Insight,15), eff=2d6+1",
            "",
            "save with Insight: d20 + 2 against 15; "
            "whatever the save, 2d6 + 1, beside the weapon’s dice",
        ),
        ("chk(5)=0 eff=0", "", "d20 against 5; on a success the weapon’s dice as they fall"),
    ],
)  # fmt: skip
def test_a_line_in_words(text: str, subject: str, description: str) -> None:
    line = parse(text)
    assert words(line, subject, evaluate(line, subject, SHEET)) == description


def test_a_line_in_words_without_a_character() -> None:
    assert words(parse("gen chk(C)=M(Insight)-2 eff=R(this)")) == (
        "gen: d20 + M of Insight − 2 against the challenge; "
        "on a success the weapon’s dice + ranks of the skill of this listing"
    )
    assert words(so_far("gen(round) sub(A for B)").line) == "gen (round): A for B"
    assert words(so_far("gen").line) == "gen"


# --- while typing ---


def offered(typed: str) -> list[str]:
    """Return the texts offered at the `|`."""
    cursor = typed.index("|")
    return [offer.text for offer in complete(typed.replace("|", ""), cursor, SHEET, "core")]


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("|", ["attack", "gen", "sub", "chk", "sv", "eff"]),
        ("att|", ["attack", "("]),
        ("gen(|", [row.duration for row in DURATIONS]),
        ("gen(M|", ["main-action", "minute"]),
        ("gen(main-|", ["main-action"]),
        ("gen s|", ["sub", "sv"]),
        ("sub(|", ["this", "Wpn-Pistols", "Wpn-Blades-Short"]),
        ("sub(Wpn-P|", ["Wpn-Pistols"]),
        ("sub(this for c|", ["Cbt-Ranged", "Cbt-Melee"]),
        ("chk(|", ["C", "TC", "-"]),
        ("chk(C)=|", ["+", "-", "d20", "M", "R"]),
        ("chk(C)=d20-M|", ["M", "("]),
        ("chk(C)=M(X)-M(Str|", ["Strength", ")"]),
        ("chk(C)=M(|", [
            "this", "Wpn-Pistols", "Wpn-Blades-Short",
            "Insight", "Strength", "Cbt-Ranged", "Cbt-Melee",
        ]),
        ("chk(C)=d20 |", ["+", "-", "to", ",", "eff"]),
        ("chk(C)=d20 to |", ["hit"]),
        ("chk(C)=d20, |", ["eff"]),
        ("eff=|", ["+", "-", "1d4", "1d6", "1d8", "1d10", "1d12", "1d20", "M", "R"]),
        ("gen? |", []),
        ("chk(Q) |", []),
    ],
)  # fmt: skip
def test_offers_at_the_cursor(typed: str, offers: list[str]) -> None:
    assert offered(typed) == offers


def test_a_word_around_the_cursor_is_replaced_as_a_whole() -> None:
    text = "gen(main-act) chk(C)=d20"
    (offer,) = complete(text, len("gen(mai"), SHEET)
    assert text[: offer.start] + offer.text + text[offer.end :] == "gen(main-action) chk(C)=d20"


@settings(deadline=None, max_examples=tries(60))
@given(dice=st.randoms(use_true_random=False))
def test_every_offer_leads_on(dice: random.Random) -> None:
    """An offer is no fault at its place: any fault comes after it, or the line ends too early."""
    text = made_line(dice)
    cursor = dice.randint(0, len(text))
    for offer in complete(text, cursor, SHEET):
        head = f"{text[: offer.start]} {offer.text}"
        fault = so_far(head).fault
        assert fault is None or (fault.at or 0) > len(head), (text, cursor, offer)


def test_the_line_so_far() -> None:
    assert so_far("", "core").line == NotationLine()
    begun = so_far("attack(main-action) sub(this for Cbt-Ranged) chk(C)= +M(this) to", "core")
    assert begun.line.duration == "main-action"
    assert begun.line.sub is not None
    assert isinstance(begun.line.roll, Check)
    assert canonical(begun.line).endswith("chk(C) = d20 +M(this)")
    assert begun.fault is not None
    assert (begun.fault.code, begun.wanted) == ("E03", ("hit",))
    assert so_far("chk(C)=d20", "core").fault is None
    wrong = so_far("gen chk(C)=d20 ? eff=2", "core")
    assert wrong.fault is not None
    assert (wrong.fault.code, wrong.read, wrong.line.effects) == ("E02", 14, ())
