"""Fights small enough for an exact solution: one against one, two hit points.

They are Markov chains. The odds of one blow come from the game's own procedures. The rest is worked
out by hand from the rules, without the code of the forecast. The forecast agrees within its stated
uncertainty: about 19 of 20 seeds do, and none is far off.
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

#: The fights per seed; the seeds; how many must lie within the stated uncertainty; and the greatest
#: error in standard deviations, of each seed and of all together.
FIGHTS, SEEDS, INSIDE, FARTHEST = 40, range(20), 15, 4

#: The loss of a blow, by the points (0 to 2) left to the attacker and to the target.
Blow = Callable[[int, int], Mapping[int, Fraction]]

Odds = dict[Any, Fraction]


def exact_odds(procedure: str, inputs: dict[str, Any], of: Callable[[Outcome], Any]) -> Odds:
    """Return the exact chances of a function of the outcome."""
    found = games()[procedure.partition(".")[0]].procedures[procedure]
    return Tree(found.bind(inputs), {}, of, (), grades_only=False).solve()


def loss_of(field: str) -> Callable[[Outcome], int]:
    """Return a function that gives the target's loss of a field, at most 2."""

    def of(outcome: Outcome) -> int:
        taken = (
            effect for effect in outcome.effects if (effect.who, effect.field) == ("target", field)
        )
        return min(2, sum(int(abs(each.value)) for each in taken))

    return of


# --- the loss of one blow, by the points left to the attacker and to the target ---


def striker(mine: int, theirs: int) -> Odds:
    """Return the odds of S9, S14: a check with Cbt-Melee -3 against TC 12, effect 1d6."""
    skills = [[name, -3, 0] for name in ("Insight", "Strength", "Cbt-Melee", "Cbt-Ranged")]
    text = "attack(main-action) chk(C)= +M(Cbt-Melee) to hit, eff= 1d6"
    inputs = {"text": text, "skills": skills, "challenge": 12}
    return exact_odds("striker.line_action", inputs, loss_of("hp"))


def wasteland(mine: int, theirs: int) -> Odds:
    """Return the odds of W5.2, W6.6: 2d20 under 5, and two CD of bare hands on a hit."""
    inputs = {"weapon_class": "unarmed", "attribute": 5, "skill": 0, "target_range": "reach"}
    hit = exact_odds("wasteland.attack", inputs, lambda outcome: bool(outcome.success))[True]
    hurts = {
        "weapon_class": "unarmed",
        "damage_rating": 2,
        "location": "torso",
        "hp": theirs,
        "max_hp": 2,
    }
    damage = exact_odds("wasteland.damage", hurts, lambda outcome: min(2, outcome.values["damage"]))
    struck = {loss: hit * chance for loss, chance in damage.items()}
    return {**struck, 0: struck.get(0, Fraction(0)) + 1 - hit}


def prism(mine: int, theirs: int) -> Odds:
    """Return the odds of P43: a third of the total above 60, as the forecast reads the tables."""

    def loss(outcome: Outcome) -> int:
        total = outcome.values.get("total", 0) if outcome.grade == "attack-total" else 0
        return 0 if total < 63 else 1 if total < 66 else 2

    return exact_odds("prism.attack", {"ob": 10}, loss)


def trueworld(mine: int, theirs: int) -> Odds:
    """Return the odds of T7, T10.6: the character's unskilled attack on a d4 adversary."""
    return exact_odds("trueworld.unskilled_roll", {"purpose": "attack"}, loss_of("damage"))


def defended(mine: int, theirs: int) -> Odds:
    """Return the odds of T10.6: the attacked character rolls to defend; harm is stress (T11.2)."""

    def harm(outcome: Outcome) -> int:
        taken = (
            effect for effect in outcome.effects if (effect.who, effect.field) == ("self", "harm")
        )
        return min(2, sum(int(each.value) for each in taken))

    inputs = {"purpose": "defend", "difficulty": "d4", "ability_die": "d6"}
    return exact_odds("trueworld.action_roll", inputs, harm)


@dataclass(frozen=True)
class Duel:
    """A duel; `first` and `second` give the loss of a blow of each."""

    game: str
    quick: dict[str, Any]
    other: dict[str, Any]
    first: Blow
    second: Blow

    @property
    def record(self) -> dict[str, Any]:
        """Return the duel as a fight for the forecast."""
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
        """Return the chance that the first wins, computed backwards from the last states.

        `mine` and `theirs` are the points left. A blow wins at once, or the other strikes next.
        A round without a loss returns to its own state.
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
    assert_agreement(duel.record, duel.exact())


def assert_agreement(record: dict[str, Any], exact: float) -> None:
    """Assert that a forecast agrees with an exact chance, for each seed and for all together."""
    simulated, every, inside = fight(record), Counts(), 0
    for seed in SEEDS:
        counts = batch(simulated, seed, 0, FIGHTS)
        every = merge(every, counts)
        wins = report(simulated, counts).sides[0].wins
        inside += wins.low <= exact <= wins.high
        assert abs(wins.often - exact) <= FARTHEST * deviation(exact, FIGHTS)
    assert inside >= INSIDE
    often = report(simulated, every).sides[0].wins.often
    assert abs(often - exact) <= FARTHEST * deviation(exact, FIGHTS * len(SEEDS))


def deviation(chance: float, count: int) -> float:
    """Return the standard deviation of a frequency in so many tries."""
    return float((chance * (1 - chance) / count) ** 0.5)


# --- Autonomous Garden, where a blow leaves more than a number ---

#: The sheet of each with its bruises, or None for a character who is out.
Bodies = tuple[str | None, str | None]


def blow(mine: str, theirs: str) -> dict[str | None, float]:
    """Return the sheets after G57, G82, bare hands against a target, with their chances."""
    form = games()["garden"].sheet
    assert form is not None
    attacker, struck = form.fill(json.loads(mine)), form.fill(json.loads(theirs))
    inputs: dict[str, Any] = {"attack_kind": "unarmed", "dv": 3}
    inputs |= {"attacker_modifier": attacker["modifier"], "defender_modifier": struck["modifier"]}
    inputs |= {name: struck[name] for name in ("flesh", "deep", "critical", "armor")}

    def effects(outcome: Outcome) -> str:
        return json.dumps([[e.field, e.op, e.value] for e in outcome.effects if e.who == "target"])

    chances_by_sheet: dict[str | None, float] = {}
    for text, chance in exact_odds("garden.attack", inputs, effects).items():
        sheet = struck
        for field, op, value in json.loads(text):
            sheet = sheet.apply_effect(Effect("self", field, op, value)) or sheet
        out = {"unconscious", "comatose", "dead"} & set(sheet["suffers"])
        left = None if out else json.dumps(sheet.data, sort_keys=True)
        chances_by_sheet[left] = chances_by_sheet.get(left, 0.0) + float(chance)
    return chances_by_sheet


def rounds(mine: str, theirs: str) -> dict[Bodies, float]:
    """Return the states after a round of close combat, with their chances.

    G53, G54: both act at once, from the state at the start of the round, even if they fall.
    """
    return {
        (left, struck): p * q
        for struck, p in blow(mine, theirs).items()
        for left, q in blow(theirs, mine).items()
    }


def first_wins(body: str) -> float:
    """Return the chance that the first of two equal fighters wins.

    It iterates over all reachable states until the chances settle.
    """
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
    assert_agreement(record, first_wins(body))
