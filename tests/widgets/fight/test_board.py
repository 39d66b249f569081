"""The tracker as data: turns, steps, newcomers, and the players' view."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.journal import Page
from app.campaign.journal.steps import record_step
from app.campaign.state.encounters import due_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, CampaignState
from app.core.encounters.combatants import Badge, names_somebody
from app.core.encounters.rolls import Due
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.kinds import ListOf, Whole
from app.systems import games
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.board.due_rolls import due_view
from app.widgets.fight.board.steps import OWN_PLACE
from app.widgets.fight.joining import fields, joining, typed_line
from app.widgets.fight.screen.screen import glance, screen, turn_words
from app.widgets.home.home import tonight
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES

FIGHTING = [game for game in games().values() if game.encounter]
GAMES = [pytest.param(game, id=game.id) for game in FIGHTING]


def campaign(game: Game) -> CampaignState:
    """Return a campaign with the sample characters `c0` and `c1`."""
    document = reduced(EMPTY, f.Started(game.id), games())
    samples = game.sheet.samples if game.sheet else ()
    for index, data in enumerate(samples):
        name = str(data["name"])
        document = reduced(document, f.CharacterAdded(f"c{index}", name, data), games())
    return CampaignState(document)


def take_step(state: CampaignState, id: str, /, **inputs: Any) -> CampaignState:
    """Take a step of the encounter."""
    fact = record_step(state.document, id, inputs, games(), f"e{len(state.due)}")
    return CampaignState(reduced(state.document, fact, games()))


def fight(game: Game, line: str = "3 raiders") -> CampaignState:
    """Return a fight of both samples and the combatants of a line, before the first turn."""
    assert game.encounter is not None
    state = take_step(campaign(game), "begin")
    people = [joining.of_character(game, character) for character in state.characters]
    people += joining.quick(game.encounter, line, board.people(state)).joins
    return take_step(state, "join", who=people)


@pytest.fixture
def shooters() -> Game:
    """Return the game whose encounter has the input `max_hp`."""
    return next(game for game in FIGHTING if _joins(game, "max_hp"))


def _joins(game: Game, name: str) -> bool:
    """Return whether newcomers have this input."""
    return game.encounter is not None and name in fields.adding(game.encounter)


# --- the board ---


@pytest.mark.parametrize("game", GAMES)
def test_a_number_in_the_order_that_may_be_negative_has_a_key_for_its_sign(game: Game) -> None:
    view = board.board_view(game, fight(game))
    page = PAGES.from_string(
        '{% import "fight.html" as fight %}{{ fight.place(one, none, true, pad, true) }}'
    )
    for person in view.people:
        if (number := person.number) is None:
            continue
        kind = game.encounter.by_id[number.step].inputs[number.input].kind  # type: ignore[union-attr]
        markup = Markup(page.render(one=person, pad=(person.id, "order")))
        keys = [attrs for attrs in markup.with_attribute("data-do") if attrs["data-do"] == "sign"]
        assert isinstance(kind, Whole)
        assert len(keys) == (kind.low < 0)


def test_a_number_below_0_in_the_order_has_a_true_minus(shooters: Game) -> None:
    state = fight(shooters, "ghoul, initiative -3")
    html = PAGES.from_string(
        '{% import "fight.html" as f %}{{ f.place(one, none, true, p, true) }}'
    )
    *_, ghoul = board.board_view(shooters, state).people
    assert "Initiative −3" in [badge.words for badge in ghoul.badges]
    assert "−3" in Markup(html.render(one=ghoul, p=("", ""))).text
    assert 'placeholder="−3"' in html.render(one=ghoul, p=(ghoul.id, "order"))


@pytest.mark.parametrize("game", GAMES)
def test_the_board_shows_all_combatants_once_in_order(game: Game) -> None:
    state = fight(game)
    view = board.board_view(game, state)
    people = sorted(view.people, key=lambda each: each.place)
    assert [person.name for person in people[2:]] == ["Raider 1", "Raider 2", "Raider 3"]
    assert [person.place for person in people] == [1, 2, 3, 4, 5]
    assert [bool(person.href) for person in people] == [True, True, False, False, False]
    assert view.absent == ()
    assert view.movable


def test_short_names_of_a_fight_stay_apart() -> None:
    game = games()["wasteland"]
    document = fight(game, "2 raiders").document
    names = {"c0": "Guard, north", "c1": "Guard, south", "c2": "Raider 1", "c3": "Raider 2"}
    for id in ("c0", "c1"):
        document = reduced(document, f.CharacterRenamed(id, names[id]), games())
    state = CampaignState(document)
    shown = {person.name: person.short for person in board.board_view(game, state).people}
    assert shown == dict(zip(names.values(), names.values(), strict=True))


def test_the_turn_is_told_in_short_names() -> None:
    game = games()["wasteland"]
    state = fight(game)
    while board.board_view(game, state).current is None:
        state = take_step(state, PASS)
    view = board.board_view(game, state)
    assert view.current
    assert turn_words(view).startswith(f"Round 1: {view.current.short}, then ")


@pytest.mark.parametrize("game", GAMES)
def test_the_next_turn_is_the_one_that_the_button_names(game: Game) -> None:
    """Home, the players' screen and the GM's button agree, before the first turn too."""
    state = fight(game)
    for _ in range(3):
        view, shown = board.board_view(game, state), screen(game, state, tells_all=False)
        assert view.then
        assert shown.upcoming == glance(game, state).upcoming == view.then
        assert [each.person.name for each in shown.shown if each.person.upcoming] == [view.then]
        assert tonight(games(), state, Page((), frozenset(), 0)).then == view.then
        state = take_step(state, PASS)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_within_reach(game: Game) -> None:
    assert game.encounter is not None
    view = board.board_view(game, fight(game))
    reached = {each.id for each in (*view.steps, *view.about_one)} | set(OWN_PLACE)
    reached |= {id for id, group in game.encounter.groups.items() if group == "tap"}
    assert reached | set(game.encounter.advance) == set(game.encounter.by_id)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_a_form_with_all_its_inputs(game: Game) -> None:
    assert game.encounter is not None
    state = fight(game)
    for step in game.encounter.transitions:
        form = steps.step_form(game, state, step.id, "c0")
        elsewhere = {name for procedure in game for name in procedure.inputs}
        expected = {
            name
            for name, each in step.inputs.items()
            if not each.kind.house or name not in elsewhere
        }
        assert {control.name for control in form.controls} == expected
        for control in form.controls:
            kind = step.inputs[control.name].kind
            if names_somebody(kind):
                named = [value for value, _ in control.choices if value]
                others = control.name == "target" and "c0" not in named
                assert (control.widget, len(named)) == ("choice", 4 if others else 5)
            elif isinstance(kind, ListOf) and names_somebody(kind.of):
                assert control.widget == "people"
            if control.name == "who" and names_somebody(kind):
                assert control.text == "c0"


@pytest.mark.parametrize("game", GAMES)
def test_entries_of_a_sheet_fill_existing_fields_of_a_step(game: Game) -> None:
    assert game.encounter is not None
    state = fight(game)
    for step in game.encounter.transitions:
        form = steps.step_form(game, state, step.id, "c0")
        texts_before = {control.name: control.text for control in form.controls}
        for _, texts in form.fills:
            assert set(json.loads(texts)) <= set(texts_before)
            typed = {**texts_before, **json.loads(texts), "who": "c0"}
            scene = scene_of(state.document, game)
            assert scene is not None
            changed = steps.read_form(step, typed, texts_before)
            assert scene.encounter.apply(scene, step.id, changed).scene.state


def test_a_line_of_striker_is_used_with_one_tap() -> None:
    game = games()["striker"]
    form = steps.step_form(game, fight(game), "act", "c0")
    assert [label for label, _ in form.fills] == [
        "Wpn-Pistols",
        "Wpn-Grenades",
        "heavy pistol",
        "flash grenade",
        "Generic check",
        "Generic save",
    ]
    pistol = json.loads(form.fills[2][1])
    assert (pistol["subject"], pistol["weapon_dice"]) == ("Wpn-Pistols", "2")


@pytest.mark.parametrize("game", GAMES)
def test_either_the_turns_go_on_or_the_board_says_why_not(game: Game) -> None:
    view = board.board_view(game, fight(game))
    assert (view.main is None) == bool(view.waits_for)


def test_a_house_rule_that_only_a_step_knows_is_agreed_in_its_form() -> None:
    game = games()["wasteland"]
    assert game.encounter is not None
    step, state = game.encounter.by_id["end_scene"], fight(game)
    (control,) = steps.step_form(game, state, step.id).controls
    assert (control.name, control.text) == ("scene_ap_loss", "1")
    assert steps.newly_agreed(step, state.house, {"scene_ap_loss": 1}) == {}
    assert steps.newly_agreed(step, state.house, {"scene_ap_loss": 2}) == {"scene_ap_loss": 2}
    state = CampaignState({**state.document, "house": {"scene_ap_loss": 2}})
    (control,) = steps.step_form(game, state, step.id).controls
    assert control.text == "2"
    assert steps.newly_agreed(step, state.house, {"scene_ap_loss": 1}) == {"scene_ap_loss": None}


def test_a_form_left_alone_changes_nothing(shooters: Game) -> None:
    """The form shows the current values and sends only changed ones."""
    assert shooters.encounter is not None
    state = fight(shooters)
    step = shooters.encounter.by_id["edit"]
    form = steps.step_form(shooters, state, "edit", "c0")
    texts = {control.name: control.text for control in form.controls}
    assert texts["hp"] == str(state.character("c0").sheet(shooters)["hp"])
    assert steps.read_form(step, texts, texts) == {"who": "c0"}
    assert steps.read_form(step, {**texts, "hp": "3", "hidden": "true"}, texts) == {
        "who": "c0",
        "hp": 3,
        "hidden": True,
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_offers_the_rolls_of_the_sheet(game: Game) -> None:
    assert game.sheet is not None
    state = fight(game)
    menu = menus.menu(game, state, "c0", "raider-1")
    rolls = [roll for _, each in menu.rolls for roll in each]
    assert len(rolls) == len(game.sheet.rolls(state.character("c0").sheet(game)))
    assert menu.target == "raider-1"
    # The other side comes first, and the actor is no target.
    assert [id for id, _ in menu.others] == ["raider-1", "raider-2", "raider-3", "c1"]
    assert menus.menu(game, state, "raider-1", "").name == "Raider 1"


def test_a_combatant_without_a_sheet_gets_one_of_known_values(shooters: Game) -> None:
    sheet = steps.sheet_of(shooters, fight(shooters, "raider, hp 7, defense 2"), "raider")
    assert sheet is not None
    assert (sheet["name"], sheet["hp"]) == ("Raider", 7)


def test_a_step_is_taken_for_all_able_members_of_a_group() -> None:
    game = next(game for game in FIGHTING if _joins(game, "awareness"))
    state = fight(game, "3 raiders")
    group, peers = menus.group_of(game, state, "raider-1")
    assert (group, peers) == ("Foes", ("raider-1", "raider-2", "raider-3"))
    state = take_step(state, "declare", who="raider-2")
    able = steps.able(game, state, "declare", [{"who": id} for id in peers])
    assert [each["who"] for each in able] == ["raider-1", "raider-3"]
    state = take_step(state, "together", step="declare", who=able)
    scene = scene_of(state.document, game)
    assert scene is not None
    assert [scene.combatant(id).turn.declared for id in peers] == [True, True, True]


# --- the players' screen ---


@pytest.mark.parametrize("game", GAMES)
def test_the_players_see_no_hidden_combatant(game: Game) -> None:
    state = fight(game, "2 raiders; wolf, hidden")
    view = screen(game, state, tells_all=True)
    assert "Wolf" not in str(view)
    assert len(view.people) == 4


@pytest.mark.parametrize("game", GAMES)
def test_the_players_see_only_their_own_badges_by_default(game: Game) -> None:
    state = fight(game, "raider")
    default, full = (
        {person.id: person.badges for person in screen(game, state, tells_all).people}
        for tells_all in (False, True)
    )
    assert default == {**full, "raider": ()}


def test_the_players_do_not_see_the_pools_of_the_game_master(shooters: Game) -> None:
    state = fight(shooters)
    scene = scene_of(state.document, shooters)
    assert scene is not None
    secret = scene.encounter.board(scene).secret
    assert secret
    shown = dict(screen(shooters, state, tells_all=True).pools)
    assert not set(secret) & set(shown)
    assert set(secret) <= set(dict(board.board_view(shooters, state).pools))


def test_the_players_see_announcements_about_any_character() -> None:
    """T3.5: a player without a sheet learns the risks, too, and all players do."""
    game = games()["trueworld"]
    state = take_step(fight(game, "guide, character; brute"), "begin_turns")
    state = take_step(state, "take_turn", who="guide")
    state = take_step(state, "intend", who="guide", intention="Find the way")
    state = take_step(state, "set_difficulty", who="guide", difficulty="d8", at_risk="A fall.")
    state = take_step(state, "risk_scene", at_risk="Night falls.")
    view = screen(game, state, tells_all=False)
    badges = {person.id: [badge.words for badge in person.badges] for person in view.people}
    assert badges["guide"] == ["Rolls against Hard (d8), neutral", "At risk: A fall."]
    assert badges["brute"] == []
    assert view.told == board.board_view(game, state).announcements == ("At risk: Night falls.",)


def test_a_form_of_the_scene_shows_the_values_of_the_scene() -> None:
    game = games()["trueworld"]
    assert game.encounter is not None
    state = take_step(fight(game), "risk_scene", at_risk="Night falls.")
    form = steps.step_form(game, state, "risk_scene")
    assert [control.text for control in form.controls] == ["Night falls."]
    step = game.encounter.by_id["risk_scene"]
    texts = {"at_risk": "Night falls."}
    assert steps.read_form(step, texts, texts) == {}
    assert steps.read_form(step, {"at_risk": ""}, texts) == {"at_risk": ""}


# --- newcomers ---


def test_three_of_a_kind_are_numbered(shooters: Game) -> None:
    assert shooters.encounter is not None
    joins = joining.quick(shooters.encounter, "3 raiders, HP 7, defense 1", {}).joins
    assert [join["name"] for join in joins] == ["Raider 1", "Raider 2", "Raider 3"]
    assert {(join["hp"], join["max_hp"], join["defense"]) for join in joins} == {(7, 7, 1)}


@pytest.mark.parametrize(
    ("line", "present", "names"),
    [
        ("boss", {}, ["Boss"]),
        ("boss", {"boss": "Boss"}, ["Boss 2"]),
        ("2 wolves", {}, ["Wolf 1", "Wolf 2"]),
        ("2 raiders", {"a": "Raider 1", "b": "Raider 4"}, ["Raider 5", "Raider 6"]),
        ("2x guardsmen; 1 captain", {}, ["Guardsman 1", "Guardsman 2", "Captain"]),
        ("2 witches, hidden", {}, ["Witch 1", "Witch 2"]),
        ("2 bandits\n2 bandits", {}, ["Bandit 1", "Bandit 2", "Bandit 3", "Bandit 4"]),
        ("Röhm & Söhne", {}, ["Röhm & Söhne"]),
        ("2 boss", {}, ["Boss 1", "Boss 2"]),
        ("raiders x3", {}, ["Raider 1", "Raider 2", "Raider 3"]),
        ("raiders × 2", {}, ["Raider 1", "Raider 2"]),
        ("x2 raiders", {}, ["Raider 1", "Raider 2"]),
        ("raiders (2)", {}, ["Raider 1", "Raider 2"]),
        ("raiders, x2, hidden", {}, ["Raider 1", "Raider 2"]),
        ("three raiders", {}, ["Raider 1", "Raider 2", "Raider 3"]),
        ("Three raiders HP 7", {}, ["Raider 1", "Raider 2", "Raider 3"]),
        ("a pair of wolves", {}, ["Wolf 1", "Wolf 2"]),
        ("one raider", {}, ["Raider"]),
        ("One Eye", {}, ["One Eye"]),
        ("Three Fingers Jack", {}, ["Three Fingers Jack"]),
        ("Seven of Nine", {}, ["Seven of Nine"]),
        ("Agent 7", {}, ["Agent 7"]),
        ("Agent 7 HP 5", {}, ["Agent 7"]),
        ("goblin; 2 goblins; goblin", {}, ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]),
        ("goblin", {"a": "goblin 1", "b": "Goblin 2"}, ["Goblin 3"]),
        ("2 goblins", {"mara": "Goblin"}, ["Goblin 2", "Goblin 3"]),
    ],
)
def test_names(shooters: Game, line: str, present: dict[str, str], names: list[str]) -> None:
    assert shooters.encounter is not None
    joins = joining.quick(shooters.encounter, line, present).joins
    assert [join["name"] for join in joins] == names
    ids = [join["id"] for join in joins]
    assert len({*ids, *present}) == len(ids) + len(present)


@pytest.mark.parametrize(
    "text",
    ["hp 7", "HP: 7", "hp=7", "7 hp", "HP 7", "hp7", "7hp", "7HP"],
)
def test_ways_to_say_a_number(shooters: Game, text: str) -> None:
    assert shooters.encounter is not None
    (join,) = joining.quick(shooters.encounter, f"rat, {text}", {}).joins
    assert join["hp"] == 7


@pytest.mark.parametrize("text", ["HP 7", "7 hp", "hp7", "7hp", "hp 7 dr 2", "Defense 1 HP 7"])
def test_numbers_are_read_without_a_comma(shooters: Game, text: str) -> None:
    assert shooters.encounter is not None
    entry = joining.quick(shooters.encounter, f"2 raiders {text}", {})
    assert [(join["name"], join["hp"]) for join in entry.joins] == [
        ("Raider 1", 7),
        ("Raider 2", 7),
    ]


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("zombies", "Zombie"), ("thieves", "Thief"), ("dwarves", "Dwarf"), ("elves", "Elf"),
        ("wolves", "Wolf"), ("knives", "Knife"), ("geese", "Goose"), ("men", "Man"),
        ("mice", "Mouse"), ("cyclopes", "Cyclops"), ("harpies", "Harpy"), ("witches", "Witch"),
        ("bosses", "Boss"), ("Cerberus", "Cerberus"), ("Kobolds", "Kobold"), ("pixies", "Pixie"),
        ("werewolves", "Werewolf"), ("octopuses", "Octopus"), ("incubi", "Incubus"),
        ("lynxes", "Lynx"), ("cases", "Case"), ("axes", "Axe"), ("species", "Species"),
        ("super mutants", "Super mutant"), ("captains of the guard", "Captain of the guard"),
        ("men-at-arms", "Man-at-arms"), ("Bogeymen", "Bogeyman"), ("Orks", "Ork"),
    ],
)  # fmt: skip
def test_one_of_several_has_the_right_name(shooters: Game, many: str, one: str) -> None:
    assert shooters.encounter is not None
    entry = joining.quick(shooters.encounter, f"3 {many}", {})
    assert [join["name"] for join in entry.joins] == [f"{one} 1", f"{one} 2", f"{one} 3"]


def test_one_alone_gets_a_number_when_a_second_comes(shooters: Game) -> None:
    state = fight(shooters, "goblin")
    entry = typed_line.read_entry(shooters, state, "goblin")
    assert shooters.encounter is not None
    names = board.people(state)
    words = joining.preview(entry, shooters.encounter, names)
    assert words == "Adds Goblin 2. Goblin becomes Goblin 1"
    after = take_step(state, "join", who=list(entry.joins), names=dict(entry.renames))
    view = board.board_view(shooters, after)
    assert [person.name for person in view.people][-2:] == ["Goblin 1", "Goblin 2"]
    again = typed_line.read_entry(shooters, after, "2 goblins")
    assert [join["name"] for join in again.joins] == ["Goblin 3", "Goblin 4"]
    assert not again.renames


def test_a_line_has_a_preview(shooters: Game) -> None:
    assert shooters.encounter is not None
    for line, words in (
        ("3 raiders HP 7; boss, hidden", "Adds Raider 1 to Raider 3, HP 7; Boss, Hidden"),
        ("raider", "Adds Raider"),
    ):
        entry = joining.quick(shooters.encounter, line, {})
        assert joining.preview(entry, shooters.encounter, {}) == words


def test_switches_and_choices_are_said_in_a_word(shooters: Game) -> None:
    assert shooters.encounter is not None
    (join,) = joining.quick(shooters.encounter, "rat, hidden, prone, players", {}).joins
    assert (join["hidden"], join["prone"], join["side"]) == (True, True, "players")


@pytest.mark.parametrize(
    "text", ["d10", "very hard", "Very Hard (d10)", "difficulty d10", "Difficulty: very hard"]
)
def test_a_choice_is_said_by_itself_by_its_words_or_with_its_label(text: str) -> None:
    encounter = games()["trueworld"].encounter
    assert encounter is not None
    (join,) = joining.quick(encounter, f"brute, {text}", {}).joins
    assert (join["name"], join["difficulty"]) == ("Brute", "d10")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Start with a name, for example: 3 raiders"),
        (" ; ", "Start with a name, for example: 3 raiders"),
        ("3 raiders, xyzzy 4", "Don’t know “xyzzy”. Try "),
        ("3 raiders, cover 4, defnse 4", "Don’t know “defnse”. Did you mean “Defense”?"),
        ("99 raiders", "Add 1 to 30 at a time, not 99"),
        ("0 raiders", "Add 1 to 30 at a time, not 0"),
        ("-3 raiders", "Add 1 to 30 at a time, not -3"),
        ("1000 raiders", "Add 1 to 30 at a time, not 1000"),
        ("1,000 raiders", "Add 1 to 30 at a time, not 1,000"),
        ("raiders x1000", "Add 1 to 30 at a time, not 1000"),
        ("2d4 raiders", "Roll 2d4 first, then enter the number: 3 raiders"),
        ("3", "Start with a name"),
        ("3 raiders HP 9999", "HP 9999: hp is 9999; give a whole number from 0 to 200"),
        ("raider, hp 9999", "hp 9999: hp is 9999; give a whole number from 0 to 200"),
        ("a, max hp 999", "max hp 999: Maximum HP is 999; give a whole number from 0 to 200"),
        (", hp 7", "Start with a name"),
    ],
)
def test_an_invalid_line_gets_a_clear_message(shooters: Game, line: str, message: str) -> None:
    assert shooters.encounter is not None
    with pytest.raises(BadInput) as fault:
        joining.quick(shooters.encounter, line, {})
    assert fault.value.field == "quick"
    assert message in fault.value.message


def test_an_unknown_field_is_told_with_the_nearest_known_one() -> None:
    encounter = games()["garden"].encounter
    assert encounter is not None
    with pytest.raises(BadInput) as fault:
        joining.quick(encounter, "3 raiders, boxes 3", {})
    assert fault.value.message == "Don’t know “boxes”. Did you mean “Boxes for wounds”?"


@pytest.mark.parametrize("game", GAMES)
def test_a_quick_entry_is_on_the_other_side(game: Game) -> None:
    assert game.encounter is not None
    other = fields.other_side(fields.adding(game.encounter))
    (join,) = joining.quick(game.encounter, "rat", {}).joins
    assert join.items() >= other.items()
    assert not other.keys() & joining.of_character(game, campaign(game).character("c0")).keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_hint_of_the_line_is_understood(game: Game) -> None:
    assert game.encounter is not None
    entry = joining.quick(game.encounter, f"3 raiders, {fields.example(game.encounter)}", {})
    assert len(entry.joins) == 3


# --- due rolls ---


def test_a_due_roll_names_its_character_once() -> None:
    record = due_record("d", Due("c", "Dying test", "p", rules=("R1",)))
    assert due_view(record, {"c": "Mara"}).name == "Mara"
    assert due_view({**record, "label": "Mara bleeds"}, {"c": "Mara"}).name == ""
    assert due_view({**record, "label": "Wolf 10 bleeds"}, {"c": "Wolf 1"}).name == "Wolf 1"
    assert due_view({**record, "label": "Amara bleeds"}, {"c": "mara"}).name == "mara"
    assert due_view(record, {}).name == ""


def test_the_views_of_a_state_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board, the next turn and both views share one computation."""
    game = games()["wasteland"]
    state, calls = fight(game), list[str]()
    encounter = game.encounter
    assert encounter is not None
    for name in ("board", "pass_turn"):
        first = getattr(encounter, name)

        def count_call(scene: object, name: str = name, first: Any = first) -> Any:
            calls.append(name)
            return first(scene)

        monkeypatch.setitem(vars(encounter), name, count_call)
    view = board.board_view(game, state)
    assert board.board_view(game, state) is view
    scene = scene_of(state.document, game)
    assert scene is not None
    assert scene_of({**state.document}, game) is scene
    encounter.apply(scene, "pass")
    assert calls.count("pass_turn") == 1
    assert calls.count("board") <= 3  # of this state, and of the states that the pass goes through


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("initiative -2", -2),
        ("initiative \u22122", -2),
        ("initiative \u20132", -2),
        ("initiative - 2", -2),
        ("initiative: \u2013 2", -2),
        ("initiative +2", 2),
        ("initiative \uff12", 2),
        ("initiative 2.0", 2),
        ("hp -1", None),
        ("hp \u20131", None),
        ("hp 1,000", None),
        ("hp 1.000", None),
        ("hp 1 000", None),
        ("hp 1'000", None),
        ("hp 7,5", None),
        ("hp 7.5", None),
        ("hp 1 0", None),
    ],
)
def test_a_number_in_a_line_is_that_number_or_refused(
    shooters: Game, text: str, number: int | None
) -> None:
    assert shooters.encounter is not None
    if number is None:
        with pytest.raises(BadInput, match=r"^quick: "):
            joining.quick(shooters.encounter, f"rat, {text}", {})
        return
    (join,) = joining.quick(shooters.encounter, f"rat, {text}", {}).joins
    assert join["initiative"] == number


def test_badges_are_separate_words() -> None:
    draw = vars(PAGES.get_template("fight.html").module)["badges"]
    assert Markup(str(draw([Badge("Shielded"), Badge("Dead")]))).text == "Shielded Dead"
