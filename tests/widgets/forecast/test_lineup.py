"""The lineup of a forecast: suggested by the campaign, changed, stored, and made a record."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.forecast import fight
from app.systems import games
from app.update.forecast.lineups import apply_change
from app.update.messages import forecast as m
from app.widgets.forecast.lineup import (
    SIZES,
    Lineup,
    absent,
    as_record,
    fight_record,
    fresh,
    lineup_from,
    update_lineup,
    why_not,
)
from app.widgets.forecast.lineup_view import lineup_view
from app.widgets.roll.form.forms import field_text
from tests.update.test_update import GAMES, Table
from tests.widgets.fight.test_board import fight as in_fight


def after(table: Table, *messages: m.LineupMessage, lineup: Lineup | None = None) -> Lineup:
    """Return the lineup after these messages."""
    state = table.journal.state
    lineup = lineup or fresh(table.game, state)
    for message in messages:
        lineup = apply_change(lineup, message, table.game, state)
    return lineup


@pytest.mark.parametrize("game", GAMES)
def test_player_characters_stand_against_the_foes_of_a_line(game: Game) -> None:
    table = Table(game)
    lineup = after(table, m.LineLinedUp("3 raiders; a boss", 1))
    assert [each.of for each in lineup.on(0)] == ["sample-0", "sample-1"]
    assert [(each.name, each.count) for each in lineup.on(1)] == [("Raider", 3), ("Boss", 1)]
    record = fight_record(lineup, game, table.journal.state)
    assert json.loads(json.dumps(record)) == record
    ours, theirs = record["sides"]
    assert [set(combatant) for combatant in ours["combatants"]] == [
        {"name", "sheet", "kind", "count"}
    ] * 2
    assert [combatant["count"] for combatant in theirs["combatants"]] == [3, 1]
    assert "encounter" not in record


@pytest.mark.parametrize("game", GAMES)
def test_the_fight_that_is_on_goes_on(game: Game) -> None:
    table = Table(game, fights=True)
    state = table.journal.state
    (key,) = (fighter.key for fighter in fresh(game, state).fighters if fighter.of == "sample-1")
    lineup = after(table, m.FighterMoved(key), m.LineLinedUp("2 wolves", 1))
    assert lineup.running
    assert lineup.side_name(0) == lineup.on(0)[0].name.partition(",")[0]
    record = fight_record(lineup, game, state)
    assert record["encounter"] == state.encounter
    assert set(record["characters"]) == {"sample-0", "sample-1"}
    ids = [[combatant.get("id") for combatant in side["combatants"]] for side in record["sides"]]
    assert ids == [["sample-0"], ["sample-1", None]]
    built = after(table, m.LineupBegun(False), lineup=lineup)
    assert not built.running
    assert [fighter.kind for fighter in built.fighters] == ["character", "character"]


def test_a_combatant_on_the_players_side_stands_with_them() -> None:
    state = in_fight(games()["wasteland"], "raider; guard dog, side players")
    lineup = fresh(games()["wasteland"], state)
    sides = {fighter.name: fighter.side for fighter in lineup.fighters}
    assert (sides["Raider"], sides["Guard dog"]) == (1, 0)
    assert [fighter.side for fighter in lineup.fighters[:2]] == [0, 0]


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
def test_a_game_masters_character_is_one_in_the_forecast_on_any_side(fights: bool) -> None:
    """In TrueWorld it has half the stress of a player's."""
    table = Table(games()["trueworld"], fights)
    table.happens([f.CharacterRenamed("sample-0", "Guard", "npc")])
    state = table.journal.state
    lineup = after(table)
    if not fights:
        joins = m.CharacterLinedUp("sample-0", 0), m.LineLinedUp("a wolf", 1)
        lineup = after(table, *joins, lineup=lineup)
    start = fight(fight_record(lineup, table.game, state)).start.combatants.values()
    kinds = {each.name: each.sheet.npc for each in start if not each.own}
    assert kinds == {"Guard": True, "Tamsin Okoro": False}


@pytest.mark.parametrize("name", ["N" * 200, " ", f"a,{'b' * 90}"])
def test_a_name_of_a_file_fits_the_forecast(name: str) -> None:
    table = Table(games()["striker"])
    table.happens([f.CharacterAdded("odd", name, of_kind="npc")])
    lineup = after(table, m.CharacterLinedUp("odd", 1))
    simulated = fight(fight_record(lineup, table.game, table.journal.state))
    assert all(0 < len(name.strip()) <= 80 for name in simulated.names.values())


def test_equal_foes_are_counted_and_no_character_stands_twice() -> None:
    table = Table(next(iter(games().values())))
    line = m.LineLinedUp("2 wolves", 1)
    lineup = after(table, line, line, m.CharacterLinedUp("sample-0", 1))
    assert [each.count for each in lineup.on(1)] == [4]
    key = lineup.on(1)[0].key
    one = after(table, *[m.FighterCounted(key, -1)] * 9, lineup=lineup)
    assert one.on(1)[0].count == 1
    many = after(table, *[m.FighterCounted(key, 20)] * 3, lineup=lineup)
    assert many.on(1)[0].count == 30
    remaining = after(table, m.FighterLeft("1"), lineup=lineup)
    assert [id for id, _ in absent(remaining, table.journal.state)] == ["sample-0"]


def test_sides_have_names_and_policies_and_go_when_empty() -> None:
    table = Table(next(iter(games().values())))
    lineup = after(
        table,
        m.LineLinedUp("3 raiders", 1),
        m.SideAdded(),
        m.LineLinedUp("a bear", 2),
        m.SideNamed(1, "  The gang "),
        m.PolicyChosen(1, "weakest"),
        m.PolicyChosen(1, "no such"),
        m.HabitSwitched(1, "defend"),
    )
    assert [lineup.side_name(index) for index in range(3)] == ["Players", "The gang", "Bear"]
    assert (lineup.sides[1].policy, lineup.sides[1].defend) == ("weakest", True)
    unchanged = after(table, m.SideLeft(1), lineup=lineup)
    assert len(unchanged.sides) == 3
    raider = lineup.on(1)[0].key
    removed = after(table, m.FighterLeft(raider), m.SideLeft(1), lineup=lineup)
    assert [removed.side_name(index) for index in range(2)] == ["Players", "Bear"]


def test_an_empty_side_keeps_it_from_being_played_and_says_so() -> None:
    table = Table(next(iter(games().values())))
    lineup = after(table)
    assert why_not(lineup) == "Side 2: add combatants."
    with pytest.raises(BadInput) as refused:
        fight_record(lineup, table.game, table.journal.state)
    assert refused.value.field == "sides"


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_tried_here_alone(game: Game) -> None:
    table = Table(game)
    for name, declared in game.house.items():
        lineup = after(table)
        same = after(table, m.HouseTried(name, field_text(declared.default)), lineup=lineup)
        assert not same.house
        with pytest.raises(BadInput) as refused:
            after(table, m.HouseTried(name, "no such thing"), lineup=lineup)
        assert refused.value.field == name
    view = lineup_view(after(table), game, table.journal.state)
    other = next(
        (each, value)
        for each in view.house
        for value in ([v for v, _ in each.choices if v != each.text] or [each.high])
        if value != each.text
    )
    tried = after(table, m.HouseTried(other[0].name, other[1]))
    record = fight_record(
        after(table, m.LineLinedUp("a bear", 1), lineup=tried), game, table.journal.state
    )
    assert list(record["house"]) == [other[0].name]
    assert lineup_view(tried, game, table.journal.state).tried == 1


def test_a_bad_line_names_its_field_and_changes_nothing() -> None:
    table = Table(next(iter(games().values())))
    for line in ("", "3 raiders, what 7", "99 rats", ";"):
        with pytest.raises(BadInput) as refused:
            after(table, m.LineLinedUp(line, 1))
        assert refused.value.field == "quick"


# --- stored on this device ---


@pytest.mark.parametrize("game", GAMES)
def test_a_lineup_comes_back_as_it_was_kept(game: Game) -> None:
    table = Table(game, fights=True)
    lineup = after(
        table, m.LineLinedUp("3 raiders", 1), m.FightsChosen(SIZES[2]), m.SeedChosen("x")
    )
    assert lineup_from(json.loads(json.dumps(as_record(lineup)))) == lineup
    assert update_lineup(lineup, game, table.journal.state) is lineup


ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@given(data=st.data())
def test_a_stored_record_is_a_lineup_or_none(data: st.DataObject) -> None:
    """The record may be of another version or damaged."""
    record: dict[str, Any] = as_record(Lineup().add(kind="quick", name="Bear", side=1))
    part = data.draw(st.sampled_from([record, record["sides"][0], record["fighters"][0]]))
    part[data.draw(st.sampled_from(list(part)))] = data.draw(ANY)
    lineup = lineup_from(record)
    table = Table(next(iter(games().values())))
    if lineup is not None:
        now = update_lineup(lineup, table.game, table.journal.state)
        assert lineup_view(now, table.game, table.journal.state).sides
    assert lineup_from(data.draw(ANY)) is None


def test_a_character_missing_from_the_campaign_is_left_out() -> None:
    game = next(iter(games().values()))
    table = Table(game, fights=True)
    lineup = after(table, m.LineLinedUp("3 raiders", 1))
    bare = CampaignState({**table.journal.state.document, "encounter": None})
    now = update_lineup(lineup, game, bare)
    assert not now.running
    empty = CampaignState({**bare.document, "characters": {}, "order": []})
    built = update_lineup(after(table, m.LineupBegun(False), lineup=lineup), game, empty)
    assert built.fighters == ()
