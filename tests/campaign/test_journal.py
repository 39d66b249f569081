"""The journal: every action can be undone without a trace."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.files.formats import DOCUMENT_SHAPE
from app.campaign.files.rows import entry_row, journal_in, rebuilt, snapshot_row
from app.campaign.journal.entries import ENTRY_SHAPE, Entry, new_id
from app.campaign.journal.journal import AT_HAND, CannotUndo, Journal, append, page, redo, undo
from app.campaign.state.changes import apply_changes
from app.campaign.state.document import EffectRecord
from app.campaign.state.state import EMPTY
from app.campaign.state.values import NotPlain, exact, plain, read, same, written
from app.core.errors import BadInput
from tests.campaign.happenings import EVERY_GAME, GAMES, HOSTILE, Stamps, begun, one_more

#: A whole journal is one example: 12 of them, and many more under the fuzzing profile.
UNHURRIED = settings(
    deadline=None,
    max_examples=settings.default.max_examples // 8,  # type: ignore[union-attr]
    suppress_health_check=list(HealthCheck),
)


def fold(entries: list[Entry], journal: Journal) -> Any:
    """Return the state by its definition: the changes of all current entries, in order."""
    holding = page(entries, journal.top, journal.holes)
    document: Any = EMPTY
    for entry in entries:
        if holding.holds(entry.n):
            document = apply_changes(document, entry.changes)
    return document


@pytest.mark.parametrize("game", EVERY_GAME)
@UNHURRIED
@given(data=st.data())
def test_everything_that_happens_undoes(game: str, data: st.DataObject) -> None:
    stamp = Stamps()
    journal = begun(game, stamp)
    for name in HOSTILE[:2]:
        journal = append(journal, f.CharacterAdded(stamp().id, name), stamp(), GAMES)
    entries = list(journal.entries)
    snapshots = []
    for _ in range(data.draw(st.integers(1, 25))):
        after = one_more(data.draw, journal, stamp)
        if after is journal:
            continue
        entries.append(after.last)
        assert same(after.document, fold(entries, after))
        assert not list(DOCUMENT_SHAPE.faults(after.document))
        if not after.last.is_turn:
            back = undo(after, after.last, stamp())
            assert same(back.document, journal.document)
            again = redo(back, back.entry(after.n), stamp())
            assert same(again.document, after.document)
            assert (again.top, again.redo) == (after.top, ())
        journal = after
        snapshots.append(snapshot_row(journal))
    # Every entry is valid and survives being written and read.
    for entry in entries:
        record = json.loads(json.dumps(entry.record()))
        assert not list(ENTRY_SHAPE.faults(record))
        assert Entry.read(record) == entry
    # The journal is the same when read from its start or from any snapshot.
    rows = [entry_row("campaign-1", entry) for entry in entries]
    start = rebuilt("campaign-1", None, rows)
    assert not start.damages
    assert start.journal == journal
    if snapshots:
        row = data.draw(st.sampled_from(snapshots))
        resumed = rebuilt("campaign-1", journal_in(row), rows)
        assert resumed.journal == journal
        assert not resumed.damages


@pytest.mark.parametrize("game", EVERY_GAME)
def test_all_the_way_back_and_forth(game: str) -> None:
    stamp = Stamps()
    journal = begun(game, stamp)
    states = [journal.state]
    for round in range(30):
        journal = append(journal, f.SceneSet({f"place {round % 4}": round}), stamp(), GAMES)
        states.append(journal.state)
    for state in reversed(states[:-1]):
        journal = undo(journal, journal.entry(journal.undoable or 0), stamp())
        assert journal.state == state
    with pytest.raises(CannotUndo, match="nothing to undo"):
        undo(journal, None, stamp())
    for state in states[1:]:
        journal = redo(journal, journal.entry(journal.redoable or 0), stamp())
        assert journal.state == state
    assert journal.redoable is None


def test_an_entry_out_of_its_turn() -> None:
    stamp = Stamps()
    journal = begun("garden", stamp)
    journal = append(journal, f.SceneSet({"light": "dim"}), stamp(), GAMES)
    journal = append(journal, f.SceneSet({"fog": 1}), stamp(), GAMES)
    journal = append(journal, f.SceneSet({"fog": 2}), stamp(), GAMES)
    light, fog, more_fog = journal.entries[1:]
    with pytest.raises(CannotUndo, match=r"a later entry changed the same; undo that one first$"):
        undo(journal, fog, stamp(), journal.entries)
    without_light = undo(journal, light, stamp(), journal.entries)
    assert dict(without_light.state.scene) == {"fog": 2}
    assert [entry.n for entry in without_light.entries if without_light.page.holds(entry.n)] == [
        1,
        3,
        4,
    ]
    with pytest.raises(CannotUndo, match="undone already"):
        undo(without_light, light, stamp(), without_light.entries)
    # Undo goes on past the hole, redo comes back through it.
    bare = undo(undo(without_light, more_fog, stamp()), fog, stamp())
    assert bare.undoable is None
    assert dict(bare.state.scene) == {}
    full = bare
    for _ in range(3):
        full = redo(full, full.entry(full.redoable or 0), stamp())
    assert full.state == journal.state


def test_a_roll_with_an_applied_effect_cannot_be_undone_alone() -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), f.Rolled("garden.roll_pool"), stamp(), GAMES)
    roll = journal.last
    effect: EffectRecord = {"to": "", "who": "self", "field": "progress", "op": "add", "value": 2}
    journal = append(journal, f.Applied([effect], roll.id), stamp(), GAMES)
    assert journal.state.scene["progress"] == 2
    with pytest.raises(CannotUndo, match="followed from it"):
        undo(journal, roll, stamp(), journal.entries)


@pytest.mark.parametrize("lost", [5, 6, 8, 10])
def test_all_that_held_before_a_lost_entry_holds_on(lost: int) -> None:
    """The entries: five facts, an undo, a redo, two undone in one go, and two more facts."""
    stamp = Stamps()
    journal = begun("garden", stamp)
    for n in range(2, 6):
        journal = append(journal, f.SceneSet({f"a{n}": n}), stamp(), GAMES)
    journal = undo(journal, journal.entry(5), stamp())
    journal = redo(journal, journal.entry(5), stamp())
    journal = undo(journal, journal.entry(5), stamp())
    journal = undo(journal, journal.entry(4), stamp())
    for n in range(10, 12):
        journal = append(journal, f.SceneSet({f"a{n}": n}), stamp(), GAMES)
    assert journal.page.holding == {1, 2, 3, 10, 11}
    entries = [entry for entry in journal.entries if entry.n != lost]
    assert page(entries, journal.top, journal.holes).holding == {1, 2, 3, 10, 11} - {lost}


def test_a_new_fact_ends_redo() -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), f.SceneSet({"a": 1}), stamp(), GAMES)
    journal = undo(journal, journal.last, stamp())
    assert journal.redoable == 2
    journal = append(journal, f.SceneSet({"b": 1}), stamp(), GAMES)
    assert journal.redoable is None
    with pytest.raises(CannotUndo, match="nothing to redo"):
        redo(journal, None, stamp())


def test_an_impossible_fact_changes_nothing() -> None:
    stamp = Stamps()
    journal = begun("garden", stamp)
    for fact in (
        f.Started("garden"),
        f.Edited("nobody", {"name": "x"}),
        f.CharactersReordered(["nobody"]),
        f.HouseSet({"no such rule": 1}),
        f.HouseSet({"criticals": "sevens"}),
        f.DueSettled("nothing"),
        f.EncounterStepped("next_turn"),
        f.NoteWritten("n", "text", about="nobody"),
    ):
        with pytest.raises(BadInput):
            append(journal, fact, stamp(), GAMES)
    with pytest.raises(BadInput):
        append(Journal("other"), f.SceneSet({}), stamp(), GAMES)
    with pytest.raises(BadInput):
        append(Journal("other"), f.Started("chess"), stamp(), GAMES)


def test_only_the_newest_entries_are_at_hand() -> None:
    stamp = Stamps()
    journal = begun("garden", stamp)
    for n in range(3 * AT_HAND):
        journal = append(journal, f.SceneSet({"n": n}), stamp(), GAMES)
    assert len(journal.entries) == AT_HAND
    assert journal.entry(journal.n) == journal.last
    assert journal.entry(5) is None


def test_ids_sort_by_time_and_differ() -> None:
    ids = [new_id(time, noise) for time in (0, 1, 31, 32, 10**12, 10**13) for noise in (0, 2**79)]
    assert sorted(ids) == ids
    assert len(set(ids)) == len(ids)
    assert {len(id) for id in ids} == {26}


@given(
    st.fractions() | st.decimals(allow_nan=False, allow_infinity=False, places=9) | st.integers()
)
def test_numbers_stay_exact(number: Any) -> None:
    stored = json.loads(json.dumps(plain(number)))
    again = exact(stored)
    if isinstance(again, float):  # as inputs read it: the decimal as written
        again = Fraction(repr(again))
    assert again == number


@given(st.integers(98, 320), st.sampled_from((1, -1)), st.sampled_from((1, Fraction(1, 3))))
def test_a_stored_number_can_be_read_again(zeros: int, sign: int, part: Fraction) -> None:
    numbers = [sign * part * 10**zeros, part / 10**zeros]
    if zeros <= 308:
        numbers += [sign * 10.0**zeros, 10.0**-zeros]
    for number in numbers:
        try:
            stored = plain(number)
        except NotPlain:
            assert zeros >= 99
        else:
            assert same(read(written(stored)), stored)


@pytest.mark.parametrize("number", [10**100, -(10**100), 1e100, Fraction(1, 10**400)])
def test_an_unreadable_number_is_not_stored(number: Any) -> None:
    with pytest.raises(NotPlain, match="more than 100 digits"):
        plain([number])
