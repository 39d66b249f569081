"""Lines of a notation on the page: read, computed, faulty and completed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign.state.state import Character
from app.core.games import Game
from app.core.procedures.notations import Notation, NotationContext
from app.core.sheets import ListField, Sheet
from app.systems import games
from app.widgets.dice.notation import (
    Writing,
    beside_inputs,
    beside_record,
    place,
    units,
    writing,
)
from app.widgets.roll.form.forms import control
from app.widgets.sheet.sheets import sheet_view
from tests.fuzz.fuzz_striker_notation import made_line, mutated
from tests.systems.striker.test_notation import data
from tests.tries import tries
from tests.widgets.shelf import HOSTILE
from tests.widgets.templates import rendered

GAME: Game = games()["striker"]
assert GAME.sheet is not None
DARA, KEL = (GAME.sheet.fill(sample) for sample in GAME.sheet.samples)
READ, EVALUATE, ROLL = (
    GAME.procedures[f"striker.{name}"] for name in ("parse_line", "evaluate_line", "line_action")
)
PISTOL = DARA["techniques"][0]["line"]
DATA = Path(__file__).parents[2] / "data" / "striker"


def notations() -> list[Any]:
    """Return every input and every column of a list that holds a notation."""
    kinds = [
        (each.id, i.kind)
        for game in games().values()
        for each in game
        for i in each.inputs.values()
    ]
    for game in games().values():
        for declared in game.sheet.lists if game.sheet else ():
            kinds += [(f"{game.id}.{declared.id}", each.kind) for each in declared.of]
    return [pytest.param(kind, id=id) for id, kind in kinds if isinstance(kind, Notation)]


def column(sheet: Sheet, list_id: str, name: str = "line") -> Notation:
    """Return the notation of a list's column."""
    declared = sheet.form.by_id[list_id]
    assert isinstance(declared, ListField)
    kind = next(each.kind for each in declared.of if each.id == name)
    assert isinstance(kind, Notation)
    return kind


def on_sheet(sheet: Sheet, text: str, cursor: int | None = None) -> Writing:
    """Read a line in the sheet's first technique."""
    beside = beside_record(sheet, sheet["techniques"][0])
    return writing(column(sheet, "techniques"), text, beside, cursor)


def on_form(procedure: Any, typed: dict[str, str], cursor: int | None = None) -> Writing:
    """Read a line in a form."""
    kind = procedure.inputs["text"].kind
    return writing(kind, typed["text"], beside_inputs(procedure, typed), cursor)


def totals(line: Writing) -> dict[str, str]:
    """Return the totals of a line by their labels."""
    return {each.label: each.total for each in line.sums}


def terms(line: Writing, label: str) -> list[tuple[str, str, str]]:
    """Return the terms of one sum of a line."""
    (sum_,) = (each for each in line.sums if each.label == label)
    return [(term.text, term.value, term.how) for term in sum_.terms]


# --- valid lines ---


def test_the_pistol_of_dara_voss() -> None:
    view = on_sheet(DARA, PISTOL)
    assert view.canonical == (
        "attack(main-action) sub(this for Cbt-Ranged) chk(C) = d20 +M(this) to hit, eff = +M(this)"
    )
    assert view.words == (
        "attack (main-action): d20 + 3 against the challenge, Wpn-Pistols for Cbt-Ranged; "
        "on a hit add 3 to the weapon’s dice"
    )
    assert totals(view) == {"Roll": "+3", "Effect": "+3"}
    how = ("M(Wpn-Pistols)", "+3", "R 2 and M +1 of Cbt-Ranged")
    assert terms(view, "Roll") == [("d20", "", ""), how]
    assert terms(view, "Effect") == [("weapon’s dice", "", ""), how]
    assert view.notes == ("Takes: main-action; take 8: round, take 10: minute, take 20: scene.",)
    assert (view.fault, view.at, view.offers) == ("", None, ())


def test_the_blade_of_kel_arrun() -> None:
    view = on_sheet(KEL, KEL["techniques"][0]["line"])
    assert totals(view) == {"Roll": "+5", "Effect": "+3"}
    assert terms(view, "Effect")[1:] == [
        ("M(Wpn-Blades-Short)", "+5", "R 3 and M +2 of Cbt-Melee"),
        ("M(Strength)", "−2", ""),
    ]


def test_every_kind_of_term() -> None:
    view = on_sheet(DARA, "chk(C)= d20 -R(Insight) +7 -2 +M(Cbt-Ranged), eff= 2d6 +R(this)")
    assert terms(view, "Roll") == [
        ("d20", "", ""), ("R(Insight)", "−4", ""), ("number", "+7", ""), ("number", "−2", ""),
        ("M(Cbt-Ranged)", "+1", ""),
    ]  # fmt: skip
    assert terms(view, "Effect") == [
        ("weapon’s dice", "", ""), ("2d6", "", ""), ("R(Wpn-Pistols)", "+2", ""),
    ]  # fmt: skip
    assert totals(view) == {"Roll": "+2", "Effect": "+2"}


def test_a_replaced_skill_means_the_technique() -> None:
    view = on_sheet(KEL, "sub(this for Agility) chk(C)= M(agility)")
    assert terms(view, "Roll")[1:] == [("M(agility)", "+5", "R 3 and M +2 of Agility")]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("gen(day) chk(C)=M(Insight)", "Takes: day."),
        ("gen(hour) chk(C)=M(Insight)", "Takes: hour; take 8: day."),
        ("gen(round) chk(C)=5", "Takes: round."),
        ("gen(round) sv(Insight,C)", "Takes: round."),
    ],
)
def test_a_line_lists_the_times_it_takes(text: str, note: str) -> None:
    assert on_sheet(DARA, text).notes == (note,)


def test_a_form_reads_a_line_with_its_own_lists() -> None:
    typed = {
        "text": PISTOL,
        "subject": "Wpn-Pistols",
        "skills": "Cbt-Ranged, 1, 4",
        "techniques": "Wpn-Pistols, 2, Cbt-Ranged",
    }
    assert totals(on_form(EVALUATE, typed)) == {"Roll": "+3", "Effect": "+3"}
    assert totals(on_form(ROLL, typed)) == {"Roll": "+3", "Effect": "+3"}
    assert on_form(READ, typed).sums == ()
    assert on_form(READ, typed).fault == ""
    unknown = {**typed, "text": "chk(C)=M(Focus)"}
    assert (
        on_form(EVALUATE, unknown).fault == "E08 at 10: The sheet has no skill or technique Focus."
    )
    untrained = {**unknown, "unknown_skill": "untrained"}
    assert totals(on_form(EVALUATE, untrained)) == {"Roll": "−3"}
    twice = {**typed, "skills": "Cbt-Ranged, 1, 4\ncbt-ranged, 2, 4"}
    view = on_form(EVALUATE, twice)
    assert (view.fault, view.at) == ("skills has 'cbt-ranged' twice", None)
    assert view.words.startswith("attack")


def test_an_action_names_its_own_subject() -> None:
    kind = column(DARA, "actions")
    record = {"label": "", "line": "", "subject": "Wpn-Pistols"}
    assert totals(writing(kind, "chk(C)=M(this)", beside_record(DARA, record))) == {"Roll": "+3"}
    bare = writing(kind, "chk(C)=M(this) eff=M(this)", NotationContext({}, DARA))
    assert bare.fault == "E09: Whose listing is this line? Choose a skill or technique."
    assert (bare.before, bare.wrong, bare.after) == ("chk(C)=M(", "this", ") eff=M(this)")


# --- faulty lines ---


@pytest.mark.parametrize("case", data("malformed"), ids=lambda case: case["text"] or "(empty)")
def test_the_fault_stands_under_its_character(case: dict[str, Any]) -> None:
    text, typed = case["text"], {"text": case["text"], "dialect": case["dialect"]}
    view = on_form(EVALUATE, typed)
    if not text:
        assert (view.fault, view.canonical) == ("", "")  # an empty field is no fault
        return
    assert view.fault.startswith(f"{case['code']} at {case['at']}: ")
    assert view.at == case["at"]
    assert view.before + view.wrong + view.after == text
    assert len(view.before) == case["at"] - 1
    assert view.unfinished == (case["at"] > len(text))
    assert bool(view.wrong) == (case["at"] <= len(text))
    on_page = on_form(READ, typed)
    assert (on_page.fault, on_page.at, on_page.before) == (view.fault, view.at, view.before)
    # A sheet reads the reference dialect: it accepts the line, or gives advice.
    view = on_sheet(DARA, text)
    assert not view.fault or "Try: " in view.fault


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("chk(C)=d20 +M(Nobody)", "Nobody"),
        ("chk(C)=d20 +1000", "1000"),
        ("eff=3d7", "3d7"),
        ("gen? chk(C)=d20", "?"),
        ("gen(soon) chk(C)=d20", "soon"),
        ("sub(Insight for Agility) chk(C)=d20", "Insight"),
        ("chk(C)=d20" + "+1" * 150, "+1" * 5),
    ],
)
def test_the_wrong_characters_are_told_from_the_right_ones(text: str, wrong: str) -> None:
    view = on_sheet(DARA, text)
    assert view.wrong == wrong
    assert not view.unfinished


def test_a_line_that_goes_on_too_long_says_nothing_else() -> None:
    view = on_sheet(DARA, "chk(C)=d20" * 40_000, cursor=0)
    assert view.fault == "E13 at 301: The line is too long."
    assert (view.canonical, view.offers) == ("", ())


# --- offers ---


def take_offer(sheet: Sheet, typed: str, label: str) -> str:
    """Return the text after taking the offer with this label at the `|`."""
    cursor = typed.index("|")
    text = typed.replace("|", "")
    (offer,) = (offer for offer in on_sheet(sheet, text, cursor).offers if offer.label == label)
    return text[: offer.start] + offer.insert + text[offer.end :]


@pytest.mark.parametrize(
    ("typed", "label", "after"),
    [
        ("|", "eff", "eff ="),
        ("att|", "attack", "attack"),
        ("attack|", "(", "attack("),
        ("attack(ma|", "main-action", "attack(main-action)"),
        ("attack(main-action)|", "sub", "attack(main-action) sub("),
        ("sub(|", "this", "sub(this for"),
        ("sub(this for|", "Cbt-Ranged", "sub(this for Cbt-Ranged)"),
        ("sub(this for Cbt-|", "Cbt-Melee", "sub(this for Cbt-Melee)"),
        ("chk(|", "C", "chk(C) ="),
        ("chk(C) =|", "M", "chk(C) = M("),
        ("chk(C) = d20 +|", "M", "chk(C) = d20 +M("),
        ("chk(C) = +M(|", "this", "chk(C) = +M(this)"),
        ("chk(C) = +M(|) to hit", "Insight", "chk(C) = +M(Insight) to hit"),
        ("chk(C) = d20|", "to", "chk(C) = d20 to hit"),
        ("chk(C) = d20|", ",", "chk(C) = d20, eff ="),
        ("sv(|", "Insight", "sv(Insight,"),
        ("sv(Insight,|", "TC", "sv(Insight,TC)"),
    ],
)
def test_an_offer_inserts_its_blank_and_required_signs(typed: str, label: str, after: str) -> None:
    assert take_offer(DARA, typed, label) == after


@settings(deadline=None, max_examples=tries(60))
@given(dice=st.randoms(use_true_random=False))
def test_no_offer_makes_a_line_worse(dice: random.Random) -> None:
    """After an offer at the end of a line, any fault comes later."""
    text = made_line(dice)
    text = text[: dice.randint(0, len(text))]
    if len(text) > 240:
        return
    for offer in on_sheet(DARA, text, len(text)).offers:
        completed = text[: offer.start] + offer.insert
        view = on_form(READ, {"text": completed})
        assert view.at is None or view.at > len(completed), (text, offer)


def test_of_many_offers_the_first_are_shown() -> None:
    names = [{"name": f"Skill-{number}"} for number in range(200)]
    sheet = DARA.with_fields({"skills": names})
    view = on_sheet(sheet, "chk(C) = M(", len("chk(C) = M("))
    assert ([offer.label for offer in view.offers[:3]], len(view.offers), view.more) == (
        ["this", "Wpn-Pistols", "Wpn-Grenades"], 12, 191,
    )  # fmt: skip
    text = "chk(C) = M(skill-77"
    assert [offer.label for offer in on_sheet(sheet, text, len(text)).offers] == ["Skill-77", ")"]


def test_a_line_can_be_written_by_taking_offers_alone() -> None:
    text = ""
    for label in ("attack", "(", "main-action", "sub", "this", "Cbt-Ranged", "chk", "C", "d20",
                  "+", "M", "this", "to", ",", "M", "this"):  # fmt: skip
        text = take_offer(DARA, f"{text}|", label)
    assert text == (
        "attack(main-action) sub(this for Cbt-Ranged) chk(C) = d20 +M(this) to hit, eff = M(this)"
    )
    assert totals(on_sheet(DARA, text)) == {"Roll": "+3", "Effect": "+3"}


# --- a name alone ---


def read_name(
    sheet: Sheet, list_id: str, name: str, text: str, cursor: int | None = None
) -> Writing:
    """Read a name in a list's column."""
    return writing(column(sheet, list_id, name), text, NotationContext({}, sheet), cursor)


def test_names_on_the_sheet_are_offered_where_one_is_wanted() -> None:
    labels = [offer.label for offer in read_name(DARA, "weapons", "skill", "", 0).offers]
    assert labels == ["Wpn-Pistols", "Wpn-Grenades", *(skill["name"] for skill in DARA["skills"])]
    (offer, _) = read_name(DARA, "techniques", "base_skill", "cbt\u2013x", 4).offers
    assert (offer.insert, offer.start, offer.end, offer.help) == ("Cbt-Melee", 0, 5, "M -1, R 2")
    assert read_name(DARA, "weapons", "skill", "Insight", 7).offers == ()
    form = {"text": PISTOL, "subject": "w", "techniques": "Wpn-Pistols, 2, Cbt-Ranged"}
    kind = ROLL.inputs["subject"].kind
    assert isinstance(kind, Notation)
    (offer,) = writing(kind, "w", beside_inputs(ROLL, form), 1).offers
    assert (offer.label, offer.help) == ("Wpn-Pistols", "R 2, for Cbt-Ranged")


def test_a_name_that_the_sheet_lacks_is_said_where_it_must_be_there() -> None:
    for list_id, name, text, message in (
        ("weapons", "skill", "Wpn-Bows", "The sheet has no skill or technique Wpn-Bows."),
        ("techniques", "base_skill", "Wpn-Pistols", "The sheet has no skill Wpn-Pistols."),
        ("actions", "subject", "Wpn-Bows", ""),
        ("weapons", "skill", "wpn-pistols", ""),
        ("weapons", "skill", "", ""),
    ):
        assert read_name(DARA, list_id, name, text).fault == message
    # An unfinished name is no fault yet.
    assert read_name(DARA, "weapons", "skill", "Wpn", 3).fault == ""
    lenient = Sheet(DARA.form, DARA.data, {"unknown_skill": "untrained"})
    assert read_name(lenient, "weapons", "skill", "Wpn-Bows").fault == ""


def test_a_name_stands_among_the_words_of_its_record() -> None:
    view = sheet_view(GAME, Character("c", "Dara", "pc", False, DARA.data))
    (weapons,) = (each for each in view.lists if each.id == "weapons")
    row = weapons.rows[0]
    assert row.words == "heavy pistol · Wpn-Pistols · 2d6"
    assert weapons.rows[1].words == "flash grenade · Wpn-Grenades"
    assert row.lines == ()
    (control,) = (control for control in row.controls if control.name == "skill")
    assert (control.widget, control.word) == ("notation", True)


# --- random texts ---


@pytest.mark.parametrize("kind", notations())
@settings(deadline=None, max_examples=tries(40))
@given(text=st.text(max_size=310), cursor=st.none() | st.integers(-5, 320))
def test_a_reader_never_fails(kind: Notation, text: str, cursor: int | None) -> None:
    for beside in (NotationContext(), NotationContext({}, DARA)):
        view = writing(kind, text, beside, cursor)
        if view.at is not None:
            assert view.before + view.wrong + view.after == text


@settings(deadline=None, max_examples=tries(60))
@given(dice=st.randoms(use_true_random=False))
def test_lines_right_and_wrong_are_told(dice: random.Random) -> None:
    text = mutated(dice, made_line(dice))
    view = on_sheet(KEL, text, dice.randint(0, len(text)))
    assert view.fault or view.canonical or not text.strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_in_a_line_stays_text(text: str) -> None:
    page = rendered("notation.html", id="x", seen=on_sheet(DARA, text, 0), writes=True)
    assert page.wrong == []
    assert not {"script", "img", "h1"} & page.tags
    assert " ".join(text.split()) in page.text
    sheet = KEL.with_fields({"actions": [{"label": text[:60], "line": text, "subject": ""}]})
    for editing in (False, True):
        view = sheet_view(GAME, Character("c", "Kel", "player", False, dict(sheet.data)))
        page = rendered("sheet.html", sheet=view, game=GAME, editing=editing)
        assert page.wrong == []
        assert not {"script", "img"} & page.tags


@given(text=st.text(max_size=30), at=st.integers(0, 30))
def test_places_as_a_browser_counts_them(text: str, at: int) -> None:
    at = min(at, len(text))
    assert place(text, units(text, at)) == at
    assert units("🎲M", 1) == 2


# --- on the sheet ---


def test_the_sheet_shows_lines_and_derived_values() -> None:
    view = sheet_view(GAME, Character("c", "Dara", "player", False, dict(DARA.data)))
    by_id = {each.id: each.rows for each in view.lists}
    pistols, _ = by_id["techniques"]
    assert pistols.words == "Wpn-Pistols · ranks (R) 2 · base skill Cbt-Ranged"
    assert [(label, value) for label, value, _ in pistols.columns] == [
        ("M", "+3"), ("Roll", "+3"), ("Effect", "+3"),
    ]  # fmt: skip
    (line,) = pistols.lines
    assert line == on_sheet(DARA, PISTOL)
    assert [row.columns[0][1] for row in by_id["skills"]] == ["+2", "−1", "+3", "−1", "+1", "+0"]
    (line_control,) = (control for control in pistols.controls if control.name == "line")
    assert (line_control.widget, line_control.writing) == ("notation", line)


def test_lists_of_rows_are_written_one_to_a_line() -> None:
    view = control(EVALUATE.inputs["skills"])
    assert (view.widget, view.places) == ("rows", ("name", "M", "R"))
    kind = EVALUATE.inputs["skills"].kind
    for text in ("Insight, 2, 4\nStrength, -1, 2", " Insight ,2,4 ;Strength,−1,2\n\n"):
        assert kind.parse(text) == [["Insight", 2, 4], ["Strength", -1, 2]]
