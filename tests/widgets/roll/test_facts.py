"""The line of chips above a form: what is known, what is open, what is left away."""

from __future__ import annotations

from app.systems import games
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.facts import facts

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


def test_what_nobody_filled_in_stays_open() -> None:
    seen = facts(ATTACK, PLAIN, defaults=PLAIN)
    assert not seen.known
    assert not seen.chips


def test_what_the_sheet_says_is_a_line_of_chips() -> None:
    known = ("weapon_class", "attribute", "skill", "tagged", "target_prone", "shots")
    seen = facts(ATTACK, GUN, defaults=PLAIN, known=known)
    assert seen.known == set(known) - {"target_prone", "shots"}  # behind a heading anyhow
    said = [(chip.label, chip.words) for chip in seen.chips]
    assert ("Attribute", "6") in said
    assert ("Tag skill", "") in said
    # Nobody is prone: nothing worth a chip.
    assert all(chip.name != "target_prone" for chip in seen.chips)
    assert seen.more > 10


def test_a_chip_that_was_tapped_says_so() -> None:
    seen = facts(ATTACK, GUN, defaults=PLAIN, known=("attribute",), edited=("attribute",))
    assert [chip.edited for chip in seen.chips if chip.name == "attribute"] == [True]
    assert seen.edited == {"attribute"}


def test_what_is_at_fault_is_to_be_seen() -> None:
    seen = facts(ATTACK, GUN, defaults=PLAIN, known=("skill",), faults=("skill",))
    assert "skill" in seen.edited


def test_what_was_changed_behind_the_headings_is_said() -> None:
    seen = facts(ATTACK, {**GUN, "free_dice": "1"}, defaults=PLAIN)
    assert [(chip.label, chip.words) for chip in seen.chips] == [("Free extra d20s", "1")]
