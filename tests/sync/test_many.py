"""Six guests act at once and devices end at any moment: nothing is lost or applied twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.campaign.state.document import EffectRecord
from app.sync.host import Context
from app.sync.seats import Seat
from tests.campaign.happenings import GAMES, Stamps
from tests.sync.network import World

NAMES = ("ann", "bea", "cem", "dov", "eve", "fay")


def table(game: str = "wasteland") -> Journal:
    """Return the journal of a campaign with a character for each guest."""
    stamp = Stamps()
    journal = append(Journal("table-1"), f.Started(game, "Friday"), stamp(), GAMES)
    for name in NAMES:
        fact = f.CharacterAdded(f"of-{name}", name.title(), {"name": name})
        journal = append(journal, fact, stamp(), GAMES)
    return journal


def with_guests(seed: int, repeats: float = 0.0) -> World:
    """Return a world with a seat for each name."""
    world = World(Context(GAMES), table(), seed, repeats=repeats)
    for name in NAMES:
        world.join(name, Seat(f"seat-{name}", name, "player", (f"of-{name}",)))
    return world


def one_more(name: str) -> f.Applied:
    """Raise a character's radiation loss by one, so that the total counts the actions."""
    effect: EffectRecord = {
        "to": f"of-{name}",
        "who": "self",
        "field": "rad_loss",
        "op": "add",
        "value": 1,
    }
    return f.Applied([effect])


def in_order(world: World, name: str) -> list[int]:
    """Return the mutation ids of a guest in the log's order."""
    line = f"line{name}0."
    return [int(id.removeprefix(line)) for id in world.ids() if id.startswith(line)]


def test_a_thousand_acts_at_once() -> None:
    world = with_guests(1, repeats=0.05)
    dice = random.Random(7)
    done = dict.fromkeys(NAMES, 0)
    for _ in range(1_000):
        name = dice.choice(NAMES)
        assert world.act(name, one_more(name))
        done[name] += 1
    world.rest()
    world.agree()
    for name in NAMES:
        assert in_order(world, name) == list(range(1, done[name] + 1))
        assert world.host is not None
        data = world.host.journal.document["characters"][f"of-{name}"]["data"]
        assert data["rad_loss"] == done[name]
        assert not world.guests[name].refused


@pytest.mark.parametrize("seed", range(4))
def test_devices_end_and_connections_are_cut_at_any_moment(seed: int) -> None:
    world = with_guests(seed, repeats=0.05)
    dice = random.Random(seed)
    done = dict.fromkeys(NAMES, 0)
    for _ in range(300):
        world.ends = 0.004
        name = dice.choice(NAMES)
        done[name] += world.act(name, one_more(name))
        if dice.random() < 0.5:
            world.run(0.1)
        if dice.random() < 0.3:
            other = dice.choice(NAMES)
            ends: list[Callable[[], None]] = [
                partial(world.cut, other),
                partial(world.end_guest, other),
                world.end_host,
            ]
            dice.choice(ends)()
        if dice.random() < 0.8:
            world.link(dice.choice(NAMES))
    assert world.cuts > 60
    assert world.ended > 20
    world.rest()
    world.agree()
    for name in NAMES:
        took = in_order(world, name)
        assert took == list(range(1, done[name] + 1)), name
        assert not world.guests[name].refused
