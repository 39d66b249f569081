"""Imports: the changes of a checked file, previewed in words and then made at once.

A plan is made of a file, of the present state, and of the user's choice; it changes nothing. Its
`lines` describe the changes. The store carries it out in one transaction.

- a character: `add` it to a campaign of its game, or `merge` it into the one of the same name
  (a nameless one is added);
- a campaign: `add` it beside the others, `merge` it into the one of the same id (its characters,
  notes and house rules win; scene, encounter and clock stay), or `replace` that one;
- everything: the same for each of its campaigns, and its settings.

A merge is one entry of the journal: it undoes like everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.campaign.facts import Imported, Started
from app.campaign.facts.base import check_size
from app.campaign.files.files import Opened
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile, Whole
from app.campaign.journal.descriptions import count_of, describe_changes, quote
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.journal.journal import Journal, append_changes
from app.campaign.state.changes import differences
from app.campaign.state.characters import with_free_name, with_sheets_of_characters
from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.state import EMPTY, Games
from app.campaign.state.values import plain, same
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import repeated_names

Mode = Literal["add", "merge", "replace"]

#: Fresh stamps and ids, given from outside.
Stamps = Callable[[], Stamp]


@dataclass(frozen=True)
class Part:
    """One campaign after the import.

    entries: all that must be written. anew: whether its stored rows are deleted first.
    """

    journal: Journal
    entries: tuple[Entry, ...]
    anew: bool = False


@dataclass(frozen=True)
class Plan:
    """The planned changes of an import."""

    #: The changes in words; empty if nothing would change.
    lines: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    settings: Values = field(default_factory=dict)
    #: Whether it replaces everything that is stored.
    instead: bool = False
    #: The number of entries that the campaigns had when the plan was made, by id.
    stood: Mapping[str, int] = field(default_factory=dict)

    def is_as(self, shown: Plan) -> bool:
        """Tell whether it equals the plan that was shown; ids and times may differ."""
        return self.lines == shown.lines and self.stood == shown.stood


def plan_character(
    opened: Opened, journal: Journal, mode: Mode, stamps: Stamps, games: Games
) -> Plan:
    """Plan the import of a file's character; BadFile if it belongs to another game."""
    game, character = opened.record["game"], opened.record["character"]
    if journal.state.game != game:
        words = f"a {games[game].title} character can’t join {games[journal.state.game].title}"
        raise BadFile([Fault("/game", words)])
    entry_counts = {journal.campaign: journal.n} if journal.n else {}
    if not journal.n:
        journal = _begun(journal.campaign, game, journal.state.name, stamps)
    document = journal.document
    people, name = document["characters"], character["name"]
    known = next((id for id in document["order"] if name and people[id]["name"] == name), None)
    id = known if mode != "add" and known else stamps().id
    record: CharacterRecord = {**character, "data": plain(character["data"])}
    if id != known:
        record = with_free_name(record, document)
    else:
        record["archived"] = people[id]["archived"]
    order = document["order"] if id in document["order"] else [*document["order"], id]
    after: Document = {
        **document,
        "order": order,
        "characters": {**people, id: record},
    }
    plan = _merge_plan(journal, after, f"character {record['name']}"[:200], stamps, games)
    repeated = _repeated_names({id: record}, games[game]) if plan.lines else ()
    plan = replace(plan, lines=(*plan.lines, *repeated), stood=entry_counts)
    if journal.n > 1 or not plan.parts:
        return plan
    (part,) = plan.parts  # the campaign begins with this character
    return replace(plan, parts=(replace(part, entries=part.journal.entries),))


def plan_campaigns(
    opened: Opened,
    here: Mapping[str, Whole],
    mode: Mode,
    stamps: Stamps,
    games: Games,
    present: Values | None = None,
) -> Plan:
    """Plan the import of a file's campaigns; here: the present ones by id.

    present: the settings of this device.
    """
    plans = [
        _campaign_plan(theirs, here.get(theirs.journal.campaign), mode, stamps, games)
        for theirs in opened.journals
    ]
    plans = [_with_repeated_names(plan, games) for plan in plans]
    theirs = opened.record.get("settings", {}) if mode == "replace" else {}
    known = present or {}
    settings = {name: each for name, each in theirs.items() if not same(known.get(name), each)}
    lines = _lines(opened, plans, games)
    if settings:
        lines.append("Replaces settings of this device")
    parts = tuple(part for plan in plans for part in plan.parts)
    entry_counts = {id: mine.journal.n for id, mine in here.items()}
    return Plan(tuple(lines), parts, settings, stood=entry_counts)


def _with_repeated_names(plan: Plan, games: Games) -> Plan:
    states = [part.journal.state for part in plan.parts]
    repeated = [
        line
        for state in states
        for line in _repeated_names(state.document["characters"], games[state.game])
    ]
    return replace(plan, lines=(*plan.lines, *repeated))


def _repeated_names(characters: Mapping[str, CharacterRecord], game: Game) -> Iterator[str]:
    """Describe the entries of sheets that have the name of another one."""
    if game.sheet is not None:
        for each in characters.values():
            for words in repeated_names(game.sheet, each["data"]):
                yield f"{quote(each['name'])}, {words}"


def _lines(opened: Opened, plans: Sequence[Plan], games: Games) -> list[str]:
    """Return the lines of the plans, with the game's name if there are several games."""
    titles = [games[theirs.journal.state.game].title for theirs in opened.journals]
    several = len(set(titles)) > 1
    return [
        f"{title}: {line}" if several else line
        for title, plan in zip(titles, plans, strict=True)
        for line in plan.lines
    ]


def plan_restore(opened: Opened, here: Mapping[str, int], stamps: Stamps) -> Plan:
    """Plan replacing everything by a copy; here: the present ids with their number of entries."""
    plans = [
        _added(
            theirs,
            theirs.journal.campaign,
            f"Restores {quote(theirs.journal.state.name)}",
            stamps,
        )
        for theirs in opened.journals
    ]
    lines = tuple(line for plan in plans for line in plan.lines)
    parts = tuple(part for plan in plans for part in plan.parts)
    return Plan(lines, parts, opened.record.get("settings", {}), instead=True, stood=here)


def _campaign_plan(
    theirs: Whole, mine: Whole | None, mode: Mode, stamps: Stamps, games: Games
) -> Plan:
    name = quote(theirs.journal.state.name or "unnamed")
    if mine is None or mode == "add":
        campaign = theirs.journal.campaign if mine is None else stamps().id
        return _added(theirs, campaign, f"Adds campaign {name}", stamps)
    if mode == "replace":
        if _same_history(theirs, mine):
            return Plan(())
        plan = _added(theirs, mine.journal.campaign, f"Replaces campaign {name}", stamps)
        return replace(plan, parts=tuple(replace(part, anew=True) for part in plan.parts))
    if mine.journal.state.game != theirs.journal.state.game:
        words = "this campaign belongs to another game here"
        raise BadFile([Fault("/campaign/document/game", words)])
    if theirs.journal.n <= mine.journal.n and _goes_on(theirs.entries, mine.entries):
        return Plan(())  # the same as here, or an earlier state of it
    if mine.journal.n < theirs.journal.n and _goes_on(mine.entries, theirs.entries):
        new = theirs.entries[mine.journal.n :]
        before, after = mine.journal.document, theirs.journal.document
        changes = describe_changes(
            games[theirs.journal.state.game], before, after, differences(before, after)
        )
        lines = (f"{name}: {count_of(len(new), 'new entry', 'new entries')}", *changes)
        return Plan(lines, (Part(theirs.journal, new),))
    source = f"campaign {theirs.journal.state.name}"[:200]
    return _merge_plan(mine.journal, _merged(mine, theirs), source, stamps, games)


def _same_history(theirs: Whole, mine: Whole) -> bool:
    return theirs.journal.n == mine.journal.n and _goes_on(theirs.entries, mine.entries)


def _goes_on(first: tuple[Entry, ...], second: tuple[Entry, ...]) -> bool:
    """Tell whether the second history begins with the whole first one."""
    return bool(first) and len(first) <= len(second) and first[-1] == second[len(first) - 1]


def _added(theirs: Whole, campaign: str, words: str, stamps: Stamps) -> Plan:
    state = theirs.journal.state
    count = count_of(len(state.characters), "character", "characters")
    if theirs.entries:
        journal = replace(theirs.journal, campaign=campaign)
        size = count_of(journal.n, "entry", "entries")
        return Plan((f"{words} ({count}, {size})",), (Part(journal, theirs.entries),))
    # A file without history: the campaign starts, and the rest comes as one entry.
    journal = _begun(campaign, state.game, state.name, stamps)
    changes = tuple(differences(journal.document, theirs.journal.document))
    journal = append_changes(journal, Imported("file", words), stamps(), changes)
    return Plan((f"{words} ({count})",), (Part(journal, journal.entries),))


def _begun(campaign: str, game: str, name: str, stamps: Stamps) -> Journal:
    """Return the journal of a new campaign with its first entry."""
    changes = tuple(differences(EMPTY, {**EMPTY, "game": game, "name": name}))
    return append_changes(Journal(campaign), Started(game, name), stamps(), changes)


def _merged(mine: Whole, theirs: Whole) -> Document:
    """Return my document with their characters, notes and house rules."""
    here, there = mine.journal.document, theirs.journal.document
    new = [id for id in there["order"] if id not in here["characters"]]
    return {
        **with_sheets_of_characters(here, new),
        "order": [*here["order"], *new],
        "characters": {**here["characters"], **there["characters"]},
        "notes": {**here["notes"], **there["notes"]},
        "house": dict(there["house"]),
    }


def _merge_plan(
    journal: Journal, after: Document, source: str, stamps: Stamps, games: Games
) -> Plan:
    changes = tuple(differences(journal.document, after))
    if not changes:
        return Plan(())
    try:
        check_size(after)
    except BadInput as fault:
        raise BadFile([Fault(f"/{fault.field}", fault.message)]) from None
    lines = describe_changes(games[journal.state.game], journal.document, after, changes)
    merged = append_changes(journal, Imported(source, "\n".join(lines)[:20_000]), stamps(), changes)
    return Plan(lines, (Part(merged, (merged.last,)),))
