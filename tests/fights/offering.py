"""A fight in which the offered actions are compared with the steps that happen."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.campaign.state.scenes import scene_of
from app.core.encounters.actions import Action
from app.core.encounters.offering import action_inputs, offer_actions
from app.core.encounters.scenes import PASS, Scene
from app.core.errors import BadInput
from app.update.messages.tracker import ActionTaken
from app.update.update import update
from tests.fights.headless import Headless


class Offering(Headless):
    """Check after each act that offers match the rules.

    Every offered action is possible, every barred one is refused with its reason, and the turn
    passes as far as it can.
    """

    def do(self, act: dict[str, Any]) -> dict[str, Any]:
        result = super().do(act)
        scene = scene_of(self.state.document, self.game)
        if scene is not None:
            self._offers(scene)
            _passes(scene)
        return result

    def _offers(self, scene: Scene[Any, Any]) -> None:
        who = self.encounter.board(scene).current
        if who is None:
            return
        aims = self.encounter.targets(scene, who)
        assert set(aims) <= set(scene.combatants)
        target = next(iter(aims), "")
        every = offer_actions(scene, who, target)
        assert len({each.id for each in every}) == len(every), [each.id for each in every]
        for each in every:
            if each.roll is None and not each.asks:
                _agrees(scene, who, each, target)
        dice = random.Random(0)
        for each in dice.sample(every, min(3, len(every))):
            message = ActionTaken(who, each.id, target if each.aimed else "")
            if each.why_not:
                with pytest.raises(BadInput, match="action") as refused:
                    update(self.table.model, message, dice)
                assert refused.value.message == each.why_not
            else:
                update(self.table.model, message, dice)


def _agrees(scene: Scene[Any, Any], who: str, action: Action, target: str) -> None:
    """Check that an offered step is accepted and a barred one refused."""
    try:
        scene.encounter.apply(scene, action.step, action_inputs(scene, who, action, target))
    except BadInput:
        assert action.why_not, action
    else:
        assert not action.why_not, action


def _passes(scene: Scene[Any, Any]) -> None:
    encounter = scene.encounter
    try:
        after = encounter.apply(scene, PASS).scene
    except BadInput:
        return
    if encounter.board(after).current is None:
        with pytest.raises(BadInput, match=r"."):
            encounter.apply(after, PASS)
