"""The result of a forecast: as a sentence, a strip, a comparison and a copy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.systems import games
from app.widgets.forecast.comparison import changes, compare
from app.widgets.forecast.forecast import (
    Chance,
    FighterForecast,
    Forecast,
    HealthLeft,
    SideForecast,
    csv,
    markdown,
    sentence,
)
from app.widgets.forecast.lineup import Lineup, Side

GAME = next(iter(games().values()))


def forecast(wins: float, falls: float = 0.33, **more: float) -> Forecast:
    """Return a forecast of Mara and Holt against two raiders."""
    undecided = more.get("undecided", 0.0)
    return Forecast(
        200,
        200,
        (
            SideForecast("The party", Chance(wins, 0.03)),
            SideForecast("Raiders", Chance(1 - wins - undecided, 0.03)),
        ),
        Chance(undecided, 0.03),
        {2: 0.25, 3: 0.5, 5: 0.25},
        (
            FighterForecast("Holt", 0, Chance(0.0, 0.01)),
            FighterForecast("Mara", 0, Chance(falls, 0.03), HealthLeft("HP", 2, 6, 8, 10)),
            FighterForecast("Raider 1", 1, Chance(0.9, 0.03), HealthLeft("HP", 0, 0, 0, 7)),
            FighterForecast("Raider 2", 1, Chance(0.4, 0.03)),
        ),
        spent=(("The party", "Luck", 1.25),),
        luck="amber 7",
    )


@pytest.mark.parametrize(
    ("wins", "falls", "expected"),
    [
        (0.7, 0.33, "The party wins about 7 of 10 fights; Mara falls in every third fight."),
        (0.99, 0.0, "The party wins nearly every fight; Holt never falls."),
        (0.02, 0.97, "The party hardly ever wins; Mara falls nearly every time."),
        (0.48, 0.5, "The party wins about 5 of 10 fights; Mara falls in every second fight."),
        (0.06, 0.7, "The party wins about 1 of 10 fights; Mara falls in about 7 of 10 fights."),
        (0.9, 0.01, "The party wins about 9 of 10 fights; Mara hardly ever falls."),
    ],
)
def test_it_is_said_in_one_sentence(wins: float, falls: float, expected: str) -> None:
    assert sentence(forecast(wins, falls)) == expected


def test_a_plural_side_and_undecided_fights_are_named() -> None:
    result = forecast(0.2, undecided=0.3)
    turned = replace(
        result,
        sides=result.sides[::-1],
        fighters=tuple(replace(fighter, side=1 - fighter.side) for fighter in result.fighters),
    )
    assert sentence(turned) == (
        "Raiders win about 5 of 10 fights; Raider 1 falls in about 9 of 10 fights; 30% undecided."
    )


def test_of_a_few_fights_nothing_is_said() -> None:
    assert sentence(replace(forecast(1.0), fights=12)) == "Only 12 fights simulated."
    assert sentence(replace(forecast(1.0), fights=1)) == "Only 1 fight simulated."


def test_chances_say_how_sure_they_are() -> None:
    assert Chance(0.714, 0.031).words == "71% ± 3"
    assert Chance(0.714, 0.001).words == "71% ± 1"
    assert Chance(0.001, 0.001).words == "<1% ± 1"
    assert Chance(0.999, 0.001).words == ">99% ± 1"
    assert Chance(1.0, 0.01).words == "100% ± 1"


def test_the_strip_is_as_long_as_all_chances_together() -> None:
    strip = forecast(0.6, undecided=0.1).strip
    assert [each[0] for each in strip] == ["The party", "Raiders", "Undecided"]
    assert [each[3] for each in strip] == ["0.00%", "60.00%", "90.00%"]
    assert [each[4] for each in strip] == ["60.00%", "30.00%", "10.00%"]


def test_rounds_stand_side_by_side_also_those_that_never_came() -> None:
    result = forecast(0.5)
    assert [(number, percent) for number, percent, *_ in result.bars] == [
        *((2, "25%"), (3, "50%"), (4, "0%"), (5, "25%"), (6, "0%"), (7, "0%")),
    ]
    assert result.bars[1][3:] == ("0.00%", "100.00%")
    assert result.typical_rounds == 3


def test_half_of_the_fights_is_half_also_as_a_sum_of_shares() -> None:
    shares = {1: 6 / 200, 2: 57 / 200, 3: 37 / 200, 4: 100 / 200}
    assert sum([*shares.values()][:3]) < 0.5
    assert replace(forecast(0.5), rounds=shares).typical_rounds == 3


def test_remaining_health_is_said_with_its_middle_half() -> None:
    assert HealthLeft("HP", 2, 6, 8, 10).words == "6 of 10 HP, mostly 2 to 8"
    assert HealthLeft("HP", 0, 0, 0, 7).words == "0 of 7 HP"


def test_two_forecasts_are_compared_and_luck_is_told_from_difference() -> None:
    before, now = forecast(0.7, 0.33), forecast(0.5, 0.34)
    now = replace(
        now,
        fighters=(*now.fighters[:3], FighterForecast("Boss", 1, Chance(0.1, 0.02))),
    )
    rows = {each.label: each for each in compare(before, now)}
    assert rows["Won by The party"].shift == "−20"
    assert rows["Won by The party"].sure
    assert (rows["Mara falls"].shift, rows["Mara falls"].sure) == ("+1", False)
    assert (rows["Rounds"].before, rows["Rounds"].shift) == ("3", "–")
    assert (rows["Boss falls"].before, rows["Raider 2 falls"].now) == ("–", "–")


def test_fighters_of_one_name_are_compared_one_by_one() -> None:
    alike = (FighterForecast("Raider", 1, Chance(0.2)), FighterForecast("Raider", 1, Chance(0.4)))
    before = replace(forecast(0.7), fighters=alike)
    rows = compare(before, replace(before, fighters=(*alike, alike[0])))
    assert [row.shift for row in rows if row.label == "Raider falls"] == ["–", "–", "new"]


def test_a_changed_house_rule_is_named_as_its_form_does() -> None:
    now = Lineup(house={"electric_tn": "listed"})
    words = "The shock test goes by: The DV as listed"
    assert changes(Lineup(), now, games()["garden"]) == (words,)


def test_the_changes_of_a_lineup_are_named() -> None:
    lineup = Lineup().add(kind="quick", name="Raider", side=1, count=3)
    lineup = lineup.add(kind="character", name="Mara", side=0, of="mara")
    more = replace(lineup.fighters[0], count=4)
    house = next(each for each in GAME.house.values() if each.default is False)
    now = replace(
        lineup,
        fighters=(more,),
        sides=(Side(), Side(policy="weakest", spend=True)),
        house={house.name: True},
    ).add(kind="quick", name="Boss", side=1)
    assert changes(lineup, now, GAME) == (
        "Raider: 3 → 4",
        "with Boss",
        "without Mara",
        "Foes: attack weakest",
        "Foes: spend points on failed rolls",
        f"{house.label}: on",
    )


def test_it_is_copied_for_a_chat_and_for_a_sheet_of_figures() -> None:
    result = forecast(0.7)
    named = replace(
        result, sides=(SideForecast("A|B", result.sides[0].wins), SideForecast("=1", Chance(0.3)))
    )
    assert "**The party wins about 7 of 10 fights" in markdown(result)
    assert "| Mara has left | 6 of 10 HP, mostly 2 to 8 |" in markdown(result)
    assert "| Won by A\\|B | 70% ± 3 |" in markdown(named)
    assert '"The party: Luck a fight","1.2"\r\n' in csv(result)
    assert '"Won by =1","30% ± 1"' in csv(named)
