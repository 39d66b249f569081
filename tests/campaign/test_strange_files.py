"""Strange files: refused with the place, or taken, shown in every view, and saved as they came.

Some hundred with the other tests; `make fuzz` makes ten thousand and prints the figures last.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from app.campaign import facts as f
from app.campaign.files.files import Opened, open_file
from app.campaign.files.formats import campaign_part, character_file, head
from app.campaign.files.imports import Part, Plan, plan_campaigns, plan_character
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile
from app.campaign.journal.journal import Journal, append, redo, undo
from app.campaign.state.state import EMPTY
from app.campaign.state.values import same
from tests.campaign.happenings import GAMES, Stamps
from tests.campaign.seeing import see, see_character
from tests.campaign.strange_files import sources, strange

#: The files are made in so many heaps, each by dice of its own.
HEAPS = 10
EACH = settings.default.max_examples * 2 // HEAPS  # type: ignore[union-attr]

sound = cache(sources)


def planned(opened: Opened) -> Plan:
    """What would be taken from a file where nothing is yet."""
    if opened.kind == "character":
        empty = Journal("here", {**EMPTY, "game": opened.record["game"]})
        return plan_character(opened, empty, "add", Stamps(), GAMES)
    return plan_campaigns(opened, {}, "add", Stamps(), GAMES)


def taken(opened: Opened) -> None:
    """What was taken is shown, goes on, and comes back from a file as it is."""
    if opened.kind == "character":
        see_character(opened.record)
        _comes_back_alone(opened)
    for part in planned(opened).parts:
        see(part.journal)
        _comes_back(part)
        _goes_on(part.journal)


def _comes_back_alone(opened: Opened) -> None:
    record = character_file(opened.record["game"], opened.record["character"], "", "")
    assert same(open_file(json.dumps(record), GAMES).record["character"], record["character"])


def _comes_back(part: Part) -> None:
    campaign = campaign_part(part.journal, [entry.record() for entry in part.entries])
    record = {**head("campaign", "", ""), "campaign": campaign}
    (whole,) = open_file(json.dumps(record), GAMES).journals
    assert same(whole.journal.document, part.journal.document)
    assert whole.entries == part.entries


def _goes_on(journal: Journal) -> None:
    """Something happens; that, and what the file says came last, is taken back and comes again."""
    stamp = Stamps()
    after = append(journal, f.NoteWritten("note", "on"), stamp(), GAMES)
    assert after.state.notes["note"]["text"] == "on"
    back = undo(after, after.last, stamp())
    assert same(back.document, journal.document)
    entry = journal.entry(journal.undoable or 0)
    if entry is not None:
        before = undo(journal, entry, stamp())
        see(before)
        assert same(redo(before, entry, stamp()).document, journal.document)


def test_what_they_are_made_of_is_sound() -> None:
    for place, source in enumerate(sound()):
        opened = open_file(json.dumps(source), GAMES)
        if place % 10 == 0:
            taken(opened)


def faults_of(written: str) -> tuple[Fault, ...]:
    """Why a file is refused; none if all that it brings is sound."""
    try:
        opened = open_file(written, GAMES)
    except BadFile as refused:
        return refused.faults
    taken(opened)
    return ()


@pytest.mark.parametrize("heap", range(HEAPS))
def test_strange_files(heap: int, record_property: Callable[[str, Any], None]) -> None:
    dice = random.Random(heap)
    came: Counter[str] = Counter(tried=0, refused=0, taken=0, broken=0)
    broken = []
    for number in range(EACH):
        written = strange(dice.choice(sound()), dice)
        came["tried"] += 1
        try:
            faults = faults_of(written)
        except Exception as fault:  # what must never be is told with the file that did it
            broken.append(f"file {number}: {type(fault).__name__}: {fault}")
            came["broken"] += 1
            continue
        came["refused" if faults else "taken"] += 1
        assert len(faults) <= 100
        assert all(each.words and each.at[:1] in ("", "/") for each in faults)
    record_property("strange files", dict(came))
    assert not broken, "\n".join(broken)
    assert came["refused"] > EACH // 4
    assert came["taken"] >= EACH // 20
