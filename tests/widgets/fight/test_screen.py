"""The players' screen: the last roll, the turn, all health, and no secrets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.campaign.facts import Rolled
from app.campaign.journal.journal import Page
from app.campaign.state.scenes import UNSEEN
from app.systems import games
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import RollTapped
from app.widgets.fight.screen.screen import Screen, last_roll, screen
from tests.campaign.happenings import Stamps, begun
from tests.fights import fights
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.fights.table import Table
from tests.widgets.templates import rendered

GAMES = games()


@pytest.fixture(scope="module")
def fight() -> Headless:
    """Return the ambush, some rounds in."""
    (ambush,) = (fight.values[0] for fight in fights() if fight.id == "wasteland-ambush")
    table = Headless(ambush)
    play(table, replace(ambush, acts=ambush.acts[:-6]))
    return table


def screen_of(table: Headless, in_words: bool = False) -> Screen:
    """Return the players' screen."""
    return screen(table.game, table.state, False, in_words)


def test_the_players_see_bars_or_words(fight: Headless) -> None:
    bars = {each.person.name: each.health for each in screen_of(fight).shown}
    words = {each.person.name: each.health for each in screen_of(fight, in_words=True).shown}
    assert bars.keys() == words.keys()
    ours, theirs = bars["Mara Quill"], bars["Raider 2"]
    assert ours is not None
    assert theirs is not None
    assert ours.words == "6 of 11 HP"
    assert ours.share == 55
    assert (theirs.words, theirs.share) == ("", 29), "the number of a foe's hit points is secret"
    words_by_name = {name: each.words for name, each in words.items() if each}
    assert (words_by_name["Mara Quill"], words_by_name["Raider 2"], words_by_name["Raider 1"]) == (
        "hurt",
        "badly hurt",
        "down",
    )
    assert all(word.share is None for word in words.values() if word)
    assert all(each.avatar.share is None for each in screen_of(fight, in_words=True).shown)


def test_the_last_roll_that_counts_and_is_not_hidden(fight: Headless) -> None:
    journal = fight.journal
    names = {"raider_1": "Raider 1"}
    roll = last_roll(journal.page, GAMES, fight.state, names)
    assert roll is not None
    assert roll.dice
    entry = next(entry for entry in journal.entries if entry.id == roll.entry)
    assert isinstance(entry.fact, Rolled)
    hidden = replace(entry, fact=replace(entry.fact, hidden=True))
    page = journal.page
    entries = tuple(hidden if each is entry else each for each in page.entries)
    before = last_roll(Page(entries, page.holding, page.older), GAMES, fight.state, names)
    assert before is not None
    assert before.entry != roll.entry
    without = Page(page.entries, frozenset(), page.older)
    assert last_roll(without, GAMES, fight.state, names) is None


def test_damage_is_shown_without_the_hp_of_its_target() -> None:
    """The device of a player does not know the foe's."""
    table = Table()
    table.open(begun("wasteland", Stamps()))
    table.send(RouteOpened("#/wasteland/damage?weapon_class=small-guns&damage_rating=6"))
    table.send(RollTapped())
    fact = table.journal.last.fact
    assert isinstance(fact, Rolled)
    assert "hp" not in fact.inputs
    roll = last_roll(table.journal.page, GAMES, table.state, {})
    assert roll is not None
    assert roll.verdict.endswith(" damage")


def test_a_hidden_combatant_rolls_as_the_game_master(fight: Headless) -> None:
    roll = last_roll(fight.journal.page, GAMES, fight.state, {})
    assert roll is not None
    fact = next(entry.fact for entry in fight.journal.entries if entry.id == roll.entry)
    assert isinstance(fact, Rolled)
    roller = fact.who["self"]
    state = type(fight.state)(
        {
            **fight.state.document,
            "encounter": {
                **(fight.state.encounter or {}),
                "combatants": {
                    id: {**record, "turn": {**record["turn"], "hidden": id == roller}}
                    for id, record in (fight.state.encounter or {})["combatants"].items()
                },
            },
        }
    )
    hidden_roll = last_roll(fight.journal.page, GAMES, state, {roller: "Ghost"})
    assert hidden_roll is not None
    assert hidden_roll.who.startswith(UNSEEN)
    assert roller not in [each.id for each in screen(fight.game, state, False).shown]


@pytest.mark.parametrize("in_words", [False, True])
def test_it_is_drawn_whole(fight: Headless, in_words: bool) -> None:
    view = screen_of(fight, in_words)
    last = last_roll(fight.journal.page, GAMES, fight.state, {})
    values = {"game": fight.game, "seen": view, "last": last, "full": True}
    html = rendered("screen.html", part="whole", **values)
    assert html.wrong == []
    assert html.all("data-part") == ["turn", "roll", "order"]
    assert len(html.all("data-seen")) == len(view.shown)
    assert ("meter" in html.tags) is not in_words
    assert "data-screen-roll" not in rendered("screen.html", part="turn", **values).text
    none = rendered("screen.html", part="whole", game=fight.game, seen=None, last=None, full=False)
    assert "No fight running" in none.text
