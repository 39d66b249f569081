"""The search, on data: the hits for a typed text, and their order."""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest

from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY, CampaignState
from app.core.games import Game
from app.systems import games
from app.widgets.reference.rules import rules
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import read, split_known
from app.widgets.search.entries import (
    Entry,
    Hit,
    campaign_entries,
    open_entries,
    settings,
    static_entries,
    words_of,
)
from app.widgets.search.search import find
from building.page.rulebook import rulebooks

BOOKS = rulebooks(games().values())
GAMES = [pytest.param(game, id=id) for id, game in games().items()]


@cache
def everything(game: str = "wasteland") -> tuple[Entry, ...]:
    """Return all entries to search while a campaign of this game with both samples is open."""
    form = games()[game].sheet
    assert form is not None
    people = {
        f"sample-{index}": CharacterRecord(name=each["name"], kind="pc", archived=False, data=each)
        for index, each in enumerate(form.samples)
    }
    document: Document = {**EMPTY, "game": game, "order": list(people), "characters": people}
    own = Participants(games()[game], CampaignState(document))
    of_games = chain.from_iterable(
        static_entries(game, BOOKS[game.id]) for game in games().values()
    )
    return (*open_entries(own), *of_games, *settings())


def first(text: str, game: str = "wasteland") -> Hit:
    """Return the best hit."""
    return find(everything(game), text, game)[0]


@pytest.mark.parametrize(
    ("text", "kind", "label"),
    [
        ("mara lockpick", "roll", "Lockpick"),
        ("lock mar", "roll", "Lockpick"),
        ("called shot", "rule", "W6.2 Called shot"),
        ("fall 12 m", "form", "Fall: 12 m"),
        ("fall 12m", "form", "Fall: 12 m"),
        ("fall 1 000 m", "form", "Fall: 1000 m"),
        ("fall \uff11\uff12 m", "form", "Fall: 12 m"),
        ("fall 1,5 m", "form", "Fall: 1.5 m"),
        ("fall 1,250 m", "form", "Fall: 1250 m"),
        ("theme dark", "setting", "Theme: dark"),
        ("dark", "setting", "Theme: dark"),
        ("G12", "rule", "G12 Succeed at a cost"),
        ("super stimpak", "row", "Super stimpak"),
        ("campaigns", "place", "Campaigns"),
        ("mara quill", "person", "Mara Quill, scavenger"),
        ("tables wasteland", "place", "Tables"),
    ],
)
def test_a_typed_text_finds_the_intended_entry(text: str, kind: str, label: str) -> None:
    hit = first(text)
    assert (hit.kind, hit.label) == (kind, label)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("is my die fair", "Dice fairness"),
        ("share table", "Share table"),
        ("download everything", "Backup"),
        ("advance time", "Fight"),
        ("keep screen awake", "Settings"),
        ("vibrate", "Settings"),
        ("rule ids", "Settings"),
        ("full screen", "Settings"),
    ],
)
def test_a_place_is_found_by_the_words_that_it_shows(text: str, label: str) -> None:
    hit = first(text)
    assert (hit.kind, hit.label) == ("place", label)


def test_a_number_goes_into_the_one_field_that_takes_it() -> None:
    assert first("fall 12 m").href == "#/garden/fall?metres=12"
    assert first("fall 7,5 m").href == "#/garden/fall?metres=7.5"
    assert "12" not in first("mara lockpick 12").href  # the field for the number is ambiguous


def test_a_hit_that_rolls_at_once_names_the_character_and_entry() -> None:
    hit = first("mara lockpick")
    assert (hit.who, hit.procedure) == ("sample-0", "wasteland.skill_test")
    assert hit.place.startswith("skills/")
    assert hit.rolls


def test_the_open_game_comes_before_the_others() -> None:
    assert {first("initiative", each).game for each in ("garden", "wasteland")} == {
        "garden",
        "wasteland",
    }


def test_every_word_must_be_there_and_accents_do_not_matter() -> None:
    assert find(everything(), "mara zeppelin") == ()
    assert find(everything(), "  ") == ()
    assert words_of("Café, d20! Mara’s") == ["cafe", "d20", "maras"]
    whole = campaign_entries([("c1", "L’Étoile", "garden"), ("c2", "Gone", "lost")], games())
    assert [each.value for each in find(whole, "letoile")] == ["c1"]


@pytest.mark.parametrize("game", GAMES)
def test_every_form_is_found_by_its_title_and_every_rule_by_its_id(game: Game) -> None:
    entries = everything(game.id)
    for procedure in game:
        hits = find(entries, procedure.title, game.id)
        assert procedure.id in [hit.procedure for hit in hits], procedure.title
    for rule in rules(BOOKS[game.id]):
        assert find(entries, rule.id, game.id)[0].href.endswith(f"/{rule.id}")
    assert {rule.id for rule in rules(BOOKS[game.id])} == set(game.rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_address_that_is_offered_is_one_of_the_page(game: Game) -> None:
    known = {procedure.replace(".", "/") for procedure in game.procedures}
    for entry in everything(game.id):
        hit = entry.hit
        if not hit.href or hit.game != game.id:
            continue
        address = read(hit.href)
        if hit.rolls:
            assert address.path in known
            _, unknown = split_known(address.typed, game.procedures[hit.procedure].inputs)
            assert not unknown


def test_a_rule_is_called_by_its_name_or_by_its_row() -> None:
    named = {rule.id: rule.title for rule in rules(BOOKS["wasteland"])}
    assert named["W6.2"] == "Called shot"
    assert named["W5.9"] == "Sprint"
    assert named["W6.3"] == "Melee weapon"


@pytest.mark.parametrize(
    ("text", "game", "href"),
    [
        ("4d6kh3+2", "prism", "#/prism/dice?notation=4d6kh3%20%2B%202"),
        ("2d6 vs 8", "", "#/dice/roll?notation=2d6%20vs%208"),
        ("4dF", "", "#/dice/roll?notation=4dF"),
        ("4d6kh", "prism", ""),
        ("fall 12 m", "garden", ""),
    ],
)
def test_dice_that_are_typed_are_found_first(text: str, game: str, href: str) -> None:
    hits = find(everything(game or "garden"), text, game)
    found = [hit for hit in hits if "notation=" in hit.href]
    assert [each.href for each in found] == ([href] if href else [])
    assert not href or (hits[0] == found[0] and hits[0].rolls)
