"""A hurried game master: one turn with a weapon attack that hits, in taps and keys.

Real dice lie on the table. Their keys are counted separately: the faces typed are ones that hit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.state.scenes import scene_of
from app.core.encounters.actions import Action
from app.core.encounters.offering import offer_actions
from app.core.encounters.scenes import Scene
from app.core.play.play import Asking, Finished
from app.update.messages.plays import DecisionTaken, EffectsApplied, FaceTyped
from app.update.messages.tracker import (
    CharactersJoined,
    LineJoined,
    NextRolled,
    RealDiceSwitched,
    StepTaken,
    TurnPassed,
)
from app.update.roll.roles import follows
from app.widgets.roll.desk import Desk
from app.widgets.roll.result.results import options
from tests.fights import Fight
from tests.fights.headless import Headless

#: Taps from "my turn" to the next turn, with one weapon attack that hits and its damage.
MOST = 4
#: A target, as a game master types it in a hurry.
FOES = {
    "garden": "Thug, npc, dv 3",
    "wasteland": "Stranger",
    "trueworld": "Thug, adversary",
    "prism": "Thug, hp_max 90",
    "striker": "Thug, hp 30, hp_max 30",
}
#: Hits as read from a printed table.
HITS = "12"
#: Number of seeds to try for faces that hit.
SEEDS = 300


@dataclass
class Hand:
    """A hurried game master: counts taps, and keys for the faces of dice and for numbers."""

    game: str
    taps: int = 0
    keys: int = 0
    player: Headless = field(init=False)

    def __post_init__(self) -> None:
        self.player = Headless(Fight(self.game, "taps", {}, []))
        send = self.player.table.send
        send(CharactersJoined(None))
        send(LineJoined(FOES[self.game]))
        send(RealDiceSwitched(True))

    def tap(self, message: Any) -> None:
        self.taps += 1
        self.player.table.send(message)

    @property
    def scene(self) -> Scene[Any, Any]:
        scene = scene_of(self.player.state.document, self.player.game)
        assert scene is not None
        return scene

    @property
    def current(self) -> str:
        return self.scene.encounter.board(self.scene).current or ""

    @property
    def desk(self) -> Desk:
        return self.player.form.desk

    def plays_to(self, matches: Any) -> None:
        """Pass turns until a matching combatant has the turn."""
        for _ in range(9):
            self.player.table.send(TurnPassed())
            if matches(self.current):
                return
        raise AssertionError("none of them has a turn")

    def attack(self, target: str) -> Action:
        """Return the first usable weapon attack among the main actions."""
        every = offer_actions(self.scene, self.current, target)
        return next(each for each in every if each.main and each.aimed and not each.why_not)

    def throws(self, hit: bool) -> list[int]:
        """Type the dice on the table and return their faces: ones that hit, or any."""
        faces = self._faces(hit)
        for face in faces:
            play = self.desk.play()
            assert isinstance(play, Asking)
            if play.choice is not None:
                answer = options(play.choice, play.choice.default)
                value = next(each.value for each in answer if each.taken)
                self.tap(DecisionTaken(play.choice.name, value))
            assert play.wanted is not None
            self.keys += 1
            self.player.table.send(FaceTyped(len(play.wanted.faces), str(face)))
        return faces

    def _faces(self, hit: bool) -> list[int]:
        bare = replace(self.desk, answers=None, by_hand=False)
        for seed in range(SEEDS):
            desk = bare.roll(random.Random(seed)).as_suggested(random.Random(seed))
            play = desk.play()
            assert isinstance(play, Finished)
            struck = play.outcome.success or play.outcome.success is None
            if not hit or (struck and _comes_to_something(self.game, play)):
                return [answer for answer in desk.answers or () if isinstance(answer, int)]
        raise AssertionError("no faces hit")

    def applies(self, target: str) -> list[int]:
        """Apply the result's effects: directly, with the damage after it, or typed in.

        Return the faces of the damage roll, if it has dice of its own.
        """
        faces: list[int] = []
        play = self.desk.play()
        assert isinstance(play, Finished)
        model = self.player.table.model
        after = follows(model, self.player.form, play)
        damage = [n for n, each in enumerate(after) if not (each.instead or each.cancels)]
        if damage:
            self.tap(NextRolled(damage[0]))
            faces = self.throws(hit=False)
            self.tap(EffectsApplied())
        elif play.outcome.effects:
            self.tap(EffectsApplied())
        else:
            # Prism: the hits stand in printed tables (P43). The main button opens the number pad of
            # the target; then they are typed, and Enter takes them off.
            self.taps += 1
            self.keys += len(HITS) + 1
            self.player.table.send(StepTaken("wound", {"who": target, "lost": int(HITS)}))
        return faces


def _comes_to_something(game: str, play: Finished) -> bool:
    """Tell if the play changes the target, or hits where damage is a later roll or a table."""
    struck = any(effect.who == "target" for effect in play.outcome.effects)
    return struck or game == "wasteland" or play.outcome.grade == "attack-total"
