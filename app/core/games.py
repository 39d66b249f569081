"""Games: what a game's folder offers, gathered in the order of its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from app.core.dice.tray import tray
from app.core.encounters.encounter import Encounter
from app.core.errors import BadInput
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.core.sheets import Rollable, Sheet, SheetForm


@dataclass(frozen=True)
class Chapter:
    """A heading of the game's contents and the procedures under it."""

    title: str
    procedures: tuple[Procedure, ...]


@dataclass(frozen=True)
class Counter:
    """A number of the scene that everybody keeps an eye on, such as the group's action points.

    id: the scene's value of that name. low, high: its range. start: where it stands unsaid.
    spend: the procedures that spend from it, one tap away. beyond: the scene's value of what is at
    hand beyond `high`, and what it is called; it is shown with it, and leaves it first.
    """

    id: str
    label: str
    low: int
    high: int
    start: int = 0
    spend: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    beyond: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Span:
    """From where to where a value of the scene goes, and where it stands unsaid."""

    start: int = 0
    low: int = 0
    high: int | None = None

    def held(self, value: int | float) -> int | float:
        """The value, or the end that it would pass."""
        return max(value if self.high is None else min(value, self.high), self.low)


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games: ids, words, procedures, tables, rulebook.

    A game whose scene has a say in its forms is a class of its own that overrides `scene_feed`.

    folder: where `rulebook.md` lies. source: whose game it is and under what terms.
    counters: what of the scene is always in sight.
    trial: what a newcomer's first roll needs that no sheet says, such as how hard it is.
    scene_values: what the scene keeps besides, by name, for a form to be filled with (`chase.gap`).
    screen: the ids of the tables that are needed most, which a game master has on one page of
    paper; left out, all of them.
    """

    id: str
    title: str
    tagline: str
    source: str
    folder: Path
    chapters: tuple[Chapter, ...]
    tables: tuple[Table[Any], ...] = ()
    sheet: SheetForm | None = None
    encounter: Encounter[Any, Any] | None = None
    counters: tuple[Counter, ...] = ()
    trial: Mapping[str, Any] = field(default_factory=dict)
    screen: tuple[str, ...] = ()
    scene_values: tuple[str, ...] = ()

    def scene_feed(self, scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Inputs that the scene's values give to a form, by the inputs so far."""
        return {}

    @property
    def scene_feeds(self) -> bool:
        """Has the scene a say in its forms?"""
        return type(self).scene_feed is not Game.scene_feed

    @cached_property
    def scene_counts(self) -> dict[str, Span]:
        """What the scene counts, by name: the scene's whoever's roll changes it."""
        found = {each.id: Span(each.start, each.low, each.high) for each in self.counters}
        return found | {each.beyond[0]: Span() for each in self.counters if each.beyond[0]}

    @cached_property
    def procedures(self) -> dict[str, Procedure]:
        """Every procedure by its id, in the order of the chapters; bare dice last."""
        return {each.id: each for each in (*self, self.tray)}

    @cached_property
    def tray(self) -> Procedure:
        """Bare dice, which every game has, and none counts among its rules."""
        return tray(f"{self.id}.dice")

    def __iter__(self) -> Iterator[Procedure]:
        """The procedures of its rules, in the order of the chapters."""
        return (each for chapter in self.chapters for each in chapter.procedures)

    @cached_property
    def house(self) -> dict[str, Input]:
        """The house rules: every input marked so, gathered from the procedures that take it, and
        from the steps of the encounter.
        """
        found: dict[str, Input] = {}
        steps = self.encounter.transitions if self.encounter else ()
        for declaring in (*self, *steps):
            for name, declared in declaring.inputs.items():
                if declared.kind.house:
                    found.setdefault(name, declared)
        return found

    def next_rolls(
        self,
        procedure: str,
        inputs: Mapping[str, Any],
        outcome: Outcome,
        sheets: Mapping[str, Sheet],
        place: str = "",
    ) -> tuple[Rollable, ...]:
        """What follows on an outcome, with what the sheets add to it.

        sheets: by role. place: where on the own sheet the roll stood. What stands there for the
        next procedure too (the damage of the weapon that hit) goes with it; what follows on the
        outcome itself overrides that. What the sheets feed by these inputs is left to the form.
        """
        offered = self.procedures[procedure].next_rolls(inputs, outcome)
        return tuple(self._with_sheets(each, sheets, place) for each in offered)

    def _with_sheets(self, next: Rollable, sheets: Mapping[str, Sheet], place: str) -> Rollable:
        if self.sheet is None or not sheets:
            return replace(next, inputs={**next.otherwise, **next.inputs})
        if "self" in next.roles:
            return self._for_others(next, sheets)
        rest = tuple(self._with_sheets(each, sheets, place) for each in next.rest)
        # Those who are counted are named in the form: it is filled from their sheets there.
        procedure = self.procedures[next.procedure]
        sheets = {
            part: sheet
            for part, sheet in sheets.items()
            if next.roles.get(part, part) and part not in procedure.counted
        }
        own = sheets.get("self")
        standing: dict[str, Any] = {}
        if own is not None and place:
            for each in own.rolls:
                if (each.place, each.procedure) == (place, next.procedure):
                    standing = {**each.inputs}
        inputs = {**next.otherwise, **standing, **next.inputs}
        derived = self.sheet.feed(procedure, sheets, inputs)
        for name in next.adds:
            kind = procedure.inputs[name].kind
            if name in derived and isinstance(kind, Whole):
                inputs[name] = min(max(derived[name] + inputs[name], kind.low), kind.high)
        decided = {
            name: value
            for name, value in inputs.items()
            if name in next.inputs or name not in derived or derived[name] != value
        }
        return replace(next, inputs=decided, place=next.place or place, rest=rest)

    def _for_others(self, next: Rollable, sheets: Mapping[str, Sheet]) -> Rollable:
        """What follows for somebody else: what their own sheet says of an input goes before."""
        known = [part for part, before in next.roles.items() if before in sheets]
        fed = {
            name
            for name, each in self.procedures[next.procedure].inputs.items()
            if "self" in known and each.kind.sheet in sheets[next.roles["self"]].form.by_id
        }
        return replace(next, inputs={n: v for n, v in next.inputs.items() if n not in fed})

    @cached_property
    def rulebook(self) -> str:
        """The rules in our own words, as Markdown; every rule begins with its id in bold."""
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules, in the order of the rulebook."""
        return tuple(dict.fromkeys(RULE.findall(self.rulebook)))

    def schema(self) -> dict[str, Any]:
        """The game as the catalogue lists it."""
        return {
            "id": self.id,
            "title": self.title,
            "procedures": [procedure.schema() for procedure in self],
            "tables": [table.schema() for table in self.tables],
            "rules": list(self.rules),
            "house": list(self.house),
        }


#: How a rule begins in a rulebook: its id, alone or followed by its name, in bold.
RULE = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?)(?=[ *.])")


def find(games: Mapping[str, Game], id: object) -> Procedure:
    """The procedure of that id; BadInput on `procedure` if there is none."""
    if not isinstance(id, str):
        raise BadInput("procedure", "give the id of a procedure, such as garden.skill_test")
    game = games.get(id.partition(".")[0])
    found = game.procedures.get(id) if game else None
    if found is None:
        raise BadInput("procedure", f"there is no procedure {id[:60]!r}; `list` names all")
    return found
