"""The hands at the table: what is rolled and applied, what follows on it, what is due.

What they do is noted as somebody at the table taps it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from app.campaign.participants.participants import carried, still_offered
from app.campaign.state.due_rolls import rolled
from app.core.encounters.actions import Action
from app.core.errors import BadInput
from app.core.play.play import by_chance
from app.core.sheets import Rollable
from app.forecast.records import Fight
from app.forecast.stage import Rolled, opened

#: What was done, as somebody at the table taps it: ("pass",), ("step", id, inputs), ("action", who,
#: id, target), ("due", place), ("tick", place), ("apply",), ("next", number, what is said of it).
Act = tuple[Any, ...]

#: What is rolled next: its place among what an outcome offers, itself, and what is said of it.
Next = tuple[int, Rollable, Mapping[str, Any]]

#: So many rolls one after another, and things due at once: no more.
MOST_ROLLS, MOST_DUE = 20, 40


class Hands:
    """Whoever plays a fight. stage: where it stands; stuck: nothing can go on.

    acts: what was done so far; the same, done at the table with the same dice, comes to the same.
    spent: what it has cost that stands on no sheet, by side and name.
    """

    def __init__(self, fight: Fight, dice: random.Random) -> None:
        self.fight, self.dice = fight, dice
        self.stage = fight.stage()
        self.tactics = self.stage.encounter.tactics
        self.side_of = fight.side_of
        self.stuck = False
        self.acts: list[Act] = []
        self.spent: dict[tuple[int, str], int] = {}

    def _step(self, id: str, inputs: Mapping[str, Any]) -> None:
        self.stage.step(id, inputs)
        self.acts.append(("step", id, inputs))

    # --- rolls ---

    def _opens(self, who: str, action: Action, roll: Rollable, target: str) -> None:
        procedure = self.stage.game.procedures[roll.procedure]
        cast = opened(procedure, who, target, roll.roles)
        made = self._rolled(roll.procedure, cast, roll.place, roll.inputs, None)
        self.acts.append(("action", who, action.id, target))
        self._goes_on(made, cast)

    def _rolled(
        self,
        procedure: str,
        chosen: Mapping[str, str],
        place: str,
        said: Mapping[str, Any],
        due: Mapping[str, Any] | None,
    ) -> Rolled:
        """A roll, its effects still to be applied. chosen: who plays which part, as far as said."""
        declared = self.stage.game.procedures[procedure]
        who, choices = chosen.get("self", ""), dict[str, Any]()
        if self._spends(who):
            here = who in self.stage.scene.combatants
            staked = self.tactics.stake(self.stage.scene, who, procedure) if here else {}
            said = {**staked, **said}
            spending = self.tactics.spending.items()
            choices = {name: answer for name, answer in spending if name in declared.choices}
        inputs, cast = self.stage.filled(declared, chosen, place, said)
        bound = declared.bind(inputs)
        play = by_chance(bound, self.dice, choices)
        for name, count in self.tactics.cost(play.outcome) if who in self.side_of else ():
            key = self.side_of[who], name
            self.spent[key] = self.spent.get(key, 0) + count
        return self.stage.roll(bound, play, cast, place, due)

    def _spends(self, who: str) -> bool:
        """Does somebody spend points where that turns a failure?"""
        side = self.side_of.get(who)
        return side is not None and self.fight.sides[side].policy.spend

    def _goes_on(self, made: Rolled, chosen: Mapping[str, str]) -> None:
        """The effects of a roll, and what follows on it, one after another."""
        left: tuple[Rollable, ...] = ()
        for _ in range(MOST_ROLLS):
            self.stage.apply(made)
            self.acts.append(("apply",))
            found = self._instead(made, left)
            if found is None:
                self._after(made, chosen)
                found = self._onward(made, left)
            if found is None:
                return
            number, next, said = found
            left = still_offered(next, carried(left, made.bound, made.play))
            chosen = {**chosen, **next.roles}
            try:
                inputs = {**next.inputs, **said}
                made = self._rolled(next.procedure, chosen, next.place, inputs, None)
            except BadInput:
                return  # something is still to be said
            self.acts.append(("next", number, said))

    def _onward(self, made: Rolled, left: tuple[Rollable, ...]) -> Next | None:
        """What is rolled next of what an outcome offers; None if nothing is."""
        for number, each in enumerate(self.stage.follows(made, left)):
            if each.instead or each.cancels:
                continue
            if self.tactics.follows(self.stage.scene, each):
                said = self.tactics.said(self.stage.scene, each)
                return None if each.due else (number, each, said)
        return None

    def _instead(self, made: Rolled, left: tuple[Rollable, ...]) -> Next | None:
        """What takes the place of an outcome, where whoever rolled spends points on it."""
        who, outcome = made.cast.get("self", ""), made.play.outcome
        if not self._spends(who) or outcome.effects:
            return None
        for number, each in enumerate(self.stage.follows(made, left)):
            if each.instead and each.roles.get("self") == who:
                said = self.tactics.instead(made.bound.procedure.id, outcome, each)
                if said is not None:
                    return number, each, said
        return None

    def _after(self, made: Rolled, chosen: Mapping[str, str]) -> None:
        """What a person does by the outcome where the rules leave it to them."""
        cast, outcome = {**chosen, **made.cast}, made.play.outcome
        steps = self.tactics.after(
            self.stage.scene, made.bound.procedure.id, made.bound.values, outcome, cast
        )
        for each in steps:
            self._step(each.id, each.inputs)

    # --- what is due ---

    def _settle(self) -> None:
        """What is due is rolled, decided, or ticked off, oldest first."""
        for _ in range(MOST_DUE):
            if not self.stage.due:
                return
            due = self.stage.due[0]
            if not self._settles(due):
                self.stage.tick(due)
                self.acts.append(("tick", 0))
        self.stuck = bool(self.stage.due)

    def _settles(self, due: Mapping[str, Any]) -> bool:
        """Has it been settled by a roll or a step?"""
        try:
            if due["procedure"]:
                roll = rolled(self.stage.company, due)
                made = self._rolled(roll.procedure, roll.cast, roll.place, roll.inputs, due)
                self.acts.append(("due", 0))
                self._goes_on(made, roll.cast)
            else:
                step = self.tactics.decide(self.stage.scene, due)
                if step is None:
                    return False
                self._step(step.id, step.inputs)
        except BadInput:
            return False
        return all(each["id"] != due["id"] for each in self.stage.due)
