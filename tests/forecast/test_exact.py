"""Fights small enough for an exact solution: one against one, two hit points.

They are Markov chains: what one blow does is worked out from the exact odds of the game's own
procedures, the rest by hand from the rules; nothing here knows how a forecast plays. The forecast
agrees with them within the uncertainty that it states: of 20 seeds about 19, and none far out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from app.core.odds.tree import Tree
from app.core.procedures.outcomes import Effect, Outcome
from app.forecast import Counts, batch, fight, merge, report
from app.systems import games

#: So many fights a seed; so many seeds of 20 at least within the stated uncertainty; none, and not
#: all of them together, farther off than so many standard deviations.
FIGHTS, SEEDS, INSIDE, FARTHEST = 40, range(20), 15, 4

#: What somebody has left, of those two whose turn it is and is not; each number from 0 to 2.
Blow = Callable[[int, int], Mapping[int, Fraction]]

Odds = dict[Any, Fraction]


def seen(procedure: str, inputs: dict[str, Any], of: Callable[[Outcome], Any]) -> Odds:
    """The exact chances of what an outcome comes to."""
    found = games()[procedure.partition(".")[0]].procedures[procedure]
    return Tree(found.bind(inputs), {}, of, (), grades_only=False).solve()


def lost(field: str) -> Callable[[Outcome], int]:
    """How much of a field an outcome takes from the target."""

    def of(outcome: Outcome) -> int:
        taken = (each for each in outcome.effects if (each.who, each.field) == ("target", field))
        return min(2, sum(int(abs(each.value)) for each in taken))

    return of


# --- what one blow takes, by what the one who strikes and the one who is struck have left ---


def striker(mine: int, theirs: int) -> Odds:
    """S9, S14: a check with Cbt-Melee -3 against TC 12, and the effect of one d6."""
    skills = [[name, -3, 0] for name in ("Insight", "Strength", "Cbt-Melee", "Cbt-Ranged")]
    text = "attack(main-action) chk(C)= +M(Cbt-Melee) to hit, eff= 1d6"
    told = {"text": text, "skills": skills, "challenge": 12}
    return seen("striker.line_action", told, lost("hp"))


def wasteland(mine: int, theirs: int) -> Odds:
    """W5.2, W6.6: 2d20 under 5; a hit is two CD of bare hands."""
    told = {"weapon_class": "unarmed", "attribute": 5, "skill": 0, "target_range": "reach"}
    hit = seen("wasteland.attack", told, lambda outcome: bool(outcome.success))[True]
    hurts = {
        "weapon_class": "unarmed",
        "damage_rating": 2,
        "location": "torso",
        "hp": theirs,
        "max_hp": 2,
    }
    damage = seen("wasteland.damage", hurts, lambda outcome: min(2, outcome.values["damage"]))
    struck = {loss: hit * chance for loss, chance in damage.items()}
    return {**struck, 0: struck.get(0, Fraction(0)) + 1 - hit}


def prism(mine: int, theirs: int) -> Odds:
    """P43: of the total a third of what is above 60 (as the forecast says of the tables)."""

    def loss(outcome: Outcome) -> int:
        total = outcome.values.get("total", 0) if outcome.grade == "attack-total" else 0
        return 0 if total < 63 else 1 if total < 66 else 2

    return seen("prism.attack", {"ob": 10}, loss)


def trueworld(mine: int, theirs: int) -> Odds:
    """T7, T10.6: the character's unskilled attack on a d4 adversary."""
    return seen("trueworld.unskilled_roll", {"purpose": "attack"}, lost("damage"))


def defended(mine: int, theirs: int) -> Odds:
    """T10.6: whoever the adversary attacks rolls to defend; harm is placed as stress (T11.2)."""

    def harm(outcome: Outcome) -> int:
        taken = (each for each in outcome.effects if (each.who, each.field) == ("self", "harm"))
        return min(2, sum(int(each.value) for each in taken))

    told = {"purpose": "defend", "difficulty": "d4", "ability_die": "d6"}
    return seen("trueworld.action_roll", told, harm)


@dataclass(frozen=True)
class Duel:
    """Two who fight. first, second: what a blow of each takes."""

    game: str
    quick: dict[str, Any]
    other: dict[str, Any]
    first: Blow
    second: Blow

    @property
    def record(self) -> dict[str, Any]:
        people = (self.quick, self.other)
        return {
            "game": self.game,
            "rounds": 200,
            "sides": [
                {"name": name, "combatants": [{"name": name, "quick": quick}]}
                for name, quick in zip(("First", "Second"), people, strict=True)
            ],
        }

    def exact(self) -> float:
        """The chance that the first wins: from each state on, worked out backwards.

        (mine, theirs): whoever strikes wins at once, or the other strikes next; a round in which
        nothing is lost begins again from where it was.
        """
        won: dict[tuple[int, int], float] = {}
        for mine, theirs in ((1, 1), (1, 2), (2, 1), (2, 2)):
            a, b = self.first(mine, theirs), self.second(theirs, mine)
            chance, again = 0.0, 0.0
            for loss, often in a.items():
                left = theirs - min(loss, theirs)
                if not left:
                    chance += float(often)
                    continue
                for back, reply in self.second(left, mine).items() if loss else b.items():
                    stays = mine - min(back, mine)
                    both = float(often * reply)
                    if (stays, left) == (mine, theirs):
                        again += both
                    elif stays:
                        chance += both * won[stays, left]
            won[mine, theirs] = chance / (1 - again)
        return won[2, 2]


DUELS = (
    Duel("striker", {"hp": 2, "hp_max": 2}, {"hp": 2, "hp_max": 2}, striker, striker),
    Duel("wasteland", {"hp": 2, "max_hp": 2}, {"hp": 2, "max_hp": 2}, wasteland, wasteland),
    Duel("prism", {"hp_max": 2, "ob": 10}, {"hp_max": 2, "ob": 10}, prism, prism),
    Duel("trueworld", {"max_stress": 2}, {"difficulty": "d4"}, trueworld, defended),
)


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: duel.game)
def test_a_duel_agrees_with_its_exact_solution(duel: Duel) -> None:
    agrees(duel.record, duel.exact())


def agrees(record: dict[str, Any], exact: float) -> None:
    told, every, inside = fight(record), Counts(), 0
    for seed in SEEDS:
        counts = batch(told, seed, 0, FIGHTS)
        every = merge(every, counts)
        said = report(told, counts).sides[0].wins
        inside += said.low <= exact <= said.high
        assert abs(said.often - exact) <= FARTHEST * deviation(exact, FIGHTS)
    assert inside >= INSIDE
    often = report(told, every).sides[0].wins.often
    assert abs(often - exact) <= FARTHEST * deviation(exact, FIGHTS * len(SEEDS))


def deviation(chance: float, count: int) -> float:
    """The standard deviation of how often something happens in so many tries."""
    return float((chance * (1 - chance) / count) ** 0.5)


# --- Autonomous Garden, where a blow leaves more than a number ---

#: What each has of bruises, as it stands on a sheet; None: they are out.
Bodies = tuple[str | None, str | None]


def blow(mine: str, theirs: str) -> dict[str | None, float]:
    """G57, G82: bare hands against somebody: their sheet after it, and how likely that is."""
    form = games()["garden"].sheet
    assert form is not None
    attacker, struck = form.filled(json.loads(mine)), form.filled(json.loads(theirs))
    told: dict[str, Any] = {"attack_kind": "unarmed", "dv": 3}
    told |= {"attacker_modifier": attacker["modifier"], "defender_modifier": struck["modifier"]}
    told |= {name: struck[name] for name in ("flesh", "deep", "critical", "armor")}

    def effects(outcome: Outcome) -> str:
        return json.dumps([[e.field, e.op, e.value] for e in outcome.effects if e.who == "target"])

    found: dict[str | None, float] = {}
    for text, chance in seen("garden.attack", told, effects).items():
        sheet = struck
        for field, op, value in json.loads(text):
            sheet = sheet.apply_effect(Effect("self", field, op, value)) or sheet
        out = {"unconscious", "comatose", "dead"} & set(sheet["suffers"])
        left = None if out else json.dumps(sheet.data, sort_keys=True)
        found[left] = found.get(left, 0.0) + float(chance)
    return found


def rounds(mine: str, theirs: str) -> dict[Bodies, float]:
    """G53, G54: both mean to fight at close quarters and act together: each as both were at the
    beginning of the round, and whoever falls still acts."""
    return {
        (left, struck): p * q
        for struck, p in blow(mine, theirs).items()
        for left, q in blow(theirs, mine).items()
    }


def first_wins(body: str) -> float:
    """The chance that the first of two alike wins: all states that can come up, until they
    settle."""
    after: dict[Bodies, dict[Bodies, float]] = {}
    to_come: list[Bodies] = [(body, body)]
    while to_come:
        mine, theirs = state = to_come.pop()
        if state not in after and mine is not None and theirs is not None:
            after[state] = rounds(mine, theirs)
            to_come += after[state]
    won: dict[Bodies, float] = {}
    for _ in range(200):
        won = {
            state: sum(
                p * (won.get(each, 0.0) if each[0] is None or each[1] else 1.0)
                for each, p in every.items()
            )
            for state, every in after.items()
        }
    return won[body, body]


def test_a_duel_of_the_garden() -> None:
    quick = {"flesh": 1, "wound_boxes": 2, "bruise_boxes": 2, "dv": 3}
    sides = [
        {"name": name, "combatants": [{"name": name, "quick": quick}]} for name in ("Ada", "Bo")
    ]
    body = json.dumps({name: quick[name] for name in ("flesh", "wound_boxes", "bruise_boxes")})
    record = {"game": "garden", "rounds": 200, "sides": sides}
    agrees(record, first_wins(body))
