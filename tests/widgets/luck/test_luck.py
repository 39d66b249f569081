"""The luck of a session: the rolls that count, their characters, and the report."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import pytest

from app.campaign import facts as f
from app.campaign.files.formats import campaign_part, head
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append, page, undo
from app.campaign.journal.rolls import record_changed_roll, record_roll
from app.core.errors import BadInput
from app.core.play.play import Answer, Chosen, Finished, by_chance, by_hand
from app.look_back import die
from app.systems import games
from app.widgets.luck.judging import (
    CERTAIN,
    UNTOLD,
    Judged,
    LuckBook,
    counting,
    of_evening,
    visible,
)
from app.widgets.luck.luck import NOBODY, TABLE, Report, as_csv, as_markdown, report_luck
from tests.campaign.happenings import Stamps, begun

GAMES = games()
TEST = GAMES["garden"].procedures["garden.skill_test"]
ADA, BEN = "ada", "ben"
NAMES = {ADA: "Ada", BEN: "Ben"}


@dataclass
class Evening:
    """A journal in which two characters roll."""

    stamp: Stamps = field(default_factory=Stamps)

    def __post_init__(self) -> None:
        self.journal: Journal = begun("garden", self.stamp)
        self.entries = list(self.journal.entries)
        for id, name in NAMES.items():
            self.write(f.CharacterAdded(id, name, {"name": name}))

    def write(self, fact: f.Fact, at: str = "") -> str:
        stamp = self.stamp()
        stamp = Stamp(stamp.id, at, stamp.by) if at else stamp
        self.journal = append(self.journal, fact, stamp, GAMES)
        self.entries.append(self.journal.last)
        return self.journal.last.id

    def rolls(self, roller: str, faces: Sequence[int], at: str = "", **more: object) -> str:
        """Add a roll with these faces and return its id."""
        bound = TEST.bind({"skill_level": len(faces), "target_number": 6})
        play = by_hand(bound, faces)
        fact = record_roll(bound, play, dict(bound.values), who={"self": roller} if roller else {})
        return self.write(replace(fact, **more), at)  # type: ignore[arg-type]

    def undo(self) -> None:
        entry = self.journal.entry(self.journal.undoable or 0)
        self.journal = undo(self.journal, entry, self.stamp())
        self.entries.append(self.journal.last)

    def counted(self) -> list[str]:
        """Return the ids of the rolls that count."""
        return [each.entry.id for each in counting(self.journal.page)]

    def report(self, hidden: bool = False) -> Report:
        rolls, book = counting(self.journal.page), LuckBook()
        visible_rolls = list(visible(rolls, hidden))
        judged_rolls = [book.judge(roll, GAMES) for roll in visible_rolls]
        return report_luck(judged_rolls, NAMES, {ADA}, len(rolls) - len(visible_rolls))


def test_an_undone_or_replaced_roll_does_not_count() -> None:
    evening = Evening()
    first, second = evening.rolls(ADA, [6, 6]), evening.rolls(BEN, [1, 2])
    assert evening.counted() == [second, first]
    third = evening.rolls(BEN, [3, 2], of=second)
    assert evening.counted() == [third, first]
    off = evening.rolls(BEN, [3, 3], of=third, cancels=True)
    assert evening.counted() == [off, second, first]
    evening.undo()
    evening.undo()
    assert evening.counted() == [second, first]


def test_a_changed_roll_counts_for_its_roller_with_its_new_result() -> None:
    evening = Evening()
    first = evening.rolls(ADA, [2, 3], hidden=True)
    bound = TEST.bind({"skill_level": 2, "target_number": 4})
    play = by_hand(bound, [2, 3])
    other = evening.write(record_changed_roll(first, bound, play, dict(bound.values)))
    (roll,) = counting(evening.journal.page)
    assert (roll.entry.id, roll.roles, roll.hidden) == (other, {"self": ADA}, True)
    alone = page(evening.journal.entries[-1:], evening.journal.top, {})
    assert [each.hidden for each in counting(alone)] == [
        True
    ]  # the original roll is unknown, so it may be hidden


def test_hidden_rolls_count_for_the_game_master_alone() -> None:
    evening = Evening()
    evening.rolls(ADA, [6, 6])
    evening.rolls(BEN, [1, 1], hidden=True)
    visible_report, full_report = evening.report(), evening.report(hidden=True)
    assert [each.name for each in visible_report.lucks] == [TABLE, "Ada"]
    assert visible_report.hidden == 1
    assert [each.name for each in full_report.lucks] == [TABLE, "Ada", "Ben"]
    assert full_report.hidden == 0
    assert visible_report.table is not None
    assert (visible_report.table.rolls, visible_report.people[0].evening) == (
        "1 roll",
        visible_report.table.evening,
    )
    for text in (as_markdown(visible_report, "Tonight"), as_csv(visible_report)):
        assert "Ben" not in text


def test_a_save_that_is_imposed_is_the_luck_of_its_roller() -> None:
    evening = Evening()
    procedure = GAMES["striker"].procedures["striker.imposed_save"]
    save = procedure.bind({"modifier": 0, "challenge": 12})
    cast = {"self": ADA, "target": BEN}
    evening.write(record_roll(save, by_hand(save, [2]), dict(save.values), who=cast))
    assert [person.name for person in evening.report().people] == ["Ben"]


def test_better_faces_are_better_luck() -> None:
    evening = Evening()
    for faces in ([6, 6], [6, 5], [5, 5]):
        evening.rolls(ADA, faces)
    for faces in ([1, 1], [2, 1], [2, 3]):
        evening.rolls(BEN, faces)
    evening.rolls("", [3, 4])
    table, ada, ben, unnamed = evening.report().lucks
    assert (ada.name, ben.name, unnamed.name) == ("Ada", "Ben", NOBODY)
    assert ada.evening.lower > Fraction(9, 10) > Fraction(1, 10) > ben.evening.lower
    assert ada.evening.mean > table.evening.mean > ben.evening.mean
    assert table.best is not None
    assert table.worst is not None
    assert (table.best.who, table.worst.who) == (ADA, BEN)
    assert table.best.href.startswith("#/garden/skill_test?")
    assert 3 < len(table.columns) <= 7
    sums = table.evening.lower + table.evening.same + table.evening.higher
    assert sums == 1


def test_certain_and_unreadable_rolls_are_left_out() -> None:
    evening = Evening()
    evening.write(f.Rolled("garden.healing_time"))
    evening.write(f.Rolled("garden.gone_since", answers=[3]))
    evening.write(f.Rolled("garden.skill_test", {"skill_level": 99}, answers=[3]))
    report = evening.report()
    assert (report.lucks, report.left_out, report.untold) == ((), 1, 2)
    assert report.table is None
    book = LuckBook()
    judged_rolls = [book.judge(each, GAMES) for each in counting(evening.journal.page)]
    assert judged_rolls == [UNTOLD, UNTOLD, CERTAIN]


def test_every_roll_is_judged_once() -> None:
    evening, book = Evening(), LuckBook()
    evening.rolls(ADA, [6, 6])
    (roll,) = counting(evening.journal.page)
    assert not book.knows(roll)
    first = book.judge(roll, GAMES)
    assert isinstance(first, Judged)
    assert book.knows(roll)
    assert book.judge(roll, GAMES) is first
    assert first.rank == f"rank {round(first.lot.place * 100)} of 100"


def test_an_evening_begins_after_six_quiet_hours() -> None:
    evening = Evening()
    evening.rolls(ADA, [1, 1], at="2026-02-01T23:00:00Z")
    evening.rolls(ADA, [2, 2], at="2026-02-02T04:59:00Z")
    assert len(of_evening(evening.entries)[0]) == 2
    late = evening.rolls(ADA, [3, 3], at="2026-02-02T11:00:00Z")
    entries, begins = of_evening(evening.entries)
    assert ([entry.id for entry in entries], begins) == ([late], True)
    assert of_evening(evening.entries[-1:]) == (tuple(evening.entries[-1:]), False)


def test_a_report_travels() -> None:
    evening = Evening()
    evening.rolls(ADA, [6, 6])
    evening.rolls(BEN, [1, 1])
    report = evening.report()
    rows = list(csv.reader(io.StringIO(as_csv(report))))
    assert [row[0] for row in rows] == ["Who", TABLE, "Ada", "Ben"]
    text = as_markdown(report, "The evening of *Ada*")
    assert text.startswith("**The evening of \\*Ada\\***\n\n| Who | Rolls |")
    assert text.count("\n| ") == 5


def test_decisions_are_the_ones_that_were_taken() -> None:
    """A roll with re-rolled dice is compared with all rolls that re-roll."""
    procedure = GAMES["wasteland"].procedures["wasteland.skill_test"]
    bound = procedure.bind({"attribute": 8, "skill": 2, "difficulty": 2, "rerolls": 1})
    journal, stamp, book = begun("wasteland", Stamps()), Stamps(), LuckBook()
    for picked in ((2,), ()):
        faces = (3, 20, *([19] if picked else []))
        answers: tuple[Answer, ...] = (*faces[:2], Chosen("reroll", picked), *faces[2:])
        play = Finished(answers, (), by_chance(bound).outcome)
        fact = replace(record_roll(bound, play, dict(bound.values)), grade="")
        journal = append(journal, fact, stamp(), GAMES)
    judged_rolls = [book.judge(each, GAMES) for each in counting(journal.page)]
    assert all(isinstance(roll, Judged) for roll in judged_rolls)
    first, second = (roll.lot for roll in judged_rolls if isinstance(roll, Judged))
    assert first.ladder != second.ladder


def test_a_file_tells_it_without_a_browser(tmp_path: Path) -> None:
    evening = Evening()
    evening.rolls(ADA, [6, 6], at="2026-02-01T20:00:00Z")
    evening.rolls(BEN, [1, 1], at="2026-02-09T20:00:00Z", hidden=True)
    evening.rolls(ADA, [5, 6], at="2026-02-09T20:01:00Z")
    record = head("campaign", "0", "2026-02-09T21:00:00Z")
    entries = [entry.record() for entry in evening.entries]
    record["campaign"] = campaign_part(evening.journal, entries)
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(record), encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "app", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    (report,) = map(json.loads, run("luck", str(path), "--format", "json").stdout.splitlines())
    assert [(each["who"], each["rolls"]) for each in report["luck"]] == [(TABLE, 1), ("Ada", 1)]
    assert run("luck", str(path), "--of", "campaign", "--hidden").stdout.count("\n| ") == 5
    assert run("luck", str(tmp_path / "none.json")).returncode == 2
    fair = run("fair", "20", "3,5,20", "11")
    assert fair.stdout.startswith("d20, 4 rolls: Too few rolls yet.")


@pytest.mark.parametrize(
    ("sides", "line", "counts"),
    [
        ("d10", "0, 3;10|1", {1: 1, 3: 1, 10: 2}),
        ("100", "00 100 7", {7: 1, 100: 2}),
        (" D20 ", "3,5\n20", {3: 1, 5: 1, 20: 1}),
    ],
)
def test_faces_are_read_as_the_page_reads_them(
    sides: str, line: str, counts: Mapping[int, int]
) -> None:
    result = die(sides, line).fairness
    assert {face: n for face, n in enumerate(result.counts, 1) if n} == counts


@pytest.mark.parametrize(
    ("sides", "line", "words"),
    [
        ("6", "7", "a d6 has no face 7; give 1 to 6"),
        ("d20", "3,x", "'x' is no face; give 1 to 20"),
        ("d1", "1", "d1 is no die; give d2 to d100"),
        ("2d6", "1", "2d6 is no die; give d2 to d100"),
    ],
)
def test_a_wrong_face_or_die_is_named(sides: str, line: str, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)):
        die(sides, line)


def test_a_test_needs_faces_and_a_possible_number_of_dice() -> None:
    for dice in (0, -1, 10**400):
        with pytest.raises(BadInput, match="give 1 to 1,000") as fault:
            die("6", "1 " * 40, dice)
        assert fault.value.field == "dice"
    with pytest.raises(BadInput, match="no faces") as fault:
        die("20", ",")
    assert fault.value.field == "faces"
