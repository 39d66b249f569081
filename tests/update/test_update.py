"""Taps in quick succession: each one builds on the state after the one before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.steps import record_step
from app.campaign.state.characters import LONGEST_NAME
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import places
from app.campaign.state.state import NAMELESS
from app.core.errors import BadInput
from app.core.games import Game
from app.core.sheets import Derived, Sheet
from app.systems import games
from app.update.messages import campaign as m
from app.update.open_campaign import facts
from app.widgets.fight.board.board import people
from app.widgets.fight.joining.joining import of_character
from app.widgets.home.home import tonight
from app.widgets.roll.form.participants import Participants
from app.widgets.search.entries import open_entries
from app.widgets.sheet.sheets import sheet_view
from tests.campaign.happenings import Stamps

GAMES = [pytest.param(game, id=id) for id, game in games().items()]
HERO = "sample-0"


class Table:
    """A campaign with both samples that handles messages one after another."""

    def __init__(self, game: Game, fights: bool = False) -> None:
        self.game = game
        self.stamp = Stamps()
        self.journal = Journal("table")
        self.happens([f.Started(game.id)])
        assert game.sheet is not None
        for index, data in enumerate(game.sheet.samples):
            self.happens([f.CharacterAdded(f"sample-{index}", str(data["name"]), data)])
        if fights:
            self.happens([EncounterStep("begin")])
            people = [of_character(game, character) for character in self.journal.state.characters]
            self.happens([EncounterStep("join", {"who": people})])

    def happens(self, actions: Iterable[f.Fact | EncounterStep]) -> None:
        now = self.journal
        for action in actions:
            stamp = self.stamp()
            if isinstance(action, EncounterStep):
                action = record_step(now.document, action.id, action.inputs, games(), stamp.id)
            now = append(now, action, stamp, games())
        self.journal = now

    def send(self, *messages: m.CampaignMessage) -> None:
        for message in messages:
            self.happens(facts(message, self.journal.state, games()))

    @property
    def sheet(self) -> Sheet:
        return self.journal.state.character(HERO).sheet(self.game)

    def undo_to(self, to: int) -> None:
        """Undo down to this entry."""
        while self.journal.top > to:
            entry = self.journal.entry(self.journal.undoable or 0)
            self.journal = undo(self.journal, entry, self.stamp())


# --- n taps have n effects ---


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("game", GAMES)
def test_five_taps_on_a_counter_count_five_up_to_its_end(game: Game, fights: bool) -> None:
    for counter in game.counters:
        table = Table(game, fights)
        table.send(*[m.CounterStepped(counter.id, -1)] * (counter.high - counter.low))
        table.send(*[m.CounterStepped(counter.id, 1)] * 5)
        state = table.journal.state
        now = {**state.scene, **(state.encounter or {})}.get(counter.id, counter.start)
        assert now == min(counter.low + 5, counter.high)
        table.send(*[m.CounterStepped(counter.id, 1)] * (counter.high + 1))
        state = table.journal.state
        assert {**state.scene, **(state.encounter or {})}[counter.id] == counter.high


def test_a_tap_on_hp_below_zero_never_raises_them_beyond_its_step() -> None:
    table = Table(games()["prism"])
    table.send(m.FieldWritten(HERO, "hp", -5))
    table.send(m.TrackStepped(HERO, "hp", -1))
    assert table.sheet["hp"] == -5
    table.send(m.TrackStepped(HERO, "hp", 1))
    assert table.sheet["hp"] == -4
    table.send(m.TrackStepped(HERO, "hp", 10))
    assert table.sheet["hp"] == 6


@pytest.mark.parametrize("game", GAMES)
def test_taps_on_a_row_of_the_sheet_count_each_and_stop_at_its_ends(game: Game) -> None:
    assert game.sheet is not None
    for track in game.sheet.tracks:
        if isinstance(game.sheet.by_id[track.id], Derived):
            continue
        table = Table(game)
        table.send(*[m.TrackStepped(HERO, track.id, -1)] * 200)
        assert table.sheet[track.id] == 0
        most = track.most(table.sheet)
        table.send(*[m.TrackStepped(HERO, track.id, 1)] * 3)
        assert table.sheet[track.id] == min(3, most)
        if most > 1:
            table.send(*[m.TrackStepped(HERO, track.id, -1)] * 3)
            table.send(m.BoxTapped(HERO, track.id, 2))
            assert table.sheet[track.id] == 2
            table.send(m.BoxTapped(HERO, track.id, 2))  # the same box again clears it
            assert table.sheet[track.id] == 1


@pytest.mark.parametrize("game", GAMES)
def test_records_added_switched_and_moved_in_one_moment_are_all_done(game: Game) -> None:
    assert game.sheet is not None
    for declared in game.sheet.lists:
        table = Table(game)
        before = [dict(each) for each in table.sheet[declared.id]]
        table.send(m.RecordAdded(HERO, declared.id), m.RecordAdded(HERO, declared.id))
        assert len(table.sheet[declared.id]) == len(before) + 2
        assert table.sheet[declared.id][: len(before)] == before
        # The sheet can be shown with the new, still empty record.
        assert sheet_view(game, table.journal.state.character(HERO)).lists
        if declared.switch is None:
            continue
        before_switch = [bool(each[declared.switch.field]) for each in table.sheet[declared.id]]
        table.send(
            *(m.RecordSwitched(HERO, declared.id, place) for place in range(len(before_switch)))
        )
        now = [bool(each[declared.switch.field]) for each in table.sheet[declared.id]]
        assert now == [not each for each in before_switch]


def test_the_same_record_tapped_twice_moves_twice_and_is_removed_once() -> None:
    game = games()["garden"]
    table = Table(game)
    records = [{"name": name} for name in ("Rope", "Lamp", "Knife", "Map")]
    list_ = next(each for each in game.sheet.lists if each.id == "weapons")  # type: ignore[union-attr]
    table.send(m.FieldWritten(HERO, list_.id, records))
    original = table.sheet[list_.id]
    last = m.RecordMoved(HERO, list_.id, 3, original[3], -1)
    table.send(last, last)
    assert [each["name"] for each in table.sheet[list_.id]] == ["Rope", "Map", "Lamp", "Knife"]
    table.send(m.RecordRemoved(HERO, list_.id, 0, original[0]))
    with pytest.raises(BadInput, match="no longer exists"):
        table.send(m.RecordRemoved(HERO, list_.id, 0, original[0]))
    assert [each["name"] for each in table.sheet[list_.id]] == ["Map", "Lamp", "Knife"]


@pytest.mark.parametrize("game", GAMES)
def test_a_character_moved_twice_moves_two_places(game: Game) -> None:
    table = Table(game)
    for id in ("a", "b", "c"):
        table.happens([f.CharacterAdded(id, id)])
    table.send(m.CharacterMoved("c", -1), m.CharacterMoved("c", -1))
    assert [character.id for character in table.journal.state.characters][2:] == ["c", "a", "b"]
    table.send(*[m.CharacterMoved("c", -1)] * 9)
    assert table.journal.state.characters[0].id == "c"


@pytest.mark.parametrize("game", GAMES)
def test_the_game_masters_people_stand_in_a_list_of_their_own(game: Game) -> None:
    table = Table(game)
    for id in ("a", "b", "c"):
        table.happens([f.CharacterAdded(id, id)])
    name, sheet = table.journal.state.character(HERO).name, table.sheet
    table.send(m.SideSwitched(HERO), m.SideSwitched("b"), m.SideSwitched("nobody"))
    state = table.journal.state
    assert [character.id for character in state.characters if character.kind == "npc"] == [
        HERO,
        "b",
    ]
    assert (state.character(HERO).name, table.sheet.data) == (name, sheet.data)
    assert table.sheet.npc
    table.send(m.CharacterMoved("c", -1))  # past a character of the same side
    assert [character.id for character in table.journal.state.characters] == [
        HERO,
        "sample-1",
        "c",
        "a",
        "b",
    ]
    table.send(m.CharacterMoved("b", -1))
    assert [character.id for character in table.journal.state.characters][:2] == ["b", HERO]
    table.send(m.SideSwitched(HERO), m.SideSwitched(HERO), m.SideSwitched(HERO))
    assert table.journal.state.character(HERO).kind == "pc"


def test_a_note_is_kept_once_changed_and_taken_away() -> None:
    table = Table(games()["garden"])
    start = table.journal
    saved = m.NoteSaved("n1", " The mill is watched. ", HERO)
    table.send(saved, saved, m.NoteSaved("n2", "Rain at dusk.", "nobody"), m.NoteSaved("n3", " "))
    notes = table.journal.state.notes
    assert notes == {
        "n1": {"text": "The mill is watched.", "about": HERO},
        "n2": {"text": "Rain at dusk.", "about": ""},
    }
    assert table.journal.n == start.n + 2
    table.send(m.NoteSaved("n1", "The mill is empty.", HERO))
    assert table.journal.state.notes["n1"]["text"] == "The mill is empty."
    table.happens([f.CharacterRemoved(HERO)])  # notes about the character stay
    table.send(m.NoteRemoved("n1"), m.NoteRemoved("n1"), m.NoteSaved("n2", ""))
    assert table.journal.state.notes == {}
    assert table.journal.n == start.n + 6
    table.undo_to(start.top)
    assert table.journal.document == start.document


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_with_a_taken_name_gets_a_number(game: Game) -> None:
    assert game.sheet is not None
    table, sample = Table(game), game.sheet.samples[0]
    name = str(sample["name"])
    table.send(m.CharacterBrought("b", name, sample), m.CharacterBrought("c", name, sample))
    table.send(*(m.CharacterBrought(id, "New character", {}) for id in ("d", "e")))
    table.send(*(m.CharacterCopied("c", id) for id in ("f", "g")), m.CharacterCopied("gone", "h"))
    names = {character.id: character.name for character in table.journal.state.characters}
    assert names == {
        HERO: name,
        "sample-1": str(game.sheet.samples[1]["name"]),
        "b": f"{name} 2",
        "c": f"{name} 3",
        "d": "New character",
        "e": "New character 2",
        "f": f"{name} 3 (copy)",
        "g": f"{name} 3 (copy) 2",
    }
    for id in ("b", "c", "f", "g"):  # on the sheet, too
        assert table.journal.state.character(id).sheet(game)["name"] == names[id]


@pytest.mark.parametrize("game", GAMES)
def test_a_character_without_a_name_is_called_nameless(game: Game) -> None:
    """In the fight, in its journal, in the cast, in search and on Home."""
    table = Table(game, fights=True)
    table.send(m.FieldWritten(HERO, "name", ""))
    state = table.journal.state
    assert state.character(HERO).name == ""
    assert people(state)[HERO] == state.fighters[HERO] == NAMELESS
    assert {each.id: each.name for each in places(game, state)}[HERO] == NAMELESS
    participants = Participants(game, state)
    assert participants.by_id[HERO].name == NAMELESS
    assert next(open_entries(participants)).hit.label == NAMELESS
    assert tonight(games(), state, table.journal.page).party[0].name == NAMELESS
    table.send(m.CharacterTakenOut(HERO))
    assert people(table.journal.state)[HERO] == NAMELESS


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_keeps_to_the_longest_name(game: Game) -> None:
    table = Table(game)
    table.send(m.FieldWritten(HERO, "name", "x" * LONGEST_NAME))
    table.send(*(m.CharacterCopied(HERO, id) for id in ("f", "g")))
    names = [table.journal.state.character(id).name for id in ("f", "g")]
    assert names == [f"{'x' * 73} (copy)", f"{'x' * 73} (copy)"[: LONGEST_NAME - 2] + " 2"]
    table.send(m.FieldWritten(HERO, "name", ""), m.CharacterCopied(HERO, "h"))
    assert table.journal.state.character("h").name == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_combatant_hidden_twice_is_visible_again(game: Game) -> None:
    table = Table(game, fights=True)

    def hidden() -> bool:
        return next(each.hidden for each in places(game, table.journal.state) if each.id == HERO)

    before = hidden()
    for expected in (not before, before):
        table.send(m.HidingSwitched(HERO))
        assert hidden() is expected


def test_a_message_about_a_missing_character_changes_nothing() -> None:
    table = Table(games()["garden"])
    n = table.journal.n
    table.send(m.CharacterMoved("nobody", 1), m.TurnMoved(HERO, 1), m.HidingSwitched(HERO))
    assert table.journal.n == n
    with pytest.raises(BadInput, match="no longer exists"):
        table.send(m.RecordAdded("nobody", "weapons"))


# --- any messages in any order ---


def any_message(game: Game) -> st.SearchStrategy[m.CampaignMessage]:
    """Return a strategy for all messages of a game, with valid and invalid targets."""
    assert game.sheet is not None
    ids = st.sampled_from([HERO, "sample-1", "nobody"])
    by = st.sampled_from([-1, 1])
    lists = st.sampled_from([each.id for each in game.sheet.lists])
    switched = [each.id for each in game.sheet.lists if each.switch]
    tracks = [e.id for e in game.sheet.tracks if not isinstance(game.sheet.by_id[e.id], Derived)]
    place = st.integers(0, 3)
    record: st.SearchStrategy[dict[str, Any]] = st.just({})
    messages: list[st.SearchStrategy[m.CampaignMessage]] = [
        st.builds(m.RecordAdded, ids, lists),
        st.builds(m.RecordMoved, ids, lists, place, record, by),
        st.builds(m.RecordRemoved, ids, lists, place, record),
        st.builds(m.CharacterMoved, ids, by),
        st.builds(m.SideSwitched, ids),
        st.builds(m.NoteSaved, ids, st.text(max_size=9), ids),
        st.builds(m.NoteRemoved, ids),
        st.builds(m.TurnMoved, ids, by),
        st.builds(m.TurnPlaced, ids, ids),
        st.builds(m.HidingSwitched, ids),
        st.builds(m.FieldWritten, ids, st.just("name"), st.text(max_size=9)),
    ]
    if game.counters:
        counters = st.sampled_from([counter.id for counter in game.counters])
        messages.append(st.builds(m.CounterStepped, counters, by))
    if tracks:
        messages.append(st.builds(m.TrackStepped, ids, st.sampled_from(tracks), by))
        messages.append(st.builds(m.BoxTapped, ids, st.sampled_from(tracks), st.integers(1, 4)))
    if switched:
        messages.append(st.builds(m.RecordSwitched, ids, st.sampled_from(switched), place))
    return st.one_of(messages)


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("game", GAMES)
def test_any_messages_come_to_pass_or_say_why_not_and_are_undone(game: Game, fights: bool) -> None:
    ready = Table(game, fights)
    start = ready.journal

    @settings(deadline=None)
    @given(st.lists(any_message(game), max_size=12))
    def check(messages: list[m.CampaignMessage]) -> None:
        ready.journal = start
        for message in messages:
            before = ready.journal
            try:
                ready.send(message)
            except BadInput:
                assert ready.journal is before
        ready.undo_to(start.top)
        assert ready.journal.document == start.document

    check()
