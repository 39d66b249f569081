"""What a seat is told of an entry: its fact as far as it may be known, its changes as seen.

The changes are what leads from the one view of the document to the other, whatever the fact says.
A fact is told whole, in part, in words, or not at all (`Veiled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.entries import Entry
from app.campaign.state.changes import differences
from app.campaign.state.scenes import UNSEEN
from app.sync.views import Document, Eyes, View, dues_seen, scene_seen

#: (the id of an entry) -> the roll that lies in it; None where nobody knows any more.
Rolls = Callable[[str], f.Rolled | None]

#: What is of the campaign as a whole, and everybody's to know.
OPEN_FACTS = (f.Started, f.CampaignRenamed, f.HouseSet)

VEILED = f.Veiled()


def entry_seen(entry: Entry, before: Document, after: Document, view: View, rolls: Rolls) -> Entry:
    """The entry as a seat is told it. before, after: the host's documents around it."""
    if view.seat.role == "master":
        return entry
    changes = tuple(differences(view.seen(before), view.seen(after)))
    fact = fact_seen(entry.fact, view.eyes(before), view.eyes(after), rolls)
    return replace(entry, fact=fact, changes=changes)


def fact_seen(fact: Fact, before: Eyes | None, after: Eyes | None, rolls: Rolls) -> Fact:
    """The fact as whoever has these eyes may know it. None: nothing but that it happened."""
    if isinstance(fact, f.Undone | f.Redone):
        return turn_seen(fact)
    if isinstance(fact, OPEN_FACTS):
        return fact
    if after is None:
        return VEILED
    if isinstance(fact, f.Rolled):
        return _roll(fact, fact, before or after, after)
    if isinstance(fact, f.Changed):
        roll = rolls(fact.of)
        return _roll(fact, roll, before or after, after) if roll is not None else VEILED
    told = _told(fact, before or after, after)
    for each in (before, after):
        if each is not None and each.unseen_words.within(told.record()):
            return VEILED
    return told


def turn_seen(fact: f.Undone | f.Redone) -> Fact:
    """Undo and redo are told; of what came of it, only what is seen."""
    if isinstance(fact, f.Undone):
        return f.UndoneVeiled(fact.of, fact.place, fact.below)
    return f.RedoneVeiled(fact.of, fact.place)


# --- rolls ---


def _roll(fact: f.Rolled | f.Changed, roll: f.Rolled, before: Eyes, after: Eyes) -> Fact:
    """An open roll: whole where its numbers may be known, else in words."""
    if roll.hidden or getattr(fact, "hidden", False):
        return VEILED
    who = str(roll.who.get("self", ""))
    there = {*before.names, *after.names}
    named = any(each.unseen_words.within(fact.record()) for each in (before, after)) or any(
        id and id not in there for id in roll.who.values()
    )
    if not named and (not who or who in after.open or who in before.open):
        return fact
    return f.Veiled(_words(fact, roll, before, after))


def _words(fact: f.Rolled | f.Changed, roll: f.Rolled, before: Eyes, after: Eyes) -> str:
    """Who rolled what, and what it came to, without a number of theirs."""
    names = {**after.names, **before.names}
    unseen = before.unseen | after.unseen

    def called(id: str) -> str:
        return UNSEEN if id in unseen else names.get(id, "")

    who, at = called(str(roll.who.get("self", ""))), called(str(roll.who.get("target", "")))
    procedure = after.game.procedures.get(fact.procedure)
    parts = (who, f"at {at}" if at and at != UNSEEN else "", procedure.title if procedure else "")
    said = ", ".join(each for each in parts if each)
    told = f"{said}: {fact.words}" if fact.words else said
    return said if before.unseen_words.within(fact.words) else told


# --- all else ---


def _told(fact: Fact, before: Eyes, after: Eyes) -> Fact:
    """The fact, or of what lists several, those of it that may be known."""
    match fact:
        case f.Applied():
            left = _effects(fact.effects, before, after)
            return replace(fact, effects=left) if left else VEILED
        case f.SceneSet():
            values = scene_seen(after.game, fact.values)
            return f.SceneSet(values) if values else VEILED
        case f.EncounterStepped():
            return _step(fact, before, after)
        case f.TimePassed():
            left = _effects(fact.effects, before, after)
            note = "" if _closed(fact.note, before, after) else fact.note
            return replace(fact, effects=left, due=dues_seen(after, fact.due), note=note)
        case f.DueSettled():
            due = {each["id"] for each in dues_seen(before, before.document["due"])}
            return fact if fact.due in due and not _closed(fact.note, before, after) else VEILED
        case f.CharacterDuplicated():
            known = {fact.character, fact.copy} <= before.open | after.open
            return fact if known else VEILED
    who = getattr(fact, "character", None)
    if isinstance(who, str) and who in (after.open | before.open):
        return fact
    return VEILED


def _effects(
    effects: Iterable[Mapping[str, Any]], before: Eyes, after: Eyes
) -> list[Mapping[str, Any]]:
    """Those that land on whom the seat may know, and on what everybody does."""
    return [
        each
        for each in effects
        if (
            each["to"] in after.open
            or (not each["to"] and scene_seen(after.game, {each["field"]: 0}))
        )
        and not before.unseen_words.within(each)
        and not after.unseen_words.within(each)
    ]


def _step(fact: f.EncounterStepped, before: Eyes, after: Eyes) -> Fact:
    """A step that names nobody whose numbers are closed; what it came to, as far as it is open."""
    if _closed(fact.inputs, before, after):
        return VEILED
    return replace(
        fact,
        effects=_effects(fact.effects, before, after),
        due=dues_seen(after, fact.due),
        notes=[each for each in fact.notes if not _closed(each, before, after)],
    )


def _closed(value: Any, before: Eyes, after: Eyes) -> bool:
    """Does it name somebody whose numbers are not for these eyes?"""
    return before.closed_words.within(value) or after.closed_words.within(value)
