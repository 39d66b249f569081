"""Which outcomes still count, when later ones take their place or call them off."""

from __future__ import annotations

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.superseded import find_left_applied, find_superseded, is_current
from app.campaign.state.document import EffectRecord
from app.systems import games
from tests.campaign.happenings import Stamps, begun


class Book:
    """A journal in which rolls are about each other."""

    def __init__(self) -> None:
        self.stamp = Stamps()
        self.journal: Journal = begun("prism", self.stamp)

    def _write(self, fact: f.Fact) -> str:
        self.journal = append(self.journal, fact, self.stamp(), games())
        return self.journal.last.id

    def roll(self, of: str = "", cancels: bool = False) -> str:
        """A roll that takes the place of that one, or calls it off."""
        return self._write(f.Rolled("prism.open_roll", answers=[50], of=of, cancels=cancels))

    def apply(self, of: str) -> str:
        """Something of that roll is applied."""
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

    def stand(self, *rolls: str) -> list[bool]:
        return [is_current(self.journal.page, each) for each in rolls]

    def left(self, roll: str) -> list[str]:
        return [each.id for each in find_left_applied(self.journal.page, roll)]


def test_a_roll_stands_until_another_takes_its_place() -> None:
    book = Book()
    first, other = book.roll(), book.roll()
    assert book.stand(first, other) == [True, True]
    second = book.roll(of=first)
    assert book.stand(first, other, second) == [False, True, True]
    assert find_superseded(book.journal.page) == {first}
    third = book.roll(of=second)
    assert book.stand(first, second, third) == [False, False, True]
    book.undo()
    assert book.stand(first, second) == [False, True]
    book.undo()
    assert book.stand(first) == [True]


def test_what_is_called_off_gives_its_place_back() -> None:
    book = Book()
    first = book.roll()
    second = book.roll(of=first)
    off = book.roll(of=second, cancels=True)
    assert book.stand(first, second, off) == [True, False, True]
    # A cancelling can itself be cancelled.
    book.roll(of=off, cancels=True)
    assert book.stand(first, second, off) == [False, True, False]


def test_a_roll_that_came_out_otherwise_leaves_what_was_applied_before() -> None:
    book = Book()
    first = book.roll()
    applied = book.apply(first)
    changed = book._write(f.Changed(first, "prism.open_roll", answers=[60]))
    assert book.stand(first, changed) == [False, True]
    assert book.left(changed) == [applied]


def test_what_was_applied_is_left_to_be_taken_back_along_the_whole_row() -> None:
    book = Book()
    first = book.roll()
    one = book.apply(first)
    assert book.left(first) == []
    second = book.roll(of=first)
    two = book.apply(second)
    assert book.left(first) == [one]
    assert book.left(second) == [one]
    third = book.roll(of=second)
    assert book.left(third) == [one, two]
    off = book.roll(of=third, cancels=True)
    # The third never was: the second stands, the first does not.
    assert book.left(off) == []
    assert book.left(second) == [one]
    book.apply(third)
    assert len(book.left(off)) == 1
