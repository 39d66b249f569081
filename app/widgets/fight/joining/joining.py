"""New combatants: a character of the campaign, or those of a typed line.

Both become the inputs of the game's own `add`, one record for each combatant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field

from app.campaign.state.document import combatants_in
from app.campaign.state.state import CampaignState, Character
from app.core.encounters.presets import Preset
from app.core.games import Game
from app.widgets.fight.joining.fields import AnyEncounter, adding, other_side
from app.widgets.fight.joining.parse_line import Kind, kind_words, kinds


def of_character(game: Game, character: Character) -> dict[str, object]:
    """Return the inputs of `add` for a character; the sheet is shared, not copied.

    Where there are two sides, a character of no player joins the other one.
    """
    assert game.encounter is not None
    inputs = adding(game.encounter)
    record: dict[str, object] = {"id": character.id, "name": character.name[:80]}
    if character.kind != "pc":
        record |= other_side(inputs)
    return record


@dataclass(frozen=True)
class Entry:
    """The combatants that a line adds to an encounter."""

    #: The inputs of `add`, for each new combatant.
    joins: tuple[dict[str, object], ...]
    #: New names of combatants who are there already, by id.
    renames: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()


def quick(
    encounter: AnyEncounter,
    line: str,
    taken: Mapping[str, str],
    own: Container[str] = (),
    presets: Collection[Preset] = (),
) -> Entry:
    """Parse the combatants that a line adds.

    taken: the names of present combatants, by id. own: the ids of those of them that may be
    renamed, as `Goblin` becomes `Goblin 1` when a second joins. presets: those that a name may
    mean. Raises BadInput on `quick`.
    """
    return of_kinds(kinds(encounter, line, presets), taken, own)


def of_kinds(all_kinds: tuple[Kind, ...], taken: Mapping[str, str], own: Container[str]) -> Entry:
    """Return the combatants of these kinds, with names and ids of their own."""
    crowd = _Crowd(taken, own)
    for kind in all_kinds:
        crowd.add(kind)
    return Entry(tuple(crowd.joins.values()), crowd.renames, all_kinds)


def own_ids(state: CampaignState) -> set[str]:
    """Return the ids of combatants without a character, which may be renamed."""
    here = combatants_in(state.document)
    return {id for id, combatant in here.items() if "sheet" in combatant}


class _Crowd:
    """Present and new combatants, numbered so that no two share a name."""

    def __init__(self, taken: Mapping[str, str], own: Container[str]) -> None:
        self._names = dict(taken)
        self._own = own
        self.joins: dict[str, dict[str, object]] = {}
        self.renames: dict[str, str] = {}

    def add(self, kind: Kind) -> None:
        """Add the combatants of a kind."""
        for name in self._next(kind.name, kind.count):
            id = _id(name, self._names)
            self._names[id] = name
            self.joins[id] = {"id": id, "name": name, **kind.inputs}

    def _next(self, stem: str, count: int) -> Iterator[str]:
        """Yield free names: `Raider 4` and on where three exist, a single one without a number."""
        numbered = re.compile(re.escape(stem) + r" (\d{1,6})", re.IGNORECASE)
        numbers = [
            int(match[1]) for name in self._names.values() if (match := numbered.fullmatch(name))
        ]
        unnumbered = [id for id, name in self._names.items() if name.casefold() == stem.casefold()]
        if count == 1 and not numbers and not unnumbered:
            yield stem
            return
        number = max(numbers, default=0)
        for id in unnumbered:
            number += 1
            self._rename(id, f"{stem} {number}")
        for _ in range(count):
            number += 1
            yield f"{stem} {number}"

    def _rename(self, id: str, name: str) -> None:
        """Give a number to a combatant that was the only one; a character keeps its name."""
        if id in self.joins:
            self.joins[id]["name"] = name
        elif id in self._own:
            self.renames[id] = name
        else:
            return
        self._names[id] = name


def _id(name: str, taken: Collection[str]) -> str:
    """Return a short unique id made from the name."""
    bare = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "one"
    if bare not in taken:
        return bare
    return next(f"{bare}.{n}" for n in range(2, 10_000) if f"{bare}.{n}" not in taken)


def preview(entry: Entry, encounter: AnyEncounter, taken: Mapping[str, str]) -> str:
    """Describe an entry's effect in a line. taken: the names of all combatants, by id."""
    inputs = adding(encounter)
    names = [str(join["name"]) for join in entry.joins]
    parts = []
    for kind in entry.kinds:
        own_names, names = names[: kind.count], names[kind.count :]
        last = f" to {own_names[-1]}" if kind.count > 1 else ""
        parts.append(", ".join([own_names[0] + last, *kind_words(kind, inputs)]))
    changed = (f"{taken[id]} becomes {name}" for id, name in entry.renames.items())
    return ". ".join([f"Adds {'; '.join(parts)}", *changed])
