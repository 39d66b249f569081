"""Visibility of entries: the redacted fact, and the changes of the visible document.

The changes lead from one view of the document to the next, independent of the fact. A fact is sent
whole, in part, in words, or not at all (`Veiled`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.changes import differences
from app.campaign.state.document import Document, EffectRecord
from app.campaign.state.scenes import UNSEEN
from app.sync.views import View, Visibility, redact_due_items, redact_scene

#: Returns the roll of an entry by its id, None if it is no longer known.
Rolls = Callable[[str], f.Rolled | None]

#: Public facts about the campaign as a whole.
OPEN_FACTS = (f.Started, f.CampaignRenamed, f.HouseSet)

VEILED = f.Veiled()


def rolls_in(journal: Journal, entries: Sequence[Entry]) -> Rolls:
    """Return a lookup of an entry's roll, also through later changes of it."""
    known = {entry.id: entry.fact for entry in (*entries, *journal.entries)}

    def roll(id: str) -> f.Rolled | None:
        latest = known.get(id)
        while isinstance(latest, f.Changed):
            latest = known.get(latest.of)
        return latest if isinstance(latest, f.Rolled) else None

    return roll


def redact_entry(
    entry: Entry, before: Document, after: Document, view: View, rolls: Rolls
) -> Entry:
    """Return an entry as a seat sees it, given the host's documents before and after it."""
    if view.seat.role == "master":
        return entry
    changes = tuple(differences(view.redact(before), view.redact(after)))
    fact = redact_fact(entry.fact, view.visibility_of(before), view.visibility_of(after), rolls)
    return replace(entry, fact=fact, changes=changes)


def redact_fact(
    fact: Fact, before: Visibility | None, after: Visibility | None, rolls: Rolls
) -> Fact:
    """Return a fact as far as it is visible; without visibility only that it happened."""
    if isinstance(fact, f.Undone | f.Redone):
        return redact_turn(fact)
    if isinstance(fact, OPEN_FACTS):
        return fact
    if after is None:
        return VEILED
    if isinstance(fact, f.Rolled):
        return _visible_roll(fact, fact, before or after, after)
    if isinstance(fact, f.Changed):
        roll = rolls(fact.of)
        return _visible_roll(fact, roll, before or after, after) if roll is not None else VEILED
    if isinstance(fact, f.Applied):
        redacted = _visible_application(fact, rolls(fact.of), before or after, after)
    else:
        redacted = _redact(fact, before or after, after)
    for each in (before, after):
        if each is not None and each.unseen_words.within(redacted.record()):
            return VEILED
    return redacted


def redact_turn(fact: f.Undone | f.Redone) -> Fact:
    """Return an undo or redo; its effects are visible by the changes alone."""
    if isinstance(fact, f.Undone):
        return f.UndoneVeiled(fact.of, fact.place, fact.below)
    return f.RedoneVeiled(fact.of, fact.place)


# --- rolls ---


def _visible_roll(
    fact: f.Rolled | f.Changed, roll: f.Rolled, before: Visibility, after: Visibility
) -> Fact:
    """Return an open roll: whole if its numbers are visible, else in words."""
    if roll.hidden or getattr(fact, "hidden", False):
        return VEILED
    actor_id = str(roll.who.get("self", ""))
    known_ids = {*before.names, *after.names}
    named = any(each.unseen_words.within(_texts(fact)) for each in (before, after)) or any(
        id and id not in known_ids for id in roll.who.values()
    )
    if not named and (not actor_id or actor_id in after.open or actor_id in before.open):
        return fact
    return f.Veiled(_describe(fact, roll, before, after))


def _texts(fact: f.Rolled | f.Changed) -> list[object]:
    """Return the parts of a roll that may name somebody."""
    more = [*fact.who.values(), fact.place, fact.dice] if isinstance(fact, f.Rolled) else []
    return [*fact.inputs.values(), *fact.answers, fact.note, fact.words, *more]


def _describe(
    fact: f.Rolled | f.Changed, roll: f.Rolled, before: Visibility, after: Visibility
) -> str:
    """Describe a roll and its outcome without numbers."""
    names = {**after.names, **before.names}
    unseen = before.unseen | after.unseen

    def visible_name(id: str) -> str:
        return UNSEEN if id in unseen else names.get(id, "")

    actor, target = (
        visible_name(str(roll.who.get("self", ""))),
        visible_name(str(roll.who.get("target", ""))),
    )
    procedure = after.game.procedures.get(fact.procedure)
    parts = (
        actor,
        f"at {target}" if target and target != UNSEEN else "",
        procedure.title if procedure else "",
    )
    subject = ", ".join(part for part in parts if part)
    full = f"{subject}: {fact.words}" if fact.words else subject
    return subject if before.unseen_words.within(fact.words) else full


# --- other facts ---


def _redact(fact: Fact, before: Visibility, after: Visibility) -> Fact:
    """Return a fact, or the visible part of one that lists several."""
    match fact:
        case f.SceneSet():
            values = redact_scene(after.game, fact.values)
            return f.SceneSet(values) if values else VEILED
        case f.EncounterStepped():
            return _visible_step(fact, before, after)
        case f.TimePassed():
            visible = _visible_effects(fact.effects, before, after)
            note = "" if _is_redacted(fact.note, before, after) else fact.note
            return replace(fact, effects=visible, due=redact_due_items(after, fact.due), note=note)
        case f.DueSettled():
            due = {due_item["id"] for due_item in redact_due_items(before, before.document["due"])}
            return (
                fact if fact.due in due and not _is_redacted(fact.note, before, after) else VEILED
            )
        case f.CharacterDuplicated():
            known = {fact.character, fact.copy} <= before.open | after.open
            return fact if known else VEILED
    character_id = getattr(fact, "character", None)
    if isinstance(character_id, str) and character_id in (after.open | before.open):
        return fact
    return VEILED


def _visible_application(
    fact: f.Applied, roll: f.Rolled | None, before: Visibility, after: Visibility
) -> Fact:
    """Return the visible effects; a roll that is visible shows those on its target as well."""
    shows = roll is not None and isinstance(_visible_roll(roll, roll, before, after), f.Rolled)
    visible = _visible_effects(fact.effects, before, after, after.names if shows else ())
    return replace(fact, effects=visible) if visible else VEILED


def _visible_effects(
    effects: Iterable[EffectRecord],
    before: Visibility,
    after: Visibility,
    names: Container[str] = (),
) -> list[EffectRecord]:
    """Return the effects on visible targets, on those in `names`, and on public counters."""
    return [
        effect
        for effect in effects
        if (
            effect["to"] in after.open
            or (effect["to"] and effect["to"] in names)
            or (not effect["to"] and redact_scene(after.game, {effect["field"]: 0}))
        )
        and not before.unseen_words.within(effect)
        and not after.unseen_words.within(effect)
    ]


def _visible_step(fact: f.EncounterStepped, before: Visibility, after: Visibility) -> Fact:
    """Return the visible part of a step, veiled if it names a combatant with closed numbers."""
    if _is_redacted(fact.inputs, before, after):
        return VEILED
    secret = after.game.secret
    return replace(
        fact,
        inputs={name: value for name, value in fact.inputs.items() if name not in secret},
        effects=_visible_effects(fact.effects, before, after),
        due=redact_due_items(after, fact.due),
        notes=[note for note in fact.notes if not _is_redacted(note, before, after)],
    )


def _is_redacted(value: object, before: Visibility, after: Visibility) -> bool:
    """Tell whether a value names a combatant with numbers that are not visible."""
    return before.closed_words.within(value) or after.closed_words.within(value)
