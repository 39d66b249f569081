"""Every effect that a rule proposes is kept somewhere: applied, it changes what the campaign holds.

The worked examples of all games are rolled by people of a campaign, outside of a fight and in one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.rolls import record_roll
from app.campaign.journal.steps import record_step
from app.campaign.participants.casting import roles
from app.campaign.participants.participants import Participants
from app.campaign.state.document import Document
from app.campaign.state.effects import effect_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, CampaignState
from app.core.games import Game
from app.core.play.play import Finished, by_chance, by_hand
from app.core.procedures.outcomes import Effect, add
from app.core.procedures.procedure import Bound
from app.systems import games
from app.widgets.fight.joining.joining import of_character
from tests.examples import cases

PEOPLE = ("ann", "bob", "cyd", "dee", "eve", "fay")

#: What only a fight keeps, or a weapon in hand: outside of them it is kept by hand.
BY_HAND = {
    ("garden", "runner", "recovering_rounds"),
    ("garden", "pursuer", "recovering_rounds"),
    ("garden", "spell", "damage"),
    ("garden", "spell", "ended"),
    ("trueworld", "target", "damage"),
    ("wasteland", "self", "shots"),
    ("wasteland", "self", "doses"),
    ("wasteland", "target", "cover_dice"),
}


@cache
def campaign(game: str, fights: bool) -> Document:
    """Six people with the numbers of the first sample; in a fight where one is wanted."""
    form = games()[game].sheet
    assert form is not None
    document = reduced(EMPTY, f.Started(game), games())
    for id in PEOPLE:
        data = {**form.samples[0], "name": id.title()}
        document = reduced(document, f.CharacterAdded(id, id.title(), data), games())
    if fights:
        people = [of_character(games()[game], each) for each in CampaignState(document).characters]
        for step, inputs in (("begin", {}), ("join", {"who": people})):
            document = reduced(document, record_step(document, step, inputs, games(), "e"), games())
    # Something to spend, with room for more.
    pools = [effect_record("", add(each.id, 2)) for each in games()[game].counters]
    return reduced(document, f.Applied(pools), games()) if pools else document


def played(case: dict[str, Any]) -> tuple[Bound, Finished] | None:
    """A worked example that ends in something to apply, as it is played."""
    if not case.get("effects"):
        return None
    procedure = games()[case["procedure"].partition(".")[0]].procedures[case["procedure"]]
    bound = procedure.bind(case.get("inputs", {}))
    play = by_hand(bound, case.get("dice", []), case.get("choices", {}))
    return (bound, play) if isinstance(play, Finished) else None


def landed(
    bound: Bound, play: Finished, inputs: dict[str, Any], fights: bool
) -> Iterator[tuple[Effect, bool, bool]]:
    """Each effect of a play with whether it is kept here, and whether it changed anything."""
    game = games()[bound.procedure.game]
    document = campaign(game.id, fights)
    there = Participants(game, CampaignState(document))
    wanted = (*roles(bound.procedure, bound.values), *(each.who for each in play.outcome.effects))
    named = dict.fromkeys(each for each in wanted if each in _people(bound, play))
    cast = dict(zip(named, PEOPLE, strict=False))
    # A fight reads some of what a roll came to off the roll itself.
    document = reduced(document, record_roll(bound, play, inputs, who=cast), games())
    for effect in play.outcome.effects:
        to, whole = there.resolve_effect(effect, bound, play, cast, "")
        record = json.loads(json.dumps(effect_record(to, whole)))
        after = reduced(document, f.Applied([record]), games())
        kept_in_scene = after["scene"] != document["scene"]
        tracked = there.tracks(to, whole)
        counted = whole.field in game.scene_counts or bool(
            {"chase.gap"} & set(after["scene"]) & set(game.scene_values)
        )
        changed = after != document and (not kept_in_scene or counted)
        yield whole, tracked, changed or _stands(document, to, whole, game)


def _people(bound: Bound, play: Finished) -> set[str]:
    return set(roles(bound.procedure, bound.values)) | {
        each.who
        for each in play.outcome.effects
        if each.who.rstrip("0123456789") in ("target", "helper", "patient", "receiver", "roller")
    }


def _stands(document: Document, to: str, effect: Effect, game: Game) -> bool:
    """Is it so already, or at the end of its range?"""
    scene = scene_of(document, game)
    if effect.field in game.scene_counts:
        span = game.scene_counts[effect.field]
        return bool(span.held(effect.value) != effect.value)
    if scene is not None and scene.owner(to, effect) == "turn":
        return bool(effect.op == "add" and not getattr(scene.combatants[to].turn, effect.field))
    if scene is not None and to in scene.combatants:
        sheet = scene.combatants[to].sheet
    elif to:
        sheet = CampaignState(document).character(to).sheet(game)
    else:
        return False
    after = sheet.apply_effect(effect)
    return after is not None and after.data == sheet.data


@cache
def first_cases() -> dict[str, list[dict[str, Any]]]:
    """The inputs of every worked example, by procedure."""
    found: dict[str, list[dict[str, Any]]] = {}
    for each in cases("examples"):
        (case,) = each.values
        found.setdefault(case["procedure"], []).append(case.get("inputs", {}))
    return found


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("id", sorted(first_cases()))
def test_so_does_an_effect_of_any_roll(id: str, fights: bool) -> None:
    procedure, dice = games()[id.partition(".")[0]].procedures[id], random.Random(id)
    for inputs in first_cases()[id][:12]:
        bound = procedure.bind(inputs)
        for _ in range(12):
            is_kept(id, landed(bound, by_chance(bound, dice), inputs, fights))


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("case", cases("examples"))
def test_an_effect_that_can_be_applied_changes_something(
    case: dict[str, Any], fights: bool
) -> None:
    found = played(case)
    if found is not None:
        is_kept(case["procedure"], landed(*found, case.get("inputs", {}), fights))


def is_kept(id: str, effects: Iterator[tuple[Effect, bool, bool]]) -> None:
    game = id.partition(".")[0]
    for effect, tracked, changed in effects:
        where = f"{id}: {effect}"
        if tracked:
            assert changed, where
        else:
            who = effect.who.rstrip("0123456789")
            assert (game, who, effect.field) in BY_HAND, where
