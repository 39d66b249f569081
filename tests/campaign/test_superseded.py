"""Superseded outcomes: which rolls still count after others replaced or cancelled them."""

from __future__ import annotations

from dataclasses import replace

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append, page, undo
from app.campaign.journal.superseded import find_left_applied, find_superseded, is_current
from app.campaign.state.document import EffectRecord
from app.systems import games
from tests.campaign.happenings import Stamps, begun


class Book:
    """A journal of rolls that refer to each other."""

    def __init__(self) -> None:
        self.stamp = Stamps()
        self.journal: Journal = begun("prism", self.stamp)

    def _write(self, fact: f.Fact) -> str:
        self.journal = append(self.journal, fact, self.stamp(), games())
        return self.journal.last.id

    def roll(self, of: str = "", cancels: bool = False) -> str:
        """Add a roll that replaces or cancels another one."""
        return self._write(f.Rolled("prism.open_roll", answers=[50], of=of, cancels=cancels))

    def apply(self, of: str) -> str:
        """Add an applied effect of a roll."""
        record: EffectRecord = {
            "to": f.SCENE,
            "who": "self",
            "field": "luck",
            "op": "add",
            "value": 1,
        }
        return self._write(f.Applied([record], of=of))

    def undo(self) -> None:
        entry = self.journal.entry(self.journal.undoable or 0)
        self.journal = undo(self.journal, entry, self.stamp())

    def are_current(self, *rolls: str) -> list[bool]:
        """Return whether each roll is current."""
        return [is_current(self.journal.page, roll) for roll in rolls]

    def still_applied(self, roll: str) -> list[str]:
        """Return the ids of the effects still applied of the rolls that this one replaces."""
        return [each.id for each in find_left_applied(self.journal.page, roll)]


def test_a_roll_stands_until_another_takes_its_place() -> None:
    book = Book()
    first, other = book.roll(), book.roll()
    assert book.are_current(first, other) == [True, True]
    second = book.roll(of=first)
    assert book.are_current(first, other, second) == [False, True, True]
    assert find_superseded(book.journal.page) == {first}
    third = book.roll(of=second)
    assert book.are_current(first, second, third) == [False, False, True]
    book.undo()
    assert book.are_current(first, second) == [False, True]
    book.undo()
    assert book.are_current(first) == [True]


def test_a_cancelled_roll_restores_the_one_before() -> None:
    book = Book()
    first = book.roll()
    second = book.roll(of=first)
    off = book.roll(of=second, cancels=True)
    assert book.are_current(first, second, off) == [True, False, True]
    # A cancellation can be cancelled, too.
    book.roll(of=off, cancels=True)
    assert book.are_current(first, second, off) == [False, True, False]


def test_a_changed_roll_keeps_the_effects_already_applied() -> None:
    book = Book()
    first = book.roll()
    applied = book.apply(first)
    changed = book._write(f.Changed(first, "prism.open_roll", answers=[60]))
    assert book.are_current(first, changed) == [False, True]
    assert book.still_applied(changed) == [applied]


def test_effects_of_all_replaced_rolls_can_be_reverted() -> None:
    book = Book()
    first = book.roll()
    one = book.apply(first)
    assert book.still_applied(first) == []
    second = book.roll(of=first)
    two = book.apply(second)
    assert book.still_applied(first) == [one]
    assert book.still_applied(second) == [one]
    third = book.roll(of=second)
    assert book.still_applied(third) == [one, two]
    off = book.roll(of=third, cancels=True)
    # The third is cancelled: the second is current again, the first is not.
    assert book.still_applied(off) == []
    assert book.still_applied(second) == [one]
    book.apply(third)
    assert len(book.still_applied(off)) == 1


def test_a_roll_that_replaces_itself_or_a_later_one_is_read() -> None:
    """A file may hold such references; the journal shows it all the same."""
    book = Book()
    first, second, third = (book.roll(cancels=True) for _ in range(3))
    targets = {first: second, second: first, third: third}
    entries = tuple(
        replace(entry, fact=replace(entry.fact, of=targets[entry.id]))
        if isinstance(entry.fact, f.Rolled)
        else entry
        for entry in book.journal.entries
    )
    shown = page(entries, book.journal.top, {})
    assert find_superseded(shown) == {first}
    assert [find_left_applied(shown, target) for target in targets] == [()] * 3
