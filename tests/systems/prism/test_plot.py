"""Prism's plot points at the table: the payer of a changed roll, and the fields of its form."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY, CampaignState
from app.core.play.play import Finished, by_hand
from app.systems.prism import GAME
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import follow


def participants_with(ysolde: int = 3, brannoch: int = 2, thug: int = 0) -> Participants:
    """Return the samples and a thug in a fight, with these plot points each."""
    assert GAME.encounter is not None
    assert GAME.sheet is not None
    samples = zip(GAME.sheet.samples, ("brannoch", "ysolde"), (brannoch, ysolde), strict=True)
    characters: dict[str, CharacterRecord] = {
        id: {
            "name": sample["name"],
            "kind": "pc",
            "archived": False,
            "data": GAME.sheet.fill({**sample, "plot_points": points}).data,
        }
        for sample, id, points in samples
    }
    foe = {"id": "thug", "ob": 45, "plot_points": thug}
    fight = GAME.encounter.apply(GAME.encounter.begin(), "add", foe).scene.state
    document: Document = {
        **EMPTY,
        "game": "prism",
        "order": list(characters),
        "characters": characters,
        "encounter": dict(fight),
    }
    return Participants(GAME, CampaignState(document))


def roll(procedure: str, *faces: int, **inputs: Any) -> tuple[Any, Finished]:
    bound = GAME.procedures[f"prism.{procedure}"].bind(inputs)
    return bound, by_hand(bound, faces)


def payers(
    participants: Participants, cast: dict[str, str], bound: Any, play: Finished
) -> dict[str, str]:
    """Return the payer of each next roll by its label; "" if no player can pay."""
    return {each.label: follow(each).who for each in participants.follows(bound, play, cast, "")}


@pytest.mark.parametrize(
    ("cast", "points", "payer"),
    [
        ({"self": "ysolde"}, {}, "ysolde"),
        ({"self": "thug", "target": "ysolde"}, {}, "ysolde"),
        ({"self": "thug", "target": "ysolde"}, {"ysolde": 0}, "brannoch"),
        ({"self": "ysolde", "target": "thug"}, {"ysolde": 0}, "brannoch"),
        ({"self": "thug"}, {}, "brannoch"),
        ({"self": "thug", "target": "ysolde"}, {"thug": 2}, "ysolde"),
        ({"self": "thug"}, {"thug": 2}, "brannoch"),
        ({"self": "thug"}, {"thug": 2, "ysolde": 0, "brannoch": 0}, "thug"),
        ({"self": "ysolde", "target": "thug"}, {"thug": 2}, "ysolde"),
        ({"self": "ysolde"}, {"ysolde": 0, "brannoch": 0, "thug": 2}, "thug"),
        ({}, {}, "brannoch"),
        ({"self": "ysolde"}, {"ysolde": 0, "brannoch": 0}, ""),
    ],
)
def test_a_roll_is_changed_by_the_first_player_able_to_pay(
    cast: dict[str, str], points: dict[str, int], payer: str
) -> None:
    """P56, P57: the player of the roll comes first, then its target's, then any other.

    The foe changes its own roll where no player can.
    """
    participants = participants_with(**points)
    assert payers(participants, cast, *roll("attack", 60, ob=45)) == {"Change this roll": payer}


def test_a_spending_is_cancelled_by_another_for_the_same_number() -> None:
    """P64: a changed roll may be changed again by a player with a point left."""
    spending = roll("plot_spend", use="clue", points=2, plot_points=3)
    assert payers(participants_with(), {"self": "ysolde"}, *spending) == {
        "Cancel this spending": "brannoch"
    }
    assert payers(participants_with(brannoch=1), {"self": "ysolde"}, *spending) == {
        "Cancel this spending": ""
    }
    changed = roll("plot_change_roll", new_value=50, plot_points=3)
    assert payers(participants_with(), {"self": "ysolde"}, *changed) == {
        "Cancel this spending": "brannoch",
        "Change this roll": "ysolde",
    }


def test_the_form_knows_the_points_of_the_payer() -> None:
    """P57, P58: too dear a change is a fault at the field of plot points."""
    participants, (bound, play) = participants_with(brannoch=1), roll("attack", 60, ob=45)
    (offer,) = participants.follows(bound, play, {"self": "thug"}, "")
    procedure = GAME.procedures[offer.procedure]
    filled = participants.filled(procedure, {"self": "brannoch"}, offer.place, {})
    assert filled["plot_points"] == "1"
    pinned = {name: str(value) for name, value in offer.inputs.items()}
    typed = {**default_text(procedure), **filled, **pinned}
    assert (typed["base"], typed["reading"], typed["fumble_max"]) == ("45", "attack", "2")
    assert list(Desk(procedure, typed).faults()) == ["new_value"]
    assert Desk(procedure, {**typed, "new_value": "95"}).faults() == {}
    too_dear = Desk(procedure, {**typed, "new_value": "96"}).faults()
    assert too_dear == {"plot_points": "Plot points available is 1; this takes 2"}


def test_no_more_points_are_offered_than_there_are() -> None:
    """P59-P66: the GM sets the price of a clue, up to the points available."""
    procedure = GAME.procedures["prism.plot_spend"]
    assert participants_with(ysolde=2).limits(procedure, {"self": "ysolde"}) == {"points": 2}
    assert participants_with().limits(procedure, {}) == {"points": 50}
