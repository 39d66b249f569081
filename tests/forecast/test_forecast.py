"""Forecasts: a seed gives the same result in any batches, and faults name their field."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import BadInput
from app.forecast import Counts, batch, fight, merge, report
from app.forecast.playing import Player
from app.forecast.reports import share
from app.systems import IDS, games
from tests.fights import DATA
from tests.forecast.fights import samples


@pytest.mark.parametrize("game", IDS)
def test_fights_come_out_the_same_however_they_are_parted(game: str) -> None:
    simulated = fight(samples(game))
    whole = batch(simulated, 7, 0, 6)
    parts = [batch(fight(samples(game)), 7, first, 2) for first in (4, 0, 2)]
    again = merge(merge(parts[0], parts[1]), parts[2])
    assert again.as_record() == whole.as_record()
    assert Counts.from_record(whole.as_record()).as_record() == whole.as_record()
    assert whole.fights == 6
    summary = report(simulated, whole)
    shares = [*(side.wins for side in summary.sides), summary.draws, summary.undecided]
    assert sum(share.count for share in shares) == 6
    assert [combatant.name for combatant in summary.combatants] == [
        "Hero 0",
        "Hero 1",
        "Foe 1",
        "Foe 2",
    ]
    assert summary.rounds.mean >= 1


EXAMPLES = sorted(DATA.glob("*/forecast/*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.parent.name)
def test_every_game_has_an_example_that_can_be_played(path: Path) -> None:
    simulated = fight(json.loads(path.read_text(encoding="utf-8")))
    assert simulated.game.id == path.parent.parent.name
    assert [len(side.who) for side in simulated.sides] == [4, 4]
    summary = report(simulated, batch(simulated, "7", 0, 1))
    assert summary.undecided.count == 0
    standing = [combatant for combatant in summary.combatants if not combatant.falls.count]
    assert all(0 <= each.left.mean <= each.whole for each in standing)


def test_every_game_with_an_encounter_has_one() -> None:
    fighting = {id for id, game in games().items() if game.encounter is not None}
    assert {path.parent.parent.name for path in EXAMPLES} == fighting


SPENT = {
    "garden": ("Successes at a cost",),
    "prism": ("Plot points",),
    "wasteland": ("Luck points", "Action points"),
}


@pytest.mark.parametrize("game", SPENT)
def test_points_are_spent_where_they_turn_a_failure(game: str) -> None:
    record = samples(game)
    record["sides"][1]["combatants"][0]["count"] = 5
    spent = {}
    for spends in (False, True):
        record["sides"][0]["spend"] = spends
        simulated = fight(record)
        cost = report(simulated, batch(simulated, 1, 0, 8)).sides[0].spent
        spent[spends] = [cost[name].mean for name in SPENT[game]]
    assert not any(spent[False])
    assert all(each > 0 for each in spent[True])


@pytest.mark.parametrize("game", [path.parent.parent.name for path in EXAMPLES])
def test_a_running_encounter_goes_on(game: str) -> None:
    """A campaign refers to characters by id and stores the sheets of all other combatants."""
    begun = fight(samples(game))
    stored = begun.stage().full_document()
    people = {id: each["data"] for id, each in stored["characters"].items()}
    sides = [
        {
            "name": side.name,
            "policy": side.policy.attack,
            "combatants": [{"id": id} for id in side.who],
        }
        for side in begun.sides
    ]
    record = {"game": game, "encounter": stored["encounter"], "sides": sides}
    for characters in (people, stored["characters"]):
        simulated = fight(json.loads(json.dumps({**record, "characters": characters})))
        assert simulated.names == begun.names
        assert batch(simulated, 3, 0, 2).as_record() == batch(begun, 3, 0, 2).as_record()
    twice = {**sides[1], "combatants": sides[0]["combatants"]}
    with pytest.raises(BadInput, match="fights already") as fault:
        fight({**record, "sides": [sides[0], twice]})
    assert fault.value.field.startswith("sides/1/combatants/")


def test_a_share_says_how_sure_it_is() -> None:
    assert share(710, 1000).words == "71 % ± 3"
    assert share(0, 20).low == 0 < share(0, 20).high < 0.2
    assert share(7100, 10_000).words == "71 % ± 1"
    assert share(71_000, 100_000).words == "71.0 % ± 0.3"
    assert share(0, 0).high == 1


#: A stored number, where a record belongs.
EXACT = {"exact": "1/3"}


def replace_value(record: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    """Replace a value of the record."""
    (*way, last), part = path, record
    for step in way:
        part = part[step]
    part[last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("game",), "chess", "game"),
        (("rounds",), 0, "rounds"),
        (("sides",), [], "sides"),
        (("house",), {"free_beer": True}, "house/free_beer"),
        (("sides", 0, "policy"), "bravest", "sides/0/policy"),
        (("sides", 0, "policy"), ["nearest"], "sides/0/policy"),
        (("due",), {}, "due"),
        (("due",), [{"id": "a"}], "due/0"),
        (("sides", 0, "defend"), 1, "sides/0/defend"),
        (("sides", 1, "combatants"), [], "sides/1/combatants"),
        (("sides", 1, "combatants", 0, "count"), 99, "sides/1/combatants/0/count"),
        (("sides", 1, "combatants", 0, "quick", "hp"), "many", "sides/1/combatants/0/quick/hp"),
        (("sides", 0, "combatants", 0, "sheet", "hp"), "many", "sides/0/combatants/0/sheet/hp"),
        (("sides", 0, "combatants", 0), {"id": "nobody"}, "sides/0/combatants/0/id"),
        (("sides", 0, "combatants", 0, "kind"), "elf", "sides/0/combatants/0/kind"),
        (("sides", 1, "combatants", 0, "kind"), "npc", "sides/1/combatants/0/kind"),
        (("sides", 0, "combatants", 0), {"id": "a", "count": 2}, "sides/0/combatants/0/count"),
        (("sides", 1, "combatants", 0, "quick"), EXACT, "sides/1/combatants/0/quick/exact"),
        (("sides", 0, "combatants", 0, "sheet"), EXACT, "sides/0/combatants/0/sheet/exact"),
        (("weather",), "rain", "fight/weather"),
    ],
)
def test_faults_name_their_field(path: Any, value: Any, field: str) -> None:
    record = samples("wasteland")
    record["sides"][1]["combatants"][0]["quick"] = {"hp": 8}
    with pytest.raises(BadInput) as fault:
        fight(replace_value(record, *path, value=value))
    assert fault.value.field == field


@pytest.mark.parametrize("game", IDS)
def test_as_many_rounds_are_played_and_counted_as_wanted(game: str) -> None:
    """No side wins in two rounds against so many."""
    played: list[int] = []

    class Watched(Player):
        def _turn(self, who: str) -> None:
            played.append(self.round)
            super()._turn(who)

    record = samples(game, 4, rounds=2)
    record["sides"][1]["combatants"][0]["count"] = 12
    player = Watched(fight(record), random.Random(1))
    player.play()
    assert max(played) == player.finish().rounds == 2
    assert player.finish().winner is None


def test_a_seed_of_any_characters_repeats_the_fights() -> None:
    simulated = fight(samples("striker", 1))
    assert batch(simulated, "\udcff", 0, 1) == batch(simulated, "\udcff", 0, 1)


def test_a_name_of_any_length_is_counted() -> None:
    record = samples("striker", 1)
    for side in record["sides"]:
        side["combatants"][0] |= {"name": "N" * 80, "count": 2}
    names = fight(record).names.values()
    assert [(len(name), name[-3:]) for name in names] == [(80, "N 1"), (80, "N 2")] * 2


def test_the_kind_of_a_sheet_is_that_of_its_side_or_its_own() -> None:
    record = samples("trueworld", 2)
    hero, ally = record["sides"][0]["combatants"]
    record["sides"][1]["combatants"] = [hero, {**hero, "kind": "pc"}]
    ally["kind"] = "npc"
    start = fight(record).start.combatants.values()
    assert [each.sheet.npc for each in start] == [False, True, True, False]


@pytest.mark.parametrize("game", ["garden", "wasteland"])
def test_a_hurt_combatant_defends_if_that_is_the_policy(game: str) -> None:
    def guards(defends: bool) -> int:
        """Return how often combatants defend in some fights."""
        record = samples(game, 3)
        for side in record["sides"]:
            side["defend"] = defends
        simulated, count = fight(record), 0
        for number in range(4):
            player = Player(simulated, random.Random(number))
            player.play()
            count += sum("declare_anew" in act or "defend" in act for act in player.acts)
        return count

    assert guards(False) == 0 < guards(True)
