"""The meters of a combatant: hit points, stress, wounds; with a character or without."""

from __future__ import annotations

import pytest

from app.core.sheets import Derived
from app.systems import games

#: By game: the first meter, and whether a full one is good or bad.
FIRST = {
    "garden": ("wound_marks", "bad"),
    "wasteland": ("hp", "good"),
    "trueworld": ("stress", "bad"),
    "prism": ("hp", "good"),
    "striker": ("hp", "good"),
}


@pytest.mark.parametrize("id", games())
def test_every_sheet_says_how_its_character_fares(id: str) -> None:
    form = games()[id].sheet
    assert form is not None
    for sample in form.samples:
        sheet = form.fill(sample)
        first, *_ = meters = form.meters(sheet)
        assert (first.id, first.full) == FIRST[id]
        assert first.most is not None
        assert 0 <= first.now <= first.most
        for meter in meters:
            assert meter.now == sheet[meter.id]
            assert meter.settable is not isinstance(form.by_id[meter.id], Derived)


@pytest.mark.parametrize("id", games())
def test_a_combatant_without_a_character_has_meters_too(id: str) -> None:
    encounter = games()[id].encounter
    assert encounter is not None
    added = encounter.apply(encounter.begin(), "add", {"id": "foe", "name": "Foe"}).scene
    first, *_ = encounter.meters(added, "foe")
    assert (first.id, first.full) == FIRST[id]


def test_an_adversary_of_trueworld_takes_damage_without_an_end() -> None:
    encounter = games()["trueworld"].encounter
    assert encounter is not None
    inputs = {"id": "foe", "name": "Foe", "side": "adversary"}
    scene = encounter.apply(encounter.begin(), "add", inputs).scene.turn("foe", damage=3)
    (damage,) = encounter.meters(scene, "foe")
    assert (damage.id, damage.now, damage.most, damage.full) == ("damage", 3, None, "bad")


def test_stress_ends_at_a_lower_limit_of_the_encounter() -> None:
    encounter = games()["trueworld"].encounter
    assert encounter is not None
    inputs = {"id": "a", "name": "A", "max_stress": 4}
    scene = encounter.apply(encounter.begin(), "add", inputs).scene
    assert encounter.meters(scene, "a")[0].most == 4
