"""Somebody at the table in a hurry: one turn with a weapon attack that hits, in taps and keys.

Real dice lie on the table, and their keys are counted apart: what is typed in are faces that hit.
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

#: Taps from "my turn" to the next one's turn with one weapon attack that hits, and its damage.
MOST = 4
#: Somebody to strike, as a game master writes it in a hurry.
FOES = {
    "garden": "Thug, npc, dv 3",
    "wasteland": "Stranger",
    "trueworld": "Thug, adversary",
    "prism": "Thug, hp_max 90",
    "striker": "Thug, hp 30, hp_max 30",
}
#: What a printed table says.
HITS = "12"
#: By these seeds chance is asked for faces that hit.
SEEDS = 300


@dataclass
class Hand:
    """Somebody at the table: taps, and keys for the faces of dice and for numbers."""

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
        found = scene_of(self.player.state.document, self.player.game)
        assert found is not None
        return found

    @property
    def current(self) -> str:
        return self.scene.encounter.board(self.scene).current or ""

    @property
    def desk(self) -> Desk:
        return self.player.form.desk

    def plays_to(self, wanted: Any) -> None:
        """Turns pass until it is the turn of one of these."""
        for _ in range(9):
            self.player.table.send(TurnPassed())
            if wanted(self.current):
                return
        raise AssertionError("none of them has a turn")

    def attack(self, target: str) -> Action:
        """The first weapon that stands large and can be used."""
        every = offer_actions(self.scene, self.current, target)
        return next(each for each in every if each.main and each.aimed and not each.why_not)

    def throws(self, hit: bool) -> list[int]:
        """The dice on the table: faces with which the roll hits, or any."""
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
            rolled = bare.rolled(random.Random(seed)).as_suggested(random.Random(seed))
            came = rolled.play()
            assert isinstance(came, Finished)
            struck = came.outcome.success or came.outcome.success is None
            if not hit or (struck and _comes_to_something(self.game, came)):
                return [each for each in rolled.answers or () if isinstance(each, int)]
        raise AssertionError("no faces hit")

    def applies(self, target: str) -> list[int]:
        """What the roll came to lands: by itself, with the damage after it, or typed in.

        The faces of that damage, if it has dice of its own.
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
    """Does it change the target, or hit, where the damage is another roll or stands in a table?"""
    struck = any(each.who == "target" for each in play.outcome.effects)
    return struck or game == "wasteland" or play.outcome.grade == "attack-total"
