"""Those who play a part in a roll: what their sheets and the scene give to its form, and limit."""

from __future__ import annotations

from app.campaign.state import EMPTY, CampaignState
from app.systems import games
from app.widgets.company import Company

WASTELAND = games()["wasteland"]
TEST = WASTELAND.procedures["wasteland.skill_test"]
ATTACK = WASTELAND.procedures["wasteland.attack"]


def company(*, luck_points: int = 6) -> Company:
    """Mara, with so many luck points left, and a raider in a fight who stands behind cover."""
    assert WASTELAND.encounter is not None
    assert WASTELAND.sheet is not None
    raider = {"id": "raider", "defense": 3, "max_hp": 7, "cover_dice": 2, "side": "gm"}
    encounter = WASTELAND.encounter.apply(WASTELAND.encounter.fresh(), "add", raider).state
    sheet = WASTELAND.sheet.filled({**WASTELAND.sheet.samples[0], "luck_points": luck_points})
    mara = {"name": "Mara", "kind": "pc", "archived": False, "data": sheet.data}
    document = {
        **EMPTY,
        "game": "wasteland",
        "characters": {"mara": mara},
        "order": ["mara"],
        "encounter": dict(encounter),
    }
    return Company(WASTELAND, CampaignState(document))


def test_no_more_luck_is_offered_than_the_sheet_has() -> None:
    assert company(luck_points=2).limits(TEST, {"self": "mara"}) == {"rerolls": 2}
    assert company(luck_points=6).limits(TEST, {"self": "mara"}) == {"rerolls": 3}
    assert company().limits(TEST, {}) == {"rerolls": 3}


def test_a_roll_knows_the_one_it_is_aimed_at() -> None:
    there = company()
    aimed = there.filled(ATTACK, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert aimed["defense"] == "3"
    damage = WASTELAND.procedures["wasteland.damage"]
    struck = there.filled(damage, {"self": "mara", "target": "raider"}, "weapons/0", {})
    assert (struck["cover_dice"], struck["hp"], struck["max_hp"]) == ("2", "7", "7")
    assert "defense" not in there.filled(ATTACK, {"self": "mara"}, "weapons/0", {})
