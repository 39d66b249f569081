"""The chips above a form: known, open and omitted values."""

from __future__ import annotations

from app.systems import games
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.facts import facts
from tests.widgets.templates import PAGES

ATTACK = games()["wasteland"].procedures["wasteland.attack"]
PLAIN = default_text(ATTACK)
GUN = {
    **PLAIN,
    "weapon_class": "small-guns",
    "attribute": "6",
    "skill": "3",
    "tagged": "true",
    "target_range": "close",
}


def test_an_empty_field_stays_open() -> None:
    view = facts(ATTACK, PLAIN, defaults=PLAIN)
    assert not view.known
    assert not view.chips


def test_values_of_the_sheet_are_a_line_of_chips() -> None:
    known = ("weapon_class", "attribute", "skill", "tagged", "target_prone", "shots")
    view = facts(ATTACK, GUN, defaults=PLAIN, known=known)
    assert view.known == set(known) - {
        "target_prone",
        "shots",
    }  # these are behind a heading already
    chips = [(chip.label, chip.words) for chip in view.chips]
    assert ("Attribute", "6") in chips
    assert ("Tag skill", "") in chips
    # A false condition gets no chip.
    assert all(chip.name != "target_prone" for chip in view.chips)
    assert view.more > 10


def test_a_chip_keeps_the_capitals_of_an_abbreviation() -> None:
    view = facts(ATTACK, {**GUN, "side": "gm"}, defaults=PLAIN, known=("side", "weapon_class"))
    chips = {chip.name: chip.words for chip in view.chips}
    assert (chips["side"], chips["weapon_class"]) == ("the GM", "small gun")


def test_a_chip_has_words_for_codes() -> None:
    time = games()["garden"].procedures["garden.pass_time"]
    plain = default_text(time)
    texts = {**plain, "injuries": "deep-wound/unaided@1.003333"}
    view = facts(time, texts, defaults=plain, known=("injuries",))
    chips = {chip.name: chip.words for chip in view.chips}
    assert chips["injuries"] == "unaided deep wound (1 h hea…"


def test_no_line_of_chips_begins_with_a_dot() -> None:
    known = ("weapon_class", "attribute", "skill", "tagged", "target_range")
    view = facts(ATTACK, GUN, defaults=PLAIN, known=known)
    line = PAGES.get_template("facts.html").render(chips=view.chips)
    assert line.count("\u00a0· ") == line.count("·") == len(known) - 1


def test_a_line_of_dice_stays_open_with_its_keys() -> None:
    tray = games()["wasteland"].tray
    plain = default_text(tray)
    view = facts(tray, {**plain, "notation": "2d6"}, defaults=plain, known=("notation",))
    assert not view.known
    assert not view.chips


def test_a_chip_that_was_tapped_says_so() -> None:
    view = facts(ATTACK, GUN, defaults=PLAIN, known=("attribute",), edited=("attribute",))
    assert [chip.edited for chip in view.chips if chip.name == "attribute"] == [True]
    assert view.edited == {"attribute"}


def test_a_field_at_fault_is_expanded() -> None:
    view = facts(ATTACK, GUN, defaults=PLAIN, known=("skill",), faults=("skill",))
    assert "skill" in view.edited


def test_a_changed_field_behind_a_heading_has_a_chip() -> None:
    view = facts(ATTACK, {**GUN, "free_dice": "1"}, defaults=PLAIN)
    assert [(chip.label, chip.words) for chip in view.chips] == [("Free extra d20s", "1")]


def test_a_form_without_parts_has_a_chip_for_zero_as_well() -> None:
    rest = games()["striker"].procedures["striker.rest"]
    texts = {**default_text(rest), "hx": "4", "ex": "0", "fx": "0"}
    view = facts(rest, texts, defaults=default_text(rest), known=("hx", "ex", "fx"))
    assert [(chip.label, chip.words) for chip in view.chips] == [
        ("HX", "4"), ("EX", "0"), ("FX", "0"),
    ]  # fmt: skip
