"""A simulated fight, replayed at the table with the same dice, ends in the same state.

The state is that of sheets, turns, pools and due rolls.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from app.campaign.journal.journal import Journal
from app.campaign.state.document import Document
from app.campaign.state.due_rolls import due_request
from app.campaign.state.state import EMPTY
from app.core.play.play import Asking
from app.forecast import fight
from app.forecast.hands import Act
from app.forecast.playing import Player
from app.systems import IDS
from app.update.messages.campaign import DueTicked
from app.update.messages.forms import DueOpened, FieldTyped, PlacePicked, RouteOpened
from app.update.messages.plays import EffectsApplied, PlaySettled, RollTapped
from app.update.messages.tracker import (
    ActionTaken,
    NextRolled,
    OverClosed,
    StepTaken,
    TurnPassed,
)
from app.widgets.roll.form.forms import field_text
from tests.fights.table import Table
from tests.forecast.fights import samples

#: The compared parts: all except the clock, which a forecast ignores.
PARTS = ("encounter", "characters", "scene", "house")


def table_of(player: Player, dice: random.Random) -> Table:
    """Return a table at which the simulated fight is about to begin."""
    document: Document = {**EMPTY, **player.stage.full_document(), "name": "A fight"}
    table = Table(dice=dice)
    table.open(Journal("fight", document, n=1, top=1))
    table.send(RouteOpened(f"#/{player.fight.game.id}/encounter"))
    return table


def do(table: Table, act: Act, then: Act) -> None:
    """Send the messages of a simulated act; `then` is the act after it."""
    match act:
        case ("pass",):
            table.send(OverClosed())
            table.send(TurnPassed(anyway=True))
        case ("step", id, inputs):
            table.send(OverClosed())
            table.send(StepTaken(id, inputs))
        case ("action", actor, id, target):
            table.send(OverClosed())
            table.send(ActionTaken(actor, id, target))
        case ("due", place):
            table.send(OverClosed())
            due = table.state.due[place]
            table.send(DueOpened(due["id"]))
            # The page proposes the likeliest skill, but a forecast uses the one in hand.
            assert table.model.participants is not None
            table.send(PlacePicked(due_request(table.model.participants, due).place))
            table.send(RollTapped())
        case ("tick", place):
            table.send(DueTicked(table.state.due[place]["id"], "done"))
        case ("apply",) if then[0] != "next":
            table.send(EffectsApplied())
        case ("next", number, values):
            table.send(NextRolled(number))
            for name, value in values.items():
                table.send(FieldTyped(name, field_text(value)))
            if values:
                table.send(RollTapped())
    if act[0] in ("action", "due", "next") and isinstance(table.model.form.desk.play(), Asking):
        table.send(PlaySettled())


def without_id(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a due roll without its id."""
    return {name: value for name, value in record.items() if name not in ("id", "time") and value}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [id for id in IDS if id != "dice"])
def test_the_same_dice_come_to_the_same_at_the_table(game: str, seed: int) -> None:
    record = samples(game, 3, rounds=8)
    record["sides"][0] |= {"defend": seed > 0, "policy": "strongest"}
    # Points staked before a roll would need typing first, so only later spending is compared.
    record["sides"][1] |= {"defend": seed > 0}
    record["sides"][0] |= {"spend": game == "prism"}
    simulated = fight(record)
    player = Player(simulated, random.Random(seed))
    table = table_of(player, random.Random(seed))
    player.play()
    acts: list[Act] = [*player.acts, ("pass",)]
    for index, act in enumerate(player.acts):
        do(table, act, acts[index + 1])
    document, written = table.journal.document, player.stage.full_document()
    parts: Mapping[str, object] = document
    assert {part: parts[part] for part in PARTS} == {
        part: each for part, each in written.items() if part in PARTS
    }
    assert [without_id(each) for each in document["due"]] == [
        without_id(each) for each in written["due"]
    ]
    assert len(player.acts) > 5
