"""Taps in one moment: each is based on what the one before it came to, never on what was shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.steps import record_step
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import places
from app.core.errors import BadInput
from app.core.games import Game
from app.core.sheets import Derived, Sheet
from app.systems import games
from app.update.messages import campaign as m
from app.update.open_campaign import facts
from app.widgets.fight.joining.joining import of_character
from app.widgets.sheet.sheets import sheet_view
from tests.campaign.happenings import Stamps

GAMES = [pytest.param(game, id=id) for id, game in games().items()]
WHO = "sample-0"


class Table:
    """A campaign with both samples, where messages come to pass one after another."""

    def __init__(self, game: Game, fights: bool = False) -> None:
        self.game = game
        self.stamp = Stamps()
        self.journal = Journal("table")
        self.happens([f.Started(game.id)])
        assert game.sheet is not None
        for place, data in enumerate(game.sheet.samples):
            self.happens([f.CharacterAdded(f"sample-{place}", str(data["name"]), data)])
        if fights:
            self.happens([EncounterStep("begin")])
            people = [of_character(game, each) for each in self.journal.state.characters]
            self.happens([EncounterStep("join", {"who": people})])

    def happens(self, made: Iterable[f.Fact | EncounterStep]) -> None:
        now = self.journal
        for each in made:
            stamp = self.stamp()
            if isinstance(each, EncounterStep):
                each = record_step(now.document, each.id, each.inputs, games(), stamp.id)
            now = append(now, each, stamp, games())
        self.journal = now

    def send(self, *sent: m.CampaignMessage) -> None:
        for each in sent:
            self.happens(facts(each, self.journal.state, games()))

    @property
    def sheet(self) -> Sheet:
        return self.journal.state.character(WHO).sheet(self.game)

    def undone(self, to: int) -> None:
        while self.journal.top > to:
            entry = self.journal.entry(self.journal.undoable or 0)
            self.journal = undo(self.journal, entry, self.stamp())


# --- n taps do n things ---


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


@pytest.mark.parametrize("game", GAMES)
def test_taps_on_a_row_of_the_sheet_count_each_and_stop_at_its_ends(game: Game) -> None:
    assert game.sheet is not None
    for track in game.sheet.tracks:
        if isinstance(game.sheet.by_id[track.id], Derived):
            continue
        table = Table(game)
        table.send(*[m.TrackStepped(WHO, track.id, -1)] * 200)
        assert table.sheet[track.id] == 0
        most = track.most(table.sheet)
        table.send(*[m.TrackStepped(WHO, track.id, 1)] * 3)
        assert table.sheet[track.id] == min(3, most)
        if most > 1:
            table.send(*[m.TrackStepped(WHO, track.id, -1)] * 3)
            table.send(m.BoxTapped(WHO, track.id, 2))
            assert table.sheet[track.id] == 2
            table.send(m.BoxTapped(WHO, track.id, 2))  # the same box again frees it
            assert table.sheet[track.id] == 1


@pytest.mark.parametrize("game", GAMES)
def test_records_added_switched_and_moved_in_one_moment_are_all_done(game: Game) -> None:
    assert game.sheet is not None
    for declared in game.sheet.lists:
        table = Table(game)
        before = [dict(each) for each in table.sheet[declared.id]]
        table.send(m.RecordAdded(WHO, declared.id), m.RecordAdded(WHO, declared.id))
        assert len(table.sheet[declared.id]) == len(before) + 2
        assert table.sheet[declared.id][: len(before)] == before
        # The sheet can be shown with what was added, before anything is written there.
        assert sheet_view(game, table.journal.state.character(WHO)).lists
        if declared.switch is None:
            continue
        stood = [bool(each[declared.switch.field]) for each in table.sheet[declared.id]]
        table.send(*(m.RecordSwitched(WHO, declared.id, place) for place in range(len(stood))))
        now = [bool(each[declared.switch.field]) for each in table.sheet[declared.id]]
        assert now == [not each for each in stood]


def test_the_same_record_tapped_twice_moves_twice_and_is_removed_once() -> None:
    game = games()["garden"]
    table = Table(game)
    records = [{"name": name} for name in ("Rope", "Lamp", "Knife", "Map")]
    list_ = next(each for each in game.sheet.lists if each.id == "weapons")  # type: ignore[union-attr]
    table.send(m.FieldWritten(WHO, list_.id, records))
    shown = table.sheet[list_.id]
    last = m.RecordMoved(WHO, list_.id, 3, shown[3], -1)
    table.send(last, last)
    assert [each["name"] for each in table.sheet[list_.id]] == ["Rope", "Map", "Lamp", "Knife"]
    table.send(m.RecordRemoved(WHO, list_.id, 0, shown[0]))
    with pytest.raises(BadInput, match="no longer exists"):
        table.send(m.RecordRemoved(WHO, list_.id, 0, shown[0]))
    assert [each["name"] for each in table.sheet[list_.id]] == ["Map", "Lamp", "Knife"]


@pytest.mark.parametrize("game", GAMES)
def test_who_is_moved_twice_in_the_list_moves_two_places(game: Game) -> None:
    table = Table(game)
    for id in ("a", "b", "c"):
        table.happens([f.CharacterAdded(id, id)])
    table.send(m.CharacterMoved("c", -1), m.CharacterMoved("c", -1))
    assert [each.id for each in table.journal.state.characters][2:] == ["c", "a", "b"]
    table.send(*[m.CharacterMoved("c", -1)] * 9)
    assert table.journal.state.characters[0].id == "c"


@pytest.mark.parametrize("game", GAMES)
def test_the_game_masters_people_stand_in_a_list_of_their_own(game: Game) -> None:
    table = Table(game)
    for id in ("a", "b", "c"):
        table.happens([f.CharacterAdded(id, id)])
    name, sheet = table.journal.state.character(WHO).name, table.sheet
    table.send(m.SideSwitched(WHO), m.SideSwitched("b"), m.SideSwitched("nobody"))
    state = table.journal.state
    assert [each.id for each in state.characters if each.kind == "npc"] == [WHO, "b"]
    assert (state.character(WHO).name, table.sheet.data) == (name, sheet.data)
    assert table.sheet.npc
    table.send(m.CharacterMoved("c", -1))  # past those of its own side
    assert [each.id for each in table.journal.state.characters] == [
        WHO,
        "sample-1",
        "c",
        "a",
        "b",
    ]
    table.send(m.CharacterMoved("b", -1))
    assert [each.id for each in table.journal.state.characters][:2] == ["b", WHO]
    table.send(m.SideSwitched(WHO), m.SideSwitched(WHO), m.SideSwitched(WHO))
    assert table.journal.state.character(WHO).kind == "pc"


def test_a_note_is_kept_once_changed_and_taken_away() -> None:
    table = Table(games()["garden"])
    start = table.journal
    kept = m.NoteSaved("n1", " The mill is watched. ", WHO)
    table.send(kept, kept, m.NoteSaved("n2", "Rain at dusk.", "nobody"), m.NoteSaved("n3", " "))
    notes = table.journal.state.notes
    assert notes == {
        "n1": {"text": "The mill is watched.", "about": WHO},
        "n2": {"text": "Rain at dusk.", "about": ""},
    }
    assert table.journal.n == start.n + 2
    table.send(m.NoteSaved("n1", "The mill is empty.", WHO))
    assert table.journal.state.notes["n1"]["text"] == "The mill is empty."
    table.happens([f.CharacterRemoved(WHO)])  # what is written about them stays
    table.send(m.NoteRemoved("n1"), m.NoteRemoved("n1"), m.NoteSaved("n2", ""))
    assert table.journal.state.notes == {}
    assert table.journal.n == start.n + 6
    table.undone(start.top)
    assert table.journal.document == start.document


@pytest.mark.parametrize("game", GAMES)
def test_whoever_joins_under_a_name_that_is_there_gets_a_number(game: Game) -> None:
    assert game.sheet is not None
    table, sample = Table(game), game.sheet.samples[0]
    name = str(sample["name"])
    table.send(m.CharacterBrought("b", name, sample), m.CharacterBrought("c", name, sample))
    table.send(*(m.CharacterBrought(id, "New character", {}) for id in ("d", "e")))
    table.send(*(m.CharacterCopied("c", id) for id in ("f", "g")), m.CharacterCopied("gone", "h"))
    called = {each.id: each.name for each in table.journal.state.characters}
    assert called == {
        WHO: name,
        "sample-1": str(game.sheet.samples[1]["name"]),
        "b": f"{name} 2",
        "c": f"{name} 3",
        "d": "New character",
        "e": "New character 2",
        "f": f"{name} 3 (copy)",
        "g": f"{name} 3 (copy) 2",
    }
    for id in ("b", "c", "f", "g"):  # on the sheet as well
        assert table.journal.state.character(id).sheet(game)["name"] == called[id]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_hidden_twice_is_seen_again(game: Game) -> None:
    table = Table(game, fights=True)

    def hidden() -> bool:
        return next(each.hidden for each in places(game, table.journal.state) if each.id == WHO)

    stood = hidden()
    for wanted in (not stood, stood):
        table.send(m.HidingSwitched(WHO))
        assert hidden() is wanted


def test_what_is_not_there_changes_nothing() -> None:
    table = Table(games()["garden"])
    n = table.journal.n
    table.send(m.CharacterMoved("nobody", 1), m.TurnMoved(WHO, 1), m.HidingSwitched(WHO))
    assert table.journal.n == n
    with pytest.raises(BadInput, match="no longer exists"):
        table.send(m.RecordAdded("nobody", "weapons"))


# --- any messages in any order ---


def any_message(game: Game) -> st.SearchStrategy[m.CampaignMessage]:
    """Anything that can be tapped in a game, at whom and what is there and what is not."""
    assert game.sheet is not None
    who = st.sampled_from([WHO, "sample-1", "nobody"])
    by = st.sampled_from([-1, 1])
    lists = st.sampled_from([each.id for each in game.sheet.lists])
    switched = [each.id for each in game.sheet.lists if each.switch]
    tracks = [e.id for e in game.sheet.tracks if not isinstance(game.sheet.by_id[e.id], Derived)]
    place = st.integers(0, 3)
    record: st.SearchStrategy[dict[str, Any]] = st.just({})
    made: list[st.SearchStrategy[m.CampaignMessage]] = [
        st.builds(m.RecordAdded, who, lists),
        st.builds(m.RecordMoved, who, lists, place, record, by),
        st.builds(m.RecordRemoved, who, lists, place, record),
        st.builds(m.CharacterMoved, who, by),
        st.builds(m.SideSwitched, who),
        st.builds(m.NoteSaved, who, st.text(max_size=9), who),
        st.builds(m.NoteRemoved, who),
        st.builds(m.TurnMoved, who, by),
        st.builds(m.TurnPlaced, who, who),
        st.builds(m.HidingSwitched, who),
        st.builds(m.FieldWritten, who, st.just("name"), st.text(max_size=9)),
    ]
    if game.counters:
        counters = st.sampled_from([each.id for each in game.counters])
        made.append(st.builds(m.CounterStepped, counters, by))
    if tracks:
        made.append(st.builds(m.TrackStepped, who, st.sampled_from(tracks), by))
        made.append(st.builds(m.BoxTapped, who, st.sampled_from(tracks), st.integers(1, 4)))
    if switched:
        made.append(st.builds(m.RecordSwitched, who, st.sampled_from(switched), place))
    return st.one_of(made)


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("game", GAMES)
def test_any_messages_come_to_pass_or_say_why_not_and_are_undone(game: Game, fights: bool) -> None:
    ready = Table(game, fights)
    start = ready.journal

    @settings(deadline=None)
    @given(st.lists(any_message(game), max_size=12))
    def check(sent: list[m.CampaignMessage]) -> None:
        ready.journal = start
        for each in sent:
            before = ready.journal
            try:
                ready.send(each)
            except BadInput:
                assert ready.journal is before
        ready.undone(start.top)
        assert ready.journal.document == start.document

    check()
