"""The tracker as data: who acts, what can be done, who joins, what the players see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.steps import record_step
from app.campaign.state.encounters import due_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, CampaignState
from app.core.encounters.combatants import names_somebody
from app.core.encounters.rolls import Due
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.kinds import ListOf
from app.systems import games
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.board.due_rolls import due_view
from app.widgets.fight.board.steps import OWN_PLACE
from app.widgets.fight.joining import fields, joining, typed_line
from app.widgets.fight.screen.screen import screen

FIGHTING = [game for game in games().values() if game.encounter]
GAMES = [pytest.param(game, id=game.id) for game in FIGHTING]


def campaign(game: Game) -> CampaignState:
    """A campaign with the sample characters `c0`, `c1`."""
    document = reduced(EMPTY, f.Started(game.id), games())
    samples = game.sheet.samples if game.sheet else ()
    for place, data in enumerate(samples):
        name = str(data["name"])
        document = reduced(document, f.CharacterAdded(f"c{place}", name, data), games())
    return CampaignState(document)


def stepping(state: CampaignState, id: str, /, **inputs: Any) -> CampaignState:
    fact = record_step(state.document, id, inputs, games(), f"e{len(state.due)}")
    return CampaignState(reduced(state.document, fact, games()))


def fight(game: Game, line: str = "3 raiders") -> CampaignState:
    """Both samples and those of the line, before the first turn."""
    assert game.encounter is not None
    state = stepping(campaign(game), "begin")
    people = [joining.of_character(game, each) for each in state.characters]
    people += joining.quick(game.encounter, line, board.people(state)).joins
    return stepping(state, "join", who=people)


@pytest.fixture
def shooters() -> Game:
    return next(game for game in FIGHTING if _joins(game, "max_hp"))


def _joins(game: Game, name: str) -> bool:
    return game.encounter is not None and name in fields.adding(game.encounter)


# --- the board ---


@pytest.mark.parametrize("game", GAMES)
def test_the_board_shows_everybody_once_in_the_order(game: Game) -> None:
    state = fight(game)
    view = board.board_view(game, state)
    people = sorted(view.people, key=lambda each: each.place)
    assert [each.name for each in people[2:]] == ["Raider 1", "Raider 2", "Raider 3"]
    assert [each.place for each in people] == [1, 2, 3, 4, 5]
    assert [bool(each.href) for each in people] == [True, True, False, False, False]
    assert view.absent == ()
    assert view.movable


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_within_reach(game: Game) -> None:
    assert game.encounter is not None
    view = board.board_view(game, fight(game))
    reached = {each.id for each in (*view.steps, *view.about_one)} | set(OWN_PLACE)
    reached |= {id for id, group in game.encounter.groups.items() if group == "tap"}
    assert reached | set(game.encounter.advance) == set(game.encounter.by_id)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_a_form_that_says_what_it_takes(game: Game) -> None:
    assert game.encounter is not None
    state = fight(game)
    for step in game.encounter.transitions:
        made = steps.step_form(game, state, step.id, "c0")
        elsewhere = {name for procedure in game for name in procedure.inputs}
        asked = {
            name
            for name, each in step.inputs.items()
            if not each.kind.house or name not in elsewhere
        }
        assert {each.name for each in made.controls} == asked
        for each in made.controls:
            kind = step.inputs[each.name].kind
            if names_somebody(kind):
                named = [value for value, _ in each.choices if value]
                others = each.name == "target" and "c0" not in named
                assert (each.widget, len(named)) == ("choice", 4 if others else 5)
            elif isinstance(kind, ListOf) and names_somebody(kind.of):
                assert each.widget == "people"
            if each.name == "who" and names_somebody(kind):
                assert each.text == "c0"


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_on_a_sheet_fills_fields_that_the_form_of_a_step_has(game: Game) -> None:
    assert game.encounter is not None
    state = fight(game)
    for step in game.encounter.transitions:
        made = steps.step_form(game, state, step.id, "c0")
        stood = {each.name: each.text for each in made.controls}
        for _, texts in made.fills:
            assert set(json.loads(texts)) <= set(stood)
            typed = {**stood, **json.loads(texts), "who": "c0"}
            scene = scene_of(state.document, game)
            assert scene is not None
            given = steps.read_form(step, typed, stood)
            assert scene.encounter.apply(scene, step.id, given).scene.state


def test_a_line_of_striker_is_used_with_one_tap() -> None:
    game = games()["striker"]
    made = steps.step_form(game, fight(game), "act", "c0")
    assert [label for label, _ in made.fills] == [
        "Wpn-Pistols",
        "Wpn-Grenades",
        "heavy pistol",
        "flash grenade",
        "Generic check",
        "Generic save",
    ]
    pistol = json.loads(made.fills[2][1])
    assert (pistol["subject"], pistol["weapon_dice"]) == ("Wpn-Pistols", "2")


@pytest.mark.parametrize("game", GAMES)
def test_either_the_turns_go_on_or_it_is_said_what_they_wait_for(game: Game) -> None:
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
    """What stands there now is shown, and sent only where somebody changed it."""
    assert shooters.encounter is not None
    state = fight(shooters)
    step = shooters.encounter.by_id["edit"]
    made = steps.step_form(shooters, state, "edit", "c0")
    texts = {each.name: each.text for each in made.controls}
    assert texts["hp"] == str(state.character("c0").sheet(shooters)["hp"])
    assert steps.read_form(step, texts, texts) == {"who": "c0"}
    assert steps.read_form(step, {**texts, "hp": "3", "hidden": "true"}, texts) == {
        "who": "c0",
        "hp": 3,
        "hidden": True,
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_rolls_what_stands_on_the_sheet(game: Game) -> None:
    assert game.sheet is not None
    state = fight(game)
    menu = menus.menu(game, state, "c0", "raider-1")
    rolls = [roll for _, each in menu.rolls for roll in each]
    assert len(rolls) == len(game.sheet.rolls(state.character("c0").sheet(game)))
    assert menu.target == "raider-1"
    # The other side first; nobody is aimed at themselves.
    assert [id for id, _ in menu.others] == ["raider-1", "raider-2", "raider-3", "c1"]
    assert menus.menu(game, state, "raider-1", "").name == "Raider 1"


def test_a_combatant_without_a_sheet_has_one_made_of_what_is_known(shooters: Game) -> None:
    sheet = steps.sheet_of(shooters, fight(shooters, "raider, hp 7, defense 2"), "raider")
    assert sheet is not None
    assert (sheet["name"], sheet["hp"]) == ("Raider", 7)


def test_a_step_is_taken_for_all_of_a_group_who_can() -> None:
    game = next(game for game in FIGHTING if _joins(game, "awareness"))
    state = fight(game, "3 raiders")
    group, peers = menus.group_of(game, state, "raider-1")
    assert (group, peers) == ("Foes", ("raider-1", "raider-2", "raider-3"))
    state = stepping(state, "declare", who="raider-2")
    able = steps.able(game, state, "declare", [{"who": who} for who in peers])
    assert [each["who"] for each in able] == ["raider-1", "raider-3"]
    state = stepping(state, "together", step="declare", who=able)
    scene = scene_of(state.document, game)
    assert scene is not None
    assert [scene.combatant(who).turn.declared for who in peers] == [True, True, True]


# --- the players' screen ---


@pytest.mark.parametrize("game", GAMES)
def test_the_players_see_nobody_who_is_hidden(game: Game) -> None:
    state = fight(game, "2 raiders; wolf, hidden")
    seen = screen(game, state, tells_all=True)
    assert "Wolf" not in str(seen)
    assert len(seen.people) == 4


@pytest.mark.parametrize("game", GAMES)
def test_the_players_see_what_is_upon_their_own_unless_told_more(game: Game) -> None:
    state = fight(game, "raider")
    shut, told = (
        {each.id: each.badges for each in screen(game, state, tells_all).people}
        for tells_all in (False, True)
    )
    assert shut == {**told, "raider": ()}


def test_the_players_do_not_see_the_pools_of_the_game_master(shooters: Game) -> None:
    state = fight(shooters)
    scene = scene_of(state.document, shooters)
    assert scene is not None
    secret = scene.encounter.board(scene).secret
    assert secret
    shown = dict(screen(shooters, state, tells_all=True).pools)
    assert not set(secret) & set(shown)
    assert set(secret) <= set(dict(board.board_view(shooters, state).pools))


def test_the_players_see_what_they_are_told_whomever_it_is_upon() -> None:
    """T3.5: somebody who plays without a sheet is told as well what is at risk; so is everybody."""
    game = games()["trueworld"]
    state = stepping(fight(game, "guide, character; brute"), "begin_turns")
    state = stepping(state, "take_turn", who="guide")
    state = stepping(state, "intend", who="guide", intention="Find the way")
    state = stepping(state, "set_difficulty", who="guide", difficulty="d8", at_risk="A fall.")
    state = stepping(state, "risk_scene", at_risk="Night falls.")
    seen = screen(game, state, tells_all=False)
    upon = {each.id: [badge.words for badge in each.badges] for each in seen.people}
    assert upon["guide"] == ["Rolls against Hard (d8), neutral", "At risk: A fall."]
    assert upon["brute"] == []
    assert seen.told == board.board_view(game, state).announcements == ("At risk: Night falls.",)


def test_a_form_of_the_scene_shows_what_stands_in_the_scene() -> None:
    game = games()["trueworld"]
    assert game.encounter is not None
    state = stepping(fight(game), "risk_scene", at_risk="Night falls.")
    made = steps.step_form(game, state, "risk_scene")
    assert [each.text for each in made.controls] == ["Night falls."]
    step = game.encounter.by_id["risk_scene"]
    stood = {"at_risk": "Night falls."}
    assert steps.read_form(step, stood, stood) == {}
    assert steps.read_form(step, {"at_risk": ""}, stood) == {"at_risk": ""}


# --- who joins ---


def test_three_of_a_kind_are_numbered(shooters: Game) -> None:
    assert shooters.encounter is not None
    made = joining.quick(shooters.encounter, "3 raiders, HP 7, defense 1", {}).joins
    assert [each["name"] for each in made] == ["Raider 1", "Raider 2", "Raider 3"]
    assert {(each["hp"], each["max_hp"], each["defense"]) for each in made} == {(7, 7, 1)}


@pytest.mark.parametrize(
    ("line", "there", "names"),
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
def test_names(shooters: Game, line: str, there: dict[str, str], names: list[str]) -> None:
    assert shooters.encounter is not None
    made = joining.quick(shooters.encounter, line, there).joins
    assert [each["name"] for each in made] == names
    ids = [each["id"] for each in made]
    assert len({*ids, *there}) == len(ids) + len(there)


@pytest.mark.parametrize(
    "said",
    ["hp 7", "HP: 7", "hp=7", "7 hp", "HP 7", "hp7", "7hp", "7HP"],
)
def test_ways_to_say_a_number(shooters: Game, said: str) -> None:
    assert shooters.encounter is not None
    (made,) = joining.quick(shooters.encounter, f"rat, {said}", {}).joins
    assert made["hp"] == 7


@pytest.mark.parametrize("said", ["HP 7", "7 hp", "hp7", "7hp", "hp 7 dr 2", "Defense 1 HP 7"])
def test_numbers_are_read_without_a_comma(shooters: Game, said: str) -> None:
    assert shooters.encounter is not None
    entry = joining.quick(shooters.encounter, f"2 raiders {said}", {})
    assert [(each["name"], each["hp"]) for each in entry.joins] == [
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
    assert [each["name"] for each in entry.joins] == [f"{one} 1", f"{one} 2", f"{one} 3"]


def test_one_alone_gets_a_number_when_a_second_comes(shooters: Game) -> None:
    state = fight(shooters, "goblin")
    entry = typed_line.read_entry(shooters, state, "goblin")
    assert shooters.encounter is not None
    names = board.people(state)
    words = joining.preview(entry, shooters.encounter, names)
    assert words == "Adds Goblin 2. Goblin becomes Goblin 1"
    after = stepping(state, "join", who=list(entry.joins), names=dict(entry.renames))
    shown = board.board_view(shooters, after)
    assert [each.name for each in shown.people][-2:] == ["Goblin 1", "Goblin 2"]
    again = typed_line.read_entry(shooters, after, "2 goblins")
    assert [each["name"] for each in again.joins] == ["Goblin 3", "Goblin 4"]
    assert not again.renames


def test_what_a_line_adds_is_said_before_it_is_added(shooters: Game) -> None:
    assert shooters.encounter is not None
    for line, words in (
        ("3 raiders HP 7; boss, hidden", "Adds Raider 1 to Raider 3, HP 7; Boss, Hidden"),
        ("raider", "Adds Raider"),
    ):
        entry = joining.quick(shooters.encounter, line, {})
        assert joining.preview(entry, shooters.encounter, {}) == words


def test_switches_and_choices_are_said_in_a_word(shooters: Game) -> None:
    assert shooters.encounter is not None
    (made,) = joining.quick(shooters.encounter, "rat, hidden, prone, players", {}).joins
    assert (made["hidden"], made["prone"], made["side"]) == (True, True, "players")


@pytest.mark.parametrize(
    "said", ["d10", "very hard", "Very Hard (d10)", "difficulty d10", "Difficulty: very hard"]
)
def test_a_choice_is_said_by_itself_by_its_words_or_with_its_label(said: str) -> None:
    encounter = games()["trueworld"].encounter
    assert encounter is not None
    (made,) = joining.quick(encounter, f"brute, {said}", {}).joins
    assert (made["name"], made["difficulty"]) == ("Brute", "d10")


@pytest.mark.parametrize(
    ("line", "said"),
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
        (", hp 7", "Start with a name"),
    ],
)
def test_what_a_line_cannot_say_is_told(shooters: Game, line: str, said: str) -> None:
    assert shooters.encounter is not None
    with pytest.raises(BadInput) as met:
        joining.quick(shooters.encounter, line, {})
    assert met.value.field == "quick"
    assert said in met.value.message


def test_an_unknown_field_is_told_with_the_nearest_known_one() -> None:
    encounter = games()["garden"].encounter
    assert encounter is not None
    with pytest.raises(BadInput) as met:
        joining.quick(encounter, "3 raiders, boxes 3", {})
    assert met.value.message == "Don’t know “boxes”. Did you mean “Boxes for wounds”?"


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_no_players_character_stands_on_the_other_side(game: Game) -> None:
    assert game.encounter is not None
    other = fields.other_side(fields.adding(game.encounter))
    (made,) = joining.quick(game.encounter, "rat", {}).joins
    assert made.items() >= other.items()
    assert not other.keys() & joining.of_character(game, campaign(game).character("c0")).keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_hint_of_the_line_is_understood(game: Game) -> None:
    assert game.encounter is not None
    entry = joining.quick(game.encounter, f"3 raiders, {fields.example(game.encounter)}", {})
    assert len(entry.joins) == 3


# --- what is due ---


def test_what_is_due_names_whom_it_is_about_once() -> None:
    record = due_record("d", Due("c", "Dying test", "p", rules=("R1",)))
    assert due_view(record, {"c": "Mara"}).name == "Mara"
    assert due_view({**record, "label": "Mara bleeds"}, {"c": "Mara"}).name == ""
    assert due_view(record, {}).name == ""


def test_what_a_state_comes_to_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is read, the next turn looked for and both drawn from the same."""
    game = games()["wasteland"]
    state, asked = fight(game), list[str]()
    encounter = game.encounter
    assert encounter is not None
    for name in ("board", "pass_turn"):
        first = getattr(encounter, name)

        def counted(scene: object, name: str = name, first: Any = first) -> Any:
            asked.append(name)
            return first(scene)

        monkeypatch.setitem(vars(encounter), name, counted)
    view = board.board_view(game, state)
    assert board.board_view(game, state) is view
    scene = scene_of(state.document, game)
    assert scene is not None
    assert scene_of({**state.document}, game) is scene
    encounter.apply(scene, "pass")
    assert asked.count("pass_turn") == 1
    assert asked.count("board") <= 3  # of this state, and of those that passing leads through


@pytest.mark.parametrize(
    ("said", "number"),
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
    shooters: Game, said: str, number: int | None
) -> None:
    assert shooters.encounter is not None
    if number is None:
        with pytest.raises(BadInput, match=r"^quick: "):
            joining.quick(shooters.encounter, f"rat, {said}", {})
        return
    (made,) = joining.quick(shooters.encounter, f"rat, {said}", {}).joins
    assert made["initiative"] == number
