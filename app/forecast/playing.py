"""One fight from its first round to its end: turn by turn, by the policies of the sides."""

from __future__ import annotations

import gc
import random
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from app.core.encounters.actions import Action, given
from app.core.encounters.encounter import PASS
from app.core.errors import BadInput
from app.core.support.incremental import run_to_end
from app.forecast.counts import Counts, Played, of
from app.forecast.hands import Hands
from app.forecast.records import Fight

#: How seldom the collector looks meanwhile, as `gc.set_threshold` takes it.
COLLECTED = (50_000, 50, 1_000)

#: So many actions in a turn at most.
MOST_ACTIONS = 4


def batch(fight: Fight, seed: int | str, first: int, count: int) -> Counts:
    """The fights from number `first` on, so many of them: each hangs on the seed and its number."""
    with seldom_collected():
        return run_to_end(batch_in_slices(fight, seed, first, count))


def batch_in_slices(
    fight: Fight, seed: int | str, first: int, count: int
) -> Generator[None, None, Counts]:
    """The same with a breath after each turn, so that a page goes on meanwhile."""
    fought: list[Played] = []
    for number in range(first, first + count):
        player = Player(fight, random.Random(f"{seed} {number}"))
        yield from player.turns()
        fought.append(player.played())
    return of(fought)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Values by the thousand, hardly any of them in a circle: the collector looks less often."""
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def play(fight: Fight, dice: random.Random) -> Played:
    """One fight."""
    player = Player(fight, dice)
    player.play()
    return player.played()


class Player(Hands):
    """Everybody who fights, by the policies of their sides."""

    def __init__(self, fight: Fight, dice: random.Random) -> None:
        super().__init__(fight, dice)
        self.start = self._purse()
        self.begun = self.prepared = self.round

    # --- where it stands ---

    @property
    def standing(self) -> list[int]:
        """The sides of which somebody still stands."""
        return [place for place in range(len(self.fight.sides)) if self._up(place)]

    def _up(self, side: int) -> list[str]:
        """Those of a side who still stand."""
        return [id for id in self.fight.sides[side].who if not self._out(id)]

    def _out(self, id: str) -> bool:
        there = self.stage.scene.combatants.get(id)
        return there is None or self.tactics.out(there)

    def _acts(self, id: str) -> bool:
        """Has somebody turns to come, standing or not?"""
        there = self.stage.scene.combatants.get(id)
        return there is not None and (not self.tactics.out(there) or self.tactics.still_acts(there))

    @property
    def _over(self) -> bool:
        """Does at most one side stand, and nobody act any more of those who do not?"""
        if len(self.standing) > 1:
            return False
        return not any(self._out(id) and self._acts(id) for id in self.side_of)

    @property
    def round(self) -> int:
        return self.tactics.round(self.stage.scene)

    # --- how it goes ---

    def play(self) -> None:
        """The whole fight."""
        run_to_end(self.turns())

    def turns(self) -> Generator[None, None, None]:
        """Turn after turn, until at most one side stands or the last round is over."""
        while not self._over and not self.stuck:
            self._settle()
            self._prepare()
            who = self.stage.scene.current
            if who in self.side_of and self._acts(who):
                self._turn(who)
            if self._over or not self._pass():
                break
            if self.round - self.begun >= self.fight.rounds:
                break
            yield

    def _prepare(self) -> None:
        """Those who defend declare it before the turns of a round, where that is the rule."""
        if not self.tactics.ahead or self.prepared == self.round:
            return
        self.prepared = self.round
        for id in self.side_of:
            if not self._out(id):
                self._guards(id)

    def _pass(self) -> bool:
        """The turn is passed; can it be?"""
        try:
            self.stage.step(PASS, {})
        except BadInput:
            return False
        self.acts.append(("pass",))
        return True

    def _turn(self, who: str) -> None:
        side = self.side_of[who]
        for _ in range(MOST_ACTIONS):
            foes = [id for place in self.standing if place != side for id in self._up(place)]
            if not foes or not self._acts(who) or self.stage.scene.current != who:
                return
            guards = not self.tactics.ahead and self._guards(who)
            if not (guards or self._attacks(who, foes)):
                return
            self._settle()
            if not self.tactics.again(self.stage.scene, who):
                return

    def _guards(self, who: str) -> bool:
        """Whoever is hurt defends in every other round, if that is the policy; has it been done?"""
        scene, tactics = self.stage.scene, self.tactics
        combatant = scene.combatants[who]
        if not self.fight.sides[self.side_of[who]].policy.defend or (self.round - self.begun) % 2:
            return False
        if 2 * tactics.left(combatant) > tactics.whole(combatant):
            return False
        wanted = tactics.guard(scene, who)
        found = [
            each
            for each in scene.encounter.actions(scene, who)
            if each.id == wanted and not each.why_not
        ]
        return bool(wanted and found) and self._does(who, found[0], "")

    def _attacks(self, who: str, foes: list[str]) -> bool:
        """The best attack on whom the policy says; has there been any?"""
        scene, side = self.stage.scene, self.fight.sides[self.side_of[who]]
        found = self.tactics.attacks(scene, who)
        if not found:
            return False
        targets = side.policy.target(self.tactics, scene, foes, side.who.index(who))
        best = sorted(found, key=lambda each: -self.tactics.worth(scene, who, each))
        return any(self._does(who, each, targets[0] if each.aimed else "") for each in best)

    def _does(self, who: str, action: Action, target: str) -> bool:
        """An action; False if it cannot be done, and then nothing has."""
        try:
            if action.roll is None:
                self._step(action.step, given(self.stage.scene, who, action, target))
            else:
                self._opens(who, action, action.roll, target)
        except BadInput:
            return False
        return True

    # --- how it ended ---

    def played(self) -> Played:
        """The fight as it ended."""
        standing, scene = self.standing, self.stage.scene
        there = {id: scene.combatants.get(id) for id in self.side_of}
        return Played(
            standing[0] if len(standing) == 1 else None if standing else -1,
            max(1, self.round),
            {id: self.tactics.left(each) if each else 0 for id, each in there.items()},
            frozenset(id for id in there if self._out(id)),
            self._cost(),
        )

    def _purse(self) -> dict[tuple[int, str], int]:
        """What every side has of what a fight costs."""
        found: dict[tuple[int, str], int] = {}
        for id, side in self.side_of.items():
            combatant = self.stage.scene.combatants.get(id)
            for name, count in self.tactics.purse(combatant) if combatant else ():
                found[side, name] = found.get((side, name), 0) + count
        return found

    def _cost(self) -> dict[tuple[int, str], int]:
        left = self._purse()
        return {**self.spent, **{key: had - left.get(key, 0) for key, had in self.start.items()}}
