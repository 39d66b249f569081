"""Ongoing spells end with everything they gave, from either entry (G131, G134, G142)."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect
from app.core.sheets import Sheet
from app.systems.garden import GAME
from app.systems.garden.sheet.sheet import SHEET
from tests.systems.garden.test_table import Campaign


def cast_on(sheet: Sheet, spell: str, **inputs: Any) -> Sheet:
    """Return the sheet after a successful casting of this spell on its bearer."""
    typed = {"spell": spell, "skill_level": 1, "attribute": 3, **inputs}
    bound = GAME.procedures["garden.cast_spell"].bind(typed)
    for effect in by_hand(bound, [6]).outcome.effects:
        after = sheet.apply_effect(effect)
        assert after is not None
        sheet = after
    return sheet


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet:
    after = sheet.apply_effect(effect)
    assert after is not None
    return after


def upon(sheet: Sheet) -> tuple[list[str], list[str]]:
    """Return the names of a sheet's conditions and of its ongoing spells."""
    return tuple([one["name"] for one in sheet[name]] for name in ("conditions", "ongoing_spells"))  # type: ignore[return-value]


BARE = SHEET.fill({})


@pytest.mark.parametrize(
    ("spell", "inputs", "condition"),
    [
        ("shield", {}, "shielded"),
        ("invocate", {"invoked_skill": "melee"}, "invocation-melee"),
        ("bolster", {"ailment": "disease"}, "bolstered-disease"),
        ("regenerate", {}, "regenerating"),
    ],
)
def test_both_end_whichever_is_ended(spell: str, inputs: dict[str, Any], condition: str) -> None:
    bearing = cast_on(BARE, spell, **inputs)
    assert upon(bearing) == ([condition], [spell])
    ended = Effect("spell", "ended", "set", True)
    assert upon(apply_effect(bearing, bearing.aim(ended, "ongoing_spells/0"))) == ([], [])
    for field in ("conditions", "ongoing_spells"):
        by_hand = SHEET.apply_consequences(bearing, bearing.with_fields({field: []}))
        assert (upon(by_hand), by_hand["heal_rate"]) == (([], []), 1)


def test_a_second_one_adds_nothing_but_where_it_is_for_something_else() -> None:
    twice = cast_on(cast_on(BARE, "shield"), "shield")
    assert upon(twice) == (["shielded"], ["shield"])
    skills = cast_on(cast_on(BARE, "invocate", invoked_skill="melee"), "invocate",
                     invoked_skill="stealth")  # fmt: skip
    assert upon(skills) == (["invocation-melee", "invocation-stealth"], ["invocate"] * 2)
    first = skills.aim(Effect("spell", "ended", "set", True), "ongoing_spells/0")
    assert upon(apply_effect(skills, first)) == (["invocation-stealth"], ["invocate"])
    faster = cast_on(cast_on(BARE, "regenerate"), "regenerate")
    assert (upon(faster)[1], faster["heal_rate"]) == (["regenerate"] * 2, 1.5)
    first = faster.aim(Effect("spell", "ended", "set", True), "ongoing_spells/1")
    assert (upon(apply_effect(faster, first)), apply_effect(faster, first)["heal_rate"]) == (
        (["regenerating"], ["regenerate"]),
        1.25,
    )


def dispelled(sheet: Sheet, index: int) -> Sheet:
    """Return the sheet after the spell at this index has taken all its damage (G131)."""
    for effect in (Effect("spell", "damage", "set", 6), Effect("spell", "ended", "set", True)):
        sheet = apply_effect(sheet, sheet.aim(effect, f"ongoing_spells/{index}"))
    return sheet


@pytest.mark.parametrize("index", [0, 1])
def test_of_several_alike_the_one_that_was_dispelled_is_gone(index: int) -> None:
    """G142: so is the very condition that it gave."""
    skills = cast_on(cast_on(BARE, "invocate", invoked_skill="melee"), "invocate",
                     invoked_skill="stealth")  # fmt: skip
    remaining = ("invocation-melee", "invocation-stealth")[1 - index]
    assert upon(dispelled(skills, index)) == ([remaining], ["invocate"])
    older = apply_effect(cast_on(BARE, "regenerate"), Effect("self", "clock", "add", 72))
    both = dispelled(cast_on(older, "regenerate"), index)
    days = [condition["lasts"] for condition in both["conditions"]]
    assert (days, both["heal_rate"]) == ([(4, 7)[1 - index]], 1.25)


@pytest.mark.parametrize("index", [0, 1])
def test_so_is_the_one_that_a_step_has_ended(index: int) -> None:
    """G131, G142: a scene numbers spells of the same name."""
    table = Campaign()
    for ailment in ("disease", "radiation"):
        helped = {"name": f"bolstered-{ailment}", "lasts": None, "unit": "none"}
        spell = {"name": "bolster", "psyche": 3, "damage": 0, "ends": "ailment"}
        table.apply_effect(Effect("target", "conditions", "append", helped))
        table.apply_effect(Effect("target", "ongoing_spells", "append", spell))
    table.step("spell_holds", name=("Bolster on Rowan", "Bolster 2 on Rowan")[index], damage=6)
    remaining = ("bolstered-disease", "bolstered-radiation")[1 - index]
    assert table.of("rowan").sheet["suffers"] == (remaining,)
    assert upon(table.of("rowan").sheet) == ([remaining], ["bolster"])


def test_regenerate_noted_by_a_step_heals_faster_too() -> None:
    """G134, G142: a spell noted by a step gives its rate, and its end takes no more away."""
    table = Campaign()
    table.step("add", id="thug", conditions=["regenerating"])
    for hurt, rate in ((0, 1.25), (6, 1)):
        table.step("spell_holds", name="Regenerate", bearer="rowan", psyche=3, damage=hurt)
        assert table.of("rowan").sheet["heal_rate"] == table.sheet["heal_rate"] == rate
    assert table.of("thug").sheet["heal_rate"] == 1.25
    table.step("condition_ends", who="thug", name="regenerating")
    assert table.of("thug").sheet["heal_rate"] == 1


def test_at_the_end_of_their_time() -> None:
    week = apply_effect(cast_on(BARE, "regenerate"), Effect("self", "clock", "add", 24 * 7))
    assert (upon(week), week["heal_rate"]) == (([], []), 1)
    scene = cast_on(cast_on(BARE, "shield"), "invocate", invoked_skill="melee")
    assert upon(apply_effect(scene, Effect("self", "scene_over", "set", True))) == ([], [])
    ill = BARE.with_fields({"illnesses": [{"name": "common-cold", "days": 2}]})
    bolstered = cast_on(ill, "bolster", ailment="common-cold")
    assert upon(apply_effect(bolstered, Effect("self", "clock", "add", 47)))[1] == ["bolster"]
    assert upon(apply_effect(bolstered, Effect("self", "clock", "add", 48))) == ([], [])


def test_an_illness_that_the_gm_ends_takes_along_its_spell_and_its_rolls() -> None:
    """G142, G143: the Bolster against it ends, and the rolled days of its fever are cleared."""
    flu = {"name": "common-cold", "fever_days": 7, "days": 25}
    ill = BARE.with_fields({"illnesses": [flu, {"name": "disease"}], "fever_rolled": 7})
    bolstered = cast_on(ill, "bolster", ailment="disease")
    bolstered = cast_on(bolstered, "bolster", ailment="common-cold")
    once = SHEET.apply_consequences(bolstered, bolstered.with_fields({"illnesses": [flu]}))
    assert (upon(once), once["fever_rolled"]) == ((["bolstered-common-cold"], ["bolster"]), 7)
    well = SHEET.apply_consequences(once, once.with_fields({"illnesses": []}))
    assert (upon(well), well["fever_rolled"]) == (([], []), 0)


def test_a_spell_taken_off_the_sheet_takes_its_condition_along() -> None:
    table = Campaign()
    spell = {"name": "shield", "psyche": 3, "damage": 0, "ends": "scene"}
    shielded = {"name": "shielded", "lasts": None, "unit": "scene"}
    table.apply_effect(Effect("target", "conditions", "append", shielded))
    table.apply_effect(Effect("target", "ongoing_spells", "append", spell))
    assert table.of("rowan").sheet["suffers"] == ("shielded",)
    table.happens(f.Edited("rowan", {"ongoing_spells": []}))
    assert (table.sheet["conditions"], table.of("rowan").sheet["suffers"]) == ([], ())
