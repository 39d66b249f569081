"""A guest's device at a table: the turns it announces, and the pages it opens by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.campaign import facts as f
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.state.scenes import UNSEEN
from app.core.games import Game
from app.sync.rights import gm_steps
from app.sync.seats import Role, Rules, Seat
from app.sync.views import redact
from app.systems import games
from app.update import sync
from app.update.commands import Go, UndoEntry
from app.update.fight.spectator import acting_now
from app.update.fight.visible import guest_eyes, visible_board
from app.update.messages.answers import JournalMoved, JournalOpened, PlayLeft
from app.update.messages.forms import AgainTapped, FieldTyped, PartCast, RollableTaken, RouteOpened
from app.update.messages.plays import DiceEntered, FacesTyped, RollTapped, Undone
from app.update.messages.sync import TableStood
from app.update.messages.tracker import (
    ActionTaken,
    CharactersJoined,
    LineJoined,
    NextRolled,
    RolledOver,
    StepTaken,
    TurnPassed,
)
from app.update.model import Model
from app.update.roll.next_action import find_last_step, find_next_action
from app.update.sync import looks_on, own_turn, redirect_address, spends_nothing
from app.update.update import update
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.board.acting import Chances
from app.widgets.fight.board.board import BoardView
from app.widgets.fight.board.elapsed_time import hours_view
from app.widgets.fight.board.menus import Menu
from app.widgets.fight.gauges import gauges
from app.widgets.fight.joining import fields
from app.widgets.fight.screen import screen
from app.widgets.fight.screen.player_view import redact_board, redact_form, redact_menu
from app.widgets.home import home
from app.widgets.sheet.people import people_view
from app.widgets.sync.sync import Code, Seated, Together
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table
from tests.widgets.markup import Markup
from tests.widgets.templates import rendered

FIGHTING = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]


def guest(game: str, *characters: str) -> Together:
    """Return the sync state of a guest that plays these characters."""
    seat = Seat("s1", "Ann", "player", characters)
    return Together("guest", game=game, me="s1", seats=(Seated(seat, True),))


def test_its_campaign_opens_with_its_table() -> None:
    """No drawing in between shows it the GM's controls."""
    journal = Headless(Fight("garden", "open", {}, [])).table.journal
    table = Table()
    table.send(RouteOpened("#/garden/encounter"))
    table.send(JournalOpened(journal, together=guest("garden", "sample-0")))
    assert table.model.together == guest("garden", "sample-0")
    assert table.model.cast["garden"]["self"] == "sample-0"
    table.send(TableStood(replace(guest("garden", "sample-0"), name="newer")))
    table.send(JournalOpened(journal, together=guest("garden", "sample-0")))
    assert table.model.together.name == "newer"


@pytest.mark.parametrize("game", FIGHTING)
def test_it_says_the_turns_of_its_own_characters_and_no_other(game: Game) -> None:
    table = Headless(Fight(game.id, "turns", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    assert table.model.state is not None
    first, second, *_ = (
        character.id for character in table.model.state.characters if character.kind == "pc"
    )
    turns: list[tuple[str, str]] = []
    for _ in range(12):
        table.send(TurnPassed())
        participants = table.model.participants
        assert participants is not None
        assert participants.fight is not None
        current = participants.fight.board.current or ""
        turn = own_turn(table.model.with_together(guest(game.id, first)))
        assert (turn.who if turn else "") == (first if current == first else "")
        both = own_turn(table.model.with_together(guest(game.id, first, second)))
        assert (both is not None) == (current in (first, second))
        assert own_turn(table.model.with_together(replace(guest(game.id), part="host"))) is None
        assert (
            own_turn(table.model.with_together(replace(guest(game.id, first), line="over"))) is None
        )
        if turn is not None:
            turns.append((turn.who, turn.round))
            assert turn.words == f"{turn.name}’s turn"
    assert len(turns) >= 2
    assert len(turns) == len(set(turns)), "the device vibrates once a turn"


def render_fight(
    model: Model, game: Game, view: BoardView, menu: Menu | None = None, tab: str = ""
) -> Markup:
    """Render the fight's page as a guest sees it. menu, tab: of an open panel."""
    eyes = guest_eyes(model)
    assert eyes is not None
    assert model.state is not None
    assert model.journal is not None
    assert model.participants is not None
    assert game.encounter is not None
    return rendered(
        "board.html",
        game=game,
        view=view,
        eyes=eyes,
        act=acting_now(model, view),
        chances=Chances({}, are_old=False),
        pools=gauges.pools(game, model.participants.scene, view.pools),
        seen=screen.glance(game, model.state),
        hint=fields.example(game.encounter),
        known=fields.labels(game.encounter),
        present=eyes.own,
        due=(),
        said=(),
        campaign="",
        of="",
        open_form=None,
        menu=menu,
        notes=None,
        panel="",
        tab=tab,
        pad=(),
        next="turn",
        real_dice=False,
        open_who="",
        **hours_view(model.state, game, model.journal.page),
    )


#: Taps of a panel that only a game master makes.
MASTERS_TAPS = {"place-hide", "place-remove", "place-up", "preset-save"}


@pytest.mark.parametrize("game", FIGHTING)
def test_a_player_is_offered_no_step_of_the_game_master(game: Game) -> None:
    """In TrueWorld the director alone sets difficulties (T1.3), gives turns and attacks."""
    table, barred = Headless(Fight(game.id, "offers", {}, [])).table, gm_steps(game)
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    for_master, for_player = set[str](), set[str]()
    for _ in range(6):
        table.send(TurnPassed())
        state = table.model.state
        assert state is not None
        own = next(each.id for each in state.characters if each.kind == "pc")
        if game.id == "trueworld" and table.model.fight and table.model.fight.current == own:
            table.send(StepTaken("intend", {"who": own, "intention": "cross the wet roof"}))
        model = table.model.with_together(guest(game.id, own))
        eyes, state = guest_eyes(model), model.state
        assert eyes is not None
        assert state is not None
        whole = board.board_view(game, state)
        seen, full_menu = redact_board(whole, eyes), menus.menu(game, state, own, "")
        for view, menu, offered, seen_model in (
            (whole, full_menu, for_master, table.model),
            (seen, redact_menu(full_menu, eyes), for_player, model),
        ):
            now = acting_now(seen_model, view)
            mine = next(person for person in view.people if person.id == own)
            offered |= {each.id for each in view.about_one}
            offered |= {each.step for each in (*menu.acts, *mine.asks)}
            offered |= {each.step for each in menu.conditions}
            if now is not None:
                offered |= {each.step for each in (*now.large, *now.usual, *now.more)}
                offered |= {each.step for _, actions in now.barred for each in actions}
        for tab in ("actions", "skills", "conditions", "manage"):
            page = render_fight(model, game, seen, redact_menu(full_menu, eyes), tab)
            taps = {str(each.get("data-do")) for _, each in page.elements}
            assert not taps & MASTERS_TAPS, tab
            assert not {each.get("data-step-id") for _, each in page.elements} & barred, tab
        for id in for_player - {""}:
            form = redact_form(steps.step_form(game, state, id, own), eyes)
            who = next((each for each in form.controls if each.name == "who"), None)
            assert who is None or {id for id, _ in who.choices} <= {own}, id
            assert "hidden" not in {each.name for each in form.controls}, id
    assert not for_player & barred
    assert for_master - for_player <= barred
    assert for_master & barred


@pytest.mark.parametrize("role", ["master", "player", "onlooker"])
def test_a_guest_in_the_game_masters_seat_sees_and_does_everything(role: Role) -> None:
    """After the table has moved to a player's device, this is the seat of the former host."""
    seat = Seat("s1", "GM", role)
    together = Together("guest", me="s1", seats=(Seated(seat, True),), rules=Rules(pools=False))
    model = Model(games()).with_together(together)
    assert (guest_eyes(model) is None) == (role == "master")
    assert spends_nothing(model) == (role != "master")


@pytest.mark.parametrize("game", FIGHTING)
def test_a_turn_that_is_not_seen_is_the_game_masters(game: Game) -> None:
    table = Headless(Fight(game.id, "unseen", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders, hidden"))
    turns = set[bool]()
    for _ in range(8):
        table.send(TurnPassed())
        state, journal, participants = (
            table.model.state,
            table.model.journal,
            table.model.participants,
        )
        assert state is not None
        assert journal is not None
        assert participants is not None
        assert participants.fight is not None
        own = next(character.id for character in state.characters if character.kind == "pc")
        current = participants.fight.board.current
        is_unseen = current is not None and not state.has_character(current)
        document = redact(state.document, Seat("s1", "Ann", "player", (own,)), Rules(), games())
        model = table.model.with_journal(replace(journal, document=document))
        model = model.with_together(guest(game.id, own))
        assert model.state is not None
        page = render_fight(model, game, board.board_view(game, model.state))
        if current is not None:
            assert "Ready to start" not in page.text
        assert ("Current turn GM " in page.text) == is_unseen
        assert (": GM" in screen.turn_words(board.board_view(game, model.state))) == is_unseen
        assert (home.tonight(games(), model.state, journal.page).who == UNSEEN) == is_unseen
        if is_unseen:
            assert not [each for _, each in page.elements if each.get("class") == "waits"]
        turns.add(is_unseen)
    assert turns == {True, False}


@pytest.mark.parametrize("game", FIGHTING)
def test_a_guest_sees_only_the_numbers_of_its_own_characters(game: Game) -> None:
    table = Headless(Fight(game.id, "eyes", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    for _ in range(4):
        table.send(TurnPassed())
        model = table.model
        assert model.state is not None
        assert model.journal is not None
        own = model.state.characters[0].id
        encoded = screen.encode(screen.show(model.games, model.state, model.journal.page))
        foes = frozenset({"raider-1", "raider-2"})
        model = model.with_together(replace(guest(game.id, own), screen=encoded, closed=foes))
        eyes = guest_eyes(model)
        assert eyes is not None
        assert model.participants is not None
        assert game.encounter is not None
        assert model.state is not None
        view = redact_board(board.board_view(game, model.state), eyes)
        page = render_fight(model, game, view)
        assert all(not person.meters for person in view.people if person.id in foes)
        meters = [each for _, each in page.elements if each.get("data-do") == "meter"]
        assert {meter["data-who"] for meter in meters if "disabled" not in meter} <= {own}
        menus = [each for _, each in page.elements if each.get("data-do") == "menu"]
        assert {each["data-who"] for each in menus} == {own}


@pytest.mark.parametrize("game", FIGHTING)
def test_numbers_that_a_device_never_saw_stay_unknown_after_the_table(game: Game) -> None:
    """Its copy of the campaign has only defaults for them."""
    table = Headless(Fight(game.id, "left", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    own, other = (character.id for character in table.state.characters)
    closed = frozenset({other, "raider-1", "raider-2"})
    table.send(TableStood(replace(guest(game.id, own), closed=closed)))
    table.send(TableStood(None))
    table.send(JournalOpened(table.journal, unseen=closed))
    table.send(TurnPassed())
    assert guest_eyes(table.model) is None
    view = visible_board(table.model)
    assert view is not None
    assert {each.id for each in view.people if not each.meters and not each.badges} == closed
    assert not any(each.number for each in view.people if each.id in closed)
    assert view.movable == ("move" in game.encounter.by_id if game.encounter else False)
    cards = people_view(game, table.state, "", table.model.closed).players
    assert {each.id for each in cards if each.meters} == {own}
    party = home.tonight(games(), table.state, table.journal.page, table.model.closed).party
    assert [bool(each.health_text) for each in party] == [True, False]
    assert table.model.participants is not None
    assert table.model.participants.closed == closed
    table.send(JournalOpened(Journal("other", table.journal.document)))
    assert not table.model.closed


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_roll_at_a_foe_with_hidden_numbers_waits_for_them(is_guest: bool) -> None:
    table = Headless(Fight("wasteland", "hidden", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders, defense 3"))
    table.send(TurnPassed())
    own = table.state.characters[0].id
    if is_guest:
        together = replace(guest("wasteland", own), closed=frozenset({"raider-1", "raider-2"}))
        table.model = table.model.with_together(together)
    table.send(ActionTaken(own, "weapons/0", "raider-1"))
    assert table.model.overlay == "wasteland.attack"
    assert table.model.form.desk.has_begun != is_guest
    assert table.model.form.desk.typed["defense"] == ("1" if is_guest else "3")
    table.send(FieldTyped("defense", "3"))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "1 1 9"))  # two dice, and the hit location
    # so does the roll that follows it
    onward = find_next_action(table.model, table.model.form)
    assert onward is not None
    assert (onward.dice == "") is is_guest
    table.send(NextRolled(onward.number))
    assert table.model.overlay == "wasteland.damage"
    assert table.model.form.desk.has_begun != is_guest
    # so does a line of the sheet or a favourite, unless it gives the numbers
    numbers = "?defense=3&body_plan=person&target_prone=false"
    for typed, waits in ("", is_guest), (numbers, False):
        table.send(RouteOpened("#/wasteland"))
        table.send(RollableTaken("wasteland.attack", "weapons/0", None, own, "raider-1"))
        table.send(AgainTapped(f"#/wasteland/attack{typed}"))
        assert table.model.form.desk.has_begun != waits
        assert not table.model.form.submitted


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_result_offers_no_roll_of_another_player(is_guest: bool) -> None:
    """T4.4: the helped action is rolled on the device of its player."""
    table = Headless(Fight("trueworld", "help", {}, [])).table
    table.send(CharactersJoined())
    helped, helper = (character.id for character in table.state.characters)
    if is_guest:
        table.model = table.model.with_together(guest("trueworld", helper))
    table.send(RolledOver(RollableTaken("trueworld.teamwork", "", None, helper)))
    table.send(PartCast("receiver", helped))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "4 1"))
    onward = find_next_action(table.model, table.model.form)
    assert (onward is None) == is_guest


def test_a_guests_result_ends_the_turn_for_the_same_combatant_as_the_hosts() -> None:
    fight = Headless(Fight("garden", "next", {}, []))
    game, table = fight.game, fight.table
    for act in ({"join": "players"}, {"quick": "2 raiders"}):
        fight.do(act)
    own, other = (character.id for character in table.state.characters)
    for _ in range(3):  # begin, then the turns of both raiders
        table.send(TurnPassed())
    fight.do({"roll": "garden.attack", "pick": "Pistol", "who": own, "at": "raider-1"})
    model, state, journal = table.model, table.state, table.journal
    encoded = screen.encode(screen.show(model.games, state, journal.page))
    closed = frozenset({other, "raider-1", "raider-2"})
    together = replace(guest(game.id, own), screen=encoded, closed=closed)
    rules = Rules(numbers=False)
    document = redact(state.document, Seat("s1", "Ann", "player", (own,)), rules, games())
    copy = model.with_journal(replace(journal, document=document)).with_together(together)
    last = find_last_step(copy, copy.form)
    assert last == find_last_step(model, model.form)
    assert last is not None
    assert last.does == "turn-pass"


@pytest.mark.parametrize("is_here", [False, True])
def test_a_roll_that_a_player_is_to_make_stays_closed_on_the_game_masters_page(
    is_here: bool,
) -> None:
    """It opens there while that player is not connected."""
    table = Headless(Fight("trueworld", "due", {}, [])).table
    table.send(CharactersJoined())
    table.send(TurnPassed())
    assert table.model.fight is not None
    own = table.model.fight.current or ""
    seat = Seat("s1", "Ann", "player", (own,))
    host = Together("host", game="trueworld", seats=(Seated(seat, is_here),))
    table.model = table.model.with_together(host)
    table.send(StepTaken("intend", {"who": own, "intention": "cross the wet roof"}))
    table.send(StepTaken("set_difficulty", {"who": own, "difficulty": "d8"}))
    assert [each["who"] for each in table.state.due] == [own]
    assert (table.model.overlay == "") == is_here


@pytest.mark.parametrize("is_guest", [False, True])
def test_hits_of_a_printed_table_are_entered_where_the_target_can_be_changed(
    is_guest: bool,
) -> None:
    """A player goes back to the fight: the foe's HP are the GM's."""
    fight = Headless(Fight("prism", "hits", {}, []))
    table = fight.table
    for act in ({"join": "players"}, {"quick": "2 raiders"}):
        fight.do(act)
    own = next(each.id for each in table.state.characters if each.name.startswith("Ysolde"))
    while table.model.fight is None or table.model.fight.current != own:
        table.send(TurnPassed())
    table.model = table.model.with_together(guest("prism", own) if is_guest else None)
    offered = acting_now(table.model)
    assert offered is not None
    actions = (*offered.large, *offered.usual, *offered.more)
    assert ("Table damage" in {each.label for each in actions}) != is_guest
    shot = next(each for each in actions if each.label == "Short Bow")
    table.send(ActionTaken(own, shot.id, "raider-1"))
    table.send(FieldTyped("db", "0"))
    table.send(FieldTyped("shield_db", "0"))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "90"))
    last = find_last_step(table.model, table.model.form)
    assert last is not None
    assert last.does == ("over-close" if is_guest else "enter-hits")


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("", "garden/table"),
        ("garden", "garden/table"),
        ("garden/encounter", "garden/table"),
        ("garden/character/hero", "garden/table"),
        ("garden/skill_test", "garden/table"),
        ("garden/journal", "garden/table"),
        ("garden/table", ""),
        ("garden/rules", ""),
        ("garden/tables", ""),
        ("together", ""),
        ("campaigns", ""),
    ],
)
def test_an_onlooker_has_the_players_screen(path: str, leads: str) -> None:
    table = Headless(Fight("garden", "watching", {}, [])).table
    table.send(RouteOpened(path, {}))
    player = guest("garden", "hero")
    seat = Seat("s1", "Ann", "onlooker", view=2)
    watcher = replace(player, seats=(Seated(seat, True),))
    assert redirect_address(table.model.with_together(watcher)) == leads
    assert looks_on(table.model.with_together(watcher))
    for other in (player, replace(watcher, me=""), None):
        assert redirect_address(table.model.with_together(other)) == ""
        assert not looks_on(table.model.with_together(other))


def test_a_seated_guest_leaves_the_joining_page_once_it_is_connected() -> None:
    table = Headless(Fight("garden", "joined", {}, [])).table
    table.send(RouteOpened("join/code", {}))
    player = guest("garden", "hero")
    assert redirect_address(table.model.with_together(player)) == "garden/character/hero"
    master = replace(player, seats=(Seated(Seat("s1", "Ann", "master"), True),))
    assert redirect_address(table.model.with_together(master)) == "garden/table"
    code = Code("code", "link", "picture")
    changes = ({"line": "coming"}, {"code": code}, {"free": None})
    for other in (replace(player, **change) for change in changes):
        assert redirect_address(table.model.with_together(other)) == ""


def test_the_sheet_of_a_new_character_opens_when_it_exists() -> None:
    table = Headless(Fight("garden", "new", {}, [])).table
    table.send(RouteOpened("garden/table", {}))
    alone = table.model.with_together(guest("garden"))
    after = sync.update(alone, TableStood(guest("garden", "c1")))
    assert Go("#/garden/character/c1") in after.commands
    again = sync.update(after.model, TableStood(guest("garden", "c1", "c2")))
    assert not [command for command in again.commands if isinstance(command, Go)]


def test_a_result_stays_with_its_entry_when_the_host_gives_it_another_number() -> None:
    table = Table()
    table.open(append(Journal("here"), f.Started("garden"), table.stamp(), games()))
    alone = table.journal
    table.send(RouteOpened("#/garden/skill_test?offer_cost=false"))
    table.send(RollTapped())
    mine = table.journal.last
    # another was faster, and takes that back
    theirs = append(alone, f.SceneSet({"table.tells_all": True}), table.stamp(), games())
    both = append(theirs, mine.fact, Stamp(mine.id, mine.at, mine.by), games())
    table.send(JournalMoved(both))
    assert both.last.n > mine.n
    table.send(JournalMoved(undo(both, both.entry(mine.n), table.stamp(), both.entries[-1:])))
    assert table.model.form.entry == mine.id
    again = Table()
    again.open(table.journal)
    again.send(RouteOpened("#/garden/skill_test?offer_cost=false"))
    again.send(PlayLeft(table.saved))
    assert again.model.form.entry == mine.id
    commands = update(table.model, Undone(this_play=True), table.dice)[1]
    assert commands == (UndoEntry(both.last.n),)
    # undone by another, it goes with a word
    assert table.told == ""
    table.send(JournalMoved(undo(both, both.last, table.stamp())))
    assert table.told == "This roll was undone."
    assert table.model.form.desk.answers is None
    table.send(RollTapped())
    assert table.told == ""
