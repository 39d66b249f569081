"""One fight from its first round to its end: turn by turn, by the policies of the sides."""

from __future__ import annotations

import gc
import random
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from app.core.encounters.actions import Action
from app.core.encounters.offering import action_inputs
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.core.support.incremental import run_to_end
from app.forecast.counts import Counts, Played, of
from app.forecast.hands import Hands
from app.forecast.records import Fight

#: The garbage collector's thresholds meanwhile, as `gc.set_threshold` takes them.
COLLECTED = (50_000, 50, 1_000)

#: The largest number of actions in a turn.
MOST_ACTIONS = 4


def batch(fight: Fight, seed: int | str, first: int, count: int) -> Counts:
    """Play fights from number `first` on; each depends on the seed and its number alone."""
    with seldom_collected():
        return run_to_end(iter_batch(fight, seed, first, count))


def iter_batch(
    fight: Fight, seed: int | str, first: int, count: int
) -> Generator[None, None, Counts]:
    """Play fights as `batch` does, yielding after each turn."""
    results: list[Played] = []
    for number in range(first, first + count):
        # Seeding with bytes gives the dice of the text, even for lone surrogates.
        text = f"{seed} {number}".encode("utf-8", "surrogatepass")
        player = Player(fight, random.Random(text))
        yield from player.play_turns()
        results.append(player.finish())
    return of(results)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Run the collector less often: there are thousands of values, and hardly any cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class Player(Hands):
    """All combatants, acting by the policies of their sides."""

    def __init__(self, fight: Fight, dice: random.Random) -> None:
        super().__init__(fight, dice)
        self.start = self._purse()
        self.begun = self.prepared = self.round
        #: Some games count from 0 until the first turn.
        self.last_round = max(1, self.begun) + fight.rounds - 1

    # --- state ---

    @property
    def standing(self) -> list[int]:
        """Return the indexes of the sides with a combatant still up."""
        return [side for side in range(len(self.fight.sides)) if self._up(side)]

    def _up(self, side: int) -> list[str]:
        """Return the ids of a side that are still up."""
        return [id for id in self.fight.sides[side].who if not self._out(id)]

    def _out(self, id: str) -> bool:
        combatant = self.stage.scene.combatants.get(id)
        return combatant is None or self.tactics.out(combatant)

    def _acts(self, id: str) -> bool:
        """Tell whether a combatant has turns to come, up or not."""
        combatant = self.stage.scene.combatants.get(id)
        return combatant is not None and (
            not self.tactics.out(combatant) or self.tactics.still_acts(combatant)
        )

    @property
    def _over(self) -> bool:
        """Tell whether at most one side is up, and no combatant that is out still acts."""
        if len(self.standing) > 1:
            return False
        return not any(self._out(id) and self._acts(id) for id in self.side_of)

    @property
    def round(self) -> int:
        return self.tactics.round(self.stage.scene)

    # --- turns ---

    def play(self) -> None:
        """Play the whole fight."""
        run_to_end(self.play_turns())

    def play_turns(self) -> Generator[None, None, None]:
        """Play turn after turn, until at most one side is up or the last round is over."""
        while not self._over and not self.stuck:
            self._settle()
            self._prepare()
            who = self.stage.scene.current
            if who in self.side_of and self._acts(who):
                self._turn(who)
            if self._over or not self._pass():
                break
            if self.round > self.last_round:
                break
            yield

    def _prepare(self) -> None:
        """Declare defences before the turns of a round, where that is the rule."""
        if not self.tactics.ahead or self.prepared == self.round:
            return
        self.prepared = self.round
        for id in self.side_of:
            if not self._out(id):
                self._guard(id)

    def _pass(self) -> bool:
        """Pass the turn; tell whether that was possible."""
        try:
            self.stage.step(PASS, {})
        except BadInput:
            return False
        self.acts.append(("pass",))
        return True

    def _turn(self, who: str) -> None:
        side = self.side_of[who]
        for _ in range(MOST_ACTIONS):
            foes = [
                id for foe_side in self.standing if foe_side != side for id in self._up(foe_side)
            ]
            if not foes or not self._acts(who) or self.stage.scene.current != who:
                return
            guards = not self.tactics.ahead and self._guard(who)
            if not (guards or self._attack(who, foes)):
                return
            self._settle()
            if not self.tactics.again(self.stage.scene, who):
                return

    def _guard(self, who: str) -> bool:
        """Defend in every other round if hurt and the policy says so; tell whether it was done."""
        scene, tactics = self.stage.scene, self.tactics
        combatant = scene.combatants[who]
        if not self.fight.sides[self.side_of[who]].policy.defend or (self.round - self.begun) % 2:
            return False
        if 2 * tactics.left(combatant) > tactics.whole(combatant):
            return False
        wanted = tactics.guard(scene, who)
        available = [
            action
            for action in scene.encounter.actions(scene, who)
            if action.id == wanted and not action.why_not
        ]
        return bool(wanted and available) and self._act(who, available[0], "")

    def _attack(self, who: str, foes: list[str]) -> bool:
        """Make the best attack on the policy's target; tell whether there was one."""
        scene, side = self.stage.scene, self.fight.sides[self.side_of[who]]
        attacks = self.tactics.attacks(scene, who)
        if not attacks:
            return False
        targets = side.policy.target(self.tactics, scene, foes, side.who.index(who))

        def worth(attack: Action) -> float:
            return self.tactics.worth(scene, who, attack.roll) if attack.roll is not None else 0

        best = sorted(attacks, key=worth, reverse=True)
        return any(self._act(who, attack, targets[0] if attack.aimed else "") for attack in best)

    def _act(self, who: str, action: Action, target: str) -> bool:
        """Take an action; return False, changing nothing, if it is impossible."""
        try:
            if action.roll is None:
                self._step(action.step, action_inputs(self.stage.scene, who, action, target))
            else:
                self._opens(who, action, action.roll, target)
        except BadInput:
            return False
        return True

    # --- result ---

    def finish(self) -> Played:
        """Return the fight's end."""
        standing, scene = self.standing, self.stage.scene
        combatants = {id: scene.combatants.get(id) for id in self.side_of}
        return Played(
            standing[0] if len(standing) == 1 else None if standing else -1,
            min(max(1, self.round), self.last_round),
            {
                id: self.tactics.left(combatant) if combatant else 0
                for id, combatant in combatants.items()
            },
            frozenset(id for id in combatants if self._out(id)),
            self._cost(),
        )

    def _purse(self) -> dict[tuple[int, str], int]:
        """Return the points that every side has and a fight may cost."""
        points: dict[tuple[int, str], int] = {}
        for id, side in self.side_of.items():
            combatant = self.stage.scene.combatants.get(id)
            for name, count in self.tactics.resources(combatant) if combatant else ():
                points[side, name] = points.get((side, name), 0) + count
        return points

    def _cost(self) -> dict[tuple[int, str], int]:
        remaining = self._purse()
        return {
            **self.spent,
            **{key: had - remaining.get(key, 0) for key, had in self.start.items()},
        }
