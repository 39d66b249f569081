"""The order of combat: intents, initiative, surprise (G53-G55)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Pool, Rule, roll, settle_onward, throw
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.feeding import modifier
from app.systems.garden.rules.inputs import MOST_SKILL, Awareness, Modifier, OfferCost, Perception
from app.systems.garden.rules.readings import PoolResult, by_roll, skill_pool
from app.systems.garden.rules.results import SUCCEED_AT_COST, compare, keep_label, sum_roll
from app.systems.garden.tables.combat import INTENTS

#: So many at most are put in order at once.
MOST_COMBATANTS = 40


Intents = Annotated[
    tuple[str, ...],
    ListOf(
        OneOf(INTENTS.labels("words")),
        MOST_COMBATANTS,
        help="One for each combatant.",
        rules=("G53",),
    ),
]
InitiativeAwareness = Annotated[
    tuple[int, ...],
    ListOf(Whole(0, MOST_SKILL), MOST_COMBATANTS, help="In the same order.", rules=("G54",)),
]
InitiativePerception = Annotated[
    tuple[int, ...],
    ListOf(Whole(-5, 10), MOST_COMBATANTS, help="In the same order.", rules=("G54",)),
]
Modifiers = Annotated[
    tuple[int, ...], ListOf(Whole(-20, 20), MOST_COMBATANTS, help="In the same order.")
]
Contest = Annotated[bool, YesNo(label="Roll within each group", rules=("G54",))]


def in_order(inputs: Values, outcome: Outcome) -> str:
    """Return the contestants by place, those of one place together: `2, 1 and 3, 4`."""
    together = dict[int, list[str]]()
    for name, place in outcome.values.items():
        if name.startswith("place_"):
            together.setdefault(place, []).append(name.removeprefix("place_"))
    return ", ".join(" and ".join(each) for _, each in sorted(together.items()))


@procedure(
    "garden.initiative",
    title="Initiative",
    grades=(Grade("ordered", "In order"), Grade("tied", "Some act together")),
    rules="G53 G54",
    verdict=in_order,
    long="intents",
)
def initiative(
    intents: Intents = ("close", "ranged"),
    awareness: InitiativeAwareness = (0, 0),
    perception: InitiativePerception = (0, 0),
    modifiers: Modifiers = (
        0,
        0,
    ),
    contest: Contest = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Work out the turn order from intents."""
    if len(intents) < 2:
        raise BadInput("intents", "an order needs at least two; name an intent for each combatant")
    numbers = {"awareness": awareness, "perception": perception, "modifiers": modifiers}
    for name, each in numbers.items():
        if len(each) != len(intents):
            message = f"{name} has {len(each)} entries; give {len(intents)}, one for each intent"
            raise BadInput(name, message)
    order = _Order(
        phases=tuple(INTENTS[intent].order for intent in intents),
        pools=tuple(
            by_roll(skill_pool(f"Awareness of {n}", level, house))
            for n, level in enumerate(awareness, 1)
        ),
        added=tuple(map(sum, zip(perception, modifiers, strict=True))),
        contest=contest,
    )
    return (yield from order.roll(()))


@dataclass(frozen=True)
class _Order:
    """All contestants: their groups, dice and bonuses."""

    phases: tuple[int, ...]
    pools: tuple[Pool[PoolResult], ...]
    added: tuple[int, ...]
    contest: bool

    def roll(self, totals: tuple[int | None, ...]) -> Rule[Outcome]:
        """Make the remaining rolls; None stands for a contestant who need not roll."""
        while len(totals) < len(self.phases):
            i = len(totals)
            # G54: those in the same group contest; one alone in it need not.
            if not self.contest or self.phases.count(self.phases[i]) == 1:
                totals = (*totals, None)
                continue
            rest = partial(self.roll, totals)
            yield from settle_onward(rest, i, self._places_taken(totals))
            dice = yield from roll(self.pools[i])
            totals = (*totals, max(0, dice.roll + self.added[i]))
        return self._outcome(totals)

    def _places_taken(self, totals: tuple[int | None, ...]) -> Hashable:
        """Return the places taken; once two share one, which they are no longer matters."""
        taken = [each for each in zip(self.phases, totals, strict=False) if each[1] is not None]
        return len(set(taken)) < len(taken) or frozenset(taken)

    def _outcome(self, totals: tuple[int | None, ...]) -> Outcome:
        keys = [(phase, -(total or 0)) for phase, total in zip(self.phases, totals, strict=True)]
        values: dict[str, object] = {}
        for n, (key, total) in enumerate(zip(keys, totals, strict=True), 1):
            if total is not None:
                values[f"total_{n}"] = total
            values[f"phase_{n}"] = key[0]
            values[f"place_{n}"] = 1 + sum(other < key for other in keys)
        # Equal totals act together (G54).
        return Outcome("tied" if len(set(keys)) < len(keys) else "ordered", values=values)


Stealth = Annotated[int, Whole(0, MOST_SKILL, front=True, sheet="attacker:stealth")]
Agility = Annotated[int, Whole(-5, 10, front=True, sheet="attacker:agility")]
AttackerModifier = Annotated[int, Whole(-20, 20, front=True, sheet="attacker:modifier")]


@prefilled_by("self")
def taken_unawares(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the target's modifier; noticing is no action, so a load does not hamper it (G38)."""
    return {"target_modifier": modifier(own, load=False)}


@procedure(
    "garden.surprise",
    title="Surprise",
    grades=(Grade("noticed", "Noticed", "good"), Grade("surprised", "Surprised", "bad")),
    rules="G55",
    spread=("margin",),
    apart=("attacker",),
    choices=(SUCCEED_AT_COST,),
    feed=taken_unawares,
)
def surprise(
    awareness: Awareness = 0,
    perception: Perception = 0,
    target_modifier: Modifier = 0,
    stealth: Stealth = 0,
    agility: Agility = 0,
    attacker_modifier: AttackerModifier = 0,
    offer_cost: OfferCost = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Find out whether the target notices the attacker."""
    # G55: the target rolls first.
    dice, theirs = yield from throw(
        by_roll(skill_pool("Awareness", awareness, house)),
        by_roll(skill_pool("Stealth", stealth, house, "attacker")),
    )
    hidden, _ = sum_roll(theirs, (agility, "Agility"), (attacker_modifier, "modifier"))
    test = yield from compare(
        dice,
        ((perception, "Perception"), (target_modifier, "modifier")),
        hidden,
        offer_cost,
        against="attacker’s Stealth",
        keep_name=keep_label(awareness),
    )
    return test.graded(
        "noticed" if test.success else "surprised",
        test.success,
        opponent_total=hidden,
        opponent_fumble=theirs.fumble,
    )
