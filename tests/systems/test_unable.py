"""Combatants unable to act, in every game: no turn, no defence, a badge, a warning."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.campaign.state.effects import effect_record
from app.core.play.play import Finished
from app.core.procedures.outcomes import put
from app.systems import games
from app.systems.garden.encounter.state import waiting
from app.update.messages.forms import FieldTyped, RollableTaken, RouteOpened
from app.update.messages.plays import DiceEntered, RollConfirmed, RollTapped
from app.update.messages.tracker import (
    CharactersJoined,
    HoursPassed,
    LineJoined,
    StepTaken,
    TurnPassed,
)
from app.update.roll import roles
from app.widgets.roll.announcement import unable_words
from tests.fights.table import Table
from tests.widgets.templates import rendered


def at_table(game: str, fights: bool = True, **sheet: Any) -> Table:
    """Return a table with the first sample character and these sheet values.

    fights: in an encounter against a raider.
    """
    table = Table()
    form = games()[game].sheet
    assert form is not None
    data = {**form.samples[0], "name": "Hero", **sheet}
    journal = Journal("unable")
    for each in (f.Started(game), f.CharacterAdded("hero", "Hero", data)):
        journal = append(journal, each, table.stamp(), games())
    table.open(journal)
    table.send(RouteOpened(f"#/{game}/encounter"))
    if fights:
        table.send(StepTaken("begin"))
        table.send(CharactersJoined(["hero"]))
        table.send(LineJoined("Raider"))
    return table


def badges(table: Table) -> list[tuple[str, str]]:
    (place,) = (each for each in table.scene.board.places if each.id == "hero")
    return [(badge.words, badge.tone) for badge in place.badges]


def open_form(table: Table, procedure: str, who: str = "hero", target: str | None = None) -> None:
    """Open the form of a procedure from its page, for this actor."""
    table.send(RollableTaken(procedure, who=who, target=target))
    table.send(RouteOpened(f"#/{procedure.replace('.', '/')}"))


def is_rolled(table: Table) -> bool:
    return isinstance(table.model.form.desk.play(), Finished)


def notice(table: Table) -> str:
    """Return the notice above Roll."""
    form = table.model.form
    why, asks = roles.unable(table.model, form), form.unconfirmed is not None
    if not why:
        return ""
    return rendered("unable.html", words=unable_words(why, asks), asks=asks).text


def check_confirmation(table: Table, procedure: str, why: str, **typed: str) -> None:
    """Check that a roll warns for this reason and asks for confirmation first."""
    open_form(table, procedure)
    for name, text in typed.items():
        table.send(FieldTyped(name, text))
    assert notice(table) == f"{why}."
    for tap in (RollTapped(), RollTapped(hidden=True), DiceEntered()):
        table.send(tap)
        assert table.model.form.desk.answers is None
        assert notice(table) == f"{why}. Roll anyway? Roll anyway"
    table.send(RollTapped())
    table.send(RollConfirmed())
    assert is_rolled(table)
    assert notice(table) == f"{why}."
    n = table.journal.n
    table.send(RollConfirmed())  # tapped twice
    assert table.journal.n == n


# --- Autonomous Garden ---


def illness(starts: float, bed: int = 0, fever: int = 0) -> dict[str, Any]:
    return {
        "name": "common-cold",
        "starts_hours": starts,
        "penalty": -4,
        "incapacitated_days": bed,
        "fever_days": fever,
        "days": bed + fever + 4,
    }


def condition(name: str, lasts: float | None = None, unit: str = "none") -> dict[str, Any]:
    return {"name": name, "lasts": lasts, "unit": unit}


OUT = [
    ("by fire", {"conditions": [condition("incapacitated", 3, "rounds")]},
     "Incapacitated for 3 rounds", "is incapacitated (G107)"),
    ("for hours", {"conditions": [condition("incapacitated", 2, "hours")]},
     "Incapacitated", "is incapacitated (G107)"),
    ("without end", {"conditions": [condition("incapacitated")]},
     "Incapacitated", "is incapacitated (G107)"),
    ("in bed", {"illnesses": [illness(0, bed=12)]},
     "Incapacitated for 12 days", "is incapacitated by illness (G105)"),
    ("last hour in bed", {"illnesses": [illness(-287, bed=12)]},
     "Incapacitated for 1 hour", "is incapacitated by illness (G105)"),
    ("fever week", {"illnesses": [illness(-24, bed=14, fever=7)]},
     "Incapacitated for 20 days", "is incapacitated by illness (G105)"),
    ("unconscious", {"conditions": [condition("unconscious", 4, "hours")]},
     "Unconscious", "is unconscious"),
    ("by hand", {"conditions": [condition("Unconscious")]}, "Unconscious", "is unconscious"),
    ("comatose", {"conditions": [condition("comatose")]}, "Comatose", "is comatose"),
    ("paralysed", {"conditions": [condition("paralysed")]}, "Paralysed", "is paralysed"),
    ("banished", {"conditions": [condition("banished", None, "scene")]},
     "Banished", "is banished"),
    ("dead", {"dead": True}, "Dead", "is dead"),
]  # fmt: skip

WELL = [
    ("well", {}),
    ("before the onset", {"illnesses": [illness(1, bed=12, fever=7)]}),
    ("up again", {"illnesses": [illness(-288, bed=12)]}),
    ("a limb", {"conditions": [condition("locally-paralysed")]}),
    ("panicking", {"conditions": [condition("panicking")]}),
    ("wounded", {"injuries": ["flesh-wound/open"]}),
]


@pytest.mark.parametrize(("sheet", "badge"), [pytest.param(*e[1:3], id=e[0]) for e in OUT])
def test_the_helpless_of_garden_have_no_turn_and_no_defence(
    sheet: dict[str, Any], badge: str
) -> None:
    table = at_table("garden", **sheet)
    assert (badge, "worst") in badges(table)
    raider = next(id for id in table.scene.combatants if id != "hero")
    for _ in range(2):
        table.send(TurnPassed())
        assert table.scene.current != "hero"
    assert "hero" not in waiting(table.scene)
    assert all(action.why_not for action in table.scene.encounter.actions(table.scene, "hero"))
    open_form(table, "garden.attack", raider, "hero")
    assert table.model.form.desk.typed["defense_kind"] == "unaware"


@pytest.mark.parametrize(("sheet", "why"), [pytest.param(e[1], e[3], id=e[0]) for e in OUT])
@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
def test_a_roll_of_the_helpless_of_garden_is_asked_for(
    sheet: dict[str, Any], why: str, fights: bool
) -> None:
    check_confirmation(at_table("garden", fights, **sheet), "garden.skill_test", f"Hero {why}")


def test_a_combatant_felled_by_one_of_its_place_rolls_in_its_turn() -> None:
    """G54: it still acts, and is asked for nothing; after its turn it is."""
    table = at_table("garden", firearms=0)
    table.send(TurnPassed())
    first = table.scene.current or ""
    second = next(id for id in table.scene.combatants if id != first)
    death = f.Applied([effect_record(second, put("dead", True))])
    table.open(append(table.journal, death, table.stamp(), games()))
    open_form(table, "garden.attack", second, first)
    assert notice(table)
    table.send(TurnPassed())
    assert table.scene.current == second
    open_form(table, "garden.attack", second, first)
    assert notice(table) == ""
    table.send(RollTapped())
    assert is_rolled(table)
    table.send(TurnPassed())
    open_form(table, "garden.attack", second, first)
    assert notice(table)


@pytest.mark.parametrize("sheet", [pytest.param(each[1], id=each[0]) for each in WELL])
def test_all_others_of_garden_act_defend_and_roll(sheet: dict[str, Any]) -> None:
    table = at_table("garden", **sheet)
    assert not [words for words, tone in badges(table) if tone == "worst"]
    table.send(TurnPassed())
    assert any(not action.why_not for action in table.scene.encounter.actions(table.scene, "hero"))
    raider = next(id for id in table.scene.combatants if id != "hero")
    open_form(table, "garden.attack", raider, "hero")
    assert table.model.form.desk.typed["defense_kind"] != "unaware"
    open_form(table, "garden.skill_test")
    assert notice(table) == ""
    table.send(RollTapped())
    assert is_rolled(table)


@pytest.mark.parametrize("procedure", ["garden.disease", "garden.panic", "garden.degeneration"])
def test_a_test_that_is_no_act_of_garden_is_rolled_for_the_helpless(procedure: str) -> None:
    table = at_table("garden", conditions=[condition("unconscious")])
    open_form(table, procedure)
    assert notice(table) == ""
    table.send(RollTapped())
    assert is_rolled(table)


def test_a_combatant_falling_ill_in_the_turn_loses_it() -> None:
    """G105: an illness begins while hours pass in a fight."""
    table = at_table("garden", illnesses=[illness(0.5, bed=3)])
    for _ in range(2):
        table.send(TurnPassed())
    table.send(HoursPassed("1", "hours"))
    assert ("Incapacitated for 3 days", "worst") in badges(table)
    assert "hero" not in waiting(table.scene)


# --- Prism ---


DEEDS = {
    "prism.static_maneuver": {"bonus": "50"},
    "prism.moving_maneuver": {"bonus": "50"},
    "prism.run": {"bonus": "10", "enc_mv": "50", "pace": "2"},
    "prism.perception": {},
    "prism.stat_test": {"stats": "10"},
    "prism.attack": {"ob": "70"},
}


@pytest.mark.parametrize("procedure", DEEDS)
def test_a_maneuver_of_a_downed_character_carries_a_warning(procedure: str) -> None:
    """P21: so does a form from the menu, which the sheet no longer offers."""
    table = at_table("prism", fights=False, hp=0)
    open_form(table, procedure)
    for name, text in DEEDS[procedure].items():
        table.send(FieldTyped(name, text))
    assert notice(table) == "Hero is down and makes no maneuvers (P21)."
    table.send(RollTapped())
    assert notice(table).endswith("Roll anyway")
    assert not is_rolled(table)
    table.send(RollConfirmed())
    assert table.model.form.desk.answers


def test_a_downed_character_in_prism_still_resists() -> None:
    table = at_table("prism", hp=-3)
    assert ("Down", "worst") in badges(table)
    open_form(table, "prism.potency")
    assert notice(table) == ""


# --- Wasteland ---

WASTED = [
    ({"dead": True}, "is dead"),
    ({"dying": True}, "is dying: no actions"),
    ({"stable": True}, "is stabilised, but still unconscious: no actions"),
]


@pytest.mark.parametrize(("sheet", "why"), WASTED, ids=[next(iter(each)) for each, _ in WASTED])
def test_a_test_of_the_fallen_of_wasteland_is_asked_for(sheet: dict[str, Any], why: str) -> None:
    """W7.4, W7.13: they have no actions, but roll dying tests without a warning."""
    table = at_table("wasteland", **sheet)
    assert [action.why_not for action in table.scene.encounter.actions(table.scene, "hero")]
    check_confirmation(table, "wasteland.skill_test", f"Hero {why}", attribute="8", skill="3")
    open_form(table, "wasteland.dying_test")
    assert notice(table) == ""
