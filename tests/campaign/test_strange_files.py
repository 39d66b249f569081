"""Strange files: refused with the place, or accepted, shown in all views and saved unchanged.

A few hundred run with the other tests; `make fuzz` runs ten thousand and prints the counts.
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

#: The files are made in so many batches, each with its own seed.
HEAPS = 10
EACH = settings.default.max_examples * 2 // HEAPS  # type: ignore[union-attr]

sound = cache(sources)


def plan_of(opened: Opened) -> Plan:
    """Return the plan to import a file into an empty store."""
    if opened.kind == "character":
        empty = Journal("here", {**EMPTY, "game": opened.record["game"]})
        return plan_character(opened, empty, "add", Stamps(), GAMES)
    return plan_campaigns(opened, {}, "add", Stamps(), GAMES)


def assert_usable(opened: Opened) -> None:
    """Assert that an accepted file can be shown, continued and saved unchanged."""
    if opened.kind == "character":
        see_character(opened.record)
        _comes_back_alone(opened)
    for part in plan_of(opened).parts:
        see(part.journal)
        _comes_back(part)
        _goes_on(part.journal)


def _comes_back_alone(opened: Opened) -> None:
    """Assert that a character survives export and import."""
    record = character_file(opened.record["game"], opened.record["character"], "", "")
    assert same(open_file(json.dumps(record), GAMES).record["character"], record["character"])


def _comes_back(part: Part) -> None:
    """Assert that a campaign survives export and import."""
    campaign = campaign_part(part.journal, [entry.record() for entry in part.entries])
    record = {**head("campaign", "", ""), "campaign": campaign}
    (whole,) = open_file(json.dumps(record), GAMES).journals
    assert same(whole.journal.document, part.journal.document)
    assert whole.entries == part.entries


def _goes_on(journal: Journal) -> None:
    """Add an entry and undo it; undo and redo the last entry of the file."""
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


def test_the_sources_of_strange_files_are_valid() -> None:
    for place, source in enumerate(sound()):
        opened = open_file(json.dumps(source), GAMES)
        if place % 10 == 0:
            assert_usable(opened)


def faults_of(written: str) -> tuple[Fault, ...]:
    """Return the faults of a refused file, or none after checking that it is usable."""
    try:
        opened = open_file(written, GAMES)
    except BadFile as refused:
        return refused.faults
    assert_usable(opened)
    return ()


@pytest.mark.parametrize("heap", range(HEAPS))
def test_strange_files(heap: int, record_property: Callable[[str, Any], None]) -> None:
    dice = random.Random(heap)
    counts: Counter[str] = Counter(tried=0, refused=0, taken=0, broken=0)
    broken = []
    for number in range(EACH):
        written = strange(dice.choice(sound()), dice)
        counts["tried"] += 1
        try:
            faults = faults_of(written)
        except Exception as fault:  # report a crash with the file that caused it
            broken.append(f"file {number}: {type(fault).__name__}: {fault}")
            counts["broken"] += 1
            continue
        counts["refused" if faults else "taken"] += 1
        assert len(faults) <= 100
        assert all(fault.words and fault.at[:1] in ("", "/") for fault in faults)
    record_property("strange files", dict(counts))
    assert not broken, "\n".join(broken)
    assert counts["refused"] > EACH // 4
    assert counts["taken"] >= EACH // 20
