"""Combatants who are removed from an encounter, or deleted as characters, in every game."""

from __future__ import annotations

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.files.files import Opened
from app.campaign.files.imports import plan_campaigns
from app.campaign.files.validation import Whole
from app.campaign.journal.journal import Journal
from app.campaign.journal.steps import record_step
from app.campaign.state.document import Document, combatants_in
from app.campaign.state.encounters import apply_step, due_record
from app.campaign.state.state import EMPTY
from app.core.encounters.rolls import Due
from app.systems import games
from tests.campaign.happenings import Stamps

FIGHTING = sorted(id for id, game in games().items() if game.encounter is not None)


def fight(game: str) -> Document:
    """Return a fight of `own`, with a sheet of their own, and `char`, a character."""
    sheet = games()[game].sheet
    assert sheet is not None
    document = reduced(EMPTY, f.Started(game), games())
    document = reduced(document, f.CharacterAdded("char", "Ann", sheet.samples[0]), games())
    for step, inputs in (("begin", {}), ("join", {"who": [{"id": "char"}, {"id": "own"}]})):
        document = reduced(document, record_step(document, step, inputs, games(), step), games())
    due = [
        due_record(
            f"{actor} {number}", Due(actor, f"{actor}: what they do", others={"target": "own"})
        )
        for number in (1, 2)
        for actor in ("char", "own")
    ]
    due.append({**due_record("time", Due("char", "an hour has passed")), "time": True})
    return {**document, "due": due}


@pytest.mark.parametrize("game", FIGHTING)
@pytest.mark.parametrize(
    ("removed", "stays"),
    [("own", ["char 1", "char 2", "time"]), ("char", ["own 1", "own 2", "time"])],
)
def test_due_rolls_of_a_removed_combatant_are_removed(
    game: str, removed: str, stays: list[str]
) -> None:
    after = apply_step(fight(game), "remove", {"who": removed}, games())
    assert [each["id"] for each in after["due"]] == stays


@pytest.mark.parametrize("game", FIGHTING)
def test_due_rolls_from_before_the_fight_stay(game: str) -> None:
    document = fight(game)
    early = due_record("early", Due("somebody", "from the last fight"))
    document = {**document, "due": [early, *document["due"]]}
    after = apply_step(document, "remove", {"who": "own"}, games())
    assert [each["id"] for each in after["due"]] == ["early", "char 1", "char 2", "time"]


@pytest.mark.parametrize("game", FIGHTING)
def test_a_merge_brings_a_deleted_combatant_back_with_one_sheet(game: str) -> None:
    theirs = fight(game)
    mine = reduced(theirs, f.CharacterRemoved("char"), games())
    assert "sheet" in combatants_in(mine)["char"]
    whole = [Whole(Journal("one", each, n, n), ()) for n, each in ((2, mine), (1, theirs))]
    opened = Opened("campaign", {}, (whole[1],))
    (part,) = plan_campaigns(opened, {"one": whole[0]}, "merge", Stamps(), games()).parts
    after = part.journal.document
    assert after["characters"] == theirs["characters"]
    assert combatants_in(after) == combatants_in(theirs)
