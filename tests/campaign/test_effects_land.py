"""Every effect that a rule proposes is stored: applying it changes the campaign.

The characters of a campaign roll the worked examples of all games, in and out of a fight.
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

#: Fields that only a fight or a weapon in hand stores; the players track them otherwise.
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
    """Return a campaign with six copies of the first sample, in a fight if wanted."""
    form = games()[game].sheet
    assert form is not None
    document = reduced(EMPTY, f.Started(game), games())
    for id in PEOPLE:
        data = {**form.samples[0], "name": id.title()}
        document = reduced(document, f.CharacterAdded(id, id.title(), data), games())
    if fights:
        people = [
            of_character(games()[game], character)
            for character in CampaignState(document).characters
        ]
        for step, inputs in (("begin", {}), ("join", {"who": people})):
            document = reduced(document, record_step(document, step, inputs, games(), "e"), games())
    # Fill the pools in part, to spend from and to add to.
    pools = [effect_record("", add(counter.id, 2)) for counter in games()[game].counters]
    return reduced(document, f.Applied(pools), games()) if pools else document


def play_case(case: dict[str, Any]) -> tuple[Bound, Finished] | None:
    """Play a worked example, if it has effects to apply."""
    if not case.get("effects"):
        return None
    procedure = games()[case["procedure"].partition(".")[0]].procedures[case["procedure"]]
    bound = procedure.bind(case.get("inputs", {}))
    play = by_hand(bound, case.get("dice", []), case.get("choices", {}))
    return (bound, play) if isinstance(play, Finished) else None


def apply_effects(
    bound: Bound, play: Finished, inputs: dict[str, Any], fights: bool
) -> Iterator[tuple[Effect, bool, bool]]:
    """Yield each effect of a play, whether it is tracked here, and whether it changed anything."""
    game = games()[bound.procedure.game]
    document = campaign(game.id, fights)
    participants = Participants(game, CampaignState(document))
    needed_roles = (
        *roles(bound.procedure, bound.values),
        *(effect.who for effect in play.outcome.effects),
    )
    named = dict.fromkeys(role for role in needed_roles if role in _people(bound, play))
    cast = dict(zip(named, PEOPLE, strict=False))
    # A fight reads some results from the roll itself.
    document = reduced(document, record_roll(bound, play, inputs, who=cast), games())
    for effect in play.outcome.effects:
        to, whole = participants.resolve_effect(effect, bound, play, cast, "")
        record = json.loads(json.dumps(effect_record(to, whole)))
        after = reduced(document, f.Applied([record]), games())
        is_in_scene = after["scene"] != document["scene"]
        tracked = participants.tracks(to, whole)
        counted = whole.field in game.scene_counts or bool(
            {"chase.gap"} & set(after["scene"]) & set(game.scene_values)
        )
        changed = after != document and (not is_in_scene or counted)
        yield whole, tracked, changed or _is_unchanged(document, to, whole, game)


def _people(bound: Bound, play: Finished) -> set[str]:
    """Return the roles of a play that characters take."""
    return set(roles(bound.procedure, bound.values)) | {
        effect.who
        for effect in play.outcome.effects
        if effect.who.rstrip("0123456789") in ("target", "helper", "patient", "receiver", "roller")
    }


def _is_unchanged(document: Document, to: str, effect: Effect, game: Game) -> bool:
    """Return whether the value is already so, or at the end of its range."""
    scene = scene_of(document, game)
    if effect.field in game.scene_counts:
        span = game.scene_counts[effect.field]
        return bool(span.clamp(effect.value) != effect.value)
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
    """Return the inputs of every worked example, by procedure."""
    cases_by_procedure: dict[str, list[dict[str, Any]]] = {}
    for each in cases("examples"):
        (case,) = each.values
        cases_by_procedure.setdefault(case["procedure"], []).append(case.get("inputs", {}))
    return cases_by_procedure


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("id", sorted(first_cases()))
def test_so_does_an_effect_of_any_roll(id: str, fights: bool) -> None:
    procedure, dice = games()[id.partition(".")[0]].procedures[id], random.Random(id)
    for inputs in first_cases()[id][:12]:
        bound = procedure.bind(inputs)
        for _ in range(12):
            assert_effects_are_stored(
                id, apply_effects(bound, by_chance(bound, dice), inputs, fights)
            )


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize("case", cases("examples"))
def test_an_effect_that_can_be_applied_changes_something(
    case: dict[str, Any], fights: bool
) -> None:
    result = play_case(case)
    if result is not None:
        assert_effects_are_stored(
            case["procedure"], apply_effects(*result, case.get("inputs", {}), fights)
        )


def assert_effects_are_stored(id: str, effects: Iterator[tuple[Effect, bool, bool]]) -> None:
    """Assert that each effect changes something or is in BY_HAND."""
    game = id.partition(".")[0]
    for effect, tracked, changed in effects:
        where = f"{id}: {effect}"
        if tracked:
            assert changed, where
        else:
            role = effect.who.rstrip("0123456789")
            assert (game, role, effect.field) in BY_HAND, where
