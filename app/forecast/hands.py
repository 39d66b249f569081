"""Actions of a fight's players: rolls and effects, following rolls, due rolls.

Every action is recorded as a user at the table taps it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Literal

from app.campaign.participants.participants import carry_offers, still_offered
from app.campaign.state.due_rolls import due_request
from app.core.encounters.actions import Action
from app.core.encounters.rolls import DueRecord
from app.core.errors import BadInput
from app.core.play.play import by_chance
from app.core.procedures.inputs import Values
from app.core.sheets import Rollable
from app.forecast.records import Fight
from app.forecast.stage import Rolled, cast_of_action

#: An action as it is tapped at the table: a step with its inputs; an action of an actor, at a
#: target; a due roll made or ticked off, by index; an offered roll by index, with its inputs.
Act = (
    tuple[Literal["pass", "apply"]]
    | tuple[Literal["step"], str, Values]
    | tuple[Literal["action"], str, str, str]
    | tuple[Literal["due", "tick"], int]
    | tuple[Literal["next"], int, Values]
)

#: The next roll: its index among the offers of an outcome, itself, and its chosen inputs.
Next = tuple[int, Rollable, Values]

#: The largest numbers of rolls in a row, and of records due at once.
MOST_ROLLS, MOST_DUE = 20, 40


class Hands:
    """The players of a fight.

    stage: its present state; stuck: nothing can go on.
    acts: the actions so far; repeated at the table with the same dice, they give the same result.
    spent: costs that no sheet records, by side and name.
    """

    def __init__(self, fight: Fight, dice: random.Random) -> None:
        self.fight, self.dice = fight, dice
        self.stage = fight.stage()
        self.tactics = self.stage.encounter.tactics
        self.side_of = fight.side_of
        self.stuck = False
        self.acts: list[Act] = []
        self.spent: dict[tuple[int, str], int] = {}

    def _step(self, id: str, inputs: Values) -> None:
        self.stage.step(id, inputs)
        self.acts.append(("step", id, inputs))

    # --- rolls ---

    def _opens(self, who: str, action: Action, roll: Rollable, target: str) -> None:
        procedure = self.stage.game.procedures[roll.procedure]
        cast = cast_of_action(procedure, who, target, roll.roles)
        result = self._roll(roll.procedure, cast, roll.place, roll.inputs, None)
        self.acts.append(("action", who, action.id, target))
        self._go_on(result, cast)

    def _roll(
        self,
        procedure: str,
        chosen: Mapping[str, str],
        place: str,
        values: Values,
        due: DueRecord | None,
    ) -> Rolled:
        """Make a roll without applying its effects. chosen: the known ids by role."""
        declared = self.stage.game.procedures[procedure]
        who, choices = chosen.get("self", ""), dict[str, object]()
        if self._spends(who):
            here = who in self.stage.scene.combatants
            staked = self.tactics.stake(self.stage.scene, who, procedure) if here else {}
            values = {**staked, **values}
            spending = self.tactics.spending.items()
            choices = {name: answer for name, answer in spending if name in declared.choices}
        inputs, cast = self.stage.fill(declared, chosen, place, values)
        bound = declared.bind(inputs)
        play = by_chance(bound, self.dice, choices)
        for name, count in self.tactics.cost(play.outcome) if who in self.side_of else ():
            key = self.side_of[who], name
            self.spent[key] = self.spent.get(key, 0) + count
        return self.stage.roll(bound, play, cast, place, due)

    def _spends(self, who: str) -> bool:
        """Tell whether a combatant spends points where that turns a failure."""
        side = self.side_of.get(who)
        return side is not None and self.fight.sides[side].policy.spend

    def _go_on(self, result: Rolled, chosen: Mapping[str, str]) -> None:
        """Apply the effects of a roll, and make the rolls that follow it, one after another."""
        offers: tuple[Rollable, ...] = ()
        for _ in range(MOST_ROLLS):
            self.stage.apply(result)
            self.acts.append(("apply",))
            next_roll = self._instead(result, offers)
            if next_roll is None:
                self._after(result, chosen)
                next_roll = self._onward(result, offers)
            if next_roll is None:
                return
            number, next, inputs_chosen = next_roll
            offers = still_offered(next, carry_offers(offers, result.bound, result.play))
            chosen = {**chosen, **next.roles}
            try:
                inputs = {**next.inputs, **inputs_chosen}
                result = self._roll(next.procedure, chosen, next.place, inputs, None)
            except BadInput:
                return  # something is still to be said
            self.acts.append(("next", number, inputs_chosen))

    def _onward(self, result: Rolled, offers: tuple[Rollable, ...]) -> Next | None:
        """Return the next roll among the offers of an outcome; None if there is none."""
        for number, offer in enumerate(self.stage.follows(result, offers)):
            if offer.instead or offer.cancels:
                continue
            if self.tactics.follows(self.stage.scene, offer):
                inputs = self.tactics.fill_open_inputs(self.stage.scene, offer)
                return None if offer.due else (number, offer, inputs)
        return None

    def _instead(self, result: Rolled, offers: tuple[Rollable, ...]) -> Next | None:
        """Return the roll that replaces an outcome, where the roller spends points on it."""
        who, outcome = result.cast.get("self", ""), result.play.outcome
        if not self._spends(who) or outcome.effects:
            return None
        for number, offer in enumerate(self.stage.follows(result, offers)):
            if offer.instead and offer.roles.get("self") == who:
                inputs = self.tactics.instead(result.bound.procedure.id, outcome, offer)
                if inputs is not None:
                    return number, offer, inputs
        return None

    def _after(self, result: Rolled, chosen: Mapping[str, str]) -> None:
        """Take the steps that a player takes after an outcome where the rules leave it to them."""
        cast, outcome = {**chosen, **result.cast}, result.play.outcome
        steps = self.tactics.after(
            self.stage.scene, result.bound.procedure.id, result.bound.values, outcome, cast
        )
        for step in steps:
            self._step(step.id, step.inputs)

    # --- due rolls ---

    def _settle(self) -> None:
        """Roll, decide or tick off all that is due, oldest first."""
        for _ in range(MOST_DUE):
            if not self.stage.due:
                return
            due = self.stage.due[0]
            if not self._settles(due):
                self.stage.tick(due)
                self.acts.append(("tick", 0))
        self.stuck = bool(self.stage.due)

    def _settles(self, due: DueRecord) -> bool:
        """Tell whether a roll or a step has settled it."""
        try:
            if due["procedure"]:
                roll = due_request(self.stage.participants, due)
                result = self._roll(roll.procedure, roll.cast, roll.place, roll.inputs, due)
                self.acts.append(("due", 0))
                self._go_on(result, roll.cast)
            else:
                step = self.tactics.decide(self.stage.scene, due)
                if step is None:
                    return False
                self._step(step.id, step.inputs)
        except BadInput:
            return False
        return all(record["id"] != due["id"] for record in self.stage.due)
